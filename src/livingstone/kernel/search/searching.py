"""Sequential halving over plans: each is tried in states that fit what the player knows.

A try deals the hidden cards and chests, carries out the plan, and lets the policy play on until a
round begins. A network values the ends of the player's turn and of the round; without networks,
`greedy` plays to the end. The k-th try of each plan has the same chance (common random numbers).

Z. Karnin, T. Koren and O. Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", ICML 2013.
"""

import numpy as np

from livingstone.kernel import codes
from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.compiling import Floats, Ints, compile_module, shifted
from livingstone.kernel.engine import carry_on, carry_out, draw_hidden, last_round, settle_by
from livingstone.kernel.greedy import memo as slot
from livingstone.kernel.greedy.memo import begin
from livingstone.kernel.rules import ending
from livingstone.kernel.search.features import describe, forward, size_of
from livingstone.kernel.search.policy import NO_MOVE, choose_softly, list_candidates, prefer
from livingstone.kernel.streams import FAST, seed_fast
from livingstone.kernel.workspace import Player, Search

U = np.uint64
LEAD, LEAD_TRIES, FEW = 1.0, 50, 48
"""The preferred plan earns `LEAD / (LEAD_TRIES + tries)` more, a prior that fades with its tries. A
search of fewer tries than `FEW` in all holds on to it the more."""
TURN_WEIGHT = 0.5
"""The weight of the value at the end of the player's turn, as against the beginning of a round."""
TURN, ROUND, END = range(3)
"""Where a try stops: at the end of the player's turn, when a round begins, when the game ends."""
ALL = -1
"""In the place of a seat: the turns of all players are played."""


def find_plan(search: Search, state: Ints, player: Player, keeps_plan: bool) -> int:
    """Choose a plan for the player to move; return its place in `plans`, two moves each.

    The search stops early when all plans left begin with the same move, unless the player will not
    choose again for the second one.
    """
    order, tried, count = search.order, search.tried, list_for(search, state, player)
    for plan in range(count):
        search.totals[plan], tried[plan], order[plan] = 0.0, 0, plan
    if count == 1:
        return 0
    word, halvings, left = search.luck[FAST], 0, count
    lead = LEAD * max(1.0, FEW / max(player.tries, 1))
    while 1 << halvings < count:
        halvings += 1
    for halving in range(halvings):
        more = int(player.tries / (halvings * left))
        for number in range(left):
            plan = int(order[number])
            for _ in range(max(more, 1 if halving == 0 else 0)):
                moves = shifted(search.plans, 2 * plan)
                luck = word + U(tried[plan])
                search.totals[plan] += try_moves(search, state, player, luck, moves, 2)
                tried[plan] += 1
        _sort_plans(search, left, lead)
        left = (left + 1) // 2
        if not keeps_plan and _same_move(search, left):
            break
    if player.temperature > 0:
        for plan in range(count):
            search.totals[plan] = _earned(search, plan, lead)
        return choose_softly(search.totals, count, player.temperature, search.luck)
    return int(order[0])


def search_move(search: Search, state: Ints, player: Player) -> int:
    """Choose a move for the player to move: by a search, or without tries by the policy."""
    if not player.tries:
        return prefer(search, state, player, False, player.temperature)
    return int(search.plans[2 * find_plan(search, state, player, False)])


def list_for(search: Search, state: Ints, player: Player) -> int:
    """Write the plans for the player to move, a die with its use, the best first; count them."""
    work, memo, plans, after = search.work, search.memo, search.plans, search.after
    edition = work.edition
    best = prefer(search, state, player, False, 0.0)
    begin(edition, state, memo, False)
    count = singles = list_candidates(edition, state, memo, work.moves, plans, 0, best)
    for place in range(singles):
        die = plans[2 * place]
        if codes.kind_of(die) == codes.TAKE_DIE:
            for number in range(edition[of.STATE_SIZE]):
                after[number] = state[number]
            carry_out(edition, after, die)
            use = prefer(search, after, player, False, 0.0)
            begins = count
            begin(edition, after, memo, False)
            count = list_candidates(edition, after, memo, work.moves, plans, count, use)
            for plan in range(begins, count):
                plans[2 * plan + 1], plans[2 * plan] = plans[2 * plan], die
    kept = 0
    for plan in range(count):
        if plan >= singles or codes.kind_of(plans[2 * plan]) != codes.TAKE_DIE:
            plans[2 * kept], plans[2 * kept + 1] = plans[2 * plan], plans[2 * plan + 1]
            kept += 1
    for plan in range(kept):
        if plans[2 * plan] == best:
            second = plans[2 * plan + 1]
            plans[2 * plan], plans[2 * plan + 1] = plans[0], plans[1]
            plans[0], plans[1] = best, second
            break
    return kept


def _earned(search: Search, plan: int, lead: float) -> float:
    """Return the mean share of a plan, with the lead of the preferred plan."""
    tries = search.tried[plan]
    prior = 0.0 if plan else lead / (LEAD_TRIES + tries)
    return search.totals[plan] / max(tries, 1) + prior


def _sort_plans(search: Search, left: int, lead: float) -> None:
    """Put the plans that are left in order, the best first."""
    order = search.order
    for number in range(1, left):
        plan, place = int(order[number]), number
        gain = _earned(search, plan, lead)
        while place and _earned(search, int(order[place - 1]), lead) < gain:
            order[place] = order[place - 1]
            place -= 1
        order[place] = plan


def _same_move(search: Search, left: int) -> bool:
    """Return whether all plans that are left begin with the same move."""
    for number in range(1, left):
        if search.plans[2 * search.order[number]] != search.plans[2 * search.order[0]]:
            return False
    return True


def try_moves(
    search: Search, state: Ints, player: Player, word: np.uint64, moves: Ints, most: int
) -> float:
    """Try a plan of at most `most` moves once, and return the player's share."""
    work, after, seat = search.work, search.after, int(state[at.CURRENT_PLAYER])
    for number in range(work.edition[of.STATE_SIZE]):
        after[number] = state[number]
    luck = word * U(0x9E3779B97F4A7C15)
    luck = (luck ^ (luck >> U(32))) * U(0xD6E8FEB86659FD93)
    seed_fast(work.source, luck)
    draw_hidden(work.edition, after, seat, work.source, work.scratch)
    for number in range(most):
        if moves[number] != NO_MOVE:
            carry_out(work.edition, after, moves[number])
    share, weight, stop = 0.0, 1.0, _go_on(search, after, player, luck, seat)
    if stop == TURN:
        write_shares(search, after, player, stop)
        share, weight = TURN_WEIGHT * search.shares[seat], 1 - TURN_WEIGHT
        stop = _go_on(search, after, player, luck, ALL)
    write_shares(search, after, player, stop)
    return float(share + weight * search.shares[seat])


def _go_on(search: Search, state: Ints, player: Player, luck: np.uint64, seat: int) -> int:
    """Play until a round begins or `seat` ends its turn, without values to the end; say which."""
    work, last = search.work, last_round(search.work.edition, search.work.source)
    while not state[at.IS_OVER] and state[at.PENDING] != at.DONATION_ROLL:
        begins = state[at.PENDING] == at.ROUND_ROLL
        settle_by(work.edition, state, work.source, luck, work.scratch)
        if player.has_values:
            if begins:
                return ROUND
            if seat != ALL and seat != state[at.CURRENT_PLAYER]:
                return TURN
        move = prefer(search, state, player, True, 0.0)
        carry_on(work.edition, state, work.source, last, move)
    return END


def write_shares(search: Search, state: Ints, player: Player, stop: int) -> None:
    """Write the shares by seat: of winners at the end, else those that the network estimates."""
    edition, memo, shares = search.work.edition, search.memo, search.shares
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
    edition, inputs, players = search.work.edition, search.inputs, search.work.edition[of.PLAYERS]
    describe(edition, state, search.memo, inputs, True)
    size, mover = size_of(edition), int(state[at.CURRENT_PLAYER])
    forward(weights, size, players, inputs, search.places, search.outputs)
    for seat in range(players):
        search.shares[seat] = search.outputs[(seat - mover + players) % players]


compile_module(__name__)
