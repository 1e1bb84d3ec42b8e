"""What all tests share: no network beyond this machine, and a home of their own."""

import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

# Read at import by the Hugging Face libraries; a test that means the (fake) Hub sets its own.
os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["HF_EVALUATE_OFFLINE"] = "1"
os.environ["HF_DATASETS_OFFLINE"] = "1"
os.environ["HF_HUB_DISABLE_TELEMETRY"] = "1"

_LOOPBACK = ("127.", "localhost", "::1")


def _is_here(host: str) -> bool:
    """Whether an address is this machine's: loopback, or another that can be listened at."""
    if host.startswith(_LOOPBACK):
        return True
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.bind((host, 0))
        except OSError:
            return False
    return True


@pytest.fixture(autouse=True, scope="session")
def no_network() -> Iterator[None]:
    """Refuses every connection that would leave this machine."""
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> None:
        if self.family != socket.AF_UNIX and not _is_here(str(address[0])):
            raise AssertionError(f"a test reached for the network: {address}")
        connect(self, address)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", guarded)
        yield


@pytest.fixture(scope="session")
def run_demo(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Path]:
    """Runs the demo at its smallest that has every category; returns its folder."""
    place = tmp_path_factory.mktemp("clone")

    def run() -> Path:
        command = [sys.executable, "-m", "bfcl_audio", "demo", "--entries", "11"]
        done = subprocess.run(command, cwd=place, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return place / "demo"

    return run


@pytest.fixture(scope="session")
def demo(run_demo: Callable[[], Path]) -> Path:
    """What `bfcl-audio demo` leaves behind."""
    return run_demo()
