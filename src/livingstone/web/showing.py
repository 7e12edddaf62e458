"""What a client is sent of a table: the parts of its page, and the lines of what happened.

All of it is made of a view and of events that its seat may see. Nothing here knows a state.
"""

from collections import Counter
from functools import lru_cache

from attrs import field, frozen
from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

import livingstone as ls
from livingstone.web.tables import Reasons
from livingstone.web.words import Words

__all__ = ["PARTS", "Choice", "Showing", "page", "shown_line", "shown_parts"]

PARTS = ("status", "dice", "land", "supplies", "players", "hand", "moves", "final")
"""The parts of a page that change as the game goes on, each a macro of `parts.html`."""
_STAGED = (
    ls.events.ColumnScored
    | ls.events.RowScored
    | ls.events.GemsCounted
    | ls.events.CardsCounted
    | ls.events.DonationsRevealed
    | ls.events.ThresholdRolled
    | ls.events.PlayersOut
    | ls.events.GameOver
)
"""The events that are shown one after the other, in front of everything."""
_LANDS_KEPT = 512


@lru_cache(maxsize=256)
def _icon(name: str) -> Markup:
    return Markup(ls.svg.icon(name, styled=False))  # noqa: S704  # the library escapes


@lru_cache(maxsize=512)
def _card(edition: ls.Edition, card: str, count: int, language: str) -> Markup:
    drawn = ls.svg.cards(edition, [card] * count, language=language, styled=False)
    return Markup(drawn)  # noqa: S704  # the library escapes


_TEMPLATES = Environment(
    loader=PackageLoader("livingstone.web"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_TEMPLATES.globals.update(icon=_icon)


@lru_cache(maxsize=64)
def _template(name: str) -> Template:
    return _TEMPLATES.get_template(name)


def page(name: str, /, **values: object) -> str:
    """Fill in a template."""
    return _template(name).render(**values)


@frozen(eq=False)
class Choice:
    """A group of moves, as the page offers it."""

    group: ls.MoveGroup
    """The moves."""
    words: str
    """What it does, or what is to be chosen."""

    @property
    def is_open(self) -> bool:
        """Whether there is something left to choose."""
        return len(self.group.moves) > 1

    @property
    def needs_confirmation(self) -> bool:
        """Whether it cannot be taken back (R11.2)."""
        return any(map(ls.needs_confirmation, self.group.moves))


@frozen(eq=False, kw_only=True)
class Showing:
    """A position as one client sees it."""

    view: ls.View
    """What may be known."""
    names: tuple[str, ...]
    """By seat."""
    words: Words
    """In whose language it is told."""
    kinds: tuple[str, ...] = ()
    """Who sits there, by seat: as in `Seat.kind`; nothing in a replay."""
    present: frozenset[int] = frozenset()
    """The seats whose players look on."""
    thinking: int | None = None
    """The seat of the bot that is thinking."""
    can_undo: bool = False
    """Whether the seat can take its last move back."""
    can_redo: bool = False
    """Whether the seat can carry out again what it took back."""
    revealed: tuple[ls.Private, ...] | None = None
    """What all hands and chests hold, where they are open."""
    result: ls.Result | None = None
    """How the game ended."""
    rematch: str | None = None
    """The table of the next game."""
    path: str = ""
    """The address of the table; nothing in a replay."""

    def say(self, key: str, **values: object) -> str:
        """Give a phrase of the pages."""
        return self.words.say(key, **values)

    @property
    def seat(self) -> int | None:
        """Whose eyes it is seen with."""
        return self.view.seat

    @property
    def is_turn(self) -> bool:
        """Whether the client is to move."""
        return bool(self.view.legal_moves)

    @property
    def mover(self) -> str:
        """The name of the player to move."""
        return self.names[self.view.current_player]

    @property
    def task(self) -> str:
        """Name what the player to move has to do next: `take`, `use` or `end`."""
        if self.view.die is not None:
            return "use"
        return "end" if self.view.dice_taken and not self.view.dice_left else "take"

    def private(self, seat: int) -> ls.Private | None:
        """Give what is known of a player's purse, chest and hand."""
        if self.revealed is not None:
            return self.revealed[seat]
        return self.view.own if seat == self.view.seat else None

    def hands(self) -> list[tuple[int, list[tuple[str, int]]]]:
        """List the hands that are known, the own one first, each as cards with their counts."""
        seats = sorted(range(len(self.names)), key=lambda seat: seat != self.seat)
        known = ((seat, self.private(seat)) for seat in seats)
        return [(seat, list(Counter(own.hand).items())) for seat, own in known if own is not None]

    def join_names(self, seats: tuple[int, ...]) -> str:
        """List players."""
        return ", ".join(self.names[seat] for seat in seats)

    def card(self, card: str, count: int = 1) -> Markup:
        """Draw a card, with how many there are."""
        return _card(self.view.edition, card, count, self.words.language)

    def card_name(self, card: str) -> str:
        """Name a card."""
        names = self.view.edition.card(card).names
        return getattr(names, self.words.language) or names.en

    def card_text(self, card: str) -> str:
        """Say what a card does."""
        return ls.describe_card(self.view.edition.card(card), language=self.words.language)

    def describe(self, move: ls.Move) -> str:
        """Say what a move would do, as a sentence."""
        words = ls.describe_move(move, self.view, names=self.names, language=self.words.language)
        return f"{words[0].upper()}{words[1:]}"

    @property
    def choices(self) -> list[Choice]:
        """List what the client can do."""
        return [Choice(group, self._words(group)) for group in ls.group_moves(self.view)]

    def _words(self, group: ls.MoveGroup) -> str:
        if len(group.moves) == 1:
            return self.describe(group.moves[0])
        first = group.moves[0]
        if isinstance(first, ls.BuildTent):
            return self.say("choice.space", row=first.row)
        if isinstance(first, ls.PlayCard):
            return self.say("choice.card", card=self.card_name(first.card))
        return self.say(f"choice.{group.target.replace('-', '_')}")

    def land(self) -> Markup:
        """Draw the board."""
        tents = tuple((player.tents, player.scored) for player in self.view.players)
        key = (self.view.edition, tents, self.view.boat, self.view.is_over, self.names)
        return _land(_Land((key, self.words.language), self))


@frozen
class _Land:
    """A picture of the land: the same for all whose `key` is equal, whatever else they see."""

    key: object
    it: Showing = field(eq=False)


@lru_cache(maxsize=_LANDS_KEPT)
def _land(land: _Land) -> Markup:
    it = land.it
    drawn = ls.svg.land(it.view, names=it.names, language=it.words.language, styled=False)
    return Markup(drawn)  # noqa: S704  # the library escapes


def shown_parts(it: Showing) -> dict[str, str]:
    """Make the parts of a client's page."""
    macros = _template("parts.html").module
    return {name: str(getattr(macros, name)(it)) for name in PARTS}


def shown_line(event: ls.Event, it: Showing, reasons: Reasons | None) -> str:
    """Tell an event in a line of the page."""
    text = ls.describe(
        event,
        it.names,
        language=it.words.language,
        you=it.seat,
        edition=it.view.edition,
    )
    macros = _template("parts.html").module
    return str(
        macros.line(  # type: ignore[attr-defined]
            it,
            text,
            kind=type(event).__name__,
            seat=getattr(event, "seat", None),
            reasons=reasons or (),
            is_staged=isinstance(event, _STAGED),
        )
    )
