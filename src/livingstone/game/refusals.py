"""Why a move is illegal, and the error with that reason."""

from collections.abc import Mapping
from enum import Enum
from typing import TypeAlias

from attrs import field, frozen

from livingstone.errors import LivingstoneError, shown
from livingstone.game.moves import Action
from livingstone.game.state import State
from livingstone.values import Gems

Fact: TypeAlias = int | str | Gems | tuple[int, ...]
"""A number, a card id, a colour, gems, fees by seat, or the values of dice."""
_Pairs: TypeAlias = tuple[tuple[str, Fact], ...]


class Code(Enum):
    """The reasons why an action can be illegal; a closed list."""

    NOT_A_MOVE = "not_a_move"
    """Neither a move nor an outcome, or a sale of something that is not a gem."""
    GAME_OVER = "game_over"
    """The game has ended."""
    NOT_YOUR_TURN = "not_your_turn"
    """Another player is to move."""
    OUT_OF_DATE = "out_of_date"
    """The game has gone on since the move was chosen."""
    REVEALS = "reveals"
    """What comes after the move is not known before it: it reveals something."""
    CHOICE_AWAITED = "choice_awaited"
    """Another move, or another option, while a card waits for a choice."""
    NO_CHOICE_AWAITED = "no_choice_awaited"
    """A choice while no card waits for one."""
    CHANCE_AWAITED = "chance_awaited"
    """A move while an outcome of chance is awaited."""
    NO_CHANCE_AWAITED = "no_chance_awaited"
    """An outcome while none is awaited."""
    IMPOSSIBLE_OUTCOME = "impossible_outcome"
    """An outcome that the awaited event cannot have."""
    TURN_NOT_BEGUN = "turn_not_begun"
    """Something that is possible only after taking a die."""
    DIE_UNUSED = "die_unused"
    """Something that is possible only once the die taken is used."""
    NO_DIE = "no_die"
    """An action that needs an unused die, and there is none."""
    NO_MORE_DICE = "no_more_dice"
    """All dice of this turn are taken."""
    DIE_NOT_ON_TABLE = "die_not_on_table"
    """No die on the table has this value."""
    DIE_NOT_HIGHER = "die_not_higher"
    """The die is not higher than the last one taken in this round."""
    NO_CARDS_LEFT = "no_cards_left"
    """Both the draw pile and the played cards are empty."""
    BANK_EMPTY = "bank_empty"
    """The bank has no coins."""
    NO_SUCH_ROW = "no_such_row"
    """The board has no such row."""
    WRONG_ROW = "wrong_row"
    """The die does not reach this row."""
    CANNOT_PAY = "cannot_pay"
    """The player has too few coins."""
    NO_TENT_LEFT = "no_tent_left"
    """The supply is empty and no tent can be moved."""
    WRONG_SOURCE = "wrong_source"
    """The source is not one that a tent can come from, or it is missing."""
    NOT_SCORED = "not_scored"
    """A second tent on a space without a scored tent of this player."""
    BOAT_COLUMN = "boat_column"
    """A second tent in the column of the boat."""
    CARD_NOT_HELD = "card_not_held"
    """The card is not in the hand."""
    WRONG_USE = "wrong_use"
    """A card with arguments that it does not take, or played in the wrong way."""
    NO_EFFECT = "no_effect"
    """The card would change nothing."""
    TOO_FEW_GEMS = "too_few_gems"
    """More gems than the player has, or none."""
    TOO_FEW_COINS = "too_few_coins"
    """More coins than the player has, or none."""
    WRONG_COLUMN = "wrong_column"
    """A space outside the column of the boat."""
    CHOICE_MISSING = "choice_missing"
    """Something is left to choose in a group of moves."""
    NOTHING_TO_UNDO = "nothing_to_undo"
    """The last move is another seat's, or one that cannot be taken back."""
    NOTHING_TO_REDO = "nothing_to_redo"
    """This seat took no move back, or another was played since."""


def _pairs(facts: Mapping[str, Fact] | _Pairs) -> _Pairs:
    return tuple(facts.items()) if isinstance(facts, Mapping) else facts


@frozen
class Refusal:
    """Why an action is not legal.

    >>> print(Refusal(Code.BANK_EMPTY, "R4.2"))
    the bank is empty (R4.2)
    """

    code: Code
    """The kind of reason."""
    rule: str
    """The rule that forbids it, such as `R4.2`."""
    own_sentence: str = field(default="", repr=False, alias="sentence")
    """The sentence of a refusal by an own effect; empty for those that have a phrase."""
    facts: _Pairs = field(default=(), converter=_pairs)
    """The figures of the sentence by name; a mapping is converted to pairs. Seats count from 0,
    rows and columns from 1; `fees` are by seat."""
    own_texts: tuple[tuple[str, str], ...] = field(default=(), repr=False, alias="texts")
    """The sentence of an own effect in other languages, by their codes, sorted."""

    @property
    def sentence(self) -> str:
        """The reason in English, with the ids of cards."""
        from livingstone.words.refusals import plain_sentence  # a sentence is made when it is read

        return plain_sentence(self.code.value, self.rule, dict(self.facts), self.own_sentence)

    def __str__(self) -> str:
        """Format the sentence with the rule's number."""
        return f"{self.sentence} ({self.rule})"


def refuse(code: Code, rule: str, **facts: Fact) -> Refusal:
    """Make a refusal whose sentence is a phrase.

    >>> print(refuse(Code.WRONG_ROW, "R4.4", die=3, row=4))
    the die shows 3, so the row cannot be 4 (R4.4)
    """
    return Refusal(code, rule, facts=facts)


class RefusedError(LivingstoneError, ValueError):
    """What a player asked for is not possible."""

    def __init__(self, reason: Refusal) -> None:
        """Store the reason."""
        super().__init__(reason)
        self.reason = reason
        """Why it is not possible; `describe_refusal` has the sentence in all languages."""


class IllegalMoveError(RefusedError):
    """An action is illegal in the state."""

    def __init__(self, move: "Action", state: State, reason: Refusal) -> None:
        """Store the action, the state it was tried in, and the reason."""
        super().__init__(reason)
        self.args = move, state, reason
        self.move = move
        """The action that was tried."""
        self.state = state
        """The state it was tried in; it holds secrets."""

    def __repr__(self) -> str:
        """Show only the reason, since the action and the state may hold secrets (R10.2)."""
        return f"IllegalMoveError({self.reason.code}, {self.reason.rule})"

    def __str__(self) -> str:
        """Show the action and the reason."""
        return f"{shown(self.move)} is not legal: {self.reason}"
