"""A rules engine for the board game Livingstone.

States are immutable values: `legal_moves` lists the moves of a state, `apply` makes one and returns
the next state.

Importing this package loads the game, its events, pictures and notation. Everything else (records,
documents, players, simulation and so on) is loaded when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from livingstone import edition, effects, events, pictures  # noqa: F401  # how notebooks draw
from livingstone.edition.loading import load_edition, shipped_toml
from livingstone.edition.phrases import LANGUAGES
from livingstone.edition.types import Edition, edition_hash
from livingstone.errors import (
    ArgumentError,
    DataError,
    LivingstoneError,
    NotationError,
    RecordError,
)
from livingstone.events import Event, visible
from livingstone.events.transitions import Transition, play
from livingstone.game.chance import chance_outcomes, sample_outcome
from livingstone.game.engine import (
    apply,
    legal_moves,
    new_game,
    with_explicit_chance,
    with_seed,
)
from livingstone.game.moves import (
    Action,
    BuildTent,
    CardDraw,
    CardRevealed,
    ChanceEvent,
    DiceRolled,
    Dig,
    Donate,
    DonationRoll,
    DrawCard,
    EndTurn,
    Move,
    Outcome,
    PlayCard,
    RoundRoll,
    SellGems,
    StoneDraw,
    StonesDrawn,
    TakeCoins,
    TakeDie,
)
from livingstone.game.perft import Perft, divide, perft
from livingstone.game.refusals import Code, Fact, IllegalMoveError, Refusal, RefusedError
from livingstone.game.rules.ending import Result, Standing, result
from livingstone.game.rules.tents import Price, price_of
from livingstone.game.sampling import sample_state
from livingstone.game.state import Player, State
from livingstone.game.validation import validate
from livingstone.game.view import PlayerView, Private, View
from livingstone.game.viewing import is_legal, view, why_illegal
from livingstone.records.notation import HiddenCard, HiddenDonation, format_move, parse_move
from livingstone.support.machine import MissingExtraError
from livingstone.values import CardPile, Gems, Space, Stones

if TYPE_CHECKING:
    from livingstone.documents.schema import schema
    from livingstone.documents.text import from_json, to_json
    from livingstone.pictures import svg, text
    from livingstone.players import Bot, known_players, load_player
    from livingstone.records.record import Record
    from livingstone.records.replay import conceal
    from livingstone.records.toml import (
        dump,
        dump_all,
        dumps,
        dumps_all,
        load,
        load_all,
        loads,
        loads_all,
    )
    from livingstone.reviews import Hint, Review, hint, review
    from livingstone.simulation import (
        Comparison,
        GameRow,
        Progress,
        Report,
        SimulationError,
        compare,
        read_frame,
        read_report,
        read_rows,
        replay_row,
        simulate,
    )
    from livingstone.simulation.tournaments import Tournament, tournament
    from livingstone.table.groups import (
        Amounts,
        MoveGroup,
        choose_move,
        describe_group,
        group_moves,
        target_of,
    )
    from livingstone.table.table import News, Table, Version, deal
    from livingstone.table.undo import UndoError, needs_confirmation
    from livingstone.words.events import describe
    from livingstone.words.moves import describe_card, describe_move, describe_refusal

__all__ = [
    "Action",
    "Amounts",
    "ArgumentError",
    "Bot",
    "BuildTent",
    "CardDraw",
    "CardPile",
    "CardRevealed",
    "ChanceEvent",
    "Code",
    "Comparison",
    "DataError",
    "DiceRolled",
    "Dig",
    "Donate",
    "DonationRoll",
    "DrawCard",
    "Edition",
    "EndTurn",
    "Event",
    "Fact",
    "GameRow",
    "Gems",
    "HiddenCard",
    "HiddenDonation",
    "Hint",
    "IllegalMoveError",
    "LANGUAGES",
    "LivingstoneError",
    "MissingExtraError",
    "Move",
    "MoveGroup",
    "News",
    "NotationError",
    "Outcome",
    "Perft",
    "PlayCard",
    "Player",
    "PlayerView",
    "Price",
    "Private",
    "Progress",
    "Record",
    "RecordError",
    "Refusal",
    "RefusedError",
    "Report",
    "Result",
    "Review",
    "RoundRoll",
    "SellGems",
    "SimulationError",
    "Space",
    "Standing",
    "State",
    "StoneDraw",
    "Stones",
    "StonesDrawn",
    "Table",
    "TakeCoins",
    "TakeDie",
    "Tournament",
    "Transition",
    "UndoError",
    "Version",
    "View",
    "apply",
    "chance_outcomes",
    "choose_move",
    "compare",
    "conceal",
    "deal",
    "describe",
    "describe_card",
    "describe_group",
    "describe_move",
    "describe_refusal",
    "divide",
    "dump",
    "dump_all",
    "dumps",
    "dumps_all",
    "edition",
    "edition_hash",
    "effects",
    "events",
    "format_move",
    "from_json",
    "group_moves",
    "hint",
    "is_legal",
    "known_players",
    "legal_moves",
    "load",
    "load_all",
    "load_edition",
    "load_player",
    "loads",
    "loads_all",
    "needs_confirmation",
    "new_game",
    "parse_move",
    "perft",
    "play",
    "price_of",
    "read_frame",
    "read_report",
    "read_rows",
    "replay_row",
    "result",
    "review",
    "sample_outcome",
    "sample_state",
    "schema",
    "shipped_toml",
    "simulate",
    "svg",
    "target_of",
    "text",
    "to_json",
    "tournament",
    "validate",
    "view",
    "visible",
    "why_illegal",
    "with_explicit_chance",
    "with_seed",
]

_LATER = (
    *("words.events", "words.moves"),
    *("table.groups", "table.undo", "records.record", "records.replay"),
    *("records.toml", "table.table", "documents.schema", "documents.text", "players"),
    *("simulation", "simulation.tournaments", "reviews"),
)
"""The modules of the names that are loaded when they are first used, each after those it uses."""
_SUBMODULES = {module.partition(".")[0]: module.partition(".")[0] for module in _LATER}
_SUBMODULES |= {"svg": "pictures.svg", "text": "pictures.text"}

if not TYPE_CHECKING:  # so that type checkers still report a wrong name

    def __getattr__(name: str) -> object:
        if name in _SUBMODULES:
            return import_module(f"{__name__}.{_SUBMODULES[name]}")
        for module in _LATER if name in __all__ else ():
            known = vars(import_module(f"{__name__}.{module}"))
            if name in known:
                return globals().setdefault(name, known[name])
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
