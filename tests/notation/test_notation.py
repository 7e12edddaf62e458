"""The notation: lines and what they say, in both directions."""

import re
from pathlib import Path
from typing import Any, cast

import numpy
import pytest
from editions import board_table, card_table, make_edition, market_table
from hypothesis import given
from hypothesis import strategies as st

import livingstone as ls
from livingstone.game.moves import Action, CardsShown
from livingstone.records.notation import MOST_CHARACTERS, parse_move
from livingstone.testing import editions, games

GOLDEN: dict[str, tuple[int | None, object]] = {
    "p2 take 4": (2, ls.TakeDie(4)),
    "p2 card": (2, ls.DrawCard()),
    "p2 coins": (2, ls.TakeCoins()),
    "p2 dig": (2, ls.Dig()),
    "p2 tent 4": (2, ls.BuildTent(4)),
    "p2 tent 4 +ignore_die +no_cost_tent from=r3c5": (
        2,
        ls.BuildTent(4, ("no_cost_tent", "ignore_die"), ls.Space(3, 5)),
    ),
    "p1 play market clear=2 blue=1": (1, ls.PlayCard("market", gems=ls.Gems(2, 1))),
    "p1 play market red=3": (1, ls.PlayCard("market", gems=ls.Gems(red=3))),
    "p1 play second_tent at=r3c5 from=r2c1": (
        1,
        ls.PlayCard("second_tent", space=ls.Space(3, 5), source=ls.Space(2, 1)),
    ),
    "p1 play odd clear=1 at=r3c5 from=r2c10": (
        1,
        ls.PlayCard("odd", ls.Gems(1), ls.Space(3, 5), ls.Space(2, 10)),
    ),
    "p1 play lion": (1, ls.PlayCard("lion")),
    "p1 play bribe player=p2 amount=3": (1, ls.PlayCard("bribe", seat=2, amount=3)),
    "p1 play twins at=r3c1 +ignore_die": (
        1,
        ls.PlayCard("twins", space=ls.Space(3, 1), cards=("ignore_die",)),
    ),
    "d shown lion market": (None, ls.CardsShown(("lion", "market"))),
    "p1 play card": (1, ls.PlayCard("card")),
    "p1 play sell red=1": (1, ls.PlayCard("sell", gems=ls.Gems(red=1))),
    "p1 play d": (1, ls.PlayCard("d")),
    "p1 sell blue=2": (1, ls.SellGems("blue", 2)),
    "p1 donate 3": (1, ls.Donate(3)),
    "p1 donate ??": (1, ls.HiddenDonation()),
    "p0 end": (0, ls.EndTurn()),
    "p999999 end": (999_999, ls.EndTurn()),
    "d dice 1 1 2 5 6 6": (None, ls.DiceRolled((1, 1, 2, 5, 6, 6))),
    "d stones black=2 clear=1": (None, ls.StonesDrawn(ls.Stones(2, 1))),
    "d stones white=1": (None, ls.StonesDrawn(ls.Stones(white=1))),
    "d card lion": (None, ls.CardRevealed("lion")),
    "d card card": (None, ls.CardRevealed("card")),
    "d card ??": (None, ls.HiddenCard()),
}


@pytest.mark.parametrize("line", GOLDEN)
def test_golden_lines(line: str) -> None:
    seat, action = GOLDEN[line]
    assert ls.format_move(cast("Action", action), seat) == line
    assert ls.parse_move(line, hidden=True) == (action, seat)


def test_only_blanks_may_be_repeated() -> None:
    assert ls.parse_move("  p2   take  4 ") == (ls.TakeDie(4), 2)
    assert ls.parse_move("p1 tent 4 +a +a") == (ls.BuildTent(4, ("a", "a")), 1)


SUGGESTIONS = [
    ("p0 edn", "end", "end"),
    ("p0 tkae 3", "take", "take"),
    ("p0 lion", "play lion", "play lion"),
    ("p0 rhinocerus", "play rhinocerus", "play rhinoceros"),
    ("p0 play loin", None, "lion"),
    ("p0 tent 4 +no_cost", None, "+no_cost_tent"),
    ("d card antilope", None, "antelope"),
    ("p0 play dragon_fly", None, None),
]


@pytest.mark.parametrize(("line", "without", "within"), SUGGESTIONS)
def test_a_typo_gets_the_nearest_verb_or_card(
    line: str, without: str | None, within: str | None
) -> None:
    reads = line.startswith(("p0 play", "p0 tent", "d"))
    for edition, meant in ((None, without), (ls.load_edition("printed"), within)):
        if reads and edition is None:
            ls.parse_move(line)
            continue
        with pytest.raises(ls.NotationError) as error:
            ls.parse_move(line, edition=edition)
        assert error.value.suggestion == meant
        assert str(error.value).endswith(f"; did you mean {meant}?" if meant else "edition")


VERBS = "take, card, coins, dig, tent, play, choose, sell, donate or end"
WRONG_LINES = [
    ("", 1, "d or a player, such as p0"),
    ("q1 end", 1, "d or a player, such as p0"),
    ("p01 end", 1, "d or a player, such as p0"),
    ("p1000000 end", 1, "d or a player, such as p0"),
    ("p\u0661 end", 1, "d or a player, such as p0"),
    ("p1\tend", 1, "d or a player, such as p0"),
    ("p1", 3, VERBS),
    ("p1 End", 4, VERBS),
    ("p1 end\n", 4, VERBS),
    ("p1 undo", 4, VERBS),
    ("p1 " + "x" * 41, 4, VERBS),
    ("p1 take", 8, "the value of a die, such as 4"),
    ("p1 take 0", 9, "the value of a die, such as 4"),
    ("p1 take 04", 9, "the value of a die, such as 4"),
    ("p1 take \uff14", 9, "the value of a die, such as 4"),
    ("p1 take 1000000", 9, "the value of a die, such as 4"),
    ("p1 take 4 4", 11, "the end of the line"),
    ("p1 end now", 8, "the end of the line"),
    ("p1 tent x", 9, "a row, such as 4"),
    ("p1 tent 4 +", 11, "a card's id after +, the ids in order"),
    ("p1 tent 4 +b +a", 14, "a card's id after +, the ids in order"),
    ("p1 tent 4 from=r3", 11, "from= with a space, such as from=r3c5"),
    ("p1 tent 4 from=r3c5 +a", 21, "the end of the line"),
    ("p1 sell", 8, "clear=1 or the like"),
    ("p1 sell black=1", 9, "one of clear, blue, red, with ="),
    ("p1 sell blue=0", 9, "blue= with a whole number from 1, such as 2"),
    ("p1 sell blue=1 red=1", 16, "the end of the line"),
    ("p1 donate ?", 11, "a number of coins, such as 3"),
    ("p1 donate ??", 11, "a number of coins, such as 3"),
    ("p1 play ??", 9, "the id of a card"),
    ("p1 play market blue=1 clear=2", 23, "one of red, with ="),
    ("p1 play market red=1 red=2", 22, "the end of the line"),
    ("p1 play market gold=1", 16, "the end of the line"),
    ("p1 play second_tent at=3,5", 21, "at= with a space, such as at=r3c5"),
    ("p1 play bribe player=p", 15, "player=p with a whole number, such as player=p1"),
    ("p1 play bribe amount=01", 15, "amount= with a whole number, such as amount=1"),
    ("p1 play second_tent from=r1c1 at=r3c5", 31, "the end of the line"),
    ("d", 2, "dice, stones, card or shown"),
    ("d dice", 7, "the value of a die, such as 6"),
    ("d dice 1 x", 10, "the value of a die, such as 6"),
    ("d stones", 9, "black=1 or the like"),
    ("d stones green=1", 10, "one of black, clear, blue, red, white, with ="),
    ("d card ??", 8, "the id of a card"),
    ("d card ???", 8, "the id of a card"),
    ("d card Lion", 8, "the id of a card"),
    ("d shown", 8, "the id of a card"),
    ("d shown ??", 9, "the id of a card"),
    ("p1 end" + " " * 1000, 1001, "the end of the line"),
]


@pytest.mark.parametrize(("line", "column", "expected"), WRONG_LINES)
def test_a_wrong_line_is_told_what_was_expected_where(
    line: str, column: int, expected: str
) -> None:
    with pytest.raises(ls.NotationError) as caught:
        ls.parse_move(line)
    error = caught.value
    assert (error.line, error.column, error.expected) == (line, column, expected)
    assert isinstance(error, ValueError)
    assert str(error).isascii()
    assert f": at {column}: expected {expected}" in str(error)
    assert len(str(error)) < 200


UNWRITABLE: list[tuple[Any, int | None]] = [
    (ls.EndTurn(), None),
    (ls.EndTurn(), -1),
    (ls.EndTurn(), 10**6),
    (ls.DiceRolled((1,)), 0),
    (ls.HiddenCard(), 0),
    (ls.TakeDie(0), 0),
    (ls.Donate(10**6), 0),
    (ls.BuildTent(4, ("A",)), 0),
    (ls.BuildTent(4, ("a" * 40,) * 25), 0),
    (ls.PlayCard("Lion"), 0),
    (ls.PlayCard("market", gems=ls.Gems()), 0),
    (ls.PlayCard("market", gems=ls.Gems(-1)), 0),
    (ls.PlayCard(10**5000), 0),  # type: ignore[arg-type]
    (ls.SellGems("black", 1), 0),  # type: ignore[arg-type]
    (ls.SellGems(10**5000, 1), 0),  # type: ignore[arg-type]
    (ls.DiceRolled(()), None),
    (ls.StonesDrawn(ls.Stones()), None),
]


@pytest.mark.parametrize(("action", "seat"), UNWRITABLE)
def test_what_is_out_of_range_cannot_be_written(action: Any, seat: int | None) -> None:
    with pytest.raises(ls.ArgumentError):
        ls.format_move(action, seat)


COLLIDING = make_edition(
    board_table(),
    [
        card_table("take", "gain_coins", 2, coins=4),
        card_table("card", "draw_stones", 2, stones=3),
        card_table("end", "second_tent", 3),
        market_table("sell", 3),
        card_table("play", "no_cost_tent", 3),
        card_table("tent", "ignore_die", 3),
        card_table("d", "score_points", 2, points=2),
        card_table("p1", "more_dice", 2, dice=1),
        card_table("dig", "mine_collapse"),
    ],
)


@given(games(st.one_of(editions(), st.just(COLLIDING))))
def test_each_move_of_a_game_has_one_line_of_its_own(game: Any) -> None:
    for before, action, _ in game.steps():
        lines = set()
        options = ls.legal_moves(before) or (action,)
        for option in options:
            seat = None if before.is_chance else before.current_player
            line = ls.format_move(option, seat)
            assert re.fullmatch(r"[!-~]+( [!-~]+)*", line)
            assert ls.parse_move(line, edition=before.edition) == (option, seat)
            lines.add(line)
        assert len(lines) == len(options)


PAGE = Path(__file__).parents[2] / "docs" / "reference" / "notation.md"


def regular_expression(grammar: str) -> str:
    """Make a regular expression of a grammar whose rules do not refer to each other in a circle."""
    rules = dict(re.findall(r"^(\w+) +::=(.+(?:\n +.+)*)", grammar, re.MULTILINE))

    def expand(found: re.Match[str]) -> str:
        if literal := found["literal"]:
            return re.escape(literal)
        if found["name"]:
            return f"(?:{re.sub(TOKEN, expand, rules[found['name']])})"
        return "" if found[0].isspace() else found[0]

    return re.sub(TOKEN, expand, rules["line"])


TOKEN = r'"(?P<literal>[^"]+)"|\[[^]]+\]|(?P<name>[a-z]+)|\s+'
GRAMMAR = regular_expression(PAGE.read_text("utf-8").split("```")[1])


def is_in_bounds(line: str) -> bool:
    ids = re.findall(r" \+(\w+)", line)
    return len(line) <= MOST_CHARACTERS and not re.search(r"\w{41}", line) and ids == sorted(ids)


@given(st.from_regex(GRAMMAR, fullmatch=True, alphabet=st.characters(codec="ascii")))
def test_what_the_grammar_of_the_page_makes_can_be_read_and_written(line: str) -> None:
    if is_in_bounds(line):
        assert ls.format_move(*ls.parse_move(line, hidden=True)) == line
    else:
        with pytest.raises(ls.NotationError):
            ls.parse_move(line, hidden=True)


ALPHABET = "pd0123456789 take card coins dig tent sell donate end play +=rc?_xyz"
words = st.sampled_from([word for line in GOLDEN for word in line.split()])


@given(st.one_of(st.text(ALPHABET, max_size=30), st.lists(words, max_size=6).map(" ".join)))
def test_a_line_that_can_be_read_is_the_line_that_is_written(line: str) -> None:
    try:
        read = ls.parse_move(line, hidden=True)
    except ls.NotationError:
        return
    assert ls.format_move(*read) == " ".join(line.split())
    assert re.fullmatch(GRAMMAR, ls.format_move(*read))


def test_r1_1_a_seat_is_any_whole_number() -> None:
    assert ls.format_move(ls.EndTurn(), cast("int", numpy.int64(1))) == "p1 end"


def test_a_line_may_be_as_long_as_the_longest() -> None:
    longest = "p1 end".ljust(MOST_CHARACTERS)
    assert parse_move(longest) == (ls.EndTurn(), 1)
    with pytest.raises(ls.NotationError):
        parse_move(longest + " ")


def test_every_line_of_the_page_is_the_action_beside_it() -> None:
    forms = re.findall(r"^\| `([pd][^|]*?)` \| `([^`]+)`", PAGE.read_text("utf-8"), re.MULTILINE)
    assert len(forms) == 25
    hidden = {"HiddenChoice": ls.HiddenChoice}  # names are imported when they are first used
    for line, action in forms:
        parsed, seat = ls.parse_move(line, hidden=True)
        assert parsed == eval(action, vars(ls) | hidden), line
        assert ls.format_move(parsed, seat) == line


def test_r11_a_look_at_no_card_is_not_written() -> None:
    with pytest.raises(ls.ArgumentError, match=r"^a look shows at least one card$"):
        ls.format_move(CardsShown(()))


@pytest.mark.parametrize("language", ls.LANGUAGES)
@pytest.mark.parametrize(("line", "column", "expected"), WRONG_LINES)
def test_a_wrong_line_is_described_in_every_language(
    line: str, column: int, expected: str, language: str
) -> None:
    with pytest.raises(ls.NotationError) as caught:
        ls.parse_move(line)
    error = caught.value
    told = ls.describe_error(error, language=language)
    assert str(column) in told
    assert (expected in told) == (language == "en")
    assert all(str(value) in told for _, value in error.facts)


def test_what_was_probably_meant_is_told_in_every_language() -> None:
    with pytest.raises(ls.NotationError) as caught:
        ls.parse_move("p1 play loin", edition=ls.load_edition("printed"))
    told = [ls.describe_error(caught.value, language=language) for language in ls.LANGUAGES]
    assert [sentence.rstrip("? ").split()[-1] for sentence in told] == ["lion"] * 4
    assert len({*told}) == 4


def test_an_error_that_somebody_else_made_is_described_by_what_it_expects() -> None:
    error = ls.NotationError("p0 fly", 4, "a bird")
    assert ls.describe_error(error) == "At character 4: expected a bird."


def test_the_page_lists_each_kind_of_expected_text() -> None:
    codes = {
        key.removeprefix("notation.")
        for key in ls.edition.phrases_in("en").by_key
        if key.startswith("notation.") and not key.startswith("notation.sentence")
    }
    table = PAGE.read_text("utf-8").partition("| `code` |")[2]
    assert {*re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)} == codes
