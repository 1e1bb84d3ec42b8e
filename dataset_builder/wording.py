"""The part of the recipe that is text, for all entries: by the rules, or by a model."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from functools import partial

from . import rewriters
from .asking import asker
from .config import BuildConfig
from .crew import Waiting
from .engines.base import EngineError, NotReady
from .loop import in_order
from .maker import Maker
from .paraphrase import read_style
from .perform import line
from .prepare import prepare
from .records import Entry, Paraphrase

_AHEAD = 64
"""Entries under way at once."""


@dataclass(frozen=True, slots=True)
class Worded:
    """An entry as a caller says it.

    Attributes:
        entry: as BFCL wrote it.
        said: one paraphrase an utterance, in order; none if its rewriter failed.
        failure: why the rewriter failed, retries included; empty if it did not.
    """

    entry: Entry
    said: tuple[Paraphrase, ...]
    failure: str = ""

    @property
    def speakable(self) -> bool:
        """Whether every utterance can be spoken, so that the entry has clips."""
        return not self.failure and all(one.speakable for one in self.said)


async def word(
    entries: Sequence[Entry], config: BuildConfig, maker: Maker
) -> AsyncIterator[Worded]:
    """Every entry in order, proved, with its whitelist.

    Raises:
        NotReady: the rewriter's package or key is missing.
    """
    by_rules = partial(prepare, style=read_style(config.style))
    by_model = partial(by_rules, rewriter=config.rewriter, ask=asker(maker))

    async def word_one(entry: Entry) -> Worded:
        try:
            if config.rewriter == rewriters.RULES:
                return Worded(entry, await maker.crew.do(by_rules, entry, config.seed))
            return Worded(entry, await waiting.do(by_model, entry, config.seed))
        except NotReady:
            raise
        except EngineError as error:
            return Worded(entry, (), line(error))

    with Waiting() as waiting:
        async for one in in_order(word_one, entries, _AHEAD):
            yield one
