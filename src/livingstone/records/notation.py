"""The notation: a short line of ASCII for each move and each outcome of chance.

docs/reference/notation.md has all lines.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any, Literal, NamedTuple, SupportsIndex, assert_never, get_args, overload

from attrs import frozen

from livingstone.edition.phrases import phrases_in
from livingstone.edition.types import Edition
from livingstone.errors import ArgumentError, NotationError, shown
from livingstone.game import moves
from livingstone.support.arguments import as_int, need
from livingstone.values import GEM_COLOURS, Gems, Space, Stones

MOST_CHARACTERS = 1_000
LARGEST_NUMBER = 999_999
HIDDEN = "??"
CARD = re.compile(r"[a-z][a-z0-9_]{0,39}")
SEAT = re.compile(r"p(0|[1-9][0-9]{0,5})")
BARE: dict[str, moves.DrawCard | moves.TakeCoins | moves.Dig | moves.EndTurn] = {
    "card": moves.DrawCard(),
    "coins": moves.TakeCoins(),
    "dig": moves.Dig(),
    "end": moves.EndTurn(),
}
VERBS = ("take", "card", "coins", "dig", "tent", "play", "choose", "sell", "donate", "end")


@frozen
class HiddenCard:
    """A card was drawn, but which one is hidden (R10.2)."""


@frozen
class HiddenDonation:
    """A donation was made, but its amount is hidden (R10.2)."""


@frozen
class HiddenChoice:
    """A player chose for a card, but what is hidden (R6). Only own cards let players choose."""


Notable = moves.Action | HiddenCard | HiddenDonation | HiddenChoice
"""Everything that has a line in the notation."""


def format_move(action: Notable, seat: int | None = None) -> str:
    """Write the move of a player in a seat, or an outcome of chance, which has no seat.

    >>> from livingstone import BuildTent, DiceRolled
    >>> format_move(BuildTent(4, cards=("no_cost_tent",)), 2)
    'p2 tent 4 +no_cost_tent'
    >>> format_move(DiceRolled((1, 1, 2, 5, 6, 6)))
    'd dice 1 1 2 5 6 6'

    Raises `ArgumentError` for what `parse_move` would not read: what is out of range or of a wrong
    type, a move without a seat, and an outcome with one.
    """
    need("format_move", action, "Move or Outcome", *get_args(Notable))
    if isinstance(action, moves.Outcome | HiddenCard) != (seat is None):
        raise ArgumentError("a move needs the seat that makes it, an outcome has none")
    actor = "d" if seat is None else f"p{_number(seat, 0)}"
    line = " ".join([actor, *_words(action)])
    if len(line) > MOST_CHARACTERS:
        raise ArgumentError(f"its line is longer than {MOST_CHARACTERS} characters")
    return line


def _words(action: Notable) -> list[str]:
    match action:
        case moves.DiceRolled(dice):
            if not dice:
                raise ArgumentError("a roll needs dice")
            return ["dice", *map(_number, dice)]
        case moves.StonesDrawn(stones):
            return ["stones", *_counts(Stones._fields, stones)]
        case moves.CardRevealed(card):
            return ["card", _card(card)]
        case moves.CardsShown(cards):
            if not cards:
                raise ArgumentError("a look shows at least one card")
            return ["shown", *map(_card, cards)]
        case HiddenCard():
            return ["card", HIDDEN]
        case moves.TakeDie(value):
            return ["take", _number(value)]
        case moves.DrawCard() | moves.TakeCoins() | moves.Dig() | moves.EndTurn():
            return [verb for verb, bare in BARE.items() if bare == action]
        case moves.BuildTent(row, cards, source):
            plus = [f"+{_card(card)}" for card in cards]
            return ["tent", _number(row), *plus, *_space("from", source)]
        case moves.PlayCard(card, gems, space, source, seat, amount, cards):
            return ["play", _card(card), *_chosen(gems, space, source, seat, amount, cards)]
        case moves.Choose(gems, space, source, seat, amount, cards):
            return ["choose", *_chosen(gems, space, source, seat, amount, cards)]
        case HiddenChoice():
            return ["choose", HIDDEN]
        case moves.SellGems(gem, count):
            if gem not in GEM_COLOURS:
                raise ArgumentError(f"a gem has no colour {shown(gem)}")
            return ["sell", f"{gem}={_number(count)}"]
        case moves.Donate(coins):
            return ["donate", _number(coins)]
        case HiddenDonation():
            return ["donate", HIDDEN]
        case unknown:
            assert_never(unknown)


def _chosen(
    gems: Gems | None,
    space: Space | None,
    source: Space | None,
    seat: int | None,
    amount: int | None,
    cards: tuple[str, ...],
) -> list[str]:
    """Write what a card is played with, or what is chosen for it."""
    words = [] if gems is None else _counts(GEM_COLOURS, gems)
    words += [*_space("at", space), *_space("from", source)]
    words += [] if seat is None else [f"player=p{_number(seat, 0)}"]
    words += [] if amount is None else [f"amount={_number(amount, 0)}"]
    return words + [f"+{_card(card)}" for card in cards]


def _number(value: SupportsIndex, least: int = 1) -> str:
    try:
        number = as_int(value)
    except TypeError:
        raise ArgumentError(f"a number must be whole, not {shown(value)}") from None
    if not least <= number <= LARGEST_NUMBER:
        raise ArgumentError(f"the numbers of a line are from {least} to {LARGEST_NUMBER}")
    return str(number)


def _card(card: str) -> str:
    if not (isinstance(card, str) and CARD.fullmatch(card)):
        raise ArgumentError(f"{shown(card)} cannot be the id of a card")
    return card


def _space(key: str, space: Space | None) -> list[str]:
    if space is None:
        return []
    if Space.named(space.name) is None:
        raise ArgumentError(f"the numbers of a line are from 1 to {LARGEST_NUMBER}")
    return [f"{key}={space.name}"]


def _counts(names: Sequence[str], counts: Sequence[int]) -> list[str]:
    words = [f"{name}={_number(n)}" for name, n in zip(names, counts, strict=True) if n]
    if not words:
        raise ArgumentError("there is nothing to write: all numbers are 0")
    return words


_NUMBER = re.compile(r"[1-9][0-9]{0,5}")


@overload
def parse_move(
    line: str, *, hidden: Literal[False] = False, edition: Edition | None = None
) -> tuple[moves.Action, int | None]: ...
@overload
def parse_move(
    line: str, *, hidden: bool, edition: Edition | None = None
) -> tuple[Notable, int | None]: ...
def parse_move(
    line: str, *, hidden: bool = False, edition: Edition | None = None
) -> tuple[Notable, int | None]:
    """Parse a line: return the move or the outcome, and the seat that acts, None for chance.

    This reads what `format_move` writes; blanks may be repeated. Only with `hidden` it reads `??`,
    which stands in records of what a seat saw (R10.2). With an edition, every card must be one of
    its cards, and an error suggests the nearest.

    >>> parse_move("p1 play second_tent at=r3c5")
    (PlayCard(card='second_tent', gems=None, space=Space(row=3, column=5), source=None), 1)
    >>> format_move(*parse_move("p0 take 4"))
    'p0 take 4'
    >>> parse_move("d card ??", hidden=True)
    (HiddenCard(), None)

    Raises `NotationError` for any other text.
    """
    need("parse_move", line, "str", str)
    if len(line) > MOST_CHARACTERS:
        raise _END.error(line, MOST_CHARACTERS + 1)
    tokens = _Tokens(line, hidden, None if edition is None else [*edition.effects])
    actor = tokens.take(_ACTOR)
    seat = SEAT.fullmatch(actor)
    if seat is None and actor != "d":
        raise tokens.error(_ACTOR)
    action = _read_outcome(tokens) if seat is None else _read_move(tokens)
    if tokens.next:
        tokens.take(_END)
        raise tokens.error(_END)
    return action, (None if seat is None else int(seat[1]))


class _Expected(NamedTuple):
    """A kind of text that a line should have had at some place."""

    code: str
    """The name of its phrase in the table `notation`."""
    facts: tuple[tuple[str, object], ...] = ()
    """The values of the phrase."""

    def error(self, line: str, column: int, suggestion: str | None = None) -> NotationError:
        """Make the error for a line that has something else at a column."""
        values: dict[str, Any] = dict(self.facts)
        described = phrases_in("en").say(f"notation.{self.code}", **values)
        return NotationError(line, column, described, suggestion, self.code, self.facts)


def _expect(code: str, **facts: object) -> _Expected:
    return _Expected(code, tuple(facts.items()))


def _one_word_of(words: Sequence[str]) -> _Expected:
    return _expect("words", listed=", ".join(words[:-1]), last=words[-1])


_ACTOR = _expect("actor", example="p0")
_END = _expect("end")
_CARD = _expect("card")
_CARDS_IN_ORDER = _expect("cards_in_order")
_OUTCOME = _one_word_of(("dice", "stones", "card", "shown"))
_VERB = _one_word_of(VERBS)


class _Tokens:
    """The words of a line, taken one by one."""

    def __init__(self, line: str, takes_hidden: bool, cards: list[str] | None) -> None:
        self._line = line
        self._cards = cards
        self._takes_hidden = takes_hidden
        self._tokens = [(found.start() + 1, found[0]) for found in re.finditer("[^ ]+", line)]
        self._taken = 0

    @property
    def next(self) -> str:
        return self._tokens[self._taken][1] if self._taken < len(self._tokens) else ""

    def take(self, expected: _Expected) -> str:
        word = self.next
        self._taken += 1
        if not word:
            raise self.error(expected)
        return word

    def match(self, pattern: re.Pattern[str], expected: _Expected) -> str:
        word = self.take(expected)
        if not pattern.fullmatch(word):
            raise self.error(expected)
        return word

    def take_hidden(self) -> bool:
        """Take `??` if it comes next and is allowed."""
        found = self._takes_hidden and self.next == HIDDEN
        self._taken += found
        return found

    def number(self, expected: _Expected) -> int:
        return int(self.match(_NUMBER, expected))

    def card(self, expected: _Expected = _CARD, prefix: str = "") -> str:
        card = self.take(expected).removeprefix(prefix)
        if not CARD.fullmatch(card):
            raise self.error(expected)
        if self._cards is not None and card not in self._cards:
            near = get_close_matches(card, self._cards, 1)
            raise self.error(_expect("card_of_edition"), prefix + near[0] if near else None)
        return card

    def verb_error(self) -> NotationError:
        """Make an error about the verb, which suggests the nearest verb or card."""
        word = self._tokens[self._taken - 1][1] if self._taken <= len(self._tokens) else ""
        if near := get_close_matches(word, [*VERBS, *(self._cards or ())], 1):
            return self.error(_VERB, near[0] if near[0] in VERBS else f"play {near[0]}")
        is_card = self._cards is None and CARD.fullmatch(word)
        return self.error(_VERB, f"play {word}" if is_card else None)

    def error(self, expected: _Expected, suggestion: str | None = None) -> NotationError:
        """Make an error that points at the last word taken, or at the end of the line."""
        place = self._taken - 1
        column = self._tokens[place][0] if place < len(self._tokens) else len(self._line) + 1
        return expected.error(self._line, column, suggestion)


def _read_outcome(tokens: _Tokens) -> Notable:
    match tokens.take(_OUTCOME):
        case "dice":
            dice = list[int]()
            while tokens.next or not dice:
                dice.append(tokens.number(_expect("die", example=6)))
            return moves.DiceRolled(tuple(dice))
        case "stones":
            return moves.StonesDrawn(Stones(**_read_counts(tokens, Stones._fields)))
        case "card" if tokens.take_hidden():
            return HiddenCard()
        case "shown":
            cards = list[str]()
            while tokens.next or not cards:
                cards.append(tokens.card())
            return moves.CardsShown(tuple(cards))
        case "card":
            return moves.CardRevealed(tokens.card())
        case _:
            raise tokens.error(_OUTCOME)


def _read_move(tokens: _Tokens) -> Notable:
    match tokens.take(_VERB):
        case "take":
            return moves.TakeDie(tokens.number(_expect("die", example=4)))
        case "tent":
            row = tokens.number(_expect("row", example=4))
            return moves.BuildTent(row, _read_cards(tokens), _read_space(tokens, "from"))
        case "sell":
            counts = _read_counts(tokens, GEM_COLOURS, most=1)
            return next(moves.SellGems(gem, counts[gem]) for gem in GEM_COLOURS if gem in counts)
        case "donate" if tokens.take_hidden():
            return HiddenDonation()
        case "donate":
            return moves.Donate(tokens.number(_expect("coins", example=3)))
        case "play":
            return moves.PlayCard(tokens.card(), *_read_choices(tokens))
        case "choose" if tokens.take_hidden():
            return HiddenChoice()
        case "choose":
            return moves.Choose(*_read_choices(tokens))
        case verb if verb in BARE:
            return BARE[verb]
        case _:
            raise tokens.verb_error()


def _read_cards(tokens: _Tokens) -> tuple[str, ...]:
    cards = list[str]()
    while tokens.next.startswith("+"):
        cards.append(tokens.card(_CARDS_IN_ORDER, "+"))
        if cards != sorted(cards):
            raise tokens.error(_CARDS_IN_ORDER)
    return tuple(cards)


_Choices = tuple[Gems | None, Space | None, Space | None, int | None, int | None, tuple[str, ...]]


def _read_choices(tokens: _Tokens) -> _Choices:
    """Read what a card is played with, or what is chosen for it."""
    gems = None
    if tokens.next.partition("=")[0] in GEM_COLOURS:
        gems = Gems(**_read_counts(tokens, GEM_COLOURS))
    places = _read_space(tokens, "at"), _read_space(tokens, "from")
    seat = _read_value(tokens, "player=p")
    amount = _read_value(tokens, "amount=")
    return gems, *places, seat, amount, _read_cards(tokens)


def _read_value(tokens: _Tokens, key: str) -> int | None:
    if not tokens.next.startswith(key):
        return None
    number = tokens.take(_END).removeprefix(key)
    if number != "0" and not _NUMBER.fullmatch(number):
        raise tokens.error(_expect("value", key=key, example=f"{key}1"))
    return int(number)


def _read_counts(tokens: _Tokens, names: tuple[str, ...], most: int = 5) -> dict[str, int]:
    """Read the number of at least one colour, in the order of the names."""
    counts = dict[str, int]()
    while not counts or (len(counts) < most and tokens.next.partition("=")[0] in names):
        left = names[names.index([*counts][-1]) + 1 :] if counts else names
        first = tokens.take(_expect("counts", example=f"{names[0]}=1"))
        name, _, number = first.partition("=")
        if name not in left:
            raise tokens.error(_expect("others", names=", ".join(left)) if left else _END)
        if not _NUMBER.fullmatch(number):
            raise tokens.error(_expect("count", key=f"{name}=", least=1, example=2))
        counts[name] = int(number)
    return counts


def _read_space(tokens: _Tokens, key: str) -> Space | None:
    if not tokens.next.startswith(f"{key}="):
        return None
    space = Space.named(tokens.take(_END).removeprefix(f"{key}="))
    if space is None:
        raise tokens.error(_expect("space", key=f"{key}=", example=f"{key}=r3c5"))
    return space
