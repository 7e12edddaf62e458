"""Strategies for boards, decks and whole editions: small ones, so that games stay short."""

from hypothesis import strategies as st

from livingstone.edition import types
from livingstone.edition.effect import Effect
from livingstone.edition.loading import RULESETS, load_edition
from livingstone.edition.types import Card, CardNames
from livingstone.testing.values import values_of

MOST_KINDS = 12
"""The most kinds of cards in a deck."""
MOST_DICE = 8
"""The most dice of a round, so that its outcomes (up to 6,435) can be listed quickly."""
FEW = st.integers(0, 6)


@st.composite
def decks(draw: st.DrawFn) -> tuple[Card, ...]:
    """Draw any mix of cards, also none, several of one effect or several collapses.

    >>> from hypothesis import find
    >>> len(find(decks(), lambda deck: len(deck) > 1)) > 1
    True
    """
    kinds = draw(st.integers(0, MOST_KINDS))
    ids = draw(st.permutations([f"card_{letter}" for letter in "abcdefghijkl"[:kinds]]))
    return tuple(
        Card(
            id=id,
            count=draw(st.integers(1, 3)),
            effect=draw(values_of(Effect, largest=6)),
            names=CardNames(en=id.replace("_", " ")),
            text="A card that was drawn at random.",
        )
        for id in ids
    )


@st.composite
def boards(draw: st.DrawFn, *, most_dice: int = 3) -> types.Board:
    """Draw a board of 1 to 6 rows and 1 to 12 columns with its material (R1).

    A player has at most `most_dice` dice, all players together at most 8; there are 2 to 5 players.

    >>> from hypothesis import find
    >>> find(boards(), bool).players.least >= 2
    True
    """
    sides = draw(st.integers(1, 8))
    rows = draw(st.integers(1, min(6, sides)))
    columns = draw(st.one_of(st.integers(1, 4), st.integers(1, 12)))
    start, least = draw(FEW), draw(st.integers(2, 5))
    most = draw(st.integers(least, 5))
    ones = draw(st.integers(max(1, start * most), start * most + 30))
    row = st.builds(types.Row, value=st.integers(1, 7), majority=st.integers(0, 12))
    column = st.builds(types.Column, cost=st.integers(1, 4))
    return types.Board(
        tents=draw(st.integers(1, 11)),
        start_coins=start,
        neighbour_fee=draw(st.integers(0, 2)),
        players=types.PlayerRange(least, most),
        dice=types.Dice(
            per_player=draw(st.integers(1, min(most_dice, MOST_DICE // most))),
            sides=sides,
            donation=draw(st.integers(1, 4)),
        ),
        rows=tuple(draw(row) for _ in range(rows)),
        columns=tuple(draw(column) for _ in range(columns)),
        coins=(types.Coin(value=1, count=ones),),
        stones=draw(_stones()),
    )


def _stones() -> st.SearchStrategy[types.StoneKinds]:
    gems = st.builds(types.GemKind, count=FEW, value=st.integers(1, 5))
    black, white = st.builds(types.StoneKind, count=FEW), st.just(types.WhiteStone(1))
    kinds = {"black": black, "clear": gems, "blue": gems, "red": gems, "white": white}
    return st.builds(types.StoneKinds, **kinds)


def shipped_editions() -> st.SearchStrategy[types.Edition]:
    """Draw a shipped edition.

    >>> from hypothesis import find
    >>> find(shipped_editions(), lambda edition: edition.ruleset.neighbour_fee_per_tent).id
    'bga'
    """
    return st.sampled_from(RULESETS).map(load_edition)


@st.composite
def custom_editions(draw: st.DrawFn, *, most_dice: int = 3) -> types.Edition:
    """Draw a custom edition: any board, any deck, any ruleset.

    >>> from hypothesis import find
    >>> find(custom_editions(), lambda edition: edition.cards).deck.total > 0
    True
    """
    id, ruleset = draw(st.sampled_from(RULESETS)), draw(values_of(types.Ruleset))
    return types.Edition(id, ruleset, draw(boards(most_dice=most_dice)), draw(decks()))


def editions() -> st.SearchStrategy[types.Edition]:
    """Draw any edition, shipped or custom.

    >>> from hypothesis import find
    >>> find(editions(), bool).board.players.least >= 2
    True
    """
    return st.one_of(shipped_editions(), custom_editions())
