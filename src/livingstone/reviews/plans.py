"""The plans that are worth a thought: a die with its use, a card, a sale, a donation."""

from collections.abc import Callable

import livingstone as ls
from livingstone.players.candidates import candidates
from livingstone.reviews.rollouts import Plan

_PARTS = (1, 2, 3, 4)
"""The quarters of the purse that are tried as a donation in the last round."""
Prefer = Callable[[ls.View], ls.Move | None]


def plans_for(view: ls.View, played: Plan, prefer: Prefer) -> list[Plan]:
    """List plans to compare, the one that was played first, if it is not empty."""
    state = ls.sample_state(view, 0)
    plans = dict.fromkeys([played] if played else [])
    for move in _worthwhile(state, view, prefer):
        if isinstance(move, ls.TakeDie):
            after = ls.apply(state, move)
            seen = ls.view(after, view.seat)
            plans |= dict.fromkeys((move, use) for use in _worthwhile(after, seen, prefer))
        elif isinstance(move, ls.Donate):
            plans[_donation(move, view)] = None
        else:
            plans[(move,)] = None
    if view.boat == len(view.edition.board.columns):
        amounts = [move for move in view.legal_moves if isinstance(move, ls.Donate)]
        few = {amounts[len(amounts) * part // 4 - 1] for part in _PARTS if len(amounts) >= 4}
        plans |= dict.fromkeys(_donation(move, view) for move in sorted(few, key=amounts.index))
    return list(plans)


def _worthwhile(state: ls.State, view: ls.View, prefer: Prefer) -> list[ls.Move]:
    liked = prefer(view)
    chosen = candidates(state, view.legal_moves)
    return list(dict.fromkeys([*([] if liked is None else [liked]), *chosen]))


def _donation(move: ls.Move, view: ls.View) -> Plan:
    """Donate, and end the turn if that is possible, so that nothing more is donated."""
    return (move, ls.EndTurn()) if ls.EndTurn() in view.legal_moves else (move,)
