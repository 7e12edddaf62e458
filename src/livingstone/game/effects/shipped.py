"""The effects that cards can have without a class of your own, in the order of R6."""

from abc import abstractmethod
from collections.abc import Iterable
from functools import lru_cache
from itertools import compress, product
from typing import Annotated, ClassVar, NamedTuple

from attrs import astuple, field, frozen

from livingstone.edition.effect import register
from livingstone.game.card_effect import CardEffect, Moment, PlainEffect, Told, Way
from livingstone.game.moves import PlayCard
from livingstone.game.refusals import Code, Refusal, refuse
from livingstone.game.rules import money, rounds, tents
from livingstone.game.state import State
from livingstone.game.view import View
from livingstone.support.limits import OPTIONAL, Between, Figures, Natural, Positive, Prices
from livingstone.values import Gems


@frozen
class _NeverPlayed(PlainEffect):
    """Base of cards that are not played by themselves: `rules.tents` and `rules.cards` use them."""

    moments: ClassVar[tuple[Moment, ...]] = ()

    def plays(self, state: State, card: str) -> tuple[PlayCard, ...]:
        return ()

    def refuse(self, state: State, move: PlayCard) -> Refusal:
        return refuse(Code.WRONG_USE, self.rule, card=move.card)

    def apply(self, state: State, move: PlayCard) -> State:
        raise AssertionError(f"{move.card} is never played by itself")


@frozen
class NoCostTent(_NeverPlayed):
    """When building with a die, pay nothing (R6.1)."""

    rule: ClassVar[str] = "R6.1"
    pays_for_tent: ClassVar[bool] = True


@frozen
class IgnoreDie(_NeverPlayed):
    """When building with a die, choose any row (R6.2)."""

    rule: ClassVar[str] = "R6.2"
    reaches_any_row: ClassVar[bool] = True


@frozen
class MineCollapse(_NeverPlayed):
    """When drawn, put all gems back into the bag (R6.11)."""

    rule: ClassVar[str] = "R6.11"
    is_collapse: ClassVar[bool] = True


@frozen
class MoreDice(PlainEffect):
    """Take more dice in this turn (R6.4)."""

    dice: Positive
    """How many more dice."""

    rule: ClassVar[str] = "R6.4"
    moments: ClassVar[tuple[Moment, ...]] = (Moment.AFTER_DIE,)

    def refuse(self, state: State, move: PlayCard) -> Refusal | None:
        """Refuse the card unless there are dice with enough higher values (R6.13)."""
        last = state.players[state.current_player].last_die
        needed = state.dice_left + self.dice
        higher = len(rounds.takeable(state.dice, last))
        return None if higher >= needed else _too_few_dice(needed, last, higher)

    def apply(self, state: State, move: PlayCard) -> State:
        return state.changed(dice_left=state.dice_left + self.dice)

    def told(self, view: View, move: PlayCard) -> Told:
        return "moves.more_dice", {"dice": ("more_dice", self.dice)}

    @property
    def figure(self) -> str:
        return f"+{self.dice}"


@lru_cache(maxsize=1024)
def _too_few_dice(needed: int, last: int, higher: int) -> Refusal:
    """Make the refusal once for these numbers, since every list of moves needs it (R6.13)."""
    return refuse(Code.NO_EFFECT, "R6.13", needed=needed, last=last, higher=higher)


_play = lru_cache(maxsize=1 << 12)(PlayCard)


@frozen
class SecondTent(PlainEffect):
    """Set a free tent beside a scored one (R6.5)."""

    rule: ClassVar[str] = "R6.5"
    moments: ClassVar[tuple[Moment, ...]] = (Moment.AFTER_DIE,)
    places_tent: ClassVar[bool] = True

    def ways(self, players: int) -> tuple[Way, ...]:
        return ("pair",) if players == 2 else ("space",)

    def plays(self, state: State, card: str) -> tuple[PlayCard, ...]:
        """List the second tents, by space and source (R6.5, R9.1).

        Ruling: outside the boat's column in both editions, though only the German text says so.
        """
        origins = tents.sources(state)
        return tuple(
            _play(card, None, space, source)
            for space in state.players[state.current_player].scored
            if space.column != state.boat
            for source in origins
            if source != space
        )

    def refuse(self, state: State, move: PlayCard) -> Refusal | None:
        """Explain why no second tent can be set there (R6.5, R9.1)."""
        space = move.space
        if space is None:
            return refuse(Code.WRONG_USE, "R6.5", card=move.card)
        if not state.player.has_scored_tent_at(space):
            return refuse(Code.NOT_SCORED, "R6.5", seat=state.current_player, **space._asdict())
        if space.column == state.boat:
            return refuse(Code.BOAT_COLUMN, "R6.5", column=state.boat)
        return tents.refuse_source(state, space, move.source)

    def apply(self, state: State, move: PlayCard) -> State:
        assert move.space is not None
        return state.with_player(tents.place_tent(state.player, move.space, move.source))

    def told(self, view: View, move: PlayCard) -> Told:
        values = {"space": move.space, "cards": "", "price": "moves.free", "shares": ""}
        if move.source is None:
            return "moves.build_tent", values
        return "moves.move_tent", {**values, "source": move.source}


@frozen
class Market(PlainEffect):
    """Sell gems, for coins and points that depend on the colour (R6.6)."""

    coins: Prices
    """Coins for one gem of each colour."""
    points: Figures
    """Points for one gem of each colour."""

    rule: ClassVar[str] = "R6.6"
    moments: ClassVar[tuple[Moment, ...]] = (Moment.WITH_DIE, Moment.AFTER_DIE)

    @property
    def prices(self) -> tuple[Gems, Gems]:
        return self.coins, self.points

    def ways(self, players: int) -> tuple[Way, ...]:
        return ("gems",)

    def plays(self, state: State, card: str) -> tuple[PlayCard, ...]:
        """List the ways to sell at least one gem, by clear, blue and red (R6.6)."""
        return _sales(card, *state.players[state.current_player].gems)

    def refuse(self, state: State, move: PlayCard) -> Refusal | None:
        """Explain why these gems cannot be sold (R6.6)."""
        gems = move.gems
        held = state.player.gems
        if gems is None or min(gems) < 0:
            return refuse(Code.WRONG_USE, "R6.6", card=move.card)
        if not gems.total:
            return refuse(Code.NO_EFFECT, "R6.6")
        if gems <= held:
            return None
        return refuse(Code.TOO_FEW_GEMS, "R6.6", seat=state.current_player, held=held, gems=gems)

    def apply(self, state: State, move: PlayCard) -> State:
        """Sell gems for coins and points; the points are paid in full (R6.6)."""
        assert move.gems is not None
        coins = move.gems.worth(self.coins)
        points = move.gems.worth(self.points)
        player = state.player
        player = player.changed(gems=player.gems - move.gems, points=player.points + points)
        return money.receive(state, player, coins, aside=state.aside + move.gems.stones)

    def told(self, view: View, move: PlayCard) -> Told:
        gems = move.gems or Gems()
        coins = min(gems.worth(self.coins), view.bank)
        points = gems.worth(self.points)
        return "moves.sell_gems", {"gems": gems, "gain": {"coins": coins, "points": points}}


@lru_cache(maxsize=128)
def _sales(card: str, *held: int) -> tuple[PlayCard, ...]:
    numbers = product(*(range(number + 1) for number in held))
    return tuple(PlayCard(card, Gems(*sold)) for sold in numbers if any(sold))


class Done(NamedTuple):
    """The figures of a card without a choice, in the order in which they are carried out."""

    pay_coins: int = 0
    take_coins: int = 0
    score_points: int = 0
    move_boat: int = 0
    """The columns that the boat moves on; a number below 0 moves it back."""
    draw_stones: int = 0


def _words(table: str, keys: Iterable[str], done: Done, column: int) -> list[Told]:
    kinds = "coins", "coins", "points", "columns", "stones"
    each = [both for both in zip(keys, kinds, done, strict=True) if both[2]]
    return [(f"{table}.{key}", {kind: (kind, abs(n)), "column": column}) for key, kind, n in each]


@frozen
class DoneEffect(PlainEffect):
    """An effect without a choice that does one or several things."""

    @property
    @abstractmethod
    def done(self) -> Done:
        """What it does."""

    @property
    def stones_drawn(self) -> int:
        return self.done.draw_stones

    def refuse(self, state: State, move: PlayCard) -> Refusal | None:
        """Refuse the card if coins, a column for the boat (R6.7) or a change (R6, R6.9) is missing.

        Ruling: at the round's end the boat advances one column as always, however far it went back;
        "only there" concerns building with a die. The boat stays on the board, and a column that it
        passes is not scored.
        """
        done = self.done
        held = state.player.coins
        boat = state.boat
        if held < done.pay_coins:
            seat = state.current_player
            return refuse(Code.TOO_FEW_COINS, "R6", seat=seat, held=held, coins=done.pay_coins)
        if not 1 <= boat + done.move_boat <= len(state.edition.board.columns):
            rule = "R6.7" if done.move_boat < 0 else "R2.7"
            return refuse(Code.NO_EFFECT, rule, column=boat, columns=abs(done.move_boat))
        taken = min(done.take_coins, state.bank + done.pay_coins)
        if taken != done.pay_coins or done.score_points or done.move_boat or done.draw_stones:
            return None
        return refuse(Code.NO_EFFECT, "R6") if taken else refuse(Code.BANK_EMPTY, "R6.9")

    def apply(self, state: State, move: PlayCard) -> State:
        player = state.player
        paid, taken, points, columns, stones = self.done
        if paid or points:
            player = player.changed(coins=player.coins - paid, points=player.points + points)
        if paid or columns:
            state = state.changed(bank=state.bank + paid, boat=state.boat + columns)
        state = money.receive(state, player, taken)
        return money.await_stones(state, stones) if stones else state

    def told(self, view: View, move: PlayCard) -> Told:
        bank = view.bank + self.done.pay_coins
        boat = view.boat + self.done.move_boat
        taken = min(self.done.take_coins, bank)
        drawn = min(self.done.draw_stones, view.bag.total)
        done = self.done._replace(take_coins=taken, draw_stones=drawn)
        keys = "pay_coins", "take_coins", "score_points", self._boat, "dig"
        parts = _words("moves", keys, done, boat)
        return parts[0] if len(parts) == 1 else ("moves.parts", {"parts": parts})

    @property
    def sentences(self) -> list[Told]:
        """What the card does, as phrases, for languages in which the card has no text."""
        keys = "pay_coins", "gain_coins", "gain_points", self._boat, "draw_stones"
        return _words("effects", keys, self.done, 0)

    @property
    def _boat(self) -> str:
        return "boat_back" if self.done.move_boat < 0 else "boat_on"

    @property
    def emblem(self) -> str:
        """The drawing for the last thing that the card does."""
        drawings = "coin", "coin", "score_points", self._boat, "draw_stones"
        return [*compress(drawings, self.done)][-1]

    @property
    def figure(self) -> str:
        return str(abs([*filter(None, self.done)][-1]))


@frozen
class BoatBack(DoneEffect):
    """Move the boat back (R6.7)."""

    columns: Positive
    """By how many columns."""

    rule: ClassVar[str] = "R6.7"
    moments: ClassVar[tuple[Moment, ...]] = (Moment.BEFORE_DIE, Moment.AFTER_DIE)
    figure: ClassVar[str] = ""

    @property
    def done(self) -> Done:
        return Done(move_boat=-self.columns)


@frozen
class DrawStones(DoneEffect):
    """Draw stones from the bag (R6.8)."""

    stones: Annotated[int, Between(1, 20)]
    """How many stones."""

    rule: ClassVar[str] = "R6.8"
    moments: ClassVar[tuple[Moment, ...]] = (Moment.AT_ONCE,)

    @property
    def done(self) -> Done:
        return Done(draw_stones=self.stones)

    def refuse(self, state: State, move: PlayCard) -> None:
        """Never refuse the card, since the bag is never empty (R4.8)."""


@frozen
class GainCoins(DoneEffect):
    """Take coins from the bank (R6.9)."""

    coins: Positive
    """How many coins; the player gets fewer if the bank holds fewer (R1.7)."""

    rule: ClassVar[str] = "R6.9"
    moments: ClassVar[tuple[Moment, ...]] = (Moment.AT_ONCE,)

    @property
    def done(self) -> Done:
        return Done(take_coins=self.coins)

    def refuse(self, state: State, move: PlayCard) -> Refusal | None:
        """Refuse the card while the bank is empty (R6.9)."""
        return money.refuse_empty_bank(state, "R6.9")


@frozen
class ScorePoints(DoneEffect):
    """Score points, when played or at the end (R6.10, R8.3)."""

    points: Positive
    """How many points."""

    rule: ClassVar[str] = "R6.10"
    moments: ClassVar[tuple[Moment, ...]] = ()

    @property
    def done(self) -> Done:
        return Done(score_points=self.points)

    @property
    def points_in_hand(self) -> int:
        return self.points

    def refuse(self, state: State, move: PlayCard) -> None:
        """Never refuse it."""


@frozen
class Parts(DoneEffect):
    """Do each thing that has a figure, from the first to the last."""

    pay_coins: Natural = field(default=0, metadata=OPTIONAL)
    """Coins to the bank; a player who has fewer cannot play the card."""
    take_coins: Natural = field(default=0, metadata=OPTIONAL)
    """Coins from the bank; fewer if it holds fewer (R1.7)."""
    score_points: Natural = field(default=0, metadata=OPTIONAL)
    """Points now; the card scores none in hand."""
    move_boat: Annotated[int, Between(-9, 9)] = field(default=0, metadata=OPTIONAL)
    """Columns that the boat goes on, or back if below 0."""
    draw_stones: Annotated[int, Between(0, 20)] = field(default=0, metadata=OPTIONAL)
    """Stones drawn from the bag (R6.8)."""

    def __attrs_post_init__(self) -> None:
        if not any(self.done):
            raise ValueError(f"needs a figure other than 0 for one of {', '.join(Done._fields)}")

    @property
    def moments(self) -> tuple[Moment, ...]:
        return tuple(Moment)[1:] if self.pay_coins or self.move_boat else (Moment.AT_ONCE,)

    @property
    def done(self) -> Done:
        return Done(*astuple(self))


SHIPPED: tuple[type[CardEffect], ...] = (
    NoCostTent,
    IgnoreDie,
    MoreDice,
    SecondTent,
    Market,
    BoatBack,
    DrawStones,
    GainCoins,
    ScorePoints,
    MineCollapse,
    Parts,
)
register(*SHIPPED)
