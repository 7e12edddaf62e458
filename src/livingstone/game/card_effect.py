"""The effect of a card (R6): the base class of shipped effects and of your own."""

import re
from abc import abstractmethod
from collections.abc import Collection, Mapping
from enum import Enum, auto
from functools import lru_cache
from math import prod
from typing import ClassVar, Literal, TypeAlias, cast

from attrs import frozen

from livingstone.edition.effect import Effect
from livingstone.edition.types import Edition
from livingstone.errors import ArgumentError, shown
from livingstone.game.moves import CardChoice, Choose, Outcome, PlayCard
from livingstone.game.refusals import Code, Fact, Refusal, refuse
from livingstone.game.sampling import deals
from livingstone.game.state import State, need_fields
from livingstone.game.view import View
from livingstone.values import Gems

Way = Literal[
    "plain", "gems", "space", "pair", "seat", "amount", "seat_space", "seat_amount", "tent"
]
"""The choices of a `PlayCard`: none, gems, a space, a space and perhaps a source (a pair), a seat,
an amount, two of these, or a tent: a space, perhaps a source, and cards of R6.1 and R6.2."""
CHOICES: dict[Way, set[str]] = {
    "plain": set(),
    "gems": {"gems"},
    "space": {"space"},
    "pair": {"space", "source"},
    "seat": {"seat"},
    "amount": {"amount"},
    "seat_space": {"seat", "space"},
    "seat_amount": {"seat", "amount"},
    "tent": {"space", "source", "cards"},
}
"""What a move of each way names; a source and cards may be missing."""
NAMES = ("gems", "space", "source", "seat", "amount", "cards")
"""All choices, in the order of the fields of a move."""
Told: TypeAlias = tuple[str | Mapping[str, str], Mapping[str, object]]
"""A phrase and its values: the key of a phrase (`moves.boat_back`), or a text for each language; a
value is a number, a space, gems, `("coins", 2)` for an amount, or the key of a phrase."""
Texts: TypeAlias = str | Mapping[str, str]
"""A sentence in English, or one for each language by its code; `en` is needed."""
Announcement: TypeAlias = tuple[Texts, Mapping[str, Fact]]
"""A sentence and its figures by name; `card` is shown as a card's name, `seat` as a player's."""
AMOUNTS = ("cards", "coins", "columns", "dice", "points", "stones", "tents", "clear", "blue", "red")
"""The units of amounts in sentences, as in `{held:coins}`; the last three are gems."""
MOST_PLAYERS = 20


class Moment(Enum):
    """When in a turn a card can be good to play."""

    AT_ONCE = auto()
    """Immediately: waiting gains nothing."""
    BEFORE_DIE = auto()
    """Without a die in hand, while one can still be taken."""
    WITH_DIE = auto()
    """With a die in hand."""
    AFTER_DIE = auto()
    """After the last die was used."""


@lru_cache(maxsize=1024)
def plain_play(card: str) -> tuple[PlayCard, ...]:
    """List the only way to play a card without a choice."""
    return (PlayCard(card),)


@frozen
class CardEffect(Effect):
    """The effect of a card; `apply` is all that a subclass has to define.

    A subclass is a frozen attrs class with a docstring. Its fields are the figures of the data
    file, with their ranges as types: `Positive`, `Natural`, `Annotated[int, Between(1, 6)]`,
    `Figures` or `Prices` (a number for each colour of gems). Its kind in data files follows from
    its name: `collect_coins` for `CollectCoins`.

    A method gets the whole state, but whether a card can be played must not depend on what the
    player to move cannot see (R10.2), since a view lists the legal moves.
    """

    rule: ClassVar[str] = "R6"
    """The rule that describes it, in refusals."""
    draws_cards: ClassVar[bool] = True
    """Whether playing it may lead to the draw of a card."""
    rolls_dice: ClassVar[bool] = True
    """Whether playing it may roll dice, or change those on the table."""
    places_tent: ClassVar[bool] = False
    """Whether playing it puts a tent of the player on the move's space, from its source or the
    supply."""
    most_amount: ClassVar[int] = 20
    """The highest amount that a move can name, for the action ids of environments."""
    removes: ClassVar[tuple[Literal["stones", "coins", "tents"], ...]] = ()
    """What playing it removes from the game for good; the totals of all other things stay."""

    @property
    def moments(self) -> tuple[Moment, ...]:
        """When bots consider playing it."""
        return tuple(Moment)[1:]

    @property
    def stones_drawn(self) -> int | None:
        """How many stones playing it draws; None if that is not known."""
        return None

    @property
    def prices(self) -> tuple[Gems, Gems] | None:
        """Coins and points for a gem of each colour that it sells; None if it sells none."""
        return None

    def ways(self, players: int) -> tuple[Way, ...]:
        """List what moves that play it name, for the action ids of environments."""
        if type(self).plays is CardEffect.plays:
            return ("plain",)
        return "plain", "gems", "pair", "seat", "amount", "seat_space", "seat_amount"

    def most_plays(self, spaces: int, tents: int, sources: int, gems: Gems) -> int:
        if self.places_tent:
            return tents * sources
        most = {
            "gems": prod(n + 1 for n in gems) - 1,
            "space": spaces,
            "source": spaces,  # none, or any other space
            "seat": MOST_PLAYERS,
            "amount": self.most_amount + 1,
        }
        return max(
            sum(
                tents * sources if way == "tent" else prod(most[name] for name in CHOICES[way])
                for way in self.ways(players)
            )
            for players in range(2, MOST_PLAYERS + 1)
        )

    @property
    def lets_choose(self) -> bool:
        """Whether a player may have to choose for the card, since its effect defines `options`."""
        return type(self).options is not CardEffect.options

    def plays(self, state: State, card: str) -> tuple[PlayCard, ...]:
        """List the ways to play the card with this id, which the player to move holds.

        The plays are sorted by the fields of the move, from the first to the last, None first, and
        gems by their counts (`key=tuple`). By default, there is one play without a choice, unless
        `refuse` refuses it.
        """
        moves = plain_play(card)
        return () if self.refuse(state, moves[0]) else moves

    def refuse(self, state: State, move: PlayCard) -> Refusal | None:
        """Explain why the card cannot be played like this; None if it can. Its player holds it.

        By default, the plays that `plays` lists are possible. If the class does not define `plays`,
        the card can be played without a choice, unless the player knows that it would change
        nothing.
        """
        if type(self).plays is not CardEffect.plays:
            if move in self.plays(state, move.card):
                return None
            return refuse(Code.WRONG_USE, self.rule, card=move.card)
        for known in deals(state, move.card):
            after = self.apply(known, move)
            if after != known:
                return None
            need_fields(after)  # a value that has a wrong name is no change
            for player in after.players:
                need_fields(player)
        return refuse(Code.NO_EFFECT, self.rule)

    @abstractmethod
    def apply(self, state: State, move: PlayCard) -> State:
        """Return the state after playing the card; in `state`, the card already lies open.

        All stones, coins, tents and cards stay in the game, except for what it `removes`.
        """

    def receive(self, state: State, move: PlayCard, outcome: Outcome) -> State:
        """Return the state after an outcome of chance that `apply`, or this method, awaited.

        Stones and cards that were drawn are with the player already.
        """
        return state

    def options(self, state: State, move: PlayCard, choice: CardChoice) -> tuple[Choose, ...]:
        """List what `choice.seat` can choose, each once, in the order that players see.

        The options must not depend on anything that this player cannot see. Whether there is any
        option must not depend on anything that some player cannot see. The player to move in
        `state` is the one who played the card.
        """
        return ()

    def choose(self, state: State, move: PlayCard, choice: CardChoice, option: Choose) -> State:
        """Return the state after one of the `options` was chosen.

        The player to move in `state` is the one who played the card. The new state may await chance
        or another choice.
        """
        return state

    def events(self, before: State, move: PlayCard, after: State) -> tuple[object, ...] | None:
        """List the events (see `livingstone.events`) that tell the others what it did.

        None stands for the events of all public changes: coins, points, tents, gems, the boat,
        dice, the numbers of cards in hands. The method is called again for each outcome that
        `receive` gets, and for each choice: `before.playing` is None only for the move, and
        `before.choice` is not None only for a choice. Cards that were passed or shown, and a
        shuffle, always have events. `CardDone` is added, and has the rest, such as the bank and the
        bag.
        """
        return None

    def end_points(self, state: State, seat: int) -> int:
        """Return the points that each such card in the hand of a seat scores at the end (R8.3).

        The points can depend on everything that the players have then, and can be negative. By
        default they are `points_in_hand`. `state` is the position before the end scoring with all
        points set to 0, so that the points of a card do not depend on those of other things.
        """
        return self.points_in_hand

    def told(self, view: View, move: PlayCard) -> Told | None:
        """Describe a move.

        None stands for the text of the card, the choices of the move, and what it costs and brings.
        """
        return None

    def told_option(
        self, view: View, move: PlayCard, choice: CardChoice, option: Choose
    ) -> "Announcement | None":
        """Describe one of the `options` to the player who chooses, such as `keep {card}`.

        It is a sentence with its figures, as of `announce`; each option has another one. None
        stands for what the option names. Only `choice.seat` reads it, and `view` is that seat's.
        """
        return None

    def announce(self, before: State, move: PlayCard, after: State) -> "Announcement | None":
        """Say in the card's own words what it did; all players read this before the other events.

        The method is called when `events` is. None adds nothing to the events.
        """
        return None

    def value(self, position: State | View, move: PlayCard | None = None) -> float | None:
        """Return the value for bots, in points, of the card in hand or of playing `move` now.

        None leaves the estimate to the bot, which compares the states before and after the move.
        """
        return None

    @property
    def emblem(self) -> str:
        """The drawing on the card, by name; a neutral one stands for an unknown name."""
        return self.kind

    @property
    def figure(self) -> str:
        """A short text beside the emblem."""
        return ""


@frozen
class PlainEffect(CardEffect):
    """An effect without a choice that uses neither chance nor the boat, like most shipped ones."""

    draws_cards: ClassVar[bool] = False
    rolls_dice: ClassVar[bool] = False

    @property
    def stones_drawn(self) -> int | None:
        return 0

    def ways(self, players: int) -> tuple[Way, ...]:
        return ("plain",)


def no_effect(sentence: Texts, rule: str = "R6", **facts: Fact) -> Refusal:
    """Refuse a card that would have no effect, with a sentence and its figures.

    A sentence that is one text is shown in every language. Otherwise it has a text for each
    language, and English is shown in all other languages. It names the figures in braces, all of
    which must be given. With a unit, as in `{held:coins}`, a number is shown as an amount; `card`
    is shown as the card's name, and `seat` as the player's.

    >>> print(no_effect("The bank holds only {held:coins}", held=1))
    The bank holds only 1 coin (R6)

    Raises `ArgumentError` for braces that hold no name of a figure, for a language that is no code
    of two letters, and without English.
    """
    english, *others = texts_of(sentence, facts)
    return Refusal(Code.NO_EFFECT, rule, english[1], facts, tuple(others))


def texts_of(texts: Texts, names: Collection[str]) -> tuple[tuple[str, str], ...]:
    """List the texts of a sentence with their languages, English first, the others sorted.

    Raises `ArgumentError` as `no_effect` does; `names` are the names of the figures.
    """
    by_language = {"en": texts} if isinstance(texts, str) else dict(texts)
    need_english(by_language)
    amounts = [f"{{{name}:{kind}}}" for name in names for kind in AMOUNTS]
    places = [*amounts, *(f"{{{name}}}" for name in names)]
    for language, text in by_language.items():
        if not re.fullmatch(r"[a-z]{2}", language):
            raise ArgumentError(f"{shown(language)} is not the code of a language, such as en")
        rest = text
        for place in places:
            rest = rest.replace(place, "")
        if "{" in rest or "}" in rest:
            raise ArgumentError(f"the figures {sorted(names)} do not fill {shown(text)}")
    return tuple(sorted(by_language.items(), key=lambda item: (item[0] != "en", item[0])))


def need_english(texts: Collection[str]) -> None:
    """Raise `ArgumentError` for a sentence in other languages without one in English."""
    if "en" not in texts:
        raise ArgumentError(f"a text in English is needed beside {', '.join(sorted(texts))}")


def effects_of(edition: Edition) -> Mapping[str, CardEffect]:
    """Return the effect of each card of an edition.

    >>> from livingstone import load_edition
    >>> effects_of(load_edition("printed"))["two_dice"].figure
    '+1'
    """
    return cast("Mapping[str, CardEffect]", edition.effects)
