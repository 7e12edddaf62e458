"""R4.1, R6.12: when the events tell that the deck was renewed."""

import pytest
from positions import at_die, lay_open, play

import livingstone as ls
from livingstone.events import DeckRenewed


def drawing(*played: str) -> ls.State:
    """Let only the mine collapse be left in the draw pile; of the other cards these were played."""
    state = at_die(4)
    rest = [card for card in state.draw_pile.cards() if card != "mine_collapse"]
    for card in played:
        rest.remove(card)
    state = lay_open(state, *played)
    others = state.players[1].changed(hand=tuple(rest))
    state = state.changed(
        players=(state.players[0], others, state.players[2]),
        draw_pile=ls.CardPile.of(["mine_collapse"]),
    )
    assert ls.validate(state) == []
    return play(state, ls.DrawCard())


@pytest.mark.parametrize(("played", "left"), [((), 1), (("lion",), 1), (("lion", "market"), 2)])
def test_r6_12_a_collapse_drawn_last_renews_the_deck(played: tuple[str, ...], left: int) -> None:
    """From the other played cards, or, without any, from itself alone."""
    events = ls.play(drawing(*played), ls.CardRevealed("mine_collapse")).events
    assert [event for event in events if isinstance(event, DeckRenewed)] == [DeckRenewed(left)]


def test_r6_12_a_collapse_leaves_the_deck_alone_until_its_replacement_has_come() -> None:
    state = play(at_die(4), ls.DrawCard())
    first = ls.play(state, ls.CardRevealed("mine_collapse"))
    assert not any(isinstance(event, DeckRenewed) for event in first.events)
    second = ls.play(first.state, ls.CardRevealed("lion"))
    assert DeckRenewed(26) in second.events
