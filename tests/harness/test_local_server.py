"""The embedded model's server starts, speaks OpenAI's protocol, and always stops."""

from pathlib import Path

import pytest

from bfcl_audio.errors import InputError, ModelError
from bfcl_audio.harness.local_server import serve


def test_a_missing_model_is_named(tmp_path: Path) -> None:
    """No file, no server."""
    with pytest.raises(InputError, match="no model file"), serve(tmp_path / "none.gguf"):
        pass


@pytest.mark.slow
def test_a_file_that_is_no_model_is_one_line(tmp_path: Path) -> None:
    """The child's last words are passed on, and it is gone."""
    broken = tmp_path / "broken.gguf"
    broken.write_bytes(b"GGUF, but not really")
    with pytest.raises(ModelError, match="did not start"), serve(broken):
        pass
