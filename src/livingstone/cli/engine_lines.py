"""The lines of `livingstone engine`: what can be asked, and what is answered.

Each class is a kind of line: its fields are the keys of a JSON object, and `document` is the value
of the key `request`, or of `answer`.
"""

from typing import Annotated, Any, ClassVar, Literal, TypeAlias, get_args

from attrs import frozen

import livingstone as ls
from livingstone.documents import schema
from livingstone.support.limits import Between, Line, Matching, Seed

Language = Annotated[str, Matching("|".join(ls.LANGUAGES), " or ".join(ls.LANGUAGES))]
Chance: TypeAlias = Literal["seed", "explicit", "dealt"]
"""Who decides chance: a seed, the client, or the random numbers of the operating system."""
Pending: TypeAlias = (
    ls.RoundRoll
    | ls.DonationRoll
    | ls.StoneDraw
    | ls.CardDraw
    | ls.CardRoll
    | ls.CardLook
    | ls.HandDraw
    | ls.CardChoice
)
Probability = Annotated[str, Matching(r"1|[1-9][0-9]*/[1-9][0-9]*", "a fraction, such as 1/36")]


@frozen
class NewGame:
    """Begin a game."""

    document: ClassVar[str] = "new_game"
    players: Annotated[int, Between(2, 20)]
    edition: Literal["printed", "bga"] | ls.Edition = "printed"
    first: int = 0
    chance: Chance = "seed"
    seed: Seed | None = None
    names: tuple[Line, ...] = ()
    language: Language = "en"


@frozen
class OpenRecord:
    """Go on from a full record, with the same players; its seed decides nothing any more."""

    document: ClassVar[str] = "open"
    record: ls.Record | None = None
    toml: str | None = None
    chance: Literal["explicit", "dealt"] = "explicit"
    language: Language = "en"


@frozen
class Moves:
    """List the legal moves of a seat, or of the seat to move."""

    document: ClassVar[str] = "moves"
    game: int
    seat: int | None = None


@frozen
class Choices:
    """The choices for the moves with one target."""

    amount: int | None = None
    gems: ls.Gems | None = None
    cards: tuple[str, ...] = ()
    space: ls.Space | None = None
    source: ls.Space | None = None
    seat: int | None = None


@frozen
class Play:
    """Carry out a move or an outcome: a line, a move, an outcome, or a target with choices."""

    document: ClassVar[str] = "play"
    game: int
    line: str | None = None
    move: ls.Move | None = None
    outcome: ls.Outcome | None = None
    target: str | None = None
    choices: Choices | None = None
    seat: int | None = None
    version: ls.Version | None = None


@frozen
class ViewOf:
    """Show what a seat sees, or a spectator (null)."""

    document: ClassVar[str] = "view"
    game: int
    seat: int | None


@frozen
class StateOf:
    """Show the state of a game, with all secrets."""

    document: ClassVar[str] = "state"
    game: int


@frozen
class Document:
    """Show all that the client of a seat, or of a spectator (null), draws."""

    document: ClassVar[str] = "document"
    game: int
    seat: int | None
    since: ls.Version = ls.Version()  # noqa: RUF009  # a named tuple
    language: Language | None = None
    most_events: Annotated[int, Between(0, 10**9)] | None = None


@frozen
class Undo:
    """Take back the last move of a seat."""

    document: ClassVar[str] = "undo"
    game: int
    seat: int
    agreed: bool = False
    version: ls.Version | None = None


@frozen
class Redo:
    """Carry out again the move that was taken back last."""

    document: ClassVar[str] = "redo"
    game: int
    seat: int | None = None
    version: ls.Version | None = None


@frozen
class RecordOf:
    """Record the game so far: in full, or as a seat or a spectator saw it."""

    document: ClassVar[str] = "record"
    game: int
    seen_by: int | Literal["spectator"] | None = None


@frozen
class SeedOf:
    """Tell the seed of a game."""

    document: ClassVar[str] = "seed"
    game: int


@frozen
class ChanceOf:
    """List the outcomes of chance that a game awaits, with their exact probabilities."""

    document: ClassVar[str] = "chance"
    game: int


@frozen
class EditionOf:
    """Show the edition of a game, with all figures."""

    document: ClassVar[str] = "edition"
    game: int


@frozen
class Close:
    """End a game, which frees its number."""

    document: ClassVar[str] = "close"
    game: int


Request: TypeAlias = (
    NewGame
    | OpenRecord
    | Moves
    | Play
    | ViewOf
    | StateOf
    | Document
    | Undo
    | Redo
    | RecordOf
    | SeedOf
    | ChanceOf
    | EditionOf
    | Close
)
REQUESTS: dict[str, type[Any]] = {cls.document: cls for cls in get_args(Request)}
"""The requests by name."""


@frozen
class Position:
    """Where a game is: what `new_game`, `open`, `undo` and `redo` answer."""

    document: ClassVar[str] = "position"
    game: int
    version: ls.Version
    mover: int | None
    pending: Pending | None
    result: ls.Result | None


@frozen
class Played(Position):
    """What a move or an outcome did: all events with all secrets, and their lines."""

    document: ClassVar[str] = "played"
    lines: tuple[str, ...]
    events: tuple[ls.Event, ...]


@frozen
class LegalMoves:
    """The legal moves, each as an object and as a line."""

    document: ClassVar[str] = "moves"
    lines: tuple[str, ...]
    moves: tuple[ls.Move, ...]


@frozen
class Seen:
    """What a seat sees."""

    document: ClassVar[str] = "view"
    view: ls.View

    @property
    def edition(self) -> ls.Edition:
        """The edition, whose own effects the answer can name."""
        return self.view.edition


@frozen
class Shown:
    """A state."""

    document: ClassVar[str] = "state"
    state: ls.State

    @property
    def edition(self) -> ls.Edition:
        """The edition, whose own effects the answer can name."""
        return self.state.edition


@frozen
class Drawn:
    """All that a client draws."""

    document: ClassVar[str] = "document"
    snapshot: ls.Snapshot

    @property
    def edition(self) -> ls.Edition:
        """The edition, whose own effects the answer can name."""
        return self.snapshot.view.edition


@frozen
class Recorded:
    """A record, as an object and in TOML."""

    document: ClassVar[str] = "record"
    record: ls.Record
    toml: str


@frozen
class Seeded:
    """The seed of a game; null if no seed decides chance."""

    document: ClassVar[str] = "seed"
    seed: Seed | None


@frozen
class Likely:
    """An outcome and its probability."""

    outcome: ls.Outcome
    line: str
    probability: Probability


@frozen
class Outcomes:
    """The outcomes of chance; none if a game awaits none."""

    document: ClassVar[str] = "chance"
    outcomes: tuple[Likely, ...]


@frozen
class Printed:
    """An edition."""

    document: ClassVar[str] = "edition"
    edition: ls.Edition


@frozen
class Closed:
    """A game has ended."""

    document: ClassVar[str] = "close"
    game: int


Answer: TypeAlias = (
    Position
    | Played
    | LegalMoves
    | Seen
    | Shown
    | Drawn
    | Recorded
    | Seeded
    | Outcomes
    | Printed
    | Closed
)
Kind: TypeAlias = Literal[
    "not_json", "too_long", "unknown_request", "wrong_request", "no_such_game", "too_many_games",
    "refused", "failed",
]  # fmt: skip


@frozen
class Problem:
    """Why a line was not carried out; the next line is read all the same."""

    document: ClassVar[str] = "error"
    kind: Kind
    sentence: str
    refusal: ls.Refusal | None = None


def schema_of_lines() -> dict[str, Any]:
    """Make the JSON Schema of all lines: `request` and `answer` are among its definitions."""
    definitions = dict[str, Any]()
    requests = [_line(cls, {"request": cls.document}, definitions) for cls in get_args(Request)]
    answers = [_line(cls, {"ok": True}, definitions) for cls in get_args(Answer)]
    _line(Problem, {}, definitions)
    failed = {
        "type": "object",
        "properties": {"ok": {"const": False}, "error": {"$ref": "#/$defs/Problem"}},
        "required": ["ok", "error"],
        "additionalProperties": False,
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "livingstone engine",
        "description": "A line of `livingstone engine`: a request or its answer.",
        "oneOf": [{"$ref": "#/$defs/request"}, {"$ref": "#/$defs/answer"}],
        "$defs": definitions
        | {"request": {"oneOf": requests}, "answer": {"oneOf": [*answers, failed]}},
    }


def _line(cls: Any, first: dict[str, object], definitions: dict[str, Any]) -> dict[str, Any]:
    """Add the definitions for a line to others, with keys before its own; return a reference."""
    found: dict[str, Any] = schema(cls)["$defs"]  # type: ignore[assignment]
    own = found[cls.__name__]
    own["properties"] = {name: {"const": value} for name, value in first.items()} | own[
        "properties"
    ]
    own["required"] = [*first, *own["required"]]
    definitions |= found
    return {"$ref": f"#/$defs/{cls.__name__}"}
