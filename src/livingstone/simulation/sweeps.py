"""Trying several values of an option of a bot on the same deals: `sweep`."""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Unpack

from attrs import evolve, frozen

from livingstone.errors import LONGEST_REPR, ArgumentError, short_repr, shortened
from livingstone.players.options import Option
from livingstone.simulation import intervals
from livingstone.simulation.batch import Batch
from livingstone.simulation.comparison import pair_points, pair_wins, paired_deals
from livingstone.simulation.entrants import Entrant, Maker, as_others, enter
from livingstone.simulation.report import (
    Findings,
    Report,
    frame_of,
    interval_cells,
    plain_tests,
)
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


@frozen
class SweptValue:
    """The results of a bot with one value of the option."""

    __repr__ = short_repr

    value: object
    """The value of the option."""
    bot: str
    """What reports call the bot."""
    wins: intervals.Interval
    """The part of its games that it won; a shared win counts in equal parts."""
    more_wins: intervals.Difference
    """That part, less the one of the base; the interval holds for all values together."""
    points: intervals.Interval
    """Its mean points, in the deals in which neither it nor the base failed."""
    more_points: intervals.Difference
    """Those points, less the ones of the base; the interval holds for all values together."""
    report: Report
    """The report on its games."""


@frozen(slots=False)
class Sweep(Findings):
    """The results of a bot with several values of an option, each compared with the same base.

    All played the same deals and seats against the same others.
    """

    option: str
    """The name of the option."""
    base: str
    """What the values are compared with."""
    against: tuple[str, ...]
    """The others."""
    games: int
    """How many games each value played."""
    deals: int
    """How many deals these are; a deal counts as one value for the intervals."""
    values: tuple[SweptValue, ...]
    """The results of each value, in the order given."""
    base_report: Report
    """The report on the games of the base."""

    def __repr__(self) -> str:
        best = max(self.values, key=lambda own: own.more_wins.value)
        more_wins = signed(best.more_wins, scale=100, decimals=1, unit=" %")
        text = f"Sweep({self.option}, {counted(len(self.values), 'value')}, {self.games} games"
        return shortened(
            f"{text} each; best {best.value}: {more_wins} wins against {self.base})", LONGEST_REPR
        )

    def adjusted_p_values(self) -> tuple[float, ...]:
        """Test whether each value wins as often as the base, corrected for all values (Holm)."""
        return intervals.adjust_p_values([own.more_wins.p_value for own in self.values])

    def to_frame(self) -> "pl.DataFrame":
        """Return a polars data frame with a row for each value, in the order given.

        `value` is the option's value as a text; the other columns are those of
        `Comparison.to_frame`, but intervals and `p_wins` are corrected for the number of values.

        Raises `MissingExtraError` without polars.
        """
        lines = []
        for own, adjusted in zip(self.values, self.adjusted_p_values(), strict=True):
            lines.append(
                {
                    "label": own.report.label,
                    "option": self.option,
                    "value": str(own.value),
                    "bot": own.bot,
                    "than": self.base,
                    "against": ", ".join(self.against),
                    "edition": own.report.edition,
                    "games": self.games,
                    "deals": self.deals,
                    **interval_cells("wins", own.wins),
                    **interval_cells("more_wins", own.more_wins),
                    "p_wins": adjusted,
                    **interval_cells("points", own.points),
                    **interval_cells("more_points", own.more_points),
                }
            )
        return frame_of(lines)

    def plain(self) -> dict[str, object]:
        """Return the sweep as plain data."""
        data = self._plain("sweep", 1, "values", "base_report")
        tests = zip((str(own.value) for own in self.values), self.adjusted_p_values(), strict=True)
        data["adjusted_p_values"] = plain_tests(tests)
        data["base_report"] = self.base_report.plain()
        data["values"] = [
            {
                "value": str(own.value),
                "bot": own.bot,
                **interval_cells("wins", own.wins),
                **interval_cells("more_wins", own.more_wins),
                **interval_cells("points", own.points),
                **interval_cells("more_points", own.more_points),
                "report": own.report.plain(),
            }
            for own in self.values
        ]
        return data

    def sheets(self) -> tuple[Sheet, ...]:
        """Return the sweep as a table."""
        of_base = self.base_report.bots[0]
        lines = [("base", percent(of_base.win), "", "", f"{of_base.points.mean:.2f}", "")]
        for own, adjusted in zip(self.values, self.adjusted_p_values(), strict=True):
            more_points = own.more_points
            lines.append(
                (
                    str(own.value),
                    percent(own.wins),
                    signed(own.more_wins, scale=100, decimals=1, unit=" %"),
                    p_value(adjusted),
                    f"{own.points.value:.2f}",
                    signed(more_points) if own.report.finished else "unknown",
                )
            )
        heads = (self.option, "wins", "more wins", "p", "points", "more points")
        title = f"{self.option} against {', '.join(self.against)}; the base is {self.base}"
        values = counted(len(self.values), "value")
        remark = (
            f"{counted(self.games, 'game')} each, on the same {counted(self.deals, 'deal')} and"
            f" seats. The intervals of differences and p are corrected for {values}: all of them"
            " hold together with a confidence of 95 %."
        )
        return (Sheet(title, heads, tuple(lines), remark),)


@with_options(Options)
def sweep(
    bot: "str | Maker",
    option: str,
    values: "Sequence[object]",
    *,
    against: "Sequence[Entrant]",
    games: int,
    seed: int,
    base: "Entrant | None" = None,
    rotate: bool = True,
    sink: File | None = None,
    **options: "Unpack[Options]",
) -> Sweep:
    """Try several values of an option of a bot, on the same deals and against the same others.

    `bot` is a name that `option` is added to, ``"my_bots:Thrifty"``, or a class or function that
    takes it as a keyword. Each value plays `games` games, rounded up to whole deals, as in
    `compare`; `base`, which they are compared with, is by default the bot with the first value.
    Differences are those of whole deals; their intervals and tests are corrected for the number of
    values.

    `seed`, `rotate`, `sink`, the bots and the options are those of `simulate`; the file gets a
    batch for each value, and the same call continues an interrupted sweep. ``adjust`` is not
    possible.

    >>> swept = sweep("ismcts", "iterations", [2, 9], against=["random"], games=4, seed=7)
    >>> swept.base, [own.bot for own in swept.values]
    ('ismcts:iterations=2', ['ismcts:iterations=9'])

    Raises `ArgumentError` for fewer than two values without a `base`, and for a value that occurs
    twice; `MissingExtraError` without the extra `stats`, and otherwise as `simulate` does.
    """
    intervals.require_stats()
    if options.get("adjust") is not None:
        raise ArgumentError("a sweep cannot be adjusted for luck: use compare")
    of_batch = batch_options(options)
    tried = list(values)
    entrants = [_with_option(bot, option, value) for value in tried]
    if base is None:
        if len(tried) < 2:
            raise ArgumentError("a sweep needs two values, or one and a base to compare it with")
        base = entrants.pop(0)
        del tried[0]
    first, *entries = enter([base, *entrants, *as_others(against)], **of_batch)
    others = entries[len(tried) :]
    bots = [first, *entries[: len(tried)]]
    _refuse_repeats(option, [entry.label for entry in bots])
    batches = [Batch.of([entry, *others], seed=seed, rotate=rotate, **of_batch) for entry in bots]
    if rotate:  # the bot sits on each seat in each deal, whatever its name
        batches = [evolve(batch, games_per_deal=len(batch.lineup)) for batch in batches]
    games = whole_deals(games, batches[0].games_per_deal)
    with play_series(batches, games, sink, options) as series:
        series.play(games)
        return _swept(series, option, tried, games)


def _refuse_repeats(option: str, labels: "Sequence[str]") -> None:
    """Refuse a value that occurs twice."""
    ((label, count),) = Counter(labels).most_common(1)
    if count > 1:
        raise ArgumentError(
            f"each value of {option} can be tried only once: {label} is there twice"
        )


def _with_option(bot: "str | Maker", option: str, value: object) -> Entrant:
    """Return the bot with a value of its option."""
    if isinstance(bot, str):
        separator = "," if "=" in bot else ":"
        return f"{bot}{separator}{option}={Option(option).write(value)}"
    return partial(bot, **{option: value})


def _swept(series: Series, option: str, values: Sequence[object], games: int) -> Sweep:
    stored = series.stored()
    base_report = series.report(0, games)
    games_per_deal = base_report.games_per_deal
    swept = list[SweptValue]()
    for place, value in enumerate(values, 1):
        both = (stored[place], stored[0])
        deals = paired_deals(series.store, both, games)
        tests = len(values)
        (wins, _), more_wins = pair_wins(deals, base_report.players, games_per_deal, tests)
        _, (points, _), more_points = pair_points(deals, games_per_deal, tests)
        report = series.report(place, games)
        bot = report.lineup[0]
        swept.append(SweptValue(value, bot, wins, more_wins, points, more_points, report))
    return Sweep(
        option=option,
        base=base_report.lineup[0],
        against=base_report.lineup[1:],
        games=games,
        deals=games // games_per_deal,
        values=tuple(swept),
        base_report=base_report,
    )
