"""The phrases of all languages fit together, so that a further language is a file."""

from collections.abc import Mapping
from string import Formatter

import pytest

import livingstone as ls
from livingstone.edition.phrases import Phrase, Phrases, phrases_in

ENGLISH = phrases_in("en")
OTHERS = [phrases_in(language) for language in ls.LANGUAGES if language != "en"]


def forms(phrase: Phrase) -> Mapping[str, str]:
    return {"other": phrase} if isinstance(phrase, str) else phrase


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("phrases", OTHERS, ids=lambda phrases: phrases.language)
def test_every_language_has_the_phrases_that_english_has(phrases: Phrases) -> None:
    assert set(phrases.by_key) == set(ENGLISH.by_key)


@pytest.mark.parametrize("phrases", [ENGLISH, *OTHERS], ids=lambda phrases: phrases.language)
def test_every_phrase_has_the_placeholders_that_english_has(phrases: Phrases) -> None:
    for key, english in ENGLISH.by_key.items():
        model, own = forms(english), forms(phrases.by_key[key])
        for form, text in own.items():
            expected = placeholders(model[form] if form in model else model["other"])
            assert placeholders(text) == expected, (key, form)


@pytest.mark.parametrize("phrases", [ENGLISH, *OTHERS], ids=lambda phrases: phrases.language)
def test_every_phrase_has_the_forms_that_it_needs(phrases: Phrases) -> None:
    for key, english in ENGLISH.by_key.items():
        own = set(forms(phrases.by_key[key]))
        if "they" in forms(english):
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
