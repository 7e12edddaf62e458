"""Reading lines of the notation as moves and outcomes."""

import re

from livingstone.errors import NotationError
from livingstone.game.moves import (
    BuildTent,
    CardRevealed,
    DiceRolled,
    Donate,
    PlayCard,
    SellGems,
    StonesDrawn,
    TakeDie,
)
from livingstone.records.notation.vocabulary import (
    BARE,
    CARD,
    HIDDEN,
    MOST_CHARACTERS,
    SEAT,
    VERBS,
    HiddenCard,
    HiddenDonation,
    Notable,
)
from livingstone.values import GEM_COLOURS, Gems, Space, Stones

__all__ = ["parse_move"]

_NUMBER = re.compile(r"[1-9][0-9]{0,5}")
_SPACE = re.compile(r"r([1-9][0-9]{0,5})c([1-9][0-9]{0,5})")


def parse_move(line: str) -> tuple[int | None, Notable]:
    """Parse a line: give the seat that acts, None for chance, and the move or the outcome.

    This reads what `format_move` writes; blanks may be repeated, and `play` may precede any card.

    >>> parse_move("p1 second_tent at=r3c5")
    (1, PlayCard(card='second_tent', gems=None, space=Space(row=3, column=5), source=None))
    >>> parse_move("d card ??")
    (None, HiddenCard())

    Raises `NotationError` for any other text.
    """
    if len(line) > MOST_CHARACTERS:
        raise NotationError(line, MOST_CHARACTERS + 1, "the end of the line")
    tokens = _Tokens(line)
    actor = tokens.take(_ACTOR)
    if actor == "d":
        outcome = _read_outcome(tokens)
        tokens.finish()
        return None, outcome
    seat = SEAT.fullmatch(actor)
    if seat is None:
        raise tokens.error(_ACTOR)
    move = _read_move(tokens)
    tokens.finish()
    return int(seat[1]), move


class _Tokens:
    """The words of a line, taken one by one."""

    def __init__(self, line: str) -> None:
        self._line = line
        self._tokens = [(found.start() + 1, found[0]) for found in re.finditer("[^ ]+", line)]
        self._taken = 0

    @property
    def next(self) -> str:
        """The next word; empty at the end of the line."""
        return self._tokens[self._taken][1] if self._taken < len(self._tokens) else ""

    def take(self, expected: str) -> str:
        """Take the next word, which is required."""
        word = self.next
        self._taken += 1
        if not word:
            raise self.error(expected)
        return word

    def match(self, pattern: re.Pattern[str], expected: str) -> re.Match[str]:
        """Take the next word, which must match a pattern."""
        found = pattern.fullmatch(self.take(expected))
        if found is None:
            raise self.error(expected)
        return found

    def number(self, expected: str) -> int:
        return int(self.match(_NUMBER, expected)[0])

    def finish(self) -> None:
        """Require the end of the line."""
        if self.next:
            self._taken += 1
            raise self.error("the end of the line")

    def error(self, expected: str) -> NotationError:
        """Make an error that points at the last word taken, or at the end of the line."""
        place = self._taken - 1
        column = self._tokens[place][0] if place < len(self._tokens) else len(self._line) + 1
        return NotationError(self._line, column, expected)


_ACTOR = "d or a player, such as p0"
_COUNT = "a whole number from 1, such as 2"


def _read_outcome(tokens: _Tokens) -> Notable:
    expected = "dice, stones or card"
    match tokens.take(expected):
        case "dice":
            dice = [tokens.number("the value of a die, such as 6")]
            while tokens.next:
                dice.append(tokens.number("the value of a die, such as 6"))
            return DiceRolled(tuple(dice))
        case "stones":
            return StonesDrawn(Stones(**_read_counts(tokens, Stones._fields)))
        case "card" if tokens.next == HIDDEN:
            tokens.take(HIDDEN)
            return HiddenCard()
        case "card":
            return CardRevealed(tokens.match(CARD, "the id of a card, or ??")[0])
        case _:
            raise tokens.error(expected)


def _read_move(tokens: _Tokens) -> Notable:
    expected = "take, card, coins, dig, tent, sell, donate, end, or the id of a card"
    match tokens.take(expected):
        case "take":
            return TakeDie(tokens.number("the value of a die, such as 4"))
        case "tent":
            return _read_tent(tokens)
        case "sell":
            counts = _read_counts(tokens, GEM_COLOURS, most=1)
            return next(SellGems(gem, counts[gem]) for gem in GEM_COLOURS if gem in counts)
        case "donate" if tokens.next == HIDDEN:
            tokens.take(HIDDEN)
            return HiddenDonation()
        case "donate":
            return Donate(tokens.number("a number of coins, such as 3, or ??"))
        case "play":
            return _read_play(tokens, tokens.match(CARD, "the id of a card")[0])
        case verb if verb in BARE:
            return BARE[verb]
        case card if CARD.fullmatch(card) and card not in VERBS:
            return _read_play(tokens, card)
        case _:
            raise tokens.error(expected)


def _read_tent(tokens: _Tokens) -> BuildTent:
    row = tokens.number("a row, such as 4")
    cards = list[str]()
    while tokens.next.startswith("+"):
        card = tokens.take("")[1:]
        if not CARD.fullmatch(card) or (cards and card < cards[-1]):
            raise tokens.error("a card's id after +, the ids in order")
        cards.append(card)
    return BuildTent(row, tuple(cards), _read_space(tokens, "from"))


def _read_play(tokens: _Tokens, card: str) -> PlayCard:
    gems = None
    if tokens.next.partition("=")[0] in GEM_COLOURS:
        gems = Gems(**_read_counts(tokens, GEM_COLOURS))
    return PlayCard(card, gems, _read_space(tokens, "at"), _read_space(tokens, "from"))


def _read_counts(
    tokens: _Tokens, names: tuple[str, ...], *, most: int | None = None
) -> dict[str, int]:
    """Read the number of at least one colour, in the order of the names."""
    counts = dict[str, int]()
    while not counts or (len(counts) != most and tokens.next.partition("=")[0] in names):
        left = names[names.index([*counts][-1]) + 1 :] if counts else names
        name, _, number = tokens.take(f"{names[0]}=1 or the like").partition("=")
        if name not in left:
            raise tokens.error(
                f"one of {', '.join(left)}, with =" if left else "the end of the line"
            )
        if not _NUMBER.fullmatch(number):
            raise tokens.error(f"{name}= with {_COUNT}")
        counts[name] = int(number)
    return counts


def _read_space(tokens: _Tokens, key: str) -> Space | None:
    if not tokens.next.startswith(f"{key}="):
        return None
    found = _SPACE.fullmatch(tokens.take("").removeprefix(f"{key}="))
    if found is None:
        raise tokens.error(f"{key}= with a space, such as {key}=r3c5")
    return Space(int(found[1]), int(found[2]))
