"""Flite: dated concatenative and statistical voices, of a program that the system carries."""

import subprocess
import tempfile
from functools import cached_property
from pathlib import Path

from . import containers
from .base import Audio, Failed, NotReady, Refused


class FliteEngine:
    """Nothing in it is drawn: `seed` changes nothing. It speaks in a process of its own."""

    name = "flite"
    licence = "BSD-style (program and voices)"
    voices = ("slt", "rms", "awb", "kal16")
    sample_rate_hz = 16_000

    @cached_property
    def version(self) -> str:
        """As the program tells it."""
        try:
            done = subprocess.run(
                ["flite", "--version"],  # noqa: S607  wherever the system has it
                capture_output=True,
                text=True,
                check=False,
                timeout=20,
            )
        except OSError as error:
            raise NotReady(f"flite does not start ({error.strerror})") from None
        lines = [line.strip() for line in done.stdout.splitlines() if "version" in line.lower()]
        return " ".join(lines)[:80] or "flite of an unknown version"

    def speak(self, text: str, voice: str, seed: int) -> Audio:
        """Say the text; see `base.SpeechEngine`."""
        if not any(char.isalnum() for char in text):
            raise Refused(f"nothing to say in {text[:60]!r}")
        with tempfile.TemporaryDirectory(prefix="flite") as folder:
            said, sound = Path(folder, "text"), Path(folder, "sound.wav")
            said.write_text(text, encoding="utf-8")
            command = ["flite", "-voice", voice, "-f", str(said), "-o", str(sound)]
            timeout_s = 20.0 + len(text) / 20
            try:
                done = subprocess.run(  # noqa: S603  a program of the system, a listed voice
                    command, capture_output=True, check=False, timeout=timeout_s
                )
            except (OSError, subprocess.TimeoutExpired) as error:
                raise Failed(f"flite: {type(error).__name__}") from None
            if done.returncode or not sound.is_file():
                raise Failed(f"flite: exit status {done.returncode}, and no sound")
            return containers.decoded(sound.read_bytes(), "wav")
