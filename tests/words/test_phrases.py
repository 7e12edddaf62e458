"""The phrases of all languages fit together, and describe all cards."""

import tomllib
from collections.abc import Mapping
from functools import partial
from itertools import product
from pathlib import Path
from string import Formatter

import pytest
from attrs import evolve

import livingstone as ls
from livingstone.cli.terminal_phrases import terminal_phrases
from livingstone.edition.phrases import Phrase, Phrases, language_of_rules, phrases_in
from livingstone.effects import GainCoins
from livingstone.support.structuring import kind_of
from livingstone.web.page_phrases import page_phrases

EACH = pytest.mark.parametrize(
    ("phrases", "english"),
    [
        pytest.param(load(language), load("en"), id=f"{load.__name__}, {language}")
        for load, language in product((phrases_in, page_phrases, terminal_phrases), ls.LANGUAGES)
    ],
)


def forms(phrase: Phrase) -> Mapping[str, str]:
    return {"other": phrase} if isinstance(phrase, str) else phrase


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@EACH
def test_every_language_has_the_phrases_of_english_with_their_placeholders(
    phrases: Phrases, english: Phrases
) -> None:
    assert list(phrases.by_key) == list(english.by_key)
    for key, phrase in english.by_key.items():
        model = forms(phrase)
        for form, text in forms(phrases.by_key[key]).items():
            expected = placeholders(model[form] if form in model else model["other"])
            assert placeholders(text) == expected, (key, form)
            assert text.strip(), (key, form)


@EACH
def test_every_phrase_has_the_forms_that_it_needs(phrases: Phrases, english: Phrases) -> None:
    for key, phrase in english.by_key.items():
        own = set(forms(phrases.by_key[key]))
        if "they" in forms(phrase):
            assert own == {"they", "you"}, key
        else:
            assert "other" in own, key
            assert own <= {"other", *phrases.numbers}, key


@pytest.mark.parametrize(
    ("language", "coins"),
    [
        ("en", ["0 coins", "1 coin", "2 coins"]),
        ("de", ["0 Taler", "1 Taler", "2 Taler"]),
        ("fr", ["0 pièce", "1 pièce", "2 pièces"]),
        ("it", ["0 monete", "1 moneta", "2 monete"]),
    ],
)
def test_amounts_have_the_form_of_their_number(language: str, coins: list[str]) -> None:
    phrases = phrases_in(language)
    assert [phrases.say("amounts.coins", count=count) for count in range(3)] == coins


PRINTED = ls.load_edition("printed")


@pytest.mark.parametrize("language", ls.LANGUAGES)
def test_r6_every_shipped_card_is_described_in_every_language(language: str) -> None:
    for card in PRINTED.cards:
        assert f"effects.{kind_of(type(card.effect))}" in phrases_in(language).by_key
        text = ls.describe_card(card, language=language)
        assert "{" not in text
        assert (text == card.text) == (language == "en")
        effect = card.effect
        if isinstance(effect, GainCoins) and language != "en":
            assert str(effect.coins) in text


def test_in_english_a_card_has_its_own_text() -> None:
    card = evolve(PRINTED.card("lion"), text="It roars.")
    assert ls.describe_card(card) == "It roars."
    points = card.effect.points_in_hand
    assert ls.describe_card(card, language="de") == f"Bringt {points} Punkte, jetzt oder am Ende."


def test_a_card_that_the_edition_lacks_is_named_by_its_id() -> None:
    assert phrases_in("de").card(PRINTED, "unicorn") == "unicorn"


@pytest.mark.parametrize("language", ["", "xx", "../en"])
def test_an_unknown_language_is_refused_with_those_that_exist(language: str) -> None:
    with pytest.raises(ls.ArgumentError, match="the language must be one of de, en, fr, it: "):
        phrases_in(language)


def test_nobody_is_addressed_unless_it_is_asked_for() -> None:
    phrase = partial(phrases_in("en").say, "amounts.to_player", coins=1, player="Ben")
    assert phrase() == "1 to Ben"
    assert phrase(is_you=True) == "1 to you"


def test_a_front_end_has_phrases_of_its_own_from_a_file_or_a_mapping(tmp_path: Path) -> None:
    (tmp_path / "shop.toml").write_text(SHOP, "utf-8")
    for source in (tmp_path / "shop.toml", tomllib.loads(SHOP)):
        phrases = ls.edition.Phrases.read("es", source)
        assert phrases.say("shop.left", count=1) == "Queda 1 tienda"
        assert phrases.say("shop.left", count=2) == "Quedan 2 tiendas"
        assert phrases.say("shop.turn", is_you=True) == "Te toca"
        assert phrases.card(PRINTED, "lion") == PRINTED.card("lion").names.en


SHOP = """
[numbers]
one = [1]

[shop]
left = {one = "Queda {count} tienda", other = "Quedan {count} tiendas"}
turn = {they = "Le toca a {player}", you = "Te toca"}
"""
WRONG = """
word = "not in a table"

[numbers]
one = ["1"]

[shop]
braces = "{price"
forms = {one = "one alone"}
person = {they = "no second person"}
price = 3
prices = {other = 3}
"""


def test_all_mistakes_of_a_file_of_phrases_are_told_with_their_places(tmp_path: Path) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text(WRONG, "utf-8")
    with pytest.raises(ls.DataError) as raised:
        ls.edition.Phrases.read("en", file)
    assert raised.value.source == str(file)
    assert [problem.partition(":")[0] for problem in raised.value.problems] == [
        "word",
        "numbers.one",
        "shop.braces",
        "shop.forms",
        "shop.person",
        "shop.price",
        "shop.prices",
    ]
    with pytest.raises(ls.DataError, match="the phrases"):
        ls.edition.Phrases.read("en", tomllib.loads(WRONG))


def test_the_rules_of_a_language_without_them_are_english(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert language_of_rules("de") == "de"
    monkeypatch.setattr("livingstone.edition.phrases.shipped", tmp_path.joinpath)
    assert language_of_rules("de") == "en"
