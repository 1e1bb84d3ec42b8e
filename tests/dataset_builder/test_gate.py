"""What every call passes on its way out: places, pace, money, and the first of a vendor alone.

Time is a number here that moves on when everybody waits for it, so that nothing races.
"""

import asyncio
import heapq
from collections import Counter
from collections.abc import Coroutine, Iterable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dataset_builder.budget import OutOfMoney
from dataset_builder.calls import Call
from dataset_builder.engines.base import BadSpeech, Failed, NotReady, Refused, Shut
from dataset_builder.gate import Gate
from dataset_builder.limits import Limit, Limits
from dataset_builder.price_table import Price
from dataset_builder.prices import Prices

OPEN = Limit(concurrency=1000)
LIMITS = Limits({"openai": OPEN, "deepgram": OPEN})
PRICES = Prices(
    {
        "openai/gpt-4o-mini-tts": Price(per_million_characters=1e6),
        "openai/gpt-transcribe": Price(per_minute=60.0),
        "deepgram/nova-3": Price(per_minute=60.0),
    }
)
"""A dollar a character, a dollar a second."""


def say(characters: int = 1) -> Call:
    """A call to a voice."""
    return Call(kind="speech", spec="openai:alloy", characters=characters)


def hear(seconds: float = 1.0) -> Call:
    """A call to a recogniser."""
    return Call(kind="transcript", spec="deepgram", seconds=seconds)


@pytest.fixture(autouse=True)
def own_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    """No other server stands in for a vendor."""
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    monkeypatch.delenv("DEEPGRAM_BASE_URL", raising=False)


class Clock:
    """Time that passes when all tasks wait for it."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []

    async def sleep(self, seconds: float) -> None:
        """Until that much time has passed."""
        waking = asyncio.get_running_loop().create_future()
        entry = (self.now_s + seconds, len(self._sleepers) + id(waking), waking)
        heapq.heappush(self._sleepers, entry)
        await waking

    async def through(self, tasks: Iterable[asyncio.Task[Any]]) -> None:
        """Until all tasks are done."""
        waiting = list(tasks)
        while True:
            for _ in range(40):
                await asyncio.sleep(0)
            if all(task.done() for task in waiting):
                return
            assert self._sleepers, "everybody waits for nothing"
            self.now_s, _, waking = heapq.heappop(self._sleepers)
            if not waking.done():
                waking.set_result(None)


class Vendors:
    """What the vendors see of the calls that a gate lets out."""

    def __init__(
        self, cap_usd: float | None = None, limits: Limits = LIMITS, prices: Prices = PRICES
    ) -> None:
        self.clock = Clock()
        self.gate = Gate(
            limits=limits,
            max_cost_usd=cap_usd,
            prices=prices,
            clock=lambda: self.clock.now_s,
            sleep=self.clock.sleep,
        )
        self.begun_s: list[float] = []
        self.under_way = self.most_under_way = 0

    async def ask(
        self,
        call: Call,
        *,
        takes_s: float = 1.0,
        error: Exception | None = None,
        used: Call | None = None,
    ) -> None:
        """One call, which takes its time and fails if told."""
        async with self.gate.enter(call) as entry:
            self.begun_s.append(self.clock.now_s)
            self.under_way += 1
            self.most_under_way = max(self.most_under_way, self.under_way)
            try:
                await self.clock.sleep(takes_s)
                if error:
                    raise error
                if used:
                    entry.used(used)
            finally:
                self.under_way -= 1

    def run(self, *calls: Coroutine[Any, Any, None]) -> list[str]:
        """All at once; the class of what each raised, empty for nothing."""

        async def all_of_them() -> list[str]:
            tasks = [asyncio.create_task(call) for call in calls]
            await self.clock.through(tasks)
            ends = await asyncio.gather(*tasks, return_exceptions=True)
            return [type(end).__name__ if end else "" for end in ends]

        return asyncio.run(all_of_them())


@pytest.mark.parametrize("places", [1, 3])
def test_no_more_are_under_way_than_a_vendor_takes(places: int) -> None:
    """And as many as it takes."""
    vendors = Vendors(limits=Limits({"openai": Limit(concurrency=places)}))
    vendors.run(*(vendors.ask(say()) for _ in range(12)))
    assert (vendors.most_under_way, len(vendors.begun_s)) == (places, 12)


def test_voice_and_recogniser_of_a_vendor_share_its_places() -> None:
    """As they share its key."""
    vendors = Vendors(limits=Limits({"openai": Limit(concurrency=2)}))
    heard = Call(kind="transcript", spec="openai", seconds=1)
    vendors.run(*(vendors.ask(call) for call in [say(), heard] * 4))
    assert vendors.most_under_way == 2


def test_calls_begin_evenly() -> None:
    """Thirty a minute: one every two seconds, however quick they are."""
    vendors = Vendors(limits=Limits({"openai": Limit(concurrency=100, per_minute=30)}))
    vendors.run(*(vendors.ask(say(), takes_s=0.5) for _ in range(5)))
    assert vendors.begun_s == [0, 2, 4, 6, 8]


def test_another_server_of_its_kind_has_no_pace_that_we_know() -> None:
    """Unless one is given."""
    vendors = Vendors(limits=Limits())
    own = replace(say(), spec="openai/any?base_url=http://127.0.0.1:1/v1")
    vendors.run(*(vendors.ask(own, takes_s=1) for _ in range(3)))
    assert vendors.begun_s == [0, 1, 1]


def test_the_first_call_to_a_vendor_is_alone() -> None:
    """The rest wait for it, those of other vendors do not."""
    vendors = Vendors()
    vendors.run(*(vendors.ask(call, takes_s=5) for call in [say(), say(), say(), hear(), hear()]))
    assert sorted(vendors.begun_s) == [0, 0, 5, 5, 5]


def test_a_first_call_that_fails_lets_the_rest_go() -> None:
    """They will learn for themselves; an engine whose key was refused asks no more."""
    vendors = Vendors()
    ends = vendors.run(
        vendors.ask(say(), takes_s=5, error=Shut("no key")), vendors.ask(say()), vendors.ask(say())
    )
    assert (vendors.begun_s, ends) == ([0, 5, 5], ["Shut", "", ""])


def test_a_first_call_that_is_given_up_proves_nothing() -> None:
    """So the second is alone too."""
    vendors = Vendors()

    async def given_up() -> None:
        first = asyncio.create_task(vendors.ask(say(), takes_s=5))
        rest = [asyncio.create_task(vendors.ask(say(), takes_s=5)) for _ in range(3)]
        await asyncio.sleep(0)
        first.cancel()
        await vendors.clock.through(rest)

    asyncio.run(given_up())
    assert vendors.begun_s == [0, 0, 5, 5]


def test_a_pause_holds_the_whole_vendor() -> None:
    """And nobody else."""
    vendors = Vendors()
    vendors.gate.pause("openai/whisper-1", 30)
    vendors.run(vendors.ask(say()), vendors.ask(say()), vendors.ask(hear()))
    assert sorted(vendors.begun_s) == [0, 30, 31]


def test_a_longer_pause_meanwhile_is_kept() -> None:
    """Who sleeps through the first looks again."""
    vendors = Vendors()

    async def pause_again() -> None:
        await vendors.clock.sleep(5)
        vendors.gate.pause("openai", 60)

    vendors.gate.pause("openai", 10)
    vendors.run(vendors.ask(say()), pause_again())
    assert vendors.begun_s == [65]


def test_giving_up_frees_the_place() -> None:
    """Of who waits as of who is under way."""
    vendors = Vendors(limits=Limits({"openai": Limit(concurrency=1)}), cap_usd=100)

    async def give_up() -> None:
        doomed = [asyncio.create_task(vendors.ask(say(), takes_s=1e6)) for _ in range(3)]
        await asyncio.sleep(0)
        for task in doomed:
            task.cancel()
        await vendors.clock.through([asyncio.create_task(vendors.ask(say()))])

    asyncio.run(give_up())
    assert len(vendors.begun_s) == 2


@pytest.mark.parametrize(
    ("error", "billed"),
    [
        (None, True),
        (BadSpeech("silence"), True),
        (Failed("no answer in time"), True),
        (RuntimeError("a bug"), True),
        (Failed("come back later", 3.0), False),
        (Refused("no such voice"), False),
        (Shut("no key"), False),
        (NotReady("no package"), False),
    ],
)
def test_what_may_be_billed_counts(error: Exception | None, billed: bool) -> None:
    """What a vendor turned away does not."""
    vendors = Vendors()
    vendors.run(vendors.ask(say(3), error=error))
    assert vendors.gate.spent_usd == (3.0 if billed else 0.0)


def test_who_gives_up_pays_all_the_same() -> None:
    """The vendor goes on with what it was asked."""
    vendors = Vendors()

    async def give_up() -> None:
        task = asyncio.create_task(vendors.ask(say(3)))
        await asyncio.sleep(0)
        task.cancel()
        await vendors.clock.through([task])

    asyncio.run(give_up())
    assert vendors.gate.spent_usd == 3.0


def test_what_was_spent_is_told_by_system() -> None:
    """The truth, where it is known."""
    vendors = Vendors()
    asked = [vendors.ask(say(3)), vendors.ask(hear(9.0), used=hear(2.0)), vendors.ask(hear(1.0))]
    vendors.run(*asked)
    assert {
        spec: (one.calls, one.characters, one.seconds, one.cost_usd)
        for (_, spec), one in vendors.gate.spent.items()
    } == {"openai:alloy": (1, 3, 0.0, 3.0), "deepgram": (2, 0, 3.0, 3.0)}


def test_the_cap_stops_before_it_is_reached() -> None:
    """Exactly the cap may be spent; the message says how things stand."""
    vendors = Vendors(cap_usd=10)
    assert vendors.run(*(vendors.ask(say(4)) for _ in range(3))) == ["", "", "OutOfMoney"]
    with pytest.raises(OutOfMoney) as refused:
        asyncio.run(vendors.ask(say(3)))
    assert str(refused.value) == (
        "--max-cost 10.00 reached: 8.00 spent, this call may cost 3.00; "
        "all that was paid for is kept"
    )


def test_what_can_never_be_paid_is_refused_at_once() -> None:
    """Not after the vendor has a place for it."""
    vendors = Vendors(cap_usd=10, limits=Limits({"openai": Limit(concurrency=1)}))
    refused_s: list[float] = []

    async def too_dear() -> None:
        await vendors.clock.sleep(1)
        with pytest.raises(OutOfMoney):
            await vendors.ask(say(11))
        refused_s.append(vendors.clock.now_s)

    vendors.run(vendors.ask(say(), takes_s=50), too_dear())
    assert refused_s == [1]


def test_who_might_still_be_served_waits() -> None:
    """Two calls may cost twice their estimate; one that ends cheaply leaves enough for the next."""
    minute = Prices({"openai/gpt-4o-mini-tts": Price(per_minute=60.0)})
    vendors = Vendors(cap_usd=10, prices=minute)
    clip = Call(kind="speech", spec="openai", seconds=4.0)
    ends = vendors.run(*(vendors.ask(clip, used=replace(clip, seconds=1.0)) for _ in range(3)))
    assert (ends, vendors.begun_s, vendors.gate.spent_usd) == (["", "", ""], [0, 1, 2], 3.0)


def test_an_unknown_price_holds_no_cap() -> None:
    """And costs an unknown sum where there is none."""
    unknown = replace(say(), spec="openai/unheard-of")
    capped, free = Vendors(cap_usd=1), Vendors()
    assert capped.run(capped.ask(unknown)) == ["OutOfMoney"]
    assert free.run(free.ask(unknown)) == [""]
    assert free.gate.spent["speech", "openai/unheard-of"].cost_usd is None


def test_what_runs_here_passes_at_once() -> None:
    """Whatever the cap: it costs nothing, and is counted."""
    vendors = Vendors(cap_usd=0)
    here = Call(kind="speech", spec="hibari", characters=5)
    vendors.run(*(vendors.ask(here) for _ in range(50)))
    told = vendors.gate.spent["speech", "hibari"]
    assert (vendors.most_under_way, told.calls, told.cost_usd) == (50, 50, 0.0)


ERRORS = [None, None, BadSpeech("x"), Failed("x"), Failed("x", 1.0), Refused("x"), NotReady("x")]
ASKED = st.tuples(
    st.sampled_from([say(1), say(2), say(5), hear(0.5), hear(3.0)]),
    st.floats(0, 3),
    st.sampled_from(ERRORS),
    st.floats(0, 1),
    st.booleans(),
)


@settings(max_examples=60, deadline=None)
@given(
    asked=st.lists(ASKED, max_size=25),
    cap_usd=st.floats(0, 30),
    places=st.integers(1, 8),
)
def test_the_cap_holds_whatever_happens(
    asked: list[tuple[Call, float, Exception | None, float, bool]], cap_usd: float, places: int
) -> None:
    """In any order of ends, as long as no call asks for more than was thought."""
    limit = Limit(concurrency=places)
    vendors = Vendors(cap_usd, Limits({"openai": limit, "deepgram": limit}))
    sums = []

    async def ask(
        call: Call, takes_s: float, error: Exception | None, share: float, gives_up: bool
    ) -> None:
        used = replace(call, characters=int(call.characters * share), seconds=call.seconds * share)
        task = asyncio.create_task(vendors.ask(call, takes_s=takes_s, error=error, used=used))
        if gives_up:
            await vendors.clock.sleep(takes_s / 2)
            task.cancel()
        await asyncio.wait([task])
        task.cancelled() or task.exception()
        sums.append(vendors.gate.spent_usd)

    vendors.run(*(ask(*one) for one in asked))
    assert (vendors.under_way, max(sums, default=0.0) <= cap_usd + 1e-9) == (0, True)
    assert vendors.gate.spent_usd == pytest.approx(
        sum(one.cost_usd or 0.0 for one in vendors.gate.spent.values())
    )


def test_as_much_is_bought_as_the_cap_allows() -> None:
    """No money is lost by calls that failed unbilled or were given up before they went out."""
    vendors = Vendors(cap_usd=20, limits=Limits({"openai": Limit(concurrency=4)}))
    failing = [vendors.ask(say(2), error=Refused("x")) for _ in range(15)]
    ends = Counter(vendors.run(*failing, *(vendors.ask(say(2)) for _ in range(15))))
    assert ends == {"Refused": 15, "": 10, "OutOfMoney": 5}
