"""Addresses of views: what a link says, and the link that says it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode

TABS = ("listen", "replay", "leaderboard", "score", "try")
LONGEST = 200  # characters of a value; nothing that we link to is longer


@dataclass(frozen=True, slots=True)
class Link:
    """One view: its tab, and what is shown in it.

    `params` are words of a stranger: compared with what there is, and never a path.
    """

    tab: str = TABS[0]
    params: Mapping[str, str] = field(default_factory=dict)

    def get(self, name: str) -> str:
        """A parameter; empty if the link does not have it."""
        return self.params.get(name, "")


def read(query: Mapping[str, str]) -> Link:
    """Return what the query of an address asks for; what it may not say is left out."""
    tab = query.get("tab", TABS[0])
    params = {
        name: value
        for name, value in query.items()
        if name != "tab" and not name.startswith("__") and value and len(value) <= LONGEST
    }
    return Link(tab, params) if tab in TABS else Link()


def write(tab: str, **params: str) -> str:
    """Return the query of an address; parameters without a value are left out."""
    return "?" + urlencode({"tab": tab, **{name: text for name, text in params.items() if text}})
