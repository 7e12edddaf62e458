"""Editions to test with: frozen ones, and ones to be changed or made.

The rules are tested with the board and the deck in `frozen/`. They are what was shipped once, and
are not corrected when `data/` is: what tests expect of prices, counts and whole games follows from
these files. `edition/test_shipped_files.py` says what is shipped.
"""

import copy
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import tomli_w

import livingstone
from livingstone import Edition, State
from livingstone.edition.effect import converter
from livingstone.edition.loading import Source, check_edition
from livingstone.edition.types import Board, Card

Table = dict[str, Any]
"""A table as TOML has it: the only place where tests meet untyped values."""

RULESETS = ("printed", "bga")


def shipped_file(name: str) -> Path:
    """Find a shipped data file, in an installed package or in a checkout."""
    package = Path(livingstone.__file__).parent
    installed = package / "data" / name
    return installed if installed.is_file() else package.parents[1] / "data" / name


def shipped_text(name: str) -> str:
    return shipped_file(name).read_text(encoding="utf-8")


def shipped_table(name: str) -> Table:
    return tomllib.loads(shipped_text(name))


FROZEN = Path(__file__).parents[1] / "frozen"
SMALL_BOARD = Path(__file__).parents[1] / "simulation" / "small-board.toml"
"""A board with three columns, for whole games where any will do."""


def load_edition(
    name: str, *, board: Source = FROZEN / "board.toml", cards: Source = FROZEN / "cards.toml"
) -> Edition:
    """Load an edition with the frozen files, where no others are given."""
    return livingstone.load_edition(name, board=board, cards=cards)


PRINTED, BGA = (load_edition(name) for name in RULESETS)


def new_game(
    players: int,
    *,
    seed: int | None = None,
    edition: str | Edition = PRINTED,
    first: int = 0,
    explicit_chance: bool = False,
) -> State:
    """Begin a game with a frozen edition, by its name, or with the one given."""
    frozen = {"printed": PRINTED, "bga": BGA}
    return livingstone.new_game(
        players,
        seed=seed,
        edition=frozen[edition] if isinstance(edition, str) else edition,
        first=first,
        explicit_chance=explicit_chance,
    )


def frozen_table(name: str) -> Table:
    return tomllib.loads((FROZEN / name).read_text(encoding="utf-8"))


def board_table(change: Callable[[Table], object] = lambda table: None) -> Table:
    """Return the frozen board's data, changed in place by a function."""
    table = frozen_table("board.toml")
    change(table)
    return table


def deck_table(change: Callable[[Table], object] = lambda table: None) -> Table:
    """Return the frozen deck's data, changed in place by a function."""
    table = frozen_table("cards.toml")
    change(table)
    return table


def card_table(id: str, kind: str, count: int = 1, **figures: object) -> Table:
    """Make one card's data, with the figures of its effect."""
    return {
        "id": id,
        "count": count,
        "effect": {"kind": kind, **copy.deepcopy(figures)},
        "names": {"en": id.replace("_", " ")},
        "text": f"Does what {kind} does.",
    }


def market_table(id: str, count: int = 1) -> Table:
    each = {"clear": 1, "blue": 2, "red": 3}
    return card_table(id, "market", count, coins=each, points=each)


PARTS = [
    card_table("loan", "parts", 2, take_coins=3, score_points=2),
    card_table("shop", "parts", 3, pay_coins=2, draw_stones=3, score_points=1),
    card_table("steam", "parts", 2, move_boat=2, pay_coins=1),
    card_table("drift", "parts", 1, move_boat=-1, take_coins=2, draw_stones=1),
    card_table("sand", "parts", 2, draw_stones=4),
    card_table("bribe", "parts", 2, pay_coins=5, score_points=4),
    card_table("change", "parts", 1, pay_coins=2, take_coins=2),
    card_table("trade", "parts", 2, pay_coins=1, take_coins=3),
]
"""Cards of all parts, in all ways that matter: at once, for a price, in vain, with the boat."""


def of_parts(name: str) -> Edition:
    """Add them to the shipped deck."""
    cards = [*shipped_table("cards.toml")["cards"], *PARTS]
    return livingstone.load_edition(name, cards={"cards": cards})


TINY_BOARD: Table = {
    "tents": 2,
    "start_coins": 1,
    "neighbour_fee": 1,
    "players": {"least": 2, "most": 2},
    "dice": {"per_player": 1, "sides": 2, "donation": 1},
    "rows": [{"value": 1, "majority": 3}, {"value": 2, "majority": 1}],
    "columns": [{"cost": 1}],
    "coins": [{"value": 1, "count": 4}],
    "stones": {
        "black": {"count": 1},
        "clear": {"count": 0, "value": 1},
        "blue": {"count": 0, "value": 3},
        "red": {"count": 1, "value": 5},
        "white": {"count": 1},
    },
}
"""Two players with a die of two sides each, one column, three stones, four coins."""


def tiny_board(**changes: object) -> Table:
    return copy.deepcopy(TINY_BOARD) | copy.deepcopy(changes)


def make_edition(board: Table, cards: Sequence[Table], ruleset: str = "printed") -> Edition:
    """Make an edition of plain data, as the loader does, but without a file."""
    edition = Edition(
        id=ruleset,
        ruleset=load_edition(ruleset).ruleset,
        board=converter.structure(board, Board),
        cards=converter.structure(list(cards), tuple[Card, ...]),
    )
    assert check_edition(edition) == []
    return edition


def endless() -> Edition:
    """Make an edition of the shipped board in whose games `greedy` always moves the boat back."""
    card = card_table("back", "parts", 27, score_points=5, move_boat=-3)
    return make_edition(shipped_table("board.toml"), [card])


def write_toml(path: Path, table: Table) -> Path:
    path.write_bytes(tomli_w.dumps(table).encode())
    return path
