"""Far more actions than can be legal, and what is no action at all."""

from collections.abc import Iterator
from enum import Enum
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
    """Go through far more actions than can be legal, all that are included."""
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


class Odd(Enum):
    """Something that is no move at all."""

    THING = 1


def garbage_of(state: State) -> list[Action]:
    """List what is no action, or one with values of wrong types, some of them equal to right ones.

    `Any` on purpose: the type checker would refuse all of it.
    """
    die: Any = state.die or 1
    odd: list[Any] = [True, None, "1", 1.0, float(die), [1], {}, (1,), Odd.THING]
    gems: list[Any] = [1, "x", [1, 1, 1], (1, 1), Gems(odd[3]), Gems(odd[0])]
    spaces: list[Any] = [1, "x", [1, 1], Space(odd[3], 1), Space(odd[2], 1), Space(odd[0], 1)]
    cards: list[Any] = [[], "lion", 5, ("lion", 5), [["lion"]], {"lion": 1}, None]
    colours: list[Any] = ["black", None, ["red"], "gems", 1]
    stones: list[Any] = [None, (1, 0), [1, 0, 0, 0, 0], *map(Stones, odd), Stones(white=odd[0])]
    hand = (*state.player.hand, "market", "second_tent")
    things: list[Any] = [None, 0, "EndTurn", (), [], {}, object(), TakeDie, state, Odd.THING]
    things += [Space(1, 1), RoundRoll(2), Action, *odd]
    things += [make(value) for make in (TakeDie, Donate, BuildTent, PlayCard) for value in odd]
    things += [BuildTent(die, wrong) for wrong in cards if wrong not in ([], {})]
    things += [BuildTent(die, (), wrong) for wrong in spaces]
    things += [PlayCard(card, wrong) for card in hand for wrong in gems]
    things += [PlayCard(card, None, wrong) for card in hand for wrong in spaces]
    things += [PlayCard(card, None, Space(1, 1), wrong) for card in hand for wrong in spaces]
    things += [SellGems("red", wrong) for wrong in odd]
    things += [SellGems(wrong, 1) for wrong in colours]
    dice: list[Any] = [5, [1, 1], *((value,) * 4 for value in odd)]
    things += [DiceRolled(wrong) for wrong in dice]
    things += [StonesDrawn(wrong) for wrong in stones]
    things += [CardRevealed(wrong) for wrong in (*odd, ["lion"])]
    return things
