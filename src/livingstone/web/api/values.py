"""The values of the API: the bodies of requests, and what answers hold; its schemas follow."""

from typing import Annotated, ClassVar, Literal

from attrs import frozen

import livingstone as ls
from livingstone.support.limits import Between, Identifier, Matching
from livingstone.web.page_phrases import PAGE_LANGUAGES
from livingstone.web.settings import AWAY_MINUTES, CLOCKS, PACES

_Language = Annotated[str, Matching("|".join(PAGE_LANGUAGES), " or ".join(PAGE_LANGUAGES))]
_Pace = Annotated[str, Matching("|".join(PACES), " or ".join(PACES))]
_CLOCKS = [clock.replace("+", "[+]") for clock in CLOCKS]
_Clock = Annotated[str, Matching("|".join(_CLOCKS), "empty, " + " or ".join(CLOCKS[1:]))]
_Name = Annotated[str, Matching(r"[^\r\n]{0,100}", "a name of at most 100 characters")]
_Token = Annotated[str, Matching("[A-Za-z0-9_-]{0,64}", "a token")]
_Kind = Annotated[str, Matching(r"[^\r\n]{1,200}", "person, open, public or the name of a bot")]
_Text = Annotated[str, Matching(r"[\s\S]{1,1000}", "1 to 1000 characters")]
_Line = Annotated[str, Matching(r"[^\r\n]{1,200}", "a line of 1 to 200 characters")]
_Target = Annotated[str, Matching("[a-z0-9_-]{1,60}", "the name of a target")]
_Figure = Annotated[int, Between(0, 10_000)]
_Seat = Annotated[int, Between(0, 19)]


@frozen(kw_only=True)
class WantedSeat:
    """A seat of a game that is to begin."""

    kind: _Kind = "person"
    """`person` for the caller; `open` for somebody with the invitation; `public` for anybody, as
    the list of tables shows it; or the name of a bot."""
    name: _Name = ""


@frozen(kw_only=True)
class NewTable:
    """A game that is to begin."""

    document: ClassVar = "new_table"
    seats: Annotated[tuple[WantedSeat, ...], Between(2, 5)]
    edition: Literal["printed", "bga"] = "printed"
    language: _Language | None = None
    """The language of those who do not choose one; None for that of the request."""
    clock: _Clock = ""
    """Minutes for each player, `+`, and seconds added for each turn; empty without a clock."""
    away: Annotated[int, Between(0, AWAY_MINUTES[-1])] = 0
    """Minutes after which a bot plays for a person who is away; 0 for never."""
    hints: bool = False
    """Whether players may ask for hints."""
    waits: bool = False
    """Whether the others wait for a bot that is being prepared; else another plays for it."""
    chat: bool = True
    is_listed: bool = False
    """Whether the list of tables shows it to everybody."""
    pace: _Pace | None = None
    """How fast bots play; None for what is usual on this server."""


@frozen(kw_only=True)
class Arrival:
    """A person who sits down."""

    document: ClassVar = "arrival"
    invitation: _Token = ""
    """The token of an invitation; empty for the first seat that is free for anybody."""
    name: _Name = ""


@frozen(kw_only=True)
class AtVersion:
    """A request that is refused if the game has another version by now."""

    document: ClassVar = "at_version"
    version: ls.Version
    """The version that the player has seen."""


@frozen(kw_only=True)
class ChosenMove(AtVersion):
    """A move by its target and its choices, as `choose_move` takes them."""

    document: ClassVar = "chosen_move"
    target: _Target
    die: Annotated[int, Between(1, 1000)] | None = None
    """The die to take first, in the same action; None if it is taken, or none is needed."""
    amount: _Figure | None = None
    gems: ls.Gems | None = None
    cards: Annotated[tuple[Identifier, ...], Between(0, 20)] = ()
    space: ls.Space | None = None
    source: ls.Space | None = None
    seat: _Seat | None = None


@frozen(kw_only=True)
class TypedMove(AtVersion):
    """A move as a line, as people type it."""

    document: ClassVar = "typed_move"
    line: _Line


@frozen(kw_only=True)
class WholeMove(AtVersion):
    """A move as JSON, as the view lists it."""

    document: ClassVar = "whole_move"
    move: ls.Move


@frozen(kw_only=True)
class Departure:
    """A player who leaves."""

    document: ClassVar = "departure"
    how: Literal["resign", "pass_on"] = "resign"
    """`resign`: a bot plays on; `pass_on`: until another person comes with the invitation, the
    player stays."""


@frozen(kw_only=True)
class Customs:
    """What players change at a table; None for what stays."""

    document: ClassVar = "customs"
    pace: _Pace | None = None
    """How fast bots play."""
    chat: bool | None = None
    """Whether there is a chat; only the host may change it."""


@frozen(kw_only=True)
class Rematch:
    """The next game of the same players."""

    document: ClassVar = "rematch"
    moves_seats: bool = False
    """Whether the players change seats by chance."""


@frozen(kw_only=True)
class Line:
    """A line of the chat; more than 200 visible characters are cut off."""

    document: ClassVar = "line"
    text: _Text


@frozen(kw_only=True)
class HeldSeat:
    """A seat with its token."""

    document: ClassVar = "held_seat"
    seat: int
    token: str
    """The secret for `Authorization: Bearer`."""
    table: str
    """The id of the table."""


@frozen(kw_only=True)
class Invitation:
    """An open seat."""

    document: ClassVar = "invitation"
    seat: int
    name: str
    invitation: str
    """The secret with which one person sits down."""


@frozen(kw_only=True)
class Begun:
    """A table that has begun."""

    document: ClassVar = "begun"
    id: str
    tokens: tuple[HeldSeat, ...]
    """The seats of the caller."""
    invitations: tuple[Invitation, ...]


@frozen(kw_only=True)
class PassedOn:
    """A seat that another person can take now."""

    document: ClassVar = "passed_on"
    seat: int
    token: str
    """The new secret of the player who leaves; the old one is not valid any more."""
    invitation: str


@frozen(kw_only=True)
class SeatInfo:
    """A seat of a table."""

    name: str
    kind: str
    """`person`, `open` until somebody sits down, or the name of a bot."""
    left: Literal["", "resigned", "late", "away"]
    """Why a bot plays for the person; empty while none does."""
    is_present: bool
    """Whether the person is here."""
    is_public: bool
    """Whether anybody can take it while it is open."""


@frozen(kw_only=True)
class Asked:
    """A player's request to take back the last move."""

    seat: int
    agreed: tuple[int, ...]
    """The seats that agree, that of the player who asks included."""
    refused: int | None
    """The seat that does not agree."""


@frozen(kw_only=True)
class WrittenLine:
    """A line of the chat."""

    written: float
    """When, in seconds since 1970."""
    seat: int
    name: str
    text: str


@frozen(kw_only=True)
class TableInfo:
    """What is known of a table besides the game."""

    document: ClassVar = "table"
    id: str
    edition: str
    edition_hash: str
    seat: int | None
    """The seat that the caller acts for; None for a spectator."""
    seats: tuple[SeatInfo, ...]
    host: int
    """The seat that may turn the chat off and on."""
    language: str
    clock: str
    """Minutes for each player, `+`, and seconds added for each turn; empty without a clock."""
    away: int
    """Minutes after which a bot plays for a person who is away; 0 for never."""
    hints: bool
    waits: bool
    is_listed: bool
    is_branched: bool
    """Whether it goes on from a position of another game."""
    pace: str
    thinking: int | None
    """The seat of the bot that is thinking."""
    asked: Asked | None
    has_chat: bool
    can_chat: bool
    """Whether the caller may write to the chat."""
    chat: tuple[WrittenLine, ...]
    """The latest lines; none for spectators."""
    rematch: str | None
    """The id of the next game of the same players; None before it begins."""
    timed: int | None
    """The seat whose clock runs."""
    clocks: tuple[float, ...]
    """The seconds that are left, by seat; empty without a clock. `ETag` leaves them out."""


@frozen(kw_only=True)
class ListedTable:
    """A table of the list."""

    id: str
    edition: str
    seats: tuple[str, ...]
    """The names of the players."""
    kinds: tuple[str, ...]
    free: tuple[int, ...]
    """The seats that anybody can take."""
    is_over: bool
    column: int
    """The column of the boat."""
    points: tuple[int, ...]
    """By seat; empty for a table that an earlier version has stored."""
    winners: tuple[int, ...]


@frozen(kw_only=True)
class TableList:
    """The tables that everybody may see, the most recently played first."""

    document: ClassVar = "tables"
    tables: tuple[ListedTable, ...]


@frozen(kw_only=True)
class BotInfo:
    """A bot that people can play against."""

    name: str
    label: str
    about: str
    """What it can, in a few words; empty for bots of the operator."""
    ratings: tuple[float | None, ...]
    """Points of Elo with 2, 3, 4 and 5 players; None if it won no game; empty if not measured."""
    is_ready: bool
    """Whether nothing is left to compile for it."""


@frozen(kw_only=True)
class BotList:
    """The bots that people can play against."""

    document: ClassVar = "bots"
    bots: tuple[BotInfo, ...]


@frozen(kw_only=True)
class CardInfo:
    """A card in the asked language."""

    document: ClassVar = "card_info"
    id: str
    count: int
    name: str
    text: str


@frozen(kw_only=True)
class ReviewState:
    """A review that is not made yet."""

    document: ClassVar = "review_state"
    is_ready: bool
    part: float
    """Which part of it is made, from 0 to 1."""
    seconds: float
    """After how many seconds to ask again."""
