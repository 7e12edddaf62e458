"""Rotation: a deal is played in every different order of the bots, and in none of them twice."""

from collections import Counter
from pathlib import Path

import pytest

from livingstone import GameRow, compare, read_report, read_rows, simulate
from livingstone.simulation.games.batch import period


@pytest.mark.parametrize(
    ("lineup", "seats"), [("ab", 2), ("aa", 1), ("aba", 3), ("abab", 2), ("aabb", 4), ("aaaaa", 1)]
)
def test_a_deal_is_played_until_all_would_sit_as_at_first(lineup: str, seats: int) -> None:
    assert period(lineup) == seats


def course(row: GameRow) -> tuple[object, ...]:
    """Tell what happened in a game, but for its number."""
    return row.seed, row.moves, tuple((seat.bot, seat.rank, seat.score) for seat in row.seats)


@pytest.mark.parametrize(
    ("lineup", "deals"), [(["greedy"] * 2, 8), (["greedy", "random"] * 2, 4), (["greedy"] * 3, 8)]
)
def test_no_game_of_bots_without_chance_comes_twice(
    lineup: list[str], deals: int, tmp_path: Path
) -> None:
    report = simulate(lineup, 8, seed=7, sink=tmp_path / "games.csv")
    rows = list(read_rows(tmp_path / "games.csv"))
    assert len({row.seed for row in rows}) == deals
    assert report.games_per_deal == 8 // deals
    if set(lineup) == {"greedy"}:
        assert max(Counter(map(course, rows)).values()) == 1
    assert read_report(tmp_path / "games.csv").to_json() == report.to_json()


def test_who_is_compared_has_each_seat_once_also_against_bots_of_its_name(tmp_path: Path) -> None:
    told = compare("greedy", "random", against=["greedy"], games=4, seed=7, folder=tmp_path)
    assert told.deals == 2
    for name in "ab":
        rows = list(read_rows(tmp_path / f"{name}.csv"))
        assert rows[0].seed == rows[1].seed != rows[2].seed == rows[3].seed
