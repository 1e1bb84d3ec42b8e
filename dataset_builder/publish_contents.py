"""What belongs into a published dataset, metric or Space, checked before it is sent."""

import os
import re
import subprocess
import sys
import tempfile
import tomllib
from importlib.metadata import requires
from importlib.util import find_spec
from pathlib import Path

from packaging.requirements import Requirement

import bfcl_audio

from .errors import FolderError
from .folder import MANIFEST, read_manifest, sha256
from .publish_card import check_card
from .publish_parcel import Parcel, Source, tree
from .publish_scan import scan

METRIC = Path(bfcl_audio.__file__).parent
BUILDER = Path(__file__).parent
_SHARD = re.compile(r"(?:[\w-]+/)+test-\d{5}\.parquet")
_SIBLING = re.compile(r"^\s*from \.(\w+) import", re.MULTILINE)
_OURS = re.compile(r"\s*bfcl-audio(?:\[([\w,\s-]+)\])?(?![\w.-])")
_CARRIED = {"bfcl_audio": METRIC, "dataset_builder": BUILDER}
_TRY = """
import sys, evaluate
metric = evaluate.load(sys.argv[1], keep_in_memory=True)
print(sorted(metric.features))
"""


def dataset(folder: Path, repo_id: str) -> Parcel:
    """A built folder, every file of it verified.

    Raises:
        FolderError: not a dataset folder, damaged, or holding what should not be published.
    """
    manifest = read_manifest(folder)
    listed: dict[str, str] = manifest["files"]  # type: ignore[assignment]
    for path, expected in listed.items():
        if not _SHARD.fullmatch(path):
            raise FolderError(f"{folder / MANIFEST} lists {path!r}, which no build writes")
        if not (folder / path).is_file():
            raise FolderError(f"{folder / path} is missing; build the folder again")
        if sha256(folder / path) != expected:
            raise FolderError(
                f"{folder / path} is damaged (its SHA-256 differs); build the folder again"
            )
    card = _text(folder / "README.md").replace(
        'load_dataset("bfcl-audio"', f'load_dataset("{repo_id}"'
    )
    card = card.replace("  # from the folder's parent", "")
    files = {"README.md": Source(card.encode()), MANIFEST: Source(folder / MANIFEST)}
    files |= {path: Source(folder / path) for path in listed}
    configs: dict[str, str] = manifest["configs"]  # type: ignore[assignment]
    parcel = Parcel("dataset", repo_id, files, _SHARD, {"configs": ", ".join(configs)})
    return _checked(parcel, folder)


def metric(folder: Path, repo_id: str) -> Parcel:
    """The flat files that `evaluate` copies, the card and its page; loaded once to be sure.

    Raises:
        FolderError: not the metric's folder, or `evaluate` cannot load it.
    """
    main = folder / "bfcl_audio.py"
    name = repo_id.partition("/")[2]
    if not main.is_file():
        raise FolderError(
            f"{folder} is not the metric's folder (no bfcl_audio.py); leave PATH out for the "
            "installed one"
        )
    if name != main.stem:
        raise FolderError(
            f"--repo-id ends in {name!r}; evaluate loads NAME.py of a repository NAME, so it must "
            f"end in {main.stem!r}"
        )
    names = [f"{one}.py" for one in _SIBLING.findall(_text(main))]
    wanted = ["README.md", "requirements.txt", "app.py", main.name, *sorted(set(names))]
    missing = [one for one in wanted if not (folder / one).is_file()]
    if missing:
        raise FolderError(f"{folder} lacks {missing[0]}, which the published metric needs")
    files = {one: Source(folder / one) for one in wanted}
    card = _text(folder / "README.md").replace('"ORG/bfcl_audio"', f'"{repo_id}"')
    files["README.md"] = Source(card.encode())
    parcel = _checked(Parcel("metric", repo_id, files, re.compile(r"\w+\.py")), folder)
    _try(parcel)
    return parcel


def space(folder: Path, repo_id: str) -> Parcel:
    """The Space's folder, with the packages that it imports beside it.

    bfcl-audio is on no index that the Hub could install it from: the Space carries the sources of
    this release, and its requirements name what those need.

    Raises:
        FolderError: not a Space's folder.
    """
    for name in ("app.py", "README.md"):
        if not (folder / name).is_file():
            raise FolderError(
                f"{folder} is not the Space's folder (no {name}); leave PATH out for the "
                "installed one"
            )
    files = {name: Source(path) for name, path in tree(folder).items()}
    for package, place in _CARRIED.items():
        files |= {f"{package}/{name}": Source(path) for name, path in tree(place).items()}
    wanted = folder / "requirements.txt"
    text = _text(wanted) if wanted.is_file() else "bfcl-audio[space]\n"
    files["requirements.txt"] = Source(requirements(text).encode())
    managed = re.compile(r"[\w-]+\.(?:py|css|js)|(?:templates|bfcl_audio|dataset_builder)/.*")
    return _checked(Parcel("space", repo_id, files, managed), folder)


def requirements(text: str) -> str:
    """A requirements.txt whose lines that name bfcl-audio name what it needs instead."""
    lines: list[str] = []
    for line in text.splitlines():
        ours = _OURS.match(line)
        lines += _needs(set((ours[1] or "").replace(" ", "").split(","))) if ours else [line]
    return "\n".join(dict.fromkeys(lines)) + "\n"


def home(kind: str) -> Path:
    """Where the installed metric or Space lies, in a clone or in a wheel.

    Raises:
        FolderError: it is not installed.
    """
    if kind == "metric":
        return METRIC
    in_clone = METRIC.parents[1] / "space"
    if (in_clone / "app.py").is_file():
        return in_clone
    found = find_spec("bfcl_audio_space")
    if found is None or not found.submodule_search_locations:
        raise FolderError("the Space is not installed; name its folder: space in a clone")
    return Path(next(iter(found.submodule_search_locations)))


def _needs(extras: set[str]) -> list[str]:
    """What this release asks for, extras within extras resolved."""
    found: list[str] = []
    for line in _declared():
        one = Requirement(line)
        marker = one.marker
        if marker and not any(marker.evaluate({"extra": extra}) for extra in extras | {""}):
            continue
        one.marker = None
        if one.name == "bfcl-audio":
            found += _needs(set(one.extras))
        else:
            found.append(str(one))
    return list(dict.fromkeys(found))


def _declared() -> list[str]:
    """Requirements with their extras as markers.

    In a clone from pyproject.toml: what pip noted at an editable install may be older.
    """
    project = METRIC.parents[1] / "pyproject.toml"
    if METRIC.parent.name != "metrics" or not project.is_file():
        return requires("bfcl-audio") or []
    declared = tomllib.loads(project.read_text(encoding="utf-8"))["project"]
    core: list[str] = declared["dependencies"]
    return core + [
        f'{line} ; extra == "{extra}"'
        for extra, lines in declared["optional-dependencies"].items()
        for line in lines
    ]


def _checked(parcel: Parcel, folder: Path) -> Parcel:
    check_card(parcel)
    scan(parcel.files, [folder.absolute().parent])
    return parcel


def _try(parcel: Parcel) -> None:
    """Loads exactly these files as `evaluate` would, offline, in a process of its own."""
    if find_spec("evaluate") is None:
        raise FolderError(
            "the metric is tried before it is sent, which needs evaluate: "
            "pip install 'bfcl-audio[metric]'"
        )
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "bfcl_audio"
        folder.mkdir()
        for name, file in parcel.files.items():
            (folder / name).write_bytes(file.read())
        done = subprocess.run(  # noqa: S603  our own interpreter and text
            [sys.executable, "-W", "ignore", "-c", _TRY, str(folder)],
            cwd=place,
            env=_offline(place),
            capture_output=True,
            text=True,
        )
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise FolderError(f"evaluate cannot load the metric: {reason}")


def _offline(place: str) -> dict[str, str]:
    switches = dict.fromkeys(("HF_HUB_OFFLINE", "HF_EVALUATE_OFFLINE", "HF_DATASETS_OFFLINE"), "1")
    return os.environ | switches | {"HF_HOME": place, "HF_MODULES_CACHE": f"{place}/modules"}


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise FolderError(f"{path} cannot be read: {error}") from None
