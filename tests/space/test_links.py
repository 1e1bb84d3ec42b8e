"""Links say what is shown, and nothing that a stranger writes into one does any harm."""

import pytest

from space import links
from space.links import Link


@pytest.mark.parametrize(
    ("query", "link"),
    [
        ({}, Link()),
        ({"tab": "replay", "run": "a · text · none"}, Link("replay", {"run": "a · text · none"})),
        ({"tab": "../../etc/passwd", "entry": "x"}, Link()),
        ({"tab": "<script>"}, Link()),
        ({"entry": "x" * 201, "channel": "phone"}, Link("listen", {"channel": "phone"})),
        ({"__theme": "dark", "entry": "a"}, Link("listen", {"entry": "a"})),
        ({"tab": "score", "category": ""}, Link("score")),
    ],
)
def test_a_link_is_read(query: dict[str, str], link: Link) -> None:
    """What it may not say is left out."""
    assert links.read(query) == link


@pytest.mark.parametrize(
    ("params", "query"),
    [
        ({}, "?tab=listen"),
        ({"entry": "simple_python_0", "channel": ""}, "?tab=listen&entry=simple_python_0"),
        ({"entry": '"><script>&a=b#'}, "?tab=listen&entry=%22%3E%3Cscript%3E%26a%3Db%23"),
    ],
)
def test_a_link_is_written(params: dict[str, str], query: str) -> None:
    """Everything in it quoted."""
    assert links.write("listen", **params) == query
