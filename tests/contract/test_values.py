"""The public contract: values and moves."""

import pickle

import pytest
from attrs import AttrsInstance, fields
from attrs.exceptions import FrozenInstanceError
from hypothesis import given
from hypothesis import strategies as st

import livingstone as ls
from livingstone.support.structuring import union_classes
from livingstone.testing import values_of
from livingstone.values import NO_CARDS

# Values


def test_named_tuples() -> None:
    assert ls.Space(2, 3) == (2, 3)
    assert ls.Space._fields == ("row", "column")
    assert ls.Gems._fields == ("clear", "blue", "red")
    assert ls.Stones._fields == ("black", "clear", "blue", "red", "white")
    assert ls.Gems() == (0, 0, 0)
    assert ls.Stones(1, 2, 3, 4, 5).total == 15
    assert ls.Stones(1, 2, 3, 4, 5).gems == ls.Gems(2, 3, 4)


GEMS = st.builds(ls.Gems, *[st.integers(0, 9)] * 3)


STONES = st.builds(ls.Stones, *[st.integers(0, 9)] * 5)


@given(GEMS, GEMS, STONES, STONES)
def test_gems_and_stones_add_up(one: ls.Gems, other: ls.Gems, a: ls.Stones, b: ls.Stones) -> None:
    assert one.plus(other) == other.plus(one) == tuple(map(sum, zip(one, other, strict=True)))
    assert one.plus(other).minus(other) == one
    assert one.plus(other).total == one.total + other.total
    assert one.plus(other).covers(one)
    assert one.covers(other) == (one.least(other) == other)
    assert one.least(other) == tuple(map(min, zip(one, other, strict=True)))
    assert one.worth(other) == sum(n * each for n, each in zip(one, other, strict=True))
    assert a.plus(b) == b.plus(a)
    assert a.plus(b).minus(b) == a
    assert a.plus_gems(one).minus(a) == ls.Stones(0, *one, 0)
    assert a.plus_gems(one).gems == a.gems.plus(one)


IDS = st.lists(st.sampled_from(["antelope", "lion", "market", "two_dice"]), max_size=8)


@given(IDS, IDS)
def test_a_pile_is_a_multiset(cards: list[str], more: list[str]) -> None:
    pile = ls.CardPile.of(cards)
    assert pile == ls.CardPile.of(reversed(cards))
    assert hash(pile) == hash(ls.CardPile.of(sorted(cards)))
    assert list(pile) == sorted({card: cards.count(card) for card in cards}.items())
    assert list(pile.cards()) == sorted(cards)
    assert (pile.total, bool(pile)) == (len(cards), bool(cards))
    assert all(pile.count(card) == cards.count(card) for card in [*cards, *more, "joker"])
    assert pile.plus(more) == ls.CardPile.of(cards + more) == ls.CardPile.of(more).plus(cards)
    for card in cards:
        assert pile.minus(card).plus([card]) == pile
        assert pile.minus(card).count(card) == cards.count(card) - 1


def test_an_empty_pile() -> None:
    assert ls.CardPile() == ls.CardPile.of([]) == NO_CARDS
    assert not NO_CARDS
    assert list(NO_CARDS) == []


# Moves


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
