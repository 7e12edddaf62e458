"""The words of the game at the terminal, in all languages."""

import string

import pytest

import livingstone as ls
from livingstone.cli.wording import wording_in

LANGUAGES = ("en", "de", "fr", "it")


def holes(phrase: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(phrase) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_all_phrases_with_the_same_holes(language: str) -> None:
    own, english = wording_in(language).tables, wording_in("en").tables
    assert own.keys() == english.keys()
    for table, phrases in english.items():
        assert own[table].keys() == phrases.keys()
        for key, phrase in phrases.items():
            assert holes(own[table][key]) == holes(phrase), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_means_two_things(language: str) -> None:
    wording = wording_in(language)
    for table in (wording.tables, wording.english):
        for kind in ("words", "commands"):
            for meaning, aliases in table[kind].items():
                for alias in aliases.split():
                    assert meaning in wording.find(alias, "commands", "words"), alias


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_fits_on_a_screen(language: str) -> None:
    lines = wording_in(language).help.splitlines()
    assert len(lines) < 24
    assert max(map(len, lines)) <= 80


def test_the_languages_are_those_of_the_library() -> None:
    assert set(ls.LANGUAGES) == set(LANGUAGES)
