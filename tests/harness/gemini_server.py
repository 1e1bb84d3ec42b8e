"""Gemini's API on loopback, as strict about its wire format as the vendor."""

import base64
import json
import re
from collections.abc import Sequence
from typing import Any

from vendor_servers import Answer, Body, HttpServer, Said, heard_file, need

_OTHER_BASE64 = str.maketrans("-_", "+/")


class GeminiServer(HttpServer):
    """`generateContent`; signs its calls, and refuses calls of the current turn unsigned."""

    @property
    def base_url(self) -> str:
        return self.origin

    @staticmethod
    def error(status: int, code: str, message: str = "", **headers: str) -> Answer:
        body = {"error": {"code": status, "message": message, "status": code.upper()}}
        return Answer(body, status, {k.replace("_", "-"): v for k, v in headers.items()})

    def respond(self, path: str, body: Body) -> Body:
        body = _camel(body)
        need(
            re.fullmatch(r"/v1(beta)?/models/[\w.-]+:generateContent", path), f"no endpoint {path}"
        )
        names = [
            self._tool(declared)
            for tool in body.get("tools", ())
            for declared in tool["functionDeclarations"]
        ]
        answered = self.brain(list(_gemini_said(body["contents"])), names)
        parts: list[Body] = [{"text": "let me think", "thought": True}]
        if answered.text:
            parts.append({"text": answered.text})
        for name, arguments in answered.calls:
            call = {"name": name, "args": json.loads(arguments)}
            signature = base64.b64encode(f"signed {name}".encode()).decode()
            parts.append({"functionCall": call, "thoughtSignature": signature})
        return {
            "candidates": [
                {"content": {"role": "model", "parts": parts}, "finishReason": "STOP", "index": 0}
            ],
            "usageMetadata": {
                "promptTokenCount": 100, "candidatesTokenCount": 7, "thoughtsTokenCount": 3,
                "totalTokenCount": 110,
                "promptTokensDetails": [
                    {"modality": "TEXT", "tokenCount": 40}, {"modality": "AUDIO", "tokenCount": 60},
                ],
            },
            "modelVersion": "m",
        }  # fmt: skip

    @staticmethod
    def _tool(declared: Body) -> str:
        need(re.fullmatch(r"[A-Za-z_][\w.-]{0,63}", declared["name"]), "function name")
        need(declared["parametersJsonSchema"]["type"] == "object", "parametersJsonSchema")
        return str(declared["name"])


def _camel(value: Any) -> Any:
    """Google's JSON takes names of fields in either spelling, and the SDK writes both."""
    if isinstance(value, list):
        return [_camel(one) for one in value]
    if not isinstance(value, dict):
        return value
    named = {re.sub(r"_(\w)", lambda m: m[1].upper(), key): one for key, one in value.items()}
    data = ("args", "response", "parametersJsonSchema")
    return {key: one if key in data else _camel(one) for key, one in named.items()}


def _gemini_said(contents: Sequence[Body]) -> Any:
    waiting: list[str] = []
    last = ""
    for content in contents:
        need(content["role"] != last and content["parts"], "roles must alternate, parts be given")
        last = content["role"]
        for part in content["parts"]:
            if "functionCall" in part:
                name = part["functionCall"]["name"]
                signature = part["thoughtSignature"].translate(_OTHER_BASE64)
                signed = base64.b64decode(signature).decode()
                need(signed == f"signed {name}" and last == "model", "thought signature")
                waiting.append(name)
            elif "functionResponse" in part:
                waiting.remove(part["functionResponse"]["name"])
                yield Said("result", part["functionResponse"]["response"]["output"])
            elif "inlineData" in part:
                # Google's JSON takes both alphabets of base64, and the SDK writes the other one.
                heard = heard_file(part["inlineData"]["data"].translate(_OTHER_BASE64))
                kind = f"audio/{heard.text.lower()}"
                need(part["inlineData"]["mimeType"] == kind, "mime type")
                yield heard
            else:
                yield Said("text" if last == "user" else "assistant", part["text"])
        need(last == "model" or not waiting, f"no result for {waiting}")
    need(not waiting and last == "user", f"no result for {waiting}, or nothing new was said")
