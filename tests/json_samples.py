"""Values of every kind that can be written as JSON, and that they come back."""

from typing import Any

import livingstone as ls
from livingstone import events as happened
from livingstone.documents.text import from_json, to_json
from livingstone.events import Event
from livingstone.moves import (
    BuildTent,
    CardDraw,
    CardRevealed,
    DiceRolled,
    Dig,
    Donate,
    DonationRoll,
    DrawCard,
    EndTurn,
    Move,
    Outcome,
    PlayCard,
    RoundRoll,
    SellGems,
    StoneDraw,
    StonesDrawn,
    TakeCoins,
    TakeDie,
)
from livingstone.values import Gems, Space, Stones

MOVES: tuple[Move, ...] = (
    TakeDie(4),
    DrawCard(),
    TakeCoins(),
    Dig(),
    BuildTent(3),
    BuildTent(3, cards=("no_cost_tent", "ignore_die"), source=Space(1, 2)),
    PlayCard("lion"),
    PlayCard("market", gems=Gems(1, 0, 2)),
    PlayCard("second_tent", space=Space(2, 1), source=Space(1, 1)),
    SellGems("blue", 2),
    Donate(3),
    EndTurn(),
)
OUTCOMES: tuple[Outcome, ...] = (
    DiceRolled((1, 1, 6)),
    StonesDrawn(Stones(black=2, white=1)),
    CardRevealed("mine_collapse"),
)
EVENTS: tuple[Event, ...] = (
    happened.ChanceAwaited(0, RoundRoll(6)),
    happened.ChanceAwaited(0, DonationRoll(4)),
    happened.ChanceAwaited(0, StoneDraw(3)),
    happened.ChanceAwaited(0, CardDraw(is_replacement=True)),
    happened.RoundBegun(2, 1, (1, 2, 6)),
    happened.TurnBegun(1),
    happened.DieTaken(1, 5),
    happened.CoinsTaken(1, 4),
    happened.StonesFound(1, Stones(clear=2), Gems(clear=2)),
    happened.WhiteStoneFound(1, 7, Gems(), Stones(black=3)),
    happened.CardDrawn(1, "lion"),
    happened.CardDrawn(1, None),
    happened.MineCollapsed(0, "mine_collapse", (Gems(1, 2, 3), Gems())),
    happened.DeckRenewed(20),
    happened.TentBuilt(0, Space(1, 2), 3, (0, 1), ("no_cost_tent",)),
    happened.TentMoved(0, Space(1, 2), Space(3, 4), 3, (0, 1)),
    happened.CardPlayed(1, "two_dice"),
    happened.MoreDiceAllowed(1, 1),
    happened.PointsScored(1, 4),
    happened.BoatMoved(2, 1),
    happened.GemsSold(1, Gems(red=1), 3, 3),
    happened.Donated(1, 2),
    happened.Donated(1, None),
    happened.TurnEnded(1),
    happened.ColumnScored(3, (4, 0)),
    happened.RowScored(6, (1, 1)),
    happened.GemsCounted((5, 0)),
    happened.CardsCounted((4, 0), (("lion", "market"), ())),
    happened.DonationsRevealed((3, 14)),
    happened.ThresholdRolled((1, 2, 3, 4), 10),
    happened.PlayersOut((0,)),
    happened.GameOver((1,)),
)
SAMPLES: list[tuple[object, Any]] = [
    *((move, ls.Move) for move in MOVES),
    *((outcome, ls.Outcome) for outcome in OUTCOMES),
    *((event, Event) for event in EVENTS),
]


STATE = ls.new_game(2, seed=7)
VIEW = ls.view(STATE, 0)
RECORD = ls.Record.of(
    STATE,
    [ls.TakeDie(3), ls.TakeCoins(), ls.Donate(2)],
    players=["Mary", "Dav\u00efd"],
    tags={"event": "test"},
    comments={1: "a good start"},
    user={"_rated": True},
)


def comes_back(value: object, type: Any) -> None:
    text = to_json(value)
    back = from_json(text, type)
    assert back == value
    assert hash(back) == hash(value)
    assert to_json(back) == text
    assert from_json(text.encode(), type) == value
