"""Data files: anything else is refused, and all problems come in one error."""

from pathlib import Path
from typing import Any

import pytest
from changed_files import drop, load_changed, problems_with, put
from editions import Table, load_edition

from livingstone import ArgumentError, DataError, shipped_toml
from livingstone.support.files import MOST_DOTS, MOST_MARKS, read_toml


def nothing(table: Table) -> None:
    """Leave a file as it is shipped."""


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
    (
        "board",
        f"tents = {'[' * 5000}{']' * 5000}",
        "is not TOML: it is nested too deeply",
        "deep lists",
    ),
    (
        "board",
        f"tents = {'{a=' * 3000}1{'}' * 3000}",
        "is not TOML: it is nested too deeply",
        "deep tables",
    ),
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


def test_no_such_file(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="No such file or directory"):
        load_edition("printed", board=tmp_path / "nowhere.toml")


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="Is a directory"):
        load_edition("printed", cards=tmp_path)


def test_a_text_in_place_of_a_path_is_told_in_one_line() -> None:
    with pytest.raises(ArgumentError, match="a path must be one line") as told:
        load_edition("printed", board=shipped_toml("board"))
    assert len(str(told.value)) < 200


def test_a_path_that_cannot_be() -> None:
    with pytest.raises(ArgumentError, match="NUL"):
        load_edition("printed", cards="a\x00b")


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


def test_one_bad_file_of_two_is_named_alone(tmp_path: Path) -> None:
    with pytest.raises(DataError) as error:
        load_changed(tmp_path, board=nothing, cards=drop("cards"))
    assert error.value.source == str(tmp_path / "cards.toml")


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
