"""Views as HTML: our templates, all that they print escaped."""

from functools import lru_cache
from pathlib import Path

from jinja2 import ChoiceLoader, Environment, FileSystemLoader
from markupsafe import Markup, escape

from bfcl_audio.report.templates import environment, parts_css

HERE = Path(__file__).parent


def show(template: str, **values: object) -> str:
    """Return a template of ours with its values filled in."""
    return _environment().get_template(f"{template}.html.j2").render(**values)


def says(text: str, kind: str = "note") -> str:
    """Return a line for a person, as a view of its own. `kind`: `note` or `problem`."""
    role = "alert" if kind == "problem" else "status"
    return str(
        Markup('<div class="bfcl"><p class="says {}" role="{}">{}</p></div>').format(
            kind, role, escape(text)
        )
    )


@lru_cache(maxsize=1)
def head() -> str:
    """Return what the page's head holds: our looks, and the script that keeps links up to date."""
    looks = (HERE / "space.css").read_text(encoding="utf-8")
    script = (HERE / "space.js").read_text(encoding="utf-8")
    return f"<style>.bfcl {{\n{parts_css()}\n}}\n{looks}</style><script>{script}</script>"


@lru_cache(maxsize=1)
def _environment() -> Environment:
    shared = environment()
    assert shared.loader is not None
    ours = FileSystemLoader(HERE / "templates")
    made: Environment = shared.overlay(loader=ChoiceLoader([ours, shared.loader]))
    return made
