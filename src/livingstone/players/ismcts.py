"""The player `ismcts`: it searches over everything that it cannot see."""

from collections.abc import Sequence
from functools import partial
from math import inf
from random import Random
from time import thread_time
from typing import Literal

from attrs import field, frozen

from livingstone.errors import ArgumentError, shown
from livingstone.game.engine import apply, legal_moves
from livingstone.game.moves import Move, TakeDie
from livingstone.game.state import State
from livingstone.game.view import View
from livingstone.players.bot import check_positive, check_turn
from livingstone.players.candidates import candidates
from livingstone.players.evaluation import FEATURES, Evaluation, Network
from livingstone.players.opponent import Opponent
from livingstone.players.rollouts import QUICK_PLAYERS, Choose, drawn_for, play_on, prefer
from livingstone.players.search import Evaluate, Plan, Search
from livingstone.support.arguments import whole

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
OBSERVED = "observed"
"""The quick player that the other player seems to play like."""


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
    """Choose by information-set Monte Carlo tree search.

    By default the tree is one choice deep.

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
    """The quick player for this player's own moves below the tree: `policy`, `greedy` or `random`.
    `policy` plays like `greedy` where no policy is shipped."""
    others: QuickPlayer | Literal["observed"] = "observed"
    """The quick player for the moves of the other players, or `observed`: with two players, this is
    `greedy` or `policy`, whichever the other one has played like; otherwise `greedy`."""
    rounds: int = 1
    """The rounds to play before a state is evaluated, the current one included."""
    depth: int = 1
    """The most choices that the tree is deep."""
    exploration: float = 0.3
    """The weight of the second term of PUCT in a tree that is deeper than 1."""
    network: Network | None = field(
        default=None,
        repr=False,
        hash=False,
        metadata={"in_name": False},
    )
    """The network that evaluates states; None for the shipped one."""
    _opponent: Opponent = field(factory=Opponent, init=False, repr=False, eq=False)

    def __attrs_post_init__(self) -> None:
        for name in ("iterations", "rounds", "depth"):
            if (number := getattr(self, name)) is not None:
                whole(name, number, 1)
        check_positive("seconds", self.seconds)
        check_positive("exploration", self.exploration)
        for name, more in (("rollout", []), ("others", [OBSERVED])):
            known = [*QUICK_PLAYERS, *more]
            if getattr(self, name) not in known:
                raise ArgumentError(
                    f"{name} must be one of {', '.join(known)}, not {shown(getattr(self, name))}"
                )
        if self.network is not None and not self.network.fits:
            raise ArgumentError(f"network must be a Network of {FEATURES} features")

    @property
    def least_seconds(self) -> float:
        """The least limit of seconds for a move that this bot needs."""
        return max(self.seconds or 0.0, LEAST_SECONDS)

    def choose(self, view: View, rng: Random, seconds: float | None = None) -> Move:
        """Choose the move that the search finds best.

        The choice depends on the random numbers and, if the other player is observed, on the views
        before. With `seconds`, a hard limit of processor time, it also depends on the machine.

        Raises `ArgumentError` if there is no legal move, and for a limit that is not above 0.
        """
        start = thread_time()
        check_turn(view)
        check_positive("seconds", seconds)
        if len(view.legal_moves) == 1:
            return view.legal_moves[0]
        if self.others != OBSERVED:
            return self._search(view, rng, self.others, start, seconds)
        move = self._search(view, rng, self._opponent.likeliest(view, rng), start, seconds)
        self._opponent.remember(view, move)
        return move

    def _search(
        self, view: View, rng: Random, others: str, start: float, seconds: float | None
    ) -> Move:
        draw = partial(drawn_for, view, rng)
        first = draw()
        moves = candidates(first, view.legal_moves)
        if len(moves) == 1:
            return moves[0]
        limit = min(self.seconds or inf, inf if seconds is None else seconds * USABLE)
        most = self.iterations or (inf if self.seconds else ITERATIONS)
        with_uses = most >= PLANNING and limit >= PLANNING_SECONDS
        quick = self._quick(view, rng, others)
        liked = prefer if "random" in (self.rollout, others) else quick
        search = Search(
            _plans(first, view.legal_moves, liked, with_uses=with_uses),
            view.current_player,
            draw,
            self._evaluate(view, quick),
            liked,
            self.exploration,
            self.depth,
            [first],
        )
        _run(search, most, start, limit)
        return search.best()

    def _quick(self, view: View, rng: Random, others: str) -> Choose:
        seat, players = view.current_player, len(view.players)
        own, other = QUICK_PLAYERS[self.rollout], QUICK_PLAYERS[others]
        choose, answer = own(players, rng), other(players, rng)
        return lambda state: choose(state) if state.current_player == seat else answer(state)

    def _evaluate(self, view: View, quick: Choose) -> Evaluate:
        shares = Evaluation(view.edition, len(view.players), self.network).shares
        return lambda state: shares(play_on(state, self.rounds, quick))


def _run(search: Search, most: float, start: float, limit: float) -> None:
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
