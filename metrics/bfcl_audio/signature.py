"""The string that stands beside every figure: what was scored, how, and by which version."""

from collections.abc import Iterable, Mapping, Sequence

from .release import RELEASE
from .upstream import CATEGORIES
from .version import __version__

LABELS = ("agent", "arm", "asr", "judge", "preamble")


def asr_of(arm: str) -> str:
    """The recogniser that an arm's text comes from, or several; empty for any other arm.

    >>> asr_of("transcript:whisper@noise:10dB"), asr_of("transcripts:a+b"), asr_of("audio:kokoro")
    ('whisper', 'a+b', '')
    """
    kind, _, name = arm.partition("@")[0].partition(":")
    return name if kind in ("transcript", "transcripts") else ""


def signature(
    categories: Iterable[str],
    labels: Sequence[Mapping[str, str]] = (),
    corrections: Sequence[str] = (),
) -> str:
    """Write the signature of a result.

    Args:
        categories: those that were scored.
        labels: of each trajectory, by `LABELS`; several values of one are joined by commas.
        corrections: names of the audited view's corrections; none in parity.

    Returns:
        `bfcl:2026.3.23|cats:all|arm:…|asr:…|judge:…|mode:parity|v:…`; a part without a value is
        `-`, and `agent` and `preamble` stand there only for trajectories.
    """
    present = set(categories)
    order = {name: place for place, name in enumerate(CATEGORIES)}
    names = sorted(present, key=lambda name: (order.get(name, len(order)), name))
    parts = {"bfcl": RELEASE, "cats": "all" if present == set(CATEGORIES) else ",".join(names)}
    for label in LABELS:
        values = sorted({given[label] for given in labels if given.get(label)})
        if values or label in ("arm", "asr", "judge"):
            parts[label] = ",".join(values)
    parts["mode"] = "+".join(["parity", *(f"audited:{name}" for name in corrections)])
    parts["v"] = __version__
    # The two separators cannot stand inside a value.
    return "|".join(f"{key}:{value.replace('|', '/') or '-'}" for key, value in parts.items())
