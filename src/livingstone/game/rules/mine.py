"""R4.3 and R4.6 to R4.8: digging, and the white stone."""

from functools import lru_cache
from typing import Unpack

from livingstone.game.moves import Dig, StoneDraw, StonesDrawn
from livingstone.game.refusals import Refusal
from livingstone.game.rules.money import receive
from livingstone.game.rules.turn import refuse_using_die
from livingstone.game.state import State, StateChanges
from livingstone.values import NO_GEMS, NO_STONES, Stones

DIG: tuple[Dig, ...] = (Dig(),)
"""Digging is possible with every die, since the bag is never empty (R4.3, R4.8)."""

_stone_draw = lru_cache(maxsize=1024)(StoneDraw)


def refuse_dig(state: State, _: Dig) -> Refusal | None:
    """Explain why digging is not possible (R4.3); the bag is never empty (R4.8)."""
    return refuse_using_die(state, "R4.3")


def dig(state: State, _: Dig) -> State:
    """Draw as many stones as the die shows (R4.3)."""
    return await_stones(state, state.die or 0, die=None)


def await_stones(state: State, count: int, **changes: Unpack[StateChanges]) -> State:
    """Await a draw of stones, at most as many as the bag holds (R4.3, R6.8)."""
    changes["pending"] = _stone_draw(min(count, state.bag.total))
    return state.changed(**changes)


def receive_stones(state: State, drawn: StonesDrawn) -> State:
    """Put the black stones aside and give the gems to the player (R4.6).

    Ruling: the stones of a draw are drawn together, so the white one does not stop it (R4.8).
    """
    stones = drawn.stones
    if stones.white:
        return _white_stone(state, stones)
    player, gems = state.players[state.current_player], stones.gems
    keeps_count = not state.edition.ruleset.white_stone_sells
    return state.with_player(
        player.changed(gems=player.gems.plus(gems)),
        bag=state.bag.minus(stones),
        aside=state.aside.plus(Stones(black=stones.black)),
        gems_drawn=state.gems_drawn.plus(gems) if keeps_count else NO_GEMS,
        pending=None,
    )


def _white_stone(state: State, stones: Stones) -> State:
    """Put the stones drawn and the stones aside back into the bag (R4.7).

    Ruling: the gems just drawn are sold first, at the bank's prices; or, if the edition says so,
    they go back unpaid, together with gems of earlier draws of this turn: of each colour, as many
    as were drawn since the turn's last white stone, or as many as the player still has.
    """
    player, bag = state.player, state.bag.plus(state.aside)
    if state.edition.ruleset.white_stone_sells:
        coins = stones.gems.worth(state.edition.board.gem_values)
        return receive(state, player, coins, bag=bag, aside=NO_STONES, pending=None)
    returned = player.gems.least(state.gems_drawn)
    return state.with_player(
        player.changed(gems=player.gems.minus(returned)),
        bag=bag.plus_gems(returned),
        aside=NO_STONES,
        gems_drawn=NO_GEMS,
        pending=None,
    )
