"""A position as a client sees it: the parts of its page, and lines about events.

Everything is made from a view, and from events that its seat may see.
"""

import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from importlib.util import find_spec
from operator import itemgetter
from secrets import token_urlsafe
from typing import TypeAlias
from unicodedata import bidirectional

from attrs import evolve, field, frozen
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

import livingstone as ls
from livingstone.web.preparation import PREPARATION
from livingstone.web.settings import PACES, Strength

CAN_REVIEW = all(map(find_spec, ("numba", "numpy")))
"""Whether reviews and hints can be made: they need the extra `fast`."""

_PARTS = ("status", "dice", "land", "supplies", "players", "hand", "moves", "final", "guide")
"""The parts of a page that change during a game, each a macro of `parts.html`."""
_Flight: TypeAlias = tuple[str, str, str]
"""An icon that flies over the page, where it begins, and where it ends."""
_KINDS = ("other", "row", "card", "die", "end")
"""The kinds of groups of moves that a page lists together."""


def isolated(name: str) -> str:
    """Put marks around a name written from right to left, so that it reorders nothing else."""
    is_reversed = any(bidirectional(sign) in ("R", "AL") for sign in name)
    return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}" if is_reversed else name


def _icon(name: str) -> Markup:
    """Refer to an icon in `base.html`."""
    used = f'<use href="#icon-{name}" width="40" height="40"/>'
    return Markup(f'<svg class="icon" viewBox="0 0 40 40" aria-hidden="true">{used}</svg>')  # noqa: S704


def _once() -> Markup:
    """Make a field with a token, so that a form that is sent twice is carried out once."""
    return Markup(f'<input type="hidden" name="once" value="{token_urlsafe(9)}">')  # noqa: S704


def _kind_in(kind: str, phrases: ls.edition.Phrases) -> str:
    """Name who plays on a seat, in the client's language; mark a bot that is not compiled yet."""
    key = f"kind.{kind}"
    place = "" if "=" in kind else kind.partition(":")[2]
    shown_name = place.rpartition(".")[2] or kind
    said = phrases.say(key) if key in phrases.by_key else phrases.say("kind.own", name=shown_name)
    return f"{said} ({phrases.say('bot.preparing')})" if PREPARATION.lacks(kind) else said


def _ranked(bots: Mapping[str, Strength], players: int) -> list[tuple[str, Strength]]:
    """List bots by their ratings with this many players, the weakest first, unrated ones last."""
    key = [(bot.rating(players) is None, bot.rating(players) or 0.0) for bot in bots.values()]
    return [bot for _, bot in sorted(zip(key, bots.items(), strict=True), key=itemgetter(0))]


@lru_cache(maxsize=512)
def card_picture(edition: ls.Edition, card: str, count: int, language: str) -> Markup:
    """Draw a number of cards of one kind."""
    drawn = ls.svg.cards(edition, [card] * count, language=language, styled=False)
    return Markup(drawn)  # noqa: S704  # the library escapes


def _linked(text: str, root: str | None = None) -> Markup:
    """Turn the numbers of rules in a text into links; without a root, within this page."""
    place = 'href="' if root is None else f'target="rules" href="{root}/rules'
    link = rf'<a {place}#\g<0>">\g<0></a>'
    return Markup(re.sub(r"R[0-9]+\.[0-9]+", link, str(escape(text))))  # noqa: S704


_TEMPLATES = Environment(
    loader=PackageLoader("livingstone.web"),
    autoescape=True,
    auto_reload=False,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_TEMPLATES.globals.update(
    icon=_icon,
    once=_once,
    can_review=CAN_REVIEW,
    preparation=PREPARATION,
    paces=tuple(PACES),
    symbols=[(name, ls.svg.icon(name, styled=False)) for name in ls.svg.ICONS],
)
_TEMPLATES.filters.update(
    unalterable=ls.needs_confirmation,
    name_in=lambda seat, names: isolated(names[seat]),
    isolated=isolated,
    kind_in=_kind_in,
    ranked=_ranked,
    signed=lambda points: f"{points:+.0f}".replace("-", "−").replace("+0", "0"),  # noqa: RUF001
    linked=_linked,
    groups=ls.group_moves,
)
_MACROS = vars(_TEMPLATES.get_template("parts.html").module)


def page(name: str, /, **values: object) -> str:
    """Fill in a template, and escape the values."""
    return _TEMPLATES.get_template(name).render(**values)


@frozen(eq=False)
class ClientView:
    """A position as one client sees it; templates call it `client_view`."""

    view: ls.View
    names: tuple[str, ...]
    phrases: ls.edition.Phrases
    revealed: tuple[ls.Private, ...] | None
    """All hands and chests, if they are open."""
    result: ls.Result | None = None
    root: str = ""
    """`Settings.root_path`."""
    path: str = ""
    """The address of the table; empty in a replay, where nobody can move."""
    kinds: tuple[str, ...] = ()
    """The `TableSeat.kind` of each seat; empty in a replay."""
    present: frozenset[int | None] = frozenset()
    thinking: int | None = None
    """The seat of the bot that is thinking."""
    can_undo: bool = False
    can_redo: bool = False
    can_ask: bool = False
    """Whether the seat can ask the others to take its last move back."""
    has_clocks: bool = False
    rematch: str | None = None
    after: Mapping[str, "ClientView"] = field(factory=dict)
    """The position after taking each die that can be taken, by its value."""

    def with_dice(self, state: ls.State) -> "ClientView":
        """Return a copy that has `after`, which is worked out from the state."""
        takes = [move for move in ls.legal_moves(state) if isinstance(move, ls.TakeDie)]
        views = {str(move.value): ls.view(ls.apply(state, move), self.seat) for move in takes}
        return evolve(self, after={die: evolve(self, view=after) for die, after in views.items()})

    def say(self, key: str, **values: object) -> str:
        """Return a phrase of the pages."""
        return self.phrases.say(key, **values)

    @property
    def figures(self) -> dict[str, str]:
        """The figures of the board in words, by their placeholders."""
        return ls.describe_board(self.view.edition, language=self.phrases.language)

    @property
    def seat(self) -> int | None:
        """The seat whose view this is; None for a spectator."""
        return self.view.seat

    @property
    def is_turn(self) -> bool:
        """Whether the client is to move."""
        return bool(self.view.legal_moves)

    @property
    def is_idle(self) -> bool:
        """Whether every useful move can wait for the next turn."""
        kinds = {group.target.partition("-")[0] for group in ls.group_moves(self.view)}
        is_last = self.view.boat == len(self.view.edition.board.columns)
        return kinds <= ({"end"} if is_last else {"end", "chest", "gem"})

    @property
    def coming(self) -> str:
        """What comes next in a replay: the key of its phrase in the table `replay`."""
        match self.view.pending:
            case ls.RoundRoll():
                return "next_round"
            case ls.DonationRoll():
                return "next_queen"
            case ls.StoneDraw():
                return "next_stones"
            case ls.CardDraw():
                return "next_card"
        if self.view.die is not None:
            return "next_use"
        return "next_take" if self.after else "next_end"

    @property
    def title(self) -> str:
        """The title of the page: whose turn it is."""
        if self.view.is_over:
            return self.say("title.over")
        mover = self.names[self.view.current_player]
        return self.say("title.turn" if self.is_turn else "title.table", name=mover)

    def private(self, seat: int) -> ls.Private | None:
        """Return a player's purse, chest and hand, if they are known."""
        if self.revealed is not None:
            return self.revealed[seat]
        return self.view.own if seat == self.seat else None

    def hands(self) -> list[tuple[str, bool, list[tuple[str, int]]]]:
        """List the known hands, the client's own first, then the cards it has seen elsewhere.

        Each has a heading, whether it is the client's own, and its cards with their counts.
        """
        hands = list[tuple[str, bool, tuple[str, ...]]]()
        for seat in sorted(range(len(self.names)), key=lambda seat: seat != self.seat):
            is_own = seat == self.seat
            if (private := self.private(seat)) and (private.hand or is_own):
                key = "hand.own" if self.path and is_own else "hand.other"
                hands.append((self.say(key, name=self.names[seat]), is_own, private.hand))
        for known in self.view.own.known if self.view.own and not self.revealed else ():
            if known.owner is None:
                title = self.say("hand.seen_top")
            else:
                title = self.say("hand.seen", name=self.names[known.owner])
            hands.append((title, False, known.cards))
        return [(title, is_own, [*Counter(cards).items()]) for title, is_own, cards in hands]

    def card(self, card: str, count: int) -> Markup:
        """Draw a card, with a count."""
        return card_picture(self.view.edition, card, count, self.phrases.language)

    def card_name(self, card: str) -> str:
        """Name a card."""
        return self.phrases.card(self.view.edition, card)

    def card_text(self, card: str) -> str:
        """Describe what a card does."""
        return ls.describe_card(self.view.edition.card(card), language=self.phrases.language)

    def groups(self) -> dict[str, list[ls.MoveGroup]]:
        """List the groups of legal moves by kind; `row` has tents that need a card."""
        groups: dict[str, list[ls.MoveGroup]] = {kind: [] for kind in _KINDS}
        for group in ls.group_moves(self.view):
            kind = group.target.partition("-")[0]
            first = group.moves[0]
            if isinstance(first, ls.BuildTent) and first.cards:
                kind = "row"
            groups[kind if kind in _KINDS else "other"].append(group)
        return groups

    def price(self, group: ls.MoveGroup) -> int | None:
        """Return the least price of a tent (R4.4); None for other moves."""
        builds = [move for move in group.moves if isinstance(move, ls.BuildTent)]
        prices = (ls.price_of(self.view, move.row, cards=move.cards).total for move in builds)
        return min(prices, default=None)

    def describe(self, moves: ls.Move | ls.MoveGroup) -> str:
        """Describe what a move would do, or a group of moves, in a sentence."""
        names = tuple(map(isolated, self.names))
        language = self.phrases.language
        tell = ls.describe_group if isinstance(moves, ls.MoveGroup) else ls.describe_move
        words = tell(moves, self.view, names=names, language=language)  # type: ignore[arg-type]
        return f"{words[0].upper()}{words[1:]}"

    def land(self, *, narrow: bool = False) -> Markup:
        """Draw the board."""
        tents = tuple((player.tents, player.scored) for player in self.view.players)
        key = (self.view.edition, tents, self.view.boat, self.view.is_over, self.names)
        return _land(_Land((key, self.phrases.language), self), narrow=narrow)

    def parts(self) -> dict[str, str]:
        """Make the parts of the page."""
        return {name: str(_MACROS[name](self)) for name in _PARTS}

    def possible(self, done: ls.Action | None) -> str:
        """Describe the legal moves by group; mark the group of `done`, the action played next."""
        return str(_MACROS["possible"](self, done))

    def line(self, event: ls.Event, state: ls.State) -> str:
        """Describe an event in a line of the page, given the state after it."""
        language = self.phrases.language
        edition = self.view.edition
        names = tuple(map(isolated, self.names))
        you = self.seat if self.path else None
        text = ls.describe(event, names=names, language=language, you=you, edition=edition)
        reasons = _reasons(event, state)
        short, flights = self._summary(event, reasons)
        return str(_MACROS["line"](self, event, text, reasons, short, flights))

    def _summary(
        self, event: ls.Event, reasons: list[list[tuple[int, int]]]
    ) -> tuple[str, list[_Flight]]:
        """Describe an action in a few words; list the icons that fly for it."""
        say = self.say
        amount = self._amount
        seat_target = f"seat-{getattr(event, 'seat', None)}"
        match event:
            case ls.events.DieTaken(_, die):
                return say("turn.die", die=die), []
            case ls.events.CoinsTaken(_, coins):
                flight = "coin", "purse", seat_target
                return say("turn.took", coins=amount("coin", coins)), [flight]
            case ls.events.CardDrawn():
                return say("turn.drew"), [("deck", "deck", seat_target)]
            case ls.events.StonesFound(_, _, kept):
                key = "turn.dug" if kept.total else "turn.dug_none"
                flights = [(gem, "bag", seat_target) for gem in _colours(kept)]
                return say(key, gems=amount("gem", kept.total)), flights
            case ls.events.GemsSold(_, gems, coins):
                flights = [(gem, seat_target, "bag") for gem in _colours(gems)]
                flights.append(("coin", "purse", seat_target))
                gems_sold = amount("gem", gems.total)
                return say("turn.sold", gems=gems_sold, coins=amount("coin", coins)), flights
            case ls.events.TentBuilt() | ls.events.TentMoved():
                price = event.cost + sum(event.fees)
                key = "turn.built" if price else "turn.free"
                words = say(key, row=event.space.row, coins=amount("coin", price))
                return words, _flights_of_tent(event)
            case ls.events.CardPlayed():
                return say("turn.card", card=self.card_name(event.card)), []
            case ls.events.Donated():
                return say("turn.donated"), []
            case ls.events.ColumnScored(column):
                return "", [
                    (f"+{points}", f"space-{ls.Space(row, column).name}", f"seat-{seat}")
                    for seat, rows in enumerate(reasons)
                    for row, points in rows
                ]
        return "", []

    def _amount(self, kind: str, count: int) -> str:
        return self.say(f"turn.{kind}" if count == 1 else f"turn.{kind}s", count=count)


def _colours(gems: ls.Gems) -> list[str]:
    """List the colours of gems that there are."""
    return [colour for colour, count in gems._asdict().items() if count]


def _flights_of_tent(event: ls.events.TentBuilt | ls.events.TentMoved) -> list[_Flight]:
    """Let the tent fly to its space, and a coin to each that gets a part of its price (R4.4)."""
    home = f"seat-{event.seat}"
    paid = ["purse"] if event.cost else []
    paid += [f"seat-{seat}" for seat, fee in enumerate(event.fees) if fee]
    tent = f"tent-{event.seat}", home, f"space-{event.space.name}"
    return [tent, *(("coin", home, payee) for payee in paid)]


@frozen
class _Land:
    """What a picture of the board is drawn from; equal keys give equal pictures.

    So a picture is drawn once, which takes 14 ms, and then found in a cache.
    """

    key: object
    client_view: ClientView = field(eq=False)


@lru_cache(maxsize=256)
def _land(land: _Land, *, narrow: bool) -> Markup:
    client_view = land.client_view
    language = client_view.phrases.language
    drawn = ls.svg.land(
        client_view.view, names=client_view.names, language=language, styled=False, narrow=narrow
    )
    return Markup(drawn)  # noqa: S704  # the library escapes


def _reasons(event: ls.Event, state: ls.State) -> list[list[tuple[int, int]]]:
    """List by seat the rows of the tents in a scored column, with their points (R7.1)."""
    if not isinstance(event, ls.events.ColumnScored):
        return []
    rows = enumerate(state.edition.board.row_values, 1)
    spaces = [(row, value, ls.Space(row, event.column)) for row, value in rows]
    return [
        [(row, value * count) for row, value, at in spaces if (count := player.tents_at(at))]
        for player in state.players
    ]
