"""Copies and pickles of values that nothing can change."""

import pickle

import pytest
from positions import small_board

import livingstone as ls


@pytest.mark.parametrize("name", ["printed", "bga"])
def test_a_shipped_edition_is_pickled_by_name(name: str) -> None:
    state = ls.new_game(5, seed=7, edition=name)
    text = pickle.dumps(state)
    assert len(text) < 1_500
    assert pickle.loads(text).edition is state.edition


def test_an_edition_of_ones_own_is_pickled_whole() -> None:
    edition = ls.load_edition("printed", board=small_board())
    assert edition.deck.total > 0  # what is worked out from the fields is not pickled
    found = pickle.loads(pickle.dumps(edition))
    assert (found, hash(found), found.effects) == (edition, hash(edition), edition.effects)


def test_equal_editions_of_ones_own_have_equal_pickles() -> None:
    """What is worked out of a board while it is played with is not pickled."""
    file = small_board()
    fresh, used = (ls.load_edition("printed", board=file) for _ in range(2))
    assert ls.new_game(2, seed=7, edition=used).bank < used.board.money
    assert fresh == used
    assert pickle.dumps(fresh) == pickle.dumps(used)


def drawn(card: str) -> ls.State:
    """Let seat 0 draw a card, whose id comes from a text of its own."""
    state = ls.new_game(2, explicit_chance=True)
    for action in (ls.DiceRolled((1, 2, 3, 4)), ls.TakeDie(1), ls.DrawCard()):
        state = ls.apply(state, action)
    return ls.apply(state, ls.CardRevealed("".join(card)))


@pytest.mark.parametrize("seat", [1, None])
def test_r10_2_a_view_does_not_tell_a_card_by_which_object_its_id_is(seat: int | None) -> None:
    views = [ls.view(drawn(card), seat) for card in ("lion", "market", "boat_back")]
    own = {id(card.id) for card in views[0].edition.cards}
    assert all(id(card) in own for view in views for card, _ in view.unseen)
    assert len({pickle.dumps(view) for view in views}) == 1
