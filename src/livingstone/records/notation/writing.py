"""Writing moves and outcomes as lines of the notation."""

from collections.abc import Sequence
from operator import index
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
from livingstone.values import GEM_COLOURS, Space, Stones

__all__ = ["format_move"]


def format_move(action: Notable, seat: int | None = None) -> str:
    """Write the move of a player in a seat, or an outcome of chance, which has no seat.

    >>> format_move(BuildTent(4, cards=("no_cost_tent",)), 2)
    'p2 tent 4 +no_cost_tent'
    >>> format_move(DiceRolled((1, 1, 2, 5, 6, 6)))
    'd dice 1 1 2 5 6 6'

    Raises `ArgumentError` for a number or an id out of range, for a move without a seat, and for an
    outcome with one.
    """
    if isinstance(action, Outcome | HiddenCard) != (seat is None):
        raise ArgumentError("a move needs the seat that makes it, an outcome has none")
    actor = "d" if seat is None else f"p{_in_range(seat, 0)}"
    line = " ".join([actor, *_words(action)])
    if len(line) > MOST_CHARACTERS:
        raise ArgumentError(f"its line is longer than {MOST_CHARACTERS} characters")
    return line


def _words(action: Notable) -> list[str]:
    match action:
        case DiceRolled(dice):
            if not dice:
                raise ArgumentError("a roll needs dice")
            return ["dice", *map(_number, dice)]
        case StonesDrawn(stones):
            return ["stones", *_counts(Stones._fields, stones)]
        case CardRevealed(card):
            return ["card", _card(card)]
        case HiddenCard():
            return ["card", HIDDEN]
        case TakeDie(value):
            return ["take", _number(value)]
        case DrawCard() | TakeCoins() | Dig() | EndTurn():
            return [verb for verb, bare in BARE.items() if bare == action]
        case BuildTent(row, cards, source):
            plus = [f"+{_card(card)}" for card in cards]
            return ["tent", _number(row), *plus, *_space("from", source)]
        case PlayCard(card, gems, space, source):
            sold = [] if gems is None else _counts(GEM_COLOURS, gems)
            words = [_card(card), *sold, *_space("at", space), *_space("from", source)]
            return ["play", *words] if card in VERBS else words
        case SellGems(gem, count):
            if gem not in GEM_COLOURS:
                raise ArgumentError(f"a gem has no colour {gem!r}")
            return ["sell", f"{gem}={_number(count)}"]
        case Donate(coins):
            return ["donate", _number(coins)]
        case HiddenDonation():
            return ["donate", HIDDEN]
        case unknown:
            assert_never(unknown)


def _in_range(value: int, least: int) -> str:
    if not least <= value <= LARGEST_NUMBER:
        raise ArgumentError(f"the numbers of a line are from {least} to {LARGEST_NUMBER}")
    return str(index(value))


def _number(value: int) -> str:
    return _in_range(value, 1)


def _card(card: str) -> str:
    if not CARD.fullmatch(card):
        raise ArgumentError(f"{card!r} cannot be the id of a card")
    return card


def _space(key: str, space: Space | None) -> list[str]:
    return [] if space is None else [f"{key}=r{_number(space.row)}c{_number(space.column)}"]


def _counts(names: Sequence[str], counts: Sequence[int]) -> list[str]:
    """Write the number of each colour, without colours that have none."""
    words = [f"{name}={_number(n)}" for name, n in zip(names, counts, strict=True) if n]
    if not words:
        raise ArgumentError("there is nothing to write: all numbers are 0")
    return words
