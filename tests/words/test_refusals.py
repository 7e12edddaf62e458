"""Every refusal has a plain sentence, in every language."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from positions import at_die, give, table

import livingstone as ls
from livingstone.edition.phrases import phrases_in
from livingstone.game.refusals import Code
from livingstone.testing import Game, actions, games

NAMES = ("Ann", "Ben", "Cleo")
CARD = {"card": "lion"}
SEAT = {"seat": 1}
GEMS = {"held": 1, "gem": "blue", "count": 2}
PRICE = {"price": 4, "to_bank": 3, "fees": (1, 0, 0), "coins": 2}

SENTENCES: list[tuple[Code, str, dict[str, Any], str]] = [
    (Code.CHOICE_MISSING, "R5.2", {"least": 1, "most": 3}, "Say how many: 1 to 3."),
    (Code.CHOICE_MISSING, "R6.5", {}, "Say where the second tent goes."),
    (Code.CHOICE_MISSING, "R6.6", {}, "Say how many gems of each colour."),
    (Code.CHOICE_MISSING, "R9.1", {}, "Say where the tent comes from."),
    (Code.WRONG_COLUMN, "R4.4", {"column": 2}, "Tents are built in the boat's column, 2."),
    (
        Code.NOTHING_TO_UNDO,
        "R11.1",
        SEAT,
        "Ben has nothing to take back: only coins taken, a donation, a sale to the bank or a tent"
        " built without a card, and only as the last move.",
    ),
    (Code.NOTHING_TO_REDO, "R11.1", {}, "There is nothing to repeat."),
    (Code.NOT_A_MOVE, "R3", {}, "This is not a move of the game."),
    (Code.GAME_OVER, "R2.7", {}, "The game is over."),
    (Code.NOT_YOUR_TURN, "R2.2", {}, "It is another player's turn."),
    (Code.OUT_OF_DATE, "R2.2", {}, "The game has changed since this move was chosen."),
    (Code.CHANCE_AWAITED, "R10.3", {}, "Chance decides now, not a player."),
    (
        Code.NO_CHANCE_AWAITED,
        "R10.3",
        {},
        "Nothing is left to chance now: a player is to move.",
    ),
    (Code.IMPOSSIBLE_OUTCOME, "R10.3", {}, "Chance cannot bring this now."),
    (Code.TURN_NOT_BEGUN, "R3.2", {}, "First take a die."),
    (Code.DIE_UNUSED, "R3.1", {"die": 3}, "The 3 that was taken has to be used first."),
    (Code.NO_DIE, "R4.2", {}, "This uses a die: take one first, and use each only once."),
    (Code.NO_MORE_DICE, "R3.1", {}, "No other die can be taken this turn."),
    (
        Code.DIE_NOT_ON_TABLE,
        "R2.3",
        {"value": 6, "dice": (1, 2)},
        "No die on the table shows 6.",
    ),
    (
        Code.DIE_NOT_HIGHER,
        "R2.3",
        SEAT | {"last": 4, "value": 2},
        "Ben took a 4 before and needs a higher die.",
    ),
    (Code.NO_CARDS_LEFT, "R4.1", {}, "No card is left to draw."),
    (Code.BANK_EMPTY, "R4.2", {}, "The bank is empty."),
    (Code.NO_SUCH_ROW, "R4.4", {"row": 9, "rows": 6}, "There is no row 9; the rows are 1 to 6."),
    (
        Code.WRONG_ROW,
        "R4.4",
        {"die": 3, "row": 4},
        "The die shows 3, so the row cannot be 4.",
    ),
    (
        Code.CANNOT_PAY,
        "R4.4",
        SEAT | PRICE,
        "Ben has 2 coins, but a tent here costs 4 coins: 3 to the bank, 1 to Ann.",
    ),
    (Code.NO_TENT_LEFT, "R4.4", SEAT, "Ben has no tent left."),
    (
        Code.WRONG_SOURCE,
        "R9.1",
        SEAT,
        "Ben can move a tent only when the supply is empty, and only from another space.",
    ),
    (
        Code.NOT_SCORED,
        "R6.5",
        SEAT | {"row": 2, "column": 5},
        "Ben has no scored tent in row 2 of column 5.",
    ),
    (
        Code.BOAT_COLUMN,
        "R6.5",
        {"column": 5},
        "A second tent cannot stand in the boat's column, 5.",
    ),
    (Code.CARD_NOT_HELD, "R6", SEAT, "Ben does not hold this card."),
    (Code.WRONG_USE, "R6", CARD, "The card Lion cannot be used like this."),
    (
        Code.WRONG_USE,
        "R6.1",
        CARD,
        "The card Lion is played together with building a tent.",
    ),
    (
        Code.WRONG_USE,
        "R6.2",
        CARD,
        "The card Lion is played together with building a tent.",
    ),
    (Code.WRONG_USE, "R6.3", CARD, "The card Lion cannot be played with this tent."),
    (
        Code.WRONG_USE,
        "R6.5",
        CARD,
        "The card Lion cannot be used like this: only a second tent is set on a space,"
        " and it needs one.",
    ),
    (
        Code.WRONG_USE,
        "R6.6",
        CARD,
        "The card Lion cannot be used like this: only a market sells gems, and it needs some.",
    ),
    (Code.WRONG_USE, "R6.11", CARD, "The card Lion is never held in a hand."),
    (Code.NO_EFFECT, "R6", {}, "This card would have no effect now."),
    (Code.NO_EFFECT, "R6.6", {}, "At least one gem has to be sold."),
    (
        Code.NO_EFFECT,
        "R6.7",
        {"column": 1, "columns": 1},
        "The boat is in column 1 and cannot go back 1 column.",
    ),
    (
        Code.NO_EFFECT,
        "R6.13",
        {"needed": 2, "last": 3, "higher": 1},
        "This takes 2 different dice above 3 on the table (now: 1).",
    ),
    (Code.NO_EFFECT, "R6.14", {"row": 3}, "The die shows row 3 without a card's help."),
    (
        Code.TOO_FEW_GEMS,
        "R5.1",
        SEAT | GEMS,
        "Ben has 1 blue gem and cannot sell 2 blue gems.",
    ),
    (
        Code.TOO_FEW_GEMS,
        "R6.6",
        SEAT | {"held": ls.Gems(), "gems": ls.Gems(1, 0, 1)},
        "Ben has no gems and cannot sell 1 clear gem and 1 red gem.",
    ),
    (
        Code.TOO_FEW_COINS,
        "R5.2",
        SEAT | {"held": 1, "coins": 3},
        "Ben has 1 coin and cannot donate 3 coins.",
    ),
]


def refusal(code: Code, rule: str, facts: dict[str, Any]) -> ls.Refusal:
    return ls.Refusal(code, rule, "", facts)


@pytest.mark.parametrize(("code", "rule", "facts", "sentence"), SENTENCES)
def test_a_refusal_has_a_sentence(
    code: Code, rule: str, facts: dict[str, Any], sentence: str
) -> None:
    assert ls.describe_refusal(refusal(code, rule, facts), NAMES, edition="printed") == sentence
    for language in ls.LANGUAGES:
        for you in (None, 0, 1):
            told = ls.describe_refusal(
                refusal(code, rule, facts), NAMES, language=language, you=you, edition="printed"
            )
            assert told.endswith(".")
            assert "{" not in told


def test_these_are_all_codes_and_all_phrases() -> None:
    assert {code for code, *_ in SENTENCES} == set(Code)
    told = {f"refusals.{code.value}" for code in Code}
    told |= {f"refusals.{code.value} {rule}" for code, rule, *_ in SENTENCES}
    keys = {key for key in phrases_in("en").by_key if key.startswith("refusals.")}
    assert keys <= told


def test_whoever_is_refused_is_spoken_to() -> None:
    asked = ls.view(give(at_die(4), 0, coins=0), 0)
    refused = ls.why_illegal(asked, ls.BuildTent(4))
    assert refused is not None
    expected = {
        "de": "Du hast 0 Taler, aber ein Zelt kostet hier 1 Taler.",
        "en": "You have 0 coins, but a tent here costs 1 coin.",
        "fr": "Tu as 0 pièce, mais une tente coûte ici 1 pièce.",
        "it": "Hai 0 monete, ma una tenda qui costa 1 moneta.",
    }
    for language, sentence in expected.items():
        assert ls.describe_refusal(refused, you=0, language=language, edition="printed") == sentence


def test_players_without_names_have_numbers() -> None:
    refused = ls.why_illegal(table(2, 1, 2), ls.Donate(9))
    assert refused is not None
    told = ls.describe_refusal(refused, edition="printed")
    assert told == "Player 0 has 3 coins and cannot donate 9 coins."


@given(games(longest=60), st.lists(actions(), max_size=30), st.sampled_from(ls.LANGUAGES))
def test_every_refusal_of_a_game_has_a_sentence(
    game: Game, tried: list[Any], language: str
) -> None:
    state = game.last
    for action in (*tried, *game.actions):
        refused = ls.why_illegal(state, action)
        if refused is not None:
            told = ls.describe_refusal(refused, language=language, edition=state.edition)
            assert told.endswith(".")
            assert "{" not in told
