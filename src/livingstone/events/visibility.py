"""The union of all events, and what each seat may see of an event (R10)."""

from typing import get_args

from attrs import evolve

from livingstone.errors import ArgumentError, shown
from livingstone.events.playing import (
    BoatMoved,
    CardDrawn,
    CardPlayed,
    ChanceAwaited,
    CoinsTaken,
    DeckRenewed,
    DieTaken,
    Donated,
    GemsSold,
    MineCollapsed,
    MoreDiceAllowed,
    PointsScored,
    RoundBegun,
    StonesFound,
    TentBuilt,
    TentMoved,
    TurnBegun,
    TurnEnded,
    TurnSkipped,
    WhiteStoneFound,
)
from livingstone.events.scoring import (
    CardsCounted,
    ColumnScored,
    DonationsRevealed,
    GameOver,
    GemsCounted,
    PlayersOut,
    RowScored,
    ThresholdRolled,
)
from livingstone.support.arguments import whole

__all__ = ["Event", "visible"]

Event = (
    ChanceAwaited
    | RoundBegun
    | TurnBegun
    | TurnSkipped
    | DieTaken
    | CoinsTaken
    | StonesFound
    | WhiteStoneFound
    | CardDrawn
    | MineCollapsed
    | DeckRenewed
    | TentBuilt
    | TentMoved
    | CardPlayed
    | MoreDiceAllowed
    | PointsScored
    | BoatMoved
    | GemsSold
    | Donated
    | TurnEnded
    | ColumnScored
    | RowScored
    | GemsCounted
    | CardsCounted
    | DonationsRevealed
    | ThresholdRolled
    | PlayersOut
    | GameOver
)

_EVENTS = frozenset(get_args(Event))


def visible(event: Event, seat: int | None) -> Event:
    """Hide what a seat may not see of an event; None is the spectator (R10.1, R10.2).

    >>> visible(CardDrawn(seat=1, card="lion"), 0)
    CardDrawn(seat=1, card=None)
    >>> visible(Donated(seat=1, coins=3), 1)
    Donated(seat=1, coins=3)

    Raises `ArgumentError` for anything but an event, and for a seat below 0.
    """
    if type(event) not in _EVENTS:
        raise ArgumentError(f"only an event can be made visible, one at a time: {shown(event)}")
    if seat is not None:
        seat = whole("seat", seat, 0)
    if isinstance(event, CardDrawn) and event.seat != seat:
        return evolve(event, card=None)
    if isinstance(event, Donated) and event.seat != seat:
        return evolve(event, coins=None)
    return event
