"""The speech services of all vendors on one loopback server, strict about each wire format.

What a vendor would say and hear comes from two functions; failures are injected with `fail` and
come first. A request that the vendor would not take is answered as the vendor answers it.
"""

import base64
import email
import email.policy
import io
import json
import re
import struct
import threading
import time
import wave
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

import numpy as np
import soundfile
from vendor_servers import Answer, BadRequest, need

from dataset_builder.engines.base import Audio
from dataset_builder.waveform import resampled

KEY = "sk-0secret0key0of0the0tests0"

Say = Callable[[str, str], Audio]
"""(text, voice) -> sound."""
Hear = Callable[[bytes], str]
"""A whole WAV file -> transcript."""


@dataclass(frozen=True)
class Request:
    """One request as it came."""

    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.body)
        return found

    @property
    def form(self) -> dict[str, bytes]:
        """Fields of a multipart body; `file` is named with its file name and type."""
        head = f"Content-Type: {self.headers['content-type']}\r\n\r\n".encode()
        message = email.message_from_bytes(head + self.body, policy=email.policy.HTTP)
        fields = {}
        for part in message.iter_parts():
            name = part.get_param("name", header="content-disposition")
            need(name not in fields, f"two fields {name}")
            fields[str(name)] = part.get_payload(decode=True)
            if name == "file":
                need(part.get_filename() == "speech.wav", "a file without a name")
                need(part.get_content_type() == "audio/wav", "a file without a type")
        return fields


def wav(audio: Audio, streamed: bool = False) -> bytes:
    """A WAV file; a streamed one does not know its own length."""
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(audio.sample_rate_hz)
        file.writeframes(pcm16(audio))
    data = bytearray(buffer.getvalue())
    if streamed:
        struct.pack_into("<I", data, 4, 0xFFFFFFFF)
        struct.pack_into("<I", data, 40, 0xFFFFFFFF)
    return bytes(data)


def pcm16(audio: Audio) -> bytes:
    return np.rint(np.clip(audio.pcm, -1, 1) * 32767).astype("<i2").tobytes()


def packed(audio: Audio, container: str) -> bytes:
    buffer = io.BytesIO()
    soundfile.write(buffer, audio.pcm, audio.sample_rate_hz, format=container.upper())
    return buffer.getvalue()


@dataclass
class SpeechServer:
    """Answers all vendors' requests on one port of this machine."""

    say: Say
    hear: Hear
    requests: list[Request] = field(default_factory=list)
    failures: list[Answer] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)

    def __post_init__(self) -> None:
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            timeout = 10

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                if self.headers.get("Transfer-Encoding") == "chunked":
                    body = self._chunked()
                url = urlsplit(self.path)
                query = {name: values[0] for name, values in parse_qs(url.query).items()}
                headers = {name.lower(): value for name, value in self.headers.items()}
                request = Request(self.command, url.path, query, headers, body)
                server.requests.append(request)
                self._send(server.answer(request))

            do_GET = do_POST

            def _chunked(self) -> bytes:
                pieces = []
                while size := int(self.rfile.readline().split(b";")[0], 16):
                    pieces.append(self.rfile.read(size))
                    self.rfile.readline()
                self.rfile.readline()
                return b"".join(pieces)

            def _send(self, answer: Answer) -> None:
                time.sleep(answer.delay_s)
                self.close_connection = True
                if answer.body is None:
                    return
                raw = answer.raw()
                with suppress(OSError):  # the client may have given up
                    self.send_response(answer.status)
                    kind = {"Content-Type": "application/json", "Connection": "close"}
                    for name, value in {**kind, **answer.headers}.items():
                        self.send_header(name, value)
                    self.send_header("Content-Length", str(len(raw) * (2 if answer.cut else 1)))
                    self.end_headers()
                    self.wfile.write(raw)

            def log_message(self, *args: object) -> None:
                """Say nothing."""

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()
        self.origin = f"http://127.0.0.1:{self._http.server_port}"

    @property
    def addresses(self) -> dict[str, str]:
        """The environment that leads each vendor's SDK here."""
        return {
            "OPENAI_BASE_URL": f"{self.origin}/v1",
            "ELEVENLABS_BASE_URL": self.origin,
            "CARTESIA_BASE_URL": self.origin,
            "DEEPGRAM_BASE_URL": self.origin,
            "GOOGLE_GEMINI_BASE_URL": self.origin,
            "DASHSCOPE_HTTP_BASE_URL": f"{self.origin}/api/v1",
        }

    def fail(self, *answers: Answer) -> None:
        self.failures += answers

    def answer(self, request: Request) -> Answer:
        if self.failures:
            return self.failures.pop(0)
        for pattern, respond in ROUTES:
            if match := re.fullmatch(pattern, f"{request.method} {request.path}"):
                try:
                    return respond(self, request, *match.groups())
                except (BadRequest, KeyError, TypeError, ValueError) as error:
                    return Answer({"refused": f"{type(error).__name__}: {error}"}, 422)
        return Answer({"refused": f"no endpoint {request.method} {request.path}"}, 404)

    def close(self) -> None:
        self._http.shutdown()
        self._thread.join()
        self._http.server_close()


def _takes(body: Mapping[str, Any], required: str, optional: str = "") -> None:
    """See that a body has the required fields, and no others than the optional ones."""
    lacking = set(required.split()) - set(body)
    strange = set(body) - set(required.split()) - set(optional.split())
    need(not lacking and not strange, f"lacking {lacking}, unknown {strange}")


def _sound(server: SpeechServer, text: str, voice: str, rate_hz: int) -> Audio:
    need(isinstance(text, str) and text.strip(), "nothing to say")
    return resampled(server.say(text, voice), rate_hz)


def _openai_speech(server: SpeechServer, request: Request) -> Answer:
    need(request.headers["authorization"] == f"Bearer {KEY}", "key")
    body = request.json
    _takes(body, "model input voice", "response_format instructions speed")
    need(len(body["input"]) <= 4096 and isinstance(body["voice"], str), "input or voice")
    form = body.get("response_format", "mp3")
    sound = _sound(server, body["input"], body["voice"], 24_000)
    if form == "wav":
        return Answer(wav(sound, streamed=True), headers={"Content-Type": "audio/wav"})
    raw = pcm16(sound) if form == "pcm" else packed(sound, form)
    return Answer(raw, headers={"Content-Type": f"audio/{form}"})


def _heard(server: SpeechServer, data: bytes) -> tuple[str, float]:
    with wave.open(io.BytesIO(data)) as file:
        form = (file.getnchannels(), file.getsampwidth(), file.getframerate())
        need(form == (1, 2, 16_000) and file.getnframes() >= 1600, f"audio {form}")
        seconds = file.getnframes() / 16_000
    return server.hear(data), seconds


def _openai_transcription(server: SpeechServer, request: Request) -> Answer:
    need(request.headers["authorization"] == f"Bearer {KEY}", "key")
    form = request.form
    _takes(form, "model file", "language response_format")
    need(form["response_format"] == b"json", "response_format")
    text, seconds = _heard(server, form["file"])
    return Answer({"text": text, "usage": {"type": "duration", "seconds": round(seconds)}})


def _elevenlabs_speech(server: SpeechServer, request: Request, voice: str) -> Answer:
    need(request.headers["xi-api-key"] == KEY, "key")
    body = request.json
    _takes(body, "text", "model_id language_code voice_settings seed")
    need(re.fullmatch(r"[A-Za-z0-9]{20}", voice), f"voice {voice}")
    need(0 <= body.get("seed", 0) < 2**32, "seed")
    form, rate = re.fullmatch(r"(wav|pcm)_(\d+)", request.query["output_format"]).groups()  # type: ignore[union-attr]
    sound = _sound(server, body["text"], voice, int(rate))
    raw = wav(sound) if form == "wav" else pcm16(sound)
    return Answer(raw, headers={"Content-Type": f"audio/{form}"})


def _elevenlabs_transcription(server: SpeechServer, request: Request) -> Answer:
    need(request.headers["xi-api-key"] == KEY, "key")
    form = request.form
    # The SDK writes null into fields that it was not given.
    given = {name: value for name, value in form.items() if value != b"null"}
    _takes(given, "model_id file", "language_code tag_audio_events")
    need(form["tag_audio_events"] == b"false", "tags")
    text, seconds = _heard(server, form["file"])
    words = [
        {"text": word, "start": 0.0, "end": seconds, "type": "word", "logprob": -0.1}
        for word in text.split()
    ]
    body = {"language_code": "eng", "language_probability": 1.0, "text": text, "words": words}
    return Answer(body)


def _cartesia_speech(server: SpeechServer, request: Request) -> Answer:
    need(request.headers["authorization"] == f"Bearer {KEY}", "key")
    need(re.fullmatch(r"\d{4}-\d\d-\d\d", request.headers["cartesia-version"]), "version")
    body = request.json
    _takes(body, "model_id transcript voice output_format", "language generation_config")
    form = body["output_format"]
    _takes(form, "container encoding sample_rate")
    need(form["encoding"] == "pcm_s16le" and form["container"] in ("wav", "raw"), "output_format")
    need(re.fullmatch(r"[0-9a-f-]{36}", body["voice"]["id"]), "voice")
    sound = _sound(server, body["transcript"], body["voice"]["id"], form["sample_rate"])
    raw = wav(sound, streamed=True) if form["container"] == "wav" else pcm16(sound)
    return Answer(raw, headers={"Content-Type": "audio/wav"})


def _in_camel_case(value: Any) -> Any:
    """Google's JSON takes the names of fields in either spelling, and the SDK writes both."""
    if isinstance(value, list):
        return [_in_camel_case(one) for one in value]
    if not isinstance(value, dict):
        return value
    name = re.compile(r"_(\w)")
    return {
        name.sub(lambda match: match[1].upper(), key): _in_camel_case(one)
        for key, one in value.items()
    }


def _gemini_speech(server: SpeechServer, request: Request, model: str) -> Answer:
    need(request.headers["x-goog-api-key"] == KEY, "key")
    body = _in_camel_case(request.json)
    _takes(body, "contents generationConfig")
    config = body["generationConfig"]
    _takes(config, "responseModalities speechConfig", "seed")
    need(config["responseModalities"] == ["AUDIO"], "modalities")
    voice = config["speechConfig"]["voiceConfig"]["prebuiltVoiceConfig"]["voiceName"]
    ((part,),) = [content["parts"] for content in body["contents"]]
    sound = _sound(server, part["text"], voice, 24_000)
    if "3.8" in model:
        data, kind = wav(sound), "audio/wav"
    else:
        data, kind = pcm16(sound), "audio/L16;codec=pcm;rate=24000"
    inline = {"mimeType": kind, "data": base64.b64encode(data).decode()}
    content = {"role": "model", "parts": [{"inlineData": inline}]}
    return Answer(
        {
            "candidates": [{"content": content, "finishReason": "STOP", "index": 0}],
            "usageMetadata": {"promptTokenCount": 9, "candidatesTokenCount": 90},
            "modelVersion": model,
        }
    )


def _qwen_speech(server: SpeechServer, request: Request) -> Answer:
    need(request.headers["authorization"] == f"Bearer {KEY}", "key")
    body = request.json
    _takes(body, "model input", "parameters")
    _takes(body["input"], "text voice", "language_type")
    need(len(body["input"]["text"]) <= 600, "text is longer than 600 characters")
    sound = _sound(server, body["input"]["text"], body["input"]["voice"], 24_000)
    name = f"{len(server.files)}.wav"
    server.files[name] = wav(sound)
    url = f"{server.origin}/files/{name}?Expires=1&Signature=0signature0"
    audio = {"data": "", "url": url, "id": "audio_1", "expires_at": 1}
    return Answer(
        {
            "request_id": "1",
            "output": {"finish_reason": "stop", "audio": audio},
            "usage": {"characters": len(body["input"]["text"])},
        }
    )


def _qwen_file(server: SpeechServer, request: Request, name: str) -> Answer:
    need("authorization" not in request.headers, "the key was sent to where it does not belong")
    need(request.query["Signature"] == "0signature0", "signature")
    return Answer(server.files[name], headers={"Content-Type": "audio/x-wav"})


def _deepgram_transcription(server: SpeechServer, request: Request) -> Answer:
    need(request.headers["authorization"] == f"Token {KEY}", "key")
    _takes(request.query, "model", "language smart_format")
    text, seconds = _heard(server, request.body)
    words = [{"word": w, "start": 0.0, "end": seconds, "confidence": 0.9} for w in text.split()]
    heard = {"transcript": text, "confidence": 0.99, "words": words}
    meta = {
        "transaction_key": "deprecated", "request_id": "1", "sha256": "0",
        "created": "2026-11-30T00:00:00.000Z", "duration": seconds, "channels": 1,
        "models": ["m"],
        "model_info": {"m": {"name": "general-nova-3", "version": "1", "arch": "nova-3"}},
    }  # fmt: skip
    return Answer({"metadata": meta, "results": {"channels": [{"alternatives": [heard]}]}})


Respond = Callable[..., Answer]
ROUTES: tuple[tuple[str, Respond], ...] = (
    ("POST /v1/audio/speech", _openai_speech),
    ("POST /v1/audio/transcriptions", _openai_transcription),
    ("POST /v1/text-to-speech/([^/]+)", _elevenlabs_speech),
    ("POST /v1/speech-to-text", _elevenlabs_transcription),
    ("POST /tts/bytes", _cartesia_speech),
    (r"POST /v1(?:beta)?/models/([\w.-]+):generateContent", _gemini_speech),
    ("POST /api/v1/services/aigc/multimodal-generation/generation", _qwen_speech),
    (r"GET /files/(\d+\.wav)", _qwen_file),
    ("POST /v1/listen", _deepgram_transcription),
)


# How each vendor writes an error: (status, its own code, message) -> body.
ERRORS: Mapping[str, Callable[[int, str, str], object]] = {
    "openai": lambda status, code, message: {
        "error": {"message": message, "type": code, "param": None, "code": code}
    },
    "elevenlabs": lambda status, code, message: {"detail": {"status": code, "message": message}},
    "cartesia": lambda status, code, message: {
        "error_code": code, "title": "error", "message": message, "request_id": "1",
    },
    "gemini": lambda status, code, message: {
        "error": {"code": status, "message": message, "status": code.upper()}
    },
    "qwen": lambda status, code, message: {"code": code, "message": message, "request_id": "1"},
    "deepgram": lambda status, code, message: {
        "err_code": code, "err_msg": message, "request_id": "1",
    },
}  # fmt: skip
