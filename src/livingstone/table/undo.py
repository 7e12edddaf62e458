"""R11: which moves can be taken back, and which deserve a confirmation first."""

from typing import assert_never

from livingstone.errors import ArgumentError, LivingstoneError, shown
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

__all__ = ["UndoError", "can_be_taken_back", "needs_confirmation"]


class UndoError(LivingstoneError):
    """A move that was asked for cannot be taken back, or cannot be carried out again."""


def needs_confirmation(move: Move) -> bool:
    """Say whether a front end should ask first: the move reveals something, or plays a card.

    Source: R11.2.

    >>> needs_confirmation(Dig()), needs_confirmation(TakeCoins())
    (True, False)

    Raises `ArgumentError` for anything but a move.
    """
    if not isinstance(move, Move):
        raise ArgumentError(f"only a move can need confirmation, not {shown(move)}")
    if isinstance(move, BuildTent):
        return bool(move.cards)
    return isinstance(move, DrawCard | Dig | PlayCard)


def can_be_taken_back(action: Action, after: State) -> bool:
    """Say whether an action is of a kind that may be taken back right after it (R11.1, R11.2).

    Where chance is explicit, a dig can be taken back until its stones are drawn.
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
