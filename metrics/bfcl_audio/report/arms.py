"""Names of arms and agents, taken apart: the order of arms, and whether an agent may ask."""

from collections.abc import Sequence
from dataclasses import dataclass

from .episodes import Episode

# The way from the written request to the clip; the ledger is read downwards.
_ORDER = ("text", "spoken", "transcript", "transcripts", "audio")


def order(arm: str) -> tuple[int, str, str]:
    """Sort key: text, spoken, each transcript, fused transcripts, audio, anything else.

    An arm over a channel comes after the same on clean sound.
    """
    clean = on_clean(arm)
    kind = clean.partition(":")[0]
    return (_ORDER.index(kind) if kind in _ORDER else len(_ORDER), clean, arm)


def on_clean(arm: str) -> str:
    """The same arm on clean sound.

    >>> on_clean("transcript:whisper@phone+noise:10dB"), on_clean("spoken")
    ('transcript:whisper', 'spoken')
    """
    return arm.partition("@")[0]


def models_first(agent: str) -> tuple[bool, str]:
    """Sort key of agents: models by name, then the scripted ones, which are yardsticks."""
    return agent.startswith("scripted/"), agent


@dataclass(frozen=True, slots=True, order=True)
class Contestant:
    """An agent with or without asking.

    Attributes:
        agent: its spec without the option `ask`, so that both ways of running it meet.
        judge: the judge that answers its questions; empty if it cannot ask anything.
    """

    agent: str
    judge: str

    @property
    def asks(self) -> bool:
        """True if a question of this agent can be answered."""
        return bool(self.judge)


def contestant(episode: Episode) -> Contestant:
    """Who ran this episode.

    A scripted agent asks only with its option `ask`; a model may ask wherever a judge listens.
    Nobody is asked anything in the text arm, so there `?ask` makes no difference and is dropped;
    without a judge it does (the question ends the turn), and stays part of the name.
    """
    base, _, query = episode.agent.partition("?")
    options = [option for option in query.split("&") if option]
    asks = "ask" in options or not base.startswith("scripted/")
    listening = episode.judge != "none" and episode.arm != "text"
    if listening or episode.arm == "text":
        options = [option for option in options if option != "ask"]
    agent = f"{base}?{'&'.join(options)}" if options else base
    return Contestant(agent, episode.judge if asks and listening else "")


def asking(judge: str, judges: Sequence[str]) -> str:
    """Whether one could ask, as a ledger says it: `no`, `yes`, or which of several judges."""
    if not judge:
        return "no"
    return "yes" if len(judges) < 2 else judge
