"""Events: what happened, with one for every change of a state that a front end may show.

Events are frozen, equal by value, and hold no state. Seats count from 0, rows and columns from 1;
a tuple "by seat" has one entry for each player.
"""

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
from livingstone.events.transitions import Transition, opening, play
from livingstone.events.visibility import Event, visible

__all__ = [
    "BoatMoved",
    "CardDrawn",
    "CardPlayed",
    "CardsCounted",
    "ChanceAwaited",
    "CoinsTaken",
    "ColumnScored",
    "DeckRenewed",
    "DieTaken",
    "Donated",
    "DonationsRevealed",
    "Event",
    "GameOver",
    "GemsCounted",
    "GemsSold",
    "MineCollapsed",
    "MoreDiceAllowed",
    "PlayersOut",
    "PointsScored",
    "RoundBegun",
    "RowScored",
    "StonesFound",
    "TentBuilt",
    "TentMoved",
    "ThresholdRolled",
    "Transition",
    "TurnBegun",
    "TurnEnded",
    "TurnSkipped",
    "WhiteStoneFound",
    "opening",
    "play",
    "visible",
]
