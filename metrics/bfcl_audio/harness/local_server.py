"""A language model on this machine behind an OpenAI-compatible endpoint, for as long as needed.

    with serve(path) as base_url:
        agent("openai/qwen2.5-coder-0.5b", AgentOptions(base_url=base_url, temperature=0.0))

The server (llama.cpp through `xllamacpp`) runs in a child process on the loopback interface. The
child holds a pipe to us and ends when it closes: also if we are killed.
"""

import contextlib
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import IO

from ..errors import InputError, ModelError

CONTEXT_TOKENS = 16_384
"""Room for the docs of two simulated classes and a multi-turn entry's results."""

TOOL_CALL_TEMPLATE = files(__package__).joinpath("tool_call_template.jinja")

_READY = "serving "


@contextlib.contextmanager
def serve(
    model: Path,
    *,
    threads: int | None = None,
    context_tokens: int = CONTEXT_TOKENS,
    start_timeout_s: float = 120.0,
) -> Iterator[str]:
    """Serve a GGUF file; gives the base URL and always stops the server.

    Args:
        model: the file.
        threads: of the CPU; None: one for each core.
        context_tokens: prompt and reply together.
        start_timeout_s: how long loading may take.

    Raises:
        InputError: no such file.
        ModelError: the server did not start; says its last words.
    """
    if not model.is_file():
        raise InputError(f"no model file {model}")
    count = str(threads or os.cpu_count() or 1)
    command = [sys.executable, "-m", __name__, str(model), count, str(context_tokens)]
    # Without the passive policy its threads spin and crawl when anything else uses a core.
    environment = {**os.environ, "OMP_WAIT_POLICY": "passive", "OMP_NUM_THREADS": count}
    child = subprocess.Popen(  # noqa: S603  our own module
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environment,
        text=True,
        errors="replace",
    )
    try:
        yield _address(child, start_timeout_s)
    finally:
        _stop(child)


def _address(child: "subprocess.Popen[str]", timeout_s: float) -> str:
    """The base URL, once the child says that it serves."""
    assert child.stdout is not None
    lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
    threading.Thread(target=_pass_on, args=(child.stdout, lines), daemon=True).start()
    deadline = time.monotonic() + timeout_s
    last = "it said nothing"
    while True:
        try:
            line = lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise ModelError(f"the model server was not ready after {timeout_s:.0f} s") from None
        if line is None:
            raise ModelError(f"the model server did not start: {last}")
        if line.startswith(_READY):
            return f"{line.removeprefix(_READY)}/v1"
        last = line or last


def _pass_on(stream: IO[str], lines: "queue.SimpleQueue[str | None]") -> None:
    """Read all that the child says, so that it never waits for a reader."""
    with contextlib.suppress(ValueError, OSError):
        for line in stream:
            lines.put(line.strip())
    lines.put(None)


def _stop(child: "subprocess.Popen[str]") -> None:
    assert child.stdin is not None
    with contextlib.suppress(OSError):
        child.stdin.close()
    try:
        child.wait(timeout=5)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
    assert child.stdout is not None
    with contextlib.suppress(OSError):
        child.stdout.close()


def main(model: str, threads: int, context_tokens: int) -> None:
    """Serve until standard input closes. Runs in the child."""
    import xllamacpp

    parameters = xllamacpp.CommonParams()
    parameters.model.path = model
    parameters.hostnames = ["127.0.0.1"]
    parameters.port = 0
    parameters.n_ctx = context_tokens
    parameters.n_parallel = 1
    parameters.cpuparams.n_threads = threads
    parameters.cpuparams_batch.n_threads = threads
    parameters.use_jinja = True
    parameters.chat_template = TOOL_CALL_TEMPLATE.read_text(encoding="utf-8")
    parameters.warmup = False
    parameters.verbosity = -1
    server = xllamacpp.Server(parameters)
    print(f"{_READY}{server.listening_address}", flush=True)  # noqa: T201  the parent reads it
    sys.stdin.read()
    os._exit(0)  # a request may still be under way; nobody waits for it


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
