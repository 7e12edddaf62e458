"""Playing games to the end: who chooses, and what is written down of a game."""

from typing import Any

import numpy as np

from livingstone.kernel import codes
from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.blocks import block, points_of
from livingstone.kernel.chance import settle
from livingstone.kernel.compiling import Ints, compile_module, shifted
from livingstone.kernel.engine import carry_out, list_moves
from livingstone.kernel.greedy.decisions import decide
from livingstone.kernel.rules import ending
from livingstone.kernel.search.searching import SETTINGS, Brain, choose
from livingstone.kernel.streams import (
    CARDS,
    COUNTS,
    DONATIONS,
    FAST,
    ROUNDS,
    STEP,
    STONES,
    below,
    mixed,
    seed_fast,
    seed_streams,
)  # fmt: skip
from livingstone.kernel.twister import TWISTER_SIZE, draw_seed, seed_twister
from livingstone.kernel.twister import below as below_by_twister

RANDOM, FAST_RANDOM, LEARNED = -1, -2, -3
"""Bots that choose uniformly: by Python's random numbers, or by the source of chance; and the first
of those that search, followed by -4 and so on. From 0 on, the numbers of bots are those of minds of
`greedy`."""
NO_MOVE = -1
NO_LIMIT = 1 << 30
"""More rounds than any game has."""

# What is written down of a game: a head, then a block for each seat.
GAME_ROUNDS, GAME_MOVES, GAME_THRESHOLD, GAME_CHOICES, GAME_HEAD = range(5)
(
    SEAT_POINTS, SEAT_GEM_POINTS, SEAT_CARD_POINTS, SEAT_DONATED, SEAT_TENTS, SEAT_OUT, SEAT_RANK,
    SEAT_MARKET, SEAT_CARDS, SEAT_HEAD,
) = range(10)  # fmt: skip
"""`SEAT_MARKET` and `SEAT_CARDS` are points of cards played. Behind the head of a seat stand the
majority points of each row, then how many cards of each kind were played."""


def play_game(
    edition: Ints, state: Ints, seed: Any, is_seeded: bool, bots: Ints, bot_seeds: Any, minds: Any,
    mind_size: int, desk: Any, brain: Any, knows_pile: bool, most_rounds: int, source: Any,
    twisters: Any, moves: Ints, scratch: Ints, note: Ints, choices: Ints, most_choices: int,
) -> None:  # fmt: skip
    """Play a game from its state on, as `entries.play` says."""
    if is_seeded:
        seed_streams(source, seed[0], seed[1])
    else:
        seed_fast(source, seed[0])
    for seat in range(edition[of.PLAYERS]):
        if bots[seat] == RANDOM or bots[seat] <= LEARNED:
            seed_twister(shifted(twisters, seat * TWISTER_SIZE), shifted(bot_seeds, 4 * seat))
    settle(edition, state, source, scratch)
    while not state[at.IS_OVER] and int(source[COUNTS + ROUNDS]) < most_rounds:
        seat = int(state[at.CURRENT_PLAYER])
        bot, twister = bots[seat], shifted(twisters, seat * TWISTER_SIZE)
        if bot >= 0:
            mind = shifted(minds, bot * mind_size)
            move = decide(edition, state, mind, knows_pile, moves)
        elif bot <= LEARNED:
            move = _search(edition, state, LEARNED - bot, desk, brain, twister, moves)
        else:
            move = _choose_any(edition, state, bot, source, twister, moves)
        if most_choices:
            _note_choice(edition, state, move, moves, note, choices, most_choices)
        _go_on(edition, state, move, source, scratch, note)
    note[GAME_ROUNDS] = int(source[COUNTS + ROUNDS])
    if state[at.IS_OVER]:
        _write_down(edition, state, note)


def _search(
    edition: Ints, state: Ints, row: int, desk: Any, brain: Any, twister: Any, moves: Ints
) -> int:
    """Choose as `players.LearnedBot` with a row of settings does."""
    if desk is None:  # known when it is compiled: without such bots no search is
        return NO_MOVE
    if list_moves(edition, state, moves) == 1:
        return moves[0]
    draw_seed(twister)  # the bot samples a state by it, whose hidden cards the search deals again
    seed_fast(desk.luck, np.uint64(draw_seed(twister)))
    settings = shifted(brain.settings, row * SETTINGS)
    return choose(desk, state, Brain(settings, brain.weights, brain.policy))


def _choose_any(
    edition: Ints, state: Ints, bot: int, source: Any, twister: Any, moves: Ints
) -> int:
    """Choose uniformly; nothing is drawn for a single move."""
    count = list_moves(edition, state, moves)
    if count == 1:
        return moves[0]
    if bot == RANDOM:
        return moves[below_by_twister(twister, count)]
    return moves[below(source, count)]


def _note_choice(
    edition: Ints, state: Ints, move: int, moves: Ints, note: Ints, choices: Ints, most_choices: int
) -> None:
    """Write down the place of a move among the legal ones, if there are others."""
    if list_moves(edition, state, moves) > 1:
        place = 0
        while moves[place] < move:
            place += 1
        if note[GAME_CHOICES] < most_choices:
            choices[note[GAME_CHOICES]] = place
        note[GAME_CHOICES] += 1


def _go_on(edition: Ints, state: Ints, move: int, source: Any, scratch: Ints, note: Ints) -> None:
    """Carry out a move and the outcomes that follow; count it, its cards and their points."""
    seat, kind = int(state[at.CURRENT_PLAYER]), codes.kind_of(move)
    player, own = block(edition, seat), _seat_note(edition, seat)
    before = points_of(state, player)
    carry_out(edition, state, move)
    settle(edition, state, source, scratch)
    note[GAME_MOVES] += 1
    played = own + SEAT_HEAD + edition[of.ROWS]
    if kind == codes.PLAY_CARD:
        card = codes.part(move, 1)
        note[played + card] += 1
        is_market = edition[of.EFFECT + card] == of.MARKET
        gained = points_of(state, player) - before
        note[own + (SEAT_MARKET if is_market else SEAT_CARDS)] += gained
    elif kind == codes.BUILD_TENT:
        pair = codes.part(move, 2)
        for card in (codes.lower_card(pair), codes.higher_card(pair)):
            if card != codes.NO_CARD:
                note[played + card] += 1


def _seat_note(edition: Ints, seat: int) -> int:
    """Say where the notes of a seat begin."""
    return GAME_HEAD + seat * (SEAT_HEAD + edition[of.ROWS] + edition[of.KINDS])


def _write_down(edition: Ints, state: Ints, note: Ints) -> None:
    """Write down how a game ended (R8, R9.2)."""
    note[GAME_THRESHOLD] = state[at.THRESHOLD]
    for seat in range(edition[of.PLAYERS]):
        player, own = block(edition, seat), _seat_note(edition, seat)
        note[own + SEAT_POINTS] = points_of(state, player)
        note[own + SEAT_GEM_POINTS] = ending.gems_held(state, player)
        note[own + SEAT_CARD_POINTS] = ending.card_points(edition, state, player)
        note[own + SEAT_DONATED] = state[player + at.CHEST]
        note[own + SEAT_TENTS] = edition[of.TENTS] - state[player + at.SUPPLY_NOW]
        note[own + SEAT_OUT] = int(ending.is_out(edition, state, seat))
        note[own + SEAT_RANK] = ending.rank_of(edition, state, seat)
        for row in range(1, edition[of.ROWS] + 1):
            share = ending.majority_share(edition, state, seat, row)
            note[own + SEAT_HEAD + row - 1] = share


def settle_by_seed(edition: Ints, state: Ints, source: Any, seed: Any, scratch: Ints) -> None:
    """Carry out what is awaited, drawn from the seed, the kind of event and how many came before.

    What follows at once, such as the replacement of a mine collapse (R6.12), is drawn after it.
    """
    pending = state[at.PENDING]
    if not pending:
        return
    kind = CARDS
    if pending == at.ROUND_ROLL:
        kind = ROUNDS
    elif pending == at.DONATION_ROLL:
        kind = DONATIONS
    elif pending == at.STONE_DRAW:
        kind = STONES
    event = source[COUNTS + kind] * np.uint64(4) + np.uint64(kind + 1)
    source[FAST] = mixed(seed + STEP * event)
    settle(edition, state, source, scratch)


compile_module(__name__)
