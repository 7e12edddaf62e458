"""Reading lines of the notation as moves and outcomes."""

import re

from livingstone.errors import ArgumentError, NotationError
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
    """Read a line: give the seat that acts, None for chance, and the move or the outcome.

    This is the exact inverse of `format_move`, except that blanks may be repeated, and that `play`
    may stand before the id of any card.

    >>> parse_move("p1 second_tent at=r3c5")
    (1, PlayCard(card='second_tent', gems=None, space=Space(row=3, column=5), source=None))
    >>> parse_move("d card ??")
    (None, HiddenCard())

    Raises `NotationError` for any other text, `ArgumentError` for anything but a text.
    """
    if type(line) is not str:
        raise ArgumentError(f"a line must be a text, not a {type(line).__name__}")
    if len(line) > MOST_CHARACTERS:
        raise NotationError(line, MOST_CHARACTERS + 1, "the end of the line")
    words = _Words(line)
    actor = words.take(_ACTOR)
    if actor == "d":
        outcome = _read_outcome(words)
        words.finish()
        return None, outcome
    seat = SEAT.fullmatch(actor)
    if seat is None:
        raise words.error(_ACTOR)
    move = _read_move(words)
    words.finish()
    return int(seat[1]), move


class _Words:
    """The words of a line, taken one after the other."""

    def __init__(self, line: str) -> None:
        self._line = line
        self._words = [(found.start() + 1, found[0]) for found in re.finditer("[^ ]+", line)]
        self._taken = 0

    @property
    def next(self) -> str:
        """The next word; empty at the end of the line."""
        return self._words[self._taken][1] if self._taken < len(self._words) else ""

    def take(self, expected: str) -> str:
        """Take the next word; there must be one."""
        word = self.next
        self._taken += 1
        if not word:
            raise self.error(expected)
        return word

    def match(self, pattern: re.Pattern[str], expected: str) -> re.Match[str]:
        """Take the next word, all of which must match this pattern."""
        found = pattern.fullmatch(self.take(expected))
        if found is None:
            raise self.error(expected)
        return found

    def number(self, expected: str) -> int:
        return int(self.match(_NUMBER, expected)[0])

    def finish(self) -> None:
        """Check that no word is left."""
        if self.next:
            self._taken += 1
            raise self.error("the end of the line")

    def error(self, expected: str) -> NotationError:
        """Make the error that points at the word taken last, or at the end of the line."""
        place = self._taken - 1
        column = self._words[place][0] if place < len(self._words) else len(self._line) + 1
        return NotationError(self._line, column, expected)


_ACTOR = "d or a player, such as p0"
_COUNT = "a whole number from 1, such as 2"


def _read_outcome(words: _Words) -> Notable:
    expected = "dice, stones or card"
    match words.take(expected):
        case "dice":
            dice = [words.number("the value of a die, such as 6")]
            while words.next:
                dice.append(words.number("the value of a die, such as 6"))
            return DiceRolled(tuple(dice))
        case "stones":
            return StonesDrawn(Stones(**_read_counts(words, Stones._fields)))
        case "card" if words.next == HIDDEN:
            words.take(HIDDEN)
            return HiddenCard()
        case "card":
            return CardRevealed(words.match(CARD, "the id of a card, or ??")[0])
        case _:
            raise words.error(expected)


def _read_move(words: _Words) -> Notable:
    expected = "take, card, coins, dig, tent, sell, donate, end, or the id of a card"
    match words.take(expected):
        case "take":
            return TakeDie(words.number("the value of a die, such as 4"))
        case "tent":
            return _read_tent(words)
        case "sell":
            counts = _read_counts(words, GEM_COLOURS, most=1)
            return next(SellGems(gem, counts[gem]) for gem in GEM_COLOURS if gem in counts)
        case "donate" if words.next == HIDDEN:
            words.take(HIDDEN)
            return HiddenDonation()
        case "donate":
            return Donate(words.number("a number of coins, such as 3, or ??"))
        case "play":
            return _read_play(words, words.match(CARD, "the id of a card")[0])
        case verb if verb in BARE:
            return BARE[verb]
        case card if CARD.fullmatch(card) and card not in VERBS:
            return _read_play(words, card)
        case _:
            raise words.error(expected)


def _read_tent(words: _Words) -> BuildTent:
    row = words.number("a row, such as 4")
    cards = list[str]()
    while words.next.startswith("+"):
        card = words.take("")[1:]
        if not CARD.fullmatch(card) or (cards and card < cards[-1]):
            raise words.error("a card's id after +, the ids in order")
        cards.append(card)
    return BuildTent(row, tuple(cards), _read_space(words, "from"))


def _read_play(words: _Words, card: str) -> PlayCard:
    gems = None
    if words.next.partition("=")[0] in GEM_COLOURS:
        gems = Gems(**_read_counts(words, GEM_COLOURS))
    return PlayCard(card, gems, _read_space(words, "at"), _read_space(words, "from"))


def _read_counts(
    words: _Words, names: tuple[str, ...], *, most: int | None = None
) -> dict[str, int]:
    """Read the number of each colour, in the order of the names; there must be one at least."""
    counts = dict[str, int]()
    while not counts or (len(counts) != most and words.next.partition("=")[0] in names):
        left = names[names.index([*counts][-1]) + 1 :] if counts else names
        name, _, number = words.take(f"{names[0]}=1 or the like").partition("=")
        if name not in left:
            raise words.error(
                f"one of {', '.join(left)}, with =" if left else "the end of the line"
            )
        if not _NUMBER.fullmatch(number):
            raise words.error(f"{name}= with {_COUNT}")
        counts[name] = int(number)
    return counts


def _read_space(words: _Words, key: str) -> Space | None:
    if not words.next.startswith(f"{key}="):
        return None
    found = _SPACE.fullmatch(words.take("").removeprefix(f"{key}="))
    if found is None:
        raise words.error(f"{key}= with a space, such as {key}=r3c5")
    return Space(int(found[1]), int(found[2]))
