"""Language models of this machine, started when first asked and stopped with it."""

import atexit
import contextlib
import threading

from bfcl_audio.harness.agents import Agent, AgentOptions, agent
from bfcl_audio.harness.local_server import serve
from bfcl_audio.models import file

from .parts import EMBEDDED

_MAX_TOKENS = 256
_TIMEOUT_S = 120.0


class Models:
    """Agents by SPEC; `embedded/<model>` is served from here, one model at a time."""

    def __init__(self) -> None:
        """Starts nothing yet."""
        self._lock = threading.Lock()
        self._serving = contextlib.ExitStack()
        self._name = ""
        self._address = ""
        atexit.register(self._serving.close)

    def agent(self, spec: str) -> Agent:
        """The agent of a SPEC.

        Raises:
            InputError: there is none.
            ModelError: its model cannot be had, or its server does not start.
        """
        options = AgentOptions(
            temperature=0.0, seed=0, max_tokens=_MAX_TOKENS, timeout_s=_TIMEOUT_S
        )
        if not spec.startswith(EMBEDDED):
            return agent(spec, None if spec.startswith("scripted/") else options)
        name = spec.removeprefix(EMBEDDED)
        with self._lock:
            if self._name != name:
                self._serving.close()
                self._name = ""
                self._address = self._serving.enter_context(serve(file(name)))
                self._name = name
        local = AgentOptions(
            base_url=self._address, temperature=0.0, seed=0, max_tokens=_MAX_TOKENS,
            timeout_s=_TIMEOUT_S,
        )  # fmt: skip
        return agent(f"openai/{name}", local)
