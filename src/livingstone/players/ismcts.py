"""The player `ismcts`: it searches over everything that it cannot see."""

from collections.abc import Sequence
from functools import cache, partial
from importlib.util import find_spec
from math import inf
from random import Random
from time import thread_time
from typing import TYPE_CHECKING, Any, Literal

from attrs import field, frozen

from livingstone.errors import ArgumentError, shown
from livingstone.game.engine import apply, legal_moves
from livingstone.game.moves import Move, TakeDie
from livingstone.game.state import State
from livingstone.game.view import View
from livingstone.players.bot import check_positive, check_turn
from livingstone.players.candidates import candidates
from livingstone.players.evaluation import FEATURES, PLACES, Evaluation, Network, network_for
from livingstone.players.policy import policy_for
from livingstone.players.rollouts import QUICK_PLAYERS, Choose, drawn_for, play_on, prefer
from livingstone.players.search import Plan, Search
from livingstone.support.arguments import whole

if TYPE_CHECKING:
    from livingstone.kernel.tries.trying import Tries

ITERATIONS = 400
"""The default number of iterations without a limit of seconds."""
USABLE = 0.7
"""The part of a limit that is used; the rest is a margin for unmeasured work."""
LEAST_SECONDS = 0.05
"""Enough seconds for one iteration, also for the first move of a process."""
PLANNING, PLANNING_SECONDS = 100, 0.2
"""The least iterations and seconds to choose a die together with its use (R4). With fewer, each die
is judged by the use that `greedy` makes of it."""

QuickPlayer = Literal["greedy", "policy", "random"]


def _plans(state: State, moves: Sequence[Move], prefer: Choose, *, with_uses: bool) -> list[Plan]:
    """List the plans, the quick player's first: dice alone or with their uses."""
    plans = list[Plan]()
    for move in _liked_first(state, moves, prefer):
        if with_uses and isinstance(move, TakeDie):
            after = apply(state, move)
            plans += [(move, use) for use in _liked_first(after, legal_moves(after), prefer)]
        else:
            plans.append((move,))
    return plans


def _liked_first(state: State, moves: Sequence[Move], prefer: Choose) -> list[Move]:
    liked = prefer(state)
    return [liked, *[move for move in candidates(state, moves) if move != liked]]


@frozen
class IsmctsBot:
    """Choose by a search over states that fit the view (ISMCTS).

    The search tries moves in the compiled game where numba is installed (extra `fast`) and the
    compiled game knows the edition, otherwise in Python; the choices are the same.

    >>> from livingstone import new_game, view
    >>> bot = IsmctsBot(iterations=20)
    >>> bot.choose(view(new_game(2, seed=7), 0), Random(1)) == bot.choose(
    ...     view(new_game(2, seed=7), 0), Random(1)
    ... )
    True

    Raises `ArgumentError` for an option that is unknown or out of range.
    """

    iterations: int | None = None
    """The most iterations of a choice; the search stops early when it is sure. None means 400,
    or for no limit if `seconds` are given."""
    seconds: float | None = None
    """About the most seconds of processor time for a choice. None for no limit."""
    rollout: QuickPlayer = "policy"
    """The quick player for this player's own moves after a plan: `policy`, `greedy` or `random`.
    `policy` plays like `greedy` where no policy is shipped."""
    others: QuickPlayer = "policy"
    """The quick player for the moves of the other players."""
    network: Network | None = field(
        default=None,
        repr=False,
        hash=False,
        metadata={"in_name": False},
    )
    """The network that evaluates states; None for the shipped one."""

    def __attrs_post_init__(self) -> None:
        if self.iterations is not None:
            whole("iterations", self.iterations, 1)
        check_positive("seconds", self.seconds)
        for name in ("rollout", "others"):
            if getattr(self, name) not in QUICK_PLAYERS:
                known = ", ".join(QUICK_PLAYERS)
                raise ArgumentError(
                    f"{name} must be one of {known}, not {shown(getattr(self, name))}"
                )
        if self.network is not None and not self.network.fits:
            raise ArgumentError(f"network must be a Network of {FEATURES} features")
        _load()

    @property
    def least_seconds(self) -> float:
        """The least limit of seconds for a move that this bot needs."""
        return max(self.seconds or 0.0, LEAST_SECONDS)

    def choose(self, view: View, rng: Random, seconds: float | None = None) -> Move:
        """Choose the move that the search finds best.

        The choice depends on the random numbers. With `seconds`, a hard limit of processor time, it
        also depends on the machine.

        Raises `ArgumentError` if there is no legal move, and for a limit that is not above 0.
        """
        start = thread_time()
        check_turn(view)
        check_positive("seconds", seconds)
        if len(view.legal_moves) == 1:
            return view.legal_moves[0]
        first = drawn_for(view, rng)
        moves = candidates(first, view.legal_moves)
        if len(moves) == 1:
            return moves[0]
        limit = min(self.seconds or inf, inf if seconds is None else seconds * USABLE)
        most = self.iterations or (inf if self.seconds else ITERATIONS)
        with_uses = most >= PLANNING and limit >= PLANNING_SECONDS
        quick = self._quick(view, rng)
        liked = prefer if "random" in (self.rollout, self.others) else quick
        plans = _plans(first, view.legal_moves, liked, with_uses=with_uses)
        search = self._search(view, rng, first, plans, quick)
        _run(search, most, start, limit)
        return search.best()

    def _quick(self, view: View, rng: Random) -> Choose:
        seat, players = view.current_player, len(view.players)
        own, other = QUICK_PLAYERS[self.rollout], QUICK_PLAYERS[self.others]
        choose, answer = own(players, rng), other(players, rng)
        return lambda state: choose(state) if state.current_player == seat else answer(state)

    def _search(
        self, view: View, rng: Random, first: State, plans: Sequence[Plan], quick: Choose
    ) -> Search[Any]:
        """Make a search that tries plans in the compiled game, or else in Python."""
        draw, seat = partial(drawn_for, view, rng), view.current_player
        network = self.network or network_for(len(view.players))
        if tries := self._tries(view, network):
            return Search(
                plans,
                lambda: tries.draw(draw()),
                lambda drawn, plan: round(tries.shares(drawn, plan)[seat], PLACES),
                [tries.draw(first)],
            )
        shares = Evaluation(view.edition, len(view.players), network).shares

        def share(state: State, plan: Plan) -> float:
            for move in plan:
                state = apply(state, move)
            return shares(play_on(state, quick))[seat]

        return Search(plans, draw, share, [first])

    def _tries(self, view: View, network: Network) -> "Tries | None":
        """Make tries in the compiled game; None if something is not compiled."""
        if not _is_compiled() or "random" in (self.rollout, self.others):
            return None
        from livingstone.kernel import Kernel, UnsupportedEditionError
        from livingstone.kernel.tries.trying import Tries

        players = len(view.players)
        try:
            kernel = Kernel.of(view.edition, players)
        except UnsupportedEditionError:
            return None
        policy = policy_for(players)
        weights = policy.weights if policy else {"dice": [], "uses": []}
        with_policy = [
            policy is not None
            and (self.rollout if seat == view.current_player else self.others) == "policy"
            for seat in range(players)
        ]
        return Tries(kernel, with_policy, network.flat(), **weights)


@cache
def _is_compiled() -> bool:
    return find_spec("numba") is not None


@cache
def _load() -> None:
    """Load what is compiled, so that no choice waits for it."""
    if _is_compiled():
        from livingstone.kernel.tries.trying import load

        load()


def _run(search: Search[Any], most: float, start: float, limit: float) -> None:
    """Iterate until the search is sure, `most` times, or until the limit.

    An iteration starts only if there is time for one as long as the longest so far.
    """
    done, used, now, longest = 0, 0.0, thread_time(), 0.0
    while used < 1 and not search.is_decided:
        search.iterate(used)
        done += 1
        used = done / most
        if limit < inf:  # asking for the time takes long on some machines
            before, now = now, thread_time()
            longest = max(longest, now - before)
            used = max(used, (now - start + longest) / limit)
