"""R11: which moves can be taken back, and which need a confirmation first."""

from livingstone.game.moves import (
    Action,
    BuildTent,
    Dig,
    Donate,
    DrawCard,
    Move,
    Outcome,
    PlayCard,
    SellGems,
    TakeCoins,
)
from livingstone.game.refusals import RefusedError
from livingstone.game.state import State


class UndoError(RefusedError):
    """A move cannot be taken back, or cannot be carried out again."""


def needs_confirmation(move: Move) -> bool:
    """Return whether a front end should ask first, as the move reveals or plays a card (R11.2).

    >>> needs_confirmation(Dig()), needs_confirmation(TakeCoins())
    (True, False)
    """
    if isinstance(move, BuildTent):
        return bool(move.cards)
    return isinstance(move, DrawCard | Dig | PlayCard)


def reveals(actions: tuple[Action, ...], after: State) -> bool:
    """Return whether a move, with what chance decided then, showed secrets (R11.2)."""
    move, *decided = actions
    is_card = isinstance(move, PlayCard) or (isinstance(move, BuildTent) and bool(move.cards))
    return bool(decided) or is_card or isinstance(move, Outcome) or after.is_over


def can_be_taken_back(action: Action, after: State) -> bool:
    """Return whether this kind of action may be taken back right after it (R11.1, R11.2).

    With explicit chance, a dig can be taken back until its stones are drawn.
    """
    if isinstance(action, BuildTent):
        return not action.cards
    if isinstance(action, Dig):
        return after.is_chance
    return isinstance(action, TakeCoins | Donate | SellGems)
