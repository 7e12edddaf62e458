"""Every move that can ever be legal with an edition and a number of players."""

from collections.abc import Iterable, Iterator
from itertools import product, starmap
from typing import Any

from livingstone.edition.types import Edition
from livingstone.game.card_effect import Way, effects_of
from livingstone.game.moves import (
    BuildTent,
    Dig,
    Donate,
    DrawCard,
    EndTurn,
    Move,
    PlayCard,
    SellGems,
    TakeCoins,
    TakeDie,
)
from livingstone.values import GEM_COLOURS, Gems, Space


def moves_by_kind(edition: Edition, players: int) -> Iterator[tuple[str, Iterable[Move]]]:
    """Yield each kind of moves, named in the notation, with its moves, in their one order."""
    board = edition.board
    rows, columns = range(1, len(board.rows) + 1), range(1, len(board.columns) + 1)
    spaces = [Space(row, column) for row in rows for column in columns]
    sources = [None, *spaces] if players == 2 else [None]
    yield "take", map(TakeDie, range(1, board.dice.sides + 1))
    yield "card", [DrawCard()]
    yield "coins", [TakeCoins()]
    yield "dig", [Dig()]
    tents = product(rows, _card_choices(edition), sources)
    yield "tent", (BuildTent(row, cards, source) for row, cards, source in tents)
    for card in edition.lone_cards:
        for number, way in enumerate(effects_of(edition)[card].ways(players)):
            name = f"play {card} {way}" if number else f"play {card}"
            yield name, _plays(edition, card, way, spaces, range(players))
    for colour, most in zip(GEM_COLOURS, board.bag.gems, strict=True):
        yield f"sell {colour}", [SellGems(colour, count) for count in range(1, most + 1)]
    yield "donate", map(Donate, range(1, board.money + 1))
    yield "end", [EndTurn()]


def _plays(
    edition: Edition, card: str, way: Way, spaces: list[Space], seats: range
) -> Iterator[Move]:
    """List the moves that play a card in one way, for all spaces, seats and existing gems."""
    is_moved = way == "pair" or len(seats) == 2  # for a tent only with two players (R9.1)
    choices: dict[str, Iterable[Any]] = {
        "gems": starmap(Gems, product(*(range(most + 1) for most in edition.board.bag.gems))),
        "space": spaces,
        "source": [None, *spaces] if is_moved else [None],
        "seat": seats,
        "amount": range(effects_of(edition)[card].most_amount + 1),
        "cards": _card_choices(edition),
    }
    fields = _FIELDS.get(way, way.replace("_", " ")).split()
    names = [name for name in choices if name in fields]
    for values in product(*(choices[name] for name in names)):
        choice = dict(zip(names, values, strict=True))
        is_sale = choice.get("gems", True)  # one sells at least a gem at the market (R6.6)
        if is_sale and (choice.get("space") is None or choice["space"] != choice.get("source")):
            yield PlayCard(card, **choice)


_FIELDS = {"plain": "", "pair": "space source", "tent": "space source cards"}
"""The fields of a `PlayCard` that these ways fill; the other ways are called by their fields."""


def _card_choices(edition: Edition) -> list[tuple[str, ...]]:
    """List the choices of cards to play with a tent, each a sorted tuple of ids (R6.1 to R6.3)."""
    free = [(), *((card,) for card in edition.no_cost_cards)]
    any_row = [(), *((card,) for card in edition.any_row_cards)]
    return sorted(tuple(sorted(a + b)) for a, b in product(free, any_row))
