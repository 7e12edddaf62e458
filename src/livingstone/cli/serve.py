"""`livingstone serve`: the game in a browser."""

import argparse
import os
import re
import signal
import sys
from contextlib import suppress
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import fields_dict

from livingstone import ArgumentError
from livingstone.cli.inputs import refuse_read_files
from livingstone.cli.parser import effects_from
from livingstone.players import load_player
from livingstone.support.files import make_folder, path_of

with suppress(ImportError):  # on Windows
    import resource

if TYPE_CHECKING:
    from livingstone.web import Settings

_MOST_FILES = 20_000
_PORTS = 65_536
_PRUNED_DAYS = 90.0
"""What `--prune` keeps without `--keep-days`."""


def run(options: argparse.Namespace) -> int:
    """Serve until Ctrl-C, or look after the file of games."""
    from livingstone.web import LOCAL_NAMES, serve

    if not 0 <= options.port < _PORTS:
        raise ArgumentError(f"--port must be 0 (any free one) to {_PORTS - 1}, not {options.port}")
    is_local = options.host in LOCAL_NAMES
    settings = _settings(options, LOCAL_NAMES if is_local else ("*",))
    if options.backup or options.prune:
        _look_after(settings, options)
        return 0

    def tell(address: str) -> None:
        print(f"Livingstone is at {address} (Ctrl-C stops it).")
        print(f"All games are kept in {settings.database}.")
        if not is_local:
            print("Everybody who can reach it can play. Put a proxy with TLS in front of it.")
        sys.stdout.flush()

    signal.signal(signal.SIGTERM, signal.default_int_handler)  # until the server handles it
    serve(settings, options.host, options.port, tell=tell)
    return 0


def _settings(options: argparse.Namespace, names: tuple[str, ...]) -> "Settings":
    """Make the settings of a server from the arguments; `names` unless others are given."""
    from livingstone.web import Settings

    known = {name: value for name, value in vars(options).items() if value is not None}
    given = {name: value for name, value in known.items() if name in fields_dict(Settings)}
    given |= {"most_connections": _raise_file_limit(), "effects": effects_from(options)}
    if options.prune:
        given.setdefault("keep_days", _PRUNED_DAYS)
    given["database"] = path_of(given["database"]) if "database" in given else _database()
    settings = Settings(**{"names": names} | given)
    for bot in settings.own_bots.values():
        load_player(bot.player)
    return settings


def _raise_file_limit() -> int:
    """Let this process open as many files as it may; return how many can be connections."""
    most = 1_000
    with suppress(NameError):
        _, limit = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = min(limit % 2**63, _MOST_FILES)  # -1 means no limit
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, limit))
    return max(most - 400, most // 2)  # bots and the file of games need some


def network(address: str) -> IPv4Network | IPv6Network:
    """Read an IP address, or a network of addresses."""
    try:
        return ip_network(address)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"must be an IP address or a network: {error}") from None


def root_path(path: str) -> str:
    """Check a path, and remove the slash at its end."""
    if not re.fullmatch(r"(/[\w-]+)*/?", path, re.ASCII):
        raise argparse.ArgumentTypeError(f"must be a path such as /livingstone, not {path!r}")
    return path.rstrip("/")


def _look_after(settings: "Settings", options: argparse.Namespace) -> None:
    """Copy the file of games, or delete its old tables."""
    from livingstone.web import back_up, prune

    if options.backup:
        refuse_read_files(path_of(options.backup), options)
        back_up(settings.database, options.backup, overwrite=options.overwrite)
        print(f"{settings.database} is copied to {options.backup}.")
    if options.prune:
        tables = prune(settings.database, settings.keep_days)
        print(f"{tables.deleted} tables, not touched for {settings.keep_days:g} days, are deleted.")
        print(f"{tables.kept} tables are kept.")


def _database() -> Path:
    """Return the default file: in the user's data folder, made if necessary, or in this folder."""
    try:
        folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    except RuntimeError:  # a user without a home
        return Path("livingstone.db")
    return make_folder(folder / "livingstone") / "livingstone.db"


RUN = {"serve": run}
