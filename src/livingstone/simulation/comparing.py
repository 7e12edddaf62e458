"""Two bots on the same deals and seats, against the same others: `compare`."""

import json
from collections.abc import Sequence

from attrs import frozen

from livingstone.edition.printed import Edition
from livingstone.files import File
from livingstone.simulation.executors import Where, shared
from livingstone.simulation.games.batch import check_count, check_names
from livingstone.simulation.reports.layout import percent, signed
from livingstone.simulation.reports.report import Report, plain_data
from livingstone.simulation.reports.sheets import Sheet, markdown, plain
from livingstone.simulation.results.reading import deals_of
from livingstone.simulation.running import OnProgress, simulate
from livingstone.simulation.series import in_folder, part_of, whole_deals
from livingstone.simulation.statistics.intervals import Interval, require_scipy
from livingstone.simulation.statistics.pairing import PairedSums

__all__ = ["Comparison", "compare"]


@frozen(eq=False)
class Comparison:
    """How much better `a` did than `b`, on the same deals, seats and against the same others."""

    a: str
    b: str
    against: tuple[str, ...]
    games: int
    """For each of the two."""
    deals: int
    """What the intervals are computed from: the games of one deal belong together."""
    wins: tuple[Interval, Interval]
    """The part of the wins that `a` has, and that `b` has."""
    points: tuple[Interval, Interval]
    """The points a game of `a`, and of `b`; without deals in which a bot failed."""
    more_wins: Interval
    """The part of the wins that `a` has more than `b` (-1 to 1)."""
    more_points: Interval
    """The points a game that `a` has more than `b`."""
    reports: tuple[Report, Report]
    """On the games with `a`, and on those with `b`."""

    def to_json(self) -> str:
        """Write the comparison as JSON, with sorted keys."""
        names = (
            "a",
            "b",
            "against",
            "games",
            "deals",
            "wins",
            "points",
            "more_wins",
            "more_points",
        )
        data = {name: plain_data(getattr(self, name)) for name in names}
        data |= {"format": "livingstone-comparison", "version": 1}
        data["reports"] = [json.loads(report.to_json()) for report in self.reports]
        return json.dumps(data, indent=1, sort_keys=True) + "\n"

    def to_markdown(self) -> str:
        """Write the comparison as Markdown tables."""
        return markdown(self.sheets())

    def sheets(self) -> tuple[Sheet, ...]:
        """Lay the comparison out as a table, for whoever shows it in a way of their own."""
        points = tuple(f"{own.value:.2f}" for own in self.points)
        lines = (
            ("wins", *map(percent, self.wins), signed(self.more_wins, scale=100, unit=" %")),
            ("points", *points, signed(self.more_points)),
        )
        title = f"{self.a} and {self.b} against {', '.join(self.against)}"
        remark = f"{self.games} games each, on the same {self.deals} deals and seats."
        heads = ("", self.a, self.b, "difference (95 %)")
        return (Sheet(title, heads, lines, remark),)

    def __str__(self) -> str:
        """Write the comparison as a plain table for a terminal."""
        return plain(self.sheets())


def compare(
    a: str,
    b: str,
    *,
    against: Sequence[str],
    games: int,
    seed: int,
    edition: str | Edition = "printed",
    rotate: bool = True,
    executor: Where = None,
    workers: int | None = None,
    chunk: int | None = None,
    folder: File | None = None,
    on_progress: OnProgress | None = None,
    seconds_per_move: float | None = None,
) -> Comparison:
    """Compare two bots by common random numbers: what one has more than the other.

    First `a`, then `b`, plays `games` games (made up to whole deals) against the bots `against`:
    on the same deals and seats, the others with the same random numbers. So luck is the same for
    both, and the interval of the difference is narrower than that of two separate batches. It is
    Student's, over the differences of whole deals.

    `folder` gets the games as `a.csv` and `b.csv`, and lets an interrupted comparison go on;
    without, they are kept in a temporary one until the end. The other arguments are those of
    `simulate`; `on_progress` counts the games of both.

    >>> compare("greedy", "random", against=["random"], games=20, seed=7).more_wins.value > 0
    True

    Raises as `simulate` does.
    """
    require_scipy()
    check_count("games", games)
    check_names("against", against)
    per_deal = len(against) + 1 if rotate else 1
    games = whole_deals(games, per_deal)
    sums = PairedSums(len(against) + 1, per_deal)
    with in_folder(folder) as place, shared(executor, workers) as (pool, tasks):
        paths = place / "a.csv", place / "b.csv"
        first, second = (
            simulate(
                [name, *against],
                games,
                seed=seed,
                edition=edition,
                rotate=rotate,
                executor=pool,
                workers=tasks,
                chunk=chunk,
                sink=path,
                on_progress=part_of(on_progress, part, 2),
                seconds_per_move=seconds_per_move,
            )
            for part, (name, path) in enumerate(zip((a, b), paths, strict=True))
        )
        deals = zip(deals_of(paths[0], per_deal), deals_of(paths[1], per_deal), strict=True)
        for ones, others in deals:
            sums.add(ones, others)
    wins, points = sums.wins(), sums.points()
    return Comparison(
        a=a,
        b=b,
        against=tuple(against),
        games=games,
        deals=games // per_deal,
        wins=wins[:2],
        points=points[:2],
        more_wins=wins[2],
        more_points=points[2],
        reports=(first, second),
    )
