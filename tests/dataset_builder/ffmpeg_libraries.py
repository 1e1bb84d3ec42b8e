"""FFmpeg's shared libraries for torchcodec, lent by PyAV's wheel: no system package needed.

PyAV carries them under names with a hash (`libavcodec-5e6b81c2.so.62.28.102`); torchcodec asks for
`libavcodec.so.62`. A folder of links under the plain names, on `LD_LIBRARY_PATH` when a process
starts, brings the two together.
"""

import importlib.util
import re
from pathlib import Path

HASHED = re.compile(r"(lib(?:av|sw)\w+)-[0-9a-f]+(\.so\.\d+)[\d.]*")


def link_libraries(folder: Path) -> Path:
    """Fills `folder` with links to PyAV's libraries and returns it."""
    spec = importlib.util.find_spec("av")
    assert spec is not None and spec.origin is not None
    bundled = Path(spec.origin).parent.parent / "av.libs"
    for library in bundled.iterdir():
        plain = HASHED.sub(r"\1\2", library.name)
        for name in {library.name, plain}:
            (folder / name).symlink_to(library)
    return folder
