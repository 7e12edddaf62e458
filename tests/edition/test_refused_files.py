"""Data files: anything else is refused, and all problems come in one error."""

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from changed_files import Change, drop, load_changed, problems_with, put
from editions import (
    Table,
    board_table,
    deck_table,
    load_edition,
    new_game,
    shipped_table,
    write_toml,
)
from hypothesis import given
from hypothesis import strategies as st

import livingstone as ls
from livingstone import ArgumentError, DataError, shipped_toml, validate
from livingstone.edition.loading import check_edition
from livingstone.support.files import MOST_DOTS, MOST_MARKS, read_toml


def problems_of_text(folder: Path, text: str | bytes, kind: str = "board") -> tuple[str, ...]:
    file = folder / f"{kind}.toml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(DataError) as error:
        load_edition("printed", **{kind: file})
    assert error.value.source == str(file)
    assert str(error.value).startswith(str(file))
    return error.value.problems


BIG_HEX = f"0x{'f' * 5000}"


DEEP = f"{'[' * 300}{']' * 300}"


BAD_TEXTS: list[tuple[str, str | bytes, str, str]] = [
    ("board", "tents = ", "is not TOML", "half a line"),
    ("board", "tents = 1\ntents = 2", "is not TOML", "a key twice"),
    ("board", "\x00", "is not TOML", "a null"),
    ("board", f"tents = {'9' * 5000}", "is not TOML", "five thousand digits"),
    ("board", f"tents = {BIG_HEX}", "tents: must be 1 to 10000, not a huge number", "hex"),
    ("cards", f"cards = [{{id = {BIG_HEX}}}, {{id = {BIG_HEX}}}]", "cards[0].id", "hex twice"),
    ("cards", f"cards = [{{id = {DEEP}}}, {{id = {DEEP}}}]", "cards[0].id", "lists twice"),
    ("board", f"tents = {'[' * 5000}{']' * 5000}", "is not TOML: it is nested", "deep lists"),
    ("board", f"a = {'{a=' * 3000}1{'}' * 3000}", "is not TOML: it is nested", "deep tables"),
    ("board", b"\xff\xfe", "is not UTF-8", "not UTF-8"),
    ("board", "name = 'é'".encode("latin-1"), "is not UTF-8", "Latin-1"),
    ("board", "#" * 1_000_001, "is larger than 1000000 bytes", "too large"),
    ("board", "", "tents: is missing", "empty"),
    ("cards", "", "cards: is missing", "empty"),
    ("board", "tents = 1979-05-27", "tents: must be a whole number, not ", "a date"),
    ("board", "tents = inf", "tents: must be a whole number, not inf", "infinity"),
]


@pytest.mark.parametrize(
    ("kind", "text", "problem"),
    [(kind, text, problem) for kind, text, problem, _ in BAD_TEXTS],
    ids=[f"{kind}: {name}" for kind, _, _, name in BAD_TEXTS],
)
def test_a_file_that_is_not_data_is_refused(
    tmp_path: Path, kind: str, text: str | bytes, problem: str
) -> None:
    problems = problems_of_text(tmp_path, text, kind)
    assert problems[0].startswith(problem)
    assert all(len(problem) < 1500 for problem in problems)


def test_a_text_in_place_of_a_path_is_told_in_one_line() -> None:
    with pytest.raises(ArgumentError, match="a path must be one line") as told:
        load_edition("printed", board=shipped_toml("board"))
    assert len(str(told.value)) < 200


@pytest.mark.parametrize("name", ["Printed", ""])
def test_an_unknown_edition_is_a_bad_argument(name: Any) -> None:
    with pytest.raises(ArgumentError, match="printed, bga"):
        load_edition(name)


def test_all_problems_come_in_one_error(tmp_path: Path) -> None:
    def spoil(table: Table) -> None:
        table["tents"] = "11"
        del table["dice"]
        table["columns"][3]["cost"] = 0
        table["columns"][4]["cots"] = 1
        table["rows"][0]["inferred"] = ["cost"]
        table["stones"]["white"]["count"] = 3
        table["start_coins"] = 1000
        table["surprise"] = 1

    assert problems_with(tmp_path, board=spoil) == [
        "coins: worth 204 together, but 5 players start with 5000",
        "columns[3].cost: must be 1 to 10000, not 0",
        "columns[4]: unknown: 'cots'",
        "dice: is missing",
        "rows[0].inferred[0]: must be one of value, majority, not 'cost'",
        "stones.white.count: must be 1, not 3",
        "tents: must be a whole number, not '11'",
        "unknown: 'surprise'",
    ]


def test_the_problems_of_both_files_come_in_one_error(tmp_path: Path) -> None:
    with pytest.raises(DataError) as error:
        load_changed(tmp_path, board=put("tents", value=0), cards=put("cards", 0, "count", value=0))
    board, cards = tmp_path / "board.toml", tmp_path / "cards.toml"
    assert error.value.source == f"{board} and {cards}"
    assert error.value.problems == (
        f"{board}: tents: must be 1 to 10000, not 0",
        f"{cards}: cards[0].count: must be 1 to 1000, not 0",
    )


def test_endless_problems_are_cut_short(tmp_path: Path) -> None:
    problems = problems_of_text(tmp_path, "[[cards]]\n" * 200, "cards")
    assert len(problems) == 101
    assert "more problems" in problems[-1]


def test_a_text_with_too_many_lists_is_refused_before_it_is_read() -> None:
    lists = "[], " * (MOST_MARKS - 1)
    assert len(read_toml(f"a = [{lists}]")["a"]) == MOST_MARKS - 1
    with pytest.raises(ValueError, match=f"more than {MOST_MARKS} dots, lists and tables"):
        read_toml(f"a = [{lists}[]]")


def test_a_line_has_at_most_five_hundred_dots() -> None:
    assert read_toml("a" + ".a" * MOST_DOTS + " = 1\nb = '.'")
    with pytest.raises(ValueError, match="nested too deeply"):
        read_toml("a" + ".a" * MOST_DOTS + ".a = 1")


def test_only_sound_ids_are_compared(tmp_path: Path) -> None:
    # Whole numbers can be chosen to have one hash: comparing many of them takes for ever.
    table = shipped_table("cards.toml")
    table["cards"][0]["id"] = table["cards"][1]["id"] = 2**61 - 1
    table["cards"][2]["id"] = table["cards"][3]["id"]
    with pytest.raises(ls.DataError) as caught:
        load_edition("printed", cards=write_toml(tmp_path / "cards.toml", table))
    repeated = [problem for problem in caught.value.problems if "more than once" in problem]
    assert repeated == [f"cards: '{table['cards'][3]['id']}' occurs more than once"]


def test_a_list_that_is_too_long_is_refused_before_its_entries_are_looked_at(
    tmp_path: Path,
) -> None:
    (tmp_path / "cards.toml").write_text("[[cards]]\n" * 201)
    with pytest.raises(ls.DataError) as caught:
        load_edition("printed", cards=tmp_path / "cards.toml")
    assert caught.value.problems == ("cards: must have 0 to 200 entries, not 201",)


PLAIN = st.recursive(
    st.one_of(st.booleans(), st.integers(-5, 20), st.floats(), st.text(max_size=8)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(st.sampled_from(["board", "cards"]), st.lists(st.integers(0, 30), max_size=6), PLAIN)
def test_any_value_anywhere_loads_or_is_a_data_error(
    tmp_path_factory: pytest.TempPathFactory, kind: str, way: list[int], value: Any
) -> None:
    table: Any = {"board": board_table, "cards": deck_table}[kind]()
    holder, key = table, next(iter(table))
    for step in way:
        inner = holder[key]
        if not isinstance(inner, dict | list) or not inner:
            break
        keys = list(inner) if isinstance(inner, dict) else list(range(len(inner)))
        holder, key = inner, keys[step % len(keys)]
    holder[key] = value
    file = write_toml(tmp_path_factory.getbasetemp() / f"damaged_{kind}.toml", table)
    with suppress(DataError):
        loaded = load_edition("bga", **{kind: file})
        assert check_edition(loaded) == []
        assert validate(new_game(loaded.board.players.least, edition=loaded, seed=1)) == []


BAD_BOARDS: list[tuple[Change, str]] = [
    (put("tents", value=1.9), "tents: must be a whole number, not 1.9"),
    (put("tents", value=0), "tents: must be 1 to 10000, not 0"),
    (put("tents", value=10_001), "tents: must be 1 to 10000, not 10001"),
    (drop("tents"), "tents: is missing"),
    (put("tent", value=4), "unknown: 'tent'"),
    (put("start_coins", value=-1), "start_coins: must be 0 to 10000, not -1"),
    (put("neighbour_fee", value=-1), "neighbour_fee: must be 0 to 10000, not -1"),
    (put("players", "least", value=1), "players.least: must be 2 to 20, not 1"),
    (put("players", "most", value=21), "players.most: must be 2 to 20, not 21"),
    (put("players", value={"least": 4, "most": 3}), "players: least (4) is more than most (3)"),
    (put("dice", "sides", value=0), "dice.sides: must be 1 to 20, not 0"),
    (put("dice", "per_player", value=0), "dice.per_player: must be 1 to 10, not 0"),
    (put("dice", "donation", value=0), "dice.donation: must be 1 to 20, not 0"),
    (put("columns", value=[]), "columns: must have 1 to 100 entries, not 0"),
    (put("columns", value=[{"cost": 1}] * 101), "columns: must have 1 to 100 entries, not 101"),
    (put("columns", 2, "cost", value=0), "columns[2].cost: must be 1 to 10000, not 0"),
    (put("columns", 0, "inferred", value=["value"]), "columns[0].inferred[0]: must be one of cost"),
    (put("columns", 0, "inferred", value="cost"), "columns[0].inferred: must be an array, not"),
    (put("rows", value=[]), "rows: must have 1 to 20 entries, not 0"),
    (
        lambda table: table["rows"].append({"value": 7, "majority": 1}),
        "rows: a die of 6 sides cannot reach 7 rows",
    ),
    (put("rows", 0, "value", value=0), "rows[0].value: must be 1 to 10000, not 0"),
    (put("rows", 5, "majority", value=-2), "rows[5].majority: must be 0 to 10000, not -2"),
    (put("coins", value=[]), "coins: must have 1 to 20 entries, not 0"),
    (put("coins", 1, "value", value=0), "coins[1].value: must be 1 to 10000, not 0"),
    (put("coins", 1, "value", value=1), "coins: 1 occurs more than once"),
    (put("start_coins", value=41), "coins: worth 204 together, but 5 players start with 205"),
    (put("dice", "sides", value=20), "dice: 10 dice of 20 sides can show too much to list"),
    (put("stones", "red", "count", value=41), "stones.red.count: must be 0 to 40, not 41"),
    (put("coins", 3, "count", value=1000), "coins: worth 10154 together, more than 10000"),
    (put("stones", "white", "count", value=0), "stones.white.count: must be 1, not 0"),
    (put("stones", "white", "count", value=2), "stones.white.count: must be 1, not 2"),
    (put("stones", "black", "count", value=-1), "stones.black.count: must be 0 to 10000, not -1"),
    (put("stones", "clear", "value", value=0), "stones.clear.value: must be 1 to 10000, not 0"),
]


@pytest.mark.parametrize(("change", "problem"), BAD_BOARDS, ids=[p for _, p in BAD_BOARDS])
def test_a_bad_board_is_told_what_and_where(tmp_path: Path, change: Change, problem: str) -> None:
    (found,) = problems_with(tmp_path, board=change)
    assert found.startswith(problem)


def test_r9_2_a_donation_roll_with_too_many_outcomes_to_list_is_refused(tmp_path: Path) -> None:
    dice = board_table()["dice"] | {"sides": 12, "donation": 20}
    problems = problems_with(tmp_path, board=put("dice", value=dice))
    assert problems == ["dice: 20 dice of 12 sides can show too much to list"]


def test_r2_1_a_roll_with_as_many_outcomes_as_can_be_listed_is_taken(tmp_path: Path) -> None:
    """10 dice show 184,756 different rolls with 11 sides, 352,716 with 12; 200,000 are the most."""
    dice = board_table()["dice"] | {"per_player": 2, "donation": 4}
    load_changed(tmp_path, board=put("dice", value=dice | {"sides": 11}))
    problems = problems_with(tmp_path, board=put("dice", value=dice | {"sides": 12}))
    assert problems == ["dice: 10 dice of 12 sides can show too much to list"]


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    edition = load_changed(tmp_path, board=put("tents", value=12))
    path = tmp_path / "board.toml"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert load_edition("printed", board=path) == edition


KINDS = (
    "no_cost_tent, ignore_die, more_dice, second_tent, market, boat_back, draw_stones, "
    "gain_coins, score_points, mine_collapse, parts"
)


def effect(card: int, *path: str, value: object) -> Change:
    return put("cards", card, "effect", *path, value=value)


BAD_DECKS: list[tuple[Change, str]] = [
    (drop("cards"), "cards: is missing"),
    (put("cards", 0, "id", value="ignore_die"), "cards: 'ignore_die' occurs more than once"),
    (put("cards", 0, "id", value="No Way"), "cards[0].id: must be lower-case letters, digits and"),
    (put("cards", 0, "count", value=0), "cards[0].count: must be 1 to 1000, not 0"),
    (
        put("cards", 0, "effect", value={"kind": "fly"}),
        f"cards[0].effect: kind must be one of {KINDS}, not 'fly'",
    ),
    (
        put("cards", 0, "effect", value={}),
        f"cards[0].effect: kind is missing: it must be one of {KINDS}",
    ),
    (put("cards", 2, "effect", "dice", value=0), "cards[2].effect.dice: must be 1 to 10000, not 0"),
    (effect(4, "coins", "clear", value=0), "cards[4].effect.coins.clear: must be 1 to 10000"),
    (effect(4, "points", "red", value=-1), "cards[4].effect.points.red: must be 0 to 10000"),
    (effect(4, "coins", "black", value=1), "cards[4].effect.coins: unknown: 'black'"),
    (effect(5, "columns", value=-1), "cards[5].effect.columns: must be 1 to 10000, not -1"),
    (effect(6, "stones", value=21), "cards[6].effect.stones: must be 1 to 20, not 21"),
    (effect(8, "points", value=0), "cards[8].effect.points: must be 1 to 10000, not 0"),
    (drop("cards", 0, "names", "en"), "cards[0].names.en: is missing"),
    (put("cards", 0, "names", "de", value=4), "cards[0].names.de"),
    (put("cards", 0, "names", "la", value="leo"), "cards[0].names: unknown: 'la'"),
    (put("cards", 0, "text", value="one\ntwo"), "cards[0].text: must be one line of 1 to 200"),
    (put("cards", 0, "text", value=""), "cards[0].text: must be one line of 1 to 200 characters"),
    (put("cards", 0, "inferred", value=["effect"]), "cards[0].inferred[0]: must be one of count,"),
]


@pytest.mark.parametrize(("change", "problem"), BAD_DECKS, ids=[p for _, p in BAD_DECKS])
def test_a_bad_deck_is_told_what_and_where(tmp_path: Path, change: Change, problem: str) -> None:
    (found,) = problems_with(tmp_path, cards=change)
    assert found.startswith(problem)
