"""The template's language: what its macros may use, and an escape for all that they print."""

from functools import lru_cache
from importlib.resources import files

from jinja2 import DictLoader, Environment, StrictUndefined
from markupsafe import Markup, escape

from . import plots
from .figures import Difference, Mean, Share
from .foreign import label, visible
from .tables import p_text, percent, points, shown

_TEMPLATES = ("parts", "page")


@lru_cache(maxsize=1)
def environment() -> Environment:
    """The environment of our templates: `page`, and `parts`, whose macros others may show too."""
    made = Environment(
        autoescape=True, finalize=_finalize, undefined=StrictUndefined, trim_blocks=True
    )
    made.filters |= {
        "percent": percent,
        "points": points,
        "p_value": p_text,
        "shown": shown,
        "bar": plots.bar,
        "breakable": _breakable,
        "sentence": lambda text: f"{text[:1].upper()}{text[1:]}.",
    }
    made.tests |= {
        "share": lambda value: isinstance(value, Share),
        "mean": lambda value: isinstance(value, Mean),
        "difference": lambda value: isinstance(value, Difference),
    }
    made.loader = DictLoader({name: _source(f"{name}.html.j2") for name in _TEMPLATES})
    return made


def _finalize(value: object) -> object:
    """What every expression of the template passes through before it is escaped."""
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def css() -> Markup:
    """The style sheet of the page, which holds that of the parts."""
    return Markup(_source("page.css")) + parts_css()  # noqa: S704  as below


def parts_css() -> Markup:
    """The style sheet of the parts, for any page that names the same colours and fonts."""
    return Markup(_source("parts.css"))  # noqa: S704  our own file, which nothing is put into


def _source(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _breakable(name: str) -> Markup:
    """A name that may go on in a second line after what joins its parts."""
    text = str(escape(label(name)))
    for joint in (":", "+", "/"):
        text = text.replace(joint, f"{joint}<wbr>")
    return Markup(text)  # noqa: S704  escaped above; entities hold none of the joints
