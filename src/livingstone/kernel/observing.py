"""What agents get: observations, masks and rewards, equal to those of `livingstone.envs`.

`livingstone.envs.Layout` names the parts of an observation. A new part needs a line in `observe`,
at its place, and its size in `tables`.
"""

from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.blocks import add_up, block, clear, copy, mark, points_of, space_at
from livingstone.kernel.compiling import Floats, Ints, compile_module
from livingstone.kernel.engine import list_moves
from livingstone.kernel.rules import cards, ending
from livingstone.kernel.rules.tents import fee

REWARDS = ("win", "rank", "margin")
"""The kinds of rewards, those of `livingstone.envs.rewards_of`."""


def observe(edition: Ints, state: Ints, seat: int, seen: Floats) -> None:
    """Write what a seat sees of a state (R10)."""
    place = _write_boards(edition, state, seat, seen, edition[of.TENT], 0)
    place = _write_boards(edition, state, seat, seen, edition[of.SCORED], place)
    place = copy(state, at.DICE, edition[of.SIDES], seen, place, 1.0)
    place = mark(seen, place, edition[of.SIDES], int(state[at.DIE]) - 1)
    place = copy(state, at.DICE_TAKEN, 2, seen, place, 1.0)
    place = mark(seen, place, edition[of.COLUMNS], int(state[at.BOAT]) - 1)
    place = _write_prices(edition, state, seat, seen, place)
    place = copy(state, at.BANK, 1, seen, place, 1.0)
    place = copy(state, at.BAG_NOW, at.DICE - at.BAG_NOW, seen, place, 1.0)
    place = copy(state, edition[of.PLAYED], edition[of.KINDS], seen, place, 1.0)
    seen[place] = cards.cards_in(edition, state, edition[of.PILE])
    pending = min(int(state[at.PENDING]), at.CARD_DRAW)  # a replacement is a card as well
    place = mark(seen, place + 1, 4, pending - at.ROUND_ROLL)
    seen[place] = state[at.IS_OVER]
    seen[place + 1] = max(int(state[at.THRESHOLD]), 0)
    first = max(seat, 0)
    players = edition[of.PLAYERS]
    to_move = int(state[at.CURRENT_PLAYER])
    starting = int(state[at.STARTING_PLAYER])
    place = mark(seen, place + 2, players, (to_move - first) % players)
    place = mark(seen, place, players, (starting - first) % players)
    place = _write_figures(edition, state, seat, seen, place)
    if seat == at.SPECTATOR:  # who has neither purse nor chest nor hand (R10.2)
        mark(seen, place, 2 + edition[of.KINDS], -1)
    else:
        player = block(edition, seat)
        place = copy(state, player + at.COINS, 2, seen, place, 1.0)
        copy(state, player + edition[of.HAND], edition[of.KINDS], seen, place, 1.0)


def _player_at(edition: Ints, seat: int, number: int) -> int:
    """Return where the block of the player `number` seats after the observer begins."""
    return block(edition, (max(seat, 0) + number) % edition[of.PLAYERS])


def _write_boards(
    edition: Ints, state: Ints, seat: int, seen: Floats, begin: int, place: int
) -> int:
    """Write a figure of all spaces by player, column and row; `begin` is its place in a block."""
    rows = edition[of.ROWS]
    columns = edition[of.COLUMNS]
    for number in range(edition[of.PLAYERS]):
        board = _player_at(edition, seat, number) + begin
        for row in range(rows):
            for column in range(columns):
                seen[place + column * rows + row] = state[board + row * columns + column]
        place += rows * columns
    return place


def _write_prices(edition: Ints, state: Ints, seat: int, seen: Floats, place: int) -> int:
    """Write the cost of the boat's column, and what a tent in each row costs the seat (R4.4)."""
    column = int(state[at.BOAT])
    cost = edition[of.COST + column - 1]
    seen[place] = cost
    for row in range(1, edition[of.ROWS] + 1):
        price = cost
        for other in range(edition[of.PLAYERS]):
            if other != seat:
                price += fee(edition, state, space_at(edition, row, column), other)
        seen[place + row] = price
    return place + 1 + edition[of.ROWS]


def _write_figures(edition: Ints, state: Ints, seat: int, seen: Floats, place: int) -> int:
    """Write what everyone sees of the players: each figure for all of them (R10.1, R10.2)."""
    players = edition[of.PLAYERS]
    for number in range(players):
        player = _player_at(edition, seat, number)
        own = place + number
        seen[own] = state[player + at.COINS] + state[player + at.CHEST]
        seen[own + players] = state[player + at.DONATIONS]
        seen[own + 2 * players] = state[player + at.CHEST_LIMIT]
        seen[own + 3 * players] = points_of(state, player)
        seen[own + 4 * players] = state[player + at.SUPPLY_NOW]
        seen[own + 5 * players] = add_up(state, player + edition[of.HAND], edition[of.KINDS])
        seen[own + 6 * players] = state[player + at.LAST_DIE]
        for colour in range(3):
            seen[own + (7 + colour) * players] = state[player + at.GEMS + colour]
    return place + 10 * players


def mark_moves(
    edition: Ints, state: Ints, actions: Ints, count: int, moves: Ints, mask: Ints
) -> None:
    """Mark the legal moves among `count` actions, which are codes in ascending order.

    `moves` is room to list the legal moves.
    """
    clear(mask, 0, count)
    place = -1
    for number in range(list_moves(edition, state, moves)):
        place = _find(actions, place + 1, count, moves[number])
        if place < count:
            mask[place] = 1


def _find(actions: Ints, low: int, count: int, move: int) -> int:
    """Return the place of a move among ascending actions from `low` on; `count` without one."""
    # legal moves often follow each other
    if low < count and actions[low] == move:
        return low
    high = count
    while low < high:
        middle = (low + high) // 2
        if actions[middle] < move:
            low = middle + 1
        else:
            high = middle
    return low if low < count and actions[low] == move else count


def write_rewards(edition: Ints, state: Ints, kind: int, rewards: Floats) -> None:
    """Write the reward of each seat for a game that is over (R8.5)."""
    players = edition[of.PLAYERS]
    for seat in range(players):
        rewards[seat] = 0.0
        rank = ending.rank_of(edition, state, seat)
        behind = 0.0
        best = -1
        for other in range(players):
            if other != seat:
                rival = ending.rank_of(edition, state, other)
                behind += 1.0 if rank < rival else 0.5 if rank == rival else 0.0
                best = max(best, _counted_points(edition, state, other))
        if kind == 1:
            rewards[seat] = behind / (players - 1)
        elif kind == 2:
            rewards[seat] = _counted_points(edition, state, seat) - best
    if kind == 0:
        ending.add_shares(edition, state, 1.0, rewards)


def _counted_points(edition: Ints, state: Ints, seat: int) -> int:
    """Return the points of a player; 0 for one who is out."""
    return 0 if ending.is_out(edition, state, seat) else points_of(state, block(edition, seat))


compile_module(__name__)
