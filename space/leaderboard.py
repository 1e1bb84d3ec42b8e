"""Leaderboard: agents, arms and recognisers compared, narrowed as one likes."""

from collections.abc import Iterable, Sequence
from typing import Any

import gradio as gr

from bfcl_audio.report.foreign import label

from .board import Narrow, board, choices
from .links import Link
from .render import says, show
from .replay import EMPTY
from .runs import Runs
from .tab import Tab

_AGAIN_S = 2.0
_PATIENCE_S = 1.0


class Leaderboard:
    """What the tab does."""

    def __init__(self, runs: Runs) -> None:
        """Of runs, or of none."""
        self.runs = runs

    def put(self) -> Tab:
        """Puts the tab together; reads nothing yet."""
        if not self.runs.paths:
            gr.HTML(says(EMPTY), apply_default_css=False)
            return Tab("leaderboard", [], lambda link: [])
        with gr.Row():
            filters = [
                gr.Dropdown(label=name, filterable=False, min_width=150)
                for name in ("Category", "Speech engine", "Channel", "Kind of value needed")
            ]
        view = gr.HTML(apply_default_css=False, elem_id="leaderboard-view")
        later = gr.Timer(_AGAIN_S, active=False)
        asked = gr.State(Link("leaderboard"))
        for one in filters:
            one.input(self.see, filters, view, show_progress="minimal")
        tab = Tab("leaderboard", [asked, later, *filters, view], self.open)
        later.tick(self.open, asked, tab.outputs, show_progress="hidden")
        return tab

    def open(self, link: Link) -> Sequence[Any]:
        """What a link narrows to, and the figures; how far scoring has come, until it is done."""
        if not self.runs.judged.wait(_PATIENCE_S):
            lines = self.runs.lines()
            text = f"Scoring {len(lines):,} conversations: {self.runs.scored:,} done …"
            return [link, gr.update(active=True), *[gr.skip()] * 4, says(text)]
        known = choices(self.runs.judged())
        offered = (
            ("category", "All categories", known.categories),
            ("engine", "All engines", known.engines),
            ("channel", "All channels", known.channels),
            ("entity", "All kinds", known.entities),
        )
        asked = [link.get(name) if link.get(name) in names else "" for name, _, names in offered]
        updates = [
            gr.update(choices=_choices(everything, names), value=value)
            for (_, everything, names), value in zip(offered, asked, strict=True)
        ]
        return [link, gr.update(active=False), *updates, self.see(*asked)]

    def see(self, *asked: object) -> str:
        """The figures of what counts."""
        to = Narrow(*(value if isinstance(value, str) else "" for value in asked))
        found = board(self.runs.judged(), self.runs.not_run(), to)
        if not found.standings.rows:
            return says("No conversation that ran to the end passes all of these filters.")
        return show("leaderboard", b=found)


def _choices(everything: str, names: Iterable[str]) -> list[tuple[str, str]]:
    # Capitalised: gradio takes a name such as `file` for one of its own texts, and translates it.
    return [(everything, ""), *((label(name[:1].upper() + name[1:]), name) for name in names)]
