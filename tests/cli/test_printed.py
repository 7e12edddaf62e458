"""What is printed, on the command line: tables to read, data files to begin with."""

import tomllib

import pytest

import livingstone as ls
from livingstone.cli import main
from livingstone.edition.loading import is_shipped


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 0
    return capsys.readouterr().out


def test_the_data_files_are_printed_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    board = printed(capsys, "board", "--toml")
    cards = printed(capsys, "cards", "--toml")
    assert (board, cards) == (ls.shipped_toml("board"), ls.shipped_toml("cards"))
    own = ls.load_edition("printed", board=tomllib.loads(board), cards=tomllib.loads(cards))
    assert is_shipped(own)


def test_the_board_shows_its_rows_and_columns(capsys: pytest.CaptureFixture[str]) -> None:
    lines = [line.split() for line in printed(capsys, "board").splitlines()]
    board = ls.load_edition("printed").board
    for number, row in enumerate(board.rows, 1):
        assert [str(number), str(row.value), str(row.majority)] in lines
    for number, column in enumerate(board.columns, 1):
        assert [str(number), str(column.cost)] in lines


def test_the_cards_are_listed_with_their_texts(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "cards").splitlines()
    assert lines[0].split() == ["id", "count", "name", "text"]
    for line, card in zip(lines[1:], ls.load_edition("printed").cards, strict=True):
        assert line.split()[:2] == [card.id, str(card.count)]
        assert card.names.en in line
        assert line.endswith(card.text)
