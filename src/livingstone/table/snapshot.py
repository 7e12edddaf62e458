"""All that a client draws a table from, as one value of one moment: `Snapshot`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from operator import attrgetter
from typing import Annotated, Any, NamedTuple, TypeAlias

from attrs import evolve, field, frozen

from livingstone.edition.phrases import LANGUAGES
from livingstone.errors import short_repr
from livingstone.events import Event, visible
from livingstone.game.engine import apply
from livingstone.game.moves import BuildTent, TakeDie
from livingstone.game.rules.ending import Result, result
from livingstone.game.rules.tents import Price, price_of
from livingstone.game.state import State
from livingstone.game.view import View
from livingstone.game.viewing import view as show
from livingstone.support.limits import OPTIONAL, Line, Matching
from livingstone.table.groups import (
    Amounts,
    MoveGroup,
    describe_group,
    group_moves,
    needs_confirmation,
)
from livingstone.table.news import News, Version
from livingstone.table.outlook import (
    EndPoints,
    RowLead,
    end_points,
    may_leave_coins,
    row_leads,
    warn_of_coins,
)
from livingstone.values import Gems, Space
from livingstone.words.events import describe
from livingstone.words.wording import Wording, wording_for

MOST_TAKEN_BACK = 20
"""The most entries of `Snapshot.taken_back`, so that a snapshot is short after many undos."""


@frozen
class ToldEvent:
    """An event as a seat may see it, in words."""

    __repr__ = short_repr

    event: Event
    """What happened, without what the seat may not see."""
    sentence: str
    """The event in words, which address the seat."""
    is_private: bool = field(default=False, metadata=OPTIONAL)
    """Whether it shows the seat what others do not see (R10.2)."""


@frozen
class TakenBack:
    """A move, or several, that a seat took back (R11.1)."""

    __repr__ = short_repr

    seat: int
    """The seat that took its move back."""
    sentence: str
    """That it did so, in words; they tell nothing about the move."""


@frozen
class Offer:
    """The legal moves with one target, in words, and the choices between them.

    `choose_move` makes the move of a target and of choices. A choice that there is not is None or
    empty; `MoveGroup` says more about each.
    """

    __repr__ = short_repr

    target: Annotated[str, Matching("[a-z0-9_-]{1,60}", "the name of a target")]
    """The name of what a player clicks for these moves."""
    label: str
    """The moves in words, without the choices."""
    has_choices: bool = field(default=False, metadata=OPTIONAL)
    """Whether it is several moves, so that something is left to choose."""
    price: Price | None = field(default=None, metadata=OPTIONAL)
    """The least price of a tent (R4.4); None if no tent is built with a die."""
    is_final: bool = field(default=False, metadata=OPTIONAL)
    """Whether to ask first (R11.2), as `needs_confirmation` says of each move. Ask as well where
    cards are chosen for a tent."""
    amounts: Amounts | None = field(default=None, metadata=OPTIONAL)
    """The coins to donate, the gems to sell, or the amount for a card."""
    most_gems: Gems | None = field(default=None, metadata=OPTIONAL)
    """The most gems of each colour that the market takes (R6.6)."""
    least_gems: int | None = field(default=None, metadata=OPTIONAL)
    """The fewest gems, of all colours together, that the market takes (R6.6)."""
    card_choices: tuple[tuple[str, ...], ...] = field(default=(), metadata=OPTIONAL)
    """The choices of cards to play with tents (R6.1 to R6.3), each a tuple of ids."""
    space_choices: tuple[Space, ...] = field(default=(), metadata=OPTIONAL)
    """The spaces for a second tent (R6.5)."""
    source_choices: tuple[Space, ...] = field(default=(), metadata=OPTIONAL)
    """The spaces that a tent can be moved from (R9.1)."""
    seat_choices: tuple[int, ...] = field(default=(), metadata=OPTIONAL)
    """The players that a card of one's own can be played on."""
    warning: str = field(default="", metadata=OPTIONAL)
    """What to ask about first, in words: coins left in the purse at the end of what may be the last
    turn (R8.4, R9.2). Empty where there is nothing to warn of."""


@frozen
class DieOffer:
    """A die that can be taken now, and what it would allow beyond what can be done without it."""

    __repr__ = short_repr

    die: int
    """The number on the die."""
    offers: tuple[Offer, ...]
    """The legal moves after taking it, without those that are offered now already."""


@frozen
class Snapshot:
    """A table as a seat, or a spectator, sees it at one moment."""

    __repr__ = short_repr

    version: Version
    """The version of the table; pass it as `since` next time."""
    is_anew: bool
    """Whether to discard what was told before: since then, a move was taken back, or more events
    happened than are told; or the table never had the version that was asked for."""
    view: View
    """The position, with the legal moves."""
    names: tuple[Line, ...]
    """The names of the players, by seat."""
    language: Annotated[str, Matching("|".join(LANGUAGES), " or ".join(LANGUAGES))]
    """The language of all sentences and labels."""
    events: tuple[ToldEvent, ...]
    """What happened since the version that was asked for, in its order; with `is_anew`, what
    happened since the beginning of the game, without the `left_out` first events."""
    taken_back: tuple[TakenBack, ...]
    """Who took moves back since then, in this order; the last 20 times at most. Undos of a seat
    between which nothing was played, as of a use and its die, are one."""
    offers: tuple[Offer, ...]
    """The legal moves by target; none unless the seat is to move."""
    dice: tuple[DieOffer, ...]
    """What each die that can be taken now would allow: each number once, ascending."""
    can_undo: bool
    """Whether the seat may take its last move back (R11.1)."""
    can_redo: bool
    """Whether the seat may carry out again the move that it took back last."""
    can_ask: bool
    """Whether the seat may take its last move back only if all others agree."""
    mover: int | None
    """The seat to move; None after the end, and while chance is awaited."""
    result: Result | None
    """The result; None before the end of the game."""
    row_leads: tuple[RowLead, ...]
    """Who has the most tents, by row."""
    end_points: tuple[EndPoints, ...]
    """What the end would bring as the game stands, by seat; none from the end scoring on."""
    left_out: int = field(default=0, metadata=OPTIONAL)
    """How many events of the game before the first of `events` are not told; 0 unless `is_anew`.
    A snapshot `since` `Version()` tells all."""


class Undo(NamedTuple):
    """An undo at a table."""

    seat: int
    """Who took a move back."""
    moves: int
    """How many moves went: that one and all moves after it."""
    is_agreed: bool
    """Whether moves of others went, too, so that they had to agree."""
    moves_left: int
    """How many moves and outcomes of the game were left."""


class Moment(NamedTuple):
    """What a snapshot is made from, all of one moment."""

    state: State
    """The state, secrets included."""
    seat: int | None
    """Who looks; None for a spectator."""
    news: News
    """The events, as the seat may see them."""
    undos: Sequence[Undo]
    """The undos since then."""
    can_undo: bool
    can_redo: bool
    can_ask: bool


_Label: TypeAlias = Callable[[MoveGroup, View], str]


def make_snapshot(moment: Moment, names: Sequence[str] | None, language: str) -> Snapshot:
    """Put a moment of a table into words; raises `ArgumentError` as `describe` does."""
    state = moment.state
    news = moment.news
    words: dict[str, Any] = {"names": names, "language": language, "you": moment.seat}
    wording = wording_for(language, names, moment.seat, state.edition)
    label = partial(describe_group, **words)
    seen = show(state, moment.seat)
    return Snapshot(
        version=news.version,
        is_anew=news.is_anew,
        view=seen,
        names=tuple(wording.name(seat) for seat, _ in wording.by_seat(state.players)),
        language=language,
        events=tuple(
            ToldEvent(event, describe(event, edition=state.edition, **words), _is_private(event))
            for event in news.events
        ),
        taken_back=tuple(
            TakenBack(undo.seat, _undone(undo, wording)) for undo in _joined(moment.undos)
        ),
        offers=_warned(_offers(seen, label), seen, wording),
        dice=_die_offers(state, seen, label),
        can_undo=moment.can_undo,
        can_redo=moment.can_redo,
        can_ask=moment.can_ask,
        mover=_mover(seen),
        result=result(state),
        row_leads=row_leads(seen),
        end_points=end_points(seen),
        left_out=news.version.events - len(news.events) if news.is_anew else 0,
    )


def faults_of(snapshot: Snapshot, state: State) -> list[str]:
    """List what contradicts the view of a snapshot, one of `state`, whatever the words are."""
    view = snapshot.view
    events = [told.event for told in snapshot.events]
    dice = tuple(DieOffer(each.die, _bare(each.offers)) for each in snapshot.dice)
    fitting = {
        "names": len(snapshot.names) == len(view.players),
        "events": len(events) + snapshot.left_out <= snapshot.version.events,
        "left_out": snapshot.left_out == 0 or (snapshot.left_out > 0 and snapshot.is_anew),
        "is_private": [told.is_private for told in snapshot.events] == [*map(_is_private, events)],
        "taken_back": all(undo.seat < len(view.players) for undo in snapshot.taken_back),
        "offers": _bare(snapshot.offers) == _offers(view, _no_label),
        "dice": dice == _die_offers(state, view, _no_label),
        "mover": snapshot.mover == _mover(view),
        "result": snapshot.result == result(state),
        "row_leads": snapshot.row_leads == row_leads(view),
        "end_points": snapshot.end_points == end_points(view),
    }
    return [f"value.{name}: does not fit the view" for name, fits in fitting.items() if not fits]


def _bare(offers: Sequence[Offer]) -> tuple[Offer, ...]:
    return tuple(evolve(offer, label="", warning="") for offer in offers)


def _no_label(_: MoveGroup, __: View) -> str:
    return ""


def _is_private(event: Event) -> bool:
    return visible(event, None) != event


def _mover(view: View) -> int | None:
    return None if view.is_over or view.is_chance else view.current_player


def _joined(undos: Iterable[Undo]) -> list[Undo]:
    """Join the undos of a seat between which nothing was played, such as of a use and its die."""
    found = list[Undo]()
    for undo in undos:
        last = found[-1] if found else None
        if last and (last.seat, last.moves_left) == (undo.seat, undo.moves_left + undo.moves):
            moves = last.moves + undo.moves
            is_agreed = last.is_agreed or undo.is_agreed
            found[-1] = Undo(undo.seat, moves, is_agreed, undo.moves_left)
        else:
            found.append(undo)
    return found


def _undone(undo: Undo, wording: Wording) -> str:
    key = "table.agreed_undo" if undo.is_agreed else "table.undo"
    moves = wording.amount("moves", undo.moves)
    return wording.begun(wording.say_of(undo.seat, key, moves=moves))


def _offers(view: View, label: _Label) -> tuple[Offer, ...]:
    return tuple(_offer(group, view, label) for group in group_moves(view))


def _warned(offers: tuple[Offer, ...], view: View, wording: Wording) -> tuple[Offer, ...]:
    """Add a warning to the end of a turn, where there is one."""
    if not may_leave_coins(view):
        return offers
    warning = warn_of_coins(view, wording)
    return tuple(evolve(each, warning=warning) if each.target == "end" else each for each in offers)


def _offer(group: MoveGroup, view: View, label: _Label) -> Offer:
    tents = [move for move in group.moves if isinstance(move, BuildTent)]
    prices = [price_of(view, tent.row, cards=tent.cards) for tent in tents]
    return Offer(
        group.target,
        label(group, view),
        len(group.moves) > 1,
        min(prices, key=attrgetter("total"), default=None),
        all(map(needs_confirmation, group.moves)),
        group.amounts,
        group.most_gems,
        group.least_gems,
        group.card_choices,
        group.space_choices,
        group.source_choices,
        group.seat_choices,
    )


def _die_offers(state: State, view: View, label: _Label) -> tuple[DieOffer, ...]:
    now = _offers(view, label)
    takes = [move for move in view.legal_moves if isinstance(move, TakeDie)]
    after = {take.value: show(apply(state, take), view.seat) for take in takes}
    return tuple(
        DieOffer(die, tuple(offer for offer in _offers(seen, label) if offer not in now))
        for die, seen in after.items()
    )
