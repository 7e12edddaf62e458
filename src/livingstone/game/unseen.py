"""R10.1: how many of each card a seat does not see, counted anew only where piles or hand changed.

What is the same object as at the last call is not counted again. Each memory is one tuple, which
threads find whole.
"""

from collections.abc import Iterable

from livingstone.errors import ArgumentError, shown
from livingstone.values import NO_CARDS, CardPile

__all__ = ["size_of", "unseen_cards"]

_left: tuple[CardPile, CardPile, dict[str, int]] = NO_CARDS, NO_CARDS, {}
"""The last deck, the cards played from it, and how many of each id are left."""
_unseen: tuple[dict[str, int], tuple[str, ...], CardPile] = {}, (), NO_CARDS
"""The cards left, the hand of theirs that a seat knew last, and what it did not see."""
_counted: tuple[CardPile, int] = NO_CARDS, 0
"""The draw pile that was counted last, and how many cards it has."""


def unseen_cards(deck: CardPile, played: CardPile, hand: tuple[str, ...]) -> CardPile:
    """Give the cards of the deck that a seat with this hand does not see.

    The result depends on nothing hidden, not even on the identity of the text objects.

    >>> deck, played = CardPile.of(["lion", "market", "market"]), CardPile.of(["lion"])
    >>> list(unseen_cards(deck, played, ("market",)))
    [('market', 1)]
    """
    global _left, _unseen
    whole, gone, left = _left
    if whole is not deck or gone is not played:
        left = dict(deck.items)
        _remove(left, played.cards())
        _left = deck, played, left
    before, known, unseen = _unseen
    if before is not left or known is not hand:
        counts = left.copy()
        _remove(counts, hand)
        unseen = CardPile(tuple(counts.items()))
        _unseen = left, hand, unseen
    return unseen


def _remove(counts: dict[str, int], cards: Iterable[str]) -> None:
    """Count these cards no more; raises `ArgumentError` for one that is not left."""
    for card in cards:
        if card not in counts:
            raise ArgumentError(f"the deck has too few cards {shown(card)}: see `validate` (R1.6)")
        if counts[card] == 1:
            del counts[card]
        else:
            counts[card] -= 1


def size_of(draw_pile: CardPile) -> int:
    """Count the cards of the draw pile.

    >>> size_of(CardPile.of(["lion", "market", "market"]))
    3
    """
    global _counted
    before, size = _counted
    if before is not draw_pile:
        size = draw_pile.total
        _counted = draw_pile, size
    return size
