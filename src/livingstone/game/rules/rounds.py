"""R2: rounds and the order of turns."""

from functools import lru_cache

from livingstone.game.moves import DiceRolled, EndTurn, TakeDie
from livingstone.game.rules import ending, scoring, setup
from livingstone.game.state import State
from livingstone.values import NO_GEMS

_take = lru_cache(maxsize=1024)(TakeDie)


@lru_cache(maxsize=1 << 14)
def takeable(dice: tuple[int, ...], last_die: int) -> tuple[TakeDie, ...]:
    """List the dice that can be taken: values above the last die of this round (R2.3), ascending.

    Ruling: above the last one, as the German text says, not above the first.
    """
    return tuple(_take(value) for value in sorted(set(dice)) if value > last_die)


def begin_round(state: State, rolled: DiceRolled) -> State:
    """Put the rolled dice on the table; the starting player is to move (R2.1, R2.2)."""
    return state.changed(dice=rolled.dice, pending=None)


def end_turn(state: State, _: EndTurn) -> State:
    """End the turn (R3.1); the next player, clockwise, who can take a die is to move (R2.2, R2.4).

    Ruling: a player who cannot take one is skipped and gets no turn at all (R2.4).
    """
    highest = state.dice[-1] if state.dice else 0
    players, count = state.players, len(state.players)
    for step in range(1, count + 1):
        seat = (state.current_player + step) % count
        if players[seat].last_die < highest:
            return state.changed(current_player=seat, dice_taken=0, dice_left=1, gems_drawn=NO_GEMS)
    return _end_round(state.changed(dice_taken=0, dice_left=1, gems_drawn=NO_GEMS))


def _end_round(state: State) -> State:
    """Score the column; begin the next round or end the game (R2.5, R2.7)."""
    state = scoring.score_column(state)
    if state.boat == len(state.edition.board.columns):
        return ending.end_game(state)
    starting_player = (state.starting_player + 1) % len(state.players)
    return state.changed(
        players=tuple(player.changed(last_die=0) for player in state.players),
        starting_player=starting_player,
        current_player=starting_player,
        boat=state.boat + 1,
        dice=(),
        pending=setup.round_roll(state.edition, len(state.players)),
    )
