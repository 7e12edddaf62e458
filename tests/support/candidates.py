"""Many more actions than can be legal, and things that are not actions."""

from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from typing import Any

from livingstone import (
    BuildTent,
    CardRevealed,
    DiceRolled,
    Dig,
    Donate,
    DrawCard,
    EndTurn,
    Gems,
    PlayCard,
    RoundRoll,
    SellGems,
    Space,
    State,
    Stones,
    StonesDrawn,
    TakeCoins,
    TakeDie,
)
from livingstone.game.moves import Action
from livingstone.testing import options
from livingstone.values import GEM_COLOURS


def universe(state: State) -> Iterator[Action]:
    """Yield many more actions than can be legal, and all that are."""
    board, player = state.edition.board, state.player
    ids = [*state.edition.effects, "no_such_card"]
    rows = range(-1, len(board.rows) + 3)
    spaces = [Space(row, column) for row in rows for column in range(len(board.columns) + 2)]
    yield from options(state)
    yield from (TakeDie(value) for value in range(-1, board.dice.sides + 3))
    yield from (DrawCard(), TakeCoins(), Dig(), EndTurn())
    yield from (Donate(coins) for coins in range(-1, player.coins + 3))
    for colour in GEM_COLOURS:
        held = getattr(player.gems, colour)
        yield from (SellGems(colour, count) for count in range(-1, held + 3))
    own, pairs = player.spaces(), list(combinations_with_replacement(ids, 2))
    for row in rows:
        for source in (None, *own[:2], Space(0, 0)):
            yield from (BuildTent(row, pair, source) for pair in pairs)
        for cards in ((), *((card,) for card in ids)):
            yield BuildTent(row, cards)
            if cards == () or cards[0] in player.hand:
                yield from (BuildTent(row, cards, source) for source in spaces)
    sales = [
        Gems(*gems) for gems in product(*(sorted({-1, *range(n + 1), n + 1}) for n in player.gems))
    ]
    for card in ids:
        yield PlayCard(card)
        yield from (PlayCard(card, gems=gems) for gems in sales)
        yield PlayCard(card, sales[-1], spaces[0], spaces[-1])
        for space in spaces if card in player.hand else own:
            yield from (PlayCard(card, space=space, source=s) for s in (None, *own, Space(9, 9)))
            yield PlayCard(card, sales[0], space)
    yield from (CardRevealed(card) for card in ids)
    yield from (DiceRolled((1,) * count) for count in range(12))
    yield from (StonesDrawn(Stones(black=black)) for black in range(8))
    yield from (StonesDrawn(Stones(white=white)) for white in range(3))
    yield DiceRolled((0, 1))
    yield DiceRolled((2, 1))


def foreign_things(state: State) -> list[Any]:
    """List things that are not actions, and sales of things that are not gems."""
    things = [None, 0, "EndTurn", (), [], {}, object(), TakeDie, state, Space(1, 1), RoundRoll(2)]
    colours: list[Any] = ["black", "gems"]
    return things + [SellGems(colour, 1) for colour in colours]
