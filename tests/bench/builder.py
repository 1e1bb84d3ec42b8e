"""What the builder costs beside its engines: speed, workers, a second look, memory.

Instant engines give the same clip and the same transcript at once, so that all of the time is the
builder's own; the embedded ones are compared with a bare loop over the same texts.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

from dataset_builder import pipeline, source
from dataset_builder.config import BuildConfig
from dataset_builder.engines import catalogue
from dataset_builder.engines.base import SAMPLE_RATE_HZ, Audio, Pcm
from dataset_builder.engines.offers import Row
from dataset_builder.perform import drawn
from dataset_builder.prepare import prepare
from dataset_builder.waveform import resampled

from .figures import Figure

INSTANT = BuildConfig(tts=("instant",), asr=("instant",))
EMBEDDED = BuildConfig(
    categories=("simple_python",), limit=24, tts=("hibari", "pico"), asr=("moonshine",)
)
_CHARACTERS_PER_S = 15.0
"""About as fast as the embedded voices."""


class InstantEngine:
    """Says anything as a hum of its length."""

    name, licence, version = "instant", "Apache-2.0", "1"
    voices = ("only",)
    sample_rate_hz = SAMPLE_RATE_HZ

    def speak(self, text: str, voice: str, seed: int) -> Audio:
        return Audio(
            _hum()[: round(len(text) / _CHARACTERS_PER_S * SAMPLE_RATE_HZ)], SAMPLE_RATE_HZ
        )


class InstantRecognizer:
    """Hears the same words in anything."""

    name, licence, version = "instant", "Apache-2.0", "1"

    def transcribe(self, audio: Audio) -> str:
        return "find the area of a triangle with a base of 10 units and a height of 5 units"


@cache
def _hum() -> Pcm:
    import numpy as np

    time_s = np.arange(600 * SAMPLE_RATE_HZ) / SAMPLE_RATE_HZ
    return (0.3 * np.sin(2 * np.pi * 220 * time_s)).astype(np.float32)


def install() -> None:
    """Lets SPECs name the instant ones."""
    for table, made in (
        (catalogue.ENGINES, InstantEngine),
        (catalogue.RECOGNIZERS, InstantRecognizer),
    ):
        table["instant"] = Row(target=f"../{__name__}:{made.__name__}", listed=False)
    real = catalogue._made
    instant = {"InstantEngine": InstantEngine(), "InstantRecognizer": InstantRecognizer()}
    catalogue._made = lambda row, model, options: (  # type: ignore[assignment]
        instant.get(row.target.rpartition(":")[2]) or real(row, model, options)
    )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """How large, for a quick look."""
    parser.add_argument(
        "--entries", type=int, help="at most so many entries (default: all of each measure)"
    )
    parser.add_argument("--instant", action="store_true", help="only what needs no real engine")


def measure(args: argparse.Namespace) -> list[Figure]:
    """The builder's own speed, its share beside engines, two workers, a second look, memory."""
    install()
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        figures = _instant(work, replace(INSTANT, limit=args.entries))
        if not args.instant:
            figures += _embedded(work, replace(EMBEDDED, limit=min(args.entries or 24, 24)))
        return figures


def _instant(work: Path, config: BuildConfig) -> list[Figure]:
    """In a process of its own, whose memory is then the builder's alone."""
    code = (
        "import resource, sys, time; from pathlib import Path; from tests.bench import builder; "
        "builder.install(); root = Path(sys.argv[1]); "
        f"config = builder.replace(builder.INSTANT, limit={config.limit}); "
        "print(*builder.twice(config, root), "
        "resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(work)], check=True, capture_output=True, text=True
    )
    utterances, first_s, again_s, held_mb = map(float, done.stdout.split())
    many = f"{utterances:.0f} utterances"
    return [
        Figure(
            "builder, instant engines", utterances / first_s, "utt/s", 300.0, True,
            f"{many} in {first_s:.1f} s",
        ),
        Figure("a finished build again", again_s, "s", 15.0, False, many),
        Figure("builder's memory", held_mb, "MB", 1000.0, False, f"{many}, no engine's own"),
    ]  # fmt: skip


def twice(config: BuildConfig, root: Path) -> tuple[int, float, float]:
    """Utterances, seconds of a first build, seconds of the same again."""
    pipeline.build(replace(config, limit=2), root / "warm", store=root / "warm-store")

    def build() -> tuple[int, float]:
        started = time.perf_counter()
        report = pipeline.build(config, root / "out", store=root / "store")
        return report.utterances, time.perf_counter() - started

    (utterances, first_s), (_, again_s) = build(), build()
    return utterances, first_s, again_s


def _embedded(work: Path, config: BuildConfig) -> list[Figure]:
    """The same texts by a bare loop and by one process in turns, then by two."""
    texts = [
        (drawn(said, config), said.spoken)
        for entry in source.read(config)
        for said in prepare(entry, config.seed)
        if said.speakable
    ]

    def bare() -> None:
        for choice, text in texts:
            sound = catalogue.engine(choice.spec).speak(text, choice.voice, 1)
            catalogue.recognizer(config.asr[0]).transcribe(resampled(sound, SAMPLE_RATE_HZ))

    def built(name: str) -> Callable[[], object]:
        """A build into an empty store."""
        return lambda: pipeline.build(config, work / name, store=work / f"{name}-store")

    bare()  # loads the models
    turns = [(_took(bare), _took(built(f"one-{turn}"))) for turn in range(_ROUNDS)]
    loop_s, one_s = zip(*turns, strict=True)
    return [
        Figure(
            "over a bare loop of engines", 100 * (min(one_s) / min(loop_s) - 1), "%", 5.0, False,
            f"{len(texts)} texts: {min(one_s):.1f} s, loop {min(loop_s):.1f} s, best of {_ROUNDS}",
        ),
        _workers(work, config),
    ]  # fmt: skip


def _workers(work: Path, config: BuildConfig) -> Figure:
    """Two processes beside one, each with its start and its models to load."""
    command = (
        "import sys; from pathlib import Path; from tests.bench import builder; "
        "root, workers, limit = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]); "
        "config = builder.replace(builder.EMBEDDED, limit=limit, workers=workers); "
        "builder.pipeline.build(config, root / 'out', store=root / 'store')"
    )
    entries = 4 * (config.limit or 0)

    def build(workers: int, turn: int) -> float:
        root = str(work / f"workers-{workers}-{turn}")
        script = [sys.executable, "-c", _GUARD.format(command), root, str(workers), str(entries)]
        return _took(lambda: subprocess.run(script, check=True, capture_output=True))

    one_s, two_s = zip(*((build(1, turn), build(2, turn)) for turn in range(_ROUNDS)), strict=True)
    return Figure(
        "two workers", min(one_s) / min(two_s), "x", 1.7, True,
        f"{entries} entries: {min(one_s):.1f} s, {min(two_s):.1f} s, best of {_ROUNDS}",
    )  # fmt: skip


_ROUNDS = 2
_GUARD = "if __name__ == '__main__':\n    {}"
"""A worker imports the program again, and must not build."""


def _took(call: Callable[[], object]) -> float:
    started = time.perf_counter()
    call()
    return time.perf_counter() - started
