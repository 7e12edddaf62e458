"""The player `ismcts`: it looks ahead by a search over all that it cannot see."""

from collections.abc import Sequence
from functools import partial
from math import inf
from random import Random
from time import thread_time
from typing import Literal, SupportsFloat, SupportsIndex

from attrs import field, frozen

from livingstone.errors import ArgumentError, shown
from livingstone.game.engine import apply, legal_moves
from livingstone.game.moves import Move, TakeDie
from livingstone.game.state import State
from livingstone.game.view import View
from livingstone.players.bot import check_turn
from livingstone.players.candidates import candidates
from livingstone.players.evaluation import Evaluation, Network
from livingstone.players.features import FEATURES
from livingstone.players.opponent import Opponent
from livingstone.players.rollouts import QUICK_PLAYERS, Choose, drawn_for, play_on, prefer
from livingstone.players.search import Evaluate, Plan, Search
from livingstone.support.arguments import plain_float, whole

__all__ = ["IsmctsBot"]

ITERATIONS = 400
"""How many iterations a choice has at most if neither they nor seconds are given."""
USABLE = 0.7
"""The part of a limit that is used; the rest is a margin for what is not measured here."""
LEAST_SECONDS = 0.05
"""Seconds for a move that suffice for one iteration, also for the first move of a process."""
PLANNING, PLANNING_SECONDS = 100, 0.2
"""With so many iterations, and so much time, a die is chosen together with its use (R4). Less is
too little for all the uses, so each die is judged by the use that `greedy` makes of it."""

QuickPlayer = Literal["greedy", "policy", "random"]
"""The name of a player whose moves are found quickly."""
OBSERVED = "observed"
"""Stands for the quick player whom another one plays like, as far as that was seen."""


def _iterations(value: SupportsIndex | None) -> int | None:
    return None if value is None else whole("iterations", value, 1)


def _rounds(value: SupportsIndex) -> int:
    return whole("rounds", value, 1)


def _depth(value: SupportsIndex) -> int:
    return whole("depth", value, 1)


def _seconds(value: SupportsFloat | None) -> float | None:
    return None if value is None else _positive("seconds", value)


def _exploration(value: SupportsFloat) -> float:
    return _positive("exploration", value)


def _rollout(value: QuickPlayer) -> str:
    return _quick_player("rollout", value)


def _others(value: QuickPlayer | Literal["observed"]) -> str:
    return _quick_player("others", value, OBSERVED)


def _quick_player(name: str, value: object, *more: str) -> str:
    """Give a name as a plain `str`; raises `ArgumentError` unless it is that of a quick player."""
    known = *QUICK_PLAYERS, *more
    if not isinstance(value, str) or value not in known:
        raise ArgumentError(f"{name} must be one of {', '.join(known)}, not {shown(value)}")
    return str.__str__(value)


def _network(value: Network | None) -> Network | None:
    if value is None:
        return None
    if isinstance(value, Network) and value.fits:
        return value.plain
    raise ArgumentError(f"network must be a Network of {FEATURES} features, not {shown(value)}")


def _positive(name: str, value: object) -> float:
    """Give a number as a plain `float`; raises `ArgumentError` unless it is finite and above 0."""
    number = plain_float(value)
    if number is None or number <= 0:
        raise ArgumentError(f"{name} must be a number above 0, not {shown(value)}")
    return number


def _plans(state: State, moves: Sequence[Move], prefer: Choose, *, with_uses: bool) -> list[Plan]:
    """List what to choose from, that of the quick player first; dice alone or with their uses."""
    plans = list[Plan]()
    for move in _liked_first(state, moves, prefer):
        if with_uses and isinstance(move, TakeDie):
            after = apply(state, move)
            plans += [(move, use) for use in _liked_first(after, legal_moves(after), prefer)]
        else:
            plans.append((move,))
    return plans


def _liked_first(state: State, moves: Sequence[Move], prefer: Choose) -> list[Move]:
    """List the moves worth trying, that of the quick player first."""
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

    Raises `ArgumentError` for an unknown quick player (`rollout`, `others`), for numbers that are
    not above 0, and for a network whose sizes do not fit; the iterations, the rounds and the depth
    are whole numbers.
    """

    iterations: int | None = field(default=None, converter=_iterations)
    """How often the search tries something before it chooses, at most: it stops when it is sure.
    None stands for 400, or for as many as there is time for if `seconds` are given."""
    seconds: float | None = field(default=None, converter=_seconds)
    """About how many seconds of processor time a choice takes at most: it begins no iteration that
    would exceed them if it took as long as the longest so far. None for no limit."""
    rollout: str = field(default="policy", converter=_rollout)
    """Who makes this player's own moves below the tree, before a position is judged: `policy`,
    `greedy` or `random`. Where no policy was learned, `policy` stands for `greedy`."""
    others: str = field(default=OBSERVED, converter=_others)
    """Who makes the moves of the other players: one of the same three, or `observed`. With two
    players, `observed` takes the other one for `greedy` or for `policy`, whichever it has played
    like, as far as that was seen between the choices of this bot. With more players, it takes all
    for `greedy`."""
    rounds: int = field(default=1, converter=_rounds)
    """How many rounds are played before a position is judged, the one of the choice included. A
    round that the tree has reached is played to its end as well."""
    depth: int = field(default=1, converter=_depth)
    """How many choices deep the tree grows at most. Below that, the game goes on by rollouts."""
    exploration: float = field(default=0.3, converter=_exploration)
    """The weight of the second term of PUCT in a tree that is deeper than 1: the higher, the more
    often moves are tried that look worse."""
    network: Network | None = field(
        default=None, converter=_network, repr=False, hash=False, metadata={"in_name": False}
    )
    """The network that judges positions; None for the one shipped for the number of players."""
    _opponent: Opponent = field(factory=Opponent, init=False, repr=False, eq=False)
    """What was seen of the other player."""

    @property
    def least_seconds(self) -> float:
        """The fewest seconds that a limit for a move must give this bot."""
        return max(self.seconds or 0.0, LEAST_SECONDS)

    def choose(self, view: View, rng: Random, seconds: float | None = None) -> Move:
        """Choose the move that the search finds best.

        The choice is the same for the same random numbers and, where the other player is observed,
        the same views before.

        `seconds` is a limit of processor time that must not be exceeded; one iteration must fit
        into it. With it, or with a budget of seconds, how far the search comes depends on the
        machine. Raises `ArgumentError` if there is no legal move, and for a limit that is not above
        0.
        """
        start = thread_time()
        check_turn(view)
        seconds = _seconds(seconds)
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
        """Choose a move, where the others play on as a quick player does."""
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
        """Make what plays on quickly for all players."""
        seat, players = view.current_player, len(view.players)
        own, other = QUICK_PLAYERS[self.rollout], QUICK_PLAYERS[others]
        choose, answer = own(players, rng), other(players, rng)
        return lambda state: choose(state) if state.current_player == seat else answer(state)

    def _evaluate(self, view: View, quick: Choose) -> Evaluate:
        """Make what judges positions after a rollout."""
        shares = Evaluation(view.edition, len(view.players), self.network).shares
        return lambda state: shares(play_on(state, self.rounds, quick))


def _run(search: Search, most: float, start: float, limit: float) -> None:
    """Iterate until the search is sure, as often as it may, or up to the limit.

    Time is left for one more iteration, as long as the longest one so far.
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
