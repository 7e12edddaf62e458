"""The worth of an end of the game for a player who does not see others' hands and chests."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import comb
from typing import NamedTuple

import livingstone as ls

_BEHIND = 0
_TIE_WON = 1
_TIE_SHARED = 2
_TIE_LOST = 3
_AHEAD = 4
"""How another player compares by points and, with equal points, by tents where these count."""
Pattern = tuple[int, ...]


class Standing(NamedTuple):
    """What decides between players at the end (R8.5)."""

    points: int
    chest: int
    tents: int


class EndingOdds:
    """The share of the win over all hidden hands and chests, by the weights of `sample_state`."""

    def __init__(self, view: ls.View, hand_sizes: Sequence[int]) -> None:
        others = [seat for seat in range(len(view.players)) if seat != view.seat]
        players = [view.players[seat] for seat in others]
        self.edition = view.edition
        self.sizes = tuple(hand_sizes[seat] for seat in others)
        self.chests = [range(player.chest_least, player.chest_most + 1) for player in players]
        self.tents = [sum(map(sum, player.tents)) for player in players]
        self.rolls = dict[int, float]()
        if len(view.players) == 2:
            self.rolls = chances_of_sums(
                view.edition.board.dice.donation, view.edition.board.dice.sides
            )
        self.weights = lru_cache(maxsize=None)(self._weights)
        self.share_by_pattern = lru_cache(maxsize=None)(self._share_by_pattern)
        self.dealt = lru_cache(maxsize=None)(self._dealt)

    def share(self, own: Standing, others: tuple[int, ...], pool: ls.CardPile) -> float:
        """Return the player's share of the win.

        `others` are the points of the other players without their hands. The hands hold cards of
        the pool.
        """
        weights = self.weights(own.points, own.tents, others, pool)
        parts = (weight * self.share_by_pattern(seen, own.chest) for seen, weight in weights)
        return sum(parts, 0.0)

    def _weights(
        self, points: int, tents: int, others: tuple[int, ...], pool: ls.CardPile
    ) -> tuple[tuple[Pattern, float], ...]:
        """Weigh how the points of the others can compare with those of the player."""
        weights = Counter[Pattern]()
        for cards, weight in self.dealt(pool):
            totals = (public + hidden for public, hidden in zip(others, cards, strict=True))
            pairs = zip(totals, self.tents, strict=True)
            pattern = tuple(
                self._compared(total - points, theirs - tents) for total, theirs in pairs
            )
            weights[pattern] += weight  # type: ignore[assignment]
        return tuple(weights.items())

    def _compared(self, points: int, tents: int) -> int:
        if points:
            return _AHEAD if points > 0 else _BEHIND
        if tents and self.edition.ruleset.tents_break_ties:
            return _TIE_LOST if tents > 0 else _TIE_WON
        return _TIE_SHARED

    def _dealt(self, pool: ls.CardPile) -> tuple[tuple[tuple[int, ...], float], ...]:
        """Weigh the points of the cards in the hidden hands (R6.11: a collapse is never held)."""
        counts = Counter[int]()
        for card, count in pool:
            if not self.edition.is_collapse(card):
                counts[self.edition.effects[card].points_in_hand] += count
        groups = tuple(sorted(counts.items()))
        return tuple(_deals(groups, self.sizes))

    def _share_by_pattern(self, pattern: Pattern, chest: int) -> float:
        if self.rolls:
            return self._share_of_two(pattern[0], chest)
        return self._share_of_many(pattern, chest)

    def _share_of_two(self, compared: int, chest: int) -> float:
        """Sum over the donation roll: a player who donated less than its sum is out (R9.2)."""
        share = 0.0
        amounts = self.chests[0]
        for needed, chance in self.rolls.items():
            if chest >= needed:
                out = sum(amount < needed for amount in amounts) / len(amounts)
                not_better = _not_better(compared, amounts, needed, chest)
                share += chance * (out + not_better[0] + not_better[1] / 2)
        return share

    def _share_of_many(self, pattern: Pattern, chest: int) -> float:
        """Sum over the least amount in the other chests: players who donated it are out (R8.4).

        The chance of a least amount is the chance that no chest has less, minus the chance that all
        have more.
        """
        share = 0.0
        for least in range(min(map(min, self.chests)), chest):
            with_least = [1.0]
            without = [1.0]
            for compared, amounts in zip(pattern, self.chests, strict=True):
                out = (least in amounts) / len(amounts)
                won, tied = _not_better(compared, amounts, least + 1, chest)
                with_least = _times(with_least, out + won, tied)
                without = _times(without, won, tied)
            both = zip(with_least, without, strict=True)
            share += sum((one - other) / (1 + ties) for ties, (one, other) in enumerate(both))
        return share


def _not_better(compared: int, amounts: range, least: int, chest: int) -> tuple[float, float]:
    """Return the chances that a player with at least so much in the chest is behind, and equal."""
    if compared == _AHEAD:
        return 0.0, 0.0
    if compared == _BEHIND:
        return sum(amount >= least for amount in amounts) / len(amounts), 0.0
    fewer = sum(least <= amount < chest for amount in amounts) / len(amounts)
    equal = (least <= chest and chest in amounts) / len(amounts)
    if compared == _TIE_WON:
        return fewer + equal, 0.0
    return fewer, equal if compared == _TIE_SHARED else 0.0


def _times(chances: Sequence[float], won: float, tied: float) -> list[float]:
    """Add a player to the chances of numbers of ties."""
    return [
        before * won + fewer * tied
        for before, fewer in zip([*chances, 0.0], [0.0, *chances], strict=True)
    ]


@lru_cache(maxsize=16)
def chances_of_sums(count: int, sides: int) -> dict[int, float]:
    """Return the chances of the sums of some dice."""
    sums = {0: 1.0}
    for _ in range(count):
        after = dict[int, float]()
        for total, chance in sums.items():
            for value in range(1, sides + 1):
                after[total + value] = after.get(total + value, 0.0) + chance / sides
        sums = after
    return sums


def _deals(
    groups: tuple[tuple[int, int], ...], sizes: tuple[int, ...]
) -> Iterator[tuple[tuple[int, ...], float]]:
    """Weigh the points in hands that are dealt from groups of cards: points and number."""
    if not sizes:
        yield (), 1.0
        return
    size, *others = sizes
    by_points = Counter[tuple[int, ...]]()
    total = comb(sum(count for _, count in groups), size)
    for counts in _splits(size, [count for _, count in groups]):
        weight = 1.0 / total
        points = 0
        left = list[tuple[int, int]]()
        for (value, held), taken in zip(groups, counts, strict=True):
            weight *= comb(held, taken)
            points += value * taken
            left.append((value, held - taken))
        for rest, chance in _deals(tuple(left), tuple(others)):
            by_points[(points, *rest)] += weight * chance  # type: ignore[assignment]
    yield from by_points.items()


def _splits(size: int, most: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield the ways to take some cards from groups of these sizes."""
    if not most:
        if not size:
            yield ()
        return
    for part in range(min(size, most[0]) + 1):
        for rest in _splits(size - part, most[1:]):
            yield (part, *rest)
