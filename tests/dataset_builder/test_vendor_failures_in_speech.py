"""What fails at a vendor, through its own SDK and a real socket: which error it becomes."""

import asyncio
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import numpy as np
import pytest
from speech_servers import ERRORS, KEY, SpeechServer, wav
from vendor_servers import Answer

from dataset_builder import waveform
from dataset_builder.engines.base import (
    Audio,
    BadSpeech,
    EngineError,
    Failed,
    NotReady,
    Refused,
    Shut,
    Spec,
    wait_s,
)
from dataset_builder.engines.catalogue import ENGINES, RECOGNIZERS, Row, engine, recognizer
from dataset_builder.maker import maker
from dataset_builder.records import Spoken
from dataset_builder.transcription import transcribe

TIMEOUT_S = 1.0
TEXT = "Could you tell me the time?"
SPEAKERS = ("openai", "elevenlabs", "cartesia", "gemini", "qwen")
LISTENERS = ("openai", "elevenlabs", "deepgram")
CASES = [*(f"tts {name}" for name in SPEAKERS), *(f"asr {name}" for name in LISTENERS)]


def tone(text: str, voice: str) -> Audio:
    time_s = np.arange(int(24_000 * (0.2 + 0.08 * len(text)))) / 24_000
    return Audio((0.3 * np.sin(2 * np.pi * 220 * time_s)).astype(np.float32), 24_000)


@dataclass
class Stage:
    """One engine or recogniser, its server, and the pauses of the retry loop."""

    kind: str
    vendor: str
    server: SpeechServer
    pauses: list[float] = field(default_factory=list)
    made: Any = None

    def __post_init__(self) -> None:
        # A time-out of the tests' own, which no other test's object has.
        self.spec = f"{self.vendor}?timeout={TIMEOUT_S}"
        self.made = engine(self.spec) if self.kind == "tts" else recognizer(self.spec)

    @property
    def row(self) -> Row:
        return (ENGINES if self.kind == "tts" else RECOGNIZERS)[self.vendor]

    def once(self) -> object:
        """One call, without retries: a length in seconds, or a transcript."""
        if self.kind == "tts":
            audio = self.made.speak(TEXT, self.made.voices[0], 1)
            waveform.check(audio, TEXT)
            return round(audio.duration_s, 1)
        return self.made.transcribe(Audio(np.zeros(16_000, np.float32), 16_000))

    def call(self) -> object:
        """With retries, when and as often as a build makes them."""
        for attempt in count():
            try:
                return self.once()
            except EngineError as error:
                if (pause_s := wait_s(error, attempt)) is None:
                    raise
                self.pauses.append(pause_s)
        raise AssertionError

    def error(self, status: int, code: str = "some_error", **headers: str) -> Answer:
        """An error as the vendor writes it, which quotes the key."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        body = ERRORS[self.vendor](status, code, f"Incorrect API key provided: {KEY}")
        return Answer(body, status, named)

    @property
    def good(self) -> object:
        return round(tone(TEXT, "").duration_s, 1) if self.kind == "tts" else "hello there"


@pytest.fixture(params=CASES)
def stage(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Stage]:
    server = SpeechServer(tone, lambda wav: "hello there")
    for row in (*ENGINES.values(), *RECOGNIZERS.values()):
        for key in row.keys:
            monkeypatch.setenv(key, KEY)
    for name, address in server.addresses.items():
        monkeypatch.setenv(name, address)
    made = Stage(*request.param.split(), server)
    try:
        yield made
    finally:
        made.made.close()
        server.close()


PASSING: list[tuple[str, Callable[[Stage], Answer]]] = [
    ("too many requests", lambda stage: stage.error(429)),
    ("server error", lambda stage: stage.error(500)),
    ("overloaded", lambda stage: stage.error(503)),
    ("an error without JSON", lambda stage: Answer(b"<html>bad gateway</html>", 502)),
    ("a timeout", lambda stage: Answer(b"{}", delay_s=1.5 * TIMEOUT_S)),
    ("half a body", lambda stage: Answer(b'{"text": "half', cut=True)),
    ("something else", lambda stage: Answer(b"<html>welcome</html>")),
    ("JSON of another kind", lambda stage: Answer(b'{"welcome": [1]}')),
    ("an empty body", lambda stage: Answer(b"")),
    ("a hang-up", lambda stage: Answer(None)),
]
passing = pytest.mark.parametrize("failure", [c[1] for c in PASSING], ids=[c[0] for c in PASSING])


@passing
def test_what_may_pass_is_asked_again(stage: Stage, failure: Callable[[Stage], Answer]) -> None:
    """One failure costs one pause of ours; the SDK makes no request of its own."""
    stage.server.fail(failure(stage))
    result, posts = stage.call(), [one for one in stage.server.requests if one.method == "POST"]
    assert (result, stage.pauses, len(posts)) == (stage.good, [1.0], 2)


@pytest.mark.parametrize(
    "failure", [c[1] for c in PASSING if c[0] != "a timeout"],
    ids=[c[0] for c in PASSING if c[0] != "a timeout"],
)  # fmt: skip
def test_what_does_not_pass_is_an_error(stage: Stage, failure: Callable[[Stage], Answer]) -> None:
    """Never a clip, never an empty transcript; nothing of what the vendor said is in it."""
    stage.server.fail(*(failure(stage) for _ in range(4)))
    with pytest.raises((Failed, BadSpeech)) as caught:
        stage.call()
    assert (KEY in repr(caught.value), stage.vendor in str(caught.value), stage.pauses) == (
        False, True, [1.0, 2.0, 4.0],
    )  # fmt: skip


def test_a_wish_to_wait_is_heeded(stage: Stage) -> None:
    """The vendor says how long, in the header."""
    stage.server.fail(stage.error(429, Retry_After="7"))
    stage.call()
    assert stage.pauses == [7.0]


FINAL: list[tuple[int, str, type[Refused], str]] = [
    (400, "bad_request", Refused, "the request was refused (HTTP 400 bad_request)"),
    (401, "some_error", Shut, "the key was refused (HTTP 401)"),
    (402, "some_error", Shut, "no credit or quota is left (HTTP 402)"),
    (403, "some_error", Refused, "the request was refused (HTTP 403 some_error)"),
    (404, "some_error", Refused, "no such model, voice or address (HTTP 404)"),
]


@pytest.mark.parametrize(("status", "code", "kind", "says"), FINAL)
def test_what_stays_wrong_is_asked_once(
    stage: Stage, status: int, code: str, kind: type[Refused], says: str
) -> None:
    """No retry; the vendor's words, which quote the key, go nowhere."""
    stage.server.fail(stage.error(status, code))
    with pytest.raises(Refused) as caught:
        stage.call()
    error = caught.value
    shown = f"{error!r} {error.__cause__!r} {error.__suppress_context__}"
    said = str(error).replace(code.upper(), code)  # Google's are in capitals
    assert (type(error), says in said, KEY in shown, "True" in shown, stage.pauses) == (
        kind, True, False, stage.vendor != "qwen", [],
    )  # fmt: skip


@pytest.mark.parametrize("status", [400, 500])
def test_a_code_that_is_a_key_is_not_shown(stage: Stage, status: int) -> None:
    """Codes are quoted, as they help; a vendor that puts the key there is not."""
    stage.server.fail(*(stage.error(status, KEY) for _ in range(4)))
    with pytest.raises((Failed, Refused)) as caught:
        stage.call()
    assert (KEY in str(caught.value), str(status) in str(caught.value)) == (False, True)


QUOTAS = [
    ("tts openai", 429, "insufficient_quota"),
    ("asr openai", 429, "insufficient_quota"),
    ("tts elevenlabs", 401, "quota_exceeded"),
    ("asr elevenlabs", 401, "quota_exceeded"),
    ("asr deepgram", 402, "ASR_PAYMENT_REQUIRED"),
    ("tts qwen", 400, "Arrearage"),
    ("tts qwen", 403, "AllocationQuota.FreeTierOnly"),
]


@pytest.mark.parametrize(("stage", "status", "code"), QUOTAS, indirect=["stage"])
def test_a_used_up_account_is_final(stage: Stage, status: int, code: str) -> None:
    """Vendors say it with the status of a rate limit, a wrong key or a bad request."""
    stage.server.fail(stage.error(status, code))
    with pytest.raises(Shut, match="no credit or quota is left"):
        stage.call()


GOOGLE = [
    (400, {"reason": "API_KEY_INVALID", "domain": "googleapis.com"}, "the key was refused"),
    (429, {"violations": [{"quotaId": "RequestsPerDayPerModel"}]}, "no credit or quota is left"),
]


@pytest.mark.parametrize("stage", ["tts gemini"], indirect=True)
@pytest.mark.parametrize(("status", "detail", "says"), GOOGLE)
def test_google_tells_in_details_what_is_final(
    stage: Stage, status: int, detail: dict[str, object], says: str
) -> None:
    """A refused key comes as a bad request, a used-up day as too many requests."""
    body = {"error": {"code": status, "message": KEY, "status": "X", "details": [detail]}}
    stage.server.fail(Answer(body, status))
    with pytest.raises(Shut, match=says):
        stage.call()


@pytest.mark.parametrize("stage", ["tts gemini"], indirect=True)
def test_google_tells_in_details_how_long_to_wait(stage: Stage) -> None:
    """The header is not the only place."""
    detail = {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "31.5s"}
    body = {"error": {"code": 429, "message": "", "status": "X", "details": [detail]}}
    stage.server.fail(Answer(body, 429))
    stage.call()
    assert stage.pauses == [31.5]


@pytest.mark.parametrize("stage", ["tts gemini"], indirect=True)
@pytest.mark.parametrize(
    "body",
    [
        {"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}},
        {"candidates": [{"finishReason": "SAFETY", "index": 0}]},
    ],
)
def test_a_filtered_text_is_refused(stage: Stage, body: dict[str, object]) -> None:
    """It would be filtered again."""
    stage.server.fail(Answer(body))
    with pytest.raises(Refused, match="blocked by the vendor's filter"):
        stage.call()


def test_a_refused_key_is_not_used_again_but_another_is(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Thousands of clips would fail alike; a new key counts at once."""
    stage.server.fail(stage.error(401))
    for _ in range(2):
        with pytest.raises(Shut, match="the key was refused"):
            stage.call()
    monkeypatch.setenv(stage.row.keys[0], f"{KEY}9")
    with pytest.raises(Refused, match="HTTP 422"):  # the server takes only the first
        stage.call()
    assert len(stage.server.requests) == 2


def test_without_a_key_nothing_is_asked(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error names the variable."""
    monkeypatch.delenv(stage.row.address)
    for key in stage.row.keys:
        monkeypatch.delenv(key)
    with pytest.raises(NotReady, match=re.escape(f"no key; set ${stage.row.keys[0]}")):
        stage.call()
    assert stage.server.requests == []


def test_the_key_travels_in_its_header_only(stage: Stage) -> None:
    """Not in the address, the body, the version, or what the object shows."""
    stage.call()
    sent = stage.server.requests[0]
    made = stage.made
    elsewhere = f"{sent.path} {sent.query} {sent.body!r} {made.version} {made!r} {vars(made)}"
    holders = [name for name, value in sent.headers.items() if KEY in value]
    header = {"elevenlabs": "xi-api-key", "gemini": "x-goog-api-key"}
    assert (holders, KEY in elsewhere) == ([header.get(stage.vendor, "authorization")], False)


SOUND = wav(tone(TEXT, ""))
BROKEN = [
    ("silence", lambda: wav(Audio(np.zeros(48_000, np.float32), 24_000)), "silent audio"),
    ("clipped", lambda: wav(Audio(np.ones(48_000, np.float32), 24_000)), "clipped audio"),
    ("too short", lambda: wav(Audio(tone("", "").pcm[:1200], 24_000)), r"0\.05 s of audio"),
    ("cut off, well framed", lambda: SOUND[: len(SOUND) // 2], "the audio was cut off"),
    ("no samples", lambda: wav(Audio(np.zeros(0, np.float32), 24_000)), "no audio came"),
    ("another container", lambda: b"fLaC" + SOUND, "asked for wav, got flac"),
    ("bare samples", lambda: SOUND[44:], "asked for wav, got something else"),
]


@pytest.mark.parametrize("stage", ["tts openai", "tts elevenlabs", "tts cartesia"], indirect=True)
@pytest.mark.parametrize(
    ("made", "says"), [case[1:] for case in BROKEN], ids=[case[0] for case in BROKEN]
)
def test_sound_that_cannot_be_the_text_is_asked_for_again(
    stage: Stage, made: Callable[[], bytes], says: str
) -> None:
    """HTTP 200 is no proof of speech; after the last attempt it is an error, never a clip."""
    stage.server.fail(*(Answer(made()) for _ in range(4)))
    with pytest.raises(BadSpeech, match=says):
        stage.call()
    assert (stage.pauses, stage.call()) == ([1.0, 2.0, 4.0], stage.good)


@pytest.mark.parametrize("stage", ["tts qwen"], indirect=True)
def test_a_file_that_cannot_be_fetched_is_asked_for_again(stage: Stage) -> None:
    """Its address, which is signed, stands in no error."""
    gone = stage.server.say
    stage.server.say = lambda text, voice: (stage.server.fail(Answer(b"", 404)), gone(text, voice))[
        1
    ]
    with pytest.raises(Failed) as caught:
        stage.call()
    assert ("ignature" in str(caught.value), stage.pauses) == (False, [1.0, 2.0, 4.0])


@pytest.mark.parametrize("stage", CASES[len(SPEAKERS) :], indirect=True)
def test_an_empty_transcript_is_asked_for_twice_and_kept(stage: Stage) -> None:
    """A recogniser that succeeds and hears nothing is no failure: the transcript is flagged."""
    stage.server.hear = lambda wav: ""
    with maker() as made:
        heard = asyncio.run(transcribe(Spoken("", "", "", SOUND, 1.0), stage.spec, made))
    assert (heard.text, heard.flagged, len(stage.server.requests)) == ("", "empty", 2)


@pytest.fixture(autouse=True)
def own_store(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BFCL_AUDIO_CACHE", str(tmp_path_factory.mktemp("cache")))


def test_every_vendor_is_tested() -> None:
    """No service is left out of this file."""
    services = [
        *(f"tts {name}" for name, row in ENGINES.items() if row.keys),
        *(f"asr {name}" for name, row in RECOGNIZERS.items() if row.keys),
    ]
    assert sorted(services) == sorted(CASES)
    assert all(Spec.parse(case.split()[1]).vendor in ERRORS for case in CASES)
