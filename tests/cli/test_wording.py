"""The words of the game at the terminal, in all languages."""

import pytest
from attrs import evolve

import livingstone as ls
from livingstone.cli.telling import Teller, names_apart
from livingstone.cli.wording import wording_in
from livingstone.words.phrases import phrases_in


@pytest.mark.parametrize("language", ls.LANGUAGES)
def test_every_word_is_understood(language: str) -> None:
    wording = wording_in(language)
    for phrases in (phrases_in(language), phrases_in("en")):
        for key, aliases in phrases.by_key.items():
            table, _, meaning = key.partition(".")
            if table in ("terminal_words", "terminal_commands"):
                for alias in str(aliases).split():
                    assert meaning in wording.find(alias, "commands", "words"), alias


@pytest.mark.parametrize("language", ls.LANGUAGES)
def test_help_fits_on_a_screen(language: str) -> None:
    lines = wording_in(language).help.splitlines()
    assert len(lines) < 24
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("de", ["gedruckte Regeln", "Regeln der Online-Fassung", "Regeln mine"]),
        ("en", ["printed rules", "online rules", "mine rules"]),
    ],
)
def test_editions_are_named_in_the_language_of_the_game(language: str, told: list[str]) -> None:
    editions = [ls.load_edition("printed"), ls.load_edition("bga")]
    editions.append(evolve(editions[0], id="mine"))
    assert [Teller(("Ann", "Ben"), edition, language).rules for edition in editions] == told


def test_a_name_that_is_cut_does_not_end_in_a_blank() -> None:
    assert names_apart(["a" * 39 + " b", "Ben"]) == ("a" * 39, "Ben")
