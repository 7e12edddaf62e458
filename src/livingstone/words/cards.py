"""Cards in words."""

from attrs import asdict

from livingstone.edition.phrases import phrases_in
from livingstone.edition.types import Card

AMOUNTS = {
    "coins": "amounts.coins",
    "columns": "amounts.columns",
    "dice": "amounts.more_dice",
    "points": "amounts.points",
    "stones": "amounts.stones",
}
"""The phrase for each figure of an effect."""


def describe_card(card: Card, *, language: str = "en") -> str:
    """Describe in a sentence or two what a card does.

    In English this is the card's own text. In another language it is made from the effect; if the
    effect has no phrase there, the text stays English.

    >>> from livingstone import load_edition
    >>> describe_card(load_edition("printed").card("four_coins"), language="it")
    'Prendi 4 monete dalla banca.'

    Raises `ArgumentError` for an unknown language.
    """
    phrases = phrases_in(language)
    key = f"effects.{card.effect.kind}"
    if language == "en" or key not in phrases.by_key:
        return card.text
    figures = asdict(card.effect, recurse=False)
    amounts = {
        name: phrases.say(AMOUNTS[name], count=figure)
        for name, figure in figures.items()
        if isinstance(figure, int) and name in AMOUNTS
    }
    return phrases.say(key, **amounts)
