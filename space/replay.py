"""Replay a run: one agent's way through one entry, as a person would read it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import gradio as gr

from bfcl_audio.report.episodes import Episode
from bfcl_audio.report.foreign import label
from bfcl_audio.report.states import TurnState, turn_states
from bfcl_audio.report.stories import EpisodeView, episode_view
from bfcl_audio.report.words import OUTCOME_WORDS, OUTCOMES

from . import links
from .links import Link
from .render import says, show
from .runs import Line, Runs
from .tab import Tab, step

MOST_LISTED = 200
EMPTY = (
    "There are no runs here. Make one with `bfcl-audio run` and start the Space with it: "
    "bfcl-audio space DATASET RUN.jsonl"
)
NOT_RUN = "not_run"
Choices = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class ReplayView:
    """All that is shown of one episode; `told` is None for one that was not run to the end."""

    episode: Episode
    told: EpisodeView | None
    states: tuple[TurnState, ...]
    link: str
    listen: str

    @property
    def who(self) -> str:
        """Which agent, and how it was run."""
        episode = self.episode
        judge = "nobody answers questions" if episode.judge == "none" else f"judge {episode.judge}"
        repeat = f", repeat {episode.repeat + 1}" if episode.repeat else ""
        return f"{label(episode.agent)} · {label(episode.arm)} · {label(judge)}{repeat}"


class Replay:
    """What the tab does."""

    def __init__(self, runs: Runs) -> None:
        """Of runs, or of none."""
        self.runs = runs

    def put(self) -> Tab:
        """Puts the tab together; reads nothing yet."""
        if not self.runs.paths:
            gr.HTML(says(EMPTY), apply_default_css=False)
            return Tab("replay", [], lambda link: [])
        with gr.Row(equal_height=False):
            with gr.Column(scale=1, min_width=280):
                slot = gr.Dropdown(label="Agent, arm, judge", filterable=True)
                ended = gr.Dropdown(
                    [("Any way", ""), *((OUTCOME_WORDS[name].capitalize(), name)
                     for name in OUTCOMES), ("Not run", NOT_RUN)],
                    value="", label="How it ended", filterable=False,
                )  # fmt: skip
                entry = gr.Dropdown(label="Entry", filterable=True, elem_id="replay-entry")
                with gr.Row():
                    back = gr.Button("← Previous", min_width=90)
                    on = gr.Button("Next →", min_width=90)
                count = gr.HTML(apply_default_css=False)
            with gr.Column(scale=3, min_width=320):
                view = gr.HTML(apply_default_css=False, elem_id="replay-view")
        found = [entry, count, view]
        slot.input(self.find, [slot, ended, entry], found, show_progress="minimal")
        ended.input(self.find, [slot, ended], found, show_progress="minimal")
        entry.input(self.see, [slot, entry], view, show_progress="minimal")
        for button, by in ((back, -1), (on, 1)):
            button.click(step(self.move, by), [slot, ended, entry], [entry, view])
        return Tab("replay", [slot, ended, *found], self.open)

    def open(self, link: Link) -> Sequence[Any]:
        """What a link shows: the run, how its entries ended, and one of them."""
        slots = self.runs.by_slot()
        asked = link.get("run")
        if asked not in slots:  # by parts, for a link that another view makes
            asked = next(
                (slot for slot, lines in slots.items() if _fits(lines[0], link)),
                next(iter(slots), ""),
            )
        ended = link.get("ended") if link.get("ended") in (*OUTCOMES, NOT_RUN) else ""
        choices = [(label(slot, 90), slot) for slot in slots]
        return [
            gr.update(choices=choices, value=asked or None), ended,
            *self.find(asked, ended, link.get("entry")),
        ]  # fmt: skip

    def find(self, slot: object, ended: object, entry: object = "") -> Sequence[Any]:
        """The entries of a run that ended so, one of them shown."""
        slot, ended, entry = map(_text, (slot, ended, entry))
        lines = self._lines(slot, ended)
        here = [line.id for line in self.runs.by_slot().get(slot, ())]
        if entry and entry not in here:
            problem = f"This run has no entry {label(entry)}."
            return [gr.update(choices=_choices(lines), value=None), _count(lines, here),
                    says(problem, "problem")]  # fmt: skip
        chosen = entry if entry in here else (lines[0].id if lines else "")
        update = gr.update(choices=_choices(lines, chosen), value=chosen or None)
        nothing = says("No entry of this run ended so.")
        return [update, _count(lines, here), self.see(slot, chosen) if chosen else nothing]

    def see(self, slot: object, entry: object) -> str:
        """One episode."""
        line = self._line(_text(slot), _text(entry))
        if line is None:
            return says("This run has no such entry.", "problem")
        return show("replay", r=replay_view(self.runs, line))

    def move(self, by: int, slot: object, ended: object, entry: object) -> Sequence[Any]:
        """The episode before or after the one that is shown."""
        slot, ended, entry = map(_text, (slot, ended, entry))
        lines = self._lines(slot, ended)
        ids = [line.id for line in lines]
        if not ids:
            return [gr.skip(), gr.skip()]
        chosen = ids[(ids.index(entry) + by) % len(ids)] if entry in ids else ids[0]
        return [gr.update(choices=_choices(lines, chosen), value=chosen), self.see(slot, chosen)]

    def _lines(self, slot: str, ended: str) -> list[Line]:
        lines = self.runs.by_slot().get(slot, ())
        if not ended:
            return list(lines)
        if ended == NOT_RUN:
            return [line for line in lines if not line.done]
        verdicts = self.runs.verdicts()
        return [
            line for line in lines
            if (one := verdicts.get(line.key)) is not None and one.outcome == ended
        ]  # fmt: skip

    def _line(self, slot: str, entry: str) -> Line | None:
        return next((one for one in self.runs.by_slot().get(slot, ()) if one.id == entry), None)


def replay_view(runs: Runs, line: Line) -> ReplayView:
    """Return what is shown of a line of a run."""
    episode, judged = runs.read(line)
    return ReplayView(
        episode=episode,
        told=episode_view(judged) if judged else None,
        states=turn_states(judged, judged.reference) if judged else (),
        link=links.write("replay", run=line.slot, entry=line.id),
        listen=links.write("listen", entry=line.id, channel=episode.channel),
    )


def _fits(line: Line, link: Link) -> bool:
    asked = [(link.get(name), getattr(line, name)) for name in ("agent", "arm", "judge")]
    return all(not wanted or wanted == real for wanted, real in asked)


def _choices(lines: Sequence[Line], chosen: str = "") -> Choices:
    ids = [line.id for line in lines[:MOST_LISTED]]
    if chosen and chosen not in ids:
        ids.insert(0, chosen)
    return [(label(name), name) for name in ids]


def _count(lines: Sequence[Line], here: Sequence[str]) -> str:
    more = f"; the first {MOST_LISTED} are listed" if len(lines) > MOST_LISTED else ""
    return says(f"{len(lines):,} of {len(here):,} entries{more}", "count")


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
