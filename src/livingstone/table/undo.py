"""R11: which moves can be taken back, and which need a confirmation first."""

from typing import assert_never

from livingstone.errors import LivingstoneError
from livingstone.game.moves import (
    Action,
    BuildTent,
    CardRevealed,
    DiceRolled,
    Dig,
    Donate,
    DrawCard,
    EndTurn,
    Move,
    PlayCard,
    SellGems,
    StonesDrawn,
    TakeCoins,
    TakeDie,
)
from livingstone.game.state import State


class UndoError(LivingstoneError):
    """A move cannot be taken back, or cannot be carried out again."""


def needs_confirmation(move: Move) -> bool:
    """Return whether a front end should ask first, as the move reveals or plays a card (R11.2).

    >>> needs_confirmation(Dig()), needs_confirmation(TakeCoins())
    (True, False)
    """
    if isinstance(move, BuildTent):
        return bool(move.cards)
    return isinstance(move, DrawCard | Dig | PlayCard)


def can_be_taken_back(action: Action, after: State) -> bool:
    """Return whether this kind of action may be taken back right after it (R11.1, R11.2).

    With explicit chance, a dig can be taken back until its stones are drawn.
    """
    match action:
        case TakeCoins() | Donate() | SellGems():
            return True
        case BuildTent():
            return not action.cards
        case Dig():
            return after.is_chance
        case TakeDie() | DrawCard() | PlayCard() | EndTurn():
            return False
        case DiceRolled() | StonesDrawn() | CardRevealed():
            return False
        case unknown:
            assert_never(unknown)
