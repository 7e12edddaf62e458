"""R1 to R3 and R7: set-up, rounds, turns, and scoring the column at the end of a round."""

from functools import lru_cache
from operator import mul

from livingstone.edition.types import Edition
from livingstone.game.moves import CardRoll, DiceRolled, DonationRoll, EndTurn, RoundRoll, TakeDie
from livingstone.game.refusals import Code, Refusal, refuse
from livingstone.game.rules import ending
from livingstone.game.state import Player, State, TentOwner
from livingstone.support.arguments import seat_of, whole
from livingstone.values import NO_CARDS, NO_GEMS, NO_STONES, Space

_take = lru_cache(maxsize=1024)(TakeDie)
END: tuple[EndTurn, ...] = (EndTurn(),)
"""The end of the turn, which is possible once a die was taken and used (R3.1).

Ruling: it is, too, where a card of one's own left no die that the player can take (R2.4).
"""
_NOT_BEGUN = refuse(Code.TURN_NOT_BEGUN, "R3.2")


def set_up(edition: Edition, players: int, first: int) -> State:
    """Set up the game (R1.1, R1.5 to R1.9); the dice of the first round are still to be rolled.

    Raises `ArgumentError` for an impossible number of players or first seat.
    """
    board = edition.board
    players = whole("players", players, board.players.least, board.players.most)
    first = seat_of("first", first, players)
    player = Player(
        coins=board.start_coins,
        supply=board.tents,
        tents=((0,) * len(board.rows),) * len(board.columns),
    )
    return State(
        edition=edition,
        players=(player,) * players,
        current_player=first,
        starting_player=first,
        boat=1,
        dice=(),
        die=None,
        dice_taken=0,
        dice_left=1,
        bank=board.money - players * board.start_coins,
        bag=board.bag,
        aside=NO_STONES,
        gems_drawn=NO_GEMS,
        draw_pile=edition.deck,
        played=NO_CARDS,
        pending=round_roll(edition, players),
        is_over=False,
        threshold=None,
    )


def round_roll(edition: Edition, players: int) -> RoundRoll:
    """Return the roll of a round: some dice for each player (R1.9, R9.1)."""
    return RoundRoll(edition.board.dice.per_player * players)


@lru_cache(maxsize=1 << 14)
def takeable(dice: tuple[int, ...], last_die: int) -> tuple[TakeDie, ...]:
    """List the dice that can be taken: values above the last die of this round (R2.3), ascending.

    Ruling: above the last one, as the German text says, not above the first.
    """
    return tuple(_take(value) for value in sorted(set(dice)) if value > last_die)


def receive_dice(state: State, rolled: DiceRolled) -> State:
    """Put the dice of a round on the table (R2.1), or end the game by the donation roll (R9.2).

    What the dice of a card do is said by its effect (R6).
    """
    if isinstance(state.pending, CardRoll):
        return state.changed(pending=None)
    if isinstance(state.pending, DonationRoll):
        return state.changed(threshold=sum(rolled.dice), pending=None, is_over=True)
    return state.changed(dice=rolled.dice, pending=None)


def legal_dice(state: State) -> tuple[TakeDie, ...]:
    """List the dice that can be taken, ascending; the caller knows that none is unused (R2.3)."""
    last = state.players[state.current_player].last_die
    return takeable(state.dice, last) if state.dice_left else ()


def refuse_dice(state: State, move: TakeDie) -> Refusal | None:
    """Explain why this die cannot be taken (R2.3, R3.1).

    Ruling: another die, if a card allows it, is taken after the previous one was used (R6.4).
    """
    value = move.value
    last = state.players[state.current_player].last_die
    if state.die is not None:
        return refuse(Code.DIE_UNUSED, "R3.1", die=state.die)
    if not state.dice_left:
        return refuse(Code.NO_MORE_DICE, "R3.1")
    if value not in state.dice:
        return refuse(Code.DIE_NOT_ON_TABLE, "R2.3", value=value, dice=state.dice)
    if value <= last:
        seat = state.current_player
        return refuse(Code.DIE_NOT_HIGHER, "R2.3", seat=seat, last=last, value=value)
    return None


def take_die(state: State, move: TakeDie) -> State:
    """Take the die from the table (R3.1)."""
    place = state.dice.index(move.value)
    return state.with_player(
        state.players[state.current_player].changed(last_die=move.value),
        dice=state.dice[:place] + state.dice[place + 1 :],
        die=move.value,
        dice_taken=state.dice_taken + 1,
        dice_left=state.dice_left - 1,
    )


def refuse_using_die(state: State, rule: str) -> Refusal | None:
    """Refuse the four actions without a die that was taken and is not used yet (R3.1)."""
    return refuse(Code.NO_DIE, rule) if state.die is None else None


def refuse_free_action(state: State) -> Refusal | None:
    """Refuse free actions before a die was taken, if the edition says so (R3.2).

    Ruling: from then on they are possible until the turn ends.
    """
    is_possible = state.dice_taken or state.edition.ruleset.free_actions_before_die
    return None if is_possible else _NOT_BEGUN


def refuse_end(state: State, _: EndTurn) -> Refusal | None:
    """Refuse to end a turn without a die that was taken and used (R3.1).

    Ruling: passing is not possible. The printed texts say that a player "may" take another die,
    which means the choice of a die and not the choice to take none.
    """
    if not state.dice_taken and legal_dice(state):
        return refuse(Code.TURN_NOT_BEGUN, "R3.1")
    if state.die is not None:
        return refuse(Code.DIE_UNUSED, "R3.1", die=state.die)
    return None


def end_turn(state: State, _: EndTurn) -> State:
    """End the turn (R3.1); the next player, clockwise, who can take a die is to move (R2.2, R2.4).

    Ruling: a player who cannot take one is skipped and gets no turn at all (R2.4).
    """
    highest = state.dice[-1] if state.dice else 0
    players = state.players
    count = len(state.players)
    for step in range(1, count + 1):
        seat = (state.current_player + step) % count
        if players[seat].last_die < highest:
            return state.changed(current_player=seat, dice_taken=0, dice_left=1, gems_drawn=NO_GEMS)
    return _end_round(state.changed(dice_taken=0, dice_left=1, gems_drawn=NO_GEMS))


def _end_round(state: State) -> State:
    """Score the column; begin the next round or end the game (R2.5, R2.7)."""
    state = score_column(state)
    if state.boat == len(state.edition.board.columns):
        return ending.end_game(state)
    starting_player = (state.starting_player + 1) % len(state.players)
    return state.changed(
        players=tuple(player.changed(last_die=0) for player in state.players),
        starting_player=starting_player,
        current_player=starting_player,
        boat=state.boat + 1,
        dice=(),
        pending=round_roll(state.edition, len(state.players)),
    )


def column_points(player: TentOwner, column: int, row_values: tuple[int, ...]) -> int:
    """Sum the points of a player's tents in a column; every tent on a space counts (R7.1)."""
    return sum(map(mul, player.tents[column - 1], row_values))


def score_column(state: State) -> State:
    """Score the boat's column; the spaces with tents there become scored (R7.1, R7.2).

    Ruling: a space is scored for a player, not a tent, and as long as the player has a tent there.
    """
    return state.changed(players=tuple(_score(state, player) for player in state.players))


def _score(state: State, player: Player) -> Player:
    column = state.boat
    if not any(player.tents[column - 1]):
        return player
    points = column_points(player, column, state.edition.board.row_values)
    return player.changed(points=player.points + points, scored=scored_with_column(player, column))


def scored_with_column(player: TentOwner, column: int) -> tuple[Space, ...]:
    """List the scored spaces of a player, with those of a column that is scored (R7.2)."""
    spaces = {Space(row, column) for row, count in enumerate(player.tents[column - 1], 1) if count}
    return tuple(sorted(spaces.union(player.scored)))
