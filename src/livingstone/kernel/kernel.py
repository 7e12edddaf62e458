"""The kernel of an edition, as Python programs use it."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from itertools import pairwise, starmap
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from livingstone.edition.loading import load_edition
from livingstone.edition.types import Edition
from livingstone.errors import ArgumentError, LivingstoneError, shown
from livingstone.game.engine import new_game, refusal_of
from livingstone.game.moves import Action, CardRevealed, CardsShown, DiceRolled, Move, StonesDrawn
from livingstone.game.refusals import IllegalMoveError
from livingstone.kernel import entries, layout, playing
from livingstone.kernel import tables as of
from livingstone.kernel.bridge import Bridge, StateArray
from livingstone.kernel.compiling import plain
from livingstone.kernel.search.networks import make_player, make_search, networks_for
from livingstone.kernel.streams import FAST, KEPT, SOURCE_SIZE
from livingstone.kernel.tables import make_tables
from livingstone.kernel.weights import Weights, weights_for
from livingstone.kernel.workspace import Player, make_memo, make_workspace
from livingstone.support.arguments import observer_of, seed_of, whole
from livingstone.support.limits import ENDLESS

MOST_GAMES = 10**9  # of a call
MOST_CHOICES = 1000  # of a game; if one has more, all are played again with more room
CHUNK = 4096  # random games are played at a time
PlayedBot = str | Weights | tuple[int, float]
"""`"greedy"`, `"random"`, weights for `greedy`, or the tries and the temperature of `learned`."""


class RandomGames(NamedTuple):
    """Random games: how many moves they had, and how many each set of seats won (`()`: all out)."""

    decisions: int
    results: Mapping[tuple[int, ...], int]


class Kernel(Bridge):
    """The whole game, compiled, for an edition and a number of players.

    A state is an array of int16, several are the rows of an array.

    >>> from livingstone import new_game
    >>> kernel = Kernel.of("printed", 2)
    >>> array = kernel.encode(new_game(2, seed=7))
    >>> kernel.legal_moves(array)[:2]
    (TakeDie(value=2), TakeDie(value=3))
    """

    @staticmethod
    def of(edition: str | Edition, players: int) -> "Kernel":
        """Return the kernel of an edition, or of a shipped one by its name.

        Raises `UnsupportedEditionError` for what the kernel does not know.
        """
        edition = load_edition(edition) if isinstance(edition, str) else edition
        return _kernel(edition, players)

    def __init__(self, edition: Edition, players: int) -> None:
        """Make the tables; use `of`, which keeps them."""
        start = new_game(players, edition=edition, explicit_chance=True)
        super().__init__(edition, make_tables(edition, players))
        self.players = players
        self._start = self.encode(start)

    def __repr__(self) -> str:
        return f"Kernel.of({self.edition!r}, {self.players})"

    def legal_moves(self, array: StateArray) -> tuple[Move, ...]:
        """List the legal moves, as `livingstone.legal_moves` does and in its order."""
        moves = np.empty(self.tables[of.MOVES], np.int64)
        count = entries.legal_moves(self.tables, array, moves)
        return tuple(map(self.move, moves[:count].tolist()))

    def apply(self, array: StateArray, action: Action) -> StateArray:
        """Carry out a move, or an awaited outcome of chance; the array stays as it is.

        Raises `IllegalMoveError` for an action that is not legal.
        """
        if action not in self.legal_moves(array):
            state = self.decode(array)
            reason = refusal_of(state, action)
            if reason is not None:
                raise IllegalMoveError(action, state, reason)
        after, number, counts = array.copy(), 0, np.zeros(of.MOST_SIDES, np.int64)
        if isinstance(action, DiceRolled):
            what = entries.DICE
            counts[: self.tables[of.SIDES]] = self.dice_counts(action.dice)
        elif isinstance(action, StonesDrawn):
            what, counts[:5] = entries.STONES, action.stones
        elif isinstance(action, CardRevealed):
            what, number = entries.CARD, self.cards.index(action.card)
        else:
            assert not isinstance(action, CardsShown)  # no edition of the kernel shows cards
            what, number = entries.MOVE, self.code(action)
        entries.act(self.tables, after, what, number, counts)
        return after

    # Choices and whole games.

    def greedy(
        self, array: StateArray, weights: Weights | None = None, *, knows_pile: bool = False
    ) -> Move:
        """Choose a legal move as `greedy` does, where a player is to move.

        With `knows_pile` the player knows which unseen cards lie in the draw pile.

        >>> from livingstone import new_game
        >>> kernel = Kernel.of("bga", 2)
        >>> kernel.greedy(kernel.encode(new_game(2, seed=7, edition="bga")))
        TakeDie(value=2)
        """
        work, memo = make_workspace(self.tables), make_memo(self.tables, weights)
        return self.move(entries.choose_greedily(work, array, memo, knows_pile))

    def play_random(self, games: int, seed: int) -> RandomGames:
        """Play games of uniformly random moves, with the fast generator, and count.

        `seed` is a whole number from 0 to 2**128 - 1.

        >>> sum(Kernel.of("printed", 2).play_random(10, seed=7).results.values())
        10
        """
        results, decisions = Counter[tuple[int, ...]](), 0
        words = np.random.SeedSequence(seed_of(seed))
        for begin in range(0, whole("games", games, 0, MOST_GAMES), CHUNK):
            states = self.new_games(min(CHUNK, games - begin))
            lucks = _fast_lucks(words.spawn(1)[0].generate_state(2 * len(states), np.uint64)[::2])
            notes, _ = self._play(states, lucks, self._bots(len(states), playing.FAST_RANDOM))
            decisions += int(notes[:, playing.GAME_MOVES].sum())
            won = self.shares(states) > 0
            results.update(tuple(np.flatnonzero(row).tolist()) for row in won)
        return RandomGames(decisions, dict(sorted(results.items())))

    def play(
        self, bots: Sequence[Sequence[PlayedBot]], seeds: Sequence[int],
        bot_seeds: Sequence[Sequence[int]], *, threads: int = 1, keep_choices: bool = False,
    ) -> playing.Games:  # fmt: skip
        """Play the games of these seeds, as the engine and the bots in Python would.

        `bots` has for each game, by seat, `"greedy"`, `"random"`, weights for `greedy`
        (`livingstone.players.Weights`), or the tries and the temperature of `learned`; `bot_seeds`
        has the seed of each bot for `random.Random`. Seat 0 begins. `keep_choices` takes a tenth
        longer (`Games.choices`).

        >>> game = Kernel.of("printed", 2).play([["greedy", "random"]], [7], [[1, 2]])[0]
        >>> game.result.winners, game.moves
        ((0,), 141)

        Raises `ArgumentError` for bots that the kernel does not have, and `LivingstoneError` for a
        game that does not end.
        """
        weights, searches = dict[Weights, int](), dict[tuple[int, float], int]()
        found = [self._bot(bot, weights, searches) for seats in bots for bot in seats]
        kinds, rows = np.array(found, np.int64).reshape(len(seeds), self.players, 2).T
        key = b"".join(seed_of(seed).to_bytes(16, "little") for row in bot_seeds for seed in row)
        players = playing.Bots(
            np.ascontiguousarray(kinds.T),
            np.ascontiguousarray(rows.T),
            np.frombuffer(key, "<u4").astype(np.uint32).reshape(len(seeds), self.players, 4),
            np.array([tries for tries, _ in searches], np.int64),
            np.array([temperature for _, temperature in searches], np.float64),
        )
        networks = make_player(0, 0.0, networks_for(self.tables)) if searches else None
        lucks, most_choices = self.luck(seeds, fast=False), MOST_CHOICES if keep_choices else 0
        while True:
            states = self.new_games(len(seeds))
            notes, choices = self._play(
                states, lucks, players, list(weights) or [None], networks=networks,
                most_choices=most_choices, threads=threads,
            )  # fmt: skip
            longest = int(notes[:, playing.GAME_CHOICES].max(initial=0))
            if longest <= most_choices:
                return playing.Games(self, states, notes, choices)
            most_choices = longest

    def _bot(
        self, bot: PlayedBot, weights: dict[Weights, int], searches: dict[tuple[int, float], int]
    ) -> tuple[int, int]:
        """Return the kind of a bot, and the row of its weights or of its settings."""
        if isinstance(bot, tuple):
            return playing.LEARNED, searches.setdefault(bot, len(searches))
        if bot == "random":
            return playing.RANDOM, 0
        if isinstance(bot, str) and bot != "greedy":
            raise ArgumentError(f"the compiled kernel has no bot {shown(bot)}")
        own = weights_for(self.players) if isinstance(bot, str) else bot
        return playing.GREEDY, weights.setdefault(own, len(weights))

    def _bots(self, games: int, kind: int) -> playing.Bots:
        """Let bots of one kind, which does not search, sit in all seats."""
        shape = games, self.players
        return playing.Bots(
            np.full(shape, kind), np.zeros(shape, np.int64), np.zeros((*shape, 4), np.uint32),
            np.zeros(0, np.int64), np.zeros(0),
        )  # fmt: skip

    def _play(
        self, states: StateArray, lucks: NDArray[np.uint64], bots: playing.Bots,
        weights: Sequence[Weights | None] = (None,), *, networks: Player | None = None,
        knows_pile: bool = False, most_choices: int = 0, threads: int = 1,
    ) -> tuple[NDArray[np.int64], NDArray[np.uint32]]:  # fmt: skip
        """Play games in place; return the figures of each game, and the choices."""
        seats = self.players * plain(playing.seat_size)(self.tables)
        notes = np.zeros((len(states), playing.GAME_HEAD + seats), np.int64)
        choices = np.zeros((len(states), most_choices), np.uint32)

        def play_part(part: slice) -> None:
            memos = np.stack([make_memo(self.tables, own) for own in weights])
            entries.play(
                make_workspace(self.tables), states, lucks, bots, memos,
                playing.Notes(notes, choices, most_choices), (part.start, part.stop), knows_pile,
                make_search(self.tables) if networks else None, networks,
            )  # fmt: skip

        share_work(play_part, len(states), threads)
        if not states[:, layout.IS_OVER].all():
            raise LivingstoneError(ENDLESS)
        return notes, choices

    # Many states side by side.

    def new_games(self, count: int) -> StateArray:
        """Make states in which the first roll of a game is awaited; seat 0 begins."""
        return np.tile(self._start, (whole("count", count, 0, MOST_GAMES), 1))

    def luck(self, seeds: Sequence[int], *, fast: bool = True) -> NDArray[np.uint64]:
        """Make sources of chance for `step`: fast ones, or those of new games with the seeds."""
        data = b"".join(seed_of(seed).to_bytes(16, "big") for seed in seeds)
        words = np.frombuffer(data, "<u8").astype(np.uint64).reshape(-1, 2)
        return _fast_lucks(words[:, 0] ^ words[:, 1]) if fast else seeded_lucks(words)

    def step(self, states: StateArray, moves: NDArray[np.int64], luck: NDArray[np.uint64]) -> None:
        """Carry out a move in each state, in place, and the outcomes of chance that follow.

        `moves` are codes of legal moves, which nothing checks; -1 only settles what is awaited.

        >>> kernel = Kernel.of("printed", 2)
        >>> states, luck = kernel.new_games(2), kernel.luck([7, 8])
        >>> kernel.step(states, np.array([-1, -1]), luck)
        >>> [kernel.legal_moves(state)[0] for state in states]
        [TakeDie(value=1), TakeDie(value=1)]
        """
        entries.step(make_workspace(self.tables), states, moves, luck)

    def _observer(self, seat: int | None) -> int:
        seat = observer_of(seat, self.players)
        return layout.SPECTATOR if seat is None else seat

    def legal_mask(
        self, states: StateArray, out: NDArray[np.bool_] | None = None
    ) -> NDArray[np.bool_]:
        """Mark the legal moves among `actions`, a row for each state; `out` saves time."""
        mask = _room(out, (len(states), len(self.actions)), np.bool_)
        entries.mark(make_workspace(self.tables), states, self.actions, mask.view(np.uint8))
        return mask

    def observe(
        self,
        states: StateArray,
        out: NDArray[np.float32] | None = None,
        seats: Sequence[int | None] | None = None,
    ) -> NDArray[np.float32]:
        """Observe each state, as `livingstone.envs.observe` does: a row of float32 for each.

        `seats` has the observing seat of each state, None for a spectator; without it, the player
        to move observes. The rows are written to `out` if it is given.

        >>> kernel = Kernel.of("printed", 3)
        >>> kernel.observe(kernel.new_games(2), seats=[0, None]).shape
        (2, 474)
        """
        seen = _room(out, (len(states), self.tables[of.SEEN_SIZE]), np.float32)
        observers = np.full(len(states), entries.MOVER)
        if seats is not None:
            observers[:] = list(map(self._observer, seats))
        entries.look(self.tables, states, observers, seen)
        return seen

    def sample(self, array: StateArray, seat: int | None, count: int, seed: int) -> StateArray:
        """Draw states as `livingstone.sample_state` does (R10.2); `seed` is below 2**64."""
        observer, states = self._observer(seat), np.tile(array, (count, 1))
        entries.sample(make_workspace(self.tables), states, observer, np.uint64(seed))
        return states

    def roll_out(self, states: StateArray, seed: int, *, threads: int = 1) -> None:
        """Play on by `greedy`, in place, to the ends.

        The bots know which of the unseen cards lie in the draw pile.
        """
        words = np.random.SeedSequence(seed_of(seed)).generate_state(2 * len(states), np.uint64)
        lucks = _fast_lucks(words[::2])
        bots = self._bots(len(states), playing.GREEDY)
        self._play(states, lucks, bots, knows_pile=True, threads=threads)

    def shares(self, states: StateArray) -> NDArray[np.float64]:
        """Return the share of the win of each seat, a row for each state; NaN if it is not over."""
        shares = np.zeros((len(states), self.players))
        entries.share_out(self.tables, states, shares)
        return shares


@lru_cache(maxsize=64)
def _kernel(edition: Edition, players: int) -> Kernel:
    return Kernel(edition, players)


def seeded_lucks(words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Make sources of chance: the streams of seeds, in the words that BLAKE2b reads of 16 bytes."""
    lucks = np.zeros((len(words), KEPT), np.uint64)
    entries.seed(np.zeros(SOURCE_SIZE, np.uint64), words, lucks)
    return lucks


def _fast_lucks(words: ArrayLike) -> NDArray[np.uint64]:
    """Make fast sources of chance, each with its seed."""
    lucks = np.zeros((len(np.asarray(words)), KEPT), np.uint64)
    lucks[:, FAST] = words
    return lucks


def _room(out: NDArray[Any] | None, shape: tuple[int, int], kind: type) -> NDArray[Any]:
    """Return an array that compiled code writes to, where no index is checked."""
    room = np.empty(shape, kind) if out is None else out
    if room.shape != shape or room.dtype != kind or not room.flags.c_contiguous:
        what = f"a contiguous array of {kind.__name__} with the shape {shape}"
        raise ArgumentError(f"out must be {what}")
    return room


def share_work(work: Callable[[slice], None], count: int, threads: int) -> None:
    """Do a part of some work in each thread."""
    threads = min(whole("threads", threads, 1), max(count, 1))
    ends = [count * part // threads for part in range(threads + 1)]
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(work, starmap(slice, pairwise(ends))))
