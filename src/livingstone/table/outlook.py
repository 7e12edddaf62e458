"""What the end would bring as a game stands, and a warning before coins are left over."""

from attrs import frozen

from livingstone.errors import short_repr
from livingstone.game.card_effect import effects_of
from livingstone.game.moves import Donate, EndTurn
from livingstone.game.rules.ending import (
    card_points,
    counts_by_state,
    leaders_of,
    majorities,
    tents_by_row,
)
from livingstone.game.sampling import fitting_state
from livingstone.game.view import View
from livingstone.support.limits import Points
from livingstone.words.wording import Wording


@frozen
class RowLead:
    """Who has the most tents in a row (R8.1)."""

    __repr__ = short_repr

    leaders: tuple[int, ...]
    """The seats with the most tents, ascending; none if the row has no tents."""
    tents: int
    """How many tents each of them has in the row."""
    points: int
    """What each of them would get for it at the end."""


@frozen
class EndPoints:
    """The points that the end would bring a player as the game stands."""

    __repr__ = short_repr

    majorities: int
    """For the most tents in rows (R8.1)."""
    gems: int
    """For the gems held (R8.2)."""
    cards: Points | None
    """For the cards in hand (R8.3), perhaps below 0; None if the hand is hidden."""


def row_leads(view: View) -> tuple[RowLead, ...]:
    """Return by row who has the most tents."""
    points = majorities(view)
    leads = list[RowLead]()
    for row, counts in enumerate(tents_by_row(view)):
        leaders = leaders_of(counts)
        share = points[leaders[0]][row] if leaders else 0
        leads.append(RowLead(leaders, max(counts), share))
    return tuple(leads)


def end_points(view: View) -> tuple[EndPoints, ...]:
    """Return by seat what the end would bring; nothing from the end scoring on (R10.4)."""
    if view.revealed is not None:
        return ()
    return tuple(
        EndPoints(sum(rows), player.gems.total, _card_points(view, seat))
        for seat, (player, rows) in enumerate(zip(view.players, majorities(view), strict=True))
    )


def _card_points(view: View, seat: int) -> int | None:
    """Count the point cards in the hand of a seat, if this view has it."""
    if view.own is None or seat != view.seat:
        return None
    effects = effects_of(view.edition)
    if counts_by_state(effects.values()):
        return card_points(fitting_state(view))[seat]
    return sum(effects[card].points_in_hand for card in view.own.hand if card in effects)


def may_leave_coins(view: View) -> bool:
    """Return whether the turn that can end now may be the last, with coins left to donate.

    A player certainly has another turn while the others cannot take all dice above the last one:
    each takes one in a turn, and perhaps more with cards (R6.4).
    """
    moves = view.legal_moves
    can_donate = any(isinstance(move, Donate) for move in moves)
    if not (can_donate and EndTurn() in moves and view.boat == len(view.edition.board.columns)):
        return False
    higher = [die for die in view.dice if die > view.players[view.current_player].last_die]
    others = [
        1 + player.hand_size
        for seat, player in enumerate(view.players)
        if seat != view.seat and any(die > player.last_die for die in higher)
    ]
    return len(higher) <= sum(others)


def warn_of_coins(view: View, wording: Wording) -> str:
    """Say what it means to end the last turn with coins in the purse (R8.4, R9.2)."""
    assert view.own is not None
    coins = wording.amount("coins", view.own.coins)
    if view.is_two_player:
        dice = wording.amount("dice", view.edition.board.dice.donation)
        return wording.say("table.last_turn_of_two", coins=coins, dice=dice)
    return wording.say("table.last_turn", coins=coins)
