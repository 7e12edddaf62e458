"""Sequential halving: all plans are tried, then the better half, until one is left.

A try draws the hidden cards and chests, carries out the plan, and lets the policy play on until a
round begins. A network values the state at the end of the player's turn and at the end of the
round; without networks, `greedy` plays to the end of the game. The k-th try of each plan has the
same dice, stones and cards (common random numbers).

Z. Karnin, T. Koren and O. Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", ICML 2013.
"""

import numpy as np

from livingstone.kernel import codes
from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.blocks import copy_state
from livingstone.kernel.codes import NO_MOVE
from livingstone.kernel.compiling import Floats, Ints, compile_module, shifted
from livingstone.kernel.engine import carry_on, carry_out, draw_hidden, last_round, settle_by
from livingstone.kernel.greedy import memo as slot
from livingstone.kernel.greedy.memo import begin
from livingstone.kernel.rules import ending
from livingstone.kernel.search.features import describe, forward, size_of
from livingstone.kernel.search.policy import choose_softly, list_candidates, prefer
from livingstone.kernel.streams import FAST, seed_fast
from livingstone.kernel.workspace import Player, Search
from livingstone.support.splitmix import STEP

U = np.uint64
# The preferred plan gets a lead over the others, `LEAD / (LEAD_TRIES + tries)`, which fades with
# its tries. It is larger in searches of fewer tries than `FEW`: measured, those of 8 and 16 tries
# lost against the policy alone without that.
LEAD = 1.0
LEAD_TRIES = 50
FEW = 48
TURN_WEIGHT = 0.5
"""The weight of the value at the end of the player's turn; the value at the beginning of the next
round has the rest."""
# Where a try stops.
TURN = 0  # at the end of the player's turn
ROUND = 1  # when a round begins
END = 2  # when the game ends, but for the donation roll
NOBODY = -1
"""In the place of a seat: the try stops at the end of no player's turn."""


def find_plan(search: Search, state: Ints, player: Player) -> int:
    """Choose a plan for the player to move; return its number in `plans`.

    The search stops early when all plans left begin with the same move.
    """
    count = begin_search(search, state, player)
    halvings = count_halvings(count)
    left = count
    for halving in range(halvings):
        left = halve(search, state, player, left, tries_each(player, left, halving, halvings))
        if _begin_alike(search, left):
            break
    return choose_plan(search, player, count)


def begin_search(search: Search, state: Ints, player: Player) -> int:
    """Write the plans for the player to move, none of which is tried yet; count them."""
    count = write_plans(search, state, player)
    for plan in range(count):
        search.totals[plan] = 0.0
        search.tried[plan] = 0
        search.order[plan] = plan
    return count


def count_halvings(count: int) -> int:
    """Count how often plans are halved until one is left."""
    halvings = 0
    while 1 << halvings < count:
        halvings += 1
    return halvings


def tries_each(player: Player, left: int, halving: int, halvings: int) -> int:
    """Return how often each plan left is tried before a halving, at least once before the first."""
    tries = int(player.tries / (halvings * left))
    return max(tries, 1) if halving == 0 else tries


def halve(search: Search, state: Ints, player: Player, left: int, tries: int) -> int:
    """Try each plan left so many times more; return how many the better half has."""
    for number in range(left):
        plan = int(search.order[number])
        moves = shifted(search.plans, 2 * plan)
        for _ in range(tries):
            word = search.luck[FAST] + U(search.tried[plan])
            search.totals[plan] += try_moves(search, state, player, word, moves, 2)
            search.tried[plan] += 1
    _sort_plans(search, left, _lead_of(player))
    return (left + 1) // 2


def choose_plan(search: Search, player: Player, count: int) -> int:
    """Return the number of the best plan, or at a temperature of any, by what they earned."""
    if player.temperature <= 0 or count == 1:
        return int(search.order[0])
    for plan in range(count):
        search.totals[plan] = _earned(search, plan, _lead_of(player))
    return choose_softly(search.totals, count, player.temperature, search.luck)


def _lead_of(player: Player) -> float:
    """Return the lead of the preferred plan, before it fades."""
    return LEAD * max(1.0, FEW / max(player.tries, 1))


def search_move(search: Search, state: Ints, player: Player) -> int:
    """Choose a move for the player to move: by a search, or without tries by the policy."""
    if not player.tries:
        return prefer(search, state, player, False, player.temperature)
    return int(search.plans[2 * find_plan(search, state, player)])


def write_plans(search: Search, state: Ints, player: Player) -> int:
    """Write the plans for the player to move, each die with its use, to `search.plans`; count them.

    The plan that the policy prefers comes first.
    """
    edition = search.work.edition
    best = prefer(search, state, player, False, 0.0)
    begin(edition, state, search.memo, False)
    single = list_candidates(edition, state, search.memo, search.work.moves, search.plans, 0, best)
    count = _add_dice_with_uses(search, state, player, single)
    count = _drop_dice_alone(search.plans, single, count)
    _put_first(search.plans, count, best)
    return count


def _add_dice_with_uses(search: Search, state: Ints, player: Player, single: int) -> int:
    """Add for each die among the single moves the plans of its uses; return the new count."""
    edition = search.work.edition
    memo = search.memo
    plans = search.plans
    after = search.after
    count = single
    for place in range(single):
        die = plans[2 * place]
        if codes.kind_of(die) == codes.TAKE_DIE:
            copy_state(edition, state, after)
            carry_out(edition, after, die)
            use = prefer(search, after, player, False, 0.0)
            first = count
            begin(edition, after, memo, False)
            count = list_candidates(edition, after, memo, search.work.moves, plans, count, use)
            for plan in range(first, count):
                plans[2 * plan + 1] = plans[2 * plan]
                plans[2 * plan] = die
    return count


def _drop_dice_alone(plans: Ints, single: int, count: int) -> int:
    """Remove the dice from the single moves, which come first; return how many plans are left."""
    kept = 0
    for plan in range(count):
        if plan >= single or codes.kind_of(plans[2 * plan]) != codes.TAKE_DIE:
            plans[2 * kept] = plans[2 * plan]
            plans[2 * kept + 1] = plans[2 * plan + 1]
            kept += 1
    return kept


def _put_first(plans: Ints, count: int, move: int) -> None:
    """Exchange the first plan that begins with a move for the first one of all."""
    for plan in range(count):
        if plans[2 * plan] == move:
            second = plans[2 * plan + 1]
            plans[2 * plan] = plans[0]
            plans[2 * plan + 1] = plans[1]
            plans[0] = move
            plans[1] = second
            return


def _earned(search: Search, plan: int, lead: float) -> float:
    """Return the mean share of a plan, with the lead of the preferred plan."""
    tries = search.tried[plan]
    prior = 0.0 if plan else lead / (LEAD_TRIES + tries)
    return search.totals[plan] / max(tries, 1) + prior


def _sort_plans(search: Search, left: int, lead: float) -> None:
    """Put the plans that are left in order, the best first."""
    order = search.order
    for number in range(1, left):
        plan = int(order[number])
        place = number
        gain = _earned(search, plan, lead)
        while place and _earned(search, int(order[place - 1]), lead) < gain:
            order[place] = order[place - 1]
            place -= 1
        order[place] = plan


def _begin_alike(search: Search, left: int) -> bool:
    """Return whether all plans that are left begin with the same move."""
    for number in range(1, left):
        if search.plans[2 * search.order[number]] != search.plans[2 * search.order[0]]:
            return False
    return True


def try_moves(
    search: Search, state: Ints, player: Player, word: np.uint64, moves: Ints, most: int
) -> float:
    """Try a plan of at most `most` moves once, and return the player's share."""
    after = search.after
    seat = int(state[at.CURRENT_PLAYER])
    luck = luck_of_try(word)
    _begin_try(search, state, luck, moves, most)
    share = 0.0
    weight = 1.0
    stop = _go_on(search, after, player, luck, seat, player.has_networks)
    if stop == TURN:
        write_shares(search, after, player, stop)
        share = TURN_WEIGHT * search.shares[seat]
        weight = 1 - TURN_WEIGHT
        stop = _go_on(search, after, player, luck, NOBODY, True)
    write_shares(search, after, player, stop)
    return float(share + weight * search.shares[seat])


def play_to_end(
    search: Search, state: Ints, player: Player, word: np.uint64, moves: Ints, most: int
) -> None:
    """Carry out a plan of at most `most` moves, and let the player play all seats to the end.

    `after` is the state at the end, where two players await the donation roll (R9.2), and `shares`
    has the shares of the win by seat.
    """
    luck = luck_of_try(word)
    _begin_try(search, state, luck, moves, most)
    stop = _go_on(search, search.after, player, luck, NOBODY, False)
    write_shares(search, search.after, player, stop)


def _begin_try(search: Search, state: Ints, luck: np.uint64, moves: Ints, most: int) -> None:
    """Write the state after a plan to `after`, with what the player to move cannot see drawn."""
    work = search.work
    copy_state(work.edition, state, search.after)
    seed_fast(work.source, luck)
    seat = int(state[at.CURRENT_PLAYER])
    draw_hidden(work.edition, search.after, seat, work.source, work.scratch)
    for number in range(most):
        if moves[number] != NO_MOVE:
            carry_out(work.edition, search.after, moves[number])


def luck_of_try(word: np.uint64) -> np.uint64:
    """Spread the words of successive tries, which differ by 1, over all bits."""
    luck = word * STEP
    return (luck ^ (luck >> U(32))) * U(0xD6E8FEB86659FD93)


def _go_on(
    search: Search, state: Ints, player: Player, luck: np.uint64, seat: int, stops_early: bool
) -> int:
    """Play until `seat` ends its turn or a round begins, or to the end; return where it stopped.

    Only networks can value states before the end.
    """
    work = search.work
    last = last_round(search.work.edition, search.work.source)
    while not state[at.IS_OVER] and state[at.PENDING] != at.DONATION_ROLL:
        begins = state[at.PENDING] == at.ROUND_ROLL
        settle_by(work.edition, state, work.source, luck, work.scratch)
        if stops_early:
            if begins:
                return ROUND
            if seat != NOBODY and seat != state[at.CURRENT_PLAYER]:
                return TURN
        move = prefer(search, state, player, True, 0.0)
        carry_on(work.edition, state, work.source, last, move)
    return END


def write_shares(search: Search, state: Ints, player: Player, stop: int) -> None:
    """Write the shares of the win by seat: exact ones at the end, else the network's estimates."""
    edition = search.work.edition
    memo = search.memo
    shares = search.shares
    if stop != END:
        estimate(search, state, player.values)
        return
    for seat in range(edition[of.PLAYERS]):
        shares[seat] = 0.0
    if state[at.IS_OVER]:
        ending.add_shares(edition, state, 1.0, shares)
        return
    for total in range(edition[of.DONATION_DICE] * edition[of.SIDES] + 1):  # over all rolls (R9.2)
        if memo[slot.ROLL + total] > 0:
            state[at.THRESHOLD] = total
            ending.add_shares(edition, state, memo[slot.ROLL + total], shares)
    state[at.THRESHOLD] = at.NOT_ROLLED


def estimate(search: Search, state: Ints, weights: Floats) -> None:
    """Write the shares by seat that a network gives a state in which a player is to move."""
    edition = search.work.edition
    inputs = search.inputs
    players = search.work.edition[of.PLAYERS]
    describe(edition, state, search.memo, inputs, True)
    size = size_of(edition)
    mover = int(state[at.CURRENT_PLAYER])
    forward(weights, size, players, inputs, search.places, search.outputs)
    for seat in range(players):
        search.shares[seat] = search.outputs[(seat - mover + players) % players]


compile_module(__name__)
