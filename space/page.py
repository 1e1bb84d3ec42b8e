"""The page: five tabs, each opened by a link or by hand."""

import os
from collections.abc import Callable, Sequence
from typing import Any

# Before gradio is imported, which reads it: nobody is told that somebody looks at a page.
os.environ.setdefault("GRADIO_ANALYTICS_ENABLED", "False")

import gradio as gr

from . import links
from .leaderboard import Leaderboard
from .library import Library
from .links import Link
from .listen import Listen
from .render import head, show
from .replay import Replay
from .scoreyours import ScoreYours
from .tab import Tab
from .theme import theme
from .tryit import TryIt

TITLE = "BFCL-Audio"
UPLOAD_LIMIT = "20mb"
_FORGET_S = 3_600


def build(library: Library) -> gr.Blocks:
    """Return the page over a library; nothing is read before somebody opens it."""
    made: list[Tab] = []
    blocks = gr.Blocks(title=TITLE, analytics_enabled=False, delete_cache=(_FORGET_S, _FORGET_S))
    with blocks:
        gr.HTML(show("masthead", library=library), apply_default_css=False)
        opened = gr.State(None)
        with gr.Tabs(elem_id="tabs", overflow_behavior="wrap") as tabs:
            for name, words, make in _tabs(library):
                with gr.Tab(words, id=name) as tab:
                    made.append(make())
                outputs = [opened, *made[-1].outputs]
                tab.select(_opener(made[-1]), opened, outputs, show_progress="minimal")
        everything = [one for each in made for one in each.outputs]
        blocks.load(_arrival(made), None, [opened, tabs, *everything], show_progress="hidden")
    return blocks


def launch(
    blocks: gr.Blocks,
    *,
    host: str | None = None,
    port: int | None = None,
    ready: Callable[[str], object] = lambda address: None,
) -> None:
    """Serve the page until interrupted; by itself no file of this machine can be asked for.

    Args:
        blocks: from `build`.
        host: None: as gradio's environment variables say.
        port: the same.
        ready: told the address, once there is something at it.

    Raises:
        OSError: the port is taken.
    """
    blocks.queue(default_concurrency_limit=4)
    _, address, _ = blocks.launch(
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
        prevent_thread_lock=True,
    )
    ready(address)
    blocks.block_thread()


def _tabs(library: Library) -> Sequence[tuple[str, str, Callable[[], Tab]]]:
    return (
        ("listen", "Listen", Listen(library.shelf).put),
        ("replay", "Replay a run", Replay(library.runs).put),
        ("leaderboard", "Leaderboard", Leaderboard(library.runs).put),
        ("score", "Score yours", ScoreYours().put),
        ("try", "Try it", TryIt(library.shelf, library.parts).put),
    )


def _opener(tab: Tab) -> Any:
    """Opens a tab that is selected for the first time: as a link to nothing in particular does.

    A page selects a tab while it is being put together, too, when nobody has arrived yet.
    """

    def selected(opened: list[str] | None) -> Any:
        if opened is None or tab.name in opened:
            return [gr.skip()] * (1 + len(tab.outputs))
        return [[*opened, tab.name], *tab.open(Link(tab.name))]

    return selected


def _arrival(tabs: Sequence[Tab]) -> Any:
    """Opens the tab that the address names, and no other."""

    def arrived(request: gr.Request) -> Any:
        link = links.read(dict(request.query_params or {}))
        values: list[Any] = [[link.tab], gr.update(selected=link.tab)]
        for tab in tabs:
            values += tab.open(link) if tab.name == link.tab else [gr.skip()] * len(tab.outputs)
        return values

    return arrived
