"""The metric's own Space: pick an entry of BFCL, type an answer, see the verdict."""

import importlib
import json
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

import evaluate
import gradio as gr  # type: ignore[import-not-found,import-untyped,unused-ignore]

HERE = Path(__file__).parent
FORMULAS: list[dict[str, str | bool]] = [
    {"left": "$$", "right": "$$", "display": True},
    {"left": "$", "right": "$", "display": False},
]
EXAMPLE = "[calculate_triangle_area(base=10, height=5)]"


@lru_cache(maxsize=1)
def metric() -> Any:
    """The metric beside this file, as anyone would load it."""
    return evaluate.load(str(HERE / "bfcl_audio.py"), keep_in_memory=True)


def sibling(name: str) -> ModuleType:
    """A module that was loaded with the metric."""
    return importlib.import_module(f"{type(metric()).__module__.rpartition('.')[0]}.{name}")


@lru_cache(maxsize=16)
def references(category: str) -> dict[str, str]:
    """The references of one category."""
    found: dict[str, str] = sibling("reference").references([category])
    return found


def show(category: str, number: float) -> tuple[str, Any]:
    """The request of an entry as text, and what is expected as data."""
    found = references(category)
    text = list(found.values())[min(int(number or 0), len(found) - 1)]
    record = json.loads(text)
    turns = [" / ".join(message["content"] for message in turn) for turn in record["turns"]]
    request = "\n\n".join(f"{place}. {turn}" for place, turn in enumerate(turns, 1))
    return request, {key: record.get(key) for key in ("functions", "ground_truth")}


def judge(category: str, number: float, answer: str) -> dict[str, Any]:
    """The verdict on an answer."""
    found = references(category)
    text = list(found.values())[min(int(number or 0), len(found) - 1)]
    result = metric().compute(predictions=[answer], references=[text], detailed=True)
    verdict: dict[str, Any] = result["verdicts"][0]
    return verdict


def build() -> gr.Blocks:
    """The page."""
    categories = list(sibling("upstream").CATEGORIES)
    blocks = gr.Blocks(title="BFCL-Audio")
    with blocks as page:
        gr.Markdown(
            "# BFCL-Audio\nDoes an agent make exactly the right function calls? Pick an entry, "
            "type calls as text or as JSON `[{name: arguments}]`, and see Text-BFCL's verdict."
        )
        with gr.Row():
            category = gr.Dropdown(categories, value=categories[0], label="Category")
            number = gr.Number(0, precision=0, minimum=0, label="Entry")
        request = gr.Textbox(label="Request, turn by turn", interactive=False)
        expected = gr.JSON(label="Functions and possible answers", open=False)
        answer = gr.Textbox(EXAMPLE, lines=4, label="Answer")
        verdict = gr.JSON(label="Verdict")
        for changed in (category.change, number.change, page.load):
            changed(show, [category, number], [request, expected])
        gr.Button("Judge", variant="primary").click(judge, [category, number, answer], verdict)
        card = (HERE / "README.md").read_text(encoding="utf-8").split("---", 2)[2]
        gr.Markdown(card, latex_delimiters=FORMULAS)
    return blocks


if __name__ == "__main__":
    build().launch()
