"""Strategies for values of each type of data, and for boards, decks and whole editions.

The drawn values are small, so that games stay short.
"""

from collections.abc import Iterable
from functools import partial
from types import NoneType
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin, get_type_hints, overload

from attrs import fields, has
from hypothesis import reject
from hypothesis import strategies as st

from livingstone.edition import types
from livingstone.edition.effect import Effect, known_kinds
from livingstone.edition.loading import RULESETS, load_edition
from livingstone.edition.types import Card, CardNames
from livingstone.support.limits import Between, Identifier, Matching
from livingstone.support.structuring import is_named_tuple, is_union

LARGEST = 9
"""The largest figure, unless its range starts higher, so that games stay small."""
LONGEST = 4
"""The most entries of a tuple, unless its range starts higher."""
_Class = TypeVar("_Class")


@overload
def values_of(wanted: type[_Class], *, largest: int = ...) -> st.SearchStrategy[_Class]: ...
@overload
def values_of(wanted: object, *, largest: int = ...) -> st.SearchStrategy[object]: ...
def values_of(wanted: Any, *, largest: int = LARGEST) -> st.SearchStrategy[object]:
    """Draw values of a type, such as `Move`, `Event` or `Effect` (of any shipped kind).

    Supports attrs classes, named tuples, unions, tuples, literals, numbers and texts. Figures are
    in the range of their annotation (`Between`), and at most `largest` where possible; without a
    range they are not negative. A text without a pattern has the form of a card's id.

    >>> from hypothesis import given
    >>> from livingstone.effects import DrawStones
    >>> @given(values_of(DrawStones, largest=5))
    ... def test_figures_are_in_their_range(effect):
    ...     assert 1 <= effect.stones <= 5
    >>> test_figures_are_in_their_range()

    Raises `TypeError` for another type.
    """
    origin, arguments = get_origin(wanted), get_args(wanted)

    def each(types: Iterable[Any]) -> list[st.SearchStrategy[Any]]:
        return [values_of(one, largest=largest) for one in types]

    if wanted is Effect:
        return st.one_of(each(known_kinds().values()))
    if wanted is int:
        return st.integers(0, largest)
    if wanted is str:
        return values_of(Identifier)
    if wanted is bool:
        return st.booleans()
    if wanted is NoneType:
        return st.none()
    if is_union(wanted):
        return st.one_of(each(arguments))
    if has(wanted) or is_named_tuple(wanted):
        names = [field.name for field in fields(wanted)] if has(wanted) else wanted._fields
        hints = get_type_hints(wanted, include_extras=True)
        values = dict(zip(names, each(map(hints.get, names)), strict=True))
        return st.builds(partial(_made, wanted), **values)
    if origin is Literal:
        return st.sampled_from(arguments)
    if origin is tuple and arguments[1:] == (...,):
        return _limited(wanted, Between(0, LONGEST), largest)
    if origin is tuple:
        return st.tuples(*each(arguments))
    if origin is Annotated:
        limits = [limit for limit in arguments[1:] if isinstance(limit, Between | Matching)]
        return _limited(arguments[0], limits[0], largest) if limits else each(arguments)[0]
    raise TypeError(f"no strategy for {wanted}")


def _made(wanted: Any, **values: object) -> object:
    """Make a value; tell Hypothesis to draw again if the class refuses these fields together."""
    try:
        return wanted(**values)
    except ValueError:
        reject()


def _limited(wanted: Any, limit: Between | Matching, largest: int) -> st.SearchStrategy[Any]:
    """Draw texts that match a pattern; or figures, named tuples of figures or tuples in a range."""
    if isinstance(limit, Matching):
        return st.from_regex(limit.pattern, fullmatch=True)
    figures = st.integers(limit.least, max(limit.least, min(limit.most, largest)))
    if wanted is int:
        return figures
    if is_named_tuple(wanted):
        return st.builds(wanted, *[figures] * len(wanted._fields))
    items = get_args(wanted)[0]
    most = min(limit.most, limit.least + LONGEST)
    drawn = st.lists(values_of(items, largest=largest), min_size=limit.least, max_size=most)
    return drawn.map(tuple)


MOST_KINDS = 12
"""The most kinds of cards in a deck."""
MOST_DICE = 8
"""The most dice of a round, so that its outcomes (up to 6,435) can be listed quickly."""
FEW = st.integers(0, 6)


@st.composite
def decks(draw: st.DrawFn) -> tuple[Card, ...]:
    """Draw any mix of cards: perhaps none, several with one effect, or several mine collapses."""
    kinds = draw(st.integers(0, MOST_KINDS))
    effects: st.SearchStrategy[Any] = values_of(Effect, largest=6)
    cards = list[Card]()
    text = "A card that was drawn at random."
    for id in draw(st.permutations([f"card_{letter}" for letter in "abcdefghijkl"[:kinds]])):
        names = CardNames(id.replace("_", " "))
        cards.append(Card(id, draw(st.integers(1, 3)), draw(effects), names, text))
    return tuple(cards)


@st.composite
def boards(draw: st.DrawFn) -> types.Board:
    """Draw a board of 1 to 6 rows and 1 to 12 columns for 2 to 5 players (R1).

    A player has at most 3 dice, all players together at most 8.
    """
    sides = draw(st.integers(1, 8))
    rows = draw(st.integers(1, min(6, sides)))
    columns = draw(st.one_of(st.integers(1, 4), st.integers(1, 12)))
    start = draw(FEW)
    least = draw(st.integers(2, 5))
    most = draw(st.integers(least, 5))
    ones = draw(st.integers(max(1, start * most), start * most + 30))
    row = st.builds(types.Row, value=st.integers(1, 7), majority=st.integers(0, 12))
    column = st.builds(types.Column, cost=st.integers(1, 4))
    gems = st.builds(types.GemKind, count=FEW, value=st.integers(1, 5))
    black, white = st.builds(types.StoneKind, count=FEW), st.just(types.WhiteStone(1))
    return types.Board(
        tents=draw(st.integers(1, 11)),
        start_coins=start,
        neighbour_fee=draw(st.integers(0, 2)),
        players=types.PlayerRange(least, most),
        dice=types.Dice(
            per_player=draw(st.integers(1, min(3, MOST_DICE // most))),
            sides=sides,
            donation=draw(st.integers(1, 4)),
        ),
        rows=tuple(draw(row) for _ in range(rows)),
        columns=tuple(draw(column) for _ in range(columns)),
        coins=(types.Coin(value=1, count=ones),),
        stones=draw(st.builds(types.StoneKinds, black, gems, gems, gems, white)),
    )


def shipped_editions() -> st.SearchStrategy[types.Edition]:
    """Draw a shipped edition.

    >>> from hypothesis import given
    >>> @given(shipped_editions())
    ... def test_five_can_play(edition):
    ...     assert edition.board.players.most >= 5
    >>> test_five_can_play()
    """
    return st.sampled_from(RULESETS).map(load_edition)


@st.composite
def custom_editions(draw: st.DrawFn) -> types.Edition:
    """Draw a custom edition: any board, any deck, any ruleset.

    >>> from hypothesis import given
    >>> @given(custom_editions())
    ... def test_the_deck_has_each_card_as_often_as_it_says(edition):
    ...     assert edition.deck.total == sum(card.count for card in edition.cards)
    >>> test_the_deck_has_each_card_as_often_as_it_says()
    """
    id = draw(st.sampled_from(RULESETS))
    ruleset = draw(values_of(types.Ruleset))
    return types.Edition(id, ruleset, draw(boards()), draw(decks()))


def editions() -> st.SearchStrategy[types.Edition]:
    """Draw any edition, shipped or custom.

    >>> from hypothesis import given
    >>> @given(editions())
    ... def test_nobody_plays_alone(edition):
    ...     assert edition.board.players.least >= 2
    >>> test_nobody_plays_alone()
    """
    return st.one_of(shipped_editions(), custom_editions())
