"""Batches: who sits where, on which deal, with which random numbers."""

import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import livingstone as ls
from livingstone import ArgumentError, read_rows, simulate
from livingstone.effects import ScorePoints
from livingstone.simulation.games.batch import Batch, win_unit
from livingstone.simulation.games.seeds import bot_seed, deal_seed
from livingstone.simulation.reports.sheets import Sheet, markdown

NAMES = ("a", "b", "c", "d", "e")


@given(st.integers(2, 5), st.integers(0, 1000), st.integers(0, 2**128 - 1))
def test_with_rotation_a_deal_is_played_once_from_each_seat(
    players: int, deal: int, seed: int
) -> None:
    batch = Batch(NAMES[:players], seed, "printed", games_per_deal=players)
    games = range(deal * players, (deal + 1) * players)
    assert {batch.deal(game) for game in games} == {deal}
    assert {batch.seed_of(game) for game in games} == {deal_seed(seed, deal)}
    for bot in batch.lineup:
        assert sorted(batch.seats(game).index(bot) for game in games) == list(range(players))
    for number, game in enumerate(games):
        assert batch.seats(game).index("a") == number


@given(st.integers(0, 1000))
def test_without_rotation_each_game_has_a_deal_of_its_own(game: int) -> None:
    batch = Batch(NAMES, 7, "printed", games_per_deal=1)
    assert batch.deal(game) == game
    assert batch.seats(game) == NAMES


def test_seeds_are_apart() -> None:
    seeds = [deal_seed(seed, deal) for seed in range(20) for deal in range(200)]
    assert len(set(seeds)) == len(seeds)
    assert all(0 <= seed < 2**128 for seed in seeds)
    assert max(seeds) >= 2**127, "they are as wide as seeds may be"
    bots = [bot_seed(7, game, seat) for game in range(200) for seat in range(5)]
    assert len(set(bots)) == len(bots)


def test_a_win_can_be_shared_by_any_number() -> None:
    for players in range(2, 6):
        assert all(win_unit(players) % winners == 0 for winners in range(1, players + 1))


def test_rows_tell_what_happened(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    simulate(["random", "greedy", "random"], 9, seed=7, sink=path)
    rows = list(read_rows(path))
    assert [row.game for row in rows] == list(range(9))
    assert [row.seats[row.game % 3].bot for row in rows] == ["random"] * 9
    assert [row.seats[(row.game + 1) % 3].bot for row in rows] == ["greedy"] * 9
    assert Counter(row.seed for row in rows) == {deal_seed(7, deal): 3 for deal in range(3)}
    for row in rows:
        assert row.edition == ls.edition_hash(ls.load_edition("printed"))
        assert row.note is None
        assert row.threshold is None
        assert row.rounds >= 10
        assert row.winners == tuple(
            seat for seat, told in enumerate(row.seats) if told.rank == 1 and told.won
        )
        for told in row.seats:
            score = told.score
            assert score is not None
            assert list(told.played) == sorted(told.played)
            assert score.points == sum(
                (score.columns, score.market, score.cards, score.gems, score.hand)
            ) + sum(score.majorities)
            assert score.columns >= 0
            assert score.cards == sum(POINTS.get(card, 0) for card in told.played)


POINTS = {
    id: effect.points
    for id, effect in ls.load_edition("printed").effects.items()
    if isinstance(effect, ScorePoints)
}


def test_r9_2_the_threshold_of_two_players_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    simulate(["random", "random"], 6, seed=7, sink=path)
    assert all(row.threshold is not None for row in read_rows(path))


def test_bga_shows_who_is_out_with_no_points(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    simulate(["random"] * 3, 12, seed=7, edition="bga", sink=path)
    out = [seat.score for row in read_rows(path) for seat in row.seats if seat.rank == 3]
    assert any(score and score.is_out and score.columns > 0 for score in out)
    assert all(score.points == 0 for score in out if score and score.is_out)


def test_bots_see_views_and_are_asked_where_there_is_a_choice() -> None:
    report = simulate(["failing_bots:Watching"] * 2, 6, seed=7)
    assert report.failed == 0


def test_a_game_is_the_same_whatever_was_played_before(tmp_path: Path) -> None:
    whole, late = tmp_path / "whole.jsonl", tmp_path / "late.jsonl"
    simulate(["random", "random"], 8, seed=7, sink=whole)
    for games in (3, 5, 8):
        simulate(["random", "random"], games, seed=7, sink=late)
    assert whole.read_bytes() == late.read_bytes()


def test_an_edition_of_ones_own_is_played(tmp_path: Path) -> None:
    small = ls.load_edition("printed", board=Path(__file__).with_name("small-board.toml"))
    path = tmp_path / "games.csv"
    report = simulate(["random"] * 2, 4, seed=7, edition=small, sink=path, executor="processes")
    assert report.edition_hash == ls.edition_hash(small)
    assert {row.rounds for row in read_rows(path)} <= set(range(3, 10))
    assert "majority_3_1" in path.read_text().splitlines()[0]
    assert "majority_4_1" not in path.read_text().splitlines()[0]


def test_a_shipped_edition_travels_by_name() -> None:
    arguments: dict[str, Any] = {"seed": 7, "rotate": True, "seconds_per_move": None}
    batch = Batch.of(["random"] * 2, edition=ls.load_edition("bga"), **arguments)
    assert batch == Batch.of(["random"] * 2, edition="bga", **arguments)
    assert batch.edition == "bga"


GOOD: dict[str, Any] = {"lineup": ["random", "random"], "games": 2, "seed": 7}


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"lineup": ["random"]}, "players"),
        ({"lineup": ["random"] * 6}, "players"),
        ({"lineup": "random"}, "lineup"),
        ({"lineup": ["random", 3]}, "lineup"),
        ({"lineup": ["random", "rnadom"]}, "rnadom"),
        ({"lineup": ["random", "no_such_module:bot"]}, "no_such_module"),
        ({"lineup": ["random", "ran\ndom"]}, "one line"),
        ({"games": 0}, "games"),
        ({"games": -3}, "games"),
        ({"games": 2.0}, "games"),
        ({"games": True}, "games"),
        ({"seed": -1}, "seed"),
        ({"seed": 2**128}, "seed"),
        ({"seed": "7"}, "seed"),
        ({"edition": "rhino"}, "edition"),
        ({"chunk": 0}, "chunk"),
        ({"workers": 0, "executor": "processes"}, "workers"),
        ({"workers": 2}, "executor"),
        ({"executor": "threads"}, "executor"),
        ({"seconds_per_move": 0}, "seconds_per_move"),
        ({"seconds_per_move": "1"}, "seconds_per_move"),
        ({"seconds_per_move": True}, "seconds_per_move"),
        ({"seconds_per_move": float("inf")}, "seconds_per_move"),
        ({"seconds_per_move": float("nan")}, "seconds_per_move"),
        ({"sink": 5}, "path"),
        ({"lineup": None}, "lineup"),
        ({"lineup": []}, "players"),
        ({"edition": 3}, "edition"),
        ({"sink": "games.txt"}, "csv"),
        ({"sink": "no such folder/games.csv"}, "No such file"),
    ],
    ids=str,
)
def test_a_bad_argument_is_told_in_one_line(wrong: dict[str, Any], named: str) -> None:
    with pytest.raises(ArgumentError, match=named) as error:
        simulate(**(GOOD | wrong))
    assert "\n" not in str(error.value)


def test_r6_3_cards_that_are_played_with_a_tent_are_counted() -> None:
    report = simulate(["random"] * 3, 30, seed=7)
    assert {"ignore_die", "no_cost_tent"} <= {card.card for card in report.cards}


def test_a_change_of_the_folder_does_not_change_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "other").mkdir()
    monkeypatch.chdir(tmp_path)

    def leave(_: object) -> None:
        os.chdir(tmp_path / "other")

    simulate(["random"] * 2, 2, seed=7, sink="games.csv", chunk=1, on_progress=leave)
    assert len(list(read_rows(tmp_path / "games.csv"))) == 2


def test_a_line_in_a_cell_of_markdown_does_not_end_the_cell() -> None:
    """The reason of a failure is a text of a bot's own error."""
    text = markdown([Sheet("Failures", ("bot", "why"), (("random", r"a | b \ c"),))])
    assert text.splitlines()[-1] == r"| random | a \| b \\ c |"
