"""Wrong arguments end in a clear error of this library, not somewhere inside it."""

import enum
import pickle
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from attrs import evolve, fields

import livingstone as ls
from livingstone.errors import shown
from livingstone.game.engine import refusal_of
from livingstone.game.state import State

STATE = ls.new_game(2, seed=7)
VIEW = ls.view(STATE, 0)
OF_A_STATE: list[Callable[[Any], object]] = [
    ls.legal_moves,
    lambda state: ls.apply(state, ls.EndTurn()),
    lambda state: refusal_of(state, ls.EndTurn()),
    lambda state: ls.play(state, ls.EndTurn()),
    ls.result,
    ls.chance_outcomes,
    lambda state: ls.sample_outcome(state, 1),
    lambda state: ls.with_seed(state, 1),
    ls.with_explicit_chance,
    lambda state: ls.view(state, 0),
    lambda state: ls.perft(state, 1),
    lambda state: ls.divide(state, 1),
    ls.events.opening,
    lambda state: ls.conceal(state, ls.EndTurn(), 0),
    ls.Table,
]


@pytest.mark.parametrize("call", OF_A_STATE)
@pytest.mark.parametrize("wrong", [None, "state", [], VIEW, STATE.edition, 3])
def test_what_is_no_state_is_refused(call: Callable[[Any], object], wrong: object) -> None:
    with pytest.raises(ls.ArgumentError, match="a State is needed, not a"):
        call(wrong)


def test_a_view_for_a_state_gets_a_hint() -> None:
    with pytest.raises(ls.ArgumentError, match="a view lists its `legal_moves` itself"):
        ls.legal_moves(VIEW)  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [None, "event", (), [ls.events.Donated(0, 3)], STATE])
def test_what_is_no_event_is_neither_shown_nor_described(wrong: Any) -> None:
    with pytest.raises(ls.ArgumentError, match="only an event"):
        ls.visible(wrong, 1)
    with pytest.raises(ls.ArgumentError, match="only an event"):
        ls.describe(wrong, ["Ann", "Ben"])


@pytest.mark.parametrize("names", [[], ["Ann"], None, {}])
def test_names_have_one_for_each_seat(names: Any) -> None:
    with pytest.raises(ls.ArgumentError, match="names must have one for each seat"):
        ls.describe(ls.events.DieTaken(1, 3), names)


@pytest.mark.parametrize("wrong", [None, "dig", ls.DiceRolled((1,)), ls.Dig])
def test_what_is_no_move_needs_no_confirmation(wrong: Any) -> None:
    with pytest.raises(ls.ArgumentError, match="only a move"):
        ls.needs_confirmation(wrong)


@pytest.mark.parametrize("wrong", [None, "printed", 5, [], VIEW])
def test_only_an_edition_has_a_hash(wrong: Any) -> None:
    with pytest.raises(ls.ArgumentError, match="an Edition is needed"):
        ls.edition_hash(wrong)


@pytest.mark.parametrize(
    "wrong",
    [
        ls.TakeDie(object()),  # type: ignore[arg-type]
        ls.TakeDie(float("nan")),  # type: ignore[arg-type]
        ls.BuildTent(1, cards=5),  # type: ignore[arg-type]
        STATE.changed(draw_pile=None),  # type: ignore[arg-type]
    ],
)
def test_parts_of_wrong_types_are_not_written_as_json(wrong: object) -> None:
    with pytest.raises(ls.ArgumentError, match="a part of it has a wrong type"):
        ls.to_json(wrong)


class Mute:
    def __repr__(self) -> str:
        raise RuntimeError


@pytest.mark.parametrize("wrong", [-(10**5000), Mute()], ids=["huge", "mute"])
@pytest.mark.parametrize(
    "call",
    [
        lambda wrong: ls.perft(STATE, wrong),
        lambda wrong: ls.divide(STATE, wrong),
        lambda wrong: ls.view(STATE, wrong),
        lambda wrong: ls.schema(wrong),
        lambda wrong: ls.from_json("{}", wrong),
        lambda wrong: ls.load_edition("printed", board=wrong),
        lambda wrong: ls.sample_state(evolve(VIEW, seat=wrong), 0),
        lambda wrong: ls.Table(STATE).undo(wrong),
    ],
)
def test_what_cannot_be_shown_is_refused_all_the_same(
    call: Callable[[Any], object], wrong: Any
) -> None:
    with pytest.raises(ls.LivingstoneError):
        call(wrong)


class _Cards(enum.StrEnum):
    LION = "lion"


def test_r6_what_only_equals_the_id_of_a_card_does_not_get_into_a_state() -> None:
    lion = STATE.players[0].changed(hand=("lion",))
    pile = STATE.draw_pile.minus("lion")
    state = STATE.with_player(lion, draw_pile=pile)
    assert ls.is_legal(state, ls.PlayCard("lion"))
    assert not ls.is_legal(state, ls.PlayCard(_Cards.LION))


def test_what_a_state_made_by_hand_lists_does_not_get_into_proper_games() -> None:
    odd: Any = (1.0, 2.0, 3.0, 5.0)
    proper = ls.new_game(2, explicit_chance=True, edition="bga")
    ls.legal_moves(proper.changed(dice=odd, pending=None))
    proper = ls.apply(proper, ls.DiceRolled((1, 2, 3, 5)))
    assert all(ls.is_legal(proper, move) for move in ls.legal_moves(proper))


def test_the_effects_of_an_edition_cannot_be_changed() -> None:
    effects: Any = STATE.edition.effects
    with pytest.raises(TypeError):
        effects["lion"] = None
    assert pickle.loads(pickle.dumps(STATE)).edition.effects == effects


def drawn(card: str) -> State:
    """Let seat 0 draw a card, whose id comes from a text of its own."""
    state = ls.new_game(2, explicit_chance=True)
    line = f"d card {card}"
    for action in (ls.DiceRolled((1, 2, 3, 4)), ls.TakeDie(1), ls.DrawCard(), line):
        found = ls.parse_move(action)[1] if isinstance(action, str) else action
        assert not isinstance(found, ls.HiddenCard | ls.HiddenDonation)
        state = ls.apply(state, found)
    return state


@pytest.mark.parametrize("seat", [1, None])
def test_r10_2_a_view_does_not_tell_a_card_by_which_object_its_id_is(seat: int | None) -> None:
    views = [ls.view(drawn(card), seat) for card in ("lion", "market", "boat_back")]
    own = {id(card.id) for card in views[0].edition.cards}
    assert all(id(card) in own for view in views for card, _ in view.unseen)
    assert len({pickle.dumps(view) for view in views}) == 1


class OwnRoll(ls.DiceRolled):
    """An outcome of a class that the engine does not know."""


def test_r10_3_an_outcome_of_a_class_of_ones_own_is_refused_everywhere() -> None:
    state = ls.new_game(2, explicit_chance=True)
    outcome = OwnRoll((1, 1, 1, 1))
    assert not ls.is_legal(state, outcome)
    with pytest.raises(ls.IllegalMoveError):
        ls.apply(state, outcome)


@pytest.mark.parametrize("cards", [None, 5, ["no_cost_tent", "bogus"], ["bogus"]])
def test_r4_4_a_price_is_asked_for_with_cards_of_the_edition(cards: Any) -> None:
    with pytest.raises(ls.ArgumentError, match="card"):
        ls.price_of(STATE, 4, cards)


def test_a_group_is_told_its_cards_in_a_list() -> None:
    with pytest.raises(ls.ArgumentError, match="cards must be a list of ids: None"):
        ls.group_moves(VIEW)[0].move(cards=None)  # type: ignore[arg-type]


def test_random_numbers_do_not_come_from_a_class() -> None:
    with pytest.raises(ls.ArgumentError, match="come from an object, not from"):
        ls.sample_outcome(ls.new_game(2, explicit_chance=True), Random)  # type: ignore[arg-type]


class Unsizable(int):
    """A number that breaks where its size is asked for."""

    def __abs__(self) -> int:
        """Break."""
        raise ZeroDivisionError


def test_an_error_can_show_any_value() -> None:
    assert shown(Unsizable(3)) == "a Unsizable"


class OwnEdition(ls.Edition):
    """An edition of a class that nothing else takes for one."""


PRINTED = ls.load_edition("printed")


@pytest.mark.parametrize(
    "edition",
    [
        evolve(PRINTED, board=None),  # type: ignore[arg-type]
        evolve(PRINTED, cards=[1]),  # type: ignore[arg-type]
        OwnEdition(*[getattr(PRINTED, field.name) for field in fields(ls.Edition)]),
        5,
        [],
    ],
    ids=lambda edition: type(edition).__name__,
)
def test_a_game_begins_with_a_sound_edition_only(edition: Any) -> None:
    with pytest.raises(ls.ArgumentError, match="edition"):
        ls.new_game(2, edition=edition)
