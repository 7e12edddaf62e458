"""Budgets of server time for addresses, and amounts with a limit for each address and for all."""

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil, inf

from attrs import define, field

import livingstone as ls

_OWN_SECONDS = 2.0
"""The most that an address can use at once is its share of so many seconds."""
_COMMON_SECONDS = 8.0
"""Beyond that, all addresses together can use their share of so many seconds at once."""
_MOST_OWED = 10.0
"""Seconds of server time. Whoever owes more goes on asking instead of waiting: no answer."""
_MOST_KNOWN = 10_000
"""With more addresses than this, those without a recent request are forgotten."""


class FullError(ls.LivingstoneError):
    """There is no room for more."""

    def __init__(self, sentence: str, seconds: float, *, is_of_server: bool = False) -> None:
        """Store a sentence, the seconds after which there may be room, and whose limit it is."""
        super().__init__(sentence)
        self.seconds = ceil(seconds)
        self.is_of_server = is_of_server
        """Whether the server is full; otherwise an address has reached its own limit."""


@define(eq=False)
class Budgets:
    """The server time that addresses can use."""

    share: float
    """The seconds of server time for an address in each second, on average."""
    own: dict[str, tuple[float, float]] = field(factory=dict, init=False)
    """By address, the seconds that were left (a debt below 0), and the time of this figure."""
    _common: tuple[float, float] = field(default=(inf, 0.0), init=False)
    """The seconds that were left for all addresses together, and the time of this figure."""

    def pay(self, address: str, seconds: float) -> None:
        """Take time from the budget of an address, and the rest from the common budget."""
        now = time.monotonic()
        left = self._own_left(address, now) - seconds
        common = self._common_left(now)
        lent = min(max(-left, 0.0), common)
        self.own[address] = (left + lent, now)
        self._common = (common - lent, now)
        if len(self.own) > _MOST_KNOWN:
            recent = {who: own for who, own in self.own.items() if now - own[1] < _OWN_SECONDS}
            self.own = recent | {who: own for who, own in self.own.items() if own[0] < 0}

    def seconds_until_free(self, address: str) -> int:
        """Return after how many seconds an address has time left; 0 for now."""
        now = time.monotonic()
        left = self._own_left(address, now)
        if left > 0 or left + self._common_left(now) > 0:
            return 0
        return max(ceil(-left / self.share), 1)

    def owes_too_much(self, address: str) -> bool:
        """Return whether an address owes so much that it does not get an answer."""
        return self._own_left(address, time.monotonic()) < -_MOST_OWED

    def _own_left(self, address: str, now: float) -> float:
        most = self.share * _OWN_SECONDS
        left, then = self.own.get(address, (most, now))
        return min(left + (now - then) * self.share, most)

    def _common_left(self, now: float) -> float:
        left, then = self._common
        return min(left + (now - then) * self.share, self.share * _COMMON_SECONDS)


@define(eq=False)
class Amounts:
    """How much of something addresses hold, with a limit for each address and for all.

    A part of the total is reserved for addresses that hold nothing.
    """

    most_of_address: float
    most: float
    kept: float = 0.0
    """The part of `most` that is reserved for addresses that hold nothing yet."""
    _held: Counter[str] = field(factory=Counter, init=False)

    @property
    def total(self) -> int:
        """How much all addresses hold together."""
        return self._held.total()

    def take(self, address: str, amount: int, what: str, seconds: float) -> None:
        """Hold more; raises `FullError`, with the seconds until it may be possible."""
        held = self._held[address]
        room = self.most - (self.kept if held else 0.0)
        if held + amount > self.most_of_address or self.total + amount > room:
            raise FullError(f"too many {what}: come back in {ceil(seconds)} s", seconds)
        self._held[address] += amount

    def give_back(self, address: str, amount: int) -> None:
        """Hold less."""
        self._held[address] -= amount
        if self._held[address] <= 0:
            del self._held[address]

    @contextmanager
    def held(self, address: str, what: str, seconds: float) -> Iterator[None]:
        """Hold one within a block; raises `FullError`."""
        self.take(address, 1, what, seconds)
        try:
            yield
        finally:
            self.give_back(address, 1)
