"""The player `ismcts`: a search in plain Python, also for effects that the kernel does not know.

What the player cannot see is drawn at random, anew for each try (P. Cowling, E. Powley and D.
Whitehouse, "Information Set Monte Carlo Tree Search", IEEE TCIAIG 4 (2), 2012). Tries are spent by
sequential halving (Z. Karnin et al., "Almost Optimal Exploration in Multi-Armed Bandits", 2013).
"""

from collections.abc import Sequence
from math import ceil, exp, inf, log2
from random import Random
from statistics import fmean

from attrs import field, frozen

from livingstone.game.engine import apply, legal_moves, with_seed
from livingstone.game.moves import Move, TakeDie
from livingstone.game.sampling import sample_state
from livingstone.game.state import State
from livingstone.game.view import View
from livingstone.players.bot import (
    SEED_BITS,
    check_positive,
    check_turn,
    processor_time,
    usable_seconds,
)
from livingstone.players.candidates import candidates
from livingstone.players.evaluation import Network, estimate_shares, network_for
from livingstone.players.greedy import decide
from livingstone.players.options import LISTED
from livingstone.players.projection import add_up
from livingstone.players.valuation import Valuation
from livingstone.support.arguments import whole

ITERATIONS = 200
"""The default number of iterations without a limit of seconds."""
LEAST_SECONDS = 0.05
"""Enough seconds for one iteration, also for the first move of a process."""
PLANNING = 100
"""With fewer iterations, a die is judged by the use that `greedy` makes of it: each die with each
use is a plan, and there would be too few tries for so many plans."""
PLANNING_SECONDS = 0.2
"""The same for a limit of seconds."""
LEAD = 1.0
"""The plan of `greedy` earns `LEAD / (LEAD_TRIES + tries)` more: a prior that fades with tries."""
LEAD_TRIES = 50

Plan = tuple[Move, ...]
"""A move and perhaps the same player's next one, without chance between them."""


@frozen
class IsmctsBot:
    """Choose by a search over states that fit the view (ISMCTS).

    >>> from livingstone import new_game, view
    >>> IsmctsBot(iterations=20).choose(view(new_game(2, seed=7), 0), Random(1))
    TakeDie(value=2)

    Raises `ArgumentError` for an option that is out of range.
    """

    iterations: int | None = field(
        default=None, metadata={LISTED: f"{ITERATIONS}  or no limit if seconds are given"}
    )
    """The tries of a choice, at least 1. None means 200, or no limit if `seconds` are given."""
    seconds: float | None = field(default=None, metadata={LISTED: "None  no limit"})
    """The seconds of processor time for a choice, kept to within a try. None for no limit."""
    temperature: float = 0.0
    """How much worse the chosen moves may be, in shares of the win: 0 chooses the best; with T, a
    plan that earns d less than another is chosen exp(-d / T) times as often."""

    def __attrs_post_init__(self) -> None:
        check_positive("temperature", self.temperature or None)
        if self.iterations is not None:
            whole("iterations", self.iterations, 1)
        check_positive("seconds", self.seconds)

    @property
    def least_seconds(self) -> float:
        """The least limit of seconds for a move that this bot needs."""
        return max(self.seconds or 0.0, LEAST_SECONDS)

    def choose(self, view: View, rng: Random, seconds: float | None = None) -> "Move":
        """Choose the first move of the plan that the search finds best.

        With a limit of `seconds` of processor time, the choice depends on the machine.

        Raises `ArgumentError` if there is no legal move, and for a limit that is not above 0.
        """
        check_turn(view)
        check_positive("seconds", seconds)
        if len(view.legal_moves) == 1:
            return view.legal_moves[0]
        limit = usable_seconds(self.seconds, seconds)
        iterations = self.iterations or (inf if self.seconds else ITERATIONS)
        tried = search(view, rng, iterations, limit)
        if not self.temperature:
            return next(iter(tried))[0]
        means = {plan: fmean(shares) for plan, shares in tried.items() if shares}
        best = max(means.values())
        weights = [exp((share - best) / self.temperature) for share in means.values()]
        return rng.choices([plan[0] for plan in means], weights)[0]


def search(
    view: View, rng: Random, iterations: float, seconds: float = inf, network: Network | None = None
) -> dict[Plan, list[float]]:
    """Try plans, and return by plan the share of the win that each try earned, the best plan first.

    The k-th tries of all plans begin in the same drawn state, whose seed decides all chance. At
    equal steps of the budget, the worse half of the plans is dropped. A `network` given here
    evaluates states instead of the shipped one.

    >>> from livingstone import new_game, view
    >>> tried = search(view(new_game(2, seed=7), 0), Random(1), iterations=20)
    >>> sum(map(len, tried.values()))
    20

    With a limit of `seconds`, a try starts only if there is time for one as long as the longest so
    far; there is always one try.
    """
    now = begun = processor_time()
    seat = view.current_player
    drawn = [draw_state(view, rng)]
    longest = 0.0
    network = network or network_for(len(view.players))
    with_uses = iterations >= PLANNING and seconds >= PLANNING_SECONDS
    plans = plans_for(drawn[0], view.legal_moves, with_uses=with_uses)
    earned: dict[Plan, list[float]] = {plan: [] for plan in plans}
    preferred_plan = plans[0]
    remaining = len(plans)
    tries = 0
    used_part = 0.0

    def mean(plan: Plan) -> float:
        count = len(earned[plan])
        lead = LEAD if plan == preferred_plan else 0.0
        return add_up(earned[plan]) / count + lead / (LEAD_TRIES + count) if count else -inf

    while not tries or (used_part < 1 and len({plan[0] for plan in plans[:remaining]}) > 1):
        plan = min(plans[:remaining], key=lambda plan: len(earned[plan]))
        shares = earned[plan]
        if len(shares) == len(drawn):
            drawn.append(draw_state(view, rng))
        shares.append(estimate_shares(play_on(drawn[len(shares)], plan), network)[seat])
        tries += 1
        before = now
        now = processor_time()
        longest = max(longest, now - before)
        used_part = max(tries / iterations, (now - begun + longest) / seconds)
        kept = ceil(len(plans) / 2 ** int(used_part * ceil(log2(len(plans)))))
        if kept < remaining:
            plans[:remaining] = sorted(plans[:remaining], key=mean, reverse=True)
            remaining = kept
    return {plan: earned[plan] for plan in plans}


def draw_state(view: View, rng: Random) -> State:
    """Draw a state that fits a view (R10.2), with a new seed for all chance."""
    state = sample_state(view, rng.getrandbits(SEED_BITS))
    return with_seed(state, rng.getrandbits(SEED_BITS))


def plans_for(state: State, moves: Sequence[Move], *, with_uses: bool = True) -> list[Plan]:
    """List the plans worth a try, that of `greedy` first; a die with its use is one plan (R4)."""
    plans = list[Plan]()
    for move in _worthwhile(state, moves):
        if with_uses and isinstance(move, TakeDie):
            after = apply(state, move)
            plans += [(move, use) for use in _worthwhile(after, legal_moves(after))]
        else:
            plans.append((move,))
    return plans


def _worthwhile(state: State, moves: Sequence[Move]) -> list[Move]:
    """List the moves worth a try, that of `greedy` first."""
    preferred = prefer(state)
    return [preferred, *[move for move in candidates(state, moves) if move != preferred]]


def play_on(state: State, plan: Plan) -> State:
    """Play a plan, then as `greedy` for all players, until a second roll begins a round."""
    for move in plan:
        state = apply(state, move)
    while not (state.is_over or state.streams is None or state.streams.rounds):
        state = apply(state, prefer(state))
    return state


def prefer(state: State) -> Move:
    """Choose as `greedy` does, knowing the draw pile."""
    return decide(Valuation.of(state), legal_moves(state))
