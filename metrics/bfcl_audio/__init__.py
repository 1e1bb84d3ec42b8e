"""BFCL-Audio: does a voice agent still make exactly the right function calls when spoken to?"""

from .version import __version__

TYPE_CHECKING = False  # type checkers know the name; importing it would import typing
if TYPE_CHECKING:
    from .harness.api import run
    from .judge import get_judge
    from .reference import references
    from .scoring import score

__all__ = ["__version__", "get_judge", "references", "run", "score"]

_HOMES = {
    "get_judge": ".judge",
    "references": ".reference",
    "run": ".harness.api",
    "score": ".scoring",
}


def __getattr__(name: str) -> object:
    """Import a public name when it is first used, so that importing the package costs nothing."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    found = getattr(importlib.import_module(_HOMES[name], __name__), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return __all__
