"""The kernel of an edition, as Python programs use it."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import lru_cache
from itertools import pairwise, starmap
from math import inf
from typing import Any, NamedTuple, NoReturn

import numpy as np
from numpy.typing import ArrayLike, NDArray

from livingstone.edition.loading import load_edition
from livingstone.edition.types import Edition
from livingstone.errors import ArgumentError, LivingstoneError, shown
from livingstone.game.engine import new_game, refusal_of
from livingstone.game.moves import Action, CardRevealed, CardsShown, DiceRolled, Move, StonesDrawn
from livingstone.game.refusals import IllegalMoveError
from livingstone.game.state import State
from livingstone.game.validation import validate
from livingstone.kernel import entries, layout, playing
from livingstone.kernel import tables as of
from livingstone.kernel.arrays import check_array, codes_of, integers
from livingstone.kernel.bounds import make_bounds
from livingstone.kernel.bridge import Bridge, StateArray
from livingstone.kernel.compiling import plain
from livingstone.kernel.search.networks import make_player, make_search, networks_for
from livingstone.kernel.streams import COUNTS, FAST, KEPT, MOST_EVENTS, SOURCE_SIZE
from livingstone.kernel.tables import make_tables
from livingstone.kernel.weights import Weights, weights_on
from livingstone.kernel.workspace import make_memo, make_workspace
from livingstone.support.arguments import as_int, need, observer_of, seed_of, whole
from livingstone.support.limits import ENDLESS, MOST_TRIES

MOST_GAMES = 10**9  # that a call plays
MOST_CHOICES = (
    1000  # that a game has room for; if one has more, all are played again with more room
)
MOST_THREADS = 1024
CHUNK = 4096  # so many random games are in memory at a time
PlayedBot = str | Weights | tuple[int, float]
"""`"greedy"`, `"random"`, weights for `greedy`, or the tries and the temperature of `learned`."""


class RandomGames(NamedTuple):
    """Counts of random games."""

    decisions: int
    """How many moves all games had together."""
    results: Mapping[tuple[int, ...], int]
    """How many games each set of seats won; `()` where all players are out."""


class _Seated(NamedTuple):
    """The bots of games."""

    kinds: NDArray[np.int64]
    """By game and seat, as the next two: see `playing.Bots`."""
    rows: NDArray[np.int64]
    seeds: NDArray[np.uint32]
    weights: tuple[Weights | None, ...]
    """Of `greedy`, by row; None for the shipped ones."""
    tries: NDArray[np.int64]
    """Of `learned`, by row, as the next ones."""
    temperatures: NDArray[np.float64]


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

        Raises `UnsupportedEditionError` for what the kernel does not know, and `ArgumentError` for
        a number of players that the edition is not for.
        """
        edition = load_edition(edition) if isinstance(edition, str) else edition
        if not isinstance(edition, Edition):
            raise TypeError(f"an edition is needed, or a name of one, not {shown(edition)}")
        return _kernel(edition, as_int(players))

    def __init__(self, edition: Edition, players: int) -> None:
        """Make the tables; use `of`, which keeps them."""
        start = new_game(players, edition=edition, explicit_chance=True)
        super().__init__(edition, make_tables(edition, players))
        self.players = players
        self._bounds = make_bounds(self.tables)
        self._start = self.encode(start)

    def __repr__(self) -> str:
        return f"Kernel.of({self.edition!r}, {self.players})"

    def encode(self, state: State) -> StateArray:
        """Write a state as an array, without its seed.

        Raises `ArgumentError` for a state of another edition or number of players, and for one that
        `livingstone.validate` finds a problem in.
        """
        need("Kernel.encode", state, "State", State)
        if state.edition != self.edition or len(state.players) != self.players:
            raise ArgumentError(f"{self!r} does not know states of other games")
        array = None
        with suppress(LookupError, ValueError, OverflowError):  # of a state that is not valid
            array = super().encode(state)
        if array is None or self._find_broken(array[None]) is not None:
            raise ArgumentError(f"the state is not valid: {'; '.join(validate(state)[:1])}")
        return array

    def decode(self, array: StateArray) -> State:
        """Read a state, with explicit chance, from an array.

        >>> from livingstone import new_game
        >>> kernel, state = Kernel.of("bga", 3), new_game(3, explicit_chance=True, edition="bga")
        >>> kernel.decode(kernel.encode(state)) == state
        True

        Raises `ArgumentError` for an array that does not hold a state of the kernel's games.
        """
        self._check_state(array)
        return super().decode(array)

    def _check_state(self, array: StateArray) -> None:
        """Raise unless an array holds a state."""
        check_array("a state", array, np.int16, (len(self._start),))
        if self._find_broken(array[None]) is not None:
            raise ArgumentError(f"the array does not hold a state of {self!r}")

    def _check_form(self, states: StateArray, *, is_written: bool = False) -> None:
        """Raise unless an array has the form of one with states in its rows."""
        shape = None, len(self._start)
        check_array("states", states, np.int16, shape, is_written=is_written)

    def check(self, states: StateArray, *, is_written: bool = False) -> None:
        """Raise `ArgumentError` unless the rows of an array hold states of the kernel's games."""
        self._check_form(states, is_written=is_written)
        row = self._find_broken(states)
        if row is not None:
            self._refuse(row)

    def _find_broken(self, states: StateArray) -> int | None:
        row = entries.find_broken(self.tables, self._bounds, states)
        return None if row == entries.NO_ROW else row

    def _refuse(self, row: int) -> NoReturn:
        raise ArgumentError(f"row {row} does not hold a state of {self!r}")

    def legal_moves(self, array: StateArray) -> "tuple[Move, ...]":
        """List the legal moves, as `livingstone.legal_moves` does and in its order.

        Raises `ArgumentError` for an array that does not hold a state of the kernel's games, as
        all methods do.
        """
        self._check_state(array)
        moves = np.empty(self.tables[of.MOVES], np.int64)
        count = entries.legal_moves(self.tables, array, moves)
        return tuple(map(self.move, moves[:count].tolist()))

    def apply(self, array: StateArray, action: "Action") -> StateArray:
        """Carry out a move, or an awaited outcome of chance; the array stays as it is.

        Raises `IllegalMoveError` for an action that is not legal.
        """
        if action not in self.legal_moves(array):
            state = self.decode(array)
            reason = refusal_of(state, action)
            if reason is not None:
                raise IllegalMoveError(action, state, reason)
        after = array.copy()
        number = 0
        counts = np.zeros(of.MOST_SIDES, np.int64)
        if isinstance(action, DiceRolled):
            what = entries.DICE
            counts[: self.tables[of.SIDES]] = self.dice_counts(action.dice)
        elif isinstance(action, StonesDrawn):
            what = entries.STONES
            counts[:5] = action.stones
        elif isinstance(action, CardRevealed):
            what = entries.CARD
            number = self.cards.index(action.card)
        else:
            assert not isinstance(action, CardsShown)  # no edition of the kernel shows cards
            what = entries.MOVE
            number = self.code(action)
        entries.act(self.tables, after, what, number, counts)
        return after

    # Choices and whole games.

    def greedy(self, array: StateArray, weights: Weights | None = None) -> "Move":
        """Choose a legal move as `greedy` does, where a player is to move.

        >>> from livingstone import new_game
        >>> kernel = Kernel.of("bga", 2)
        >>> kernel.greedy(kernel.encode(new_game(2, seed=7, edition="bga")))
        TakeDie(value=2)

        Raises `ArgumentError` where no player is to move.
        """
        self._check_state(array)
        if array[layout.PENDING] or array[layout.IS_OVER]:
            raise ArgumentError("there is no move to choose in this state")
        if weights is not None and not isinstance(weights, Weights):
            raise TypeError(f"weights must be Weights or None, not {shown(weights)}")
        work = make_workspace(self.tables)
        memo = make_memo(self.tables, weights)
        return self.move(entries.choose_greedily(work, array, memo))

    def play_random(self, games: int, seed: int) -> RandomGames:
        """Play games of uniformly random moves, with the fast generator, and count.

        `seed` is a whole number from 0 to 2**128 - 1.

        >>> sum(Kernel.of("printed", 2).play_random(10, seed=7).results.values())
        10
        """
        results = Counter[tuple[int, ...]]()
        decisions = 0
        words = np.random.SeedSequence(seed_of(seed))
        for begin in range(0, whole("games", games, 0, MOST_GAMES), CHUNK):
            states = self.new_games(min(CHUNK, games - begin))
            lucks = _fast_lucks(words.spawn(1)[0].generate_state(2 * len(states), np.uint64)[::2])
            seated = self._seat_random(len(states))
            notes, _ = self._play(entries.Games(states, lucks), seated)
            decisions += int(notes[:, playing.GAME_MOVES].sum())
            won = shares_of(self.tables, states) > 0
            results.update(tuple(np.flatnonzero(row).tolist()) for row in won)
        return RandomGames(decisions, dict(sorted(results.items())))

    def play(
        self, bots: "Sequence[Sequence[PlayedBot]]", seeds: Sequence[int],
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

        Raises `ArgumentError` for bots that the kernel does not have and for seeds or bots that do
        not fit the games, and `LivingstoneError` for a game that does not end.
        """
        self._check_lineups(len(seeds), bots)
        self._check_lineups(len(seeds), bot_seeds)
        seated = self._seat(bots, bot_seeds)
        lucks = self.luck(seeds, fast=False)
        most_choices = MOST_CHOICES if keep_choices else 0
        while True:
            games = entries.Games(self.new_games(len(seeds)), lucks)
            notes, choices = self._play(games, seated, most_choices=most_choices, threads=threads)
            longest = int(notes[:, playing.GAME_CHOICES].max(initial=0))
            if longest <= most_choices:
                return playing.Games(self, games.states, notes, choices)
            most_choices = longest

    def _check_lineups(self, games: int, lineups: Sequence[Sequence[object]]) -> None:
        """Raise `ArgumentError` unless there is a bot, or a seed of one, for each seat."""
        if len(lineups) != games or any(len(seats) != self.players for seats in lineups):
            what = f"a bot and its seed for each of {self.players} seats"
            raise ArgumentError(f"each of {games} games needs {what}")

    def _seat(
        self, bots: Sequence[Sequence[PlayedBot]], bot_seeds: Sequence[Sequence[int]]
    ) -> _Seated:
        """Describe the bots of games to compiled code."""
        weights = dict[Weights, int]()
        searches = dict[tuple[int, float], int]()
        described = [self._describe(bot, weights, searches) for seats in bots for bot in seats]
        kinds_and_rows = np.array(described, np.int64).reshape(len(bots), self.players, 2)
        seeds = b"".join(seed_of(seed).to_bytes(16, "little") for row in bot_seeds for seed in row)
        words = np.frombuffer(seeds, "<u4").astype(np.uint32)
        return _Seated(
            kinds=np.ascontiguousarray(kinds_and_rows[:, :, 0]),
            rows=np.ascontiguousarray(kinds_and_rows[:, :, 1]),
            seeds=words.reshape(len(bots), self.players, 4),
            weights=tuple(weights) or (None,),
            tries=np.array([tries for tries, _ in searches], np.int64),
            temperatures=np.array([temperature for _, temperature in searches], np.float64),
        )

    def _describe(
        self, bot: PlayedBot, weights: dict[Weights, int], searches: dict[tuple[int, float], int]
    ) -> tuple[int, int]:
        """Return the kind of a bot, and the row of its weights or of its settings."""
        if isinstance(bot, tuple):
            return playing.LEARNED, searches.setdefault(_settings(*bot), len(searches))
        if bot == "random":
            return playing.RANDOM, 0
        if isinstance(bot, str) and bot != "greedy":
            raise ArgumentError(f"the compiled kernel has no bot {shown(bot)}")
        if not isinstance(bot, str | Weights):
            raise TypeError(f"the compiled kernel has no bot {shown(bot)}")
        own = weights_on(self.edition, self.players) if isinstance(bot, str) else bot
        return playing.GREEDY, weights.setdefault(own, len(weights))

    def _seat_random(self, games: int) -> _Seated:
        """Let bots that choose by the source of chance sit in all seats."""
        shape = games, self.players
        return _Seated(
            kinds=np.full(shape, playing.FAST_RANDOM),
            rows=np.zeros(shape, np.int64),
            seeds=np.zeros((*shape, 4), np.uint32),
            weights=(None,),
            tries=np.zeros(0, np.int64),
            temperatures=np.zeros(0),
        )

    def _play(
        self, games: entries.Games, seated: _Seated, *, most_choices: int = 0, threads: int = 1
    ) -> tuple[NDArray[np.int64], NDArray[np.uint32]]:
        """Play games in place; return the figures of each game, and the choices."""
        seats = self.players * plain(playing.seat_size)(self.tables)
        count = len(games.states)
        notes = np.zeros((count, playing.GAME_HEAD + seats), np.int64)
        choices = np.zeros((count, most_choices), np.uint32)
        networks = make_player(0, 0.0, networks_for(self.tables)) if len(seated.tries) else None

        def play_part(part: slice) -> None:
            memos = np.stack([make_memo(self.tables, weights) for weights in seated.weights])
            entries.play(
                make_workspace(self.tables),
                entries.Games(games.states[part], games.lucks[part]),
                playing.Bots(seated.kinds[part], seated.rows[part], seated.seeds[part]),
                playing.Settings(memos, seated.tries, seated.temperatures),
                playing.Learned(make_search(self.tables), networks) if networks else None,
                playing.Notes(notes[part], choices[part], most_choices),
            )

        share_work(play_part, count, threads)
        if not games.states[:, layout.IS_OVER].all():
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

    def step(self, states: StateArray, moves: "ArrayLike", luck: "NDArray[np.uint64]") -> None:
        """Carry out a move in each state, in place, and the outcomes of chance that follow.

        `moves` are codes of legal moves; -1 only settles what is awaited.

        >>> kernel = Kernel.of("printed", 2)
        >>> states, luck = kernel.new_games(2), kernel.luck([7, 8])
        >>> kernel.step(states, np.array([-1, -1]), luck)
        >>> [kernel.legal_moves(state)[0] for state in states]
        [TakeDie(value=1), TakeDie(value=1)]

        Raises `IllegalMoveError` for an illegal move and `ArgumentError` for a number that is no
        code; then no state changes. Not all figures of the states are checked, for speed: let only
        the kernel write them.
        """
        self._check_form(states, is_written=True)
        check_array("luck", luck, np.uint64, (len(states), KEPT), is_written=True)
        chosen = codes_of("moves", moves, len(states))
        work = make_workspace(self.tables)
        row = entries.step(work, self._bounds, entries.Games(states, luck), chosen)
        if row != entries.NO_ROW:
            self._refuse_step(row, states[row], int(chosen[row]), luck[row])

    def _refuse_step(
        self, row: int, array: StateArray, code: int, luck: NDArray[np.uint64]
    ) -> NoReturn:
        """Raise what is wrong with a step."""
        if (luck[COUNTS : COUNTS + 4] >= MOST_EVENTS).any():
            raise ArgumentError(f"row {row} of luck was not made by `luck`")
        refuse(self, array, code)

    def _observer(self, seat: int | None) -> int:
        seat = observer_of(seat, self.players)
        return layout.SPECTATOR if seat is None else seat

    def legal_mask(
        self, states: StateArray, out: NDArray[np.bool_] | None = None
    ) -> NDArray[np.bool_]:
        """Mark the legal moves among `actions`, a row for each state; `out` saves time.

        Not all figures of the states are checked, for speed: let only the kernel write them.
        """
        self._check_form(states)
        mask = _output(out, (len(states), len(self.actions)), np.bool_)
        work = make_workspace(self.tables)
        marks = mask.view(np.uint8)
        row = entries.write_masks(work, self._bounds, states, self.actions, marks)
        if row != entries.NO_ROW:
            self._refuse(row)
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

        Not all figures of the states are checked, for speed: let only the kernel write them.
        """
        self._check_form(states)
        seen = _output(out, (len(states), self.tables[of.SEEN_SIZE]), np.float32)
        observers = np.full(len(states), entries.MOVER)
        if seats is not None:
            given = list(map(self._observer, seats))
            observers = integers("seats", given, observers.shape, layout.SPECTATOR, self.players)
        row = entries.write_observations(self.tables, states, observers, seen)
        if row != entries.NO_ROW:
            self._refuse(row)
        return seen

    def sample(self, array: StateArray, seat: int | None, count: int, seed: int) -> StateArray:
        """Draw states as `livingstone.sample_state` does (R10.2); `seed` is below 2**64."""
        self._check_state(array)
        word = np.uint64(whole("seed", seed, 0, 2**64 - 1))
        states = np.tile(array, (whole("count", count, 0, MOST_GAMES), 1))
        entries.sample(make_workspace(self.tables), states, self._observer(seat), word)
        return states

    def roll_out(self, states: StateArray, seed: int, *, threads: int = 1) -> None:
        """Let `greedy` play on, in place, to the ends of the games.

        Row by row, chance is the same for the same seed: the n-th roll, draw of stones or card
        is, whatever was played (common random numbers). A game that would not end stops five
        times as many rounds on as there are columns.

        >>> kernel = Kernel.of("printed", 2)
        >>> states = kernel.new_games(3)
        >>> kernel.roll_out(states, seed=7)
        >>> kernel.shares(states).sum(axis=1)
        array([1., 1., 1.])
        """
        self.check(states, is_written=True)
        seeds = np.random.SeedSequence(seed_of(seed))
        words = seeds.generate_state(len(states), np.uint64).astype(np.uint64, copy=False)
        lucks = np.zeros((len(states), KEPT), np.uint64)

        def play_part(part: slice) -> None:
            work = make_workspace(self.tables)
            games = entries.Games(states[part], lucks[part])
            entries.roll_out(work, games, words[part], make_memo(self.tables))

        share_work(play_part, len(states), threads)

    def shares(self, states: StateArray) -> NDArray[np.float64]:
        """Return the share of the win of each seat, a row for each state; NaN if it is not over."""
        self.check(states)
        return shares_of(self.tables, states)


@lru_cache(maxsize=64)
def _kernel(edition: Edition, players: int) -> Kernel:
    return Kernel(edition, players)


def shares_of(tables: of.Tables, states: StateArray) -> NDArray[np.float64]:
    """Return the shares of the win, as `Kernel.shares` does, of states that the kernel wrote."""
    shares = np.zeros((len(states), tables[of.PLAYERS]))
    entries.share_out(tables, states, shares)
    return shares


def refuse(kernel: Kernel, array: StateArray, code: int) -> NoReturn:
    """Raise what is wrong with a move, given by its code, or with the state."""
    state = kernel.decode(array)
    move = kernel.move(code)
    reason = refusal_of(state, move)
    assert reason is not None
    raise IllegalMoveError(move, state, reason)


def _settings(tries: int, temperature: float) -> tuple[int, float]:
    """Return the settings of `learned`; raises `ArgumentError` for one that is out of range."""
    if not 0 <= temperature < inf:
        raise ArgumentError(f"temperature must be 0 or above, and finite: {shown(temperature)}")
    return whole("tries", tries, 0, MOST_TRIES), float(temperature)


def seeded_lucks(words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Make sources of chance: the streams of seeds, each seed in the two words BLAKE2b reads."""
    lucks = np.zeros((len(words), KEPT), np.uint64)
    entries.seed(np.zeros(SOURCE_SIZE, np.uint64), words, lucks)
    return lucks


def _fast_lucks(words: ArrayLike) -> NDArray[np.uint64]:
    """Make fast sources of chance, each with its seed."""
    lucks = np.zeros((len(np.asarray(words)), KEPT), np.uint64)
    lucks[:, FAST] = words
    return lucks


def _output(out: NDArray[Any] | None, shape: tuple[int, int], kind: type) -> NDArray[Any]:
    """Return `out`, or make an array, for compiled code to write to: it checks no index."""
    if out is None:
        return np.empty(shape, kind)
    check_array("out", out, kind, shape, is_written=True)
    return out


def share_work(work: Callable[[slice], None], count: int, threads: int) -> None:
    """Divide the numbers from 0 to `count` - 1 among threads, and call `work` with each part."""
    threads = min(whole("threads", threads, 1, MOST_THREADS), max(count, 1))
    ends = [count * part // threads for part in range(threads + 1)]
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(work, starmap(slice, pairwise(ends))))
