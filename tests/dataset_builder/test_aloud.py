"""What a caller answers aloud comes through the channel that the request came through."""

import json
import os
import subprocess
import sys
from pathlib import Path

from bfcl_audio import release

# A program of its own: the voice's event loop runs until its process ends.
SAY = """
import json
from bfcl_audio.commands.aloud import _Engines
from dataset_builder import waveform
from dataset_builder.company import Cast
from dataset_builder.records import Choice

others = [(f"somebody else says {number}", "", Choice("fake", "high")) for number in range(9)]
voice = _Engines(Cast(others, seed=0))

def said(channel):
    return voice.speak("it is four o'clock", engine="fake", voice="low", channel=channel)

clips = [said(name) for name in ("", "clean", "phone", "crosstalk:0dB", "phone")]
lengths = {round(waveform.duration_s(clip), 3) for clip in clips}
same = [clips.index(clip) for clip in clips]
print(json.dumps([same, len(lengths), voice.hear(clips[0], "fake")]))
"""


def test_a_reply_goes_through_the_channel(tmp_path: Path) -> None:
    """Clean is clean, each channel its own, the same twice, as long as before."""
    release.release_dir()  # found before the cache is another
    environment = {**os.environ, "BFCL_AUDIO_CACHE": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", SAY], capture_output=True, text=True, env=environment
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [[0, 0, 2, 3, 2], 1, "it is four o'clock"]
