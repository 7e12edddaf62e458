"""Comparing two bots on the same deals and seats, against the same others: `compare`."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from math import log, sqrt, tanh
from typing import Literal, NamedTuple, TypeAlias, Unpack

from attrs import evolve, frozen

from livingstone.errors import ArgumentError, brief, shown
from livingstone.simulation.batch import Batch, Entrant, win_unit
from livingstone.simulation.intervals import (
    DealCount,
    DealCounts,
    Difference,
    Interval,
    adjust_p_values,
    columns,
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
from livingstone.simulation.sheets import Sheet, counted, p_value, percent, signed
from livingstone.simulation.store import Store, StoredBatch, winners_in
from livingstone.support.arguments import one_of
from livingstone.support.files import File

Hypothesis: TypeAlias = Literal["null", "alternative"]


def next_look(deals: int) -> int:
    """Return after how many deals to look, if the last look was after `deals` (0: none)."""
    return deals + max(16, deals // 8)


@frozen
class SequentialTest:
    """A test, repeated while games are played, of how much more of them one bot wins.

    It is that of chess engines (Van den Bergh 2017, "A practical introduction").
    It accepts that the difference is `null` or less, with an error of at most `beta`, or that it is
    `alternative` or more, with an error of at most `alpha`; errors are below 0.5. The measure is
    `"wins"`, from -0.5 to 0.5 of the games, or `"elo"`, from -1000 to 1000. Else `ArgumentError`.
    """

    null: float
    alternative: float
    alpha: float = 0.05
    beta: float = 0.05
    measure: str = "wins"

    def __attrs_post_init__(self) -> None:
        one_of("measure", self.measure, ("wins", "elo"))
        most = 0.5 if self.measure == "wins" else 1000.0
        for name, error in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < error < 0.5:
                raise ArgumentError(f"{name} must be above 0 and below 0.5: {error:g}")
        if not -most <= self.null < self.alternative <= most:
            raise ArgumentError(
                f"the null must be below the alternative, both from {-most:g} to {most:g}:"
                f" {self.null:g}, {self.alternative:g}"
            )

    @classmethod
    def parse(cls, text: str) -> "SequentialTest":
        """Read a text such as `elo=0:20,alpha=0.01`; raises `ArgumentError` for others."""
        number = r"([-+]?\d*\.?\d+)"
        errors = f"(?:,alpha={number})?(?:,beta={number})?"
        if not (found := re.fullmatch(f"(wins|elo)={number}:{number}{errors}", text)):
            raise ArgumentError(f"write a test as wins=0:0.05,alpha=0.05,beta=0.05: {shown(text)}")
        measure, null, alternative, alpha, beta = found.groups("0.05")
        return cls(float(null), float(alternative), float(alpha), float(beta), measure)

    def decide(
        self, counts: DealCounts, unit: int = 1, adjusted: Sequence[float] | None = None
    ) -> "Verdict":
        """Decide by what both bots won in the deals so far, or by these differences less luck."""
        entries, won, other, deals = columns(counts, unit, -1, 1)
        from statsmodels.emplike.descriptive import DescStat

        ends = [self.null, self.alternative]
        if self.measure == "elo":  # as differences of two parts of the games, by their mean
            share = (deals @ (won + other) + 1) / (2 * deals @ entries + 2)
            spread, halves = share * (1 - share), [tanh(elo * log(10) / 800) for elo in ends]
            ends = [4 * half * spread / (1 + sqrt(1 - 4 * half**2 * spread)) for half in halves]
        if adjusted is None:
            adjusted = ((won - other) / entries).repeat(deals.astype(int)).tolist()
        # Two deals, one at each end, make every mean possible.
        values = [min([-1, *adjusted]), max([1, *adjusted]), *adjusted]
        tests = [DescStat(values).test_mean(at, result_object=True) for at in ends]
        ratio = float(tests[0][0] - tests[1][0]) / 2
        low, high = log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)  # Wald
        if deals.sum() < next_look(0) or low < ratio < high:
            return Verdict(self, None, ratio)
        return Verdict(self, "null" if ratio <= low else "alternative", ratio)


@frozen
class Verdict:
    """What a sequential test accepts, None if it continues, and the log likelihood ratio."""

    test: SequentialTest
    accepted: Hypothesis | None
    log_ratio: float

    def __str__(self) -> str:
        scale, unit = (100, " % of the games") if self.test.measure == "wins" else (1, " Elo")
        low, high = (f"{scale * end:+g}{unit}" for end in (self.test.null, self.test.alternative))
        if self.accepted is None:
            return f"Not decided between {low} and {high}."
        return f"Accepted: {f'{low} or less' if self.accepted == 'null' else f'{high} or more'}."


@frozen(slots=False)
class Comparison(Findings):
    """The results of two bots, `a` and `b`, on the same deals and seats against the same others."""

    __repr__ = brief

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

    def adjusted_p_values(self) -> dict[str, float]:
        """Adjust the p-values of `more_wins` and, with two complete deals, of `more_points`."""
        tests = {"more_wins": self.more_wins.p_value}
        if self.complete_deals > 1:
            tests["more_points"] = self.more_points.p_value
        return dict(zip(tests, adjust_p_values([*tests.values()]), strict=True))

    def plain(self) -> dict[str, object]:
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
        )
        if self.decision is not None:
            remark += f" Sequential test: {self.decision} " + (
                "With a file, the same call with more games continues."
                if self.decision.accepted is None
                else "The results decided when to stop, so that differences look larger than they"
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


class PairedDeal(NamedTuple):
    """What both bots won in a deal, in parts of a win, and their points; None if a bot failed."""

    won: int
    other_won: int
    points: int | None
    other_points: int | None


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
    the most that each bot plays. The test looks after 16 deals, then after an eighth more, or 16.

    `seed`, `rotate`, `sink`, the bots and the options are those of `simulate`; the file gets a
    batch for each bot. With ``adjust="luck"``, the test decides by `Comparison.less_luck`.

    >>> compare("greedy", "random", against=["random"], games=20, seed=7).more_wins.value > 0
    True

    Raises `MissingExtraError` without the extra `stats`, and otherwise as `simulate` does.
    """
    require_stats()
    own = batch_options(options) | {"seed": seed, "rotate": rotate, "entrants": {}}
    both = [Batch.of([bot, *against], **own) for bot in (a, b)]
    if rotate:  # the first bot sits on each seat in each deal, whatever its name
        both = [evolve(batch, games_per_deal=len(batch.lineup)) for batch in both]
    games = whole_deals(games, both[0].games_per_deal)
    book = luck_book(both[0], options.get("adjust"))
    with play_series(both, games, sink, options) as series:
        look, deals, adjusted, decision = _play(series, games, until, book)
        reports = series.report(0, look), series.report(1, look)
    return _compared(reports, look, deals, adjusted, decision)


def _compared(
    reports: tuple[Report, Report],
    games: int,
    deals: list[PairedDeal],
    adjusted: LessLuck | None,
    decision: Verdict | None,
) -> Comparison:
    (a, *against), (b, *_) = (report.lineup for report in reports)
    players, each = reports[0].players, reports[0].games_per_deal
    wins, points = pair_wins(deals, players, each), pair_points(deals, each)
    return Comparison(
        a=a,
        b=b,
        against=tuple(against),
        games=games,
        deals=games // each,
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
    won = ", ".join(f"sum(iif(batch = {n} AND won, {unit} / winner_count, 0))" for n in numbers)
    points = ", ".join(
        f"iif(count(points) = count(*), sum(iif(batch = {n}, points, 0)), NULL)" for n in numbers
    )
    found = store.query(
        f"""
        SELECT {won}, {points} FROM {winners_in(both, games)} JOIN seats USING (batch, game)
        WHERE seat = game % {each} GROUP BY game / {each}"""
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


def wins_in_deals(deals: Sequence[PairedDeal], games_per_deal: int) -> DealCounts:
    """Count the deals by the wins of the first bot compared with those of the second."""
    return Counter(DealCount(games_per_deal, deal.won, deal.other_won) for deal in deals)


def pair_wins(deals: Sequence[PairedDeal], players: int, games_per_deal: int) -> Pair:
    """Estimate the part of the games that each bot won, and the difference of these parts."""
    unit, counts = win_unit(players), wins_in_deals(deals, games_per_deal)
    both = [deal.won for deal in deals], [deal.other_won for deal in deals]
    one, other = (
        rate_of(Counter(DealCount(games_per_deal, won) for won in own), unit) for own in both
    )
    ratio, _ = _variances(*both)
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
