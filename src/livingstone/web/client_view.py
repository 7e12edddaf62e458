"""A position as a client sees it: the parts of its page, and lines about events.

Everything is made from a snapshot, which has only what its seat may see.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from importlib.util import find_spec
from operator import itemgetter
from secrets import token_urlsafe
from typing import Any, TypeAlias
from unicodedata import bidirectional

from attrs import field, frozen
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

import livingstone as ls
from livingstone.web.invitations import invitations_of, qr_code
from livingstone.web.lessons import Step, steps_of
from livingstone.web.preparation import PREPARATION
from livingstone.web.settings import PACES, Strength
from livingstone.web.turns import let_others

CAN_REVIEW = all(map(find_spec, ("numba", "numpy")))
"""Whether reviews and hints can be made: they need the extra `fast`."""

_PARTS = (
    "status",
    "dice",
    "land",
    "supplies",
    "players",
    "hand",
    "moves",
    "final",
    "guide",
    "lesson",
)
"""The parts of a page that change during a game, each a macro of `parts.html`."""
_Flight: TypeAlias = tuple[str, str, str]
"""An icon that flies over the page, where it begins, and where it ends."""
_PARTS_AT_ONCE = 200
"""The pieces of a template that are filled in before others have their turn."""
_KINDS = ("other", "row", "card", "die", "end")
"""The kinds of offers that a page lists together."""
_SMALL_SUMS = (1, 2, 5)
"""The coins that a page offers to donate at a click, beside half of the purse and all of it."""


def isolated(name: str) -> str:
    """Put marks around a name written from right to left, so that it reorders nothing else."""
    is_reversed = any(bidirectional(sign) in ("R", "AL") for sign in name)
    return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}" if is_reversed else name


def begun(words: str) -> str:
    """Make the first letter a capital, as at the beginning of a sentence."""
    return f"{words[0].upper()}{words[1:]}"


def by_kind(offers: Iterable[ls.Offer]) -> dict[str, list[ls.Offer]]:
    """List offers by kind; `row` has tents that need a card."""
    kinds: dict[str, list[ls.Offer]] = {kind: [] for kind in _KINDS}
    for offer in offers:
        kind = offer.target.partition("-")[0]
        if kind == "space" and any(offer.card_choices[:1]):
            kind = "row"
        kinds[kind if kind in _KINDS else "other"].append(offer)
    return kinds


def may_be_final(offer: ls.Offer) -> bool:
    """Return whether one of the moves of an offer cannot be taken back."""
    return offer.is_final or any(offer.card_choices)


def usual_donations(offer: ls.Offer) -> list[ls.Donate]:
    """List the donations that a page offers at a click: small sums, half of the purse and all."""
    assert offer.amounts is not None
    most = offer.amounts.most
    sums = {*_SMALL_SUMS, (most + 1) // 2, most}
    return [ls.Donate(coins) for coins in sorted(sums) if offer.amounts.least <= coins <= most]


def are_long(names: Sequence[str]) -> bool:
    """Return whether so many names are so long that the head of a table has them upright."""
    return len(names) > 3 and max(map(len, names)) > 9


def _icon(name: str) -> Markup:
    """Refer to an icon in `base.html`."""
    used = f'<use href="#icon-{name}" width="40" height="40"/>'
    return Markup(f'<svg class="icon" viewBox="0 0 40 40" aria-hidden="true">{used}</svg>')  # noqa: S704


def _once() -> Markup:
    """Make a field with a token, so that a form that is sent twice is carried out only once."""
    return Markup(f'<input type="hidden" name="once" value="{token_urlsafe(9)}">')  # noqa: S704


def _kind_in(kind: str, phrases: ls.edition.Phrases) -> str:
    """Name who plays on a seat, in the client's language; mark a bot that is not compiled yet."""
    key = f"kind.{kind}"
    is_bot = key not in phrases.by_key
    said = phrases.say("kind.own", name=_short_name(kind)) if is_bot else phrases.say(key)
    return f"{said} ({phrases.say('bot.preparing')})" if PREPARATION.lacks(kind) else said


def _short_name(kind: str) -> str:
    """Return the name of a bot without its module, or without `program`."""
    module, _, name = kind.partition(":")
    if module == "program":
        return name
    return name.rpartition(".")[2] or kind


def bot_in(kind: str, phrases: ls.edition.Phrases) -> str:
    """Name a bot in a list of bots, and say how strong it is, or that it is not compiled yet."""
    key = f"strength.{kind}"
    words = [phrases.say(key)] if key in phrases.by_key else []
    words += [phrases.say("bot.preparing")] if PREPARATION.lacks(kind) else []
    return f"{_short_name(kind)} ({', '.join(words)})" if words else _short_name(kind)


def price_in(offer: ls.Offer, view: ls.View) -> int | None:
    """Return the price of a tent without cards, or its least price if it needs one (R4.4, R6.1)."""
    space = ls.Space.named(offer.target.removeprefix("space-"))
    is_paid = space is not None and offer.card_choices[:1] == ((),)
    price = ls.price_of(view, space.row) if space and is_paid else offer.price
    return None if price is None else price.total


def _ranked(bots: Mapping[str, Strength], players: int) -> list[tuple[str, Strength]]:
    """List bots by their ratings with this many players, the weakest first, unrated ones last."""
    key = [(bot.rating(players) is None, bot.rating(players) or 0.0) for bot in bots.values()]
    return [bot for _, bot in sorted(zip(key, bots.items(), strict=True), key=itemgetter(0))]


@lru_cache(maxsize=512)
def card_picture(edition: ls.Edition, card: str, count: int, language: str) -> Markup:
    """Draw some cards of one kind."""
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
    qr_code=qr_code,
    invitations_of=invitations_of,
    can_review=CAN_REVIEW,
    preparation=PREPARATION,
    paces=tuple(PACES),
    symbols=[(name, ls.svg.icon(name, styled=False)) for name in ls.svg.ICONS],
)
_TEMPLATES.filters.update(
    unalterable=ls.needs_confirmation,
    begun=begun,
    by_kind=by_kind,
    are_long=are_long,
    may_be_final=may_be_final,
    usual_donations=usual_donations,
    price_in=price_in,
    space_of=lambda target: ls.Space.named(target.removeprefix("space-")),
    name_in=lambda seat, names: isolated(names[seat]),
    isolated=isolated,
    kind_in=_kind_in,
    bot_in=bot_in,
    ranked=_ranked,
    signed=lambda points: f"{points:+.0f}".replace("-", "−").replace("+0", "0"),  # noqa: RUF001
    linked=_linked,
)


def macros_of(name: str) -> dict[str, Any]:
    """Return the macros of a template."""
    return vars(_TEMPLATES.get_template(name).module)


_MACROS = macros_of("parts.html")


def compile_pages() -> None:
    """Compile all templates, which takes some 60 ms, before somebody waits for a page."""
    for name in _TEMPLATES.list_templates():
        _TEMPLATES.get_template(name)


def page(name: str, /, **values: object) -> str:
    """Fill in a template, and escape the values."""
    return _TEMPLATES.get_template(name).render(**values)


async def page_in_slices(name: str, /, **values: object) -> str:
    """Fill in a template as `page` does, and let others have their turn meanwhile."""
    parts = list[str]()
    for part in _TEMPLATES.get_template(name).generate(**values):
        parts.append(part)
        if len(parts) % _PARTS_AT_ONCE == 0:
            await let_others()
    return "".join(parts)


@frozen(eq=False)
class ClientView:
    """A position as one client sees it; templates call it `client_view`."""

    snapshot: ls.Snapshot
    names: tuple[str, ...]
    """The names of the players as they chose them; the snapshot has them isolated."""
    phrases: ls.edition.Phrases
    revealed: tuple[ls.Private, ...] | None = None
    """All hands and chests, if they are open."""
    root: str = ""
    """`Settings.root_path`."""
    path: str = ""
    """The address of the table; empty in a replay, where nobody can move."""
    kinds: tuple[str, ...] = ()
    """The `TableSeat.kind` of each seat; empty in a replay."""
    present: frozenset[int | None] = frozenset()
    thinking: int | None = None
    """The seat of the bot that is thinking."""
    can_ask: bool = False
    """Whether the seat can ask the others to take its last move back, and has not done so."""
    has_clocks: bool = False
    away: float = 0
    """Minutes after which a bot plays for a person who is away; 0 for never."""
    rematch: str | None = None
    guides: bool = False
    """Whether the client is guided through the first round."""
    coming: str = ""
    """What comes next in a replay: the key of a phrase in the table `replay`."""
    _views: dict[str, ls.View] = field(factory=dict, init=False)

    def say(self, key: str, **values: object) -> str:
        """Return a phrase of the pages."""
        return self.phrases.say(key, **values)

    @property
    def view(self) -> ls.View:
        """The position."""
        return self.snapshot.view

    def view_with(self, die: str) -> ls.View:
        """Return the view after taking a die; without one, the view as it is."""
        if not die:
            return self.view
        if die not in self._views:
            self._views[die] = ls.view_after(self.view, ls.TakeDie(int(die)))
        return self._views[die]

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
    def is_awaited(self) -> bool:
        """Whether the person who is to move has no page of the table open."""
        mover = self.view.current_player
        is_person = bool(self.kinds) and self.kinds[mover] == "person"
        return is_person and mover not in self.present and not self.is_turn

    @property
    def is_idle(self) -> bool:
        """Whether every useful move can wait for the next turn.

        Cards that count in the hand at the end can wait, too (R8.3). In the last column, only these
        can wait.
        """
        is_last = self.view.boat == len(self.view.edition.board.columns)
        waiting = {"end"} if is_last else {"end", "chest", "gem"}
        effects = self.view.edition.effects
        for offer in self.snapshot.offers:
            kind, _, name = offer.target.partition("-")
            counts_at_end = kind == "card" and effects[name].points_in_hand > 0
            if kind not in waiting and not counts_at_end:
                return False
        return True

    @property
    def lesson(self) -> tuple[str, tuple[Step, ...]]:
        """The step of the guided first round that is shown now."""
        return steps_of(self.snapshot)

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

    def moves(self, offer: ls.Offer, die: str = "") -> list[ls.Move]:
        """List the legal moves of an offer, perhaps of an offer after taking a die."""
        view = self.view_with(die)
        targets = ((move, ls.table.target_of(move, view.boat)) for move in view.legal_moves)
        return [move for move, target in targets if target == offer.target]

    def describe(self, move: ls.Move, die: str = "") -> str:
        """Describe what a move would do, perhaps after taking a die, in a sentence."""
        view = self.view_with(die)
        names = self.snapshot.names
        return begun(ls.describe_move(move, view, names=names, language=self.phrases.language))

    def land(self, *, narrow: bool = False) -> Markup:
        """Draw the board."""
        tents = tuple((player.tents, player.scored) for player in self.view.players)
        key = (self.view.edition, tents, self.view.boat, self.view.is_over, self.names)
        return _land(_Land((key, self.phrases.language), self), narrow=narrow)

    def parts(self) -> dict[str, str]:
        """Make the parts of the page."""
        return {name: str(_MACROS[name](self)) for name in _PARTS}

    def possible(self, done: ls.Move | None) -> str:
        """Describe the legal moves by target; mark the target of `done`, the move played next."""
        target = done and ls.table.target_of(done, self.view.boat)
        return str(_MACROS["possible"](self, done, target))

    def line(self, event: ls.Event, text: str, state: ls.State) -> str:
        """Make the line of the page for an event, given the state after it."""
        reasons = _reasons(event, state)
        short, flights = self._summary(event, reasons)
        return str(_MACROS["line"](self, event, text, reasons, short, flights))

    def _summary(
        self, event: ls.Event, reasons: list[list[tuple[int, int]]]
    ) -> tuple[str, list[_Flight]]:
        """Describe an event in a few words; list the icons that fly over the page for it."""
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

    def coins(self, count: int) -> str:
        """Write a number of coins with their name."""
        return self._amount("coin", count)

    def _amount(self, kind: str, count: int) -> str:
        return self.say(f"turn.{kind}" if count == 1 else f"turn.{kind}s", count=count)


def _colours(gems: ls.Gems) -> list[str]:
    """List the colours of which there are gems."""
    return [colour for colour, count in gems._asdict().items() if count]


def _flights_of_tent(event: ls.events.TentBuilt | ls.events.TentMoved) -> list[_Flight]:
    """Let the tent fly to its space, and a coin to each receiver of its price (R4.4)."""
    home = f"seat-{event.seat}"
    paid = ["purse"] if event.cost else []
    paid += [f"seat-{seat}" for seat, fee in enumerate(event.fees) if fee]
    tent = f"tent-{event.seat}", home, f"space-{event.space.name}"
    return [tent, *(("coin", home, payee) for payee in paid)]


@frozen
class _Land:
    """Everything that a picture of the board depends on; equal keys give equal pictures.

    Drawing a picture takes 14 ms, so each is drawn once and kept in a cache.
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
    """List the rows of each seat's tents in a scored column, with their points (R7.1)."""
    if not isinstance(event, ls.events.ColumnScored):
        return []
    rows = enumerate(state.edition.board.row_values, 1)
    spaces = [(row, value, ls.Space(row, event.column)) for row, value in rows]
    return [
        [(row, value * count) for row, value, at in spaces if (count := player.tents_at(at))]
        for player in state.players
    ]
