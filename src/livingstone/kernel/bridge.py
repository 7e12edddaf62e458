"""Between the engine and the kernel: states and arrays, moves and codes, outcomes and counts."""

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import product
from typing import Any, TypeVar, assert_never

import numpy as np
from numpy.typing import NDArray

from livingstone.edition.printed import Edition
from livingstone.game.moves import (
    BuildTent,
    CardDraw,
    ChanceEvent,
    Dig,
    Donate,
    DonationRoll,
    DrawCard,
    EndTurn,
    Move,
    PlayCard,
    RoundRoll,
    SellGems,
    StoneDraw,
    TakeCoins,
    TakeDie,
)
from livingstone.game.state import Player, State
from livingstone.kernel import codes
from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.compiling import plain
from livingstone.values import GEM_COLOURS, CardPile, Gems, Space, Stones

_Item = TypeVar("_Item")
StateArray = NDArray[np.int16]
_code_of, _kind_of, _pair_of = plain(codes.code_of), plain(codes.kind_of), plain(codes.pair_of)
_parts = plain(codes.first_part), plain(codes.second_part), plain(codes.third_part)
_cards = plain(codes.lower_card), plain(codes.higher_card)
_SIMPLE: Mapping[int, Move] = {
    codes.DRAW_CARD: DrawCard(),
    codes.TAKE_COINS: TakeCoins(),
    codes.DIG: Dig(),
    codes.END_TURN: EndTurn(),
}
_SIMPLE_CODES: Mapping[type, int] = {type(move): kind for kind, move in _SIMPLE.items()}


class Bridge:
    """Translates for one edition and number of players."""

    def __init__(self, edition: Edition, tables: NDArray[np.int64]) -> None:
        """Take the edition and its tables."""
        self.edition = edition
        self.cards = tuple(card for card, _ in edition.deck)
        """The ids of the cards, by kind."""
        self._kinds = {card: kind for kind, card in enumerate(self.cards)}
        self._tables: list[int] = tables.tolist()
        self._rows: int = self._tables[of.ROWS]
        self._columns: int = self._tables[of.COLUMNS]
        self._moves: dict[int, Move] = {}
        self._codes: dict[object, int] = {}

    def encode(self, state: State) -> StateArray:
        """Write a state as an array; its seed, if it has one, is left out."""
        table = self._tables
        array = np.zeros(table[of.STATE_SIZE], np.int16)
        array[: at.PENDING] = (
            state.current_player, state.starting_player, state.boat, state.die or 0,
            state.dice_taken, state.dice_left, state.bank,
        )  # fmt: skip
        array[at.PENDING], array[at.PENDING_COUNT] = _pending_numbers(state.pending)
        array[at.IS_OVER] = state.is_over
        array[at.THRESHOLD] = at.NOT_ROLLED if state.threshold is None else state.threshold
        array[at.BAG_NOW : at.DICE] = (*state.bag, *state.aside, *state.gems_drawn)
        array[at.DICE : table[of.PILE]] = self.dice_counts(state.dice)
        array[table[of.PILE] : table[of.PLAYED]] = self.card_counts(state.draw_pile)
        array[table[of.PLAYED] : table[of.PLAYER]] = self.card_counts(state.played)
        blocks = array[table[of.PLAYER] :].reshape(-1, table[of.PLAYER_SIZE])
        for block, player in zip(blocks, state.players, strict=True):
            self._encode_player(block, player)
        return array

    def _encode_player(self, block: StateArray, player: Player) -> None:
        table = self._tables
        high, low = divmod(player.points, at.WORD)
        block[: table[of.IN_ROW]] = (
            player.coins, player.chest, low, high, player.supply, player.last_die,
            player.donations, player.chest_limit, *player.gems,
        )  # fmt: skip
        tents = np.array(player.tents, np.int16).T
        block[table[of.IN_ROW] : table[of.TENT]] = tents.sum(axis=1)
        block[table[of.TENT] : table[of.SCORED]] = tents.ravel()
        for space in player.scored:
            block[table[of.SCORED] + self._number(space)] = 1
        block[table[of.HAND] :] = self.card_counts(Counter(player.hand).items())

    def dice_counts(self, dice: Iterable[int]) -> list[int]:
        """Count the dice by value."""
        counts = [0] * self._tables[of.SIDES]
        for value in dice:
            counts[value - 1] += 1
        return counts

    def card_counts(self, pile: Iterable[tuple[str, int]]) -> list[int]:
        """List how many there are of each kind of card."""
        counts = [0] * len(self.cards)
        for card, count in pile:
            counts[self._kinds[card]] = count
        return counts

    def decode(self, array: StateArray) -> State:
        """Read a state, with explicit chance, from an array."""
        table, head = self._tables, array.tolist()
        blocks = array[table[of.PLAYER] :].reshape(-1, table[of.PLAYER_SIZE])
        threshold = head[at.THRESHOLD]
        return State(
            edition=self.edition,
            players=tuple(map(self._decode_player, blocks)),
            bank=head[at.BANK],
            bag=Stones(*head[at.BAG_NOW : at.ASIDE]),
            draw_pile=self._pile(head[table[of.PILE] : table[of.PLAYED]]),
            current_player=head[at.CURRENT_PLAYER],
            starting_player=head[at.STARTING_PLAYER],
            boat=head[at.BOAT],
            dice=_repeated(range(1, table[of.SIDES] + 1), head[at.DICE : table[of.PILE]]),
            die=head[at.DIE] or None,
            dice_taken=head[at.DICE_TAKEN],
            dice_left=head[at.DICE_LEFT],
            aside=Stones(*head[at.ASIDE : at.GEMS_DRAWN]),
            gems_drawn=Gems(*head[at.GEMS_DRAWN : at.DICE]),
            played=self._pile(head[table[of.PLAYED] : table[of.PLAYER]]),
            pending=_pending_event(head[at.PENDING], head[at.PENDING_COUNT]),
            is_over=bool(head[at.IS_OVER]),
            threshold=None if threshold == at.NOT_ROLLED else threshold,
        )

    def _decode_player(self, block: StateArray) -> Player:
        table, figures = self._tables, block.tolist()
        tents = block[table[of.TENT] : table[of.SCORED]].reshape(self._rows, self._columns)
        scored = block[table[of.SCORED] : table[of.HAND]]
        return Player(
            coins=figures[at.COINS],
            chest=figures[at.CHEST],
            points=figures[at.POINTS_HIGH] * at.WORD + figures[at.POINTS],
            supply=figures[at.SUPPLY_NOW],
            gems=Gems(*figures[at.GEMS : at.GEMS + 3]),
            hand=self.cards_of(figures[table[of.HAND] :]),
            last_die=figures[at.LAST_DIE],
            donations=figures[at.DONATIONS],
            chest_limit=figures[at.CHEST_LIMIT],
            tents=tuple(map(tuple, tents.T.tolist())),
            scored=tuple(self._space(space) for space in np.flatnonzero(scored).tolist()),
        )

    def cards_of(self, counts: Iterable[int]) -> tuple[str, ...]:
        """List the ids of cards counted by kind, sorted."""
        return _repeated(self.cards, counts)

    def _pile(self, counts: list[int]) -> CardPile:
        pairs = zip(self.cards, counts, strict=True)
        return CardPile(tuple((card, count) for card, count in pairs if count))

    def _number(self, space: Space) -> int:
        return (space.row - 1) * self._columns + space.column - 1

    def _space(self, number: int) -> Space:
        row, column = divmod(number, self._columns)
        return Space(row + 1, column + 1)

    def move(self, code: int) -> Move:
        """Give the move of a code."""
        move = self._moves.get(code)
        if move is None:
            move = self._moves[code] = self._read_move(code)
        return move

    def find_code(self, move: object) -> int:
        """Give the code of a move; -1 for what can never be legal with the edition."""
        code = self._codes.get(move)
        if code is None:
            try:
                code = self._write_move(move)
                code = code if code >= 0 and self.move(code) == move else -1
            except (KeyError, TypeError, AttributeError, ValueError, IndexError):
                return -1
            self._codes[move] = code
        return int(code)

    def all_codes(self) -> list[int]:
        """List the codes of all moves that can ever be legal, ascending."""
        table, spaces = self._tables, range(1, self._tables[of.SPACES] + 1)
        sources = range(table[of.SPACES] + 1 if table[of.PLAYERS] == 2 else 1)
        rows, kinds = range(1, self._rows + 1), range(len(self.cards))
        gems = [range(count + 1) for count in self.edition.board.bag.gems]
        found = [_code_of(codes.TAKE_DIE, value, 0, 0) for value in range(1, table[of.SIDES] + 1)]
        found += [_code_of(kind, 0, 0, 0) for kind in _SIMPLE]
        pairs = [self._pair(pair) for pair in self._card_choices()]
        found += [_code_of(codes.BUILD_TENT, *parts) for parts in product(rows, pairs, sources)]
        for kind in kinds:
            effect = table[of.EFFECT + kind]
            parts: Iterable[tuple[int, int]] = [(0, 0)]
            if effect == of.MARKET:
                sold = product(*gems)
                parts = [(clear << codes.CARD | blue, red) for clear, blue, red in sold][1:]
            elif effect == of.SECOND_TENT:
                parts = [(to, source) for to, source in product(spaces, sources) if to != source]
            elif effect in (of.NO_COST_TENT, of.IGNORE_DIE, of.MINE_COLLAPSE):
                continue
            found += [_code_of(codes.PLAY_CARD, kind, *part) for part in parts]
        for colour, counts in enumerate(gems):
            found += [_code_of(codes.SELL_GEMS, colour, count, 0) for count in counts[1:]]
        found += [_code_of(codes.DONATE, n, 0, 0) for n in range(1, table[of.MONEY] + 1)]
        return sorted(found)

    def _card_choices(self) -> Iterable[tuple[int, ...]]:
        """List the choices of cards to play with a tent (R6.1 to R6.3)."""
        free, any_row = (
            [(), *((self._kinds[card],) for card in cards)]
            for cards in (self.edition.no_cost_cards, self.edition.any_row_cards)
        )
        return (payment + way for payment, way in product(free, any_row))

    def _read_move(self, code: int) -> Move:
        kind = _kind_of(code)
        first, second, third = (part(code) for part in _parts)
        if kind == codes.TAKE_DIE:
            return TakeDie(first)
        if kind == codes.BUILD_TENT:
            kinds = [card(second) for card in _cards]
            cards = tuple(self.cards[card] for card in kinds if card != codes.NO_CARD)
            return BuildTent(first, cards, self._source(third))
        if kind == codes.PLAY_CARD:
            return self._read_play(self.cards[first], first, second, third)
        if kind == codes.SELL_GEMS:
            return SellGems(GEM_COLOURS[first], second)
        return Donate(first) if kind == codes.DONATE else _SIMPLE[kind]

    def _read_play(self, card: str, kind: int, second: int, third: int) -> PlayCard:
        effect = self._tables[of.EFFECT + kind]
        if effect == of.MARKET:
            return PlayCard(card, Gems(second >> codes.CARD, second & codes.CARD_MASK, third))
        if effect == of.SECOND_TENT:
            return PlayCard(card, None, self._space(second - 1), self._source(third))
        return PlayCard(card)

    def _source(self, source: int) -> Space | None:
        return None if source == codes.SUPPLY else self._space(source - 1)

    def _pair(self, kinds: Iterable[int]) -> int:
        """Put up to two kinds of cards into one part of a code."""
        lower, higher, *_ = *sorted(kinds), codes.NO_CARD, codes.NO_CARD
        return _pair_of(lower, higher)

    def _write_move(self, move: Any) -> int:
        match move:
            case TakeDie(value):
                return _code_of(codes.TAKE_DIE, value, 0, 0)
            case BuildTent(row, cards, source):
                pair = self._pair(self._kinds[card] for card in cards)
                return _code_of(codes.BUILD_TENT, row, pair, self._source_number(source))
            case PlayCard(card, gems, space, source):
                second = third = 0
                if gems is not None:
                    second, third = gems.clear << codes.CARD | gems.blue, gems.red
                elif space is not None:
                    second, third = self._number(space) + 1, self._source_number(source)
                return _code_of(codes.PLAY_CARD, self._kinds[card], second, third)
            case SellGems(gem, count):
                return _code_of(codes.SELL_GEMS, GEM_COLOURS.index(gem), count, 0)
            case Donate(coins):
                return _code_of(codes.DONATE, coins, 0, 0)
            case _:
                return _code_of(_SIMPLE_CODES[type(move)], 0, 0, 0)

    def _source_number(self, source: Space | None) -> int:
        return codes.SUPPLY if source is None else self._number(source) + 1


def _repeated(items: Iterable[_Item], counts: Iterable[int]) -> tuple[_Item, ...]:
    """List each item as often as it is counted."""
    return tuple(item for item, count in zip(items, counts, strict=True) for _ in range(count))


def _pending_numbers(pending: ChanceEvent | None) -> tuple[int, int]:
    match pending:
        case None:
            return at.NOTHING, 0
        case RoundRoll(count):
            return at.ROUND_ROLL, count
        case DonationRoll(count):
            return at.DONATION_ROLL, count
        case StoneDraw(count):
            return at.STONE_DRAW, count
        case CardDraw(is_replacement):
            return (at.REPLACEMENT_DRAW if is_replacement else at.CARD_DRAW), 0
        case unknown:
            assert_never(unknown)


def _pending_event(pending: int, count: int) -> ChanceEvent | None:
    if pending in (at.CARD_DRAW, at.REPLACEMENT_DRAW):
        return CardDraw(pending == at.REPLACEMENT_DRAW)
    if pending == at.STONE_DRAW:
        return StoneDraw(count)
    if pending:
        return RoundRoll(count) if pending == at.ROUND_ROLL else DonationRoll(count)
    return None
