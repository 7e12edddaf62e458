"""Sequential halving over plans: each is tried in states that fit what the player knows.

A try deals the hidden cards and chests, carries out the plan, and lets the policy play on until a
round begins. A network values the states at the end of the player's turn and at the beginning of
the round. Without networks, `greedy` plays the game to its end. The k-th try of each plan has the
same hidden cards and the same chance (common random numbers).

Z. Karnin, T. Koren and O. Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", ICML 2013.
"""

from math import exp
from typing import Any, NamedTuple

import numpy as np

from livingstone.kernel import codes
from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.chance import settle
from livingstone.kernel.compiling import Floats, Ints, compile_module, pointer_to, shifted
from livingstone.kernel.engine import carry_out
from livingstone.kernel.greedy import mind as my
from livingstone.kernel.greedy.decisions import decide
from livingstone.kernel.greedy.mind import begin
from livingstone.kernel.rules import ending
from livingstone.kernel.sampling import draw_hidden
from livingstone.kernel.search import policy
from livingstone.kernel.search.features import describe, size_of
from livingstone.kernel.search.network import FIRST, SECOND, forward
from livingstone.kernel.search.plans import MOST_PLANS, NO_MOVE, list_candidates
from livingstone.kernel.streams import CARDS, COUNTS, FAST, ROUNDS, STONES, below, seed_fast

U = np.uint64
LEAD, LEAD_TRIES = 1.0, 50
"""The plan of `greedy` earns `LEAD / (LEAD_TRIES + tries)` more: a prior that fades."""
TURN_WEIGHT = 0.5
"""The weight of the value at the end of the player's turn, as against the beginning of a round."""
TURN, ROUND, END = range(3)
"""Where a try stops: at the end of the player's turn, when a round begins, when the game ends."""
ALL = -1
"""In the place of a seat: the turns of all players are played."""

# What a player is set to: the numbers of a row.
TRIES, TEMPERATURE, EXPLORES, HAS_NETWORK, HAS_POLICY, SETTINGS = range(6)
"""How many tries, 0 to choose without a search; how far from the best are chosen, plans in shares
of the win, moves in scores of the policy; how likely any plan is chosen in a match; whether values
are those of a network; whether the moves of tries are those of a policy, and not of `greedy`."""

# What the room to work in holds.
OUTPUTS, SHARES, TOTALS, COUNTED, LEFT, ROOM_SIZE = (
    0, 32, 64, 64 + MOST_PLANS, 64 + 2 * MOST_PLANS, 64 + 3 * MOST_PLANS
)  # fmt: skip
UNITS = max(FIRST + SECOND, policy.UNITS * 2 + policy.MOVE_SIZE)
"""The numbers behind the features of a state, for the networks."""


class Desk(NamedTuple):
    """What a search works with: arrays in Python, pointers in compiled functions."""

    edition: Any
    mind: Any
    luck: Any
    """A source of chance for what the search leaves to luck."""
    source: Any
    """A source of chance for the tries."""
    after: Any
    """A state."""
    moves: Any
    plans: Any
    options: Any
    """Moves that a policy scores."""
    scores: Any
    scratch: Any
    inputs: Any
    """Features, and the units of the network."""
    room: Any


def point(arrays: Any) -> Any:
    """Point to the arrays of a desk; nothing for None."""
    if arrays is None:
        return None
    return Desk(
        pointer_to(arrays.edition), pointer_to(arrays.mind), pointer_to(arrays.luck),
        pointer_to(arrays.source), pointer_to(arrays.after), pointer_to(arrays.moves),
        pointer_to(arrays.plans), pointer_to(arrays.options), pointer_to(arrays.scores),
        pointer_to(arrays.scratch), pointer_to(arrays.inputs), pointer_to(arrays.room),
    )  # fmt: skip


class Brain(NamedTuple):
    """What a player is: its settings, and the weights of its networks."""

    settings: Any
    """Of several players, one after the other."""
    weights: Any
    policy: Any


def point_brain(arrays: Any) -> Any:
    """Point to the arrays of a brain; nothing for None."""
    if arrays is None:
        return None
    return Brain(pointer_to(arrays.settings), pointer_to(arrays.weights), pointer_to(arrays.policy))


def search(desk: Desk, state: Ints, brain: Brain, keeps_plan: bool) -> int:
    """Choose a plan for the player to move; give its place in `plans`, two moves each.

    The search stops early when all plans left begin with the same move, unless the player will not
    choose again for the second one.
    """
    room, settings = desk.room, brain.settings
    tries, count = settings[TRIES], list_for(desk, state, brain)
    for plan in range(count):
        room[TOTALS + plan] = room[COUNTED + plan] = 0.0
        room[LEFT + plan] = plan
    if count == 1:
        return 0
    seed, halvings, left = desk.luck[FAST], 0, count
    while 1 << halvings < count:
        halvings += 1
    for halving in range(halvings):
        more = int(tries / (halvings * left))
        for number in range(left):
            plan = int(room[LEFT + number])
            for _ in range(max(more, 1 if halving == 0 else 0)):
                room[TOTALS + plan] += try_plan(desk, state, brain, seed, plan)
                room[COUNTED + plan] += 1
        _sort_plans(room, left)
        left = (left + 1) // 2
        if not keeps_plan and _same_move(room, desk.plans, left):
            break
    if settings[TEMPERATURE] > 0:
        for plan in range(count):
            room[TOTALS + plan] = earned(room, plan)
        return _choose_softly(shifted(room, TOTALS), count, settings[TEMPERATURE], desk.luck)
    return int(room[LEFT])


def choose(desk: Desk, state: Ints, brain: Brain) -> int:
    """Choose a move for the player to move: by a search, or without tries by the policy."""
    if not brain.settings[TRIES]:
        return prefer_softly(desk, state, brain)
    return int(desk.plans[2 * search(desk, state, brain, False)])


def prefer(desk: Desk, state: Ints, brain: Brain, knows_pile: bool) -> int:
    """Choose as the policy does, or as `greedy` where there is none."""
    if brain.settings[HAS_POLICY]:
        return policy.choose(
            desk.edition, state, desk.mind, knows_pile, brain.policy, desk.moves, desk.options,
            desk.inputs, desk.scores,
        )  # fmt: skip
    return decide(desk.edition, state, desk.mind, knows_pile, desk.moves)


def prefer_softly(desk: Desk, state: Ints, brain: Brain) -> int:
    """Choose by the policy, but above a temperature of 0 at random, by the scores of the moves."""
    edition, mind, options, settings = desk.edition, desk.mind, desk.options, brain.settings
    if settings[TEMPERATURE] <= 0 or not settings[HAS_POLICY]:
        return prefer(desk, state, brain, False)
    count = policy.list_options(edition, state, mind, False, desk.moves, options)
    if count == 1:
        return int(options[0])
    policy.score(edition, state, mind, brain.policy, options, count, desk.inputs, desk.scores)
    chosen = _choose_softly(desk.scores, count, settings[TEMPERATURE], desk.luck)
    return int(options[2 * chosen])


def list_for(desk: Desk, state: Ints, brain: Brain) -> int:
    """Write the plans for the player to move, two moves each, the preferred one first; count them.

    A die is planned with its use.
    """
    edition, mind, plans, after = desk.edition, desk.mind, desk.plans, desk.after
    best = prefer(desk, state, brain, False)
    begin(edition, state, mind, False)
    count = singles = list_candidates(edition, state, mind, desk.moves, plans, 0, best)
    for place in range(singles):
        die = plans[2 * place]
        if codes.kind_of(die) == codes.TAKE_DIE:
            for number in range(edition[of.STATE_SIZE]):
                after[number] = state[number]
            carry_out(edition, after, die)
            use = prefer(desk, after, brain, False)
            begins = count
            begin(edition, after, mind, False)
            count = list_candidates(edition, after, mind, desk.moves, plans, count, use)
            for plan in range(begins, count):
                plans[2 * plan + 1], plans[2 * plan] = plans[2 * plan], die
    kept = 0
    for plan in range(count):
        if plan >= singles or codes.kind_of(plans[2 * plan]) != codes.TAKE_DIE:
            plans[2 * kept], plans[2 * kept + 1] = plans[2 * plan], plans[2 * plan + 1]
            kept += 1
    _put_first(plans, kept, best)
    return kept


def _put_first(plans: Ints, count: int, best: int) -> None:
    """Put the first plan that begins with a move at the beginning."""
    for plan in range(count):
        if plans[2 * plan] == best:
            second = plans[2 * plan + 1]
            plans[2 * plan], plans[2 * plan + 1] = plans[0], plans[1]
            plans[0], plans[1] = best, second
            return


def earned(room: Floats, plan: int) -> float:
    """Give the mean share of a plan, with the lead of the preferred plan."""
    tries = room[COUNTED + plan]
    lead = 0.0 if plan else LEAD / (LEAD_TRIES + tries)
    return room[TOTALS + plan] / max(tries, 1.0) + lead


def _sort_plans(room: Floats, left: int) -> None:
    """Put the plans that are left in order, the best first."""
    for number in range(1, left):
        plan, place = room[LEFT + number], number
        gain = earned(room, int(plan))
        while place and earned(room, int(room[LEFT + place - 1])) < gain:
            room[LEFT + place] = room[LEFT + place - 1]
            place -= 1
        room[LEFT + place] = plan


def _same_move(room: Floats, plans: Ints, left: int) -> bool:
    """Say whether all plans that are left begin with the same move."""
    for number in range(1, left):
        if plans[2 * int(room[LEFT + number])] != plans[2 * int(room[LEFT])]:
            return False
    return True


def _choose_softly(gains: Floats, count: int, temperature: float, luck: Any) -> int:
    """Choose one of some gains at random, the more likely the higher it is; give its place."""
    best, total = 0, 0.0
    for place in range(1, count):
        if gains[place] > gains[best]:
            best = place
    for place in range(count):
        total += exp((gains[place] - gains[best]) / temperature)
    point = below(luck, 1 << 30) / 2**30 * total
    for place in range(count):
        point -= exp((gains[place] - gains[best]) / temperature)
        if point < 0:
            return place
    return best


def try_plan(desk: Desk, state: Ints, brain: Brain, seed: Any, plan: int) -> float:
    """Try a plan once more, and give the share of the player."""
    edition, after, seat = desk.edition, desk.after, int(state[at.CURRENT_PLAYER])
    for number in range(edition[of.STATE_SIZE]):
        after[number] = state[number]
    luck = (seed + U(desk.room[COUNTED + plan])) * U(0x9E3779B97F4A7C15)
    luck = (luck ^ (luck >> U(32))) * U(0xD6E8FEB86659FD93)
    seed_fast(desk.source, luck)
    draw_hidden(edition, after, seat, desk.source, desk.scratch)
    carry_out(edition, after, desk.plans[2 * plan])
    if desk.plans[2 * plan + 1] != NO_MOVE:
        carry_out(edition, after, desk.plans[2 * plan + 1])
    share, weight, stop = 0.0, 1.0, go_on(desk, after, brain, luck, seat)
    if stop == TURN:
        write_shares(desk, after, brain, stop)
        share, weight = TURN_WEIGHT * desk.room[SHARES + seat], 1 - TURN_WEIGHT
        stop = go_on(desk, after, brain, luck, ALL)
    write_shares(desk, after, brain, stop)
    return float(share + weight * desk.room[SHARES + seat])


def settle_by(desk: Desk, state: Ints, luck: Any) -> None:
    """Draw what is awaited, by luck that depends only on its kind and on how often it came."""
    pending, source = int(state[at.PENDING]), desk.source
    if pending:
        kind = CARDS
        if pending == at.STONE_DRAW:
            kind = STONES
        elif pending == at.ROUND_ROLL:
            kind = ROUNDS
        number = source[COUNTS + kind] * U(8) + U(kind + 1)
        source[FAST] = luck ^ (number * U(0xA0761D6478BD642F))
        settle(desk.edition, state, source, desk.scratch)


def go_on(desk: Desk, state: Ints, brain: Brain, luck: Any, seat: int) -> int:
    """Play on until a round begins, or `seat` (unless it is ALL) has ended its turn; say where.

    Without networks, the game is played to its end.
    """
    while not state[at.IS_OVER] and state[at.PENDING] != at.DONATION_ROLL:
        begins = state[at.PENDING] == at.ROUND_ROLL
        settle_by(desk, state, luck)
        if brain.settings[HAS_NETWORK]:
            if begins:
                return ROUND
            if seat != ALL and seat != state[at.CURRENT_PLAYER]:
                return TURN
        carry_out(desk.edition, state, prefer(desk, state, brain, True))
    return END


def write_shares(desk: Desk, state: Ints, brain: Brain, stop: int) -> None:
    """Write the shares by seat, where `go_on` has stopped."""
    room, players, mover = desk.room, desk.edition[of.PLAYERS], int(state[at.CURRENT_PLAYER])
    if stop == END:
        _end_shares(desk.edition, state, desk.mind, room)
        return
    estimate(desk, state, brain.weights)
    for seat in range(players):
        room[SHARES + seat] = room[OUTPUTS + (seat - mover + players) % players]


def estimate(desk: Desk, state: Ints, weights: Any) -> None:
    """Write the shares that a network gives, in turn order from the player to move."""
    edition, inputs = desk.edition, desk.inputs
    describe(edition, state, desk.mind, inputs, True)
    size = size_of(edition)
    forward(weights, size, edition[of.PLAYERS], inputs, shifted(inputs, size), desk.room)


def _end_shares(edition: Ints, state: Ints, mind: Floats, room: Floats) -> None:
    """Write the shares at the end of a game; over all rolls, if one is awaited (R9.2)."""
    for seat in range(edition[of.PLAYERS]):
        room[SHARES + seat] = 0.0
    if state[at.IS_OVER]:
        _add_winners(edition, state, room, 1.0)
        return
    for total in range(edition[of.DONATION_DICE] * edition[of.SIDES] + 1):
        if mind[my.ROLL + total] > 0:
            state[at.THRESHOLD] = total
            _add_winners(edition, state, room, mind[my.ROLL + total])
    state[at.THRESHOLD] = at.NOT_ROLLED


def _add_winners(edition: Ints, state: Ints, room: Floats, probability: float) -> None:
    winners = 0
    for seat in range(edition[of.PLAYERS]):
        winners += int(_wins(edition, state, seat))
    for seat in range(edition[of.PLAYERS]):
        if _wins(edition, state, seat):
            room[SHARES + seat] += probability / winners


def _wins(edition: Ints, state: Ints, seat: int) -> bool:
    is_out = ending.is_out(edition, state, seat)
    return bool(ending.rank_of(edition, state, seat) == 1 and not is_out)


compile_module(__name__)
