"""Refusals in words: their figures, cards and players, in every language."""

from typing import Any

import pytest

import livingstone as ls
from livingstone.edition.phrases import phrases_in
from livingstone.game.card_effect import no_effect
from livingstone.game.refusals import Code, Refusal, refuse

NAMES = ("Ann", "Ben", "Cleo")
PRICE: dict[str, Any] = {"seat": 1, "price": 4, "to_bank": 3, "fees": (1, 0, 0), "coins": 2}
GEMS = {"seat": 1, "held": ls.Gems(), "gems": ls.Gems(1, 0, 1)}

SENTENCES: list[tuple[Code, str, dict[str, Any], str]] = [
    (Code.CHOICE_MISSING, "R5.2", {"least": 1, "most": 3}, "Say how many: 1 to 3."),
    (Code.CHOICE_MISSING, "R9.1", {}, "Say where the tent comes from."),
    (Code.GAME_OVER, "R2.7", {}, "The game is over."),
    (Code.DIE_UNUSED, "R3.1", {"die": 3}, "The 3 that was taken has to be used first."),
    (Code.NO_TENT_LEFT, "R4.4", {"seat": 1}, "Ben has no tent left."),
    (Code.WRONG_USE, "R6", {"card": "lion"}, "The card Lion cannot be used like this."),
    (Code.WRONG_USE, "R6.11", {"card": "lion"}, "The card Lion is never held in a hand."),
    (Code.CANNOT_PAY, "R4.4", PRICE, "A tent here costs 4 coins (3 + 1 to Ann), Ben has 2."),
    (Code.TOO_FEW_GEMS, "R6.6", GEMS, "Ben has no gems and cannot sell 1 clear gem and 1 red gem."),
    (
        Code.IMPOSSIBLE_OUTCOME,
        "R10.3",
        {"dice": 6, "sides": 8},
        "Chance cannot bring this now (expected: 6 dice from 1 to 8, ascending).",
    ),
    (
        Code.IMPOSSIBLE_OUTCOME,
        "R10.3",
        {"stones": 1},
        "Chance cannot bring this now (expected: 1 stone from the bag).",
    ),
    (
        Code.IMPOSSIBLE_OUTCOME,
        "R10.3",
        {},
        "Chance cannot bring this now (expected: a card of the draw pile).",
    ),
    (
        Code.DIE_NOT_HIGHER,
        "R2.3",
        {"seat": 1, "last": 4, "value": 2},
        "Ben took a 4 before and needs a higher die.",
    ),
    (
        Code.NOT_SCORED,
        "R6.5",
        {"seat": 1, "row": 2, "column": 5},
        "Ben has no scored tent in row 2 of column 5.",
    ),
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
    (
        Code.TOO_FEW_GEMS,
        "R5.1",
        {"seat": 1, "held": 1, "gem": "blue", "count": 2},
        "Ben has 1 blue gem and cannot sell 2 blue gems.",
    ),
    (
        Code.TOO_FEW_COINS,
        "R5.2",
        {"seat": 1, "held": 1, "coins": 3},
        "Ben has 1 coin and cannot donate 3 coins.",
    ),
]


@pytest.mark.parametrize(("code", "rule", "facts", "sentence"), SENTENCES)
def test_a_refusal_has_a_sentence(
    code: Code, rule: str, facts: dict[str, Any], sentence: str
) -> None:
    refusal = refuse(code, rule, **facts)
    assert ls.describe_refusal(refusal, names=NAMES, edition="printed") == sentence


def test_every_code_has_a_phrase_and_every_phrase_a_code() -> None:
    phrases = {key for key in phrases_in("en").by_key if key.startswith("refusals.")}
    assert {key.partition(" ")[0] for key in phrases} == {f"refusals.{c.value}" for c in Code}


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("de", "Ein Zelt kostet hier 4 Taler (3 + 1 an Ann), du hast 2."),
        ("en", "A tent here costs 4 coins (3 + 1 to Ann), you have 2."),
        ("fr", "Une tente coûte ici 4 pièces (3 + 1 à Ann), tu en as 2."),
        ("it", "Una tenda qui costa 4 monete (3 + 1 a Ann), tu ne hai 2."),
    ],
)
def test_a_refusal_addresses_its_seat(language: str, sentence: str) -> None:
    refusal = refuse(Code.CANNOT_PAY, "R4.4", **PRICE)
    told = ls.describe_refusal(refusal, names=NAMES, you=1, language=language, edition="printed")
    assert told == sentence


def test_the_sentence_of_a_refusal_names_seats_and_ids() -> None:
    shared = refuse(Code.CANNOT_PAY, "R4.4", **PRICE)
    assert shared.sentence == "a tent here costs 4 coins (3 + 1 to player 0), player 1 has 2"
    free = refuse(Code.CANNOT_PAY, "R4.4", **PRICE | {"fees": (0, 0, 0)})
    assert free.sentence == "a tent here costs 4 coins, player 1 has 2"
    assert refuse(Code.WRONG_USE, "R6", card="lion").sentence == (
        "the card lion cannot be used like this"
    )


def test_r6_14_the_sentence_of_a_refusal_follows_its_rule() -> None:
    refusal = refuse(Code.NO_EFFECT, "R6.14", row=4)
    assert refusal.sentence == "the die already allows row 4"


def test_r6_the_refusal_of_an_own_effect_has_a_sentence_of_its_own() -> None:
    own = Refusal(Code.TOO_FEW_COINS, "R6", "the toll is 3 coins", {"toll": 3})
    assert own.sentence == "the toll is 3 coins"
    assert ls.describe_refusal(own, language="de", edition="printed") == "The toll is 3 coins"


@pytest.mark.parametrize("language", ls.LANGUAGES)
def test_r6_the_sentence_of_an_own_effect_reaches_the_player_filled_in(language: str) -> None:
    refusal = no_effect("The bank holds only {held} coins", held=3)
    assert str(refusal) == "The bank holds only 3 coins (R6)"
    read = ls.from_json(ls.to_json(refusal), Refusal)
    told = ls.describe_refusal(read, language=language, edition="printed")
    assert told == "The bank holds only 3 coins"


def test_r6_the_facts_of_an_own_sentence_are_told_as_people_call_them() -> None:
    facts = {"card": "lion", "seat": 1, "gems": ls.Gems(red=2), "dice": (1, 4)}
    refusal = no_effect("{seat} keeps {card}, {gems}, {dice}", "R6", **facts)  # type: ignore[arg-type]
    assert refusal.sentence == "player 1 keeps lion, 2 red gems, 1, 4"
    told = ls.describe_refusal(refusal, names=NAMES, edition="printed")
    assert told == f"{NAMES[1]} keeps Lion, 2 red gems, 1, 4"
    assert str(Refusal(Code.NO_EFFECT, "R6", "of {nothing}")) == "of  (R6)"


@pytest.mark.parametrize("sentence", ["only {helt}", "only {held", "only {held:>9}", "only {}"])
def test_r6_an_own_sentence_that_its_facts_do_not_fill_is_one_clear_error(sentence: str) -> None:
    with pytest.raises(ls.ArgumentError, match=r"the figures \['held'\] do not fill"):
        no_effect(sentence, held=3)


def test_a_refusal_without_its_facts_has_the_words_of_its_code() -> None:
    assert str(Refusal(Code.DIE_UNUSED, "R3.1")) == "die unused (R3.1)"
