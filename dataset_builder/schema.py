"""The columns of every config as `datasets.Features`, and what configs are called.

| config | row | features |
|---|---|---|
| `text` | entry | `text_features()` |
| `paraphrases` | entry | `paraphrase_features()` |
| `audio`, `audio_<engine>` | utterance | `clip_features()` |
| `transcripts_<asr>` | entry | `transcript_features()` |

JSON columns are plain strings: the `Json` feature would turn the string `"5"` into a number.
"""

from collections.abc import Mapping

from datasets import Audio, Features, List, Value

from .channel.names import CLEAN
from .engines.base import SAMPLE_RATE_HZ, slug


def config_name(kind: str, spec: str = "", channel: str = CLEAN) -> str:
    """`audio`, `audio_<engine>`, `transcripts_<asr>`, each with a suffix unless clean.

    >>> config_name("audio", "kokoro"), config_name("transcripts", "whisper", "phone")
    ('audio_kokoro', 'transcripts_whisper_phone')
    """
    suffix = "" if channel == CLEAN else channel
    return "_".join(part for part in (kind, slug(spec), slug(suffix)) if part)


def text_features() -> Features:
    """Entries as BFCL wrote them."""
    return _entry_features({})


def paraphrase_features() -> Features:
    """Entries as a caller says them; `clarifications` and `style` are JSON objects."""
    return _entry_features(
        {
            "clarifications": Value("string"),
            "speakable": Value("bool"),
            "why_not": Value("string"),
            "style": Value("string"),
        }
    )


def transcript_features() -> Features:
    """Entries as a recogniser understood them; `entities` is a JSON list."""
    return _entry_features(
        {
            "text": Value("string"),
            "transcript": Value("string"),
            "wer": Value("float64"),
            "entities": Value("string"),
            "audible": Value("bool"),
            "flagged": Value("string"),
        }
    )


def clip_features() -> Features:
    """Utterances as sound: 16 kHz mono files, embedded.

    `fidelity` is a JSON object: what each recogniser made of the clip.
    """
    return Features(
        {
            "utterance_id": Value("string"),
            "id": Value("string"),
            "category": Value("string"),
            "turn": Value("int32"),
            "message": Value("int32"),
            "text": Value("string"),
            "audio": Audio(sampling_rate=SAMPLE_RATE_HZ),
            "engine": Value("string"),
            "voice": Value("string"),
            "channel": Value("string"),
            "duration_s": Value("float64"),
            "primary": Value("bool"),
            "flagged": Value("string"),
            "fidelity": Value("string"),
        }
    )


def _entry_features(utterance: Mapping[str, Value]) -> Features:
    return Features(
        {
            "id": Value("string"),
            "category": Value("string"),
            "turns": List(List({"role": Value("string"), "content": Value("string")})),
            "functions": Value("string"),
            "reference": Value("string"),
            "scenario": Value("string"),
            "utterances": List({"utterance_id": Value("string"), **utterance}),
        }
    )
