"""Utterances that are written alike: they are said once, whatever entries they stand in.

Text-BFCL asks some things several times, mostly in the four forms of one multi-turn entry, and now
and then with another truth. A wording drawn for one of them must serve all; so it is asked for
with all that any of them needs, and always of the whole release, whichever entries a build takes.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from threading import Lock

from bfcl_audio import upstream

from .config import BuildConfig
from .records import Entry, Utterance
from .source import read, utterances

Member = tuple[Entry, Utterance]
_READING = Lock()


def alike(entry: Entry, utterance: Utterance) -> Sequence[Member]:
    """All utterances with the text of this one, in BFCL's order; itself if it is no one of BFCL's.

    Raises:
        UpstreamError: the release cannot be found or verified.
    """
    with _READING:  # many threads word at once, and one shall read
        index = _by_text()
    found = index.get(utterance.text, ())
    if any(own.id == entry.id and own.reference == entry.reference for own, _ in found):
        return found
    return [*found, (entry, utterance)]


@cache
def _by_text() -> Mapping[str, Sequence[Member]]:
    everything = BuildConfig(categories=upstream.CATEGORIES + upstream.LIVE_CATEGORIES)
    found: dict[str, list[Member]] = defaultdict(list)
    for entry in read(everything):
        for one in utterances(entry):
            found[one.text].append((entry, one))
    return dict(found)
