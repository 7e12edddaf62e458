"""`livingstone serve`: the game in a browser."""

import argparse
import os
import re
import signal
import sys
from contextlib import suppress
from importlib.util import find_spec
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import TYPE_CHECKING

from livingstone.cli.editions import add_parts, effects_from
from livingstone.cli.parser import Commands, Parser
from livingstone.errors import ArgumentError
from livingstone.support.files import make_folder, path_of

with suppress(ImportError):  # on Windows
    import resource

if TYPE_CHECKING:
    from livingstone.web import Settings

_MOST_FILES = 20_000

_PORTS = 65_536
_PRUNED_DAYS = 90.0
"""What `--prune` keeps without `--keep-days`."""


def add_parser(commands: Commands) -> None:
    """Declare the subcommand and its arguments."""
    parser = commands.add_parser(
        "serve",
        help="play in a browser",
        description="Serve the game to browsers: a lobby, tables for people and bots, replays.",
        epilog="Ctrl-C stops the server; all games continue when it is started again.",
    )
    _add_addresses(parser)
    _add_games(parser)
    add_parts(parser)
    _add_bots(parser)
    parser.set_defaults(run=run)


def _add_addresses(parser: Parser) -> None:
    """Declare the options for who can reach the server, and how."""
    parser.value(
        "--host",
        "ADDRESS",
        "the address to listen on (default: 127.0.0.1, this machine only)",
        default="127.0.0.1",
    )
    parser.value("--port", "N", "default: 8000", type=int, default=8000)
    parser.value(
        "--name",
        "HOST",
        "a host name that browsers use for this server, such as games.example.org; can be"
        " given several times (default: any, or the names of this machine if only it is served)",
        action="append",
    )
    parser.value(
        "--root-path",
        "PATH",
        "the path below which the pages are, such as /livingstone",
        default="",
    )
    parser.value(
        "--proxy",
        "ADDRESS",
        "the IP address of a proxy whose X-Forwarded-For and X-Forwarded-Proto are believed;"
        " can be given several times",
        action="append",
        default=[],
    )
    parser.switch("--log", "print a line for each request to standard error")


def _add_games(parser: Parser) -> None:
    """Declare the options for the file of games."""
    parser.value(
        "--database",
        "FILE",
        "the file that keeps all games (default: livingstone.db in the user's data folder)",
    )
    parser.value(
        "--backup",
        "FILE",
        "copy the file of games to this one and end; works while a server runs",
    )
    parser.value(
        "--keep-days",
        "N",
        "delete tables that nobody has touched for N days (default: keep all)",
        type=float,
    )
    parser.switch(
        "--prune",
        "delete such tables now and end; without --keep-days, after"
        f" {_PRUNED_DAYS:g} days; not while a server runs",
    )
    parser.value("--most-tables", "N", "default: 20000", type=int, default=20_000)
    parser.switch(
        "--no-sync",
        "do not wait for the disk after each action: faster, but a power cut can lose the last"
        " actions",
    )
    parser.switch("--allow-editions", "open records of games with custom boards and cards")


def _add_bots(parser: Parser) -> None:
    """Declare the options for bots."""
    parser.value(
        "--bot",
        "NAME",
        "another bot to play against, such as module:attribute; can be given several times",
        action="append",
        default=[],
    )
    parser.add_argument(
        "--pace",
        choices=("at-once", "calm", "slow"),
        default="calm",
        help="how fast bots play unless people choose (default: calm)",
    )
    parser.value("--workers", "N", "how many bots think at once (default: 2)", type=int, default=2)


def run(options: argparse.Namespace) -> int:
    """Serve until Ctrl-C, or look after the file of games."""
    from livingstone.web import serve
    from livingstone.web.settings import LOCAL_NAMES

    if not 0 <= options.port < _PORTS:
        raise ArgumentError(f"--port must be 0 (any free one) to {_PORTS - 1}, not {options.port}")
    settings = _settings(options)
    if options.backup or options.prune:
        _look_after(settings, options)
        return 0

    def tell(address: str) -> None:
        print(f"Livingstone is at {address} (Ctrl-C stops it).")
        print(f"All games are kept in {settings.database}.")
        if options.host not in LOCAL_NAMES:
            print("Everybody who can reach it can play. Put a proxy with TLS in front of it.")
        sys.stdout.flush()

    signal.signal(signal.SIGTERM, signal.default_int_handler)  # until the server handles it
    serve(settings, options.host, options.port, tell=tell)
    return 0


def _settings(options: argparse.Namespace) -> "Settings":
    """Make the settings of a server from the arguments."""
    from livingstone.players import load_player
    from livingstone.web import Settings
    from livingstone.web.settings import LOCAL_NAMES

    if find_spec("numba"):
        load_player("learned")  # compiles before the first game: a minute, once on a machine
    for name in options.bot:
        load_player(name)
    names = options.name or (LOCAL_NAMES if options.host in LOCAL_NAMES else ["*"])
    usual_days = _PRUNED_DAYS if options.prune else float("inf")
    return Settings(
        database=_database() if options.database is None else path_of(options.database),
        syncs=not options.no_sync,
        names=tuple(names),
        proxies=tuple(map(_network, options.proxy)),
        root_path=_root_path(options.root_path),
        logs=options.log,
        allows_editions=options.allow_editions,
        most_connections=_raise_file_limit(),
        most_tables=options.most_tables,
        keep_days=usual_days if options.keep_days is None else options.keep_days,
        workers=options.workers,
        bots=options.bot,
        pace=options.pace,
        board=options.board,
        cards=options.cards,
        effects=effects_from(options),
    )


def _raise_file_limit() -> int:
    """Let this process open as many files as it may; return how many can be connections."""
    most = 1_000
    with suppress(NameError):
        _, limit = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = min(limit % 2**63, _MOST_FILES)  # -1 means no limit
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, limit))
    return max(most - 400, most // 2)  # bots and the file of games need some


def _network(address: str) -> IPv4Network | IPv6Network:
    """Read an IP address, or a network of addresses."""
    try:
        return ip_network(address)
    except ValueError as error:
        raise ArgumentError(f"--proxy must be an IP address or a network: {error}") from None


def _root_path(path: str) -> str:
    """Check a path, and remove the slash at its end."""
    if not re.fullmatch(r"(/[\w-]+)*/?", path, re.ASCII):
        raise ArgumentError(f"--root-path must be a path such as /livingstone, not {path!r}")
    return path.rstrip("/")


def _look_after(settings: "Settings", options: argparse.Namespace) -> None:
    """Copy the file of games, or delete its old tables."""
    from livingstone.web.store import Store, back_up

    if options.backup:
        back_up(settings.database, path_of(options.backup))
        print(f"{settings.database} is copied to {options.backup}.")
    if options.prune:
        store = Store(settings.database)
        gone = store.untouched(settings.keep_days)
        store.delete(*gone)
        print(f"{len(gone)} tables, not touched for {settings.keep_days:g} days, are deleted.")
        print(f"{store.count_tables()} tables are kept.")
        store.close()


def _database() -> Path:
    """Return the default file in the user's data folder; make the folder if necessary."""
    usual = Path.home() / ".local" / "share"
    folder = Path(os.environ.get("XDG_DATA_HOME") or usual) / "livingstone"
    return make_folder(folder) / "livingstone.db"
