"""Games that begin, and games that go on: who plays, with what, and where chance comes from."""

import argparse
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

from attrs import frozen

from livingstone.cli.keeping import Keeper, check_new_file
from livingstone.cli.telling import clean_names, default_names, names_apart
from livingstone.edition.loading import load_edition
from livingstone.errors import ArgumentError, shown
from livingstone.game.engine import new_game
from livingstone.game.moves import Outcome
from livingstone.players import Bot, load_player
from livingstone.records.record import Record
from livingstone.records.toml import load
from livingstone.support.files import path_of
from livingstone.table.table import Table, deal

__all__ = ["Beginning", "begin", "lineup", "resume"]

HUMAN = "human"
TAG = "players"
"""Under which a record says who played."""
MOST_DIGITS = 3
"""Of a number of players; no board has more than a few."""


@frozen(eq=False)
class Beginning:
    """All that a game at the terminal needs."""

    table: Table
    """The game, as far as it is."""
    players: tuple[str, ...]
    """Who plays, by seat: `human`, or the name of a bot."""
    bots: tuple[Bot | None, ...]
    """The same; None for a person."""
    names: tuple[str, ...]
    """What they are called."""
    keeper: Keeper
    """What keeps the game."""
    seed: int | None
    """What decides chance; None where the operating system does."""
    rng: Random
    """What bots leave to luck."""


def lineup(text: str) -> list[str]:
    """Read who plays: a number of random players, or names with commas between.

    >>> lineup("2"), lineup("greedy,ismcts:iterations=9,rollout=random")
    (['random', 'random'], ['greedy', 'ismcts:iterations=9,rollout=random'])

    Raises `ArgumentError` for nothing at all.
    """
    if text.isascii() and text.isdigit():
        if len(text) > MOST_DIGITS:
            raise ArgumentError(f"so many players there cannot be: {shown(text)}")
        return ["random"] * int(text)
    names = list[str]()
    for part in text.split(","):
        if names and "=" in part and ":" not in part:
            names[-1] += f",{part}"  # another option of the player before
        else:
            names.append(part.strip())
    if not all(names):
        raise ArgumentError(f"players must be a number or names such as greedy,random: {text!r}")
    return names


def begin(options: argparse.Namespace) -> Beginning:
    """Begin a game.

    Without a seed, a game between bots gets a fresh one, by which it can be told again; where
    people play, the operating system decides chance, move by move.

    Raises `LivingstoneError` for arguments and files that are wrong.
    """
    players = lineup("4" if options.players is None else options.players)
    bots = _bots(players)
    seed = options.seed
    if seed is None and HUMAN not in players:
        seed = secrets.randbits(31)
    edition = load_edition(options.edition or "printed", board=options.board, cards=options.cards)
    is_dealt = seed is None
    start = new_game(len(players), edition=edition, seed=seed, explicit_chance=is_dealt)
    table = Table(start, dealer=deal if is_dealt else None)
    names = _names(options.names, default_names(len(players)))
    path = _path(options)
    keeper = Keeper(path, names, {TAG: ", ".join(players)})
    rng = Random(secrets.randbits(64) if seed is None else seed)
    return Beginning(table, tuple(players), bots, names, keeper, seed, rng)


def resume(options: argparse.Namespace) -> Beginning:
    """Go on with the game of a record, by its seed if it has one.

    Raises `LivingstoneError` for a record of which no game can go on, and for arguments that would
    change the game.
    """
    for option in ("seed", "edition", "board", "cards"):
        if getattr(options, option) is not None:
            raise ArgumentError(f"--{option} cannot change a game that goes on: leave it out")
    record = load(options.resume)
    if not record.is_full:
        raise ArgumentError(f"{options.resume} hides something: only a full record can go on")
    record.verify()
    tags = dict(record.tags)
    players = _who_played(options.players, tags, record)
    bots = _bots(players)
    table = _table_of(record)
    if table.state.is_over:
        raise ArgumentError(f"the game in {options.resume} is over: livingstone replay tells it")
    path = path_of(options.resume) if options.record is None else _path(options)
    names = _names(options.names, record.players)
    kept = record.players if options.names is None else names
    keeper = Keeper(path, kept, tags | {TAG: ", ".join(players)}, record)
    rng = Random(secrets.randbits(64) if record.seed is None else record.seed)
    return Beginning(table, tuple(players), bots, names, keeper, record.seed, rng)


def _who_played(given: str | None, tags: Mapping[str, str], record: Record) -> list[str]:
    """Take who plays from the arguments, or else from the record."""
    text = given or tags.get(TAG)
    if text is None:
        raise ArgumentError(
            "the record does not say who plays: --players does, such as human,greedy"
        )
    players = lineup(text)
    if len(players) != len(record.players):
        raise ArgumentError(f"the game has {len(record.players)} players, not {len(players)}")
    return players


def _table_of(record: Record) -> Table:
    """Set the table up, so that moves can be taken back, too."""
    if record.seed is None:
        return Table.from_record(record, dealer=deal)
    count = len(record.players)
    table = Table(new_game(count, edition=record.edition, first=record.first, seed=record.seed))
    for _, action, _ in record.steps():
        if not isinstance(action, Outcome):
            table.play(action)
    return table


def _bots(players: Sequence[str]) -> tuple[Bot | None, ...]:
    return tuple(None if name == HUMAN else load_player(name) for name in players)


def _names(given: str | None, others: tuple[str, ...]) -> tuple[str, ...]:
    """Take the names that were given, or else the others."""
    if given is None:
        return names_apart(others)
    names = clean_names(given.split(","))
    if len(names) != len(others):
        raise ArgumentError(f"--names must name {len(others)} players, not {shown(given)}")
    return names


def _path(options: argparse.Namespace) -> Path | None:
    """Check where the game is to be kept."""
    if options.record is None:
        return None
    return path_of(options.record) if options.overwrite else check_new_file(options.record)
