"""Other values of the figures that no source gives, each of them alone and in whole schemes."""

from collections.abc import Iterator, Sequence
from itertools import chain, repeat
from pathlib import Path
from tomllib import loads
from typing import Any, TypeVar

from attrs import evolve

from livingstone import Edition, load_edition

__all__ = ["schemes", "single_figures"]

HERE = Path(__file__).parent
FILLER, OTHER_FILLER = "four_coins", "three_stones"
"""There are 27 cards, so where one is added or taken away, one of these makes up for it."""

_Part = TypeVar("_Part")


def schemes() -> dict[str, Edition]:
    """Read how other figures differ, and put those of each scheme into an edition of its own."""
    told = loads((HERE / "variants.toml").read_text(encoding="utf-8"))
    return {
        variant["id"]: _varied(load_edition("printed"), variant) for variant in told["variants"]
    }


def single_figures() -> dict[str, Edition]:
    """Change each inferred figure alone, by little: an edition for each change."""
    edition = load_edition("printed")
    board = edition.board
    made = {}
    for place, column in enumerate(board.columns):
        if "cost" in column.inferred:
            changes = [0] * place + [1]
            name = f"column {place + 1} costs {column.cost + 1}, not {column.cost}"
            made[name] = _varied(edition, {"costs": changes})
    for place, row in enumerate(board.rows):
        if "majority" in row.inferred:
            changes = [0] * place + [1]
            name = f"majority of row {place + 1}: {row.majority + 1}, not {row.majority}"
            made[name] = _varied(edition, {"majorities": changes})
    made["blue and red gems sold for each other's price"] = _with_prices_swapped(edition)
    for card in edition.cards:
        filler = OTHER_FILLER if card.id == FILLER else FILLER
        fewer = {"cards": {card.id: -1, filler: 1}}
        made[f"`{card.id}`: {card.count - 1}, not {card.count}"] = _varied(edition, fewer)
    more = {"cards": {"mine_collapse": 1, FILLER: -1}}
    return made | {"`mine_collapse`: 2, not 1": _varied(edition, more)}


def _with_prices_swapped(edition: Edition) -> Edition:
    stones = edition.board.stones
    blue = evolve(stones.blue, value=stones.red.value)
    red = evolve(stones.red, value=stones.blue.value)
    return evolve(edition, board=evolve(edition.board, stones=evolve(stones, blue=blue, red=red)))


def _varied(edition: Edition, variant: dict[str, Any]) -> Edition:
    """Change figures of an edition by what a variant says; a cost is at least 1, a majority 0."""
    board = edition.board
    counts = variant.get("cards", {})
    columns = tuple(
        evolve(column, cost=max(1, column.cost + change))
        for column, change in _with_changes(board.columns, variant.get("costs", ()))
    )
    rows = tuple(
        evolve(row, majority=max(0, row.majority + change))
        for row, change in _with_changes(board.rows, variant.get("majorities", ()))
    )
    # Cards of which none are left stay among the kinds, which the learned players know.
    cards = (evolve(card, count=card.count + counts.get(card.id, 0)) for card in edition.cards)
    return evolve(
        edition,
        board=evolve(board, columns=columns, rows=rows),
        cards=tuple(cards),
    )


def _with_changes(parts: Sequence[_Part], changes: Sequence[int]) -> Iterator[tuple[_Part, int]]:
    """Pair columns or rows with their changes; those without one do not change."""
    return zip(parts, chain(changes, repeat(0)), strict=False)
