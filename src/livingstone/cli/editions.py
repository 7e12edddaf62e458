"""The options for the rules, the board, the cards and their effects."""

import argparse
from importlib import import_module

from livingstone.cli.parser import Parser
from livingstone.edition.loading import RULESETS, load_edition
from livingstone.edition.types import Edition
from livingstone.effects import CardEffect
from livingstone.errors import ArgumentError, told


def add_edition(parser: Parser) -> None:
    """Declare the options for rules, board and cards."""
    parser.add_argument(
        "--edition", choices=RULESETS, default="printed", help="the rules (default: printed)"
    )
    add_parts(parser)


def add_parts(parser: Parser) -> None:
    """Declare the options for board and cards."""
    for part in ("board", "cards"):
        parser.value(
            f"--{part}",
            "FILE",
            f"use the {part} of this file; livingstone {part} --toml prints one to start with",
        )
    add_effects(parser)


def add_effects(parser: Parser) -> None:
    """Declare the option for effects of cards."""
    parser.value(
        "--effects",
        "MODULE",
        "import this Python module, such as mypackage.cards: cards can have the effects that"
        " it defines; can be given several times",
        action="append",
        default=[],
    )


def effects_from(options: argparse.Namespace) -> list[type[CardEffect]]:
    """Import the modules of `--effects`, and list the effects that they define."""
    found = list[type[CardEffect]]()
    for name in options.effects:
        try:
            values = [*vars(import_module(name)).values()]
        except Exception as error:
            raise ArgumentError(f"--effects {name} cannot be imported: {told(error)}") from None
        own = [
            cls
            for cls in values
            if isinstance(cls, type) and issubclass(cls, CardEffect)
            if not cls.__name__.startswith("_") and not cls.__module__.startswith("livingstone.")
        ]
        if not own:
            raise ArgumentError(f"--effects {name} has no class that inherits from CardEffect")
        found += own
    return found


def edition_from(options: argparse.Namespace) -> Edition:
    """Load the edition of `--edition`, `--board`, `--cards` and `--effects`."""
    return load_edition(
        options.edition or "printed",
        board=options.board,
        cards=options.cards,
        effects=effects_from(options),
    )
