"""JSON that is not a document, or has an impossible value, raises a `DataError`."""

import json
from typing import Any

import pytest
from attrs import evolve
from editions import make_edition, tiny_board
from hypothesis import given
from hypothesis import strategies as st
from json_samples import STATE, VIEW, Json

import livingstone as ls
from livingstone.documents.text import MOST_CHARACTERS, from_json, to_json
from livingstone.edition.effect import converter
from livingstone.support.structuring import MOST_PROBLEMS, ProblemsError
from livingstone.testing import states

MONEY = STATE.edition.board.money


def refusal(text: str | bytes, type: Any = ls.State) -> str:
    with pytest.raises(ls.DataError) as caught:
        from_json(text, type)
    message = str(caught.value)
    assert message.encode()
    assert len(message) < 50_000
    return message


def changed(value: object, *path: str | int, to: Json) -> str:
    """Write a value, with another value at one place."""
    document = place = json.loads(to_json(value))
    for key in ("value", *path[:-1]):
        place = place[key]
    place[path[-1]] = to
    return json.dumps(document)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "is not JSON"),
        (b"\xff{}", "is not UTF-8: invalid start byte at byte 0"),
        ("[" * 100_000, "is nested too deeply"),
        (" " * (MOST_CHARACTERS + 1), "is longer than"),
        ("[NaN]", "NaN is not a number"),
        ("[-Infinity]", "-Infinity is not a number"),
        ("9" * 5_000, "is not JSON: Exceeds the limit of 4300 digits for a number"),
        ('{"a": 1, "a": 1}', "the key 'a' occurs more than once"),
        ("null", "must be a table or an object, not null"),
        ("{}", "livingstone: is missing"),
        (to_json(VIEW), "livingstone: must be one of state, not 'view'"),
        (to_json(STATE).replace('"version": 1', '"version": 2'), "version: must be 1, not 2"),
        (to_json(STATE)[:-1] + ', "x": 1}', "unknown: 'x'"),
    ],
    ids=lambda text: repr(text)[:30],
)
def test_a_text_that_is_not_a_document_is_refused(text: str | bytes, problem: str) -> None:
    assert problem in refusal(text)


def test_at_most_ten_unknown_keys_are_named() -> None:
    for count, ending in ((10, "'x08', 'x09'"), (11, "'x08', 'x09', ...")):
        document = json.loads(to_json(STATE)) | {f"x{n:02}": 0 for n in range(count)}
        told = refusal(json.dumps(document))
        assert told.endswith(ending)
        assert told.count("'x") == 10


def test_a_list_of_wrong_entries_is_not_read_to_its_end() -> None:
    with pytest.raises(ProblemsError) as caught:
        converter.structure(["x"] * 10_000, tuple[int, ...])
    assert len(caught.value.found) == MOST_PROBLEMS + 1


@pytest.mark.parametrize(
    ("junk", "problem"),
    [
        ("4", "must be a whole number, not '4'"),
        (1.5, "must be a whole number, not 1.5"),
        (True, "must be a whole number, not true"),
        (None, "must be a whole number, not null"),
        (-1, "must be 0 to 9007199254740991, not -1"),
        (2**53, "must be 0 to 9007199254740991, not 9007199254740992"),
    ],
)
def test_numbers_are_taken_exactly(junk: Json, problem: str) -> None:
    text = changed(STATE, "players", 1, "coins", to=junk)
    assert refusal(text) == f"JSON: value.players[1].coins: {problem}"


@pytest.mark.parametrize(
    ("path", "junk", "problem"),
    [
        (("streams", "seed"), 7, "value.streams.seed: must be a text, not 7"),
        (("streams", "seed"), "07", "value.streams.seed: must be a whole number in digits"),
        (("streams", "seed"), str(2**128), "value.streams.seed: must be less than 2**128"),
        (("draw_pile", "lion"), 0, "value.draw_pile['lion']: must be 1 to 10000, not 0"),
        (("draw_pile", "Löwe"), 1, "value.draw_pile['Löwe']: must be lower-case letters"),
        (("edition", "hash"), "0" * 32, "value.edition: printed: this version knows no"),
        (("edition", "id"), "other", "value.edition.id: must be printed or bga, not 'other'"),
        (("edition", "kind"), "x", "value.edition: kind must be one of shipped_edition, custom"),
        (("pending",), {"kind": []}, "value.pending: kind must be one of round_roll, donation"),
        (("players", 0, "hand"), ["\ud800"], "value.players[0].hand[0]: must be Unicode without"),
        (("bag",), {"black": 1}, "value.bag.clear: is missing"),
    ],
)
def test_each_problem_is_told_with_its_path(
    path: tuple[str | int, ...], junk: Json, problem: str
) -> None:
    assert problem in refusal(changed(STATE, *path, to=junk))


@pytest.mark.parametrize(
    ("path", "junk", "problem"),
    [
        (("players", 0, "coins"), STATE.player.coins + 1, f"coins, not {MONEY} (R1.7)"),
        (("bag", "black"), 28, "(R1.5)"),
        (("draw_pile", "lion"), 99, "the cards are not those of the deck"),
        (("players", 0, "tents"), [], "player 0's tents are not on a board"),
        (("pending",), {"kind": "card_draw", "is_replacement": True}, "in a game with a seed"),
    ],
)
def test_a_state_that_breaks_an_invariant_is_refused(
    path: tuple[str | int, ...], junk: Json, problem: str
) -> None:
    assert problem in refusal(changed(STATE, *path, to=junk))


def test_an_edition_that_cannot_be_played_is_refused() -> None:
    state = ls.new_game(2, edition=make_edition(tiny_board(), []))
    text = changed(state, "edition", "board", "start_coins", to=1000)
    assert refusal(text) == (
        "JSON: value.edition: coins: worth 4 together, but 2 players start with 2000"
    )


@pytest.mark.parametrize(
    ("path", "junk", "problem"),
    [
        (("seat",), 5, "contradict each other"),
        (("seat",), None, "contradict each other"),
        (("own",), None, "contradict each other"),
        (("own", "coins"), 2, ""),
        (("own",), {"coins": 3, "chest": 0, "hand": ["unknown"]}, ""),
        (("revealed",), [{"coins": 3, "chest": 0, "hand": []}], ""),
        (("players", 1, "hand_size"), 1, "contradict each other"),
        (("players", 1, "hand_size"), 40, "contradict each other"),
        (("players", 1, "chest_least"), 5, "contradict each other"),
        (("players", 1, "chest_most"), 1, ""),
        (("draw_pile_size",), 5, "contradict each other"),
        (("unseen",), {"lion": 10_000}, "(R1.6)"),
        (("boat",), 11, "the boat is in column 11 of 10 (R1.2)"),
        (("legal_moves",), [], "contradict each other"),
        (("legal_moves",), [{"kind": "dig"}], "contradict each other"),
    ],
)
def test_a_view_that_no_state_fits_is_refused(
    path: tuple[str | int, ...], junk: Json, problem: str
) -> None:
    message = refusal(changed(VIEW, *path, to=junk), ls.View)
    assert message.startswith("JSON: no state fits this view: ")
    assert problem in message


NUMBER_FIELDS = (
    *("current_player", "starting_player", "boat", "dice_taken", "dice_left", "bank"),
    *("draw_pile_size", "seat", "die", "threshold", "is_over", "own", "revealed", "pending"),
)


@given(states(), states(), st.sampled_from(NUMBER_FIELDS))
def test_a_view_pieced_together_is_sampled_faithfully_or_refused(
    state: ls.State, other: ls.State, field: str
) -> None:
    piece = getattr(ls.view(other, other.current_player), field)
    pieced = evolve(ls.view(state, state.current_player), **{field: piece})
    try:
        read = ls.from_json(ls.to_json(pieced), ls.View)
    except ls.DataError:
        return
    assert ls.view(ls.sample_state(read, 1), pieced.seat) == pieced


@pytest.mark.parametrize(
    ("path", "junk"),
    [
        (("dice",), ["x"] * 200_000),
        (("players",), [[]] * 200_000),
        (("players", 0, "tents"), [["x"] * 300] * 600),
        (("draw_pile",), {f"X{number}": 1 for number in range(50_000)}),
        (("bag",), {f"X{number}": 1 for number in range(50_000)}),
        (("dice",), list(range(9, 0, -1)) * 20_000),
        (("players", 0, "hand"), ["x" * 900_000]),
    ],
    ids=lambda path: repr(path)[:30],
)
def test_the_problems_of_a_hostile_text_are_told_in_short(
    path: tuple[str | int, ...], junk: Json
) -> None:
    refusal(changed(STATE, *path, to=junk))


def test_what_is_too_long_to_be_read_is_not_written() -> None:
    many = STATE.changed(dice=(1,) * 2_000_000)
    with pytest.raises(ls.ArgumentError, match="more than 4000000 characters"):
        ls.to_json(many)
