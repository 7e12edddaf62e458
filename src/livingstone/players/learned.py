"""The player `learned`: a compiled search, with values and a policy learned from its own games."""

import warnings
from collections.abc import Callable
from math import inf
from random import Random
from typing import NamedTuple, TypeVar

from attrs import field, frozen

from livingstone.errors import ArgumentError
from livingstone.game.moves import Move
from livingstone.game.sampling import sample_state
from livingstone.game.view import View
from livingstone.players.bot import (
    SEED_BITS,
    check_positive,
    check_turn,
    processor_time,
    usable_seconds,
)
from livingstone.players.ismcts import IsmctsBot
from livingstone.players.options import LISTED
from livingstone.support.arguments import one_of, whole
from livingstone.support.limits import MOST_TRIES
from livingstone.support.machine import require

T = TypeVar("T")
TRIES = 1000
"""The default number of tries without a limit of seconds: about 11, 19, 32 and 36 ms
with two to five players."""
PROBE = 64
"""The tries of the first search under a limit of seconds, which measures how long a try takes."""
FAR = 16
"""A search of more than so many times the measured tries is measured again first: of two players,
64 tries took 6.8 µs each and longer searches 10.7."""
LARGE = 250
"""The size of a game, columns times the square of the number of players, above which one try is
measured first instead of `PROBE`: with 100 columns, 64 tries took up to 20 s."""
PLAIN_TRIES = 1000
"""The most tries of the search in plain Python, times the square of the number of players: then a
game takes about a minute."""
LEAST_SECONDS = 0.001
"""The least limit of seconds: enough for a few tries."""


class Level(NamedTuple):
    """How strongly a bot plays against people."""

    tries: int
    temperature: float
    description: str
    """A sentence."""


LEVELS = {
    "newcomer": Level(48, 0.18, "A beginner, who often takes the second best."),
    "porter": Level(48, 0.115, "Knows the game, and is careless."),
    "scout": Level(48, 0.08, "Plays soundly, and misses chances."),
    "trader": Level(48, 0.053, "Plays well, with small slips."),
    "guide": Level(48, 0.03, "Plays very well, at a glance."),
    "pathfinder": Level(1000, 0.0, "The strongest level."),
}
"""The levels by name, the weakest first."""


def search_within(
    view: View, search: Callable[[int], T], start: float, seconds: float, most: int
) -> T:
    """Search with as many tries as fit into `seconds` of processor time after `start`.

    Searches with few tries measure how long one takes; the last one, with at most `most`, is
    returned.
    """
    size = len(view.edition.board.columns) * len(view.players) ** 2
    tries = min(PROBE if size <= LARGE else 1, most)
    while True:
        before = processor_time()
        result = search(tries)
        now = processor_time()
        more = int(min(most, tries * (seconds - (now - start)) / max(now - before, 1e-6)))
        if more <= tries:
            return result
        if more <= FAR * tries:
            return search(more)
        tries = more // 8  # a better measure, for an eighth of the remaining time


def plain_search(tries: int, temperature: float, players: int) -> IsmctsBot:
    """Return the search in plain Python, with so few tries that a game ends in about a minute."""
    most = PLAIN_TRIES // players**2
    return IsmctsBot(max(1, min(tries, most)), temperature=temperature if tries else 0.0)


@frozen
class LearnedBot:
    """Choose by a compiled search with learned networks (extra `fast`).

    It needs about 12, 20, 35 or 50 µs for a try with two to five players. Where the compiled game
    does not know an effect of the edition, `ismcts` chooses.

    Raises `ArgumentError` for an option out of range, and `MissingExtraError` without numba.
    """

    tries: int | None = field(
        default=None, metadata={LISTED: f"{TRIES}  or no limit if seconds are given"}
    )
    """The most tries of a choice; with 0 the policy chooses. None means 1000, or no limit if
    `seconds` are given."""
    seconds: float | None = field(default=None, metadata={LISTED: "None  no limit"})
    """About how many seconds of processor time a choice may take, at least 0.001. None for no
    limit."""
    temperature: float = 0.0
    """How much worse the chosen moves may be, in shares of the win: 0 chooses the best; with T, a
    plan that earns d less than another is chosen exp(-d / T) times as often. With `tries=0` it is
    in scores of the policy: with 1, moves are chosen as often as the policy expects of a search."""
    level: str | None = None
    """`newcomer`, `porter`, `scout`, `trader`, `guide` or `pathfinder`; sets tries and temperature.
    Each is about 100 points of Elo above the one before, the last 227."""

    def __attrs_post_init__(self) -> None:
        if self.level is not None:
            one_of("level", self.level, tuple(LEVELS))
            if self.tries is not None or self.temperature:
                raise ArgumentError("a level sets tries and temperature: give only one of them")
        if self.tries is not None:
            whole("tries", self.tries, 0, MOST_TRIES)
        check_positive("seconds", self.seconds)
        if self.seconds is not None and self.seconds < LEAST_SECONDS:
            raise ArgumentError(f"seconds must be at least {LEAST_SECONDS}, enough for some tries")
        check_positive("temperature", self.temperature or None)
        require("numba", "fast", "learned bots")

    @property
    def settings(self) -> tuple[int, float]:
        """The most tries of a choice, and the temperature."""
        if self.level is not None:
            return LEVELS[self.level][:2]
        tries = MOST_TRIES if self.seconds else TRIES
        return tries if self.tries is None else self.tries, self.temperature

    @property
    def least_seconds(self) -> float:
        """The least limit of seconds for a move that this bot needs."""
        return max(self.seconds or 0.0, LEAST_SECONDS)

    def choose(self, view: View, rng: Random, seconds: float | None = None) -> "Move":
        """Choose the move whose tries earn the largest share of the win.

        The choice depends on the random numbers, and under a limit of seconds on the machine.

        Raises `ArgumentError` if there is no legal move.
        """
        check_turn(view)
        check_positive("seconds", seconds)
        if len(view.legal_moves) == 1:
            return view.legal_moves[0]
        from livingstone.kernel import Kernel, UnsupportedEditionError
        from livingstone.kernel.preparing import load_search
        from livingstone.kernel.search.networks import networks_for
        from livingstone.kernel.valuing import choose

        load_search()  # no limit of seconds counts this
        start = processor_time()
        limit = usable_seconds(self.seconds, seconds)
        try:
            kernel = Kernel.of(view.edition, len(view.players))
        except UnsupportedEditionError:
            plain = plain_search(*self.settings, len(view.players))
            return plain.choose(view, rng, None if limit == inf else limit)
        if (networks := networks_for(kernel.tables)) is None:
            problem = f"the learned values know other figures than those of {kernel!r}"
            warnings.warn(f"{problem}: the tries are played to the end instead", RuntimeWarning, 2)
        array = kernel.encode(sample_state(view, rng.getrandbits(SEED_BITS)))
        seed = rng.getrandbits(SEED_BITS)
        most, temperature = self.settings

        def search(tries: int) -> Move:
            return choose(kernel, array, seed, tries, temperature, networks)

        if limit == inf:
            return search(most)
        return search_within(view, search, start, limit, most)
