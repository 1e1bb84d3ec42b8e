"""Chooses the other clips that are heard beside a clip: babble, or a second speaker."""

from collections.abc import Sequence
from dataclasses import replace

from .channel.names import company_size, parse
from .paraphrase.seeding import generator
from .perform import Job


def through(jobs: Sequence[Job], channel: str) -> list[Job]:
    """The jobs once more, each through a channel, with the company that it needs.

    Company are other texts, in other voices where the build has several; which ones depends on
    seed and text, and on what else is there.

    Args:
        jobs: distinct texts that could be spoken, always in the same order.
        channel: its one name.
    """
    size = company_size(parse(channel))
    sent = [replace(job, channel=channel) for job in jobs]
    if not size:
        return sent
    crowd = [replace(job, said=(), asr=()) for job in jobs]
    others = {
        choice: [one for one in crowd if one.choice != choice] or crowd
        for choice in dict.fromkeys(job.choice for job in jobs)
    }
    return [replace(job, company=_drawn(job, others[job.choice], size)) for job in sent]


def _drawn(job: Job, others: Sequence[Job], size: int) -> tuple[Job, ...]:
    """Up to `size` of the others, none of which says the same."""
    drawn = generator(job.seed, "company", job.text).sample(others, min(size + 1, len(others)))
    return tuple(one for one in drawn if one.text != job.text)[:size]
