"""Each finding of a few games that were made up, in full: as tables, as data frame and as JSON."""

import json
from collections.abc import Callable, Iterator
from functools import cache

import pytest

pytest.importorskip("statsmodels")

from attrs import evolve

from livingstone.simulation import (
    Comparison,
    Difference,
    FailureNote,
    GameRow,
    Interval,
    LessLuck,
    Rating,
    Report,
    Score,
    SeatRow,
    Sweep,
    SweptValue,
    Tournament,
)
from livingstone.simulation.batch import Batch
from livingstone.simulation.entrants import Entry
from livingstone.simulation.one_game import Played
from livingstone.simulation.report import Findings
from livingstone.simulation.results_store import ResultsStore

BATCH = Batch((Entry("bold", "bots:Bold:reserve=9"), Entry("shy", "shy")), 7, "printed", 2)
TRACEBACK = 'Traceback:\n  File "/home/ann/my_bots.py", line 12, in choose\nValueError: no'
FAILURE = FailureNote(1, "bold", "crash", "ValueError: no", TRACEBACK)
POINTS = [(31, 18), (25, 25), (22, 40), (28, 30), (30, 20)]
"""The points of both seats in each game that was played to its end."""


def seat_row(bot: str, points: int, best: int) -> SeatRow:
    score = Score(
        points=points,
        columns=points - 9,
        market=1,
        cards=2,
        majorities=(1, 0, 1, 0, 1),
        gems=3,
        hand=0,
        donated=points % 7,
        tents=points % 5,
        is_out=points < 20,
    )
    won = points == best
    return SeatRow(bot, won, 1 if won else 2, ("lion",), score)


def game_rows() -> Iterator[GameRow]:
    for game, points in enumerate(POINTS):
        names = BATCH.seats(game)
        seats = tuple(
            seat_row(name, own, max(points)) for name, own in zip(names, points, strict=True)
        )
        yield game_row(game, 5 + game, None, seats)
    seats = (SeatRow("shy", True, 1, (), None), SeatRow("bold", False, 2, (), None))
    yield game_row(5, 2, FAILURE, seats)


def game_row(
    game: int, rounds: int, note: FailureNote | None, seats: tuple[SeatRow, ...]
) -> GameRow:
    return GameRow(
        game=game,
        seed=game + 70,
        edition=BATCH.edition_hash,
        rounds=rounds,
        moves=10 * rounds,
        threshold=9,
        note=note,
        seats=seats,
    )


@cache
def made_up_report() -> Report:
    with ResultsStore(None) as store:
        number = store.add_batch(BATCH, label="night")
        store.add(number, [Played(row, b"", None) for row in game_rows()])
        return Report.of(store, store.batches()[0], engine="python: few")


def luck_of(bot: str, more_wins: float) -> LessLuck:
    difference = Difference(more_wins, more_wins - 0.125, more_wins + 0.125, 0.0002)
    return LessLuck(bot, difference, variance_ratio=1.75, slopes=(0.5, 0.25), seconds=0.125)


def made_up_comparison() -> Comparison:
    report = made_up_report()
    other_report = evolve(report, options=("reserve=3", ""))
    return Comparison(
        a="bold",
        b="calm",
        against=("shy", "greedy"),
        games=16,
        deals=8,
        complete_deals=7,
        wins=(Interval(0.5, 0.4, 0.6), Interval(0.25, 0.2, 0.3)),
        points=(Interval(31.5, 30.0, 33.0), Interval(29.0, 28.0, 30.0)),
        more_wins=Difference(0.25, 0.125, 0.375, 0.01),
        more_points=Difference(2.5, -1.0, 6.0, 0.04),
        less_luck=luck_of("bold", 0.25),
        reports=(report, other_report),
    )


def made_up_sweep() -> Sweep:
    report = made_up_report()
    value = SweptValue(
        value=9,
        bot="bold",
        wins=Interval(0.5, 0.4, 0.6),
        more_wins=Difference(0.25, 0.125, 0.375, 0.01),
        points=Interval(31.5, 30.0, 33.0),
        more_points=Difference(2.5, -1.0, 6.0, 0.04),
        report=report,
    )
    worse = evolve(
        value,
        value=12,
        bot="bolder",
        more_wins=Difference(-0.25, -0.5, 0.0, 0.5),
        wins=Interval(0.125, 0.0, 0.25),
    )
    return Sweep(
        option="reserve",
        base="calm",
        against=("shy", "greedy"),
        games=6,
        deals=2,
        values=(value, worse),
        base_report=report,
    )


def made_up_tournament() -> Tournament:
    report = made_up_report()
    bold, shy = report.bots
    return Tournament(
        players=2,
        games=6,
        ratings=(
            Rating("bold", Interval(56.4, -12.0, 120.0), bold),
            Rating("shy", Interval(-56.4, -120.0, 12.0), shy),
        ),
        reports=(report,),
        scores={("bold", "shy"): 0.58333333, ("shy", "bold"): 0.41666667},
        less_luck=(luck_of("bold", 0.0625), luck_of("shy", -0.0625)),
    )


REPORT = """\
6 games on 3 deals, printed: bold, shy
per game   mean  deviation  least  5 %  25 %  50 %  75 %  95 %  most
rounds     7.00       1.58      5    5     6     7     8     9     9
moves     70.00      15.81     50   50    60    70    80    90    90
played to the end: 5; shared wins: 1; without a winner: 0.

Bots
      entries            wins (95 %)      p     out  rank  donated
bold        6  58.3 % (29.6 to 82.3)  1.000     0 %  1.20     2.40
shy         6  41.7 % (17.7 to 70.4)  1.000  20.0 %  1.60     3.80
Of the finished games, an average seat won 50.0 % (16.1 to 50.0). p tests the
difference from an average seat in the same games, corrected for the 8 tests of
this report (Holm). Entries, wins and p are of all games, the rest is of
finished ones.

Seats
        entries            wins (95 %)      p     out  rank  donated
seat 0        5  50.0 % (11.1 to 88.9)  1.000     0 %  1.40     2.00
seat 1        5  50.0 % (11.1 to 88.9)  1.000  20.0 %  1.40     4.20

Bots by seat
              entries            wins (95 %)      p     out  rank  donated
bold, seat 0        3  66.7 % (20.8 to 93.9)  1.000     0 %  1.33     2.00
bold, seat 1        3  50.0 % (15.0 to 85.0)  1.000     0 %  1.00     3.00
shy, seat 0         3  50.0 % (15.0 to 85.0)  1.000     0 %  1.50     2.00
shy, seat 1         3   33.3 % (6.1 to 79.2)  1.000  33.3 %  1.67     5.00
Entries, wins and p are of all games, the rest is of finished ones.

Points
               mean  deviation  least  5 %  25 %  50 %  75 %  95 %  most
bold          27.60       3.91     22   22    25    30    30    31    31
shy           26.20       8.67     18   18    20    25    28    40    40
seat 0        27.20       3.70     22   22    25    28    30    31    31
seat 1        26.60       8.82     18   18    20    25    30    40    40
bold, seat 0  27.67       4.93     22   22    22    30    31    31    31
bold, seat 1  27.50       3.54     25   25    25    25    30    30    30
shy, seat 0   26.50       2.12     25   25    25    25    28    28    28
shy, seat 1   26.00      12.17     18   18    18    20    40    40    40

Where points come from (means)
          bold    shy  seat 0  seat 1
columns  18.60  17.20   18.20   17.60
market    1.00   1.00    1.00    1.00
cards     2.00   2.00    2.00    2.00
row 1     1.00   1.00    1.00    1.00
row 2     0.00   0.00    0.00    0.00
row 3     1.00   1.00    1.00    1.00
row 4     0.00   0.00    0.00    0.00
row 5     1.00   1.00    1.00    1.00
gems      3.00   3.00    3.00    3.00
hand      0.00   0.00    0.00    0.00

The first failures
game                                     seed  seat   bot    how
6     139040935173578459293173500113884558651     1  bold  crash
game                             why
6     ValueError: no (my_bots.py:12)
Failures: bold 1 (crash). These games ended there, and all others share the win.
Games count from 1, as livingstone replay counts them; seats from 0."""


COMPARISON = """\
bold and calm against shy, greedy
                                          wins                  points
bold                     50.0 % (40.0 to 60.0)                   31.50
calm                     25.0 % (20.0 to 30.0)                   29.00
difference (95 %)  +25.00 % (+12.50 to +37.50)  +2.50 (-1.00 to +6.00)
p                                        0.020                   0.040
16 games each, on the same 8 deals and seats. p is corrected for both tests
(Holm). 1 game with bold and 1 with calm ended by a failure; points are over the
7 deals without one.

More wins than calm, less luck
                 more wins (95 %)       p  variance ratio
bold  +25.00 % (+12.50 to +37.50)  <0.001            1.75
The variance ratio is how many times more deals the same interval would need
without the adjustment, which took 0.12 s a game."""


SWEEP = """\
reserve against shy, greedy; the base is calm
reserve                   wins                 more wins      p  points
base     58.3 % (29.6 to 82.3)                                    27.60
9        50.0 % (40.0 to 60.0)  +25.0 % (+12.5 to +37.5)  0.020   31.50
12          12.5 % (0 to 25.0)   -25.0 % (-50.0 to +0.0)  0.500   31.50
reserve             more points
base
9        +2.50 (-1.00 to +6.00)
12       +2.50 (-1.00 to +6.00)
6 games each, on the same 2 deals and seats. The intervals of differences and p
are corrected for 2 values: all of them hold together with a confidence of 95 %."""


TOURNAMENT = """\
Ratings
bot       rating (95 %)  games            wins (95 %)  failed
bold  +56 (-12 to +120)      6  58.3 % (29.6 to 82.3)       1
shy   -56 (-120 to +12)      6  41.7 % (17.7 to 70.4)       0
1 lineup of 2 seats, with 6 games each.

Against each other (%)
      bold   shy
bold        58.3
shy   41.7

More wins than an average seat
               more wins (95 %)       p  variance ratio
bold  +6.25 % (-6.25 to +18.75)  <0.001            1.75
shy   -6.25 % (-18.75 to +6.25)  <0.001            1.75
The variance ratio is how many times more deals the same interval would need
without the adjustment, which took 0.12 s a game."""


@pytest.mark.parametrize(
    ("found", "tables"),
    [
        (made_up_report, REPORT),
        (made_up_comparison, COMPARISON),
        (made_up_sweep, SWEEP),
        (made_up_tournament, TOURNAMENT),
    ],
)
def test_findings_are_told_in_tables(found: Callable[[], Findings], tables: str) -> None:
    assert str(found()) == tables


def test_a_report_is_told_in_json() -> None:
    data = json.loads(made_up_report().to_json())
    assert data["failed_games"] == [
        {
            "seed": "139040935173578459293173500113884558651",
            "game": 5,
            "seat": 1,
            "bot": "bold",
            "kind": "crash",
            "reason": "ValueError: no",
            "traceback": TRACEBACK,
        }
    ]
    assert data["adjusted_p_values"]["tests"][2] == {"of": "bold, seat 0", "p_value": 1.0}
    assert (data["format"], data["version"], data["seed"]) == ("livingstone-report", 4, "7")
    assert sorted(data) == [
        "adjusted_p_values",
        "bots",
        "bots_by_seat",
        "deals",
        "edition",
        "edition_hash",
        "even_share",
        "failed",
        "failed_games",
        "failures",
        "finished",
        "format",
        "games",
        "games_per_deal",
        "label",
        "less_luck",
        "lineup",
        "moves",
        "rounds",
        "seats",
        "seed",
        "shared_wins",
        "version",
        "without_winner",
    ]


def test_a_comparison_is_told_in_json() -> None:
    found = made_up_comparison()
    assert json.loads(found.to_json()) == {
        "format": "livingstone-comparison",
        "version": 1,
        "against": ["shy", "greedy"],
        "more_wins": {"value": 0.25, "low": 0.125, "high": 0.375, "p_value": 0.01},
        "deals": 8,
        "complete_deals": 7,
        "wins": [
            {"value": 0.5, "low": 0.4, "high": 0.6},
            {"value": 0.25, "low": 0.2, "high": 0.3},
        ],
        "a": "bold",
        "less_luck": {
            "bot": "bold",
            "difference": {"value": 0.25, "low": 0.125, "high": 0.375, "p_value": 0.0002},
            "variance_ratio": 1.75,
            "slopes": [0.5, 0.25],
            "seconds": 0.125,
        },
        "more_points": {"value": 2.5, "low": -1.0, "high": 6.0, "p_value": 0.04},
        "games": 16,
        "b": "calm",
        "points": [
            {"value": 31.5, "low": 30.0, "high": 33.0},
            {"value": 29.0, "low": 28.0, "high": 30.0},
        ],
        "adjusted_p_values": {
            "correction": "holm",
            "tests": [
                {"of": "more_wins", "p_value": 0.02},
                {"of": "more_points", "p_value": 0.04},
            ],
        },
        "reports": [json.loads(report.to_json()) for report in found.reports],
    }


def test_a_sweep_is_told_in_json() -> None:
    found = made_up_sweep()
    report = json.loads(found.base_report.to_json())
    data = json.loads(found.to_json())
    nine, twelve = data.pop("values")
    assert data == {
        "format": "livingstone-sweep",
        "version": 1,
        "against": ["shy", "greedy"],
        "deals": 2,
        "option": "reserve",
        "base": "calm",
        "games": 6,
        "adjusted_p_values": {
            "correction": "holm",
            "tests": [{"of": "9", "p_value": 0.02}, {"of": "12", "p_value": 0.5}],
        },
        "base_report": report,
    }
    assert nine == {
        "value": "9",
        "bot": "bold",
        "wins": 0.5,
        "wins_low": 0.4,
        "wins_high": 0.6,
        "more_wins": 0.25,
        "more_wins_low": 0.125,
        "more_wins_high": 0.375,
        "points": 31.5,
        "points_low": 30.0,
        "points_high": 33.0,
        "more_points": 2.5,
        "more_points_low": -1.0,
        "more_points_high": 6.0,
        "report": report,
    }
    assert (twelve["value"], twelve["bot"]) == ("12", "bolder")


def test_a_tournament_is_told_in_json() -> None:
    found = made_up_tournament()
    (report,) = [json.loads(report.to_json()) for report in found.reports]
    bold, shy = report["bots"]
    assert json.loads(found.to_json()) == {
        "format": "livingstone-tournament",
        "version": 1,
        "games": 6,
        "less_luck": [
            {
                "bot": "bold",
                "difference": {
                    "value": 0.0625,
                    "low": -0.0625,
                    "high": 0.1875,
                    "p_value": 0.0002,
                },
                "variance_ratio": 1.75,
                "slopes": [0.5, 0.25],
                "seconds": 0.125,
            },
            {
                "bot": "shy",
                "difference": {
                    "value": -0.0625,
                    "low": -0.1875,
                    "high": 0.0625,
                    "p_value": 0.0002,
                },
                "variance_ratio": 1.75,
                "slopes": [0.5, 0.25],
                "seconds": 0.125,
            },
        ],
        "players": 2,
        "adjusted_p_values": {
            "correction": "holm",
            "tests": [{"of": "bold", "p_value": 1.0}, {"of": "shy", "p_value": 1.0}],
        },
        "scores": [
            {"bot": "bold", "against": "shy", "score": 0.583333},
            {"bot": "shy", "against": "bold", "score": 0.416667},
        ],
        "ratings": [
            {"bot": "bold", "elo": {"value": 56.4, "low": -12.0, "high": 120.0}, "summary": bold},
            {"bot": "shy", "elo": {"value": -56.4, "low": -120.0, "high": 12.0}, "summary": shy},
        ],
        "reports": [report],
    }


def test_the_frame_of_a_report_has_a_row_for_each_bot_and_seat() -> None:
    pytest.importorskip("polars")
    bold, *_, last = made_up_report().to_frame().to_dicts()
    assert bold == pytest.approx(
        {
            "label": "night",
            "bot": "bold",
            "options": "reserve=9",
            "seat": None,
            "edition": "printed",
            "entries": 6,
            "finished": 5,
            "failed": 1,
            "win": 7 / 12,
            "win_low": 0.296338,
            "win_high": 0.823136,
            "points": 27.6,
            "rank": 1.2,
            "donated": 2.4,
        },
        abs=1e-6,
    )
    assert (last["bot"], last["options"], last["seat"]) == ("shy", "", 1)


def test_the_frame_of_a_comparison_is_one_row() -> None:
    pytest.importorskip("polars")
    assert made_up_comparison().to_frame().to_dicts() == [
        {
            "label": "night",
            "bot": "bold",
            "options": "reserve=9",
            "than": "calm",
            "than_options": "reserve=3",
            "against": "shy, greedy",
            "edition": "printed",
            "games": 16,
            "deals": 8,
            "more_wins": 0.25,
            "more_wins_low": 0.125,
            "more_wins_high": 0.375,
            "p_wins": 0.01,
            "more_points": 2.5,
            "more_points_low": -1.0,
            "more_points_high": 6.0,
            "p_points": 0.04,
        }
    ]


def test_the_frame_of_a_sweep_has_a_row_for_each_value() -> None:
    pytest.importorskip("polars")
    nine, twelve = made_up_sweep().to_frame().to_dicts()
    assert nine == {
        "label": "night",
        "option": "reserve",
        "value": "9",
        "bot": "bold",
        "than": "calm",
        "against": "shy, greedy",
        "edition": "printed",
        "games": 6,
        "deals": 2,
        "wins": 0.5,
        "wins_low": 0.4,
        "wins_high": 0.6,
        "more_wins": 0.25,
        "more_wins_low": 0.125,
        "more_wins_high": 0.375,
        "p_wins": 0.02,
        "points": 31.5,
        "points_low": 30.0,
        "points_high": 33.0,
        "more_points": 2.5,
        "more_points_low": -1.0,
        "more_points_high": 6.0,
    }
    assert (twelve["value"], twelve["p_wins"]) == ("12", 0.5)
