"""Records: they replay to the same states."""

from typing import Any

import pytest
from attrs import evolve
from editions import RULESETS
from hypothesis import given
from hypothesis import strategies as st
from positions import ROLL, beginning
from record_samples import played, record_of

import livingstone as ls
from livingstone.testing import Game, new_games


def test_a_record_names_moves_with_the_outcomes_between_them() -> None:
    record = beginning()
    assert record.actions == ("d dice 2 2 3 4", "p0 take 3", "p0 coins", "p0 donate 2", "p0 end")
    assert record.players == ("Player 0", "Player 1")
    assert (record.seed, record.first, record.result) == (7, 0, None)
    assert record.edition_hash == ls.edition_hash(ls.load_edition("printed"))
    assert hash(record) == hash(beginning())


@given(new_games())
def test_a_record_replays_to_the_states_of_the_game(game: Game) -> None:
    record = record_of(game)
    states = list(record.states())
    known = [ls.with_explicit_chance(state) for state in game.states]
    shown = set(known)
    # A seeded game shows no states in which chance is awaited, and begins with its dice rolled.
    assert [state for state in states if state in shown] == known
    assert game.start.streams is not None or states == known
    assert states[0].pending == ls.RoundRoll(
        states[0].edition.board.dice.per_player * len(game.start.players)
    )
    record.verify()
    assert record.result == ls.result(game.last)
    assert (record.seed is None) == (game.start.streams is None)


@given(new_games(), st.integers(0, 2**128 - 1))
def test_a_seed_that_did_not_decide_the_start_is_not_recorded(game: Game, seed: int) -> None:
    start = ls.with_explicit_chance(game.start)
    if start.is_chance:
        start = ls.apply(start, next(iter(ls.chance_outcomes(start))))
    if (start := ls.with_seed(start, seed)) != ls.new_game(
        len(start.players), seed=seed, edition=start.edition, first=start.starting_player
    ):
        assert ls.Record.of(start).seed is None


def test_a_record_begins_with_a_new_game() -> None:
    start = ls.new_game(3, seed=7)
    with pytest.raises(ls.ArgumentError, match="starts with a new game"):
        ls.Record.of(ls.apply(start, ls.legal_moves(start)[0]))
    with pytest.raises(ls.IllegalMoveError):
        ls.Record.of(start, [ls.EndTurn()])


BROKEN: list[tuple[tuple[str, ...], int, str | None, str]] = [
    (("d dice 1 2 3",), 1, "R10.3", "expected: 4 dice from 1 to 6, ascending"),
    (("p0 take 3",), 1, "R10.3", "chance decides now"),
    ((ROLL, "p1 take 3"), 2, "R2.2", "player 1 acts, but player 0 is to move"),
    ((ROLL, "p9 take 3"), 2, "R2.2", "player 9 acts, but player 0 is to move"),
    ((ROLL, "p0 take 5"), 2, "R2.3", "no die on the table shows 5"),
    ((ROLL, "d card lion"), 2, "R10.3", "nothing is left to chance now"),
    ((ROLL, "p0 take 3", "p0 card", "d card ??"), 4, None, "hidden"),
    ((ROLL, "p0 donate ??"), 2, None, "hidden"),
    ((ROLL, "p0 take x"), 2, None, "at 9: expected the value of a die"),
    ((ROLL, ""), 2, None, "at 1: expected d or a player"),
]


@pytest.mark.parametrize(("actions", "number", "rule", "reason"), BROKEN)
def test_a_broken_record_gives_the_states_up_to_the_fault(
    actions: tuple[str, ...], number: int, rule: str | None, reason: str
) -> None:
    record = evolve(beginning(), actions=actions, seed=None)
    states = record.states()
    for _ in range(number):
        next(states)
    with pytest.raises(ls.RecordError, match=reason) as caught:
        next(states)
    assert (caught.value.action, caught.value.rule) == (number, rule)
    assert str(caught.value).startswith(f"action {number}: ")
    with pytest.raises(ls.RecordError, match=reason):
        record.verify()


def test_nothing_can_be_done_after_the_end() -> None:
    record = record_of(played(2))
    longer = evolve(record, actions=(*record.actions, "p0 end"))
    with pytest.raises(ls.RecordError, match=r"the game is over \(R2.7\)") as caught:
        list(longer.states())
    assert caught.value.action == len(longer.actions)


@pytest.mark.parametrize("edition", RULESETS)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_verify_notices_what_is_wrong(players: int, edition: str) -> None:
    game = played(players, edition)
    record = record_of(game)
    record.verify()
    result = record.result
    assert result is not None
    with pytest.raises(ls.RecordError, match="the result is wrong: the game ended differently"):
        evolve(record, result=evolve(result, winners=(*result.winners, 9))).verify()
    with pytest.raises(ls.RecordError, match="the result is wrong: the game is not over"):
        evolve(record, actions=record.actions[:-2]).verify()
    with pytest.raises(ls.RecordError, match=r"the edition's hash is .*, not 00"):
        evolve(record, edition_hash="00").verify()
    for seed in (8, 2**100):
        with pytest.raises(ls.RecordError, match=f"the seed {seed} gives other outcomes"):
            evolve(record, seed=seed).verify()
    evolve(record, seed=None, result=None).verify()


def test_a_seed_is_wrong_if_it_decides_less_than_the_record_says() -> None:
    start = ls.new_game(2, explicit_chance=True)
    dice = ls.new_game(2, seed=7).dice
    record = ls.Record.of(start, [ls.DiceRolled(dice), ls.TakeDie(3), ls.DrawCard()])
    evolve(record, seed=7).verify()
    evolve(record, seed=7, actions=()).verify()


MISFITS: list[tuple[dict[str, Any], str]] = [
    ({"players": ("Ann",)}, "players: must be 2 to 5 names, not 1"),
    ({"players": ("Ann\n", "Ben")}, "players: each must be one line"),
    ({"tags": (("a", "b\nc"),)}, "tags: each must be one line"),
    ({"comments": ((1, ""),)}, "comments: each must be one line"),
    ({"first": 2}, "first: must be a seat from 0 to 1"),
    ({"seed": -1}, r"seed: must be a whole number from 0 to 2\*\*128 - 1"),
    ({"seed": 2**128}, r"seed: must be a whole number from 0 to 2\*\*128 - 1"),
    ({"seat": 2, "seed": None}, "seat: must be a seat from 0 to 1"),
    ({"seat": 1}, "seed: a record that hides something"),
    ({"seat": 1, "seed": None, "is_spectators": True}, "seat: the record is a spectator's"),
    ({"revealed": (ls.Private(1, 1, ()),)}, "revealed: nothing is hidden in this record"),
    ({"tags": (("b", "1"), ("a", "2"))}, "tags: must be sorted"),
    ({"tags": (("a", "1"), ("a", "2"))}, "tags: must be sorted"),
    ({"comments": ((2, "b"), (1, "a"))}, "comments: must be sorted"),
    ({"comments": ((1, "b"), (1, "a"))}, "comments: must be sorted, without duplicates"),
    ({"comments": ((0, "b"),)}, "comments: must be on actions 1 to 5"),
    ({"comments": ((6, "b"),)}, "comments: must be on actions 1 to 5"),
]


@pytest.mark.parametrize(("parts", "reason"), MISFITS)
def test_parts_have_to_fit_together(parts: dict[str, Any], reason: str) -> None:
    with pytest.raises(ls.RecordError, match=reason):
        evolve(beginning(), **parts)
