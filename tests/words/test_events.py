"""Every event has a plain sentence, in every language."""

import pytest
from editions import card_table

import livingstone as ls
from livingstone import events as happened
from livingstone.support.structuring import union_classes

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")

SENTENCES: list[tuple[ls.Event, str]] = [
    (happened.ChanceAwaited(0, ls.RoundRoll(6)), "6 dice are rolled for a new round."),
    (happened.ChanceAwaited(0, ls.RoundRoll(1)), "1 die is rolled for a new round."),
    (happened.ChanceAwaited(0, ls.DonationRoll(4)), "4 dice are rolled for the Queen."),
    (happened.ChanceAwaited(1, ls.StoneDraw(1)), "Ben draws 1 stone from the bag."),
    (happened.ChanceAwaited(1, ls.CardDraw(is_replacement=False)), "Ben draws a card."),
    (happened.ChanceAwaited(1, ls.CardDraw(is_replacement=True)), "Ben draws another card."),
    (happened.RoundBegun(2, 1, (1, 4)), "Column 2: Ben rolls 1 4 and begins."),
    (happened.TurnBegun(2), "It is Cleo's turn."),
    (happened.TurnSkipped(1), "Ben cannot take a die and is skipped."),
    (happened.DieTaken(0, 5), "Ann takes a 5."),
    (happened.DieTaken(0, 8), "Ann takes an 8."),
    (happened.CoinsTaken(0, 1), "Ann receives 1 coin from the bank."),
    (
        happened.StonesFound(0, ls.Stones(2, 1, 0, 1, 0), ls.Gems(1, 0, 1)),
        "Ann finds 2 black stones, 1 clear gem and 1 red gem.",
    ),
    (
        happened.WhiteStoneFound(0, 5, ls.Gems(), ls.Stones(black=3)),
        "The white stone: Ann receives 5 coins for the gems just drawn;"
        " the stones just drawn and those aside go back into the bag.",
    ),
    (
        happened.WhiteStoneFound(0, 0, ls.Gems(blue=1), ls.Stones()),
        "The white stone: Ann gives back 1 blue gem;"
        " the stones just drawn and those aside go back into the bag.",
    ),
    (happened.CardDrawn(0, "two_dice"), "Ann gets the card Two Dice."),
    (happened.CardDrawn(0, None), "Ann gets a card."),
    (
        happened.MineCollapsed(0, "mine_collapse", (ls.Gems(1), *[ls.Gems()] * 3, ls.Gems(red=2))),
        "Ann draws the card Mine Collapse: Ann loses 1 clear gem, Eve loses 2 red gems.",
    ),
    (
        happened.MineCollapsed(0, "mine_collapse", (ls.Gems(),) * 5),
        "Ann draws the card Mine Collapse: nobody has a gem to lose.",
    ),
    (happened.DeckRenewed(20), "The cards are shuffled; the draw pile has 20 cards now."),
    (
        happened.TentBuilt(0, ls.Space(3, 4), 2, (0, 1, 0, 0, 0)),
        "Ann builds a tent in row 3 of column 4, paying 3 coins: 2 to the bank, 1 to Ben.",
    ),
    (
        happened.TentBuilt(0, ls.Space(3, 4), 0, (0,) * 5, ("ignore_die", "no_cost_tent")),
        "Ann builds a tent in row 3 of column 4 with the cards Ignore Die Value Tent and"
        " No Cost Tent, free of charge.",
    ),
    (
        happened.TentMoved(1, ls.Space(1, 2), ls.Space(6, 1), 1, (0,) * 5),
        "Ben moves a tent from row 6 of column 1 to row 1 of column 2, paying 1 coin.",
    ),
    (happened.CardPlayed(0, "lion"), "Ann plays the card Lion."),
    (
        happened.CardAnnounced(
            0, "lion", (("en", "{card} of {seat}"),), (("card", "lion"), ("seat", 0))
        ),
        "Lion of Ann.",
    ),
    (happened.MoreDiceAllowed(0, 1), "Ann may take 1 more die this turn."),
    (happened.PointsScored(0, 4), "Ann scores 4 points."),
    (happened.CardGave(0, 2, ls.Gems(red=1)), "Ann gets 2 coins and 1 red gem."),
    (happened.CardTook(1, 1, ls.Gems(), 2), "Ben gives up 1 coin and 2 points."),
    (happened.HandChanged(1, 3, True), "Ben holds 3 cards now."),
    (
        happened.HandChanged(1, 3, True, gained=("lion", "ignore_die"), lost=("zebra",)),
        "Ben holds 3 cards now. Cards received: Lion and Ignore Die Value Tent."
        " Cards given up: zebra.",
    ),
    (
        happened.TentBuilt(1, ls.Space(2, 3), 0, (0,) * 5, is_by_other=True),
        "A tent of Ben is built in row 2 of column 3.",
    ),
    (
        happened.TentMoved(1, ls.Space(2, 3), ls.Space(6, 1), 0, (0,) * 5, is_by_other=True),
        "A tent of Ben is moved from row 6 of column 1 to row 2 of column 3.",
    ),
    (
        happened.TentRemoved(1, ls.Space(2, 3), is_by_other=True),
        "Ben gets back a tent from row 2 of column 3.",
    ),
    (happened.TentRemoved(1, ls.Space(2, 3)), "Ben takes back a tent from row 2 of column 3."),
    (
        happened.ChanceAwaited(1, ls.HandDraw(0)),
        "Ben draws a card at random from the hand of Ann.",
    ),
    (happened.HandCardDrawn(1, 0, "lion"), "The card drawn is: Lion."),
    (happened.HandCardDrawn(1, 0, None), "Ben sees the card."),
    (happened.CardPassed(0, 1, "lion"), "Ann gives a card to Ben: Lion."),
    (happened.CardPassed(0, 1, None), "Ann gives a card to Ben."),
    (happened.CardPassed(0, None, "lion"), "Ann lays a card open: Lion."),
    (happened.CardPassed(None, 1, "lion"), "Ben takes an open card: Lion."),
    (happened.HandShown(0, (1, 2), 1, ("lion",)), "Ann shows cards to Ben and to Cleo: Lion."),
    (happened.HandShown(0, (1,), 2, None), "Ann shows 2 cards to Ben."),
    (happened.PileShuffled(1), "Ben shuffles the draw pile."),
    (happened.ChanceAwaited(1, ls.CardRoll(2)), "Ben rolls 2 dice."),
    (happened.ChanceAwaited(1, ls.CardLook(0)), "Ben looks at the hand of Ann."),
    (happened.ChanceAwaited(1, ls.CardLook()), "Ben looks at the top of the draw pile: 1 card."),
    (happened.CardsSeen(1, None, None), "Ben knows these cards now."),
    (happened.CardsSeen(1, 0, None), "Ben knows the hand of Ann now."),
    (happened.CardsSeen(1, None, ("lion",)), "Ben sees on top of the draw pile: Lion."),
    (
        happened.ChoiceAwaited(1, ls.CardChoice(1, 0), ls.PlayCard("market")),
        "Ben has to choose for the card Market.",
    ),
    (happened.ChoiceMade(1, "market", ls.Choose(cards=["lion"])), "Ben chooses: Lion."),
    (happened.ChoiceMade(1, "market", ls.Choose(amount=5, seat=0)), "Ben chooses: Ann, 5."),
    (happened.ChoiceMade(1, "market", ls.Choose()), "Ben chooses: nothing."),
    (happened.ChoiceMade(1, "market", None, is_secret=True), "Ben has chosen."),
    (happened.DiceThrown(0, (2, 5)), "Ann rolls: 2 5."),
    (happened.DiceChanged((2, 5)), "The dice on the table are now: 2 5."),
    (happened.BoatMoved(3, 2), "The boat goes from column 3 to column 2."),
    (
        happened.GemsSold(0, ls.Gems(1, 0, 2), 11),
        "Ann sells 1 clear gem and 2 red gems for 11 coins.",
    ),
    (happened.GemsSold(0, ls.Gems(blue=1), 2, 2), "Ann sells 1 blue gem for 2 coins and 2 points."),
    (happened.Donated(0, 2), "Ann donates 2 coins to the Queen."),
    (happened.Donated(0, None), "Ann donates some coins to the Queen."),
    (happened.TurnEnded(0), "Ann ends the turn."),
    (happened.ColumnScored(1, (0, 3, 0, 0, 0)), "Column 1 is scored: Ben 3."),
    (happened.RowScored(1, (0, 0, 0, 12, 0)), "Most tents in row 1: Dan, 12 points."),
    (
        happened.RowScored(1, (4, 0, 4, 4, 0)),
        "Most tents in row 1: Ann, Cleo and Dan, 4 points each.",
    ),
    (happened.RowScored(2, (0,) * 5), "Most tents in row 2: no points."),
    (happened.GemsCounted((1, 2, 0, 0, 0)), "Gems kept: Ann 1, Ben 2."),
    (happened.CardsCounted((4, 0, 0, 0, 0), (("lion",), (), (), (), ())), "Cards kept: Ann 4."),
    (happened.DonationsRevealed((0, 7, 1, 1, 1)), "Donations: Ann 0, Ben 7, Cleo 1, Dan 1, Eve 1."),
    (
        happened.ThresholdRolled((1, 2, 2, 6), 11),
        "The Queen rolls 1 2 2 6: each player had to donate 11 coins.",
    ),
    (
        happened.CardDone(
            seat=0,
            card="lion",
            current_player=0,
            starting_player=0,
            dice_taken=1,
            dice_left=0,
            bank=150,
            bag=ls.Stones(),
            aside=ls.Stones(),
            gems_drawn=ls.Gems(),
            draw_pile=20,
            supplies=(0,) * 5,
            last_dice=(0,) * 5,
            donations=(0,) * 5,
            chests_most=(0,) * 5,
            scored=((),) * 5,
            secrets=(None,) * 5,
        ),
        "The card Lion has taken effect.",
    ),
    (happened.PlayersOut((0, 1)), "Out for donating too little: Ann and Ben."),
    (happened.PlayersOut(()), "Out for donating too little: nobody."),
    (happened.GameOver(()), "All are out: nobody wins."),
    (happened.GameOver((1,)), "Ben wins the game."),
    (happened.GameOver((0, 2)), "Ann and Cleo share the win."),
]


@pytest.mark.parametrize(("event", "sentence"), SENTENCES)
def test_an_event_is_told_in_a_sentence(event: ls.Event, sentence: str) -> None:
    assert ls.describe(event, names=NAMES, edition="printed") == sentence


def test_these_are_events_of_every_kind() -> None:
    assert {type(event) for event, _ in SENTENCES} == set(union_classes(ls.Event))


@pytest.mark.parametrize("language", ls.LANGUAGES)
def test_every_event_has_a_sentence_in_every_language(language: str) -> None:
    for event, _ in SENTENCES:
        for you in (None, *range(len(NAMES))):
            sentence = ls.describe(
                event, names=NAMES, language=language, you=you, edition="printed"
            )
            assert sentence.endswith(".")
            assert "{" not in sentence


SECOND_PERSON = [
    ("en", happened.DieTaken(0, 4), "You take a 4."),
    ("en", happened.TurnBegun(0), "It is your turn."),
    (
        "en",
        happened.RowScored(1, (6, 6, 0, 0, 0)),
        "Most tents in row 1: you and Ben, 6 points each.",
    ),
    ("de", happened.DieTaken(0, 4), "Du nimmst eine 4."),
    ("fr", happened.DieTaken(0, 4), "Tu prends un 4."),
    ("it", happened.DieTaken(0, 4), "Prendi un 4."),
    (
        "de",
        happened.TentBuilt(1, ls.Space(3, 4), 2, (1, 0, 0, 0, 0)),
        "Ben baut für 3 Taler ein Zelt in Reihe 3, Spalte 4: 2 an die Bank, 1 an dich.",
    ),
    (
        "fr",
        happened.StonesFound(0, ls.Stones(2, 1), ls.Gems(1)),
        "Tu trouves 2 pierres noires et 1 gemme claire.",
    ),
    ("it", happened.GameOver((0, 1)), "Vittoria condivisa: tu e Ben."),
]


@pytest.mark.parametrize(("language", "event", "sentence"), SECOND_PERSON)
def test_the_second_person_addresses_a_seat(language: str, event: ls.Event, sentence: str) -> None:
    assert ls.describe(event, names=NAMES, language=language, you=0, edition="printed") == sentence


def test_a_card_without_a_name_in_the_language_has_the_english_one() -> None:
    edition = ls.load_edition(
        "printed", cards={"cards": [card_table("lion", "score_points", points=4)]}
    )
    event = happened.CardPlayed(0, "lion")
    assert (
        ls.describe(event, names=NAMES, language="de", edition=edition)
        == "Ann spielt die Karte lion."
    )


def test_a_card_that_the_edition_does_not_have_has_its_id() -> None:
    assert (
        ls.describe(happened.CardPlayed(0, "tiger"), names=NAMES, edition="printed")
        == "Ann plays the card tiger."
    )
