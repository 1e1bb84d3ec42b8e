"""The page: five tabs, each opened by a link or by hand."""

import os
from collections.abc import Mapping, Sequence
from typing import Any

# Before gradio is imported, which reads it: nobody is told that somebody looks at a page.
os.environ.setdefault("GRADIO_ANALYTICS_ENABLED", "False")

import gradio as gr

from . import links
from .library import Library
from .links import Link
from .listen import Listen
from .render import head, show
from .replay import Replay
from .tab import Tab
from .theme import theme

TITLE = "BFCL-Audio"
UPLOAD_LIMIT = "20mb"
_FORGET_S = 3_600


def build(library: Library) -> gr.Blocks:
    """Return the page over a library; nothing is read before somebody opens it."""
    made: list[Tab] = []
    blocks = gr.Blocks(title=TITLE, analytics_enabled=False, delete_cache=(_FORGET_S, _FORGET_S))
    with blocks:
        gr.HTML(show("masthead", library=library), apply_default_css=False)
        with gr.Tabs(elem_id="tabs") as tabs:
            for name, words, make in _tabs(library):
                with gr.Tab(words, id=name) as tab:
                    made.append(make())
                opened = _opener(made[-1])
                tab.select(opened, None, made[-1].outputs, show_progress="minimal")
        outputs = [one for each in made for one in each.outputs]
        blocks.load(_arrival(made), None, [tabs, *outputs], show_progress="hidden")
    return blocks


def launch(blocks: gr.Blocks, *, host: str | None = None, port: int | None = None) -> None:
    """Serve the page until interrupted; by itself no file of this machine can be asked for."""
    blocks.queue(default_concurrency_limit=4).launch(
        server_name=host,
        server_port=port,
        share=False,
        inbrowser=False,
        show_error=False,
        quiet=True,
        allowed_paths=[],
        max_file_size=UPLOAD_LIMIT,
        footer_links=[],
        theme=theme(),
        head=head(),
    )


def _tabs(library: Library) -> Sequence[tuple[str, str, Any]]:
    return (
        ("listen", "Listen", lambda: Listen(library.shelf).tab),
        ("replay", "Replay a run", lambda: Replay(library.runs).tab),
    )


def _opener(tab: Tab) -> Any:
    """Opens a tab by hand: as a link to nothing in particular does."""

    def opened() -> Any:
        return _values(tab.open(Link(tab.name)))

    return opened


def _arrival(tabs: Sequence[Tab]) -> Any:
    """Opens the tab that the address names, and no other."""

    def arrived(request: gr.Request) -> Any:
        query: Mapping[str, str] = dict(request.query_params or {})
        link = links.read(query)
        values: list[Any] = [gr.update(selected=link.tab)]
        for tab in tabs:
            values += tab.open(link) if tab.name == link.tab else [gr.skip()] * len(tab.outputs)
        return values

    return arrived


def _values(values: Sequence[Any]) -> Any:
    """A list of values as gradio takes them: one alone without its list, none as nothing."""
    return list(values) if len(values) != 1 else values[0]


