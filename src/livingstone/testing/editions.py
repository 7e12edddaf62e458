"""Strategies for boards, decks and whole editions: small ones, so that games stay short."""

from hypothesis import strategies as st

from livingstone.edition import printed
from livingstone.edition.cards import Card, CardNames
from livingstone.edition.effect import Effect
from livingstone.edition.loading import RULESETS, load_edition
from livingstone.testing.values import values_of

MOST_KINDS = 12
"""The most kinds of cards in a deck."""
MOST_DICE = 8
"""The most dice of a round, so that its outcomes (up to 6,435) can be listed quickly."""
FEW = st.integers(0, 6)


def effects() -> st.SearchStrategy[Effect]:
    """Draw an effect of any kind, with small figures within their ranges (R6)."""
    return values_of(Effect, largest=6)


@st.composite
def cards(draw: st.DrawFn, id: str = "card") -> Card:
    """Draw a card with any effect, one to three times in the deck.

    >>> from hypothesis import given
    >>> @given(cards("lion"))
    ... def each_card_is_there_once_or_more(card):
    ...     assert card.id == "lion" and card.count >= 1
    >>> each_card_is_there_once_or_more()
    """
    return Card(
        id=id,
        count=draw(st.integers(1, 3)),
        effect=draw(effects()),
        names=CardNames(en=id.replace("_", " ")),
        text="A card that was drawn at random.",
    )


@st.composite
def decks(draw: st.DrawFn) -> tuple[Card, ...]:
    """Draw any mix of cards, also none, several of one effect or several collapses.

    >>> from hypothesis import given
    >>> @given(decks())
    ... def no_two_cards_share_an_id(deck):
    ...     assert len({card.id for card in deck}) == len(deck)
    >>> no_two_cards_share_an_id()
    """
    kinds = draw(st.integers(0, MOST_KINDS))
    ids = draw(st.permutations([f"card_{letter}" for letter in "abcdefghijkl"[:kinds]]))
    return tuple(draw(cards(id)) for id in ids)


@st.composite
def boards(draw: st.DrawFn, *, most_dice: int = 3) -> printed.Board:
    """Draw a board of 1 to 6 rows and 1 to 12 columns with its material (R1).

    A player has at most `most_dice` dice, all players together at most 8; there are 2 to 5 players.

    >>> from hypothesis import given
    >>> @given(boards())
    ... def the_money_suffices_for_all(board):
    ...     assert board.money >= board.players.most * board.start_coins
    >>> the_money_suffices_for_all()
    """
    sides = draw(st.integers(1, 8))
    rows = draw(st.integers(1, min(6, sides)))
    columns = draw(st.one_of(st.integers(1, 4), st.integers(1, 12)))
    start, least = draw(FEW), draw(st.integers(2, 5))
    most = draw(st.integers(least, 5))
    ones = draw(st.integers(max(1, start * most), start * most + 30))
    row = st.builds(printed.Row, value=st.integers(1, 7), majority=st.integers(0, 12))
    column = st.builds(printed.Column, cost=st.integers(1, 4))
    return printed.Board(
        tents=draw(st.integers(1, 11)),
        start_coins=start,
        neighbour_fee=draw(st.integers(0, 2)),
        players=printed.PlayerRange(least, most),
        dice=printed.Dice(
            per_player=draw(st.integers(1, min(most_dice, MOST_DICE // most))),
            sides=sides,
            donation=draw(st.integers(1, 4)),
        ),
        rows=tuple(draw(row) for _ in range(rows)),
        columns=tuple(draw(column) for _ in range(columns)),
        coins=(printed.Coin(value=1, count=ones),),
        stones=draw(_stones()),
    )


def _stones() -> st.SearchStrategy[printed.StoneKinds]:
    gems = st.builds(printed.GemKind, count=FEW, value=st.integers(1, 5))
    black, white = st.builds(printed.StoneKind, count=FEW), st.just(printed.WhiteStone(1))
    kinds = {"black": black, "clear": gems, "blue": gems, "red": gems, "white": white}
    return st.builds(printed.StoneKinds, **kinds)


def rulesets() -> st.SearchStrategy[printed.Ruleset]:
    """Draw a ruleset with any mix of differences (R3.2, R4.4, R4.7, R8.5, R8.6)."""
    return values_of(printed.Ruleset)


def shipped_editions() -> st.SearchStrategy[printed.Edition]:
    """Draw a shipped edition.

    >>> from hypothesis import given
    >>> @given(shipped_editions())
    ... def an_edition_is_named(edition):
    ...     assert edition.id in ("printed", "bga")
    >>> an_edition_is_named()
    """
    return st.sampled_from(RULESETS).map(load_edition)


@st.composite
def custom_editions(draw: st.DrawFn, *, most_dice: int = 3) -> printed.Edition:
    """Draw a custom edition: any board, any deck, any ruleset.

    >>> from hypothesis import given
    >>> @given(custom_editions())
    ... def each_card_has_an_effect(edition):
    ...     assert set(edition.effects) == {id for id, _ in edition.deck}
    >>> each_card_has_an_effect()
    """
    id, ruleset = draw(st.sampled_from(RULESETS)), draw(rulesets())
    return printed.Edition(id, ruleset, draw(boards(most_dice=most_dice)), draw(decks()))


def editions() -> st.SearchStrategy[printed.Edition]:
    """Draw any edition, shipped or custom.

    >>> from hypothesis import given
    >>> @given(editions())
    ... def two_can_play(edition):
    ...     assert edition.board.players.most >= 2
    >>> two_can_play()
    """
    return st.one_of(shipped_editions(), custom_editions())
