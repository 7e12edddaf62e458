"""The flat space of actions: an integer for every move that can ever be legal in a game."""

from bisect import bisect_right
from collections.abc import Iterator
from functools import partial
from itertools import product
from typing import Literal, NamedTuple, assert_never

import livingstone as ls
from livingstone.edition import Market, SecondTent
from livingstone.envs.blocks import Block, BlockOfPairs, BlockWithoutFirst
from livingstone.envs.decisions import Actions, Path
from livingstone.errors import shown

__all__ = ["ActionRange", "ActionSpace", "card_choices", "spaces_of"]

_COLOURS: tuple[Literal["clear", "blue", "red"], ...] = ("clear", "blue", "red")


class ActionRange(NamedTuple):
    """The integers of the moves of one kind."""

    name: str
    """What the moves have in common, in the words of the notation."""
    first: int
    """The smallest integer."""
    size: int
    """How many there are."""


class ActionSpace(Actions):
    """An integer for every move that can ever be legal with an edition and a number of players.

    The integers are in the order of `legal_moves`: taking a die; drawing a card, taking coins,
    digging and building; playing a card; selling gems; donating; ending the turn. Moves of one
    kind are in the order of their parts, as `legal_moves` says. Each integer stands for one move,
    and each move has one integer. They are worked out and not stored, so a large board costs
    nothing.

    Included are tents moved from any space to any other for two players (R9.1), each combination
    of the gems that exist at the market (R6.6), all cards that go together with a tent (R6.1 to
    R6.3), and donations of up to all coins that exist (R5.2).

    >>> space = ActionSpace("printed", 3)
    >>> len(space), len(ActionSpace("printed", 2))
    (1390, 6370)
    >>> space.index(ls.Donate(2)), space.move(1186), space.name(1186)
    (1186, Donate(coins=2), 'donate 2')
    >>> space.legal_indices(ls.view(ls.new_game(3, seed=7), 0))
    (1, 2, 3, 1185, 1186, 1187)
    """

    kind: Literal["flat"] = "flat"

    def __init__(self, edition: str | ls.Edition, players: int) -> None:
        """Make the space of an edition, which may be given by its name, and a number of players.

        Raises `ArgumentError` for an unknown edition and for a number that cannot play.
        """
        super().__init__(edition, players)
        self._blocks = {block.name: block for block in _blocks(self.edition, self.players)}
        self._length = 0
        for block in self._blocks.values():
            block.first = self._length
            self._length += block.size
        self._firsts = [block.first for block in self._blocks.values()]

    def __len__(self) -> int:
        """Count the integers, which run from 0 to one less."""
        return self._length

    @property
    def ranges(self) -> tuple[ActionRange, ...]:
        """The kinds of moves with their integers, in order."""
        return tuple(
            ActionRange(block.name, block.first, block.size) for block in self._blocks.values()
        )

    def index(self, move: ls.Move) -> int:
        """Give the integer of a move.

        Raises `ArgumentError` for a move that can never be legal here, and for what is no move.
        """
        if isinstance(move, ls.Move):
            index = self._index(move)
            if index is not None:
                return index
        raise ls.ArgumentError(f"{shown(move)} can never be legal in {self!r}")

    def path(self, move: ls.Move) -> Path:
        """Give the integer of a move as a tuple; raises `ArgumentError` as `index` does."""
        return (self.index(move),)

    def _path(self, move: ls.Move) -> Path:
        return (self._index(move),)  # type: ignore[return-value]  # a legal move has one

    def move(self, index: int) -> ls.Move:
        """Give the move of an integer; raises `ArgumentError` if there is no such integer."""
        number = self._check(index)
        block = [*self._blocks.values()][bisect_right(self._firsts, number) - 1]
        return block.move(number - block.first)

    def name(self, index: int) -> str:
        """Write the move of an integer in the notation, without the seat.

        Raises `ArgumentError` if there is no such integer.
        """
        return ls.format_move(self.move(index), 0).partition(" ")[2]

    def _index(self, move: ls.Move) -> int | None:
        match move:
            case ls.TakeDie(value):
                return self._at("take", value)
            case ls.DrawCard():
                return self._at("card")
            case ls.TakeCoins():
                return self._at("coins")
            case ls.Dig():
                return self._at("dig")
            case ls.BuildTent(row, cards, source):
                return self._at("tent", row, cards, source)
            case ls.PlayCard():
                return self._index_of_play(move)
            case ls.SellGems(gem, count):
                return self._at(f"sell {gem}", count)
            case ls.Donate(coins):
                return self._at("donate", coins)
            case ls.EndTurn():
                return self._at("end")
            case unknown:
                assert_never(unknown)

    def _index_of_play(self, move: ls.PlayCard) -> int | None:
        card, gems, space, source = move.card, move.gems, move.space, move.source
        effect = self.edition.effects.get(card)
        if isinstance(effect, SecondTent):
            return self._at(f"play {card}", space, source) if gems is None else None
        if space is not None or source is not None:
            return None
        if isinstance(effect, Market):
            return self._at(f"play {card}", *gems) if isinstance(gems, ls.Gems) else None
        return self._at(f"play {card}") if gems is None else None

    def _at(self, name: str, *parts: object) -> int | None:
        """Give the integer of the move with these parts in a block; None if there is none."""
        block = self._blocks.get(name)
        if block is None:
            return None
        place = block.place(*parts)
        return None if place is None else block.first + place


def _blocks(edition: ls.Edition, players: int) -> Iterator[Block]:
    """List the kinds of moves, in the order of `legal_moves`."""
    board, gems = edition.board, edition.board.bag.gems
    spaces = spaces_of(edition)
    sources = (None, *spaces) if players == 2 else (None,)
    yield Block("take", ls.TakeDie, range(1, board.dice.sides + 1))
    yield Block("card", ls.DrawCard)
    yield Block("coins", ls.TakeCoins)
    yield Block("dig", ls.Dig)
    rows = range(1, len(board.rows) + 1)
    yield Block("tent", ls.BuildTent, rows, card_choices(edition), sources)
    for card in edition.lone_cards:
        name, effect = f"play {card}", edition.effects[card]
        if isinstance(effect, SecondTent):
            pairs = BlockOfPairs if players == 2 else Block
            yield pairs(name, partial(ls.PlayCard, card, None), spaces, sources)
        elif isinstance(effect, Market):
            counts = [range(most + 1) for most in gems]
            yield BlockWithoutFirst(name, partial(_at_market, card), *counts)
        else:
            yield Block(name, partial(ls.PlayCard, card))
    for colour, most in zip(_COLOURS, gems, strict=True):
        yield Block(f"sell {colour}", partial(ls.SellGems, colour), range(1, most + 1))
    yield Block("donate", ls.Donate, range(1, board.money + 1))
    yield Block("end", ls.EndTurn)


def _at_market(card: str, clear: int, blue: int, red: int) -> ls.PlayCard:
    return ls.PlayCard(card, ls.Gems(clear, blue, red))


def spaces_of(edition: ls.Edition) -> tuple[ls.Space, ...]:
    """List the spaces of the board, by row and then by column (R1.2).

    >>> spaces_of(ls.load_edition("printed"))[10]
    Space(row=2, column=1)
    """
    rows, columns = len(edition.board.rows), len(edition.board.columns)
    return tuple(ls.Space(*at) for at in product(range(1, rows + 1), range(1, columns + 1)))


def card_choices(edition: ls.Edition) -> list[tuple[str, ...]]:
    """List the choices of cards to play with a tent, each a sorted tuple of ids (R6.1 to R6.3).

    >>> card_choices(ls.load_edition("printed"))
    [(), ('ignore_die',), ('ignore_die', 'no_cost_tent'), ('no_cost_tent',)]
    """
    free, any_row = (
        [(id,) for id in ids] for ids in (edition.no_cost_cards, edition.any_row_cards)
    )
    return sorted(tuple(sorted(a + b)) for a, b in product([(), *free], [(), *any_row]))
