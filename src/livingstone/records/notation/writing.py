"""Writing moves and outcomes as lines of the notation."""

from collections.abc import Iterable
from typing import assert_never

from livingstone.errors import ArgumentError
from livingstone.game.moves import (
    BuildTent,
    CardRevealed,
    DiceRolled,
    Dig,
    Donate,
    DrawCard,
    EndTurn,
    Move,
    Outcome,
    PlayCard,
    SellGems,
    StonesDrawn,
    TakeCoins,
    TakeDie,
)
from livingstone.records.notation.vocabulary import (
    BARE,
    CARD,
    HIDDEN,
    LARGEST_NUMBER,
    MOST_CHARACTERS,
    VERBS,
    HiddenCard,
    HiddenDonation,
    Notable,
)
from livingstone.support.arguments import plain_int
from livingstone.values import GEM_COLOURS, Gems, Space, Stones

__all__ = ["format_move"]

_BY_CHANCE = Outcome | HiddenCard
_BY_PLAYER = Move | HiddenDonation


def format_move(action: Notable, seat: int | None = None) -> str:
    """Write the move of a player in a seat, or an outcome of chance, which has no seat.

    >>> format_move(BuildTent(4, cards=("no_cost_tent",)), 2)
    'p2 tent 4 +no_cost_tent'
    >>> format_move(DiceRolled((1, 1, 2, 5, 6, 6)))
    'd dice 1 1 2 5 6 6'

    Raises `ArgumentError` for a value of a wrong type or out of range, and for a move without a
    seat or an outcome with one.
    """
    try:
        if isinstance(action, _BY_CHANCE):
            if seat is not None:
                raise _Unfit("an outcome of chance has no seat")
            words = ["d", *_outcome_words(action)]
        elif not isinstance(action, _BY_PLAYER):
            raise _Unfit("it is no move and no outcome of chance")
        else:
            number = plain_int(seat)
            if number is None or not 0 <= number <= LARGEST_NUMBER:
                raise _Unfit(f"a move needs the seat that makes it, from 0 to {LARGEST_NUMBER}")
            words = [f"p{number}", *_move_words(action)]
        line = " ".join(words)
        if len(line) > MOST_CHARACTERS:
            raise _Unfit(f"its line is longer than {MOST_CHARACTERS} characters")
    except _Unfit as reason:
        raise ArgumentError(f"{type(action).__name__} cannot be written: {reason}") from None
    return line


class _Unfit(Exception):  # noqa: N818
    """A value cannot be written."""


def _outcome_words(outcome: Outcome | HiddenCard) -> list[str]:
    match outcome:
        case DiceRolled(dice):
            return ["dice", *map(_number, _dice(dice))]
        case StonesDrawn(stones):
            if type(stones) is not Stones:
                raise _Unfit("it has no stones where some belong")
            return ["stones", *_counts(zip(Stones._fields, stones, strict=True))]
        case CardRevealed(card):
            return ["card", _card(card)]
        case HiddenCard():
            return ["card", HIDDEN]
        case unknown:
            assert_never(unknown)


def _move_words(move: Move | HiddenDonation) -> list[str]:
    match move:
        case TakeDie(value):
            return ["take", _number(value)]
        case DrawCard() | TakeCoins() | Dig() | EndTurn():
            return [verb for verb, bare in BARE.items() if bare == move]
        case BuildTent(row, cards, source):
            if type(cards) is not tuple:
                raise _Unfit("it has no cards where some belong")
            plus = [f"+{_card(card)}" for card in cards]
            return ["tent", _number(row), *plus, *_space("from", source)]
        case PlayCard(card, gems, space, source):
            words = [_card(card), *_gems(gems), *_space("at", space), *_space("from", source)]
            return ["play", *words] if card in VERBS else words
        case SellGems(gem, count):
            if gem not in GEM_COLOURS:
                raise _Unfit("it has no colour of gems")
            return ["sell", f"{gem}={_number(count)}"]
        case Donate(coins):
            return ["donate", _number(coins)]
        case HiddenDonation():
            return ["donate", HIDDEN]
        case unknown:
            assert_never(unknown)


def _dice(dice: object) -> tuple[object, ...]:
    if not isinstance(dice, tuple) or not dice:
        raise _Unfit("it has no dice where some belong")
    return dice


def _number(value: object) -> str:
    if type(value) is not int or not 1 <= value <= LARGEST_NUMBER:
        raise _Unfit(f"it has a number that is not a whole one from 1 to {LARGEST_NUMBER}")
    return str(value)


def _card(card: object) -> str:
    if type(card) is not str or not CARD.fullmatch(card):
        raise _Unfit("it has no card's id")
    return card


def _space(key: str, space: object) -> list[str]:
    if space is None:
        return []
    if type(space) is not Space:
        raise _Unfit("it has no space where one belongs")
    return [f"{key}=r{_number(space.row)}c{_number(space.column)}"]


def _gems(gems: object) -> list[str]:
    if gems is None:
        return []
    if type(gems) is not Gems:
        raise _Unfit("it has no gems where some belong")
    return _counts(zip(GEM_COLOURS, gems, strict=True))


def _counts(pairs: Iterable[tuple[str, object]]) -> list[str]:
    """Write the number of each colour, leaving out colours with none."""
    words = [f"{name}={_number(count)}" for name, count in pairs if not _is_zero(count)]
    if not words:
        raise _Unfit("it names nothing at all")
    return words


def _is_zero(value: object) -> bool:
    return type(value) is int and value == 0
