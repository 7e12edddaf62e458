"""Why a move is refused, and the error that says so."""

from collections.abc import Mapping
from enum import Enum
from typing import TypeAlias

from attrs import field, frozen

from livingstone.errors import LivingstoneError, shown
from livingstone.game.moves import Action
from livingstone.game.state import State
from livingstone.values import Gems, Immutable

__all__ = ["Code", "Fact", "IllegalMoveError", "Refusal", "is_whole"]

Fact: TypeAlias = int | str | Gems | tuple[int, ...]
"""A number, the id of a card, the name of a colour, gems, or numbers by seat or of dice."""
_Pairs: TypeAlias = tuple[tuple[str, Fact], ...]

TOO_LARGE = 10**9
"""Numbers from this one on occur nowhere in a game."""


class Code(Enum):
    """The reasons for which a move or an outcome can be refused; a closed list."""

    NOT_A_MOVE = "not_a_move"
    """Neither a move nor an outcome, or one with a value of a wrong type."""
    GAME_OVER = "game_over"
    """Any action after the end."""
    NOT_YOUR_TURN = "not_your_turn"
    """A move that comes from a seat which is not to move."""
    OUT_OF_DATE = "out_of_date"
    """A move that was chosen for a position which is no longer the current one."""
    CHANCE_AWAITED = "chance_awaited"
    """A player's move, while an outcome of chance is awaited."""
    NO_CHANCE_AWAITED = "no_chance_awaited"
    """An outcome of chance, while a player is to move."""
    IMPOSSIBLE_OUTCOME = "impossible_outcome"
    """An outcome that the awaited event cannot have."""
    TURN_NOT_BEGUN = "turn_not_begun"
    """Something that is possible only once a die has been taken."""
    DIE_UNUSED = "die_unused"
    """The die taken has to be used first."""
    NO_DIE = "no_die"
    """An action that needs a die that was taken and is not used yet, and there is none."""
    NO_MORE_DICE = "no_more_dice"
    """No more dice may be taken in this turn."""
    DIE_NOT_ON_TABLE = "die_not_on_table"
    """No die on the table shows the value."""
    DIE_NOT_HIGHER = "die_not_higher"
    """The die is not higher than the last one taken."""
    NO_CARDS_LEFT = "no_cards_left"
    """Neither draw pile nor played cards are left."""
    BANK_EMPTY = "bank_empty"
    """The bank has no coin to give."""
    NO_SUCH_ROW = "no_such_row"
    """The board has no such row."""
    WRONG_ROW = "wrong_row"
    """The die taken shows another row."""
    CANNOT_PAY = "cannot_pay"
    """The tent costs more than the purse holds."""
    NO_TENT_LEFT = "no_tent_left"
    """The supply is empty, and no tent can be moved."""
    WRONG_SOURCE = "wrong_source"
    """The tent named cannot be moved, or none is named although the supply is empty."""
    NOT_SCORED = "not_scored"
    """A second tent on a space without a scored tent of the player's own."""
    BOAT_COLUMN = "boat_column"
    """A second tent in the boat's column."""
    CARD_NOT_HELD = "card_not_held"
    """The card is not in the hand."""
    WRONG_USE = "wrong_use"
    """A card played with a part that does not belong to it, or in a way it cannot be played."""
    NO_EFFECT = "no_effect"
    """A card that would have no effect."""
    TOO_FEW_GEMS = "too_few_gems"
    """More gems than the player has, or none."""
    TOO_FEW_COINS = "too_few_coins"
    """More coins than the player has, or none."""


def _pairs(facts: Mapping[str, Fact] | _Pairs) -> _Pairs:
    return tuple(facts.items()) if isinstance(facts, Mapping) else facts


@frozen
class Refusal(Immutable):
    """Why an action is not legal.

    >>> print(Refusal(Code.BANK_EMPTY, "R4.2", "the bank is empty"))
    the bank is empty (R4.2)
    """

    code: Code
    """The reason, for programs."""
    rule: str
    """The number of the rule that forbids it."""
    sentence: str
    """The reason with its facts, in English."""
    facts: _Pairs = field(default=(), converter=_pairs)
    """The facts by their names, for programs and for sentences in other languages; a mapping is
    converted. Seats count from 0, rows and columns from 1; `fees` are by seat."""

    def __str__(self) -> str:
        """Give the sentence with the rule's number."""
        return f"{self.sentence} ({self.rule})"


class IllegalMoveError(LivingstoneError, ValueError):
    """An action is not legal in the state."""

    def __init__(self, move: Action, state: State, reason: Refusal) -> None:
        """Keep the move, the state in which it was tried, and the reason of the refusal."""
        super().__init__(move, state, reason)
        self.move = move
        """What was tried."""
        self.state = state
        """The state in which it was tried; it holds secrets."""
        self.reason = reason
        """Why it is refused."""

    def __repr__(self) -> str:
        """Show only the reason: the move and the state may hold secrets (R10.2)."""
        return f"IllegalMoveError({self.reason.code}, {self.reason.rule})"

    def __str__(self) -> str:
        """Say what was refused and why."""
        return f"{shown(self.move)} is not legal: {self.reason}"


def is_whole(value: object) -> bool:
    """Say whether a value is a whole number that can stand in a sentence.

    True and 4.0 equal whole numbers but are none: they must not get into a state.
    """
    return type(value) is int and -TOO_LARGE < value < TOO_LARGE
