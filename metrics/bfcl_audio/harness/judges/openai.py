"""`openai/<model>`: a language model that judges, at OpenAI or any compatible server.

The model answers by a JSON schema. An answer of another form is asked for again and then is a
judge's error, never a refusal; whatever it decides, `enforce` holds it to the protocol.
"""

import hashlib
import json
import time
import weakref
from collections.abc import Mapping
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from ...errors import InputError
from ...judge import Decision, JudgeError, JudgeRefused, RulesJudge, enforce
from ...judge_reply import held
from ..agents.base import AgentError, AgentRefused
from ..agents.openai_wire import usage_in
from ..agents.options import AgentOptions
from ..agents.retrying import Retries
from ..openai_client import Body, complete, connect, reading
from ..prices import server_of

if TYPE_CHECKING:
    from openai import OpenAI

PROMPT = files("bfcl_audio.harness").joinpath("judge_prompt.md").read_text(encoding="utf-8").strip()

SCHEMA: Mapping[str, Any] = {
    "type": "json_schema",
    "json_schema": {
        "name": "decision",
        "strict": True,
        "schema": {
            "type": "object",
            "properties": {"allowed": {"type": "boolean"}, "message": {"type": "string"}},
            "required": ["allowed", "message"],
            "additionalProperties": False,
        },
    },
}
_ASKED = 4
"""Times that a model is asked before its judge gives up."""


class OpenAIJudge:
    """A model behind chat completions. Keys come from `OPENAI_API_KEY` and go nowhere else."""

    def __init__(
        self,
        model: str,
        options: AgentOptions,
        *,
        client: "OpenAI | None" = None,
        retries: Retries | None = None,
    ) -> None:
        """Connects to nothing yet.

        Raises:
            InputError: no key and no other server named, or switches, which it has none of.
        """
        if not model or "?" in model:
            raise InputError(f"judge openai/{model} is written openai/<model>, without options")
        self.name = f"openai/{model}"
        self.hashes = {"judge_prompt": hashlib.sha256(PROMPT.encode()).hexdigest()}
        self._model = model
        self._options = options
        self._retries = retries or Retries(attempts=_ASKED)
        self._client = client or connect(
            "judge openai/…", base_url=options.base_url, timeout_s=options.timeout_s
        )
        if client is None:  # else its sockets stay open until they are swept up
            weakref.finalize(self, self._client.close)

    def decide(
        self,
        *,
        intended_request: str,
        asr_text: str,
        allowed_clarifications: Mapping[str, str],
        assistant_message: str,
    ) -> Decision:
        """Ask the model, and hold its answer to the protocol.

        Raises:
            JudgeRefused: the provider refuses this judge altogether.
            JudgeError: no usable answer after all tries.
        """
        case = {
            "intended_request": intended_request,
            "asr_text": asr_text,
            "allowed_clarifications": dict(allowed_clarifications),
            "assistant_message": assistant_message,
        }
        parameters = self._parameters(json.dumps(case, ensure_ascii=False, indent=1))
        try:
            decision = self._retries.call(lambda: self._once(parameters))
        except AgentRefused as error:
            raise JudgeRefused(str(error)) from None
        except AgentError as error:
            raise JudgeError(str(error)) from None
        by_rules = RulesJudge().decide(
            intended_request=intended_request,
            asr_text=asr_text,
            allowed_clarifications=allowed_clarifications,
            assistant_message=assistant_message,
        )
        return enforce(
            decision,
            intended_request=intended_request,
            allowed_clarifications=allowed_clarifications,
            likely=held(by_rules.message, list(allowed_clarifications.values())),
        )

    def _parameters(self, case: str) -> dict[str, Any]:
        options = self._options
        parameters: dict[str, Any] = {
            "model": self._model,
            "messages": [
                {"role": "system", "content": PROMPT},
                {"role": "user", "content": case},
            ],
            "response_format": SCHEMA,
        }
        if options.temperature is not None:
            parameters["temperature"] = options.temperature
        if options.seed is not None:
            parameters["seed"] = options.seed
        if options.max_tokens is not None:
            # OpenAI's own models refuse the old name, most compatible servers know no other.
            elsewhere = server_of("openai", options.base_url)
            name = "max_tokens" if elsewhere else "max_completion_tokens"
            parameters[name] = options.max_tokens
        return parameters

    def _once(self, parameters: Mapping[str, Any]) -> Decision:
        started = time.perf_counter()
        completion = complete(self._client, parameters)
        with reading():
            allowed, message = _answer(completion)
        return Decision(
            allowed,
            message,
            "the model allows it" if allowed else "the model refuses it",
            usage=usage_in(completion.get("usage")),
            latency_s=round(time.perf_counter() - started, 3),
        )


def _answer(completion: Body) -> tuple[bool, str]:
    """Exactly what the schema says.

    Raises:
        AgentError: anything else, worth another try.
    """
    choice = completion["choices"][0]
    if choice["message"].get("refusal"):
        raise AgentError("the model refuses to judge", retryable=True)
    if choice.get("finish_reason") == "length":
        raise AgentError("the decision is cut off", retryable=True)
    try:
        found = json.loads(choice["message"].get("content") or "")
    except (ValueError, RecursionError):
        raise AgentError("the decision is not JSON", retryable=True) from None
    if not isinstance(found, dict) or found.keys() != {"allowed", "message"}:
        raise AgentError("the decision is no object of allowed and message", retryable=True)
    allowed, message = found["allowed"], found["message"]
    if not isinstance(allowed, bool) or not isinstance(message, str):
        raise AgentError("the decision's allowed or message has another type", retryable=True)
    return allowed, message
