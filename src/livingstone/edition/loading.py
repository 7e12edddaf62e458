"""Loading editions from data files, shipped ones and those of the user."""

import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from importlib.resources import files
from importlib.resources.abc import Traversable
from math import comb
from pathlib import Path
from typing import Any, Literal, TypeVar, get_type_hints

from attrs import fields, frozen

from livingstone.edition.effect import OwnKinds, converter_for
from livingstone.edition.kinds import Kinds, own_kinds
from livingstone.edition.types import Board, Card, Cards, Edition
from livingstone.errors import DataError, shown
from livingstone.support.arguments import need, one_of
from livingstone.support.files import MOST_BYTES, File, path_of, read_text, read_toml
from livingstone.support.limits import LARGEST_FIGURE, Identifier
from livingstone.support.structuring import problems_of

RULESETS = ("printed", "bga")
"""The ids of the shipped editions, each with the ruleset of the same name."""
MOST_ROLLS = 200_000
"""The most outcomes of a roll, so that all can be listed."""
MOST_MOVES = 100_000
"""The most legal moves of a player, so that all can be listed."""

Source = File | Mapping[str, Any]
"""The path of a data file, or its content as a mapping."""
_T = TypeVar("_T")


@frozen
class _Deck:
    cards: Cards


def load_edition(
    name: str,
    *,
    board: "Source | None" = None,
    cards: "Source | None" = None,
    effects: "Kinds" = (),
) -> Edition:
    """Load the edition `printed` or `bga`, with a board and cards of your own if they are given.

    Each is the path of a file, or a mapping such as `tomllib.loads` returns. `effects` are classes
    of your own that the cards can name (see `livingstone.effects`), or an edition that has them.

    >>> load_edition("bga").ruleset.neighbour_fee_per_tent
    True
    >>> import tomllib
    >>> board = tomllib.loads(shipped_toml("board"))
    >>> load_edition("printed", board=board | {"tents": 12}).board.tents
    12

    Raises `DataError` with all problems of the data, and `ArgumentError` for another name and for
    classes that are not complete effects.
    """
    one_of("the edition", name, RULESETS)
    known = _shipped(name)
    own = own_kinds(effects)
    errors = list[DataError]()
    parts: dict[str, Any] = {"board": known.board, "cards": known.cards}
    for key, source, structure in (
        ("board", board, _board),
        ("cards", cards, partial(_cards, own=own)),
    ):
        try:
            if isinstance(source, Mapping):
                parts[key] = structure(key, source)
            elif source is not None:
                parts[key] = structure(os.fspath(source), read_data(source))
        except DataError as error:
            errors.append(error)
    if len(errors) == 1:
        raise errors[0]
    if errors:
        lines = [f"{error.source}: {problem}" for error in errors for problem in error.problems]
        raise DataError(" and ".join(error.source for error in errors), lines)
    if board is None and cards is None:
        return known
    edition = Edition(known.id, known.ruleset, **parts)
    if problems := _move_problems(edition):
        raise DataError("the board and the cards", problems)
    return edition


def edition_of(edition: str | Edition) -> Edition:
    """Return an edition, or load the one of this name; raises `ArgumentError` for another name."""
    if isinstance(edition, str):
        return load_edition(edition)
    need("the argument `edition`", edition, "Edition or str", Edition)
    return edition


def shipped_toml(name: Literal["board", "cards"]) -> str:
    """Return the text of a shipped data file, as a start for a file of your own.

    >>> shipped_toml("board").splitlines()[0]
    '# The board, the money, the stones and the dice of Livingstone.'

    Raises `ArgumentError` for another name.
    """
    one_of("the data file", name, ("board", "cards"))
    return shipped_bytes(f"{name}.toml").decode()


def is_shipped(edition: Edition) -> bool:
    """Return whether an edition is a shipped one, unchanged."""
    return edition.id in RULESETS and edition == _shipped(edition.id)


def structure_edition(data: object, own: OwnKinds) -> Edition:
    """Make an edition from all of its plain data; raises errors that `problems_of` can list."""
    edition = converter_for(own).structure(data, Edition)
    if problems := check_edition(edition):
        raise ValueError("; ".join(problems))
    return edition


def check_edition(edition: Edition) -> list[str]:
    """List how the parts of an edition contradict each other; none if it can be played."""
    parts = {field.name: getattr(edition.board, field.name) for field in fields(Board)}
    ids = [card.id for card in edition.cards]
    return _board_problems(parts) + _repeated("cards", ids) + _move_problems(edition)


def _move_problems(edition: Edition) -> list[str]:
    if (most := most_moves(edition)) > MOST_MOVES:
        return [f"a player could have {most} legal moves, more than {MOST_MOVES}"]
    return []


def most_moves(edition: Edition) -> int:
    """Bound the legal moves of a player with all cards, gems, coins, and all tents built."""
    board = edition.board
    effects = [card.effect for card in edition.cards]
    spaces = len(board.rows) * len(board.columns)
    gems = board.bag.gems
    tents = min(spaces, board.tents)
    sources = tents if board.players.least == 2 else 1
    free = sum(e.pays_for_tent for e in effects)
    any_row = sum(e.reaches_any_row for e in effects)
    builds = len(board.rows) * (1 + free) * (1 + any_row) * sources
    plays = sum(effect.most_plays(spaces, tents, sources, gems) for effect in effects)
    others = 4 + board.dice.sides + gems.total + board.money  # draw, coins, dig, end; dice; sales
    return others + builds + plays


@lru_cache
def _shipped(name: str) -> Edition:
    rulesets, board, cards = (
        read_toml(shipped_bytes(f"{file}.toml").decode()) for file in ("rulesets", "board", "cards")
    )
    ruleset = {key: switch[name] for key, switch in rulesets.items()}
    plain = {"id": name, "ruleset": ruleset, "board": board, "cards": cards["cards"]}
    return converter_for().structure(plain, Edition)


def shipped_bytes(name: str) -> bytes:
    """Read a shipped file."""
    return shipped(name).read_bytes()


def shipped(name: str) -> Traversable:
    """Find a shipped file in the package or beside `src`; `FileNotFoundError` if it lacks data."""
    for folder in (files("livingstone") / "data", Path(__file__).parents[3] / "data"):
        if folder.is_dir():
            return folder / name
    raise FileNotFoundError("livingstone lacks its data files: pack those of the package as well")


def read_data(file: File) -> dict[str, Any]:
    """Read a TOML file as plain data; raises `DataError` if it cannot be read."""
    path = path_of(file)
    source = os.fspath(file)
    try:
        text = read_text(path, MOST_BYTES)
    except ValueError as error:
        raise DataError(source, [str(error)]) from None
    try:
        return read_toml(text)
    except ValueError as error:
        raise DataError(source, [f"is not TOML: {error}"]) from None


def _board(source: str, data: Mapping[str, Any]) -> Board:
    types = get_type_hints(Board, include_extras=True)
    sound = {name: _sound(data[name], types[name]) for name in types if name in data}
    return _structured(source, data, Board, (), _board_problems(sound))


def _cards(source: str, data: Mapping[str, Any], own: OwnKinds) -> tuple[Card, ...]:
    listed = data.get("cards")
    cards = listed if isinstance(listed, list | tuple) else ()
    ids = [_sound(card.get("id"), Identifier) for card in cards if isinstance(card, Mapping)]
    return _structured(source, data, _Deck, own, _repeated("cards", filter(None, ids))).cards


def _structured(source: str, data: Any, cls: type[_T], own: OwnKinds, wrong: Sequence[str]) -> _T:
    problems = list[str]()
    try:
        value = converter_for(own).structure(data, cls)
    except Exception as error:
        problems = problems_of(error)
    if problems := [*problems, *wrong]:
        raise DataError(source, problems)
    return value


def _sound(data: Any, cls: Any) -> Any:
    """Structure a part of the data; None if it is wrong."""
    with suppress(Exception):
        return converter_for().structure(data, cls)


def _board_problems(parts: Mapping[str, Any]) -> list[str]:
    problems = []
    players = parts.get("players")
    dice = parts.get("dice")
    rows = parts.get("rows")
    coins = parts.get("coins")
    start = parts.get("start_coins")
    if players and players.least > players.most:
        problems.append(f"players: least ({players.least}) is more than most ({players.most})")
    if players and dice:
        most = max(players.most * dice.per_player, dice.donation)
        if comb(most + dice.sides - 1, most) > MOST_ROLLS:
            problems.append(f"dice: {most} dice of {dice.sides} sides can show too much to list")
    if dice and rows and len(rows) > dice.sides:
        problems.append(f"rows: a die of {dice.sides} sides cannot reach {len(rows)} rows")
    if coins:
        problems += _repeated("coins", [coin.value for coin in coins])
    if players and coins and start is not None:
        money = sum(coin.value * coin.count for coin in coins)
        needed = start * players.most
        if money > LARGEST_FIGURE:
            problems.append(f"coins: worth {money} together, more than {LARGEST_FIGURE}")
        if money < needed:
            problems.append(
                f"coins: worth {money} together, but {players.most} players start with {needed}"
            )
    return problems


def _repeated(path: str, values: Iterable[int | str]) -> list[str]:
    repeated = [value for value, count in Counter(values).items() if count > 1]
    return [f"{path}: {shown(value)} occurs more than once" for value in repeated]
