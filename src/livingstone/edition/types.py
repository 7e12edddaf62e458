"""The types of an edition: the board, the cards and the ruleset.

All figures come from data files. The annotations give the range of each figure, which is checked
when a file is loaded.
"""

import hashlib
import json
from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Any, Literal

from attrs import field, frozen

from livingstone.edition.effect import Effect, plain_content
from livingstone.errors import short_repr
from livingstone.support.arguments import one_of
from livingstone.support.limits import OPTIONAL, Between, Identifier, Line, Natural, Positive
from livingstone.values import GEM_COLOURS, CardPile, Gems, Stones


@frozen
class Row:
    """A row of the board (R1.3)."""

    value: Positive
    """Points for each tent when its column is scored."""
    majority: Natural
    """Points for the most tents in the row at the end."""
    inferred: tuple[Literal["value", "majority"], ...] = ()
    """The figures that no source gives; likewise in the other types."""


@frozen
class Column:
    """A column of the board (R1.4)."""

    cost: Positive
    """Coins to the bank for building here."""
    inferred: tuple[Literal["cost"], ...] = ()
    """The figures that no source gives."""


@frozen
class Coin:
    """One kind of coin: its value and its number of pieces (R1.7)."""

    value: Positive
    """What a piece is worth."""
    count: Positive
    """How many pieces there are."""


@frozen
class StoneKind:
    """One kind of stone without a price, and its number of pieces (R1.5)."""

    count: Natural
    """How many pieces there are."""


@frozen
class GemKind:
    """One kind of gem (R1.5)."""

    count: Annotated[int, Between(0, 40)]
    """The limit keeps the list of ways to sell them short (R6.6)."""
    value: Positive
    """Coins for one sold to the bank (R5.1)."""
    inferred: tuple[Literal["value"], ...] = ()
    """The figures that no source gives."""


@frozen
class WhiteStone:
    """The single white stone (R1.5)."""

    count: Annotated[int, Between(1, 1)]
    """How many pieces there are: 1."""


@frozen
class StoneKinds:
    """The stones of the bag (R1.5); `clear`, `blue` and `red` are gems."""

    __repr__ = short_repr

    black: StoneKind
    """The black stones."""
    clear: GemKind
    """The clear gems."""
    blue: GemKind
    """The blue gems."""
    red: GemKind
    """The red gems."""
    white: WhiteStone
    """The white stone."""


@frozen
class PlayerRange:
    """The possible numbers of players (R1.1)."""

    least: Annotated[int, Between(2, 20)]
    """The fewest players, from 2."""
    most: Annotated[int, Between(2, 20)]
    """The most players, up to 20."""


@frozen
class Dice:
    """The dice (R1.9)."""

    per_player: Annotated[int, Between(1, 10)]
    """The number of dice in a round, for each player."""
    sides: Annotated[int, Between(1, 20)]
    """The highest value of a die; the lowest one is 1."""
    donation: Annotated[int, Between(1, 20)]
    """The number of dice in the donation roll at the end of a game of two (R9.2)."""


@frozen(slots=False)
class Board:
    """The board, the money, the stones and the dice (R1)."""

    __repr__ = short_repr

    tents: Positive
    """The tents of each player (R1.8)."""
    start_coins: Natural
    """The coins that each player begins with (R1.8)."""
    neighbour_fee: Natural
    """Coins due to each other player with a tent on the space where a tent is built (R4.4)."""
    players: PlayerRange
    """The fewest and the most players."""
    dice: Dice
    """The dice and their faces."""
    rows: Annotated[tuple[Row, ...], Between(1, 20)]
    """The rows, the first at the river."""
    columns: Annotated[tuple[Column, ...], Between(1, 100)]
    """The columns, from left to right."""
    coins: Annotated[tuple[Coin, ...], Between(1, 20)]
    """Their values differ (R1.7)."""
    stones: StoneKinds
    """The stones in the bag."""

    @cached_property
    def money(self) -> int:
        """The value of all coins together (R1.7)."""
        return sum(coin.value * coin.count for coin in self.coins)

    @cached_property
    def bag(self) -> Stones:
        """All stones (R1.5)."""
        return Stones(*(getattr(self.stones, colour).count for colour in Stones._fields))

    @cached_property
    def gem_values(self) -> Gems:
        """Coins for one gem of each colour sold to the bank (R5.1)."""
        return Gems(*(getattr(self.stones, colour).value for colour in GEM_COLOURS))

    @cached_property
    def costs(self) -> tuple[int, ...]:
        """The expedition cost of each column in coins (R1.4)."""
        return tuple(column.cost for column in self.columns)

    @cached_property
    def row_values(self) -> tuple[int, ...]:
        """The points for a tent in each row (R1.3)."""
        return tuple(row.value for row in self.rows)

    @cached_property
    def majorities(self) -> tuple[int, ...]:
        """The points for the majority in each row (R1.3)."""
        return tuple(row.majority for row in self.rows)


@frozen
class CardNames:
    """The names of a card in four languages; None where it has none."""

    en: Line
    """The English name."""
    de: Line | None = None
    """The German name."""
    fr: Line | None = None
    """The French name."""
    it: Line | None = None
    """The Italian name."""

    def called(self, language: str) -> str:
        """Return the name in a language, or the English one where there is none."""
        return getattr(self, language, None) or self.en


@frozen
class CardTexts:
    """What a card does in other languages than English; None where it has no text of its own."""

    de: Line | None = None
    """The German text."""
    fr: Line | None = None
    """The French text."""
    it: Line | None = None
    """The Italian text."""

    def called(self, language: str) -> str | None:
        """Return the text in a language; None where there is none."""
        text: str | None = getattr(self, language, None)
        return text


@frozen
class Card:
    """A kind of action card (R6)."""

    __repr__ = short_repr

    id: Identifier
    """Its name in moves and states."""
    count: Annotated[int, Between(1, 1000)]
    """The number of copies in the deck."""
    effect: Effect
    """What the card does."""
    names: CardNames
    """The names of the card."""
    text: Line
    """Its effect, in one line of English."""
    inferred: tuple[Literal["count", "names.en", "names.de", "names.fr", "names.it"], ...] = ()
    """The facts that no source gives."""
    texts: CardTexts = field(default=CardTexts(), metadata=OPTIONAL)
    """Its effect in other languages, for effects that have no phrase there, or another one."""


Cards = Annotated[tuple[Card, ...], Between(0, 200)]


@frozen
class Ruleset:
    """The points in which rulesets differ: the switches of `rulesets.toml`."""

    free_actions_before_die: bool
    """Whether free actions are possible before the turn's first die is taken (R3.2)."""
    neighbour_fee_per_tent: bool
    """Whether the fee is due for each tent on the space, not once for each neighbour (R4.4)."""
    white_stone_sells: bool
    """Whether the gems drawn with the white stone are sold, not lost (R4.7)."""
    tents_break_ties: bool
    """Whether more tents win where points and donations are equal (R8.5)."""
    out_scores_zero: bool
    """Whether a player who is out has 0 points in the final standings (R8.6)."""


@frozen(slots=False, cache_hash=True, repr=False)
class Edition:
    """The board, cards and ruleset of a game; `load_edition` makes it."""

    id: Identifier
    """The ruleset's name, `printed` or `bga`."""
    ruleset: Ruleset
    """What the ruleset settles."""
    board: Board
    """The board with all that is on it, and the money."""
    cards: Cards
    """The kinds of cards, each with an id of its own."""

    def __repr__(self) -> str:
        return f"Edition({self.id!r}, hash={self.hash!r})"

    @cached_property
    def hash(self) -> str:
        """The hash of what decides a game: 32 hexadecimal digits.

        That is the ruleset, the figures of the board and the deck: ids, counts and effects. Names,
        texts, `inferred`, the order of the cards and how the money is split into coins (R1.7) do
        not count. It is the BLAKE2b hash (16 bytes) of these data as JSON in ASCII, without blanks,
        with sorted keys.
        """
        board = _without_provenance(plain_content(self.board)) | {"coins": self.board.money}
        cards = plain_content(self)["cards"]
        deck = sorted((card["id"], card["count"], card["effect"]) for card in cards)
        decisive = plain_content(self.ruleset), board, deck
        text = json.dumps(decisive, sort_keys=True, separators=(",", ":"))
        return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()

    @cached_property
    def effects(self) -> Mapping[str, Effect]:
        """The effect of each card id."""
        return {card.id: card.effect for card in self.cards}

    @cached_property
    def deck(self) -> CardPile:
        """All cards (R1.6)."""
        return CardPile(tuple(sorted((card.id, card.count) for card in self.cards)))

    @cached_property
    def no_cost_cards(self) -> tuple[str, ...]:
        """The ids of the cards played with a tent so that it costs nothing (R6.1), sorted."""
        return tuple(id for id, _ in self.deck if self.effects[id].pays_for_tent)

    @cached_property
    def any_row_cards(self) -> tuple[str, ...]:
        """The ids of the cards played with a tent so that any row is possible (R6.2), sorted."""
        return tuple(id for id, _ in self.deck if self.effects[id].reaches_any_row)

    @cached_property
    def lone_cards(self) -> tuple[str, ...]:
        """The ids of the cards played by themselves (R6.4 to R6.10), sorted."""
        others = {*self.no_cost_cards, *self.any_row_cards}
        return tuple(id for id, _ in self.deck if id not in others and not self.is_collapse(id))

    def is_collapse(self, card: str) -> bool:
        """Return whether a card is a mine collapse (R6.11); False for an unknown id."""
        effect = self.effects.get(card)
        return effect is not None and effect.is_collapse

    def card(self, id: str) -> Card:
        """Find a kind of card by its id; raises `ArgumentError` if there is none."""
        one_of("card", id, self.effects)
        return {card.id: card for card in self.cards}[id]


def _without_provenance(plain: Any) -> Any:
    if isinstance(plain, dict):
        return {key: _without_provenance(part) for key, part in plain.items() if key != "inferred"}
    return [_without_provenance(part) for part in plain] if isinstance(plain, list) else plain
