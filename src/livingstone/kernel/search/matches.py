"""Games of searches and `greedy`, and what can be learned from them."""

from typing import Any, NamedTuple

from livingstone.kernel import codes
from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.chance import settle
from livingstone.kernel.compiling import Ints, compile_module, entry, pointer_to, shifted
from livingstone.kernel.engine import carry_out, list_moves
from livingstone.kernel.search import policy
from livingstone.kernel.search.features import describe, size_of
from livingstone.kernel.search.plans import MOST_PLANS, NO_MOVE
from livingstone.kernel.search.searching import (
    COUNTED,
    END,
    EXPLORES,
    HAS_POLICY,
    OUTPUTS,
    SETTINGS,
    SHARES,
    TRIES,
    Brain,
    Desk,
    estimate,
    list_for,
    point,
    point_brain,
    prefer_softly,
    search,
    try_plan,
    write_shares,
)
from livingstone.kernel.search.searching import choose as choose_by
from livingstone.kernel.streams import FAST, below, seed_fast

EXPLORED = 64
"""Added to the seat of a position noted, if the player explored there."""
SPARED = 4
"""Within a turn, fewer positions than this are left out between two that are noted."""
NOBODY = -1


@entry
def choose(desk: Any, states: Any, seeds: Any, brain: Any, chosen: Any) -> None:
    """Write the code of a move for the player to move in each state, -1 where there is none."""
    table, own = point(desk), point_brain(brain)
    for number in range(len(states)):
        state = pointer_to(states[number])
        seed_fast(table.luck, seeds[number])
        if state[at.PENDING] or state[at.IS_OVER]:
            chosen[number] = NO_MOVE
        else:
            chosen[number] = choose_by(table, state, own)


@entry
def weigh(arrays: Any, state: Any, brain: Any, move: int, shares: Any) -> int:
    """Try each plan for the player to move equally often; count the plans, which the desk holds.

    `shares` has a row for each plan and a column for each try. If no plan begins with `move`, it
    becomes the last plan.
    """
    desk, position, own = point(arrays), pointer_to(state), point_brain(brain)
    count, plans, is_listed = list_for(desk, position, own), desk.plans, move == NO_MOVE
    for plan in range(count):
        is_listed = is_listed or plans[2 * plan] == move
    if not is_listed:
        count = min(count + 1, MOST_PLANS)
        plans[2 * count - 2], plans[2 * count - 1] = move, NO_MOVE
    for plan in range(count):
        for number in range(shares.shape[1]):
            desk.room[COUNTED + plan] = number
            shares[plan, number] = try_plan(desk, position, own, desk.luck[FAST], plan)
    return count


@entry
def evaluate(arrays: Any, states: Any, weights: Any, shares: Any) -> None:
    """Write by seat the shares that the network gives each state."""
    desk, players = point(arrays), shares.shape[1]
    for number in range(len(states)):
        state = pointer_to(states[number])
        estimate(desk, state, pointer_to(weights))
        mover = int(state[at.CURRENT_PLAYER])
        for seat in range(players):
            shares[number, seat] = desk.room[OUTPUTS + (seat - mover + players) % players]


class Notes(NamedTuple):
    """What is written down of games: arrays in Python, pointers when compiled."""

    features: Any
    """Of positions, for the values."""
    noted: Any
    """By position: the seat of the player to move."""
    inputs: Any
    """Of choices of searches and policies: the position, as the player sees it."""
    options: Any
    """The features of the moves to choose from."""
    chosen: Any
    """How many moves there are, and the place of the one chosen."""


@entry
def play_matches(
    arrays: Any, states: Any, seeds: Any, players: Any, settings: Any, weights: Any, policies: Any,
    surprise: bool, notes: Any, counts: Any, shares: Any,
) -> None:  # fmt: skip
    """Play games from the given states on.

    A game is a row of `states`, `seeds` (a word), `players` (by seat, the place of its `settings`,
    `weights` and `policies`), `notes` (what is written down, as much as there is room for),
    `counts` (how many positions and choices) and `shares` (by seat). With `surprise`, one move of
    the game is any legal one, and only positions after it are written down.
    """
    desk, games = point(arrays), len(states)
    for game in range(games):
        state = pointer_to(states[game])
        own = Notes(
            pointer_to(notes.features[game]), pointer_to(notes.noted[game]),
            pointer_to(notes.inputs[game]),
            pointer_to(notes.options[game]), pointer_to(notes.chosen[game]),
        )  # fmt: skip
        _play(
            desk, state, seeds[game], pointer_to(players[game]), pointer_to(settings),
            pointer_to(weights), weights.shape[1], pointer_to(policies), policies.shape[1],
            surprise, own, notes.noted.shape[1], notes.chosen.shape[1], pointer_to(counts[game]),
        )  # fmt: skip
        brain = Brain(pointer_to(settings), pointer_to(weights), pointer_to(policies))
        write_shares(desk, state, brain, END)
        for seat in range(shares.shape[1]):
            shares[game, seat] = desk.room[SHARES + seat]


def _play(
    desk: Desk, state: Ints, seed: Any, players: Ints, settings: Any, weights: Any, size: int,
    policies: Any, policy_size: int, surprise: bool, notes: Notes, most: int, most_choices: int,
    counts: Ints,
) -> None:  # fmt: skip
    """Play a game until it is over, but for the donation roll."""
    edition, luck, inputs = desk.edition, desk.luck, size_of(desk.edition)
    seed_fast(luck, seed)
    turns = int(edition[of.COLUMNS] * edition[of.ROUND_DICE])
    turn, wait, second, searched = 0, 0, NO_MOVE, False
    surprising = below(luck, turns) if surprise else NOBODY
    settle(edition, state, luck, desk.scratch)
    while not state[at.IS_OVER] and state[at.PENDING] != at.DONATION_ROLL:
        player = players[int(state[at.CURRENT_PLAYER])]
        brain = Brain(
            shifted(settings, player * SETTINGS), shifted(weights, player * size),
            shifted(policies, player * policy_size),
        )  # fmt: skip
        own, move, explores = brain.settings, second, False
        second, wait = NO_MOVE, wait - 1
        if move == NO_MOVE:
            searched = False
            if (wait < 0 or not state[at.DICE_TAKEN]) and turn > surprising and counts[0] < most:
                place = shifted(notes.features, counts[0] * inputs)
                describe(edition, state, desk.mind, place, True)
                notes.noted[counts[0]] = state[at.CURRENT_PLAYER]
                counts[0] += 1
                wait = below(luck, SPARED)
            explores = own[EXPLORES] * 2**30 > below(luck, 1 << 30)
            if turn == surprising and (explores or below(luck, 2)):
                move = desk.moves[below(luck, list_moves(edition, state, desk.moves))]
                surprising = turn - 1
            elif explores:
                plan = below(luck, list_for(desk, state, brain))
                move, second = desk.plans[2 * plan], desk.plans[2 * plan + 1]
            elif own[TRIES]:
                plan = search(desk, state, brain, True)
                move, second = desk.plans[2 * plan], desk.plans[2 * plan + 1]
                searched = True
            else:
                move, searched = prefer_softly(desk, state, brain), own[HAS_POLICY] > 0
            if explores and counts[0]:
                notes.noted[counts[0] - 1] |= EXPLORED
        if searched and counts[1] < most_choices:
            counts[1] += _note_choice(desk, state, move, notes, inputs, counts[1])
        turn += codes.kind_of(move) == codes.END_TURN
        if codes.kind_of(move) != codes.TAKE_DIE:
            second = NO_MOVE
        carry_out(edition, state, move)
        if state[at.PENDING] != at.DONATION_ROLL:
            settle(edition, state, luck, desk.scratch)


def _note_choice(
    desk: Desk, state: Ints, move: int, notes: Notes, inputs: int, number: int
) -> bool:
    """Write a choice down, unless there is none or the move is not among the options."""
    edition, mind, options = desk.edition, desk.mind, desk.options
    count = policy.list_options(edition, state, mind, False, desk.moves, options)
    chosen = -1
    for place in range(count):
        if options[2 * place] == move:
            chosen = place
    if count == 1 or chosen < 0:
        return False
    describe(edition, state, mind, shifted(notes.inputs, number * inputs), False)
    policy.begin_moves(edition, state, mind)
    for place in range(count):
        row = (number * policy.MOST_SCORED + place) * policy.MOVE_SIZE
        features = shifted(notes.options, row)
        policy.describe_move(edition, state, mind, options[2 * place], place == 0, features)
    notes.chosen[2 * number], notes.chosen[2 * number + 1] = count, chosen
    return True


compile_module(__name__)
