"""The part of the recipe that is sound: one text spoken once, sent, heard by every recogniser.

A job is all that a worker needs; its result is small, as clips and transcripts lie in the store.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from . import fidelity
from .arrival import arrive
from .channel.names import CLEAN
from .engines.base import EngineError, NotReady
from .records import Paraphrase, Transcript
from .speech import Choice, Spoken, draw, share, speak
from .store import Store
from .transcription import Hearing, transcribe


@dataclass(frozen=True, slots=True)
class Job:
    """One distinct text, the voice that says it, and the utterances that it stands for.

    `store` is the root of the store to use, None for the one in our cache. `company` are the
    jobs whose clips are heard beside this one in its `channel`.
    """

    text: str
    choice: Choice
    style: str
    seed: int
    asr: tuple[str, ...]
    said: tuple[Paraphrase, ...]
    store: Path | None = None
    channel: str = CLEAN
    company: tuple["Job", ...] = ()


@dataclass(frozen=True, slots=True)
class Sound:
    """What became of a job.

    `heard` maps (utterance id, recogniser) to its transcript; `failures` maps the SPEC of an
    engine or recogniser that failed, retries included, to why. A failed engine leaves no
    transcript, a failed recogniser none of its own.
    """

    job: Job
    heard: Mapping[tuple[str, str], Transcript]
    failures: Mapping[str, str]

    @property
    def mute(self) -> bool:
        """Whether there is no clip."""
        return self.job.choice.spec in self.failures


def jobs(
    said: Iterable[Paraphrase],
    *,
    tts: tuple[str, ...],
    asr: tuple[str, ...],
    seed: int,
    store: Path | None = None,
) -> list[Job]:
    """One job per distinct text, in order of first appearance; equal texts are voiced once."""
    by_text: dict[str, list[Paraphrase]] = {}
    for one in said:
        by_text.setdefault(one.spoken, []).append(one)
    found = []
    for text, group in by_text.items():
        style = group[0].style.get("name", "")
        choice = draw({spec: share(spec) for spec in tts}, text, style, seed)
        found.append(Job(text, choice, style, seed, asr, tuple(group), store))
    return found


def perform(job: Job) -> Sound:
    """Speaks, transcribes and checks one job, taking from the store what is there.

    Raises:
        NotReady: a package or model is missing, so no job can be done.
        WriteError: the disk refused.
    """
    failures: dict[str, str] = {}
    hearings: list[Hearing] = []
    store = Store(job.store)
    try:
        clip = voice(job)
    except NotReady:
        raise
    except EngineError as error:
        return Sound(job, {}, {job.choice.spec: _line(error)})
    for spec in job.asr:
        try:
            hearings.append(transcribe(clip.audio, spec, store))
        except NotReady:
            raise
        except EngineError as error:
            failures[spec] = _line(error)
    heard = {
        (one.utterance_id, one.asr): one for said in job.said for one in _check(said, hearings)
    }
    return Sound(job, heard, failures)


def voice(job: Job) -> Spoken:
    """The job's clip as it arrives, made or found."""
    store = Store(job.store)
    clip = speak(job.text, job.choice, store, style=job.style, seed=job.seed)
    if job.channel == CLEAN:
        return clip
    return arrive(clip, job.channel, [voice(one) for one in job.company], store, seed=job.seed)


def _check(said: Paraphrase, hearings: Iterable[Hearing]) -> list[Transcript]:
    """What each recogniser made of one utterance, and whether any of them got every value."""
    found = [
        Transcript(
            utterance_id=said.utterance_id,
            asr=one.asr,
            text=said.spoken,
            transcript=one.text,
            wer=fidelity.word_error_rate(said.spoken, one.text),
            entities=tuple(fidelity.entities(said.values, said.spoken, one.text)),
            audible=False,
            flagged=one.flagged,
        )
        for one in hearings
    ]
    audible = fidelity.audible(one.entities for one in found)
    return [replace(one, audible=audible) for one in found]


def _line(error: EngineError) -> str:
    return " ".join(str(error).split())
