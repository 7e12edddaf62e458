"""Rule texts, and all other phrases, take each figure of the game from its board and cards."""

import re
from collections.abc import Iterator

import pytest
from attrs import astuple
from editions import shipped_table, shipped_text

import livingstone as ls
from livingstone.cli.main import main
from livingstone.cli.terminal_phrases import terminal_phrases
from livingstone.edition import loading
from livingstone.edition.phrases import phrases_in, rules_in
from livingstone.web.page_phrases import page_phrases

SHIPPED = ls.load_edition("printed")
NUMBERS = {  # without "sei", which is "you are", too
    "en": "two three four five six seven eight nine ten eleven twelve",
    "de": "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
    "fr": "deux trois quatre cinq six sept huit neuf dix onze douze",
    "it": "due tre quattro cinque sette otto nove dieci undici dodici",
}
FIRST = (
    "(row|rows are|column|Reihe|Reihen sind|Spalte|rangée|vont de|colonne|fila|vanno da|colonna)"
)
NO_FIGURES = (
    rf"{{ref}}`[^`]*`|{{+ ?\w+ ?}}+|\bR\d+(\.\d+)?|\b0\b"
    rf"|(?i:\b{FIRST} 1\b|\b(les deux|tutt[ei] e due|two players)\b)"
)
"""Placeholders, numbers of rules, nothing, the first row and column, "both", and games of two."""
RULES = {"R3.1", "R4.title", "R8.2", "R8.4", "R9.title", "guide.gem"}
RULES |= {"rules.play_die", "rules.play_end", "rules.play_queen"}
"""Numbers that are rules and no figures: four actions, a point for a gem, games of two."""
EXAMPLES = {"R2.6", "terminal_help.text"}
OTHERS = {
    "bot.note",
    "reading.numbers",
    "statistics.note",
    "review.cost",
    "review.why_queen",
    "review.why_row",
}
OTHERS |= {"review.legend_blunder", "review.legend_mistake", "review.legend_slip"}
"""Numbers that are not of the game: percents, ratings, and games of a hundred."""
FORMS = {"turn.coin", "turn.gem", "amounts.expected_dice"}
"""Phrases for one, or from one on."""
DIGEST = re.findall(r"(?s)\*\*(R\d+\.\d+)\*\* (.+?)(?:\n\n|\Z)", shipped_text("rules.md"))
"""The numbers and texts of the rules in the documentation."""


def texts(language: str) -> Iterator[tuple[str, str]]:
    for chapter, rules in rules_in(language).items():
        for key, text in rules.items():
            yield (f"{chapter}.title" if key == "title" else key), text
    for load in (phrases_in, page_phrases, terminal_phrases):
        for key, phrase in load(language).by_key.items():
            for text in [phrase] if isinstance(phrase, str) else phrase.values():
                yield key, text
    if language == "en":
        yield from DIGEST


@pytest.mark.parametrize("language", ls.LANGUAGES)
def test_no_text_states_a_figure_of_the_game(language: str) -> None:
    words = NUMBERS.get(language, "").replace(" ", "|")
    number = re.compile(rf"\d+|\b({words})\b" if words else r"\d+", re.IGNORECASE)
    stated = {
        key: text for key, text in texts(language) if number.search(re.sub(NO_FIGURES, "", text))
    }
    assert {key: stated[key] for key in stated.keys() - RULES - EXAMPLES - OTHERS - FORMS} == {}


@pytest.mark.parametrize("edition", ["printed", "bga"])
@pytest.mark.parametrize("language", ls.LANGUAGES)
def test_r1_rule_texts_follow_each_figure_of_a_board(language: str, edition: str) -> None:
    board = shipped_table("board.toml")
    shipped = ls.describe_board(SHIPPED, language=language)
    board |= {"tents": 71, "start_coins": 72, "neighbour_fee": 73}
    board["players"] = {"least": 2, "most": 4}
    board["dice"] = {"per_player": 3, "sides": 7, "donation": 5}
    board["rows"] = [{"value": 74, "majority": 75}, {"value": 76, "majority": 77}]
    board["columns"] = [*board["columns"], {"cost": 78}]
    board["coins"] = [{"value": 79, "count": 80}]
    board["stones"]["black"]["count"] = 81
    for value, gem in enumerate(("clear", "blue", "red"), 82):
        board["stones"][gem]["value"] = value
    deck = shipped_table("cards.toml")
    deck["cards"][0]["count"] = 85
    own = ls.load_edition(edition, board=board, cards=deck)
    figures = ls.describe_board(own, language=language)
    assert {name for name in figures if figures[name] == shipped[name]} == set()
    raw = [text for rules in rules_in(language).values() for text in rules.values()]
    told = " ".join(
        text
        for rules in ls.describe_rules(own, language=language).values()
        for text in rules.values()
    )
    used = {name for text in raw for name in re.findall(r"{(\w+)}", text)}
    assert [name for name in figures.keys() & used if figures[name] not in told] == []
    assert {*map(str, range(71, 79)), *map(str, range(81, 85))} <= set(re.findall(r"\d+", told))


@pytest.mark.parametrize("language", ls.LANGUAGES)
def test_r6_rule_texts_follow_each_figure_of_a_deck(language: str) -> None:
    deck = shipped_table("cards.toml")
    by_id = {card["id"]: card["effect"] for card in deck["cards"]}
    by_id["two_dice"]["dice"], by_id["boat_back"]["columns"] = 2, 3
    by_id["three_stones"]["stones"], by_id["four_coins"]["coins"] = 13, 72
    by_id["lion"]["points"] = 73
    by_id["market"]["coins"] = {"clear": 74, "blue": 75, "red": 76}
    bazaar = {"id": "bazaar", "count": 1, "names": {"en": "Bazaar"}, "text": "Sell gems."}
    points = {"clear": 77, "blue": 78, "red": 79}
    bazaar["effect"] = {"kind": "market", "coins": points, "points": points}
    told = ls.describe_rules(
        ls.load_edition("printed", cards={"cards": [*deck["cards"], bazaar]}), language=language
    )
    found = set(re.findall(r"\d+", " ".join(told["R6"].values())))
    assert {"2", "3", "13", *map(str, range(72, 80))} <= found
    assert "Bazaar" in told["R6"]["R6.6"]
    few = [card for card in deck["cards"] if card["id"] != "market"]
    assert (
        "R6.6"
        not in ls.describe_rules(ls.load_edition("bga", cards={"cards": few}), language=language)[
            "R6"
        ]
    )


def test_the_english_texts_of_cards_state_their_figures() -> None:
    words = NUMBERS["en"].split()
    for card in SHIPPED.cards:
        stated = {words.index(word) + 2 for word in card.text.split() if word in words}
        assert stated <= {figure for figure in astuple(card.effect) if isinstance(figure, int)}, (
            card.id
        )


def test_a_language_without_rules_has_the_english_ones(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found, replaced = loading.shipped, "livingstone.edition.phrases.shipped"
    monkeypatch.setattr(replaced, lambda name: found(name.replace("rules/it", "rules/es")))
    rules_in.cache_clear()
    try:
        assert rules_in("it") == rules_in("en")
        assert main(["rules", "R5", "--language", "it"]) == 0
    finally:
        rules_in.cache_clear()
    note, title, *_ = capsys.readouterr().out.split("\n\n")
    assert note == terminal_phrases("it").say("terminal.untranslated")
    assert title == f"R5 {rules_in('en')['R5']['title']}"


def test_unknown_languages_have_no_rules() -> None:
    with pytest.raises(ls.ArgumentError, match="the language"):
        ls.describe_rules("printed", language="xx")


def test_r1_1_r4_6_players_and_prices_are_told_with_their_units() -> None:
    told = ls.describe_board("printed")
    assert (told["players"], told["prices"]) == ("2 to 5", "1, 3, 5 coins")
    board = shipped_table("board.toml") | {"players": {"least": 4, "most": 4}}
    assert ls.describe_board(ls.load_edition("printed", board=board))["players"] == "4"
