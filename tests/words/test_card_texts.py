"""What cards do, in words."""

import pytest
from attrs import evolve

import livingstone as ls
from livingstone.edition.phrases import phrases_in
from livingstone.effects import GainCoins
from livingstone.support.structuring import kind_of

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
    assert ls.describe_card(card, language="de") == "Bringt 4 Punkte, jetzt oder am Ende."
