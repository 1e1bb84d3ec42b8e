"""Score yours: drop a result file, see its verdicts and what to look at."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import gradio as gr

from bfcl_audio.errors import BfclAudioError
from bfcl_audio.report.foreign import visible
from bfcl_audio.report.uploaded import LIMIT_BYTES, score_file
from bfcl_audio.report.words import OUTCOME_WORDS
from bfcl_audio.upstream import CATEGORIES, LIVE_CATEGORIES

from . import links
from .links import Link
from .render import says, show
from .tab import Tab

_BY_NAME = "As the file says"
_AT_ONCE = 2  # files that are scored at the same time


class ScoreYours:
    """What the tab does."""

    def put(self) -> Tab:
        """Puts the tab together."""
        with gr.Row(equal_height=False):
            with gr.Column(scale=1, min_width=280):
                file = gr.File(
                    label=f"Result file, at most {LIMIT_BYTES // 1_000_000} MB",
                    file_types=[".json", ".jsonl"], height=140, elem_id="score-file",
                )  # fmt: skip
                category = gr.Dropdown(
                    [(_BY_NAME, ""), *((name, name) for name in (*CATEGORIES, *LIVE_CATEGORIES))],
                    value="", label="Category", filterable=False,
                )  # fmt: skip
            with gr.Column(scale=3, min_width=320):
                view = gr.HTML(apply_default_css=False, elem_id="score-view")
        for changed in (file.change, category.input):
            changed(self.see, [file, category], view, concurrency_limit=_AT_ONCE)
        return Tab("score", [view], self.open)

    def open(self, link: Link) -> Sequence[Any]:
        """What may be dropped here."""
        return [show("score_empty", link=links.write("score"))]

    def see(self, file: str | None, category: str | None) -> str:
        """The figures of a file; it is not kept, and goes nowhere."""
        if not file:
            return show("score_empty", link=links.write("score"))
        path = Path(file)
        try:
            scored = score_file(path, path.name, category or None)
        except (BfclAudioError, OSError) as error:
            return says(visible(str(error), 600), "problem")
        return show("score", s=scored, words=OUTCOME_WORDS, link=links.write("score"))
