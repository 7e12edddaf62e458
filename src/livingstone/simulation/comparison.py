"""Comparing two bots on the same deals and seats, against the same others: `compare`."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Unpack

from attrs import evolve, frozen

from livingstone.errors import LONGEST_REPR, shortened
from livingstone.simulation import intervals
from livingstone.simulation.batch import Batch, win_unit
from livingstone.simulation.entrants import Entrant, as_others, enter
from livingstone.simulation.luck import LessLuck, LuckBook, luck_book, luck_sheets
from livingstone.simulation.report import (
    Findings,
    Report,
    frame_of,
    interval_cells,
    plain_tests,
)
from livingstone.simulation.results_store import ResultsStore, StoredBatch, winners_in
from livingstone.simulation.series import (
    Options,
    Series,
    batch_options,
    play_series,
    whole_deals,
)
from livingstone.simulation.sheets import Sheet, counted, p_value, percent, signed
from livingstone.support.files import File
from livingstone.support.helping import with_options

if TYPE_CHECKING:
    import polars as pl


@frozen(slots=False)
class Comparison(Findings):
    """The results of two bots, `a` and `b`, on the same deals and seats against the same others."""

    a: str
    """What the first of the two bots is called."""
    b: str
    """What the second of the two bots is called."""
    against: tuple[str, ...]
    """The others."""
    games: int
    """How many games each of the two bots played."""
    deals: int
    """How many deals each played; a deal counts as one value for the intervals."""
    complete_deals: int
    """In how many deals no bot failed; points are over these."""
    wins: tuple[intervals.Interval, intervals.Interval]
    """The part of the games that `a` won, and that `b` won; a shared win counts in equal parts."""
    points: tuple[intervals.Interval, intervals.Interval]
    """The mean points of both, over the complete deals."""
    more_wins: intervals.Difference
    """The part of the games that `a` won, less that of `b`: from -1 to 1."""
    more_points: intervals.Difference
    """The mean points of `a`, less those of `b`."""
    less_luck: LessLuck | None
    """With ``adjust="luck"``: `more_wins` less luck."""
    reports: tuple[Report, Report]
    """The reports on the games with `a`, and on those with `b`."""

    def __repr__(self) -> str:
        more_wins = signed(self.more_wins, scale=100, unit=" %")
        games = counted(self.games, "game")
        return shortened(
            f"Comparison({self.a} less {self.b}: {more_wins}, {games} each)", LONGEST_REPR
        )

    def adjusted_p_values(self) -> dict[str, float]:
        """Adjust the p-values of `more_wins` and, with two complete deals, of `more_points`."""
        tests = {"more_wins": self.more_wins.p_value}
        if self.complete_deals > 1:
            tests["more_points"] = self.more_points.p_value
        return dict(zip(tests, intervals.adjust_p_values([*tests.values()]), strict=True))

    def to_frame(self) -> "pl.DataFrame":
        """Return a polars data frame of one row; those of several comparisons go together.

        `more_wins` is from -1 to 1, `more_points` in points a game; their intervals have a
        confidence of 95 %. `p_wins` and `p_points` are not corrected for several tests. What is
        unknown is null.

        Raises `MissingExtraError` without polars.
        """
        has_points = self.complete_deals > 1
        line: dict[str, object] = {
            "label": self.reports[0].label,
            "bot": self.a,
            "options": self.reports[0].options[0],
            "than": self.b,
            "than_options": self.reports[1].options[0],
            "against": ", ".join(self.against),
            "edition": self.reports[0].edition,
            "games": self.games,
            "deals": self.deals,
            **interval_cells("more_wins", self.more_wins),
            "p_wins": self.more_wins.p_value,
            **interval_cells("more_points", self.more_points),
            "p_points": self.more_points.p_value if has_points else None,
        }
        return frame_of([line])

    def plain(self) -> dict[str, object]:
        """Return the comparison as plain data."""
        data = self._plain("comparison", 1, "reports")
        data["adjusted_p_values"] = plain_tests(self.adjusted_p_values().items())
        data["reports"] = [report.plain() for report in self.reports]
        return data

    def sheets(self) -> tuple[Sheet, ...]:
        """Return the comparison as a table."""
        p_values = {name: p_value(value) for name, value in self.adjusted_p_values().items()}
        more_wins = signed(self.more_wins, scale=100, unit=" %")
        wins = (*map(percent, self.wins), more_wins, p_values["more_wins"])
        means = [f"{own.value:.2f}" if self.complete_deals else "" for own in self.points]
        has_both = "more_points" in p_values
        more_points = signed(self.more_points) if has_both else "unknown"
        points = (*means, more_points, p_values.get("more_points", ""))
        names = (self.a, self.b, "difference (95 %)", "p")
        deals = "deal" if self.deals == 1 else f"{self.deals} deals"
        title = f"{self.a} and {self.b} against {', '.join(self.against)}"
        remark = f"{counted(self.games, 'game')} each, on the same {deals} and seats."
        if has_both:
            remark += " p is corrected for both tests (Holm)."
        remark += self._about_failures()
        lines = tuple(zip(names, wins, points, strict=True))
        sheet = Sheet(title, ("", "wins", "points"), lines, remark)
        less_luck = [self.less_luck] if self.less_luck else []
        return (sheet, *luck_sheets(f"More wins than {self.b}", less_luck, self.deals))

    def _about_failures(self) -> str:
        failed = [report.failed for report in self.reports]
        if not any(failed):
            return ""
        return (
            f" {counted(failed[0], 'game')} with {self.a} and {failed[1]} with {self.b} ended by a"
            f" failure; points are over the {counted(self.complete_deals, 'deal')} without one."
        )


class PairedDeal(NamedTuple):
    """What both bots won in a deal, in parts of a win, and their points; None if a bot failed."""

    won: int
    other_won: int
    points: int | None
    other_points: int | None


@with_options(Options)
def compare(
    a: "Entrant",
    b: "Entrant",
    *,
    against: "Sequence[Entrant]",
    games: int,
    seed: int,
    rotate: bool = True,
    sink: File | None = None,
    **options: "Unpack[Options]",
) -> Comparison:
    """Compare two bots on the same deals, from the same seats and against the same others.

    `a` plays `games` games, rounded up to whole deals, against the bots of `against`, one for each
    other seat; then `b` plays the same games. The others choose with the same random numbers both
    times. Intervals are over the differences of whole deals; those of points are Student's.

    `seed`, `rotate`, `sink`, the bots and the options are those of `simulate`; the file gets a
    batch for each bot.

    >>> compare("greedy", "random", against=["random"], games=20, seed=7).more_wins.value > 0
    True

    Raises `MissingExtraError` without the extra `stats`, and otherwise as `simulate` does.
    """
    intervals.require_stats()
    of_batch = batch_options(options)
    one, other, *others = enter([a, b, *as_others(against)], **of_batch)
    both = [Batch.of([bot, *others], seed=seed, rotate=rotate, **of_batch) for bot in (one, other)]
    if rotate:  # the first bot sits on each seat in each deal, whatever its name
        both = [evolve(batch, games_per_deal=len(batch.lineup)) for batch in both]
    games = whole_deals(games, both[0].games_per_deal)
    book = luck_book(both[0], options.get("adjust"))
    with play_series(both, games, sink, options) as series:
        series.play(games)
        return _compared(series, both, games, book)


def _compared(
    series: Series, both: Sequence[Batch], games: int, book: LuckBook | None
) -> Comparison:
    """Compare the first bots of two batches that were played."""
    store = series.store
    stored = series.stored()
    a, *against = both[0].lineup
    b = both[1].lineup[0]
    reports = series.report(0, games), series.report(1, games)
    deals = paired_deals(store, stored, games)
    less_luck = None
    if book is not None:
        more_shares, more_luck = book.differences(store, stored, games)
        less_luck = LessLuck.of(a, more_shares, more_luck, book.seconds_each)
    games_per_deal = both[0].games_per_deal
    complete_deals, points, more_points = pair_points(deals, games_per_deal)
    wins, more_wins = pair_wins(deals, reports[0].players, games_per_deal)
    return Comparison(
        a=a,
        b=b,
        against=tuple(against),
        games=games,
        deals=games // games_per_deal,
        complete_deals=complete_deals,
        wins=wins,
        points=points,
        more_wins=more_wins,
        more_points=more_points,
        less_luck=less_luck,
        reports=reports,
    )


def paired_deals(store: ResultsStore, both: Sequence[StoredBatch], games: int) -> list[PairedDeal]:
    """Add up the wins and points of the first bots of both lineups in each deal."""
    unit = win_unit(len(both[0].lineup))
    games_per_deal = both[0].games_per_deal
    numbers = [stored.number for stored in both]
    won = ", ".join(f"sum(iif(batch = {n} AND won, {unit} / winner_count, 0))" for n in numbers)
    points = ", ".join(
        f"iif(count(points) = count(*), sum(iif(batch = {n}, points, 0)), NULL)" for n in numbers
    )
    rows = store.query(
        f"""
        SELECT {won}, {points} FROM {winners_in(both, games)} JOIN seats USING (batch, game)
        WHERE seat = game % {games_per_deal} GROUP BY game / {games_per_deal}"""
    )
    return [PairedDeal(*row) for row in rows]


def pair_wins(
    deals: Sequence[PairedDeal], players: int, games_per_deal: int, tests: int = 1
) -> tuple[tuple[intervals.Interval, intervals.Interval], intervals.Difference]:
    """Estimate the part of the games that each bot won, and the difference of these parts.

    The interval of the difference holds for as many differences as `tests` together.
    """
    unit = win_unit(players)
    counts = Counter(
        intervals.DealCount(games_per_deal, deal.won, deal.other_won) for deal in deals
    )
    other_counts = Counter(intervals.DealCount(games_per_deal, deal.other_won) for deal in deals)
    one = intervals.rate_of(counts, unit)
    other = intervals.rate_of(other_counts, unit)
    return (one, other), intervals.difference_of(counts, unit, tests=tests)


def pair_points(
    deals: Sequence[PairedDeal], games_per_deal: int, tests: int = 1
) -> tuple[int, tuple[intervals.Interval, intervals.Interval], intervals.Difference]:
    """Count the deals without a failure; estimate both mean points in them and the difference.

    The interval of the difference holds for as many differences as `tests` together.
    """
    ones = [deal.points for deal in deals if deal.points is not None]
    others = [deal.other_points for deal in deals if deal.other_points is not None]
    differences = [one - other for one, other in zip(ones, others, strict=True)]
    separate = intervals.variance(ones) + intervals.variance(others)
    means = (
        intervals.mean_interval(ones, games_per_deal),
        intervals.mean_interval(others, games_per_deal),
    )
    more_points = intervals.mean_difference(differences, separate, games_per_deal, tests)
    return len(ones), means, more_points
