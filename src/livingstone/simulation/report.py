"""The report on a batch of games: figures, tables and JSON."""

# ruff: noqa: RUF009  # fields that are computed from others

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from math import isfinite, isnan
from typing import TYPE_CHECKING, Any

from attrs import Factory, asdict, field, fields, frozen, has

from livingstone.edition.kinds import Kinds
from livingstone.edition.released import edition_name
from livingstone.errors import LONGEST_REPR, short_repr, shortened
from livingstone.simulation import intervals
from livingstone.simulation.identity import options_in
from livingstone.simulation.luck import LessLuck, luck_sheets
from livingstone.simulation.results_store import ResultsStore, StoredBatch
from livingstone.simulation.sheets import Sheet, counted, html, p_value, percent, percent_of, plain
from livingstone.simulation.tally import FailedGame, Tally
from livingstone.support.machine import require

if TYPE_CHECKING:
    import polars as pl

AVERAGE = "More wins than an average seat"


@frozen
class Summary:
    """The results of a bot on all seats, of a seat with all bots, or of a bot on one seat.

    There is an entry for each seat in each game. Games that a bot's failure ended count in
    `entries`, in `failed`, and in the `win` and the `advantage` of a bot, and nowhere else.
    """

    __repr__ = short_repr

    bot: str | None
    """None for all bots together."""
    seat: int | None
    """None for all seats together."""
    entries: int
    """How many results are counted."""
    failed: int
    """In how many of them this bot failed and so ended the game."""
    finished: int
    """In how many of them the game was played to its end."""
    win: intervals.Interval
    """The part of the games that were won; a win that is shared counts in equal parts."""
    advantage: intervals.Difference
    """How much larger this part is than that of an average seat in the same games."""
    shared: int
    """How many wins were shared with others."""
    out: intervals.Interval
    """In which part of the games the seat was out for donating too little (R8.4, R9.2)."""
    rank: intervals.Distribution
    """The ranks at the end, from 1 (R8.5)."""
    points: intervals.Distribution
    """The final points (R8.6)."""
    sources: tuple[tuple[str, intervals.Distribution], ...]
    """Where points come from, in the order of the game; empty without a finished game."""
    donated: intervals.Distribution
    """In coins."""
    tents: intervals.Distribution
    """Those on the board at the end."""


def summarize(tally: Tally, bot: str | None, seat: int | None, *, group: float = 1) -> Summary:
    """Summarize a bot, a seat or both; None means all. `group` is the mean size of a group."""

    def of(name: str) -> intervals.Distribution:
        return intervals.Distribution.of(tally.of(name, bot, seat))

    won = tally.won[bot, seat]
    finished = tally.of("finished", bot, seat)
    entries = finished.total()
    shares = tally.of("share", bot, seat)
    seats = 1
    if seat is None and group == 1:  # a bot on several seats cannot win on each alone
        seats = max(1, entries * tally.players // max(1, tally.of("finished").total()))
    even_share = 1 / tally.players
    rows = (f"row {row + 1}" for row in range(tally.board_rows))
    sources = ("columns", "market", "cards", *rows, "gems", "hand")
    return Summary(
        bot=bot,
        seat=seat,
        entries=entries,
        failed=tally.of("failed", bot, seat).total(),
        finished=finished[1],
        win=intervals.rate_of(won, tally.unit, most=1 / seats, deals_each=group),
        advantage=intervals.difference_of(
            won,
            tally.unit,
            least=-even_share,
            most=1 / seats - even_share,
            deals_each=group,
        ),
        shared=finished[1] - shares[0] - shares[tally.unit],
        out=intervals.rate_of(tally.out[bot, seat], tally.unit, deals_each=group),
        rank=of("rank"),
        points=of("points"),
        sources=tuple((name, of(name)) for name in sources) if finished[1] else (),
        donated=of("donated"),
        tents=of("tents"),
    )


@frozen(slots=False)
class Findings(ABC):
    """The outcome of a command for batches: a report, a comparison or a tournament."""

    @abstractmethod
    def sheets(self) -> tuple[Sheet, ...]:
        """Return the findings as tables, which a front end can draw in its own way."""

    @abstractmethod
    def plain(self) -> dict[str, object]:
        """Return the findings as the plain data that `to_json` writes."""

    def _plain(self, name: str, version: int, *without: str) -> dict[str, object]:
        names = {field.name for field in fields(type(self))} - {*without}
        content = {name: plain_data(getattr(self, name)) for name in names}
        return {"format": f"livingstone-{name}", "version": version, **content}

    def to_json(self) -> str:
        """Write JSON with sorted keys; seeds are texts, since many programs round large numbers."""
        return json.dumps(self.plain(), indent=1, sort_keys=True) + "\n"

    def __str__(self) -> str:
        return plain(self.sheets())

    def _repr_html_(self) -> str:
        return html(self.sheets())


def _derived(compute: "Callable[[Report], Any]") -> Any:
    """Return a field that is computed from the others."""
    return field(default=Factory(compute, takes_self=True), init=False, eq=False)


@frozen(slots=False)
class Report(Findings):
    """The statistics of a batch, all computed from the counts of `tally`.

    >>> from livingstone import simulate
    >>> report = simulate(["random", "random"], 20, seed=7)
    >>> report.games, [bot.entries for bot in report.bots]
    (20, [40])
    """

    lineup: tuple[str, ...]
    """What the bots are called, by the seats that they have in the first game."""
    edition: str
    """The id of the edition."""
    edition_hash: str
    """The hash of the edition."""
    games_per_deal: int
    """How often each deal was played; the bots moved on by one seat each time."""
    seed: int
    """The seed of the batch."""
    tally: Tally = field(hash=False)
    """The counts that all other figures are computed from."""
    engine: str | None = None
    """What played the last games: `fast` for the compiled kernel, or `python`.

    After `python:` comes why `engine="auto"` did not take the kernel: a bot or an option that the
    kernel never plays or, if there is none, too few games. If all games were in the file, this is
    what the file notes."""
    less_luck: tuple[LessLuck, ...] = ()
    """With ``adjust="luck"``: how much more each bot wins than an average seat, less its luck."""
    label: str | None = field(default=None, eq=False)
    """What lists of batches call this one, if the caller said so."""
    options: tuple[str, ...] = field(default=(), eq=False)
    """The options of the bots, as `lineup` has them, such as ``reserve=9``."""
    players: int = _derived(lambda own: len(own.lineup))
    """How many play in each game."""
    names: tuple[str, ...] = _derived(lambda own: tuple(dict.fromkeys(own.lineup)))
    """The different bots, in the order of the lineup."""
    deals: int = _derived(lambda own: own.tally.deals)
    """How many deals the games were played on; each deal is one value for the intervals."""
    finished: int = _derived(lambda own: own.tally.winners.total())
    """How many games were played to their end."""
    failed: int = _derived(lambda own: own.tally.of("failed").total())
    """How many games a bot's failure ended."""
    games: int = _derived(lambda own: own.finished + own.failed)
    """How many games were played, finished and failed ones."""
    shared_wins: int = _derived(
        lambda own: sum(times for winners, times in own.tally.winners.items() if winners > 1)
    )
    """How many games that were played to their end have more than one winner."""
    without_winner: int = _derived(lambda own: own.tally.winners[0])
    """How many games nobody won, since all were out (R8.4, R9.2)."""
    even_share: intervals.Interval = _derived(
        lambda own: intervals.rate_of(
            own.tally.won[None, None], own.tally.unit, most=1 / own.players
        )
    )
    """The part of the finished games that an average seat wins: less than one divided by the number
    of players if some had no winner (R8.4, R9.2)."""
    rounds: intervals.Distribution = _derived(
        lambda own: intervals.Distribution.of(own.tally.rounds)
    )
    """How many rounds the games lasted that were played to their end."""
    moves: intervals.Distribution = _derived(lambda own: intervals.Distribution.of(own.tally.moves))
    """How many moves all players made in games that were played to their end."""
    bots: tuple[Summary, ...] = _derived(
        lambda own: tuple(summarize(own.tally, bot, None) for bot in own.names)
    )
    """The results of each bot, in the order of the lineup."""
    seats: tuple[Summary, ...] = _derived(
        lambda own: tuple(summarize(own.tally, None, seat) for seat in range(own.players))
    )
    """The results of each seat, which show what it is worth to begin the game."""
    bots_by_seat: tuple[Summary, ...] = _derived(
        lambda own: tuple(
            summarize(own.tally, *place)
            for place in product(own.names, range(own.players))
            if own.tally.of("finished", *place)
        )
    )
    """The results of each bot on each seat that it had."""
    failed_games: tuple[FailedGame, ...] = _derived(lambda own: tuple(own.tally.failed_games))
    """The first 20 games that a bot's failure ended, with what happened and the game itself."""
    failures: dict[str, dict[str, int]] = _derived(
        lambda own: {
            bot: dict(sorted(kinds.items()))
            for bot in own.names
            if (kinds := own.tally.of("failed", bot))
        }
    )
    """How often each bot failed, by bot and by kind; bots that never did are left out."""

    @classmethod
    def of(
        cls,
        store: ResultsStore,
        stored: StoredBatch,
        *,
        games: int | None = None,
        engine: str | None = None,
        effects: "Kinds" = (),
    ) -> "Report":
        """Report on the first games of a batch, or on all of them."""
        games = stored.games if games is None else games
        tally = Tally.count(store, [stored], games, effects=effects)
        return cls(
            lineup=stored.lineup,
            edition=stored.edition,
            edition_hash=stored.edition_hash,
            games_per_deal=stored.games_per_deal,
            seed=stored.seed,
            tally=tally,
            engine=engine or stored.engines or None,
            label=stored.label,
            options=tuple(map(options_in, stored.identities)),
        )

    def to_frame(self) -> "pl.DataFrame":
        """Return a polars data frame with a row for each bot, and for each bot on each seat.

        `seat` is null in the row of all seats. Rates and means are from 0 to 1 and in points, their
        intervals have a confidence of 95 %. What is unknown is null.

        Raises `MissingExtraError` without polars.
        """
        options = dict(zip(self.lineup, self.options, strict=True))
        lines = []
        for own in (*self.bots, *self.bots_by_seat):
            assert own.bot is not None
            has_points = own.finished > 0
            lines.append(
                {
                    "label": self.label,
                    "bot": own.bot,
                    "options": options[own.bot],
                    "seat": own.seat,
                    "edition": self.edition,
                    "entries": own.entries,
                    "finished": own.finished,
                    "failed": own.failed,
                    **interval_cells("win", own.win),
                    "points": own.points.mean if has_points else None,
                    "rank": own.rank.mean if has_points else None,
                    "donated": own.donated.mean if has_points else None,
                }
            )
        return frame_of(lines)

    def __repr__(self) -> str:
        wins = ", ".join(f"{bot.bot} {percent(bot.win)}" for bot in self.bots)
        failures = f", {self.failed} failed" if self.failed else ""
        text = f"Report({counted(self.games, 'game')}{failures}, {self.edition}: {wins})"
        return shortened(text, LONGEST_REPR)

    def adjusted_p_values(self) -> dict[Summary, float]:
        """Test whether each bot and seat wins as often as an average seat.

        The p-values are adjusted by `livingstone.simulation.adjust_p_values`, and raise as it does.
        Bots that play only each other have none.
        """
        bots = (*self.bots, *self.bots_by_seat) if len(self.names) > 1 else ()
        tested = *bots, *self.seats
        p_values = intervals.adjust_p_values([own.advantage.p_value for own in tested])
        return dict(zip(tested, p_values, strict=True))

    def _p_values(self) -> dict[Summary, float]:
        return {} if intervals.missing_stats() else self.adjusted_p_values()

    def sheets(self) -> tuple[Sheet, ...]:
        """Return the report as tables."""
        p_values = self._p_values()
        everyone = (*self.bots, *self.seats)
        by_seat = self.bots_by_seat if len(self.names) > 1 else ()
        sheets = [
            self._games_sheet(),
            _wins_sheet("Bots", self.bots, p_values, self._about_tests(len(p_values))),
            _wins_sheet("Seats", self.seats, p_values),
        ]
        if len(self.names) > 1:
            sheets.append(_wins_sheet("Bots by seat", by_seat, p_values))
        sheets += luck_sheets(AVERAGE, self.less_luck, self.deals)
        points = tuple((_label_of(own), *_spread(own.points)) for own in (*everyone, *by_seat))
        sheets += Sheet("Points", ("", *_SPREAD), points), _sources_sheet(everyone)
        return (*sheets, self._failures_sheet()) if self.failed else tuple(sheets)

    def _about_tests(self, count: int) -> str:
        if hint := intervals.missing_stats():
            return hint
        share = f"Of the finished games, an average seat won {percent(self.even_share)}. "
        return (
            f"{share if self.finished else ''}p tests the difference from an average seat in the"
            f" same games, corrected for the {count} tests of this report (Holm)."
        )

    def _games_sheet(self) -> Sheet:
        size = f"{counted(self.games, 'game')} on {counted(self.deals, 'deal')}"
        edition = edition_name(self.edition, self.edition_hash)
        title = f"{size}, {edition}: {', '.join(self.lineup)}"
        remark = (
            f"played to the end: {self.finished}; shared wins: {self.shared_wins};"
            f" without a winner: {self.without_winner}."
        )
        lines = (("rounds", *_spread(self.rounds)), ("moves", *_spread(self.moves)))
        return Sheet(title, ("per game", *_SPREAD), lines, remark)

    def _failures_sheet(self) -> Sheet:
        lines = tuple(map(_failure_line, self.failed_games))
        failures = ", ".join(
            f"{bot} {times} ({kind})"
            for bot, kinds in self.failures.items()
            for kind, times in kinds.items()
        )
        remark = (
            f"Failures: {failures}. These games ended there, and all others share the win. Games"
            " count from 1, as livingstone replay counts them; seats from 0."
        )
        heads = ("game", "seed", "seat", "bot", "how", "why")
        return Sheet("The first failures", heads, lines, remark)

    def plain(self) -> dict[str, object]:
        """Return the report as plain data."""
        adjusted = [(_label_of(tested), p_value) for tested, p_value in self._p_values().items()]
        return self._plain("report", 4, "tally", "engine", "names", "players", "options") | {
            "seed": str(self.seed),
            "adjusted_p_values": plain_tests(adjusted),
            "failed_games": [
                {"seed": str(failed.seed), "game": failed.game, **asdict(failed.note)}
                for failed in self.failed_games
            ],
        }


def interval_cells(name: str, interval: intervals.Interval) -> dict[str, float | None]:
    """Return a value and the ends of its interval as cells of a data frame."""
    figures = {name: interval.value, f"{name}_low": interval.low, f"{name}_high": interval.high}
    return {key: None if isnan(figure) else figure for key, figure in figures.items()}


def frame_of(lines: Sequence[Mapping[str, object]]) -> "pl.DataFrame":
    """Make a polars data frame; raises `MissingExtraError` without polars."""
    require("polars", "parquet", "data frames")
    import polars as pl

    types: dict[str, Any] = {}
    for name in lines[0]:
        kinds = {type(line[name]) for line in lines} - {type(None)}
        types[name] = pl.String if str in kinds else pl.Int64 if kinds == {int} else pl.Float64
    for name in ("label", "seat"):
        if name in types:
            types[name] = pl.String if name == "label" else pl.Int64
    return pl.DataFrame(lines, schema=types)


def plain_tests(adjusted: Iterable[tuple[str, float]]) -> dict[str, object]:
    """List each test, by the name of what it tests, with its adjusted p-value, as plain data."""
    tests = [{"of": tested, "p_value": plain_data(p_value)} for tested, p_value in adjusted]
    return {"correction": "holm", "tests": tests}


def plain_data(value: Any) -> object:
    """Turn a value of a report into plain data for JSON.

    Numbers have 6 decimals; NaN and infinity become null.
    """
    if has(type(value)):
        value = asdict(value, recurse=False)
    if isinstance(value, dict):
        return {key: plain_data(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain_data(item) for item in value]
    if isinstance(value, float):
        return round(value, 6) if isfinite(value) else None
    return value


def _failure_line(failed: FailedGame) -> tuple[str, ...]:
    note = failed.note
    return str(failed.game + 1), str(failed.seed), str(note.seat), note.bot, note.kind, str(note)


_SPREAD = ("mean", "deviation", "least", *(f"{part} %" for part in intervals.PERCENTS), "most")
"""The columns of a `Distribution`."""


def _wins_sheet(
    title: str, summaries: Sequence[Summary], p_values: Mapping[Summary, float], remark: str = ""
) -> Sheet:
    wins = ("wins (95 %)", "p") if p_values else ("wins",)
    lines = list[tuple[str, ...]]()
    for summary in summaries:
        # The wins of a seat are of finished games only, those of a bot are of all.
        entries = summary.finished if summary.bot is None else summary.entries
        tested = p_value(p_values[summary]) if summary in p_values else ""
        won = (percent(summary.win), tested)[: len(wins)] if entries else ("",) * len(wins)
        rest = (
            f"{percent_of(summary.out.value)} %",
            f"{summary.rank.mean:.2f}",
            f"{summary.donated.mean:.2f}",
        )
        cells = rest if summary.finished else ("",) * len(rest)
        lines.append((_label_of(summary), str(entries), *won, *cells))
    if any(summary.bot is not None and summary.entries > summary.finished for summary in summaries):
        counts = "Entries, wins and p" if p_values else "Entries and wins"
        remark += f" {counts} are of all games, the rest is of finished ones."
    heads = ("", "entries", *wins, "out", "rank", "donated")
    return Sheet(title, heads, tuple(lines), remark.strip())


def _sources_sheet(summaries: Sequence[Summary]) -> Sheet:
    finished = [summary for summary in summaries if summary.sources]
    names = [name for name, _ in finished[0].sources] if finished else []
    means = ([f"{points.mean:.2f}" for _, points in own.sources] for own in finished)
    lines = tuple(zip(names, *means, strict=True))
    return Sheet("Where points come from (means)", ("", *map(_label_of, finished)), lines)


def _spread(distribution: intervals.Distribution) -> tuple[str, ...]:
    if not distribution.count:
        return ("",) * len(_SPREAD)
    whole = (distribution.least, *distribution.quantiles, distribution.most)
    return (f"{distribution.mean:.2f}", f"{distribution.deviation:.2f}", *map(str, whole))


def _label_of(tested: Summary) -> str:
    seat = "" if tested.seat is None else f"seat {tested.seat}"
    return ", ".join(filter(None, (tested.bot, seat)))
