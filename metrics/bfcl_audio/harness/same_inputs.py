"""All lines of an agent in a file were made alike: from the same inputs, with the same settings."""

from collections.abc import Mapping, Sequence

from ..errors import InputError
from .jobs import Job
from .journal import Journal
from .trajectory import settings_in
from .work import Work

_ANOTHER = {
    "preamble": "another preamble",
    "dataset": "another dataset",
    "replies": "replies of another kind (--spoken-replies)",
    "judge_prompt": "another judge's prompt",
}


def check_inputs(journal: Journal, jobs: Sequence[Job], work: Work) -> None:
    """Refuse to mix lines that were made otherwise into this run.

    Raises:
        InputError: the file holds such a line.
    """
    settings = settings_in(work.agent.versions)
    for job in jobs:
        found = journal.head(job.key)
        if found is None:
            continue
        if name := _different(work.hashes(job.conversation), found.hashes):
            another = _ANOTHER.get(name, name)
        elif name := _different(settings, found.settings):
            another = f"another {name} ({found.settings.get(name, 'none')!s:.40})"
        else:
            continue
        raise InputError(
            f"{journal.path} holds a run made with {another}; name another --out, or remove the "
            "file"
        )


def _different(wanted: Mapping[str, str], found: Mapping[str, str]) -> str:
    """The first name that stands for two things; empty if there is none."""
    names = (*wanted, *found)
    return next((name for name in names if wanted.get(name, "") != found.get(name, "")), "")
