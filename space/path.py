"""The whole path of one request, step by step: said, heard, answered, judged. Nothing is kept."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from bfcl_audio.errors import BfclAudioError, InputError
from bfcl_audio.harness.agents import Agent
from bfcl_audio.harness.agents.base import AgentError
from bfcl_audio.harness.conversation import ChatMessage, Conversation, Heard, Turn
from bfcl_audio.harness.episode import Episode, play
from bfcl_audio.harness.judges import judge as judge_of_spec
from bfcl_audio.harness.trajectory import Key, Trajectory
from bfcl_audio.harness.work import DEFAULT_PREAMBLE
from bfcl_audio.judge import JudgeError
from bfcl_audio.report.episodes import Entity, episode_of
from bfcl_audio.report.hearings import Hearing, edits
from bfcl_audio.report.judged import judge
from bfcl_audio.report.stories import EpisodeView, TranscriptView, episode_view, transcript_view
from bfcl_audio.spoken import canonical, heard
from dataset_builder import waveform
from dataset_builder.engines.base import SAMPLE_RATE_HZ, Audio
from dataset_builder.engines.catalogue import engine, recognizer, voices

from .player import Player, player

LONGEST_S = 60.0
"""Of a recording; the longest request of the benchmark takes less."""

LONGEST_TEXT = 2_000
JUDGE = "rules"


@dataclass(frozen=True, slots=True)
class Request:
    """What a person wants to try.

    Attributes:
        entry: a row of `text`: its functions may be called, its right calls are expected.
        values: what of the entry's request may be misheard, and confirmed when asked.
        words: what is said.
        recording: what was recorded or chosen: a sound file; None to have `engine` say the words.
        recognizer: SPEC; empty: the agent reads the words.
    """

    entry: Mapping[str, Any]
    values: Mapping[str, str]
    words: str
    recording: bytes | None
    engine: str
    recognizer: str


@dataclass(frozen=True, slots=True)
class Path:
    """How far a request has come; what has not been reached is None.

    Attributes:
        doing: what happens now; empty once it is over.
        problem: why it ended early.
    """

    request: Request
    clip: Player | None = None
    transcript: TranscriptView | None = None
    told: EpisodeView | None = None
    doing: str = ""
    problem: str = ""
    read: str = field(default="", repr=False)


def walk(request: Request, agent: Callable[[], Agent]) -> Iterator[Path]:
    """Take a request along its path; yields what is known after each step.

    Args:
        request: checked here.
        agent: makes the agent, which may have to be started.
    """
    path = Path(request, read=request.words)
    try:
        check(request)
        if request.recognizer:
            recording = request.recording
            if recording is None:
                yield replace(path, doing=f"{request.engine} says it …")
                recording = say(request.words, request.engine)
            path = replace(path, clip=player(recording))
            yield replace(path, doing=f"{request.recognizer} listens …")
            text = hear(recording, request.recognizer)
            path = replace(path, transcript=_transcript(request, text), read=text)
        yield replace(path, doing="the agent answers …")
        yield replace(path, told=answer(request, path.read, agent()))
    except (BfclAudioError, AgentError, JudgeError) as error:
        yield replace(path, problem=" ".join(str(error).split()))


def check(request: Request) -> None:
    """See that a request can be tried at all.

    Raises:
        InputError: says what is missing, or what is too long.
    """
    if request.recording is not None and not request.recognizer:
        raise InputError("to hear a recording takes a recogniser; choose one")
    if request.recording is None and not request.words.strip():
        raise InputError("nothing is said; type a request, or record one")
    if len(request.words) > LONGEST_TEXT:
        raise InputError(f"the request is longer than {LONGEST_TEXT:,} characters; shorten it")


def say(words: str, spec: str) -> bytes:
    """The words said by an engine's first voice, as a FLAC file.

    Raises:
        BfclAudioError: the engine could not.
    """
    if not spec:
        raise InputError("no speech engine is ready here; record the request instead")
    speaker, voice = engine(spec), voices(spec)[0]
    raw = speaker.speak(words, voice, 0)
    waveform.check(raw, words)
    return waveform.encode(waveform.finish(raw))


def hear(recording: bytes, spec: str) -> str:
    """What a recogniser makes of a recording.

    Raises:
        BfclAudioError: it is no sound file, too long, or the recogniser could not.
    """
    sound: Audio = waveform.decode(recording)
    if sound.duration_s > LONGEST_S:
        raise InputError(
            f"the recording takes {sound.duration_s:.0f} s; at most {LONGEST_S:.0f} s are heard"
        )
    listener = recognizer(spec)
    sound = waveform.resampled(sound, SAMPLE_RATE_HZ)
    return " ".join(listener.transcribe(sound).split())


def answer(request: Request, read: str, agent: Agent) -> EpisodeView | None:
    """What the agent does, judged by the entry's right calls.

    Raises:
        AgentError, JudgeError: it could not be finished.
    """
    conversation = _conversation(request, read)
    rules = judge_of_spec(JUDGE)
    episode = Episode()
    play(conversation, agent, judge=rules, preamble=DEFAULT_PREAMBLE, episode=episode)
    key = Key(0, conversation.id, conversation.arm, agent.name, JUDGE)
    line = Trajectory(
        key=key,
        category=conversation.category,
        status="done",
        messages=[message.as_record() for message in episode.messages],
        utterances=[one.as_record() for one in conversation.utterances],
        answer=episode.answer(multi_turn=False),
        versions=dict(agent.versions),
    ).line()
    recorded = episode_of(json.loads(line), "this try")
    judged, _ = judge([recorded], {conversation.id: conversation.reference})
    return episode_view(judged[0]) if judged else None


def _conversation(request: Request, read: str) -> Conversation:
    row = request.entry
    written = "\n".join(
        one["content"] for turn in row["turns"] for one in turn if one["role"] == "user"
    )
    said = Heard(
        utterance_id=f"{row['id']}/0/0",
        turn=0,
        text=written,
        spoken=request.words or read,
        transcript=read if request.recognizer else None,
        whitelist=request.values,
        entities=[
            {"topic": one.topic, "value": one.value, "type": one.type, "heard": one.heard}
            for one in _entities(request, read)
        ],
    )
    turn = Turn((ChatMessage("user", read),), intended=written, read=read, whitelist=request.values)
    arm = f"transcript:{request.recognizer}" if request.recognizer else "spoken"
    return Conversation(
        id=row["id"], category=row["category"], arm=arm, turns=(turn,),
        functions=row["functions"], reference=row["reference"], utterances=(said,),
    )  # fmt: skip


def _transcript(request: Request, text: str) -> TranscriptView:
    """What was heard beside what was meant; alone, where nobody wrote that down."""
    said = request.words or text
    words = canonical(said)
    hearing = Hearing(
        utterance_id="", recognizer=request.recognizer, engine="", voice="", channel="",
        said=said, transcript=text, words=len(words), edits=edits(words, canonical(text)),
        entities=tuple(_entities(request, text)),
    )  # fmt: skip
    return transcript_view(hearing)


def _entities(request: Request, text: str) -> Iterator[Entity]:
    """The entry's values that are said, each heard or lost."""
    said = request.words or text
    for topic, value in request.values.items():
        if heard(value, said):
            yield Entity(topic, value, "other", heard(value, text))
