"""Try it: say or type a request, and watch what becomes of it."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import gradio as gr

from bfcl_audio.report.foreign import label

from . import links
from .entry import entry_view, function_docs
from .links import Link
from .listen import MOST_LISTED, entry_choices
from .models import Models
from .parts import Parts
from .path import LONGEST_TEXT, Request, walk
from .render import says, show
from .shelf import Shelf
from .tab import Tab

EMPTY = "Try it needs a dataset, for the functions that may be called."
READS = "Nobody: the agent reads it"


class TryIt:
    """What the tab does."""

    def __init__(self, shelf: Shelf | None, parts: Parts) -> None:
        """With the functions of a dataset, or with none."""
        self.shelf = shelf
        self.parts = parts
        self.models = Models()

    def put(self) -> Tab:
        """Puts the tab together; starts nothing yet."""
        if self.shelf is None:
            gr.HTML(says(EMPTY), apply_default_css=False)
            return Tab("try", [], lambda link: [])
        with gr.Row(equal_height=False):
            with gr.Column(scale=1, min_width=300):
                entry = gr.Dropdown(
                    label="Functions and right calls of", filterable=True, elem_id="try-entry"
                )
                words = gr.Textbox(
                    label="Request", lines=3, max_length=LONGEST_TEXT, elem_id="try-words",
                    info="as written here it is said by a speech engine, unless you record it",
                )  # fmt: skip
                sound = gr.Audio(
                    label="Say it yourself (optional)", sources=["microphone", "upload"],
                    type="filepath", elem_id="try-sound",
                )  # fmt: skip
                engine = _dropdown(self.parts.engines, "Otherwise said by")
                listener = gr.Dropdown(
                    [*((label(name), name) for name in self.parts.recognizers), (READS, "")],
                    value=next(iter(self.parts.recognizers), ""), label="Heard by",
                    filterable=False, elem_id="try-recognizer",
                )  # fmt: skip
                agent = _dropdown(self.parts.agents, "Answered by", "try-agent")
                go = gr.Button("Go", variant="primary", elem_id="try-go")
            with gr.Column(scale=3, min_width=320):
                about = gr.HTML(apply_default_css=False, elem_id="try-about")
                view = gr.HTML(apply_default_css=False, elem_id="try-view")
        entry.input(self.choose, entry, [words, about, view])
        go.click(
            self.go, [entry, words, sound, engine, listener, agent], view,
            concurrency_limit=1, show_progress="hidden",
        )  # fmt: skip
        return Tab("try", [entry, words, about, view], self.open)

    def open(self, link: Link) -> Sequence[Any]:
        """The entry that a link names, else the first that can be tried."""
        assert self.shelf is not None
        cards = [
            card for card in self.shelf.catalog().cards()
            if not card.category.startswith("multi_turn") and card.voices
        ]  # fmt: skip
        known = {card.id for card in cards}
        chosen = link.get("entry") if link.get("entry") in known else ""
        chosen = chosen or next((card.id for card in cards), "")
        if not chosen:
            return [None, "", says(EMPTY), ""]
        update = gr.update(choices=entry_choices(cards[:MOST_LISTED], chosen), value=chosen)
        return [update, *self.choose(chosen)]

    def choose(self, entry: object) -> Sequence[Any]:
        """An entry's request as it may be said, and the functions that may be called."""
        row = self._row(entry)
        if row is None:
            return ["", says("There is no such entry.", "problem"), ""]
        said = self._paraphrase(row["id"])
        link = links.write("try", entry=row["id"])
        about = show("try_entry", row=row, docs=list(function_docs(row["functions"])), link=link)
        return [said, about, show("try_empty")]

    def go(
        self, entry: object, words: object, sound: object, engine: object, listener: object,
        agent: object,
    ) -> Iterator[str]:  # fmt: skip
        """The path of a request, after each step."""
        row = self._row(entry)
        spec = agent if agent in self.parts.agents else ""
        if row is None or not spec:
            yield says("Choose an entry and an agent first.", "problem")
            return
        request = Request(
            entry=row,
            values=self._values(row["id"]),
            words=words if isinstance(words, str) else "",
            recording=Path(sound).read_bytes() if isinstance(sound, str) and sound else None,
            engine=engine if isinstance(engine, str) and engine in self.parts.engines else "",
            recognizer=(
                listener if isinstance(listener, str) and listener in self.parts.recognizers else ""
            ),
        )
        for path in walk(request, lambda: self.models.agent(str(spec))):
            yield show("path", p=path, agent=spec)

    def _row(self, entry: object) -> Mapping[str, Any] | None:
        if self.shelf is None or not isinstance(entry, str):
            return None
        return self.shelf.row("text", entry)

    def _paraphrase(self, entry_id: str) -> str:
        assert self.shelf is not None
        row = self.shelf.row("paraphrases", entry_id) if self._has("paraphrases") else None
        texts = [one["content"] for turn in (row or {}).get("turns") or () for one in turn
                 if one["role"] == "user"]  # fmt: skip
        return texts[0] if texts else ""

    def _values(self, entry_id: str) -> Mapping[str, str]:
        """What the calls need of the request, as a recogniser of the dataset was measured by."""
        assert self.shelf is not None
        shown = entry_view(self.shelf, self.shelf.catalog(), entry_id)
        return {
            topic: value
            for one in (shown.utterances if shown else ())
            for topic, value in one.said.whitelist.items()
        }

    def _has(self, config: str) -> bool:
        return self.shelf is not None and config in self.shelf.data.configs


def _dropdown(names: Sequence[str], title: str, elem_id: str | None = None) -> gr.Dropdown:
    return gr.Dropdown(
        [(label(name), name) for name in names], value=next(iter(names), None), label=title,
        filterable=False, elem_id=elem_id,
    )  # fmt: skip
