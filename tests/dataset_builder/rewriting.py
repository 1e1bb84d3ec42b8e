"""A server that words requests on loopback, as strict about structured output as OpenAI's."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from vendor_servers import Answered, Body, OpenAIServer, Said, need

from dataset_builder.calls import Call
from dataset_builder.store import canonical

Answer = Mapping[str, Any] | str
"""What a model writes: the fields of the schema, or text that is none."""


class RewritingServer(OpenAIServer):
    """Answers each request with the next of `answers`, the last one for ever."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        super().__init__(self._write)

    def respond(self, path: str, body: Body) -> Body:
        written = body["response_format"]
        need(written["type"] == "json_schema" and written["json_schema"]["strict"], "no schema")
        _need_strict(written["json_schema"]["schema"])
        need("max_tokens" in body, "a compatible server knows no max_completion_tokens")
        return super().respond(path, body)

    def _write(self, said: Sequence[Said], tools: Sequence[str]) -> Answered:
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        return Answered(answer if isinstance(answer, str) else json.dumps(answer))

    def cases(self) -> list[list[dict[str, Any]]]:
        """Of each request, what the user's messages hold."""
        return [
            [json.loads(one["content"]) for one in request["messages"] if one["role"] == "user"]
            for request in self.requests
        ]


def _need_strict(schema: Mapping[str, Any]) -> None:
    """OpenAI's strict mode: every object closed, every property required."""
    if schema["type"] == "object":
        need(schema["additionalProperties"] is False, "an open object")
        need(set(schema["required"]) == set(schema["properties"]), "an optional property")
        for inner in schema["properties"].values():
            _need_strict(inner)
    elif schema["type"] == "array":
        _need_strict(schema["items"])


class Asking:
    """Keeps what a rewriter answered, and what it was asked, as a build does."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.kept: dict[bytes, bytes] = {}

    def __call__(
        self, key: Mapping[str, Any], call: Call, function: Callable[..., bytes], *arguments: object
    ) -> bytes:
        name = canonical(key)
        if name not in self.kept:
            self.calls.append(call)
            self.kept[name] = function(*arguments)
        return self.kept[name]


def worded(spoken: str, **whitelist: str) -> Answer:
    """An answer by the schema."""
    items = [{"topic": topic, "value": value} for topic, value in whitelist.items()]
    return {"spoken": spoken, "whitelist": items}
