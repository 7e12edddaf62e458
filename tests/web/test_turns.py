"""Addresses are served in turn, pay for the time that they use, and hold only so much."""

import asyncio
import gc
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import suppress
from itertools import count

import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Message, Receive, Scope, Send
from web_clients import others_go_on

from livingstone.web import budgets as budgets_module
from livingstone.web.app import collect_garbage
from livingstone.web.budgets import Amounts, Budgets, FullError
from livingstone.web.protection import Limits, Protection
from livingstone.web.streams import EventStream
from livingstone.web.turns import LoopTurns, Turns, let_others


class Clock:
    """A clock that stands still unless it is set on."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("livingstone.web.turns.time.monotonic", clock)
    return clock


def order_of(turns: Turns, *asking: tuple[str, float], **urgency: bool) -> list[str]:
    """Return in which order addresses get places, each of which is used for some seconds."""
    served = list[str]()

    async def ask(address: str, seconds: float) -> None:
        is_urgent = urgency.get(address, True)
        await turns.begin(address, is_urgent=is_urgent)
        served.append(address)
        await asyncio.sleep(0)
        turns.end(address, seconds, is_urgent=is_urgent)

    async def ask_all() -> None:
        await asyncio.gather(*(ask(*one) for one in asking))

    asyncio.run(ask_all())
    return served


def test_who_has_used_the_least_time_is_next() -> None:
    asking = [("long", 3.0)] * 3 + [("short", 1.0)] * 6
    assert order_of(Turns(1, 1), *asking) == [
        *("long", "short", "short", "short", "long"),
        *("short", "short", "short", "long"),
    ]


def test_one_that_asks_often_does_not_hold_up_others() -> None:
    served = order_of(Turns(1, 1), *[("a", 1.0)] * 100, ("b", 1.0), ("c", 1.0))
    assert {*served[:3]} == {"a", "b", "c"}


def test_nobody_saves_up_turns_while_it_is_away() -> None:
    turns = Turns(1, 1)
    order_of(turns, *[("a", 1.0)] * 50)
    served = order_of(turns, *[("b", 1.0)] * 20, *[("a", 1.0)] * 20)
    assert served[:10].count("a") >= 4


def test_an_address_has_no_more_places_than_it_may() -> None:
    assert order_of(Turns(2, 1), ("a", 1.0), ("a", 1.0), ("b", 1.0)) == ["a", "b", "a"]


def test_what_is_urgent_goes_first_and_always_finds_a_place() -> None:
    asking = [(name, 1.0) for name in ("w", "x", "y", "a", "b")]
    served = order_of(Turns(2, 2), *asking, w=False, x=False, y=False)
    assert served == ["w", "a", "b", "x", "y"]


def test_who_stops_waiting_leaves_no_place_taken() -> None:
    async def watch() -> None:
        turns = Turns(1, 1)
        await turns.begin("a")
        waiting = [asyncio.create_task(turns.begin(who)) for who in "bc"]
        await asyncio.sleep(0)
        waiting[0].cancel()
        turns.end("a", 1.0)  # gives the place to the one that is cancelled just now, or the next
        for task in waiting:
            await asyncio.wait([task])
        assert not waiting[1].cancelled()
        turns.end("c", 1.0)
        await asyncio.wait_for(turns.begin("d"), 60)

    asyncio.run(watch())


def test_work_in_slices_lets_others_in_between_and_is_paid_as_measured(clock: Clock) -> None:
    done = list[str]()
    paid = dict[str, float]()

    def pay(address: str, seconds: float) -> None:
        paid[address] = paid.get(address, 0.0) + seconds

    async def work(name: str, slices: int) -> str:
        for _ in range(slices):
            clock.now += 0.25
            done.append(name)
            await let_others()
        return name

    async def work_all() -> list[str]:
        turns = LoopTurns(pay)
        asked = [("long", 8), ("short", 1), ("other", 1)]
        return await asyncio.gather(*(turns.run(name, work(name, n)) for name, n in asked))

    assert asyncio.run(work_all()) == ["long", "short", "other"]
    assert {*done[:3]} == {"long", "short", "other"}
    assert paid == {"long": 2.0, "short": 0.25, "other": 0.25}


def test_an_address_has_one_request_carried_out_after_the_other() -> None:
    done = list[int]()

    async def work(number: int) -> None:
        for _ in range(3):
            done.append(number)
            await let_others()

    async def work_all() -> None:
        turns = LoopTurns(lambda *_: None)
        await asyncio.gather(*(turns.run("a", work(number)) for number in range(3)))

    asyncio.run(work_all())
    assert done == [0, 0, 0, 1, 1, 1, 2, 2, 2]


def test_work_that_waits_for_something_else_keeps_nobody_waiting(clock: Clock) -> None:
    async def watch() -> None:
        turns = LoopTurns(lambda *_: None)
        opened = asyncio.Event()
        waiting = asyncio.create_task(turns.run("a", opened.wait()))
        assert await asyncio.wait_for(turns.run("a", asyncio.sleep(0, "served")), 60) == "served"
        opened.set()
        assert await waiting

    asyncio.run(watch())


def test_cancelled_work_ends_at_once_and_errors_come_through(clock: Clock) -> None:
    ended = list[str]()

    async def wait() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("waiting")

    async def fail() -> None:
        await let_others()
        raise ValueError("no")

    async def watch() -> None:
        turns = LoopTurns(lambda *_: None)
        task = asyncio.create_task(turns.run("a", wait()))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert task.cancelled()
        with pytest.raises(ValueError, match="no"):
            await turns.run("a", fail())
        assert await turns.run("b", turns.run("b", asyncio.sleep(0, "inner"))) == "inner"

    asyncio.run(watch())
    assert ended == ["waiting"]


def test_an_address_waits_until_it_has_paid_its_debt(clock: Clock) -> None:
    budgets = Budgets(0.5)
    budgets.pay("a", 1.0 + 4.0)
    assert budgets.seconds_until_free("a") == 1
    assert not budgets.seconds_until_free("b")
    budgets.pay("a", 2.0)
    assert budgets.seconds_until_free("a") == 4
    clock.now += 4.5
    assert not budgets.seconds_until_free("a")


def test_who_goes_on_asking_instead_of_waiting_owes_too_much_at_last(clock: Clock) -> None:
    budgets = Budgets(0.5)
    budgets.pay("a", 1.0 + 4.0 + 9.0)
    assert budgets.seconds_until_free("a") == 18
    assert not budgets.owes_too_much("a")
    budgets.pay("a", 2.0)
    assert budgets.owes_too_much("a")
    assert not budgets.owes_too_much("b")
    clock.now += 3.0
    assert not budgets.owes_too_much("a")


def test_refusals_wait_for_their_turn_and_are_paid(clock: Clock) -> None:
    def answer(_: Scope, status: int, sentence: str) -> Application:
        clock.now += 0.5
        return PlainTextResponse(sentence, status)

    async def watch() -> None:
        asking = Asking(_answer_all)
        asking.protection.answer = answer
        paid = list[tuple[str, float]]()
        asking.limits.turns.pay = lambda *payment: paid.append(payment)
        turn = asking.limits.turns._turns
        asking.limits.budgets.pay("a", 7.0)
        await turn.begin("somebody")
        refused = asyncio.create_task(asking.ask("a"))
        for _ in range(5):
            await asyncio.sleep(0)
        assert not asking.statuses
        turn.end("somebody")
        await refused
        assert asking.statuses == [429]
        assert paid == [("a", 0.5)]

    asyncio.run(watch())


def test_bursts_of_several_addresses_share_one_bound(clock: Clock) -> None:
    budgets = Budgets(0.5)
    used = 0.0
    for address in "abcd":
        while not budgets.seconds_until_free(address):
            budgets.pay(address, 0.125)
            used += 0.125
    assert used == 4 * 1.0 + 4.0
    assert not budgets.seconds_until_free("e")


def test_only_quiet_addresses_without_debts_are_forgotten(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(budgets_module, "_MOST_KNOWN", 3)
    budgets = Budgets(0.5)
    budgets.pay("debtor", 100.0)
    for number in range(20):
        clock.now += 5
        budgets.pay(str(number), 0.125)
    assert len(budgets.own) <= 4
    assert budgets.seconds_until_free("debtor")


def test_a_part_is_kept_for_addresses_without_any() -> None:
    amounts = Amounts(3, 5, kept=2)
    for address in "aabb":
        if address == "b" and amounts._held["b"]:
            with pytest.raises(FullError, match="too many x: come back in 7 s"):
                amounts.take(address, 1, "x", 7.0)
        else:
            amounts.take(address, 1, "x", 7.0)
    amounts.take("c", 1, "x", 7.0)
    amounts.take("d", 1, "x", 7.0)
    with pytest.raises(FullError):
        amounts.take("e", 1, "x", 7.0)
    amounts.give_back("c", 1)
    amounts.take("e", 1, "x", 7.0)


Application = Callable[[Scope, Receive, Send], Awaitable[None]]


class Asking:
    """Asks a protected application without a network."""

    def __init__(self, app: Application, limits: Limits | None = None) -> None:
        self.limits = limits or Limits.of(0.5, 1, 1)
        self.protection = Protection(app, self.limits)
        self.started = list[Message]()

    async def ask(self, host: str, *received: Message, path: str = "/") -> None:
        """Send what a client sends; after that it says nothing more."""
        numbers = count()

        async def receive() -> Message:
            number = next(numbers)
            if number >= len(received):
                await asyncio.Event().wait()
            return received[number]

        async def note(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.started.append(message)

        method = "POST" if received and received[0]["type"] == "http.request" else "GET"
        headers = [(b"host", b"here"), (b"origin", b"http://here")]
        scope = {"type": "http", "path": path, "method": method, "headers": headers}
        await self.protection({**scope, "client": (host, 1)}, receive, note)

    @property
    def statuses(self) -> list[int]:
        return [message["status"] for message in self.started]

    @property
    def headers(self) -> dict[bytes, bytes]:
        return dict(self.started[-1]["headers"])


def test_an_address_pays_for_the_time_it_has_used_and_is_told_when_to_come_back(
    clock: Clock,
) -> None:
    async def work(scope: Scope, receive: Receive, send: Send) -> None:
        clock.now += 7.0
        await PlainTextResponse("done")(scope, receive, send)

    asking = Asking(work)
    for _ in range(5):
        asyncio.run(asking.ask("a"))
    assert asking.statuses == [200, 429, 429, 429, 429]
    assert asking.headers[b"retry-after"] == b"4"
    asyncio.run(asking.ask("b"))
    assert asking.statuses[-1] == 200
    clock.now += 1000
    asyncio.run(asking.ask("a"))
    asyncio.run(asking.ask("a"))
    assert asking.statuses[-2:] == [200, 429], "nobody saves up more than the bound"


def test_a_request_whose_client_has_gone_is_not_carried_out() -> None:
    carried_out = list[str]()
    opened = asyncio.Event()

    async def work(scope: Scope, _: Receive, __: Send) -> None:
        carried_out.append(scope["path"])

    async def watch() -> None:
        asking = Asking(work)
        turn = asking.limits.turns._turns
        await turn.begin("somebody")
        gone: Message = {"type": "http.disconnect"}
        leaving = asyncio.create_task(asking.ask("a", gone, path="/left"))
        staying = asyncio.create_task(asking.ask("a", path="/stayed"))
        await others_go_on()
        turn.end("somebody")
        await asyncio.gather(leaving, staying)

    asyncio.run(watch())
    assert carried_out == ["/stayed"]
    assert not opened.is_set()


def test_a_request_that_has_waited_too_long_to_be_paid_is_refused(clock: Clock) -> None:
    carried_out = list[str]()

    async def work(scope: Scope, receive: Receive, send: Send) -> None:
        carried_out.append(scope["path"])
        await asyncio.sleep(0)  # the others pass the first check, and wait
        clock.now += 7.0
        await PlainTextResponse("done")(scope, receive, send)

    async def ask_at_once() -> None:
        await asyncio.gather(*(asking.ask("a", path=f"/{number}") for number in range(5)))

    asking = Asking(work)
    asyncio.run(ask_at_once())
    assert carried_out == ["/0"]
    assert sorted(asking.statuses) == [200, 429, 429, 429, 429]


def test_garbage_is_collected_when_nobody_listens_or_after_hours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    collected = list[str]()
    slept = list[float]()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 3:
            limits.streams.take("a", 1, "streams", 1.0)
        if len(slept) > 50:
            raise asyncio.CancelledError

    limits = Limits.of(0.5, 1, 1)
    monkeypatch.setattr("livingstone.web.app.asyncio.sleep", sleep)
    monkeypatch.setattr("livingstone.web.app.gc.collect", lambda: collected.append(str(len(slept))))
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(collect_garbage(limits))
    assert collected == ["1", "2", "38"]
    assert min(slept) > 0


async def _answer_all(_: Scope, __: Receive, send: Send) -> None:
    await PlainTextResponse("done")(_, __, send)


async def _stream_all(scope: Scope, receive: Receive, send: Send) -> None:
    async def events() -> AsyncGenerator[str]:
        yield "data: first"
        await asyncio.Event().wait()

    await EventStream(events())(scope, receive, send)


async def _stop_work(scope: Scope, receive: Receive, send: Send) -> None:
    await asyncio.sleep(0)
    task = asyncio.current_task()
    assert task
    task.cancel()
    with suppress(asyncio.CancelledError):
        await asyncio.sleep(0)
    await PlainTextResponse("stopped")(scope, receive, send)


@pytest.mark.parametrize(
    ("app", "path"),
    [(_answer_all, "/"), (_stream_all, "/stream"), (_stop_work, "/")],
)
def test_a_request_leaves_no_circles_that_only_the_collection_of_garbage_finds(
    app: Application, path: str
) -> None:
    """That is seldom, so a visitor could fill the memory."""

    async def watch() -> None:
        asking = Asking(app, Limits.of(1e6, 100, 100))

        async def ask() -> None:
            gone: Message = {"type": "http.disconnect"}
            request: Message = {"type": "http.request", "body": b"", "more_body": False}
            if path == "/":
                await asking.ask("a", request)
                return
            task = asyncio.create_task(asking.ask("a", request, gone, path=path))
            await asyncio.wait([task])

        await ask()
        gc.collect()
        for _ in range(10):
            await ask()
        assert gc.collect() < 10
        assert len(asking.started) == 11

    asyncio.run(watch())


def test_a_stream_closes_its_events_when_the_client_goes_or_they_end() -> None:
    closed = list[str]()

    async def events(name: str, *, ends: bool) -> AsyncGenerator[str]:
        try:
            yield f"data: {name}"
            if not ends:
                await asyncio.Event().wait()
        finally:
            closed.append(name)

    async def watch() -> None:
        async def hear(messages: list[Message], name: str, *, ends: bool) -> None:
            opened = asyncio.Event()

            async def receive() -> Message:
                if ends:
                    await asyncio.Event().wait()
                await opened.wait()
                return {"type": "http.disconnect"}

            async def send(message: Message) -> None:
                messages.append(message)
                if message.get("body"):
                    opened.set()

            await EventStream(events(name, ends=ends))({}, receive, send)

        left = list[Message]()
        ended = list[Message]()
        await hear(left, "left", ends=False)
        await hear(ended, "ended", ends=True)
        assert closed == ["left", "ended"]
        assert [message.get("body") for message in left] == [None, b"data: left"]
        assert [message.get("body") for message in ended] == [None, b"data: ended", b""]
        assert not ended[-1]["more_body"]

    asyncio.run(watch())


def test_an_error_of_a_stream_comes_through() -> None:
    async def events() -> AsyncGenerator[str]:
        yield "data: first"
        raise ValueError("no")

    async def receive() -> Message:
        await asyncio.Event().wait()
        raise AssertionError

    async def send(_: Message) -> None:
        pass

    with pytest.raises(ValueError, match="no"):
        asyncio.run(EventStream(events())({}, receive, send))


def part(size: int, *, more: bool = True) -> Message:
    return {"type": "http.request", "body": bytes(size), "more_body": more}


def test_bytes_of_unfinished_uploads_are_bounded_for_an_address_and_in_all() -> None:
    async def nothing(_: Scope, __: Receive, ___: Send) -> None:
        raise AssertionError

    async def watch() -> None:
        asking = Asking(nothing)
        waiting = [
            asyncio.create_task(asking.ask(host, part(500_000), path="/records"))
            for host in "abcdefghij"
            for _ in range(20)
        ]
        await others_go_on()
        held = asking.limits.uploads._held
        assert max(held.values()) <= 4_000_000
        assert held.total() <= 32_000_000
        assert {*asking.statuses} == {429}
        assert int(asking.headers[b"retry-after"]) > 0
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert not held, "all comes back"

    asyncio.run(watch())


def test_requests_of_an_address_that_wait_are_bounded() -> None:
    async def endless(_: Scope, __: Receive, ___: Send) -> None:
        await asyncio.Event().wait()

    async def watch() -> None:
        asking = Asking(endless)
        many = [asyncio.create_task(asking.ask("a")) for _ in range(150)]
        await others_go_on()
        assert asking.statuses == [429] * 50
        for task in many:
            task.cancel()
        await asyncio.gather(*many, return_exceptions=True)

    asyncio.run(watch())


def test_streams_are_bounded_in_all_but_who_has_none_gets_one() -> None:
    async def endless(_: Scope, __: Receive, ___: Send) -> None:
        await asyncio.Event().wait()

    async def watch() -> None:
        asking = Asking(endless, Limits.of(1e6, 100, 20))
        tasks = [asyncio.create_task(asking.ask("a", path="/stream")) for _ in range(30)]
        await others_go_on()
        assert len(asking.statuses) == 12
        tasks += [asyncio.create_task(asking.ask(who, path="/stream")) for who in "bc"]
        await others_go_on()
        assert len(asking.statuses) == 12
        assert int(asking.headers[b"retry-after"]) > 0
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(watch())
