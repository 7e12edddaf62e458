"""Every event has a plain English sentence."""

import pytest
from hypothesis import given

import livingstone as ls
from livingstone import events as happened
from livingstone.testing import Game, games

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")

SENTENCES = [
    (happened.ChanceAwaited(0, ls.RoundRoll(6)), "6 dice are rolled for a new round."),
    (happened.ChanceAwaited(0, ls.RoundRoll(1)), "1 die is rolled for a new round."),
    (happened.ChanceAwaited(0, ls.DonationRoll(4)), "4 dice are rolled for the Queen."),
    (happened.ChanceAwaited(1, ls.StoneDraw(1)), "Ben draws 1 stone from the bag."),
    (happened.ChanceAwaited(1, ls.CardDraw(is_replacement=False)), "Ben draws a card."),
    (happened.ChanceAwaited(1, ls.CardDraw(is_replacement=True)), "Ben draws another card."),
    (happened.RoundBegun(2, 1, (1, 4)), "Column 2: Ben rolls 1 4 and begins."),
    (happened.TurnBegun(2), "It is Cleo's turn."),
    (happened.DieTaken(0, 5), "Ann takes a 5."),
    (happened.CoinsTaken(0, 1), "Ann receives 1 coin from the bank."),
    (
        happened.StonesFound(0, ls.Stones(2, 1, 0, 1, 0), ls.Gems(1, 0, 1)),
        "Ann finds 2 black, 1 clear and 1 red.",
    ),
    (
        happened.WhiteStoneFound(0, 5, ls.Gems(), ls.Stones(black=3)),
        "The white stone: Ann receives 5 coins for the gems just drawn;"
        " the stones just drawn and those aside go back into the bag.",
    ),
    (
        happened.WhiteStoneFound(0, 0, ls.Gems(blue=1), ls.Stones()),
        "The white stone: Ann gives back 1 blue;"
        " the stones just drawn and those aside go back into the bag.",
    ),
    (happened.CardDrawn(0, "two_dice"), "Ann gets the card “two dice”."),
    (happened.CardDrawn(0, None), "Ann gets a card."),
    (
        happened.MineCollapsed(0, "mine_collapse", (ls.Gems(1), ls.Gems(), ls.Gems(red=2))),
        "The mine collapses on Ann's draw: Ann loses 1 clear, Cleo loses 2 red.",
    ),
    (
        happened.MineCollapsed(0, "mine_collapse", (ls.Gems(), ls.Gems())),
        "The mine collapses on Ann's draw: nobody has a gem to lose.",
    ),
    (happened.DeckRenewed(20), "The cards are shuffled; the draw pile has 20 now."),
    (
        happened.TentBuilt(0, ls.Space(3, 4), 2, (0, 1, 0)),
        "Ann sets a tent on row 3, column 4, paying 2 coins to the bank, 1 to Ben.",
    ),
    (
        happened.TentBuilt(0, ls.Space(3, 4), 0, (0, 0, 0), ("ignore_die", "no_cost_tent")),
        "Ann sets a tent on row 3, column 4 with the card “ignore die” and"
        " the card “no cost tent”, free of charge.",
    ),
    (
        happened.TentMoved(1, ls.Space(1, 2), ls.Space(6, 1), 1, (0, 0)),
        "Ben moves a tent from row 6, column 1 to row 1, column 2, paying 1 coin to the bank.",
    ),
    (happened.CardPlayed(0, "lion"), "Ann plays the card “lion”."),
    (happened.MoreDiceAllowed(0, 1), "Ann may take 1 more die this turn."),
    (happened.PointsScored(0, 4), "Ann scores 4 points."),
    (happened.BoatMoved(3, 2), "The boat goes from column 3 to column 2."),
    (happened.GemsSold(0, ls.Gems(1, 0, 2), 11), "Ann sells 1 clear and 2 red for 11 coins."),
    (
        happened.GemsSold(0, ls.Gems(blue=1), 2, 2),
        "Ann sells 1 blue for 2 coins and 2 points.",
    ),
    (happened.Donated(0, 2), "Ann donates 2 coins to the Queen."),
    (happened.Donated(0, None), "Ann donates some coins to the Queen."),
    (happened.TurnEnded(0), "Ann ends the turn."),
    (happened.ColumnScored(1, (0, 3)), "Column 1 is scored: Ben 3."),
    (happened.RowScored(2, (0, 0)), "Most tents in row 2: none."),
    (happened.GemsCounted((1, 2)), "Gems kept: Ann 1, Ben 2."),
    (happened.CardsCounted((4, 0), (("lion",), ())), "Cards kept: Ann 4."),
    (happened.DonationsRevealed((0, 7)), "Donations: Ann 0, Ben 7."),
    (
        happened.ThresholdRolled((1, 2, 2, 6), 11),
        "The Queen rolls 1 2 2 6: each had to donate 11 coins.",
    ),
    (happened.PlayersOut((0, 1)), "Out for donating too little: Ann and Ben."),
    (happened.PlayersOut(()), "Out for donating too little: nobody."),
    (happened.GameOver(()), "All are out: nobody wins."),
    (happened.GameOver((1,)), "Ben wins the game."),
    (happened.GameOver((0, 2)), "Ann and Cleo win the game."),
]


@pytest.mark.parametrize(("event", "sentence"), SENTENCES)
def test_an_event_is_told_in_a_sentence(event: ls.Event, sentence: str) -> None:
    assert ls.describe(event, NAMES) == sentence


@given(games())
def test_every_event_of_a_game_has_a_sentence_without_what_is_hidden(game: Game) -> None:
    for before, action, _ in game.steps():
        for event in ls.play(before, action).events:
            for seat in (None, 0):
                sentence = ls.describe(ls.visible(event, seat), NAMES)
                assert sentence.endswith(".")
                assert "None" not in sentence
