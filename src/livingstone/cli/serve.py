"""`livingstone serve`: the game in a browser."""

import argparse
import os
import sys
from pathlib import Path

from livingstone.cli.editions import add_parts, effects_from
from livingstone.cli.parser import Commands
from livingstone.errors import ArgumentError
from livingstone.support.files import make_folder, path_of

_PORTS = 65_536


def add_parser(commands: Commands) -> None:
    """Declare the subcommand and its arguments."""
    parser = commands.add_parser(
        "serve",
        help="play in a browser",
        description="Serve the game to browsers: a lobby, tables for people and bots, replays.",
        epilog="Ctrl-C stops the server; all games continue when it is started again.",
    )
    parser.value(
        "--database",
        "FILE",
        "the file that keeps all games (default: livingstone.db in the user's data folder)",
    )
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
        "--bot",
        "NAME",
        "another bot to play against, such as module:attribute; can be given several times",
        action="append",
        default=[],
    )
    parser.switch("--allow-editions", "open records of games with custom boards and cards")
    add_parts(parser)
    parser.value("--workers", "N", "how many bots think at once (default: 2)", type=int, default=2)
    parser.switch(
        "--no-sync",
        "do not wait for the disk after each action: faster, but a power cut can lose the last"
        " actions",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    from livingstone.players import load_player
    from livingstone.web import Settings, serve
    from livingstone.web.bot_pool import STRENGTHS
    from livingstone.web.settings import LOCAL_NAMES

    if not 0 <= options.port < _PORTS:
        raise ArgumentError(f"--port must be 0 (any free one) to {_PORTS - 1}, not {options.port}")
    for name in options.bot:
        load_player(name)
        STRENGTHS.setdefault(name, name)
    is_local = options.host in LOCAL_NAMES
    names = options.name or (LOCAL_NAMES if is_local else ["*"])
    settings = Settings(
        database=_database() if options.database is None else path_of(options.database),
        syncs=not options.no_sync,
        names=tuple(names),
        allows_editions=options.allow_editions,
        workers=options.workers,
        board=options.board,
        cards=options.cards,
        effects=effects_from(options),
    )

    def tell(address: str) -> None:
        print(f"Livingstone is at {address} (Ctrl-C stops it).")
        print(f"All games are kept in {settings.database}.")
        if not is_local:
            print("Everybody who can reach it can play. Put a proxy with TLS in front of it.")
        sys.stdout.flush()

    serve(settings, options.host, options.port, tell=tell)
    return 0


def _database() -> Path:
    """Return the default file in the user's data folder; make the folder if necessary."""
    usual = Path.home() / ".local" / "share"
    folder = Path(os.environ.get("XDG_DATA_HOME") or usual) / "livingstone"
    return make_folder(folder) / "livingstone.db"
