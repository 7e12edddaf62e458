"""The public contract: values, moves, and the fields of states and players."""

import pickle
from collections import Counter
from typing import Any

import pytest
from attrs import AttrsInstance, fields
from attrs.exceptions import FrozenInstanceError
from editions import new_game
from hypothesis import given
from hypothesis import strategies as st

import livingstone as ls
from livingstone.support.structuring import union_classes
from livingstone.testing import Game, games, values_of

GEMS = st.builds(ls.Gems, *[st.integers(0, 9)] * 3)


STONES = st.builds(ls.Stones, *[st.integers(0, 9)] * 5)


IDS = st.lists(st.sampled_from(["antelope", "lion", "market", "two_dice"]), max_size=8)
PILES = st.builds(ls.CardPile.of, IDS)
Bag = ls.Gems | ls.Stones | ls.CardPile


def counted(bag: Bag) -> Counter[object]:
    return Counter(dict(bag.items if isinstance(bag, ls.CardPile) else enumerate(bag)))


@pytest.mark.parametrize("bags", [GEMS, STONES, PILES], ids=["gems", "stones", "cards"])
@given(st.data())
def test_gems_stones_and_piles_are_multisets(bags: Any, data: st.DataObject) -> None:
    one, other = (data.draw(bags) for _ in range(2))
    few, many = counted(one), counted(other)
    assert counted(one + other) == few + many
    assert (one + other).total == one.total + other.total
    assert one + other - other == one
    assert counted(one & other) == few & many
    assert (one <= other, one >= other) == (few <= many, few >= many)
    assert bool(one) is (one.total > 0)
    if few <= many:
        assert counted(other - one) == many - few
    else:
        with pytest.raises(ls.ArgumentError, match="does not hold"):
            other - one
    assert {type(bag) for bag in (one + other, one + other - one, one & other)} == {type(one)}


@given(GEMS, GEMS)
def test_gems_are_stones_and_worth_coins(one: ls.Gems, other: ls.Gems) -> None:
    assert one.stones == ls.Stones(0, *one, 0)
    assert one.stones.gems == one
    assert one.worth(other) == sum(n * each for n, each in zip(one, other, strict=True))


@pytest.mark.parametrize("bags", [GEMS, STONES, PILES], ids=["gems", "stones", "cards"])
@given(st.data())
def test_bags_are_sorted_by_their_counts_or_not_at_all(bags: Any, data: st.DataObject) -> None:
    some = data.draw(st.lists(bags, min_size=2, max_size=5))
    for order in (sorted, max, min, lambda bags: bags.sort()):
        with pytest.raises(TypeError, match="key=tuple"):
            order(some)
    assert [*map(tuple, sorted(some, key=tuple))] == sorted(map(tuple, some))


@pytest.mark.parametrize("bag", [ls.Gems(1, 0, 2), ls.Stones(1), ls.CardPile.of(["lion"])])
@pytest.mark.parametrize("operator", ["+", "-", "&", "<", "<=", ">", ">=", "*"])
@pytest.mark.parametrize("other", [(1, 2, 3), 2])
def test_bags_do_not_compute_with_other_values(bag: Any, operator: str, other: Any) -> None:
    for text in (f"bag {operator} other", f"other {operator} bag"):
        with pytest.raises(TypeError):
            eval(text, {"bag": bag, "other": other})


@given(IDS, IDS)
def test_a_pile_counts_its_cards(cards: list[str], more: list[str]) -> None:
    pile = ls.CardPile.of(cards)
    assert pile == ls.CardPile.of(reversed(cards))
    assert hash(pile) == hash(ls.CardPile.of(sorted(cards)))
    assert list(pile) == sorted({card: cards.count(card) for card in cards}.items())
    assert list(pile.cards()) == sorted(cards)
    assert all(pile.count(card) == cards.count(card) for card in [*cards, *more, "joker"])


def test_the_cards_of_a_tent_are_sorted() -> None:
    tent = ls.BuildTent(4, cards=("no_cost_tent", "ignore_die"))
    assert tent.cards == ("ignore_die", "no_cost_tent")
    assert tent == ls.BuildTent(4, cards=("ignore_die", "no_cost_tent"))
    assert hash(tent) == hash(ls.BuildTent(4, cards=("ignore_die", "no_cost_tent")))
    assert type(ls.BuildTent(4, cards=["ignore_die"]).cards) is tuple


def test_plain_tuples_become_named_ones() -> None:
    assert type(ls.BuildTent(1, (), (2, 3)).source) is ls.Space
    play = ls.PlayCard("market", (1, 0, 0), (1, 2), (3, 4))
    assert (type(play.gems), type(play.space), type(play.source)) == (ls.Gems, ls.Space, ls.Space)


@pytest.mark.parametrize("kind", union_classes(ls.Action))
@given(st.data())
def test_moves_and_outcomes_are_values(kind: type[AttrsInstance], data: st.DataObject) -> None:
    action = data.draw(values_of(kind))
    twin = kind(*(getattr(action, field.name) for field in fields(kind)))
    assert twin == action
    assert hash(twin) == hash(action)
    assert twin is not action
    assert eval(repr(action), vars(ls)) == action
    assert pickle.loads(pickle.dumps(action)) == action
    for field in fields(kind):
        with pytest.raises(FrozenInstanceError):
            setattr(action, field.name, None)


@given(games(explicit=True))
def test_a_round_awaited_has_everything_done(game: Game) -> None:
    for before, action, state in game.steps():
        if isinstance(state.pending, ls.RoundRoll):
            assert action == ls.EndTurn()
            assert all(player.last_die == 0 for player in state.players)
            assert state.boat == before.boat + 1
            assert state.starting_player == (before.starting_player + 1) % len(state.players)
            assert state.current_player == state.starting_player
            assert (state.dice, state.die, state.dice_taken, state.dice_left) == ((), None, 0, 1)


@given(games())
def test_unused_fields_stay_empty(game: Game) -> None:
    for state in game.states:
        if state.edition.ruleset.white_stone_sells:
            assert state.gems_drawn == ls.Gems()
        if not state.is_two_player or not state.is_over:
            assert state.threshold is None


def test_a_state_is_shown_with_what_happens_next() -> None:
    seeded, open_ = new_game(2, seed=7), new_game(2, explicit_chance=True)
    assert repr(seeded).endswith("seat 0 to move, dice (2, 2, 3, 4), die None, seeded)")
    assert repr(open_).endswith("RoundRoll(count=4) awaited for seat 0, dice (), die None)")
    assert ", 2 players, column 1, " in repr(seeded)
    over = ls.with_explicit_chance(seeded).changed(is_over=True, boat=10)
    assert repr(over).endswith("column 10, over, dice (2, 2, 3, 4), die None)")


def test_a_played_card_is_shown_with_what_only_own_cards_name_if_it_is_named() -> None:
    assert repr(ls.PlayCard("lion")) == "PlayCard(card='lion', gems=None, space=None, source=None)"
    bribe = ls.PlayCard("bribe", seat=2)
    assert repr(bribe) == "PlayCard(card='bribe', gems=None, space=None, source=None, seat=2)"
