"""How many calls a vendor takes at once, and how many a minute."""

import pytest

from dataset_builder.engines.catalogue import ENGINES, RECOGNIZERS
from dataset_builder.errors import OptionError
from dataset_builder.limits import Limit, Limits, read_limits

OTHER = Limits().of("unheard-of")
VENDORS = {name for table in (ENGINES, RECOGNIZERS) for name, row in table.items() if row.keys}


def test_every_vendor_has_limits_of_its_own() -> None:
    """In the table."""
    assert [name for name in VENDORS if Limits().of(name) == OTHER] == []


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("openai=2", Limit(concurrency=2)),
        ("openai=8:500", Limit(concurrency=8, per_minute=500.0)),
        (" openai=1:0.5 ", Limit(concurrency=1, per_minute=0.5)),
    ],
)
def test_limits_can_be_given(text: str, limit: Limit) -> None:
    """At once, and a minute; they hold for servers of one's own too, other vendors keep theirs."""
    limits = read_limits([text])
    assert (limits.of("openai"), limits.of("openai", own=True)) == (limit, limit)
    assert limits.of("deepgram") == Limits().of("deepgram")


@pytest.mark.parametrize(
    "text",
    ["", "openai", "openai=", "openai=0", "openai=-1", "openai=8:", "openai=8:0", "openai=1e3",
     "openai=8:500:1", "openai=eight"],
)  # fmt: skip
def test_limits_that_cannot_be_read_are_one_line(text: str) -> None:
    """It shows the form."""
    with pytest.raises(OptionError, match=r"^--limits is '.*'; give VENDOR=AT_ONCE [^\n]*$"):
        read_limits([text])


def test_a_vendor_that_nobody_knows_is_one_line() -> None:
    """It names the nearest."""
    with pytest.raises(OptionError, match=r"'opnai'; did you mean 'openai'\?"):
        read_limits(["opnai=3"])


@pytest.mark.parametrize(("per_minute", "gap_s"), [(None, 0.0), (30.0, 2.0), (0.5, 120.0)])
def test_calls_are_apart_by_the_pace(per_minute: float | None, gap_s: float) -> None:
    """Seconds from one to the next."""
    assert Limit(concurrency=1, per_minute=per_minute).gap_s == gap_s
