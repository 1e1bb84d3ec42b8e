"""Says one text with a C library, in a process of its own.

Pico and eSpeak NG keep state from one utterance to the next (noise, phase), so that a clip would
depend on those made before it. A fresh process starts from the same state every time; it takes
some 20 ms. This file is also that process' whole program, and imports nothing of ours.
"""

import importlib.util
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .base import Audio


def speak(library: str, package: str, voice: str, text: str, sample_rate_hz: int) -> "Audio":
    """Audio of `text`.

    Args:
        library: `pico` or `espeak`.
        package: the Python package that carries the library.
        voice: as the library names it.
        text: what to say.
        sample_rate_hz: the rate that the library speaks at.

    Raises:
        Refused: nothing in the text can be said.
        Failed: the process failed or took too long.
    """
    import numpy as np

    from .base import Audio, Failed, Refused

    if not any(char.isalnum() for char in text):  # Pico would read the punctuation out
        raise Refused(f"nothing to say in {text[:60]!r}")
    found = importlib.util.find_spec(package)
    site = str(Path(found.origin).parents[1]) if found and found.origin else ""
    command = [sys.executable, "-I", "-S", __file__, library, site, voice]
    timeout_s = 20.0 + len(text) / 20
    try:
        done = subprocess.run(  # noqa: S603  our own file and a voice of a closed list
            command, input=text.encode(), capture_output=True, check=False, timeout=timeout_s
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Failed(f"{library}: {error}") from None
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        raise Failed(f"{library}: {said[-1] if said else f'exit status {done.returncode}'}")
    samples = np.frombuffer(done.stdout, "<i2").astype(np.float32)
    return Audio(samples / np.float32(32768), sample_rate_hz)


def _pico(voice: str, text: str) -> bytes:
    from py_nanotts import NanoTTS

    # At full volume Pico clips; 0.6 leaves room whatever the text.
    return bytes(NanoTTS().speak(text, voice=voice, volume=0.6))


def _espeak(voice: str, text: str) -> bytes:
    import ctypes

    import espeakng_loader

    synchronous, utf8 = 2, 1
    library = ctypes.CDLL(espeakng_loader.get_library_path())
    pieces: list[bytes] = []

    def keep(samples: int | None, count: int, events: int | None) -> int:
        if samples and count > 0:
            pieces.append(ctypes.string_at(samples, 2 * count))
        return 0

    callback = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)(keep)
    data = str(espeakng_loader.get_data_path()).encode()
    if library.espeak_Initialize(synchronous, 0, data, 0) < 0:
        raise RuntimeError(f"eSpeak NG cannot read {data!r}")
    library.espeak_ng_SetRandSeed(ctypes.c_long(1))  # else the clock draws its voices' breath
    library.espeak_SetSynthCallback(callback)
    if library.espeak_SetVoiceByName(voice.encode()):
        raise RuntimeError(f"eSpeak NG has no voice {voice!r}")
    size = ctypes.c_size_t(len(text.encode()) + 1)
    library.espeak_Synth(text.encode(), size, 0, 0, 0, utf8, None, None)
    library.espeak_Synchronize()
    return b"".join(pieces)


if __name__ == "__main__":
    sys.path.insert(0, sys.argv[2])
    say = _pico if sys.argv[1] == "pico" else _espeak
    sys.stdout.buffer.write(say(sys.argv[3], sys.stdin.buffer.read().decode()))
