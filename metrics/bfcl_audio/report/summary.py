"""The sentences at the head of a report, and what it was made from."""

from collections.abc import Iterable

from ..release import RELEASE
from ..signature import signature
from .compose import Report
from .foreign import label
from .judged import Judged
from .ledger import Cell, Ledger
from .tables import percent


def lead(report: Report) -> tuple[str, ...]:
    """What was run, and for the best agents what speech cost them most and what asking won back."""
    left_out = sum(not episode.done for episode in report.episodes)
    if not report.judged:
        why = f": {_conversations(left_out)} not run, the reason stands below" if left_out else ""
        return (f"No conversation could be scored{why}.",)
    entries = {item.episode.id for item in report.judged}
    agents = {ledger.agent for ledger in report.ledgers}
    arms = {item.episode.arm for item in report.judged}
    first = (
        f"{_count(len(entries), 'entry', 'entries')} of BFCL, "
        f"{_count(len(agents), 'agent', 'agents')}, {_count(len(arms), 'arm', 'arms')}, "
        f"{_count(len(report.judged), 'conversation', 'conversations')} run to the end."
    )
    if left_out:
        first += f" {_conversations(left_out)} not run and {_is(left_out)} in no figure."
    costs = [sentence for ledger in best_first(report) if (sentence := _cost(ledger))]
    return (first, *costs[:3])


def best_first(report: Report) -> list[Ledger]:
    """The ledgers in the order of the leaderboard, which is the first table."""
    places = {row[0]: place for place, row in reversed([*enumerate(report.tables[0].rows)])}
    return sorted(report.ledgers, key=lambda ledger: places[ledger.agent])


def made(report: Report) -> tuple[tuple[str, str], ...]:
    """What the figures rest on: (name, value) pairs."""
    episodes = report.episodes
    left_out = len(episodes) - len(report.judged)
    pairs = [
        ("Signature", signature_of(report.judged)),
        ("BFCL release", RELEASE),
        ("Conversations", f"{len(report.judged):,} scored, {left_out:,} not run or left out"),
    ]
    why = sorted({label(e.why, 120) for e in episodes if not e.done and e.why})
    if why:
        pairs.append(("Not run because", "; ".join(why[:5])))
    pairs += _joined("Version of", (e.versions for e in episodes))
    pairs += _joined("SHA-256 of", (e.hashes for e in episodes))
    pairs.append(
        (
            "Intervals",
            "95 %: Wilson for shares, paired bootstrap for differences (p: exact McNemar), "
            "ratio estimator over utterances for word error rate",
        )
    )
    return tuple(pairs)


def _cost(ledger: Ledger) -> str:
    """`scripted/listener: 98.3 % on the written request, 61.7 % on transcript:whisper, …`."""
    text = next((cell for cell in ledger.cells if cell.arm == "text"), None)
    heard = [cell for cell in ledger.cells if ":" in cell.arm or cell.arm.startswith("audio")]
    mute = [cell for cell in heard if not cell.judge] or heard
    if text is None or not heard or not ledger.ids:
        return ""
    worst = min(mute, key=lambda cell: cell.valid.value)
    if worst.valid.value >= text.valid.value:
        return f"{label(ledger.agent)}: nothing lost in any arm."
    sentence = (
        f"{label(ledger.agent)}: {percent(text.valid.value)} % valid on the written request, "
        f"{percent(worst.valid.value)} % on {label(worst.arm)}"
    )
    asking = _best(cell for cell in heard if cell.judge and cell.arm == worst.arm)
    if asking is not None and not worst.judge:
        sentence += f", {percent(asking.valid.value)} % when it may ask"
    # No line may end between a figure and its percent sign.
    return sentence.replace(" %", "\u00a0%") + "."


def _best(cells: Iterable[Cell]) -> Cell | None:
    return max(cells, key=lambda cell: cell.valid.value, default=None)


def signature_of(judged: Iterable[Judged]) -> str:
    """The reproducibility string of figures over these episodes."""
    judged = tuple(judged)
    labels = [
        {
            "agent": item.episode.agent,
            "arm": item.episode.arm,
            "asr": item.episode.recognizer,
            "judge": item.episode.judge,
            "preamble": item.episode.hashes.get("preamble", ""),
        }
        for item in judged
    ]
    return signature((item.category for item in judged), labels)


def _joined(words: str, mappings: Iterable[object]) -> list[tuple[str, str]]:
    values: dict[str, set[str]] = {}
    for mapping in mappings:
        if isinstance(mapping, dict):
            for name, value in mapping.items():
                values.setdefault(name, set()).add(value)
    return [
        (f"{words} {label(name)}", ", ".join(sorted(label(value, 80) for value in values[name])))
        for name in sorted(values)
        if any(values[name])
    ]


def _count(n: int, one: str, many: str) -> str:
    return f"{n:,} {one if n == 1 else many}"


def _conversations(n: int) -> str:
    return f"{_count(n, 'conversation', 'conversations')} {'was' if n == 1 else 'were'}"


def _is(n: int) -> str:
    return "is" if n == 1 else "are"
