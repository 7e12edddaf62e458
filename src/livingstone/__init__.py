"""A rules engine for the board game Livingstone.

States are immutable values: `legal_moves` lists the moves of a state, `apply` makes one and returns
the next state.

Importing this package loads the game. Everything else (events, notation, records, documents,
players, simulation and so on) is loaded when it is first used.
"""

import importlib
import typing

from livingstone import edition as edition
from livingstone import effects as effects
from livingstone import game as game
from livingstone.edition.loading import load_edition as load_edition
from livingstone.edition.loading import shipped_toml as shipped_toml
from livingstone.edition.phrases import LANGUAGES as LANGUAGES
from livingstone.edition.types import Edition as Edition
from livingstone.errors import ArgumentError as ArgumentError
from livingstone.errors import DataError as DataError
from livingstone.errors import LivingstoneError as LivingstoneError
from livingstone.errors import NotationError as NotationError
from livingstone.errors import RecordError as RecordError
from livingstone.game.chance import chance_outcomes as chance_outcomes
from livingstone.game.chance import sample_outcome as sample_outcome
from livingstone.game.engine import apply as apply
from livingstone.game.engine import legal_moves as legal_moves
from livingstone.game.engine import new_game as new_game
from livingstone.game.engine import with_explicit_chance as with_explicit_chance
from livingstone.game.engine import with_seed as with_seed
from livingstone.game.moves import Action as Action
from livingstone.game.moves import BuildTent as BuildTent
from livingstone.game.moves import CardChoice as CardChoice
from livingstone.game.moves import CardDraw as CardDraw
from livingstone.game.moves import CardLook as CardLook
from livingstone.game.moves import CardRevealed as CardRevealed
from livingstone.game.moves import CardRoll as CardRoll
from livingstone.game.moves import CardsShown as CardsShown
from livingstone.game.moves import Choose as Choose
from livingstone.game.moves import DiceRolled as DiceRolled
from livingstone.game.moves import Dig as Dig
from livingstone.game.moves import Donate as Donate
from livingstone.game.moves import DonationRoll as DonationRoll
from livingstone.game.moves import DrawCard as DrawCard
from livingstone.game.moves import EndTurn as EndTurn
from livingstone.game.moves import HandDraw as HandDraw
from livingstone.game.moves import Move as Move
from livingstone.game.moves import Outcome as Outcome
from livingstone.game.moves import PlayCard as PlayCard
from livingstone.game.moves import RoundRoll as RoundRoll
from livingstone.game.moves import SellGems as SellGems
from livingstone.game.moves import StoneDraw as StoneDraw
from livingstone.game.moves import StonesDrawn as StonesDrawn
from livingstone.game.moves import TakeCoins as TakeCoins
from livingstone.game.moves import TakeDie as TakeDie
from livingstone.game.refusals import IllegalMoveError as IllegalMoveError
from livingstone.game.refusals import Refusal as Refusal
from livingstone.game.refusals import RefusedError as RefusedError
from livingstone.game.rules.ending import Result as Result
from livingstone.game.rules.ending import Standing as Standing
from livingstone.game.rules.ending import result as result
from livingstone.game.rules.tents import Price as Price
from livingstone.game.rules.tents import price_of as price_of
from livingstone.game.sampling import sample_state as sample_state
from livingstone.game.state import Player as Player
from livingstone.game.state import State as State
from livingstone.game.view import PlayerView as PlayerView
from livingstone.game.view import Private as Private
from livingstone.game.view import View as View
from livingstone.game.viewing import is_legal as is_legal
from livingstone.game.viewing import view as view
from livingstone.game.viewing import view_after as view_after
from livingstone.game.viewing import why_illegal as why_illegal
from livingstone.support import naming
from livingstone.support.machine import MissingExtraError as MissingExtraError
from livingstone.support.machine import __version__ as __version__
from livingstone.values import CardPile as CardPile
from livingstone.values import Gems as Gems
from livingstone.values import Space as Space
from livingstone.values import Stones as Stones

if typing.TYPE_CHECKING:
    from livingstone import documents as documents
    from livingstone import envs as envs
    from livingstone import events as events
    from livingstone import kernel as kernel
    from livingstone import players as players
    from livingstone import records as records
    from livingstone import reviews as reviews
    from livingstone import simulation as simulation
    from livingstone import svg as svg
    from livingstone import table as table
    from livingstone import testing as testing
    from livingstone import text as text
    from livingstone import web as web
    from livingstone.documents.text import from_json as from_json
    from livingstone.documents.text import from_plain as from_plain
    from livingstone.documents.text import to_json as to_json
    from livingstone.documents.text import to_plain as to_plain
    from livingstone.events import Event as Event
    from livingstone.events import visible as visible
    from livingstone.events.transitions import Transition as Transition
    from livingstone.events.transitions import play as play
    from livingstone.game.odds import Odds as Odds
    from livingstone.game.odds import expected as expected
    from livingstone.game.perft import Perft as Perft
    from livingstone.game.perft import divide as divide
    from livingstone.game.perft import perft as perft
    from livingstone.game.validation import validate as validate
    from livingstone.players import Bot as Bot
    from livingstone.players import known_players as known_players
    from livingstone.players import load_player as load_player
    from livingstone.records.notation import HiddenCard as HiddenCard
    from livingstone.records.notation import HiddenChoice as HiddenChoice
    from livingstone.records.notation import HiddenDonation as HiddenDonation
    from livingstone.records.notation import format_move as format_move
    from livingstone.records.notation import parse_move as parse_move
    from livingstone.records.record import Record as Record
    from livingstone.records.toml import dump as dump
    from livingstone.records.toml import dumps as dumps
    from livingstone.records.toml import load as load
    from livingstone.records.toml import load_all as load_all
    from livingstone.records.toml import loads as loads
    from livingstone.reviews import Hint as Hint
    from livingstone.reviews import Review as Review
    from livingstone.reviews import hint as hint
    from livingstone.reviews import review as review
    from livingstone.simulation import Comparison as Comparison
    from livingstone.simulation import Report as Report
    from livingstone.simulation import SimulationError as SimulationError
    from livingstone.simulation import compare as compare
    from livingstone.simulation import read_rows as read_rows
    from livingstone.simulation import replay_row as replay_row
    from livingstone.simulation import simulate as simulate
    from livingstone.simulation.sweeps import Sweep as Sweep
    from livingstone.simulation.sweeps import sweep as sweep
    from livingstone.simulation.tournaments import Tournament as Tournament
    from livingstone.simulation.tournaments import tournament as tournament
    from livingstone.table.groups import MoveGroup as MoveGroup
    from livingstone.table.groups import choose_move as choose_move
    from livingstone.table.groups import describe_group as describe_group
    from livingstone.table.groups import group_moves as group_moves
    from livingstone.table.groups import needs_confirmation as needs_confirmation
    from livingstone.table.news import News as News
    from livingstone.table.news import Version as Version
    from livingstone.table.reading import Question as Question
    from livingstone.table.reading import Suggestions as Suggestions
    from livingstone.table.reading import read_move as read_move
    from livingstone.table.snapshot import DieOffer as DieOffer
    from livingstone.table.snapshot import Offer as Offer
    from livingstone.table.snapshot import Snapshot as Snapshot
    from livingstone.table.snapshot import TakenBack as TakenBack
    from livingstone.table.snapshot import ToldEvent as ToldEvent
    from livingstone.table.table import Table as Table
    from livingstone.table.table import UndoError as UndoError
    from livingstone.table.table import deal as deal
    from livingstone.words.events import describe as describe
    from livingstone.words.moves import describe_card as describe_card
    from livingstone.words.moves import describe_move as describe_move
    from livingstone.words.moves import describe_refusal as describe_refusal
    from livingstone.words.refusals import describe_error as describe_error
    from livingstone.words.rules import describe_board as describe_board
    from livingstone.words.rules import describe_rules as describe_rules

_LATER = {
    "documents.text": "from_json from_plain to_json to_plain",
    "events": "Event visible",
    "events.transitions": "Transition play",
    "game.odds": "Odds expected",
    "game.perft": "Perft divide perft",
    "game.validation": "validate",
    "players": "Bot known_players load_player",
    "records.notation": "HiddenCard HiddenChoice HiddenDonation format_move parse_move",
    "records.record": "Record",
    "records.toml": "dump dumps load load_all loads",
    "reviews": "Hint Review hint review",
    "simulation": "Comparison Report SimulationError compare read_rows replay_row simulate",
    "simulation.sweeps": "Sweep sweep",
    "simulation.tournaments": "Tournament tournament",
    "table.groups": "MoveGroup choose_move describe_group group_moves needs_confirmation",
    "table.news": "News Version",
    "table.reading": "Question Suggestions read_move",
    "table.snapshot": "DieOffer Offer Snapshot TakenBack ToldEvent",
    "table.table": "Table UndoError deal",
    "words.events": "describe",
    "words.moves": "describe_card describe_move describe_refusal",
    "words.refusals": "describe_error",
    "words.rules": "describe_board describe_rules",
}
"""The names that are loaded when they are first used, by their modules."""
_MODULE_OF = naming.modules_of(_LATER)
_SUBMODULES = {
    *("documents", "edition", "effects", "envs", "events", "game", "kernel", "players", "records"),
    *("reviews", "simulation", "svg", "table", "testing", "text", "web"),
}
"""The public modules."""
__all__ = naming.public(globals(), "edition", "effects", "events", "svg", "text", *_MODULE_OF)

if not typing.TYPE_CHECKING:  # so that type checkers still report a wrong name

    def __getattr__(name: str) -> object:
        if name in _SUBMODULES or name == "words":
            return importlib.import_module(f"{__name__}.{name}")
        return naming.load(globals(), _MODULE_OF, name)


def __dir__() -> list[str]:
    return sorted({*__all__, *_SUBMODULES})
