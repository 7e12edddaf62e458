"""R6: cards held, and how they leave the hand."""

from functools import lru_cache

from livingstone.game import knowledge
from livingstone.game.refusals import Code, Refusal, refuse
from livingstone.game.state import Player, State
from livingstone.values import pile_of


@lru_cache(maxsize=1 << 12)
def held(cards: tuple[str, ...], hand: tuple[str, ...]) -> tuple[str, ...]:
    """List the cards that are in a hand, each once, in the order of `cards`."""
    return tuple(card for card in cards if card in hand)


def refuse_unheld(state: State, card: str) -> Refusal | None:
    """Refuse a card that the player to move does not hold (R6)."""
    if card in state.player.hand:
        return None
    return refuse(Code.CARD_NOT_HELD, "R6", seat=state.current_player)


def lay_open(state: State, player: Player, cards: tuple[str, ...]) -> State:
    """Move cards from the player's hand to the played cards (R6)."""
    hand = list(player.hand)
    for card in cards:
        hand.remove(card)
    state = state.with_player(
        player.changed(hand=tuple(hand)), played=state.played + pile_of(cards)
    )
    if knowledge.is_any(state):
        state = knowledge.played(state, state.current_player, cards)
    return state
