"""Begin a game at the terminal, or resume one from its record."""

import argparse
import secrets
from contextlib import suppress
from pathlib import Path
from random import Random

from attrs import evolve, frozen

import livingstone as ls
from livingstone.cli.options import HUMAN, NAMES, edition_from, effects_from, lineup, names_from
from livingstone.support.files import File, path_of, refuse_existing

TAG = "players"
"""The tag of a record that says who plays."""


@frozen(eq=False)
class GameSetup:
    """A game at the terminal: who plays, and where it is recorded."""

    table: ls.Table
    players: tuple[str, ...]
    """By seat, as are the bots and the names: `human`, or the name of a bot."""
    bots: tuple[ls.Bot | None, ...]
    """None for a person."""
    names: tuple[str, ...]
    recorded_names: tuple[str, ...]
    """Those of an earlier record as they are, even with control characters."""
    seed: int | None
    """None if chance comes from the operating system."""
    rng: Random
    path: Path | None
    """None if the game is not recorded."""
    earlier: ls.Record | None = None
    """The record that is resumed: its tags and comments are kept."""

    def write(self) -> None:
        """Write the record of the game so far; raises `RecordError` if that fails."""
        if self.path is None:
            return
        earlier = self.earlier
        tags = dict(earlier.tags if earlier else ()) | {TAG: ", ".join(self.players)}
        record = self.table.record(players=self.recorded_names, tags=tags, embed_edition=True)
        if earlier is not None:
            comments = tuple(c for c in earlier.comments if c[0] <= len(record.actions))
            record = evolve(record, comments=comments)
        ls.dump(record, self.path)


def new_path(file: File) -> Path:
    """Expand the path of a new file; raises `ArgumentError` if it exists."""
    path = path_of(file)
    with suppress(RuntimeError):  # there is no such user
        path = path.expanduser()
    refuse_existing(path)
    return path


def begin(options: argparse.Namespace) -> GameSetup:
    """Begin a game; without a seed, the operating system decides chance in one with people."""
    players = lineup("4" if options.players is None else options.players, "greedy")
    bots, count, seed = _bots(players), len(players), options.seed
    if seed is None and HUMAN not in players:
        seed = secrets.randbits(31)
    edition = edition_from(options)
    start = ls.new_game(count, edition=edition, seed=seed, explicit_chance=seed is None)
    table = ls.Table(start, dealer=ls.deal if seed is None else None)
    usual = (*NAMES, *(f"Player {number}" for number in range(len(NAMES) + 1, count + 1)))[:count]
    names = names_from(options.names, usual)
    path = None if options.record is None else _path(options)
    return GameSetup(table, tuple(players), bots, names, names, seed, Random(seed), path)


def resume(options: argparse.Namespace) -> GameSetup:
    """Resume the game of a record; raises `LivingstoneError` for options that would change it."""
    for option in ("seed", "edition", "board", "cards"):
        if getattr(options, option) is not None:
            raise ls.ArgumentError(f"--{option} cannot change a game that is resumed: leave it out")
    record = ls.load(options.resume, effects=effects_from(options))
    if not record.is_full:
        raise ls.ArgumentError(
            f"{options.resume} hides something: only a full record can be resumed"
        )
    record.verify()
    text = options.players or dict(record.tags).get(TAG)
    if text is None:
        raise ls.ArgumentError("the record does not say who plays: use --players human,greedy")
    players, count, seed = lineup(text, "greedy"), len(record.players), record.seed
    if len(players) != count:
        raise ls.ArgumentError(f"the game has {count} players, not {len(players)}")
    bots = _bots(players)
    table = _table_of(record)
    if table.state.is_over:
        raise ls.ArgumentError(f"the game in {options.resume} is over: livingstone replay shows it")
    path = path_of(options.resume) if options.record is None else _path(options)
    names = names_from(options.names, record.players)
    recorded = record.players if options.names is None else names
    rng = Random(seed)
    return GameSetup(table, tuple(players), bots, names, recorded, seed, rng, path, record)


def _table_of(record: ls.Record) -> ls.Table:
    """Play the recorded moves at a table, so that moves can be taken back, too."""
    if record.seed is None:
        return ls.Table.from_record(record, dealer=ls.deal)
    count, edition = len(record.players), record.edition
    table = ls.Table(ls.new_game(count, edition=edition, first=record.first, seed=record.seed))
    for _, action, _ in record.steps():
        if not isinstance(action, ls.Outcome):
            table.play(action)
    return table


def _bots(players: list[str]) -> tuple[ls.Bot | None, ...]:
    return tuple(None if name == HUMAN else ls.load_player(name) for name in players)


def _path(options: argparse.Namespace) -> Path:
    return path_of(options.record) if options.overwrite else new_path(options.record)
