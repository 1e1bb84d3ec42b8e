"""A language model that rewords requests, at OpenAI or any server that speaks as it does.

It answers by a JSON schema. What cannot be read as one is a failure of the server's, as a broken
connection is; a paraphrase that is no good is an answer, and its proof will tell.
"""

import hashlib
import json
import re
import time
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from .accounts import OPENAI
from .base import Failed, SpecError
from .settings import Settings
from .vendor import Vendor

if TYPE_CHECKING:
    from openai import OpenAI

PROMPT = files(__package__).joinpath("rewriter_prompt.md").read_text(encoding="utf-8").strip()
SCHEMA: Mapping[str, Any] = {
    "type": "json_schema",
    "json_schema": {
        "name": "paraphrase",
        "strict": True,
        "schema": {
            "type": "object",
            "properties": {
                "spoken": {"type": "string"},
                "whitelist": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {"topic": {"type": "string"}, "value": {"type": "string"}},
                        "required": ["topic", "value"],
                        "additionalProperties": False,
                    },
                },
            },
            "required": ["spoken", "whitelist"],
            "additionalProperties": False,
        },
    },
}
MOST_BYTES = 1_000_000
"""Of an answer; more is not read."""
_MOST_TOKENS = 4_096
_MOST_TOPICS = 200
_EFFORTS = ("default", "none", "minimal", "low", "medium", "high")

Message = Mapping[str, str]


class OpenAIRewriter(Vendor):
    """Rewords through chat completions.

    Options: `temperature` (the server's own if not given), `max_tokens`, `effort` (of models that
    reason).
    """

    account = OPENAI
    default_model = ""
    takes_language = False

    def __init__(self, model: str, options: Mapping[str, str] | None = None) -> None:
        """Connects to nothing yet.

        Raises:
            SpecError: no model, an option that it does not take, or a value that it cannot have.
        """
        if not model:
            raise SpecError("openai needs a model; write openai/MODEL, e.g. openai/gpt-4o-mini")
        super().__init__(model, options)

    def _configure(self, settings: Settings) -> None:
        self.temperature = settings.number("temperature", 0, 2)
        self._most_tokens = int(settings.number("max_tokens", 1, 100_000) or _MOST_TOKENS)
        if not settings.text("max_tokens", "1").isdecimal():  # a budget reads it, too
            raise SpecError(f"{self.name}: max_tokens is no whole number")
        self._effort = settings.choice("effort", _EFFORTS, "default")

    def _fixed(self) -> list[str]:
        shaped = PROMPT + json.dumps(SCHEMA, sort_keys=True)
        return [f"prompt {hashlib.sha256(shaped.encode()).hexdigest()[:12]}"]

    def _connect(self, key: str, address: str | None) -> "OpenAI":
        import openai

        return openai.OpenAI(api_key=key, base_url=address, timeout=self._timeout_s, max_retries=0)

    def reword(self, messages: Sequence[Message], seed: int) -> bytes:
        """One request; what the model answered, as JSON to keep.

        Args:
            messages: what follows the prompt, the case first.
            seed: for the server's chance, below 2**31.

        Returns:
            `spoken`, `whitelist` (a list of `topic` and `value`), `refused` (why, if the model
            gave no paraphrase), `model` (who answered), `usage` (tokens).

        Raises:
            EngineError: no answer, or none that its schema allows.
        """
        with self._connected() as client:
            return _kept(self._completion(client, self._parameters(messages, seed)))

    def _parameters(self, messages: Sequence[Message], seed: int) -> dict[str, Any]:
        # OpenAI's own models refuse the old name, most compatible servers know no other.
        most = "max_completion_tokens" if self._address() is None else "max_tokens"
        parameters: dict[str, Any] = {
            "model": self.model,
            "messages": [{"role": "system", "content": PROMPT}, *messages],
            "response_format": SCHEMA,
            "seed": seed,
            most: self._most_tokens,
        }
        if self.temperature is not None:
            parameters["temperature"] = self.temperature
        if self._effort != "default":
            parameters["reasoning_effort"] = self._effort
        return parameters

    def _completion(self, client: Any, parameters: Mapping[str, Any]) -> Mapping[str, Any]:
        """The answer's JSON, read up to a size and a time: the SDK bounds neither."""
        late = time.monotonic() + self._timeout_s
        body = bytearray()
        with client.chat.completions.with_streaming_response.create(**parameters) as response:
            for part in response.iter_bytes():
                body += part
                if len(body) > MOST_BYTES:
                    raise Failed(f"{self.name}: the answer is longer than {MOST_BYTES} bytes")
                if time.monotonic() > late:
                    raise Failed(f"{self.name}: no answer in time")
        return _object(bytes(body))


def _kept(completion: Mapping[str, Any]) -> bytes:
    """What is kept of a completion.

    Raises:
        Failed: it is not what the API and the schema say.
    """
    choices = completion.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices else None
    message = choice.get("message") if isinstance(choice, dict) else None
    if not isinstance(choice, dict) or not isinstance(message, dict):
        raise Failed(f"{OPENAI.name}: the answer holds no choice")
    refused = _refused(message, choice.get("finish_reason"))
    spoken, whitelist = ("", []) if refused else _answer(message.get("content"))
    found = {
        "spoken": spoken,
        "whitelist": whitelist,
        "refused": refused,
        "model": _model(completion.get("model")),
        "usage": _usage(completion.get("usage")),
    }
    return json.dumps(found, ensure_ascii=False, sort_keys=True).encode(errors="replace")


def _model(found: object) -> str:
    """Who answered; local servers tell a file, of which the folder is nobody's business."""
    name = found if isinstance(found, str) else ""
    local = name.startswith(("/", ".", "~")) or "\\" in name
    return (re.split(r"[/\\]", name)[-1] if local else name)[:100]


def _refused(message: Mapping[str, Any], finish: object) -> str:
    """Why a model gave no paraphrase though its server did its work; empty if it gave one."""
    if message.get("refusal"):
        return "the model refuses"
    reasons = {
        "length": "the answer was too long and is cut off",
        "content_filter": "a content filter withheld the answer",
    }
    return reasons.get(finish, "") if isinstance(finish, str) else ""


def _answer(content: object) -> tuple[str, list[dict[str, str]]]:
    """Exactly what the schema says."""
    found = _object(content)
    spoken, items = found.get("spoken"), found.get("whitelist")
    if (
        found.keys() != {"spoken", "whitelist"}
        or not isinstance(spoken, str)
        or not isinstance(items, list)
        or len(items) > _MOST_TOPICS
        or not all(map(_is_item, items))
    ):
        raise Failed(f"{OPENAI.name}: the answer is not what its JSON schema says")
    return spoken, items


def _is_item(item: object) -> bool:
    return (
        isinstance(item, dict)
        and item.keys() == {"topic", "value"}
        and all(isinstance(text, str) for text in item.values())
    )


def _object(data: object) -> Mapping[str, Any]:
    try:
        found = json.loads(data if isinstance(data, str | bytes) else "")
    except (ValueError, RecursionError):
        raise Failed(f"{OPENAI.name}: the answer is not JSON") from None
    if not isinstance(found, dict):
        raise Failed(f"{OPENAI.name}: the answer is no JSON object")
    return found


def _usage(found: object) -> dict[str, int]:
    """The token counts that are counts."""
    counts = found if isinstance(found, dict) else {}
    return {
        name: count
        for name in ("prompt_tokens", "completion_tokens")
        if isinstance(count := counts.get(name), int)
        and not isinstance(count, bool)
        and 0 <= count < 1 << 53
    }
