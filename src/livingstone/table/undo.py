"""R11: which moves can be taken back, and which need a confirmation first."""

from livingstone.game import moves
from livingstone.game.moves import Action, Move, Outcome
from livingstone.game.refusals import RefusedError
from livingstone.game.state import State


class UndoError(RefusedError):
    """A move cannot be taken back, or cannot be carried out again."""


def needs_confirmation(move: Move) -> bool:
    """Return whether a front end should ask first, as the move reveals or plays a card (R11.2).

    >>> from livingstone import Dig, TakeCoins
    >>> needs_confirmation(Dig()), needs_confirmation(TakeCoins())
    (True, False)
    """
    return _plays_card(move) or isinstance(move, moves.DrawCard | moves.Dig)


def _plays_card(action: Action) -> bool:
    return isinstance(action, moves.PlayCard) or (
        isinstance(action, moves.BuildTent) and bool(action.cards)
    )


def reveals(actions: tuple[Action, ...], after: State) -> bool:
    """Return whether a move, with what chance decided then, showed secrets (R11.2)."""
    move, *decided = actions
    return bool(decided) or _plays_card(move) or isinstance(move, Outcome) or after.is_over


def can_be_taken_back(action: Action, after: State) -> bool:
    """Return whether this kind of action may be taken back right after it (R11.1, R11.2)."""
    if isinstance(action, moves.Dig):
        return after.is_chance  # its stones are not drawn yet
    kinds = moves.TakeCoins | moves.Donate | moves.SellGems | moves.BuildTent
    return isinstance(action, kinds) and not _plays_card(action)
