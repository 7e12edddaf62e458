"""What people type is read: in any case and order, without accents, in every language."""

import unicodedata
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from choice_effects import EDITION
from hypothesis import given
from hypothesis import strategies as st
from positions import at_die, give, table

import livingstone as ls
from livingstone.testing import editions, states

UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})
BUSY = ls.view(give(table(2, 3, 4), 0, coins=8, gems=ls.Gems(2, 2, 1), cards=["market", "lion"]), 0)
"""A position in which much can be done: dice, gems, cards and coins."""
AT_DIE = ls.view(give(at_die(4, players=2, left=(5, 6)), 0, coins=9, cards=("lion",)), 0)
"""A position with a die of 4 to use."""


def leads(found: object, move: ls.Move) -> bool:
    """Return whether a reading is a move, or a question with an answer that leads to it."""
    if not isinstance(found, ls.Question):
        return found == move
    choices = [choice for choice in found.choices if move in choice.moves]
    return bool(choices) and all(leads(found.answer(choice.text), move) for choice in choices)


def without_accents(text: str) -> str:
    decomposed = unicodedata.normalize("NFD", text)
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def shuffled(notation: str, rng: Random) -> str:
    """Write gems and cards of a line in another order."""
    verb, *parts = notation.split()
    movable = [part for part in parts if "=" in part or part.startswith("+")]
    fixed = [part for part in parts if part not in movable]
    rng.shuffle(movable)
    return " ".join([verb, *fixed, *movable])


def as_written(move: ls.Move) -> str:
    return ls.format_move(move, 0).partition(" ")[2]


def spelled(text: str, rng: Random) -> str:
    """Write a text as somebody types it on a phone or on another keyboard."""
    for change in (without_accents, lambda one: one.translate(UMLAUTS)):
        text = change(text) if rng.random() < 0.3 else text
    return rng.choice((str, str.upper, str.lower, str.capitalize))(text)


@pytest.mark.parametrize("language", ls.LANGUAGES)
@given(state=st.one_of(states(), states(editions())), seed=st.integers(0, 99))
def test_every_legal_move_is_read_from_its_label_and_its_notation(
    language: str, state: ls.State, seed: int
) -> None:
    seen = ls.view(state, state.current_player)
    rng = Random(seed)
    names = [f"Player {seat}" for seat in range(len(seen.players))]
    style: dict[str, Any] = {"language": language, "names": names}
    groups = ls.group_moves(seen)
    for number in rng.sample(range(1, len(groups) + 1), min(len(groups), 4)):
        group = groups[number - 1]
        move = rng.choice(group.moves)
        notation = as_written(move)
        label = ls.describe_group(group, seen, **style)
        own_label = ls.describe_move(move, seen, **style)
        texts = [str(number), notation, shuffled(notation, rng), label, own_label]
        texts += [f"p{seen.seat} {notation}", f"{notation}!", f"{label} …"]
        for text in [*texts, *(spelled(text, rng) for text in texts)]:
            found = ls.read_move(text, seen, **style)
            assert leads(found, move), (text, found)


Lines = dict[str, dict[str, str | None]]
"""By language, what is typed and the move that it is, without `p0`; None for no move."""


def lines_of(read: Lines) -> Iterator[tuple[str, str, str | None]]:
    for language, lines in read.items():
        for text, line in lines.items():
            yield language, text, line


READ: Lines = {
    "en": {
        "Take 3.": "take 3",
        "take die 3": "take 3",
        "the 3 die": "take 3",
        "dice 3": "take 3",
        "donate two": "donate 2",
        "sell 2 blue": "sell blue=2",
        "sell blue 2": "sell blue=2",
        "BLUE 2": "sell blue=2",
        "Lions": "play lion",
        "red=1 market clear=2": "play market clear=2 red=1",
        "market 1 red 2 clear": "play market clear=2 red=1",
        "market 1 0 1": "play market clear=1 red=1",
        "5 2": "sell clear=2",
        "1": "take 3",
        "p0 take 3": "take 3",
        "sell 2 blue gems for 6 coins": "sell blue=2",
        "play market with red=1 clear=0": "play market red=1",
    },
    "de": {
        "Nimm die 3": "take 3",
        "nimm den Würfel 3": "take 3",
        "Wuerfel 3": "take 3",
        "lowe": "play lion",
        "löwe": "play lion",
        "Loewe": "play lion",
        "spiel den Löwen": "play lion",
        "2 Taler spenden": "donate 2",
        "Spende 2": "donate 2",
        "verkaufe 2 blaue Edelsteine": "sell blue=2",
        "Markt mit 2 klaren und 1 roten": "play market clear=2 red=1",
    },
    "fr": {
        "prends le 3": "take 3",
        "prends le dé 3": "take 3",
        "DES 3": "take 3",
        "donne 2 pieces": "donate 2",
        "vends 2 gemmes bleues": "sell blue=2",
        "MARCHE rouges 1": "play market red=1",
    },
    "it": {
        "prendi 3": "take 3",
        "prendi il dado 3": "take 3",
        "gioca il leone": "play lion",
        "vendi 2 gemme chiare": "sell clear=2",
        "dona 2 monete": "donate 2",
    },
}
READ_AT_DIE: Lines = {
    "en": {
        "build in row 4": "tent 4",
        "tent r4c1": "tent 4",
        "tent in row 4 of column 1": "tent 4",
        "4 coins": "coins",
        "take 4 coins": "coins",
        "draw 4 stones": "dig",
    },
    "de": {
        "bau ein Zelt in Reihe 4": "tent 4",
        "Zelte 4": "tent 4",
        "4 Taler": "coins",
        "zieh eine Karte": "card",
    },
    "fr": {"construis une tente rangee 4": "tent 4", "pioche": "card", "pieces": "coins"},
    "it": {"costruisci nella fila 4": "tent 4", "monete": "coins", "pesca carta": "card"},
}
LINES = [(BUSY, *line) for line in lines_of(READ)]
LINES += [(AT_DIE, *line) for line in lines_of(READ_AT_DIE)]


@pytest.mark.parametrize(("seen", "language", "text", "line"), LINES)
def test_people_type_moves_in_their_own_words(
    seen: ls.View, language: str, text: str, line: str | None
) -> None:
    found = ls.read_move(text, seen, language=language)
    if line is None:
        assert isinstance(found, ls.Suggestions)
    else:
        assert isinstance(found, ls.Move), found
        assert as_written(found) == line


@pytest.mark.parametrize(
    ("seen", "text", "rule"),
    [
        (BUSY, "spende 9", "R5.2"),
        (BUSY, "3 blaue verkaufen", "R5.1"),
        (BUSY, "Karte", "R4.1"),
        (BUSY, "zweites Zelt", "R6"),
        (AT_DIE, "Zelt Reihe 3", "R4.4"),
        (AT_DIE, "Zelt Spalte 2", "R4.4"),
        (AT_DIE, "zelt r4c2", "R4.4"),
        (AT_DIE, "beenden", "R3.1"),
        (AT_DIE, "verkaufen", "R5.1"),
        (AT_DIE, "verkaufe rote", "R5.1"),
    ],
)
def test_an_illegal_move_has_its_refusal(seen: ls.View, text: str, rule: str) -> None:
    found = ls.read_move(text, seen, language="de")
    assert isinstance(found, ls.Suggestions)
    assert found.refusal is not None
    assert found.refusal.rule == rule
    edition = seen.edition
    told = ls.describe_refusal(found.refusal, language="de", you=0, edition=edition)
    assert found.sentence == told
    assert all(leads_somewhere(text, seen) for text in found.texts)


def test_a_die_that_is_not_there_is_not_taken_for_a_card_with_dice_in_its_name() -> None:
    seen = ls.view(give(table(2, 3, 4), 0, cards=["two_dice"]), 0)
    found = ls.read_move("nimm Würfel 1", seen, language="de")
    assert isinstance(found, ls.Suggestions)
    assert found.refusal
    assert found.refusal.code.value == "die_not_on_table"
    assert ls.read_move("Zwei Würfel", seen, language="de") == ls.PlayCard("two_dice")


def leads_somewhere(text: str, seen: ls.View, language: str = "en") -> bool:
    return not isinstance(ls.read_move(text, seen, language=language), ls.Suggestions)


def test_an_empty_purse_can_donate_nothing() -> None:
    state = give(table(2, 3, 4), 0, coins=0)
    found = ls.read_move("donate", ls.view(state, 0))
    assert isinstance(found, ls.Suggestions)
    assert found.sentence == "You have 0 coins and cannot donate 1 coin."


@pytest.mark.parametrize(
    ("text", "texts"),
    [
        ("dnoate 2", ("donate 2",)),
        ("spneden 2", ("spenden 2",)),
        ("loin", ("lion",)),
        ("play loin", ("lion",)),
        ("lwöe", ("lowe",)),
        ("sell", ("sell clear=1", "sell clear=2", "sell blue=1")),
        ("edelsteine", ("klare Edelsteine verkaufen",)),
        ("p1 take 3", ("take 3",)),
        ("hilef", ("hilfe",)),
        ("hil", ("hilfe",)),
        ("fly to the moon", ()),
    ],
)
def test_what_is_not_understood_gets_texts_that_come_near(
    text: str, texts: tuple[str, ...]
) -> None:
    found = ls.read_move(text, BUSY, language="de", commands=["hilfe", "brett"])
    assert isinstance(found, ls.Suggestions)
    assert found.texts[: len(texts) or 1] == texts
    assert found.sentence.startswith(f"Nicht verstanden: {text}.")
    assert found.refusal is None


@pytest.mark.parametrize("text", ["", "  ", "\t", "\n", "!", " ! "])
def test_an_empty_text_is_told_as_such(text: str) -> None:
    found = ls.read_move(text, BUSY, language="de")
    assert isinstance(found, ls.Suggestions)
    assert found.sentence == "Es wurde nichts eingegeben."


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("take x", 6),
        ("  take   3 x", 12),
        ("tent 4 from=r3", 8),
        ("play  loin", 7),
        ("sell red=x", 6),
    ],
)
def test_a_mistake_is_found_where_it_was_typed(text: str, column: int) -> None:
    found = ls.read_move(text, BUSY)
    assert isinstance(found, ls.Suggestions)
    assert found.column == column
    assert f"At character {column}: " in found.sentence


def test_the_numbers_of_the_moves_are_told() -> None:
    found = ls.read_move("99", BUSY)
    assert isinstance(found, ls.Suggestions)
    assert found.sentence == "Not understood: 99. The moves have the numbers 1 to 8."


def test_r2_2_who_is_not_to_move_is_told_so() -> None:
    state = table(2, 3, 4)
    for seat in (1, None):
        found = ls.read_move("take 3", ls.view(state, seat))
        assert isinstance(found, ls.Suggestions)
        assert found.refusal is not None
        assert found.refusal.rule == "R2.2"


def test_a_beginning_that_a_command_has_as_well_is_no_move() -> None:
    assert ls.read_move("ca", AT_DIE) == ls.DrawCard()
    found = ls.read_move("ca", AT_DIE, commands=["cards"])
    assert isinstance(found, ls.Suggestions)
    assert found.texts == ("card", "cards")


def test_a_text_longer_than_a_line_is_not_read() -> None:
    found = ls.read_move("take 3".ljust(1_001), BUSY)
    assert isinstance(found, ls.Suggestions)
    assert (found.column, found.texts) == (1_001, ())
    assert ls.read_move("take 3".ljust(1_000), BUSY) == ls.TakeDie(3)


WORDS = [*ls.table.verb_words("de"), "2", "3", "blaue", "rot", "+lion", "lowe", "market", "die"]
WORDS += ["=", "at=r1c1", "reihe", "spalte", "p0", "!", "²", "x" * 50, "", "\u0307", "play"]


@given(st.one_of(st.text(), st.lists(st.sampled_from(WORDS), max_size=90).map(" ".join)))
def test_every_text_gets_an_answer_which_is_never_an_illegal_move(text: str) -> None:
    for seen in (BUSY, AT_DIE):
        found = ls.read_move(text, seen, language="de")
        if isinstance(found, ls.Move):
            assert found in seen.legal_moves
        elif isinstance(found, ls.Question):
            assert {*found.moves} <= {*seen.legal_moves}
            answered = found.answer(text)
            assert isinstance(answered, ls.Question) or answered in found.moves
        else:
            assert found.sentence
            assert all(leads_somewhere(near, seen, "de") for near in found.texts)


def asked(text: str, seen: ls.View = BUSY, language: str = "en") -> ls.Question:
    found = ls.read_move(text, seen, language=language)
    assert isinstance(found, ls.Question)
    return found


def test_a_question_asks_for_an_amount() -> None:
    question = asked("donate")
    assert question.sentence == "How many, 1 to 8?"
    assert [choice.text for choice in question.choices] == [*map(str, range(1, 9))]
    assert question.choices[1].label == "2 coins"
    assert question.default.text == "1"
    assert question.answer("") == ls.Donate(1)
    assert question.answer("3") == question.answer(" 3! ") == ls.Donate(3)
    assert asked("sell blue").default.text == "2"


def test_a_question_asks_for_gems() -> None:
    question = asked("markt", language="de")
    assert question.sentence == "Wie viele klare, blaue und rote, höchstens 2 2 1?"
    assert question.default.text == "2 2 1"
    for answer in ("1 0 1", "1,0,1", "red=1 clear=1", "1 rote, 1 klarer", "rot 1 und klar 1"):
        assert question.answer(answer) == ls.PlayCard("market", gems=ls.Gems(1, 0, 1)), answer


def test_a_question_asks_which_move() -> None:
    state = give(at_die(4), 0, coins=9, cards=["ignore_die", "no_cost_tent"])
    question = asked("tent 2", ls.view(state, 0))
    assert question.is_list
    assert question.sentence == "Which one?"
    assert [choice.text for choice in question.choices] == ["1", "2"]
    both = ls.BuildTent(2, ("ignore_die", "no_cost_tent"))
    for answer in ("2", "no cost tent", "+no_cost_tent", "+no_cost_tent +ignore_die", "free"):
        assert question.answer(answer) == both, answer


@pytest.mark.parametrize("language", ls.LANGUAGES)
@pytest.mark.parametrize("answer", ["0", "9", "x", "1 2", "²", "x" * 2_000])
def test_a_wrong_answer_is_asked_again_with_what_can_be_typed(language: str, answer: str) -> None:
    for text, most in (("donate", "8"), ("play market", "2 2 1"), ("sell clear", "2")):
        question = asked(text, language=language)
        again = question.answer(answer)
        assert isinstance(again, ls.Question)
        assert again.moves == question.moves
        assert most in again.problem
        assert isinstance(again.answer(""), ls.Move)


def test_an_answer_that_is_another_move_is_asked_again() -> None:
    question = asked("play market")
    for answer in ("take 3", "2 blue gems please now", "blue=1 blue=2", "1 " * 70):
        again = question.answer(answer)
        assert isinstance(again, ls.Question), answer
        assert again.problem
    state = give(at_die(4), 0, coins=9, cards=["ignore_die", "no_cost_tent"])
    which = asked("tent 2", ls.view(state, 0))
    again = which.answer("dig")
    assert isinstance(again, ls.Question)
    assert again.problem


def test_a_beginning_that_two_verbs_have_is_enough_where_one_is_legal() -> None:
    assert ls.read_move("t 4", AT_DIE) == ls.BuildTent(4)
    found = ls.read_move("t", BUSY)
    assert isinstance(found, ls.Suggestions)
    assert found.texts == ("take 3", "take 4")


def test_a_space_without_its_word_is_where_a_second_tent_goes() -> None:
    state = give(at_die(4), 0, coins=9, cards=["second_tent"], scored=[(2, 3), (3, 4)])
    seen = ls.view(state, 0)
    move = ls.PlayCard("second_tent", space=ls.Space(2, 3))
    for text in ("second_tent r2c3", "second tent at=r2c3", "at=r2c3 second_tent"):
        assert ls.read_move(text, seen) == move, text


def test_a_question_can_lead_to_another_one() -> None:
    state = give(at_die(4, players=3, edition=EDITION), 0, coins=9, cards=["bribe"])
    question = asked("bribe", ls.view(state, 0))
    assert not question.is_list
    assert [choice.label for choice in question.choices] == [c.text for c in question.choices]
    left = question.answer("2")
    assert isinstance(left, ls.Question)
    assert left.is_list
    assert {move.amount for move in left.moves if isinstance(move, ls.PlayCard)} == {2}
    assert isinstance(left.answer("1"), ls.PlayCard)


def test_a_player_is_called_by_name() -> None:
    state = give(at_die(4, players=3, edition=EDITION), 0, coins=9, cards=["bribe"])
    found = ls.read_move("bribe cleo 2", ls.view(state, 0), names=["Ann", "Ben", "Cleo"])
    assert found == ls.PlayCard("bribe", seat=2, amount=2)


def test_names_and_languages_are_checked() -> None:
    with pytest.raises(ls.ArgumentError, match="names must have one for each seat"):
        ls.read_move("take 3", BUSY, names=["Ann"])
    with pytest.raises(ls.ArgumentError, match="the language must be one of"):
        ls.read_move("take 3", BUSY, language="xx")
    with pytest.raises(TypeError, match="read_move needs a View, not a State"):
        ls.read_move("take 3", table(2, 3))  # type: ignore[arg-type]


def test_a_tenth_row_is_not_taken_for_the_first() -> None:
    assert isinstance(ls.read_move("donate 1", BUSY), ls.Donate)
    found = ls.read_move("sell blue=1", BUSY)
    assert found == ls.SellGems("blue", 1)
    many = ls.view(give(table(2, 3, 4), 0, coins=30), 0)
    assert ls.read_move("donate 1", many) == ls.Donate(1)
    assert ls.read_move("donate 03", many) == ls.Donate(3)


@pytest.mark.parametrize("language", ls.LANGUAGES)
def test_each_verb_has_words_in_each_language(language: str) -> None:
    words = ls.table.verb_words(language)
    english = ls.table.verb_words("en")
    assert english.items() <= words.items()
    assert {*words.values()} == {*english.values()}
    for word, verb in words.items():
        assert ls.table.meaning_of(word.upper(), words) == verb
        assert ls.table.meaning_of(without_accents(word), words) == verb
    assert english["build"] == "tent"
