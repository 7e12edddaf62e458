"""The words of the game at the terminal, in all languages."""

import pytest

import livingstone as ls
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
