"""Batches: seeds, seats, what a row says, bots that fail, arguments that are wrong."""

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any, Literal

import failing_bots
import pytest
from own_bots import ForTwo

import livingstone as ls
from livingstone import ArgumentError, read_rows, simulate
from livingstone.effects import ScorePoints
from livingstone.simulation import Entrant, Options, Progress
from livingstone.simulation.batch import bot_seed, deal_seed

BOTS = ["random", "random"]
POINTS = {
    id: effect.points
    for id, effect in ls.load_edition("printed").effects.items()
    if isinstance(effect, ScorePoints)
}


def rows_of(lineup: Any, games: int, tmp_path: Path, **options: Any) -> list[ls.simulation.GameRow]:
    simulate(lineup, games, seed=7, sink=tmp_path / "games.db", **options)
    return list(read_rows(tmp_path / "games.db"))


def test_bots_move_on_by_one_seat_until_a_deal_is_over(tmp_path: Path) -> None:
    rows = rows_of(["greedy", "random", "greedy"], 7, tmp_path)
    seated = [tuple(seat.bot[0] for seat in row.seats) for row in rows]
    assert seated == [tuple("grg"), tuple("ggr"), tuple("rgg")] * 2 + [tuple("grg")]
    assert [row.seed for row in rows] == [deal_seed(7, number // 3) for number in range(7)]
    assert [row.game for row in rows] == list(range(7))


@pytest.mark.parametrize(
    ("lineup", "rotate", "deals"),
    [("rr", True, 8), ("rgrg", True, 4), ("rgg", True, 3), ("rrrrr", True, 8), ("rg", False, 8)],
)
def test_a_deal_is_played_in_each_different_order(lineup: str, rotate: bool, deals: int) -> None:
    names = [{"r": "random", "g": "greedy"}[letter] for letter in lineup]
    report = simulate(names, 8, seed=7, rotate=rotate)
    assert (report.deals, report.games_per_deal) == (deals, 8 // deals if deals != 3 else 3)


@pytest.mark.parametrize("edition", ["printed", "bga"])
@pytest.mark.parametrize("players", [2, 3])
def test_a_row_says_how_its_game_went(tmp_path: Path, edition: str, players: int) -> None:
    """A game played by hand with the same seeds ends alike."""
    for row in rows_of(["random"] * players, 5, tmp_path, edition=edition):
        state = ls.new_game(players, seed=row.seed, edition=edition)
        bots = [ls.load_player("random") for _ in range(players)]
        luck = [Random(bot_seed(7, row.game, seat)) for seat in range(players)]
        moves, played = 0, [Counter[str]() for _ in range(players)]
        while not state.is_over:
            legal, seat = ls.legal_moves(state), state.current_player
            move = legal[0]
            if len(legal) > 1:
                move = bots[seat].choose(ls.view(state, seat), luck[seat])
            if isinstance(move, ls.PlayCard):
                played[seat][move.card] += 1
            if isinstance(move, ls.BuildTent):
                played[seat].update(move.cards)
            state, moves = ls.apply(state, move), moves + 1
        ended = ls.result(state)
        assert ended is not None
        assert (row.moves, row.winners, row.threshold) == (moves, ended.winners, ended.threshold)
        assert (row.note, row.edition) == (None, state.edition.hash)
        for seat, (own, standing) in enumerate(zip(row.seats, ended.standings, strict=True)):
            score = own.score
            assert score is not None
            assert (own.rank, score.points) == (standing.rank, standing.points)
            assert (score.majorities, score.gems) == (standing.majorities, standing.gem_points)
            assert (score.hand, score.tents) == (standing.card_points, standing.tents)
            assert (score.donated, score.is_out) == (standing.donated, standing.is_out)
            assert own.played == tuple(sorted(played[seat].elements()))
            assert score.columns + score.market + score.cards == standing.round_points
            assert score.cards == sum(POINTS.get(card, 0) for card in own.played)


def test_the_report_of_two_players_has_a_threshold_and_bots_have_views_where_they_choose(
    tmp_path: Path,
) -> None:
    rows = rows_of(["failing_bots:Watching"] * 2, 4, tmp_path)
    assert all(row.note is None and row.threshold is not None for row in rows)


# Bots that fail


@pytest.mark.parametrize(
    ("bot", "kind", "reason"),
    [
        ("Illegal", "illegal", "no die on the table shows 77"),
        ("Nonsense", "illegal", "is not a move"),
        ("Crashing", "crash", 'ValueError: lost, the "map"'),
        ("Unspeakable", "crash", "UnspeakableError"),
        ("Nameless", "crash", "an error without a name"),
        ("Leaving", "crash", "SystemExit: 3"),
        ("Unmade", "crash", "no more"),
    ],
)
def test_a_bot_that_fails_loses_with_a_note(bot: str, kind: str, reason: str) -> None:
    name, failing_bots.Unmade.made = f"failing_bots:{bot}", 0
    report = simulate([name, "random"], 4, seed=7)
    assert (report.games, report.finished, report.failed) == (4, 0, 4)
    assert report.failures == {name: {kind: 4}}
    assert [own.win.value for own in report.bots] == [0, 1]
    for number, failed in enumerate(report.failed_games):
        note = failed.note
        assert (failed.game, failed.seed) == (number, deal_seed(7, number // 2))
        assert note.seat == number % 2
        assert (note.bot, note.kind) == (name, kind)
        assert reason in note.reason
        assert note.reason.isprintable()
        assert len(note.reason) <= 200
    assert name in str(report)
    plain = json.loads(report.to_json())
    assert (plain["seed"], plain["failed_games"][0]["seed"]) == ("7", str(deal_seed(7, 0)))


def test_after_a_failure_the_others_share_the_win_and_nothing_is_scored(tmp_path: Path) -> None:
    for row in rows_of(["random", "failing_bots:Crashing", "random"], 6, tmp_path):
        assert row.note is not None
        assert row.winners == tuple(seat for seat in range(3) if seat != row.note.seat)
        assert [own.rank for own in row.seats].count(1) == 2
        assert row.seats[row.note.seat].rank == 3
        assert row.moves > 0
        assert all(own.score is None for own in row.seats)


def test_where_no_game_was_played_to_its_end_nothing_is_shown_as_measured() -> None:
    text = str(simulate(["failing_bots:Illegal"] * 2, 3, seed=1))
    assert "0.00" not in text
    assert "an average seat won" not in text


@pytest.mark.parametrize("executor", [None, "processes"])
def test_an_interruption_is_not_a_failure_but_names_the_bot(
    executor: Literal["processes"] | None,
) -> None:
    with pytest.raises(KeyboardInterrupt) as caught:
        simulate(["random", "failing_bots:Interrupted"], 2, seed=7, executor=executor)
    assert caught.value.__notes__ == ["while failing_bots:Interrupted was choosing a move"]


# Bots that are given as objects


def test_a_bot_plays_all_its_games_and_a_class_or_function_makes_one_for_each(
    tmp_path: Path,
) -> None:
    bot, made = ForTwo(), list[ForTwo]()

    def make() -> ForTwo:
        made.append(ForTwo())
        return made[-1]

    lineup: list[Entrant] = [{"one": bot}, {"made": make}]
    report = simulate(lineup, 4, seed=7, sink=tmp_path / "games.db")
    assert [own.bot for own in report.bots] == ["one", "made"]
    assert report.failed == 0
    own = [game.choices for game in made if game.choices]
    assert len(own) >= 4
    assert bot.choices > max(own)
    rows = list(read_rows(tmp_path / "games.db"))
    assert {seat.bot for row in rows for seat in row.seats} == {"one", "made"}
    ls.replay_row(rows[1], tmp_path / "games.db").verify()
    named = simulate(["livingstone.players:RandomBot", "random"], 4, seed=7)
    by_class = simulate([ls.players.RandomBot, "random"], 4, seed=7)
    assert by_class.bots[0].win.value == named.bots[0].win.value
    assert simulate([ForTwo, ForTwo], 2, seed=7).lineup == ("ForTwo", "ForTwo")


def test_objects_of_one_class_are_told_apart_everywhere() -> None:
    one, other = ForTwo(), ForTwo()
    assert simulate([one, other], 2, seed=7).lineup == ("ForTwo", "ForTwo 2")
    assert simulate([one, one], 2, seed=7).lineup == ("ForTwo", "ForTwo")
    found = ls.compare(one, other, against=["random"], games=2, seed=7)
    assert (found.a, found.b, found.against) == ("ForTwo", "ForTwo 2", ("random",))
    ended = ls.tournament([one, "random", other], games=2, seed=7)
    assert {own.bot for own in ended.ratings} == {"ForTwo", "random", "ForTwo 2"}


def test_with_a_limit_of_seconds_bots_are_given_by_their_names() -> None:
    with pytest.raises(ArgumentError, match="bots must be given by their names"):
        simulate([ForTwo(), "random"], 2, seed=7, seconds_per_move=9.0)
    named: list[Entrant] = [{"careful": "own_bots:Thrifty:reserve=3"}, "random"]
    report = simulate(named, 1, seed=7, seconds_per_move=9.0)
    assert (report.lineup, report.failed) == (("careful", "random"), 0)


def test_a_bot_that_cannot_be_made_is_told_before_the_first_game(tmp_path: Path) -> None:
    def make() -> ForTwo:
        raise ArgumentError("no such weights")

    with pytest.raises(ArgumentError, match="no such weights"):
        simulate([make, "random"], 2, seed=7, sink=tmp_path / "x.db")
    assert not (tmp_path / "x.db").exists()


# Arguments

WRONG: list[tuple[dict[str, Any], str]] = [
    ({"lineup": ["random"]}, "players"),
    ({"lineup": ["random"] * 6}, "players"),
    ({"lineup": "random"}, "lineup"),
    ({"lineup": ["random", "rnadom"]}, "rnadom"),
    ({"lineup": ["random", "no_such_module:bot"]}, "no_such_module"),
    ({"lineup": ["random", "ran\ndom"]}, "one line"),
    ({"lineup": ["random", "r" * 201]}, "one line"),
    ({"games": 0}, "games"),
    ({"games": 2**53 + 1}, "games"),
    ({"seed": -1}, "seed"),
    ({"seed": 2**128}, "seed"),
    ({"edition": "rhino"}, "edition"),
    ({"chunk": 0}, "chunk"),
    ({"workers": 0, "executor": "processes"}, "workers"),
    ({"workers": 2}, "executor"),
    ({"executor": "threads"}, "executor"),
    ({"engine": "slow"}, "engine must be"),
    ({"seconds_per_move": 0}, "must be above 0, and 1000000 at most"),
    ({"seconds_per_move": 10**9}, "seconds_per_move"),
    ({"seconds_per_move": float("inf")}, "seconds_per_move"),
    ({"seconds_per_move": float("nan")}, "seconds_per_move"),
    ({"no_such_option": 7}, "there is no option 'no_such_option'; the options are edition"),
]


@pytest.mark.parametrize(("wrong", "named"), WRONG, ids=lambda told: str(told)[:40])
def test_an_argument_out_of_range_is_told_in_one_line(wrong: dict[str, Any], named: str) -> None:
    plain: dict[str, Any] = {"lineup": BOTS, "games": 2, "seed": 7}
    with pytest.raises(ArgumentError, match=named) as error:
        simulate(**(plain | wrong))
    assert "\n" not in str(error.value)


def test_progress_counts_up_to_all_games(tmp_path: Path) -> None:
    steps: list[Progress] = []
    options = Options(chunk=4, on_progress=steps.append)
    simulate(BOTS, 10, seed=7, sink=tmp_path / "x.db", **options)
    assert [(step.done, step.total, step.resumed) for step in steps] == [
        (done, 10, 0) for done in (0, 4, 8, 10)
    ]
    assert (steps[0].rate, steps[0].seconds_left, steps[-1].seconds_left) == (0, None, 0)
    assert all(step.rate > 0 for step in steps[1:])
    steps.clear()
    simulate(BOTS, 15, seed=7, sink=tmp_path / "x.db", **options)
    assert [(step.done, step.resumed, step.new) for step in steps] == [
        (10, 10, 0),
        (14, 10, 4),
        (15, 10, 5),
    ]
