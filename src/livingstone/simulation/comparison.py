"""Comparing two bots on the same deals and seats, against the same others: `compare`."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Unpack

from attrs import evolve, frozen

from livingstone.simulation.batch import Batch, Entrant, win_unit
from livingstone.simulation.intervals import (
    Correction,
    DealCount,
    Difference,
    Interval,
    adjust_p_values,
    difference_of,
    mean_difference,
    mean_interval,
    rate_of,
    require_stats,
    variance,
)
from livingstone.simulation.luck import LessLuck, LuckBook, less_luck, luck_book, luck_sheets
from livingstone.simulation.report import Findings, Report, plain_tests
from livingstone.simulation.run import Options, Series, batch_options, play_series, whole_deals
from livingstone.simulation.sequential import SequentialTest, Verdict, next_look
from livingstone.simulation.sheets import Sheet, counted, p_value, percent, signed
from livingstone.simulation.store import Store, StoredBatch
from livingstone.support.files import File


@frozen(eq=False, slots=False)
class Comparison(Findings):
    """The results of two bots, `a` and `b`, on the same deals and seats against the same others."""

    a: str
    b: str
    against: tuple[str, ...]
    """The others."""
    games: int
    """How many games each of the two bots played."""
    deals: int
    """How many deals each played; a deal counts as one value for the intervals."""
    complete_deals: int
    """In how many deals no bot failed; points are over these."""
    wins: tuple[Interval, Interval]
    """The part of the games that `a` won, and that `b` won; a shared win counts in equal parts."""
    points: tuple[Interval, Interval]
    """The mean points of both, over the complete deals."""
    more_wins: Difference
    """The part of the games that `a` won, less that of `b`: from -1 to 1."""
    more_points: Difference
    """The mean points of `a`, less those of `b`."""
    variance_ratios: tuple[float | None, float | None]
    """For wins and for points: the variance of the differences in a deal, divided by that of
    separate deals; below 1, the same deals make the intervals narrower. None if nothing varies."""
    less_luck: LessLuck | None
    """With ``adjust="luck"``: `more_wins` less luck, which then is what a test decides by."""
    decision: Verdict | None
    """What the sequential test has decided; None without one."""
    reports: tuple[Report, Report]
    """The reports on the games with `a`, and on those with `b`."""

    def adjusted_p_values(self, correction: Correction = "holm") -> dict[str, float]:
        """Return the p-values of `more_wins` and, with two complete deals, `more_points`, adjusted.

        Raises as `adjust_p_values` does.
        """
        tests = {"more_wins": self.more_wins.p_value}
        if self.complete_deals > 1:
            tests["more_points"] = self.more_points.p_value
        return dict(zip(tests, adjust_p_values([*tests.values()], correction), strict=True))

    def plain(self) -> dict[str, Any]:
        """Return the comparison as plain data."""
        data = self._plain("comparison", 1, "reports")
        data["adjusted_p_values"] = plain_tests(self.adjusted_p_values().items())
        data["reports"] = [report.plain() for report in self.reports]
        return data

    def sheets(self) -> tuple[Sheet, ...]:
        """Return the comparison as a table."""
        p_values = {name: p_value(value) for name, value in self.adjusted_p_values().items()}
        ratios = ["" if ratio is None else f"{ratio:.2f}" for ratio in self.variance_ratios]
        wins = (*map(percent, self.wins), signed(self.more_wins, scale=100, unit=" %"))
        points = tuple(f"{own.value:.2f}" if self.complete_deals else "" for own in self.points)
        known = "more_points" in p_values
        more = signed(self.more_points) if known else "unknown"
        names = self.a, self.b, "difference (95 %)", "p", "variance ratio"
        wins += p_values["more_wins"], ratios[0]
        points += more, p_values.get("more_points", ""), ratios[1] if known else ""
        deals = "deal" if self.deals == 1 else f"{self.deals} deals"
        title = f"{self.a} and {self.b} against {', '.join(self.against)}"
        remark = (
            f"{counted(self.games, 'game')} each, on the same {deals} and seats."
            f"{' p is corrected for both tests (Holm).' if known else ''}{self._of_failures()}"
            f" {self._of_pairing()}"
        )
        if self.decision is not None:
            remark += f" Sequential test: {self.decision}"
            remark += (
                " With a file, the same call with more games continues."
                if self.decision.accepted is None
                else " The results decided when to stop, so that differences look larger than they"
                " are; neither intervals nor p allow for that."
            )
        lines = tuple(zip(names, wins, points, strict=True))
        sheet = Sheet(title, ("", "wins", "points"), lines, remark)
        found = [self.less_luck] if self.less_luck else []
        title = f"More wins than {self.b}, less luck"
        return (sheet, *luck_sheets(title, found, self.deals))

    def _of_failures(self) -> str:
        failed = [report.failed for report in self.reports]
        if not any(failed):
            return ""
        return (
            f" {counted(failed[0], 'game')} with {self.a} and {failed[1]} with {self.b} ended by a"
            f" failure; points are over the {counted(self.complete_deals, 'deal')} without one."
        )

    def _of_pairing(self) -> str:
        ratio = self.variance_ratios[0]
        if ratio is None:
            return ""
        if not ratio:
            differ = "differ by as much in each" if self.more_wins.value else "do not differ in any"
            return f"The wins of the two {differ} deal."
        times = "as many" if round(ratio, 2) == 1 else f"{1 / ratio:.2f} times as many"
        return (
            f"The variance of the differences is {ratio:.2f} times that of separate deals, of which"
            f" {times} would give the same interval of wins."
        )


def compare(
    a: Entrant,
    b: Entrant,
    *,
    against: Sequence[Entrant],
    games: int,
    seed: int,
    rotate: bool = True,
    sink: File | None = None,
    until: SequentialTest | None = None,
    **options: Unpack[Options],
) -> Comparison:
    """Compare two bots on the same deals, from the same seats and against the same others.

    `a` plays `games` games, rounded up to whole deals, against the bots of `against`, one for each
    other seat; then `b` plays the same games. The others choose with the same random numbers both
    times. Intervals are over the differences of whole deals; those of points are Student's.

    With `until`, the comparison ends as soon as this sequential test has decided, and `games` is
    the most that each bot plays. The test looks after 16 deals and then after an eighth more, but
    at least 16 more.

    `seed`, `rotate`, `sink`, the bots and the options are those of `simulate`. The file gets a
    batch for each bot, and the same call continues an interrupted comparison. With
    ``adjust="luck"``, the test decides by `Comparison.less_luck`.

    >>> compare("greedy", "random", against=["random"], games=20, seed=7).more_wins.value > 0
    True

    Raises `MissingExtraError` without the extra `stats`, and otherwise as `simulate` does.
    """
    require_stats()
    entrants: dict[str, Entrant] = {}
    own = batch_options(options) | {"seed": seed, "rotate": rotate, "entrants": entrants}
    both = [Batch.of([bot, *against], **own) for bot in (a, b)]
    if rotate:  # the first bot sits on each seat in each deal, whatever its name
        both = [evolve(batch, games_per_deal=len(batch.lineup)) for batch in both]
    players, each = len(both[0].lineup), both[0].games_per_deal
    games, book = whole_deals(games, each), luck_book(both[0], options.get("adjust"))
    with play_series(both, games, sink, options) as series:
        look, deals, adjusted, decision = _play(series, games, until, book)
        reports = series.report(0, look), series.report(1, look)
    wins, points = pair_wins(deals, players, each), pair_points(deals, each)
    return Comparison(
        a=both[0].lineup[0],
        b=both[1].lineup[0],
        against=both[0].lineup[1:],
        games=look,
        deals=look // each,
        complete_deals=points.deals,
        wins=wins.both,
        points=points.both,
        more_wins=wins.difference,
        more_points=points.difference,
        variance_ratios=(wins.variance_ratio, points.variance_ratio),
        less_luck=adjusted,
        decision=decision,
        reports=reports,
    )


class PairedDeal(NamedTuple):
    """What both bots won in a deal, in parts of a win, and their points; None if a bot failed."""

    won: int
    other_won: int
    points: int | None
    other_points: int | None


def _play(
    series: Series, games: int, until: SequentialTest | None, book: LuckBook | None
) -> tuple[int, list[PairedDeal], LessLuck | None, Verdict | None]:
    """Play until a test decides; return the games of each, the deals, and what was found."""
    both = series.stored()
    lineup, each = both[0].lineup, both[0].games_per_deal
    adjusted, values, decision = None, None, None
    for look in _looks(games, each, max(own.games for own in both), until):
        series.play(look)
        both = series.stored()
        deals = paired_deals(series.store, both, look)
        if book is not None:
            results, luck = book.differences(series.store, both, look)
            adjusted = LessLuck.of(lineup[0], results, luck, book.seconds_each)
            values, _ = less_luck(results, luck)
        if until is not None:
            decision = until.decide(wins_in_deals(deals, each), win_unit(len(lineup)), values)
            if decision.accepted is not None:
                break
    return look, deals, adjusted, decision


def _looks(
    games: int, games_per_deal: int, held: int, until: SequentialTest | None
) -> Iterator[int]:
    """List after how many games to look: at the end, and for a test where nobody has looked."""
    deals = next_look(0)
    while until is not None and deals * games_per_deal < games:
        if deals * games_per_deal >= held:
            yield deals * games_per_deal
        deals = next_look(deals)
    yield games


def paired_deals(store: Store, both: Sequence[StoredBatch], games: int) -> list[PairedDeal]:
    """Add up the wins and points of the first bots of both lineups in each deal."""
    unit, each = win_unit(len(both[0].lineup)), both[0].games_per_deal
    numbers = [stored.number for stored in both]
    won = ", ".join(f"sum(iif(batch = {n} AND won, {unit} / winners, 0))" for n in numbers)
    points = ", ".join(
        f"iif(count(points) = count(*), sum(iif(batch = {n}, points, 0)), NULL)" for n in numbers
    )
    found = store.query(
        f"""
        SELECT {won}, {points} FROM games JOIN seats USING (batch, game)
        WHERE batch IN (?, ?) AND game < ? AND seat = game % {each} GROUP BY game / {each}""",
        (*numbers, games),
    )
    return [PairedDeal(*deal) for deal in found]


class Pair(NamedTuple):
    """Estimates for two bots that played the same deals."""

    deals: int
    both: tuple[Interval, Interval]
    difference: Difference
    """How much more the first has."""
    variance_ratio: float | None
    """As in `Comparison.variance_ratios`."""


def wins_in_deals(deals: Sequence[PairedDeal], games_per_deal: int) -> Mapping[DealCount, int]:
    """Count the deals by the wins of the first bot compared with those of the second."""
    return Counter(DealCount(games_per_deal, deal.won, deal.other_won) for deal in deals)


def pair_wins(deals: Sequence[PairedDeal], players: int, games_per_deal: int) -> Pair:
    """Estimate the part of the games that each bot won, and the difference of these parts."""
    unit, counts = win_unit(players), wins_in_deals(deals, games_per_deal)
    columns = [deal.won for deal in deals], [deal.other_won for deal in deals]
    one, other = (
        rate_of(Counter(DealCount(games_per_deal, won) for won in column), unit)
        for column in columns
    )
    ratio, _ = _variances(*columns)
    return Pair(len(deals), (one, other), difference_of(counts, unit), ratio)


def pair_points(deals: Sequence[PairedDeal], games_per_deal: int) -> Pair:
    """Estimate the mean points of both, and the difference, by deals without a failure."""
    ones = [deal.points for deal in deals if deal.points is not None]
    others = [deal.other_points for deal in deals if deal.other_points is not None]
    ratio, separate = _variances(ones, others)
    differences = [one - other for one, other in zip(ones, others, strict=True)]
    difference = mean_difference(differences, separate, games_per_deal)
    one, other = (mean_interval(own, games_per_deal) for own in (ones, others))
    return Pair(len(ones), (one, other), difference, ratio)


def _variances(ones: Sequence[int], others: Sequence[int]) -> tuple[float | None, float]:
    """Return the variance ratio, and the variance of differences between separate deals."""
    separate = variance(ones) + variance(others)
    differences = [one - other for one, other in zip(ones, others, strict=True)]
    return (variance(differences) / separate if separate else None), separate
