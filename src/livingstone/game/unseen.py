"""R10.2: cards and coins that a seat does not see, dealt in another way."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from livingstone.game.state import State
from livingstone.values import CardPile


def holdable_cards(state: State, seats: Iterable[int]) -> list[str]:
    """List the cards of the draw pile and of some hands that can be held (R6.11), sorted."""
    cards = [*state.draw_pile.cards(), *(id for seat in seats for id in state.players[seat].hand)]
    return sorted(card for card in cards if not state.edition.is_collapse(card))


def deal_unseen(
    state: State, hands: Mapping[int, Sequence[str]], chests: Mapping[int, int] | None = None
) -> State:
    """Return a state with other hands, and other numbers of coins in chests, by seat.

    The new hands are dealt from the old ones and the draw pile; coins that are not in the chest are
    in the purse.
    """
    pile, players = Counter(dict(state.draw_pile)), list(state.players)
    for seat, hand in hands.items():
        player = players[seat]
        pile.update(player.hand)
        pile.subtract(hand)
        chest = player.chest if chests is None else chests[seat]
        coins = player.coins + player.chest - chest
        players[seat] = player.changed(hand=tuple(sorted(hand)), chest=chest, coins=coins)
    left = tuple(sorted((card, count) for card, count in pile.items() if count))
    return state.changed(players=tuple(players), draw_pile=CardPile(left))
