"""Translation between engine and kernel: of states, moves and outcomes to arrays and codes."""

from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cached_property
from itertools import chain, compress, product, starmap
from operator import attrgetter
from typing import Any, TypeVar, assert_never

import numpy as np
from numpy.typing import NDArray

from livingstone.edition.types import Edition
from livingstone.errors import ArgumentError, shown
from livingstone.game import moves
from livingstone.game.every_move import moves_by_kind
from livingstone.game.moves import (
    Awaited,
    CardChoice,
    CardDraw,
    ChanceEvent,
    HandDraw,
    Move,
    PlayCard,
)
from livingstone.game.state import Player, State
from livingstone.kernel import codes
from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.compiling import plain
from livingstone.support.arguments import as_int
from livingstone.values import GEM_COLOURS, CardPile, Gems, Space, Stones

_Item = TypeVar("_Item")
StateArray = NDArray[np.int16]
# Single calls from Python are faster without numba, which unpacks and checks arguments.
_code_of = plain(codes.code_of)
_kind_of = plain(codes.kind_of)
_pair_of = plain(codes.pair_of)
_part = plain(codes.part)
_cards_of = plain(codes.cards_of)
_SIMPLE: Mapping[int, Move] = {
    codes.DRAW_CARD: moves.DrawCard(), codes.TAKE_COINS: moves.TakeCoins(),
    codes.DIG: moves.Dig(), codes.END_TURN: moves.EndTurn(),
}  # fmt: skip
_COUNTED: tuple[Any, ...] = (None, moves.RoundRoll, moves.DonationRoll, moves.StoneDraw)
"""The events with a count, each at the number of what is awaited (`layout`)."""
_HEAD = ("current_player", "starting_player", "boat", "dice_taken", "dice_left", "bank")
_FIGURES = ("coins", "chest", "supply", "last_die", "donations", "chest_limit")
"""The fields at the first places of a state, and at those of a player's block (`layout`)."""
_read_head = attrgetter(*_HEAD)
_read_figures = attrgetter(*_FIGURES)


class Bridge:
    """Translates the states and moves of an edition and a number of players."""

    def __init__(self, edition: Edition, tables: NDArray[np.int64]) -> None:
        self.edition = edition
        self.tables = tables
        """The figures of the edition, at the places that `livingstone.kernel.tables` names."""
        self.cards = tuple(card for card, _ in edition.deck)
        """The ids of the cards, by kind."""
        self._kinds = {card: kind for kind, card in enumerate(self.cards)}
        self._table: list[int] = tables.tolist()
        self._rows = self._table[of.ROWS]
        self._columns = self._table[of.COLUMNS]
        spaces = product(range(1, self._rows + 1), range(1, self._columns + 1))
        self._spaces = tuple(starmap(Space, spaces))
        self._sources = None, *self._spaces
        self._numbers = {source: number for number, source in enumerate(self._sources)}
        """The number of each source of a tent: 0 for the supply (None), then the spaces."""
        self._moves: dict[int, Move] = {}
        self._codes = {move: _code_of(kind, 0, 0, 0) for kind, move in _SIMPLE.items()}

    def encode(self, state: State) -> StateArray:
        """Write a state as an array, without its seed."""
        table = self._table
        array = np.zeros(table[of.STATE_SIZE], np.int16)
        array[: at.DIE] = _read_head(state)
        array[at.DIE] = state.die or 0
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
        table = self._table
        block[: at.POINTS] = _read_figures(player)
        block[at.POINTS_HIGH], block[at.POINTS] = divmod(player.points, at.WORD)
        block[at.GEMS : at.FIGURES] = player.gems
        tents = np.array(player.tents, np.int16).T
        block[table[of.IN_ROW] : table[of.TENT]] = tents.sum(axis=1)
        block[table[of.TENT] : table[of.SCORED]] = tents.ravel()
        for space in player.scored:
            block[table[of.SCORED] + self._numbers[space] - 1] = 1
        block[table[of.HAND] :] = self.card_counts(Counter(player.hand).items())

    def dice_counts(self, dice: Iterable[int]) -> list[int]:
        """Count the dice by value."""
        counts = [0] * self._table[of.SIDES]
        for value in dice:
            if not 1 <= value <= len(counts):
                raise ArgumentError(f"a die shows 1 to {len(counts)}, not {shown(value)}")
            counts[value - 1] += 1
        return counts

    def card_counts(self, pile: Iterable[tuple[str, int]]) -> list[int]:
        """List how many cards of each kind a pile has."""
        counts = [0] * len(self.cards)
        for card, count in pile:
            if card not in self._kinds:
                raise ArgumentError(f"there is no card {shown(card)}")
            counts[self._kinds[card]] = count
        return counts

    def decode(self, array: StateArray) -> State:
        """Read a state, with explicit chance, from an array."""
        table = self._table
        head = array.tolist()
        blocks = array[table[of.PLAYER] :].reshape(-1, table[of.PLAYER_SIZE])
        threshold = head[at.THRESHOLD]
        return State(
            edition=self.edition,
            players=tuple(map(self._decode_player, blocks)),
            bag=Stones(*head[at.BAG_NOW : at.ASIDE]),
            draw_pile=self._pile(head[table[of.PILE] : table[of.PLAYED]]),
            dice=_repeated(range(1, table[of.SIDES] + 1), head[at.DICE : table[of.PILE]]),
            die=head[at.DIE] or None,
            aside=Stones(*head[at.ASIDE : at.GEMS_DRAWN]),
            gems_drawn=Gems(*head[at.GEMS_DRAWN : at.DICE]),
            played=self._pile(head[table[of.PLAYED] : table[of.PLAYER]]),
            pending=_pending_event(head[at.PENDING], head[at.PENDING_COUNT]),
            is_over=bool(head[at.IS_OVER]),
            threshold=None if threshold == at.NOT_ROLLED else threshold,
            **dict[str, Any](zip(_HEAD, head, strict=False)),
        )

    def _decode_player(self, block: StateArray) -> Player:
        table = self._table
        figures = block.tolist()
        tents = block[table[of.TENT] : table[of.SCORED]].reshape(self._rows, self._columns)
        scored = block[table[of.SCORED] : table[of.HAND]]
        return Player(
            points=figures[at.POINTS_HIGH] * at.WORD + figures[at.POINTS],
            gems=Gems(*figures[at.GEMS : at.GEMS + 3]),
            hand=self.cards_of(figures[table[of.HAND] :]),
            tents=tuple(map(tuple, tents.T.tolist())),
            scored=tuple(compress(self._spaces, scored.tolist())),
            **dict[str, Any](zip(_FIGURES, figures, strict=False)),
        )

    def cards_of(self, counts: Iterable[int]) -> tuple[str, ...]:
        """List the ids of cards counted by kind, sorted."""
        return _repeated(self.cards, counts)

    def _pile(self, counts: list[int]) -> CardPile:
        pairs = zip(self.cards, counts, strict=True)
        return CardPile(tuple((card, count) for card, count in pairs if count))

    def move(self, code: int) -> Move:
        """Return the move of a code.

        >>> from livingstone.kernel import Kernel
        >>> kernel = Kernel.of("printed", 2)
        >>> [kernel.move(code) for code in kernel.actions[-2:].tolist()]
        [Donate(coins=204), EndTurn()]

        Raises `ArgumentError` for a number that is not the code of a move of the edition.
        """
        move = self._moves.get(code) if type(code) is int else None
        if move is None:
            number = as_int(code)
            if not self._is_known(number):
                raise ArgumentError(f"{shown(number)} is not the code of a move of {self!r}")
            move = self._moves[number] = self._read_move(number)
            self._codes[move] = number
        return move

    def code(self, move: Move) -> int:
        """Return the code of a move, by which compiled functions know it.

        Raises `ArgumentError` for a move that can never be legal with the edition.
        """
        code = self._codes.get(move)
        if code is None:
            if not isinstance(move, Move):
                raise TypeError(f"a move is needed, not {shown(move)}")
            with suppress(KeyError, TypeError, AttributeError, ValueError, IndexError):
                code = self._write_move(move)
            if code is None or not self._is_known(code) or self.move(code) != move:
                raise ArgumentError(f"{shown(move)} can never be legal with {self!r}")
        return code

    def _is_known(self, code: int) -> bool:
        """Return whether a number is the code of a move that can be legal."""
        known = self.actions
        return 0 <= code <= known[-1] and bool(known[known.searchsorted(code)] == code)

    @cached_property
    def actions(self) -> NDArray[np.int64]:
        """The codes of all moves that can ever be legal, as in `livingstone.envs.ActionSpace`."""
        kinds = moves_by_kind(self.edition, self._table[of.PLAYERS])
        possible = chain.from_iterable(moves_of_kind for _, moves_of_kind in kinds)
        return np.array(sorted(map(self._write_move, possible)), np.int64)

    def _read_move(self, code: int) -> Move:
        kind = _kind_of(code)
        first, second, third = (_part(code, number) for number in (1, 2, 3))
        if kind == codes.TAKE_DIE:
            return moves.TakeDie(first)
        if kind == codes.BUILD_TENT:
            cards = tuple(self.cards[n] for n in _cards_of(second) if n != codes.NO_CARD)
            return moves.BuildTent(first, cards, self._sources[third])
        if kind == codes.PLAY_CARD:
            return self._read_play(first, second, third)
        if kind == codes.SELL_GEMS:
            return moves.SellGems(GEM_COLOURS[first], second)
        return moves.Donate(first) if kind == codes.DONATE else _SIMPLE[kind]

    def _read_play(self, kind: int, second: int, third: int) -> PlayCard:
        card = self.cards[kind]
        effect = self._table[of.EFFECT + kind]
        if effect == of.MARKET:
            return PlayCard(card, Gems(second >> codes.CARD, second & codes.CARD_MASK, third))
        if effect == of.SECOND_TENT:
            return PlayCard(card, None, self._sources[second], self._sources[third])
        return PlayCard(card)

    def _pair(self, cards: Iterable[str]) -> int:
        """Put up to two cards into one part of a code, -1 for none."""
        kinds = sorted(self._kinds[card] for card in cards)
        lower = kinds[0] if kinds else codes.NO_CARD
        higher = kinds[1] if len(kinds) > 1 else codes.NO_CARD
        return _pair_of(lower, higher)

    def _write_move(self, move: Move) -> int:
        match move:
            case moves.TakeDie(value):
                return _code_of(codes.TAKE_DIE, value, 0, 0)
            case moves.BuildTent(row, cards, source):
                return _code_of(codes.BUILD_TENT, row, self._pair(cards), self._numbers[source])
            case PlayCard(card, gems, space, source):
                second = third = 0
                if gems is not None:
                    second = gems.clear << codes.CARD | gems.blue
                    third = gems.red
                elif space is not None:
                    second = self._numbers[space]
                    third = self._numbers[source]
                return _code_of(codes.PLAY_CARD, self._kinds[card], second, third)
            case moves.SellGems(gem, count):
                return _code_of(codes.SELL_GEMS, GEM_COLOURS.index(gem), count, 0)
            case moves.Donate(coins):
                return _code_of(codes.DONATE, coins, 0, 0)
            case moves.DrawCard() | moves.TakeCoins() | moves.Dig() | moves.EndTurn():
                return self._codes[move]
            case moves.Choose():
                raise ValueError("no card of the kernel lets a player choose")
            case unknown:
                assert_never(unknown)


def _repeated(items: Iterable[_Item], counts: Iterable[int]) -> tuple[_Item, ...]:
    """List each item as often as it is counted."""
    return tuple(item for item, count in zip(items, counts, strict=True) for _ in range(count))


def _pending_numbers(pending: Awaited | None) -> tuple[int, int]:
    assert not isinstance(pending, CardChoice)  # no card of the kernel lets a player choose
    if isinstance(pending, CardDraw):
        return (at.REPLACEMENT_DRAW if pending.is_replacement else at.CARD_DRAW), 0
    assert not isinstance(pending, HandDraw)  # no edition of the kernel draws from hands
    return (_COUNTED.index(type(pending)), pending.count) if pending else (at.NOTHING, 0)


def _pending_event(pending: int, count: int) -> ChanceEvent | None:
    if pending >= at.CARD_DRAW:
        return CardDraw(pending == at.REPLACEMENT_DRAW)
    return _COUNTED[pending](count) if pending else None
