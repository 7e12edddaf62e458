"""Playing games to the end: the bots, the figures of a game, and its result."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from livingstone.game.rules.ending import Result, Standing
from livingstone.game.state import State
from livingstone.kernel import codes
from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.blocks import block, points_of
from livingstone.kernel.bridge import Bridge, StateArray
from livingstone.kernel.codes import NO_MOVE
from livingstone.kernel.compiling import Floats, Ints, Words, compile_module, plain, shifted
from livingstone.kernel.engine import carry_out, list_moves, settle
from livingstone.kernel.greedy.decisions import decide
from livingstone.kernel.greedy.memo import size_of
from livingstone.kernel.rules import ending
from livingstone.kernel.search.searching import search_move
from livingstone.kernel.streams import COUNTS, ROUNDS, below, seed_fast
from livingstone.kernel.twister import TWISTER_SIZE, draw_seed, seed_twister
from livingstone.kernel.twister import below as below_by_twister
from livingstone.kernel.workspace import Player, Search, Workspace
from livingstone.support.limits import MOST_ROUNDS

# Kinds of bots.
GREEDY = 0
RANDOM = 1  # chooses uniformly, by Python's random numbers
FAST_RANDOM = 2  # chooses uniformly, by the source of chance
LEARNED = 3

# The figures of a game: a head, then a block for each seat.
GAME_ROUNDS = 0  # how many were begun
GAME_MOVES = 1
GAME_THRESHOLD = 2  # the donation roll (R9.2)
GAME_CHOICES = 3  # moves chosen among several
GAME_HEAD = 4  # the length of the head

# A seat's block: a head, the majority points of each row, and how many cards of each kind were
# played.
SEAT_POINTS = 0  # at the end, with all that follows
SEAT_GEM_POINTS = 1  # R8.2
SEAT_CARD_POINTS = 2  # of cards in hand (R8.3)
SEAT_DONATED = 3
SEAT_TENTS = 4  # on the board
SEAT_OUT = 5  # whether the player is out
SEAT_RANK = 6
SEAT_MARKET = 7  # points for gems sold by cards (R6.6)
SEAT_CARDS = 8  # points of all other cards played (R6.10)
SEAT_HEAD = 9  # the length of the head


class Bots(NamedTuple):
    """Who plays: arrays with a row for each game; compiled functions have pointers to one row."""

    kinds: Ints
    """By seat."""
    rows: Ints
    """By seat: the row of `memos` or of `settings` that a bot has."""
    seeds: Ints
    """By seat: four words of 32 bits, the lowest first, that seed Python's random numbers."""


class Settings(NamedTuple):
    """What bots differ in, for all games: arrays, in compiled functions pointers."""

    memos: Floats
    """The values of `greedy`, a row for each of its weights; each thread has its own."""
    tries: Ints
    """Of each `learned`, as the next ones."""
    temperatures: Floats


class Learned(NamedTuple):
    """What all bots `learned` share."""

    search: Search
    """Each thread has its own."""
    player: Player
    """With the networks; tries and temperature are not read."""


class Notes(NamedTuple):
    """The figures of each game, and each choice as its place among the legal moves."""

    games: Ints
    choices: Words
    most_choices: int
    """Further choices are only counted; none are counted if it is 0."""


def play_game(
    work: Workspace, state: Ints, bots: Bots, settings: Settings, learned: Learned | None,
    notes: Notes,
) -> None:  # fmt: skip
    """Play a game of at most `MOST_ROUNDS`; `learned` is None if none of the bots is it."""
    edition = work.edition
    source = work.source
    note = notes.games
    for seat in range(edition[of.PLAYERS]):
        if bots.kinds[seat] == RANDOM or bots.kinds[seat] == LEARNED:
            seed_twister(twister_of(work.twisters, seat), shifted(bots.seeds, 4 * seat))
    settle(edition, state, source, work.scratch)
    while not state[at.IS_OVER] and int(source[COUNTS + ROUNDS]) <= MOST_ROUNDS:
        seat = int(state[at.CURRENT_PLAYER])
        kind = bots.kinds[seat]
        row = bots.rows[seat]
        twister = twister_of(work.twisters, seat)
        if kind == LEARNED:
            move = _search(work, state, learned, settings, row, twister)
        else:
            memo = shifted(settings.memos, row * size_of(edition))
            move = choose_by(work, state, kind, memo, twister)
        if notes.most_choices:
            _note_choice(work, state, move, notes)
        _carry_out_noting(work, state, move, note)
    note[GAME_ROUNDS] = int(source[COUNTS + ROUNDS])
    _note_end(edition, state, note)


def twister_of(twisters: Words, seat: int) -> Words:
    """Return the random numbers of a seat."""
    own: Words = shifted(twisters, seat * TWISTER_SIZE)
    return own


def choose_by(work: Workspace, state: Ints, kind: int, memo: Floats, twister: Words) -> int:
    """Choose by a bot that does not search; where there is one legal move, nothing is drawn."""
    if kind == GREEDY:
        return decide(work.edition, state, memo, False, work.moves)
    count = list_moves(work.edition, state, work.moves)
    if count == 1:
        return work.moves[0]
    if kind == RANDOM:
        return work.moves[below_by_twister(twister, count)]
    return work.moves[below(work.source, count)]


def _search(
    work: Workspace, state: Ints, learned: Learned | None, settings: Settings, row: int,
    twister: Words,
) -> int:  # fmt: skip
    """Choose as `players.LearnedBot` with the tries and the temperature of a row does."""
    if learned is None:  # numba knows this when it compiles, and leaves out the search
        return NO_MOVE
    if list_moves(work.edition, state, work.moves) == 1:
        return work.moves[0]
    # The bot draws one seed to sample a state and one for the search. The first changes nothing
    # here: the search deals the hidden cards itself.
    draw_seed(twister)
    seed_fast(learned.search.luck, np.uint64(draw_seed(twister)))
    networks = learned.player
    player = Player(
        settings.tries[row], settings.temperatures[row], networks.has_networks, networks.values,
        networks.policy,
    )  # fmt: skip
    return search_move(learned.search, state, player)


def _note_choice(work: Workspace, state: Ints, move: int, notes: Notes) -> None:
    """Note the place of a move among the legal ones, if there are others."""
    if list_moves(work.edition, state, work.moves) > 1:
        place = 0
        number = notes.games[GAME_CHOICES]
        while work.moves[place] < move:
            place += 1
        if number < notes.most_choices:
            notes.choices[number] = place
        notes.games[GAME_CHOICES] = number + 1


def _carry_out_noting(work: Workspace, state: Ints, move: int, note: Ints) -> None:
    """Carry out a move and the outcomes that follow; count it, its cards and their points."""
    edition = work.edition
    seat = int(state[at.CURRENT_PLAYER])
    kind = codes.kind_of(move)
    player = block(edition, seat)
    own = _seat_note(edition, seat)
    before = points_of(state, player)
    carry_out(edition, state, move)
    settle(edition, state, work.source, work.scratch)
    note[GAME_MOVES] += 1
    played = own + SEAT_HEAD + edition[of.ROWS]
    if kind == codes.PLAY_CARD:
        card = codes.part(move, 1)
        note[played + card] += 1
        is_market = edition[of.EFFECT + card] == of.MARKET
        gained = points_of(state, player) - before
        note[own + (SEAT_MARKET if is_market else SEAT_CARDS)] += gained
    elif kind == codes.BUILD_TENT:
        for card in codes.cards_of(codes.part(move, 2)):
            if card != codes.NO_CARD:
                note[played + card] += 1


def seat_size(edition: Ints) -> int:
    """Count the figures of a seat."""
    return SEAT_HEAD + edition[of.ROWS] + edition[of.KINDS]


def _seat_note(edition: Ints, seat: int) -> int:
    """Return where the notes of a seat begin."""
    return GAME_HEAD + seat * seat_size(edition)


def _note_end(edition: Ints, state: Ints, note: Ints) -> None:
    """Note how a game ended (R8, R9.2)."""
    note[GAME_THRESHOLD] = state[at.THRESHOLD]
    for seat in range(edition[of.PLAYERS]):
        player = block(edition, seat)
        own = _seat_note(edition, seat)
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


class PlayedSeat(NamedTuple):
    """What a seat did in a game, apart from its standing."""

    played: tuple[str, ...]
    """Ids of the cards played, sorted, each as often as it was played."""
    market: int
    """Points for gems sold by cards (R6.6)."""
    cards: int
    """Points of all other cards played (R6.10)."""


class PlayedGame(NamedTuple):
    """A game that was played to its end."""

    rounds: int
    """How many rounds were begun."""
    moves: int
    """How many moves all players made, without outcomes of chance."""
    result: Result
    """How it ended, as `livingstone.result` gives it."""
    seats: tuple[PlayedSeat, ...]
    """By seat."""


@frozen(eq=False, repr=False)
class Games:
    """Games that were played to their ends, in the order in which they were asked for."""

    _bridge: Bridge
    states: StateArray
    """The last states, a row for each game."""
    notes: NDArray[np.int64]
    """What was written down, a row for each game, as `kernel.playing` says."""
    _choices: NDArray[np.uint32]

    def __len__(self) -> int:
        return len(self.states)

    def __iter__(self) -> Iterator[PlayedGame]:
        return map(self._game, self.notes.tolist())

    def __getitem__(self, game: int) -> PlayedGame:
        return self._game(self.notes[game].tolist())

    def last_state(self, game: int) -> State:
        """Return the last state of a game, with explicit chance."""
        return self._bridge.decode(self.states[game])

    def choices(self, game: int) -> NDArray[np.uint32]:
        """List the places of the moves chosen among several, if they were kept (`keep_choices`)."""
        return self._choices[game, : self.notes[game, GAME_CHOICES]]

    def _game(self, note: list[int]) -> PlayedGame:
        rows = int(self._bridge.tables[of.ROWS])
        size = int(plain(seat_size)(self._bridge.tables))
        seats = [note[begin : begin + size] for begin in range(GAME_HEAD, len(note), size)]
        threshold = note[GAME_THRESHOLD]
        standings = tuple(self._standing(seat, rows) for seat in seats)
        result = Result(
            winners=tuple(n for n, own in enumerate(standings) if own.rank == 1 and not own.is_out),
            threshold=None if threshold == at.NOT_ROLLED else threshold,
            standings=standings,
        )
        played = tuple(
            PlayedSeat(
                self._bridge.cards_of(seat[SEAT_HEAD + rows :]), seat[SEAT_MARKET], seat[SEAT_CARDS]
            )
            for seat in seats
        )
        return PlayedGame(note[GAME_ROUNDS], note[GAME_MOVES], result, played)

    def _standing(self, seat: list[int], rows: int) -> Standing:
        majorities = tuple(seat[SEAT_HEAD : SEAT_HEAD + rows])
        points = seat[SEAT_POINTS]
        is_out = bool(seat[SEAT_OUT])
        gems = seat[SEAT_GEM_POINTS]
        cards = seat[SEAT_CARD_POINTS]
        return Standing(
            round_points=points - sum(majorities) - gems - cards,
            majorities=majorities,
            gem_points=gems,
            card_points=cards,
            points=0 if is_out and self._bridge.edition.ruleset.out_scores_zero else points,  # R8.6
            donated=seat[SEAT_DONATED],
            tents=seat[SEAT_TENTS],
            is_out=is_out,
            rank=seat[SEAT_RANK],
        )


compile_module(__name__)
