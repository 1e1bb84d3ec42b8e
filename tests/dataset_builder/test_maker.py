"""One place makes what the store lacks: once, asked again where that may help, kept if it came."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dataset_builder.calls import Call
from dataset_builder.engines.base import BadSpeech, EngineError, Failed, NotReady, Refused
from dataset_builder.loop import in_order, run
from dataset_builder.maker import Maker, maker

KEY = {"kind": "transcript", "audio": "of a test"}
HERE = Call(kind="transcript", spec="fake", seconds=1.0)
THERE = Call(kind="transcript", spec="deepgram", seconds=60.0)


@pytest.fixture
def made(tmp_path: Path, impatient: None) -> Iterator[Maker]:
    with maker(tmp_path) as made:
        yield made


def answering(*answers: bytes | EngineError) -> tuple[Callable[[], bytes], list[int]]:
    """A function that gives these answers, and how often it was asked."""
    rest, asked = iter(answers), []

    def answer() -> bytes:
        asked.append(1)
        if isinstance(found := next(rest), EngineError):
            raise found
        return found

    return answer, asked


def got(made: Maker, answer: Callable[[], bytes], call: Call | None = HERE) -> bytes:
    return asyncio.run(made.get(KEY, call, answer))


def test_what_is_kept_is_not_made(made: Maker) -> None:
    """The second time nobody is asked."""
    answer, asked = answering(b"one")
    assert ([got(made, answer) for _ in range(2)], len(asked)) == ([b"one"] * 2, 1)


def test_whoever_wants_it_meanwhile_waits_for_the_same(made: Maker) -> None:
    """Equal keys that are wanted at once are made once."""
    answer, asked = answering(b"one")

    async def both() -> list[bytes]:
        return await asyncio.gather(*(made.get(KEY, HERE, answer) for _ in range(5)))

    assert (asyncio.run(both()), len(asked), made.store.made) == ([b"one"] * 5, 1, 1)


def test_whoever_gives_up_leaves_the_others_theirs(made: Maker) -> None:
    """One who no longer waits does not end what others wait for."""
    answer, _ = answering(b"one")

    async def one_gives_up() -> bytes:
        first, second = (asyncio.ensure_future(made.get(KEY, HERE, answer)) for _ in range(2))
        await asyncio.sleep(0)
        first.cancel()
        return await second

    assert asyncio.run(one_gives_up()) == b"one"


@pytest.mark.parametrize(
    ("error", "calls"),
    [(Failed("f"), 4), (BadSpeech("b"), 4), (Refused("r"), 1), (NotReady("n"), 1)],
)
@pytest.mark.parametrize("call", [HERE, THERE])
def test_only_what_may_pass_is_asked_again(
    made: Maker, call: Call, error: EngineError, calls: int
) -> None:
    """The last failure is raised as it came, and nothing is kept."""
    answer, asked = answering(*[error] * 4)
    with pytest.raises(type(error)):
        got(made, answer, call)
    assert (len(asked), made.store.made) == (calls, 0)


def test_an_answer_after_failures_is_an_answer(made: Maker) -> None:
    """The third time it works."""
    answer, asked = answering(Failed("one"), BadSpeech("two"), b"yes")
    assert (got(made, answer), len(asked)) == (b"yes", 3)


def test_our_own_work_is_not_tried_again(made: Maker) -> None:
    """What is asked of nobody is no call: neither counted nor repeated."""
    answer, asked = answering(Failed("one"), b"never")
    with pytest.raises(Failed):
        got(made, answer, None)
    assert (len(asked), dict(made.gate.spent)) == (1, {})


def test_what_a_vendor_did_is_counted_at_its_price(made: Maker) -> None:
    """A minute heard, however often it failed before."""
    answer, _ = answering(Refused("no"), b'{"text": "yes"}')
    with pytest.raises(Refused):
        got(made, answer, THERE)
    got(made, answer, THERE)
    spent = made.gate.spent["transcript", "deepgram"]
    assert (spent.calls, spent.seconds, bool(spent.cost_usd)) == (1, 60.0, True)


def test_order_is_kept_and_few_are_ahead() -> None:
    """Whoever finishes first waits for those before; no more are begun than may be ahead."""
    begun: list[int] = []

    async def slow_first(number: int) -> int:
        begun.append(number)
        for _ in range(10 - number):
            await asyncio.sleep(0)
        return number

    async def taken() -> list[tuple[int, int]]:
        return [(n, len(begun)) async for n in in_order(slow_first, range(8), ahead=3)]

    found = asyncio.run(taken())
    assert [number for number, _ in found] == list(range(8))
    assert max(ahead - number for number, ahead in found) <= 3


def test_a_loop_that_runs_already_is_no_obstacle() -> None:
    """A build in a notebook, whose cells run on a loop."""

    async def cell() -> int:
        return run(asyncio.sleep(0, 5))

    assert (asyncio.run(cell()), run(asyncio.sleep(0, 6))) == (5, 6)
