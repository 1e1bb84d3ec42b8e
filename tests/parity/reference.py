"""Asks an installed Text-BFCL for verdicts, one case at a time, in a process of its own."""

import json
import os
import select
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any, Self

from .single_turn import Case

TIME_LIMIT_S = 30.0
"""Longest wait for one verdict: the reference sets itself no limit."""

_DRIVER = Path(__file__).with_name("reference_driver.py")


class ReferenceMissing(RuntimeError):
    """The reference cannot be asked; the text says what to do."""


class Reference:
    """The reference in another Python, started when first asked and again whenever it dies.

    Args:
        python: the interpreter that has it installed.
    """

    def __init__(self, python: str) -> None:
        self._python = python
        self._process: subprocess.Popen[bytes] | None = None
        self._works = False
        self._folder = TemporaryDirectory(prefix="bfcl-reference-")  # importing it makes folders

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stop()
        self._folder.cleanup()

    def judge(self, case: Case) -> dict[str, Any]:
        """Return `valid` and `error_type`, and `exc` where the reference died of the case.

        Raises:
            ReferenceMissing: it does not start.
        """
        try:
            process = self._process or self._start()
        except OSError as error:
            raise ReferenceMissing(f"cannot run {self._python}: {error.strerror}") from None
        assert process.stdin and process.stdout
        line, in_time = b"", True
        try:
            process.stdin.write(json.dumps(case).encode() + b"\n")
            process.stdin.flush()
            in_time = bool(select.select([process.stdout], [], [], TIME_LIMIT_S)[0])
            if in_time:
                line = process.stdout.readline()
        except BrokenPipeError:
            pass
        if line:
            self._works = True
            found: dict[str, Any] = json.loads(line)
            return found
        self._stop()
        if in_time and not self._works:
            raise ReferenceMissing(
                f"{self._python} cannot run the reference; python -m tests.parity --help "
                "says what to install ($PARITY_DEBUG=1 shows what it says)"
            )
        exc = "the process died" if in_time else f"no verdict in {TIME_LIMIT_S:g} s"
        return {"valid": None, "error_type": None, "exc": exc}

    def _start(self) -> subprocess.Popen[bytes]:
        self._process = subprocess.Popen(
            [self._python, "-X", "utf8", str(_DRIVER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None if os.environ.get("PARITY_DEBUG") else subprocess.DEVNULL,
            env={
                **os.environ,
                "BFCL_PROJECT_ROOT": self._folder.name,
                "PYTHONHASHSEED": "0",
                "TZ": "UTC",
            },
        )
        return self._process

    def _stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None
