"""Pictures as inline SVG in percent coordinates, one row each: sharp at any width, any theme.

A row's picture never stands alone: the page prints label and figures as text beside it, so the
SVG itself is hidden from screen readers. Colours are the page's CSS classes.
"""

from collections.abc import Sequence

from markupsafe import Markup

from .figures import Share

_ROW = Markup(
    '<svg class="row-plot" width="100%" height="{height}" aria-hidden="true" focusable="false">'
    "{marks}</svg>"
)
_GRID = (0, 25, 50, 75, 100)


def interval(
    share: Share, kind: str, baseline: float | None = None, ceiling: float | None = None
) -> Markup:
    """A dot with its 95 % interval on a scale from 0 to 100 %.

    Args:
        share: what to draw; nothing but the grid if it counts nothing.
        kind: CSS class of the dot.
        baseline: a share to compare with, drawn as a dashed line.
        ceiling: what was possible, drawn as a bracket over and under the row.
    """
    marks = [_line(at, 0, at, "100%", "grid") for at in _GRID]
    if baseline is not None:
        marks.append(_line(100 * baseline, 0, 100 * baseline, "100%", "baseline"))
    if ceiling is not None:
        marks.append(_line(100 * ceiling, 0, 100 * ceiling, 7, "ceiling"))
        marks.append(_line(100 * ceiling, 21, 100 * ceiling, 28, "ceiling"))
    if share.n:
        low, high = 100 * share.low, 100 * share.high
        marks.append(_line(low, 14, high, 14, f"whisker {kind}"))
        marks.append(
            Markup('<circle class="dot {}" cx="{:.2f}%" cy="14" r="6"/>').format(
                kind, 100 * share.value
            )
        )
    return _ROW.format(height=28, marks=Markup("").join(marks))


def bar(share: Share) -> Markup:
    """A share as a thin bar on a track."""
    width = 100 * share.value if share.n else 0.0
    return Markup(
        '<svg class="mini" width="100%" height="5" aria-hidden="true" focusable="false">'
        '<rect class="track" width="100%" height="5" rx="2"/>'
        '<rect class="fill" width="{:.2f}%" height="5" rx="2"/></svg>'
    ).format(width)


def stacked(parts: Sequence[tuple[str, float]]) -> Markup:
    """Shares that sum to one as a bar. `parts`: (CSS class, share)."""
    marks = []
    left = 0.0
    for kind, share in parts:
        if share > 0:
            marks.append(
                Markup(
                    '<rect class="part {}" x="{:.3f}%" y="2" width="{:.3f}%" height="20"/>'
                ).format(kind, 100 * left, 100 * share)
            )
        left += share
    return _ROW.format(height=24, marks=Markup("").join(marks))


def _line(x1: float, y1: float, x2: float, y2: float | str, kind: str) -> Markup:
    return Markup('<line class="{}" x1="{:.2f}%" y1="{}" x2="{:.2f}%" y2="{}"/>').format(
        kind, x1, y1, x2, y2
    )


def heat(value: float, worst: float) -> str:
    """A CSS class `heat-0` … `heat-9` for a rate, `worst` being the darkest."""
    if not worst > 0 or value != value:
        return "heat-0"
    return f"heat-{min(9, int(10 * max(0.0, value) / worst))}"
