"""Results less luck, which vary less: `adjust="luck"`.

The luck of a game is the sum, over its events of chance, of a value after the outcome less the
value before it (AIVAT: N. Burch et al., AAAI 2018). A value is what a seat wins in rollouts by
`greedy` in the compiled kernel; those before an outcome draw it themselves. Their seeds are fixed
before the games and differ from deal to deal, so the luck of a deal has the mean 0. How much of it
is subtracted is fitted on the other half of the deals: none, unless that half shows that it helps.
"""

import struct
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from math import nan, sqrt
from statistics import covariance, fmean
from time import perf_counter
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from attrs import define, field, frozen

from livingstone.errors import ArgumentError, short_repr
from livingstone.game.engine import apply_in_steps, legal_moves, new_game
from livingstone.game.moves import Awaited, CardDraw, DonationRoll, RoundRoll, StoneDraw
from livingstone.game.state import State
from livingstone.simulation.batch import Batch
from livingstone.simulation.intervals import Difference, mean_difference, variance
from livingstone.simulation.one_game import unpack
from livingstone.simulation.results_store import ResultsStore, StoredBatch
from livingstone.simulation.sheets import Sheet, counted, p_value, signed
from livingstone.support.arguments import one_of
from livingstone.support.machine import cores, require

if TYPE_CHECKING:
    from livingstone.kernel import Kernel

Adjustment = Literal["luck"]
ROLLOUTS = 200  # for the value of a position
FEWEST_DEALS = 8  # with fewer, nothing can be fitted on a half of them
CLEAR = 1.0  # how many standard errors a slope must be from 0
KINDS = RoundRoll, DonationRoll, StoneDraw, CardDraw


class GameLuck(NamedTuple):
    """The bots of a game, their shares of the win, and their luck in such shares, by seat."""

    bots: tuple[str, ...]
    shares: tuple[float, ...]
    luck: tuple[float, ...]


@frozen
class LessLuck:
    """How much more a bot wins than another one, or than an average seat, less its luck."""

    __repr__ = short_repr

    bot: str
    """What the bot is called."""
    difference: Difference
    """The difference of the win share, with the deal as the unit."""
    variance_ratio: float | None
    """The variance without the adjustment, divided by the variance with it: how many times more
    deals the same interval would need without it. None if nothing varies."""
    slopes: tuple[float, float]
    """The part of the luck that was subtracted: in the first, third, … deal, and in the others."""
    seconds: float
    """How long it took to work out the luck of a game."""

    @classmethod
    def of(
        cls, bot: str, results: Sequence[float], luck: Sequence[float], seconds: float = nan
    ) -> "LessLuck":
        """Adjust the results of deals; both lists are in the order of the deals."""
        values, slopes = less_luck(results, luck)
        raw, adjusted = variance(results), variance(values)
        difference = mean_difference(values, raw)
        return cls(bot, difference, raw / adjusted if adjusted else None, slopes, seconds)


def less_luck(
    results: Sequence[float], luck: Sequence[float]
) -> tuple[list[float], tuple[float, float]]:
    """Subtract luck from the results of deals; return these and the slopes of both halves.

    The slope of a half is fitted on the other half, so that no deal's own luck decides it.
    """
    if len(results) < FEWEST_DEALS:
        return [*results], (0.0, 0.0)
    slopes = (_slope(results[1::2], luck[1::2]), _slope(results[::2], luck[::2]))
    pairs = enumerate(zip(results, luck, strict=True))
    return [result - slopes[number % 2] * lucky for number, (result, lucky) in pairs], slopes


def _slope(results: Sequence[float], luck: Sequence[float]) -> float:
    """Fit results by luck; 0 unless the fit is clear."""
    count = len(luck)
    spread = variance(luck)
    if not spread:
        return 0.0
    slope = covariance(results, luck) / spread
    rest = variance([y - slope * x for y, x in zip(results, luck, strict=True)])
    return slope if slope > CLEAR * sqrt(rest / (spread * count)) else 0.0


def luck_book(batch: Batch, adjust: Adjustment | None) -> "LuckBook | None":
    """Make the book of luck for batches of one edition; None without `adjust`.

    Raises `ArgumentError` for another `adjust`, `MissingExtraError` without numba, and otherwise as
    `Kernel.of` does.
    """
    if adjust is None:
        return None
    one_of("adjust", adjust, get_args(Adjustment))
    require("numba", "fast", "results less luck")
    from livingstone.kernel import Kernel

    return LuckBook(Kernel.of(batch.loaded_edition, len(batch.lineup)))


@define
class LuckBook:
    """The luck of stored games; each game is worked out once."""

    kernel: "Kernel"
    _seconds: float = field(default=0.0, init=False)
    _known: dict[tuple[int, int], GameLuck] = field(factory=dict, init=False)

    @property
    def seconds_each(self) -> float:
        """The mean time that the luck of a game took, in seconds."""
        return self._seconds / len(self._known)

    def of(self, store: ResultsStore, stored: StoredBatch, games: int) -> list[GameLuck]:
        """Return the luck of the first games of a batch."""
        begun = perf_counter()
        for game in range(games):
            if (stored.number, game) not in self._known:
                self._known[stored.number, game] = self._work_out(store, stored, game)
        self._seconds += perf_counter() - begun
        return [self._known[stored.number, game] for game in range(games)]

    def against_average(
        self, store: ResultsStore, batches: Sequence[StoredBatch], games: int, names: Sequence[str]
    ) -> tuple[LessLuck, ...]:
        """Compare each bot with an average seat of its games; batches have the same deals."""
        deals = defaultdict[str, _Deals](lambda: defaultdict(list))
        for stored in batches:
            for number, game in enumerate(self.of(store, stored, games)):
                mean_share = fmean(game.shares)
                mean_luck = fmean(game.luck)
                for bot, share, luck in zip(game.bots, game.shares, game.luck, strict=True):
                    entry = share - mean_share, luck - mean_luck
                    deals[bot][number // stored.games_per_deal].append(entry)
        less_luck = list[LessLuck]()
        for name in names:
            more_shares, more_luck = _means(deals[name])
            less_luck.append(LessLuck.of(name, more_shares, more_luck, self.seconds_each))
        return tuple(less_luck)

    def differences(
        self, store: ResultsStore, both: Sequence[StoredBatch], games: int
    ) -> tuple[list[float], list[float]]:
        """Compare the first bots of two lineups, deal by deal.

        Return how much more of the win the first one had in each deal, and how much more luck.
        """
        games_per_deal = both[0].games_per_deal
        deals = _Deals(list)
        games_of_both = (self.of(store, stored, games) for stored in both)
        for number, (one, other) in enumerate(zip(*games_of_both, strict=True)):
            seat = number % games_per_deal  # that of the first bot
            entry = one.shares[seat] - other.shares[seat], one.luck[seat] - other.luck[seat]
            deals[number // games_per_deal].append(entry)
        return _means(deals)

    def _work_out(self, store: ResultsStore, stored: StoredBatch, game: int) -> GameLuck:
        """Value the positions before and after each event, and add up the differences."""
        import numpy as np

        from livingstone.kernel import roll_out_shares

        row, choices, _ = store.game(stored, game)
        try:
            pairs = list(_events(self.kernel, row.seed, choices))
        except (LookupError, struct.error):
            problem = f"the choices of game {game} cannot be made"
            raise ArgumentError(f"{store.name}: {problem}") from None
        states = [self.kernel.encode(state) for pair in pairs for state in pair]
        counts = events_before(kind for before, _ in pairs for kind in (before.pending, None))
        words = np.random.default_rng([stored.seed, game // stored.games_per_deal, len(KINDS)])
        rows = np.repeat(np.arange(len(states)), ROLLOUTS)
        seeds = np.tile(words.integers(0, 2**64, ROLLOUTS, np.uint64), len(states))
        shares = roll_out_shares(
            self.kernel, np.stack(states), rows, seeds, counts=counts, threads=cores()
        )
        means = shares.reshape(-1, 2, ROLLOUTS, self.kernel.players).mean(axis=2)
        luck = (means[:, 1] - means[:, 0]).sum(axis=0)
        return GameLuck(tuple(own.bot for own in row.seats), row.shares, tuple(luck.tolist()))


_Deals = defaultdict[int, list[tuple[float, float]]]
"""By deal, for each of its games: how much more was won, and how much more luck there was."""


def _means(deals: _Deals) -> tuple[list[float], list[float]]:
    """Return the mean of what was won more in each deal, and of the luck, in order of the deals."""
    each = [[fmean(column) for column in zip(*deals[deal], strict=True)] for deal in sorted(deals)]
    return [won for won, _ in each], [luck for _, luck in each]


def events_before(pending: Iterable[Awaited | None]) -> list[list[int]]:
    """Count the events of each kind before each position, given what each position awaits."""
    rows = list[list[int]]()
    counts = [0] * len(KINDS)
    for awaited in pending:
        rows.append(counts)
        pairs = zip(counts, KINDS, strict=True)
        counts = [count + isinstance(awaited, kind) for count, kind in pairs]
    return rows


def _events(kernel: "Kernel", seed: int, choices: bytes) -> Iterator[tuple[State, State]]:
    """Yield the positions before and after each event of chance of a game."""
    places = unpack(choices)
    state = new_game(kernel.players, edition=kernel.edition, seed=seed)
    yield new_game(kernel.players, edition=kernel.edition, explicit_chance=True), state
    while not state.is_over:
        moves = legal_moves(state)
        place = 0 if len(moves) == 1 else next(places, None)
        if place is None:  # a bot failed here
            return
        for before, _, after in apply_in_steps(state, moves[place]):
            if before.pending is not None:
                yield before, after
            state = after


def luck_sheets(title: str, less_luck: Sequence[LessLuck], deals: int) -> tuple[Sheet, ...]:
    """Show differences less luck, what that gained and cost, and where no luck was subtracted.

    There is no table without differences.
    """
    if not less_luck:
        return ()
    unadjusted = [own.bot for own in less_luck if not any(own.slopes)]
    few = f"{counted(deals, 'deal')} of at least {FEWEST_DEALS}"
    why = few if deals < FEWEST_DEALS else "it does not explain what they won"
    title += "" if deals < FEWEST_DEALS else ", less luck"
    lines = list[tuple[str, ...]]()
    for own in less_luck:
        more = signed(own.difference, scale=100, unit=" %")
        ratio = "" if own.variance_ratio is None else f"{own.variance_ratio:.2f}"
        lines.append((own.bot, more, p_value(own.difference.p_value), ratio))
    remark = (
        "The variance ratio is how many times more deals the same interval would need without the"
        f" adjustment, which took {less_luck[0].seconds:.2f} s a game."
    )
    if unadjusted:
        remark += f" No luck is subtracted for {', '.join(unadjusted)}: {why}."
    return (Sheet(title, ("", "more wins (95 %)", "p", "variance ratio"), tuple(lines), remark),)
