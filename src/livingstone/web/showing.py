"""What a client is sent of a position: the parts of its page, and the lines of what happened.

All of it is made of a view and of events that its seat may see. Nothing here knows a state.
"""

from collections import Counter
from functools import lru_cache
from unicodedata import bidirectional

from attrs import field, frozen
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

import livingstone as ls
from livingstone.web.words import Words

__all__ = ["Showing", "page"]

_PARTS = ("status", "dice", "land", "supplies", "players", "hand", "moves", "final")
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


def isolated(name: str) -> str:
    """Put marks around a name that is written from right to left.

    Without them it would change the order of the figures and names that stand after it.
    """
    is_reversed = any(bidirectional(sign) in ("R", "AL") for sign in name)
    return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}" if is_reversed else name


def _icon(name: str) -> Markup:
    """Refer to an icon, which `base.html` has once."""
    used = f'<use href="#icon-{name}" width="40" height="40"/>'
    return Markup(f'<svg class="icon" viewBox="0 0 40 40" aria-hidden="true">{used}</svg>')  # noqa: S704


@lru_cache(maxsize=512)
def _card(edition: ls.Edition, card: str, count: int, language: str) -> Markup:
    drawn = ls.svg.cards(edition, [card] * count, language=language, styled=False)
    return Markup(drawn)  # noqa: S704  # the library escapes


_TEMPLATES = Environment(
    loader=PackageLoader("livingstone.web"),
    autoescape=True,
    auto_reload=False,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_TEMPLATES.globals.update(
    icon=_icon, symbols=[(name, ls.svg.icon(name, styled=False)) for name in ls.svg.ICONS]
)
_TEMPLATES.filters.update(
    unalterable=ls.needs_confirmation,
    name_in=lambda seat, names: isolated(names[seat]),
    isolated=isolated,
)
_MACROS = vars(_TEMPLATES.get_template("parts.html").module)


def page(name: str, /, **values: object) -> str:
    """Fill in a template; whatever is put into it is escaped."""
    return _TEMPLATES.get_template(name).render(**values)


@frozen(eq=False, kw_only=True)
class Showing:
    """A position as one client sees it."""

    view: ls.View
    """What may be known."""
    names: tuple[str, ...]
    """By seat."""
    words: Words
    """In whose language it is told."""
    revealed: tuple[ls.Private, ...] | None
    """What all hands and chests hold, where they are open."""
    result: ls.Result | None = None
    """How the game ended."""
    path: str = ""
    """The address of the table; nothing in a replay."""
    kinds: tuple[str, ...] = ()
    """Who sits there, by seat: as in `Seat.kind`; nothing in a replay."""
    present: frozenset[int | None] = frozenset()
    """The seats whose players look on."""
    thinking: int | None = None
    """The seat of the bot that is thinking."""
    can_undo: bool = False
    """Whether the seat can take its last move back."""
    can_redo: bool = False
    """Whether the seat can carry out again what it took back."""
    rematch: str | None = None
    """The table of the next game."""

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
    def title(self) -> str:
        """The title of the page, which says whose turn it is."""
        if self.view.is_over:
            return self.say("title.over")
        mover = self.names[self.view.current_player]
        return self.say("title.turn" if self.is_turn else "title.table", name=mover)

    def private(self, seat: int) -> ls.Private | None:
        """Give what is known of a player's purse, chest and hand."""
        if self.revealed is not None:
            return self.revealed[seat]
        return self.view.own if seat == self.seat else None

    def hands(self) -> list[tuple[int, list[tuple[str, int]]]]:
        """List the hands that are known, one's own first, each as cards with their counts."""
        seats = sorted(range(len(self.names)), key=lambda seat: seat != self.seat)
        known = ((seat, self.private(seat)) for seat in seats)
        return [(seat, list(Counter(own.hand).items())) for seat, own in known if own is not None]

    def card(self, card: str, count: int) -> Markup:
        """Draw a card, with how many there are."""
        return _card(self.view.edition, card, count, self.words.language)

    def card_name(self, card: str) -> str:
        """Name a card."""
        return self.view.edition.card(card).names.called(self.words.language)

    def card_text(self, card: str) -> str:
        """Say what a card does."""
        return ls.describe_card(self.view.edition.card(card), language=self.words.language)

    def groups(self) -> tuple[ls.MoveGroup, ...]:
        """List what the client can do."""
        return ls.group_moves(self.view)

    def describe(self, move: ls.Move) -> str:
        """Say what a move would do, as a sentence."""
        names, language = tuple(map(isolated, self.names)), self.words.language
        words = ls.describe_move(move, self.view, names=names, language=language)
        return f"{words[0].upper()}{words[1:]}"

    def land(self) -> Markup:
        """Draw the board."""
        tents = tuple((player.tents, player.scored) for player in self.view.players)
        key = (self.view.edition, tents, self.view.boat, self.view.is_over, self.names)
        return _land(_Land((key, self.words.language), self))

    def parts(self) -> dict[str, str]:
        """Make the parts of the page."""
        return {name: str(_MACROS[name](self)) for name in _PARTS}

    def line(self, event: ls.Event, state: ls.State) -> str:
        """Tell an event in a line of the page; the state is one right after the event."""
        language, edition = self.words.language, self.view.edition
        names = tuple(map(isolated, self.names))
        text = ls.describe(event, names, language=language, you=self.seat, edition=edition)
        staged = isinstance(event, _STAGED)
        return str(_MACROS["line"](self, event, text, _reasons(event, state), staged))


@frozen
class _Land:
    """A picture of the land: the same for all whose `key` is equal, whatever else they see."""

    key: object
    it: Showing = field(eq=False)


@lru_cache(maxsize=128)
def _land(land: _Land) -> Markup:
    it = land.it
    drawn = ls.svg.land(it.view, names=it.names, language=it.words.language, styled=False)
    return Markup(drawn)  # noqa: S704  # the library escapes


def _reasons(event: ls.Event, state: ls.State) -> list[list[tuple[int, int]]]:
    """Say why a column brought points: by seat, the rows of its tents with their points (R7.1)."""
    if not isinstance(event, ls.events.ColumnScored):
        return []
    rows = enumerate(state.edition.board.row_values, 1)
    spaces = [(row, value, ls.Space(row, event.column)) for row, value in rows]
    return [
        [(row, value * count) for row, value, at in spaces if (count := player.tents_at(at))]
        for player in state.players
    ]
