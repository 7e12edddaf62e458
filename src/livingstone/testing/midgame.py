"""Positions from the middle of a game, made by dealing material from the supplies."""

from collections.abc import Sequence

from livingstone.game.state import Player, State, StateChanges
from livingstone.values import GEM_COLOURS, NO_GEMS, Space

__all__ = ["dealt"]


def dealt(state: State, gifts: Sequence[int]) -> State:
    """Make a position from the middle of a game: each gift is a card, a gem, coins or scored tents.

    Gifts are numbers from 0 to 255; they come from the draw pile, the bag, the bank and the supply.
    The first one also decides the boat's column.

    >>> from livingstone import new_game
    >>> dealt(new_game(2, explicit_chance=True), [12]).boat
    3
    """
    board = state.edition.board
    if gifts:
        state = state.changed(boat=gifts[0] % len(board.columns) + 1)
    for index, gift in enumerate(gifts):
        seat, (number, kind) = index % len(state.players), divmod(gift, len(_GIFTS))
        player, changes = _GIFTS[kind](state, state.players[seat], number)
        players = (*state.players[:seat], player, *state.players[seat + 1 :])
        state = state.changed(**changes).changed(players=players)
    return state


def _give_card(state: State, player: Player, number: int) -> tuple[Player, StateChanges]:
    cards = [id for id, _ in state.draw_pile if not state.edition.is_collapse(id)]
    if not cards:
        return player, {}
    card = cards[number % len(cards)]
    hand = tuple(sorted((*player.hand, card)))
    return player.changed(hand=hand), {"draw_pile": state.draw_pile.minus(card)}


def _give_gem(state: State, player: Player, number: int) -> tuple[Player, StateChanges]:
    colours = [colour for colour in GEM_COLOURS if getattr(state.bag, colour)]
    if not colours:
        return player, {}
    colour = colours[number % len(colours)]
    gem = NO_GEMS._replace(**{colour: 1})
    bag = state.bag._replace(**{colour: getattr(state.bag, colour) - 1})
    return player.changed(gems=player.gems.plus(gem)), {"bag": bag}


def _give_coins(state: State, player: Player, number: int) -> tuple[Player, StateChanges]:
    coins = min(number % 16, state.bank)
    return player.changed(coins=player.coins + coins), {"bank": state.bank - coins}


def _give_tent(state: State, player: Player, number: int) -> tuple[Player, StateChanges]:
    rows = len(state.edition.board.rows)
    if not player.supply or state.boat == 1:
        return player, {}
    column, row = number // rows % (state.boat - 1), number % rows
    tents = [list(numbers) for numbers in player.tents]
    built = min(3, player.supply)
    tents[column][row] += built
    scored = tuple(sorted({*player.scored, Space(row + 1, column + 1)}))
    return player.changed(
        tents=tuple(map(tuple, tents)), supply=player.supply - built, scored=scored
    ), {}


_GIFTS = (_give_card, _give_gem, _give_coins, _give_tent, _give_card)
