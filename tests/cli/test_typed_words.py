"""What people type at the terminal in their own words."""

import io
import sys

import pytest
from positions import at_die, give, table

import livingstone as ls
from livingstone.cli.encoding import accept_any_letter
from livingstone.cli.reading import read_wish
from livingstone.cli.terminal import Terminal
from livingstone.cli.wording import wording_in


@pytest.mark.parametrize(
    ("language", "line", "moves"),
    [
        ("en", "take the 4", ["take 4"]),
        ("en", "take die 4", ["take 4"]),
        ("en", "take a die", ["take 3", "take 4", "take 5"]),
        ("en", "donate 1 coin to the Queen", ["donate 1"]),
        ("en", "sell 2 blue gems", ["sell blue=2"]),
        ("en", "sell 1 blue stone to the bank", ["sell blue=1"]),
        ("de", "nimm den Würfel 4", ["take 4"]),
        ("de", "nimm die 4", ["take 4"]),
        ("de", "spende 1 Münze", ["donate 1"]),
        ("de", "spende 2 Taler der Königin", ["donate 2"]),
        ("de", "verkaufe 2 blaue Edelsteine", ["sell blue=2"]),
        ("fr", "prendre le dé 4", ["take 4"]),
        ("fr", "donner 1 pièce", ["donate 1"]),
        ("fr", "donner 2 pièces à la reine", ["donate 2"]),
        ("fr", "vendre 2 gemmes bleues", ["sell blue=2"]),
        ("it", "prendi il dado 4", ["take 4"]),
        ("it", "dona 1 moneta", ["donate 1"]),
        ("it", "dona 2 monete alla regina", ["donate 2"]),
        ("it", "vendi 2 gemme blu", ["sell blue=2"]),
    ],
)
def test_articles_and_nouns_around_a_move_are_passed_over(
    language: str, line: str, moves: list[str]
) -> None:
    state = give(table(2, 3, 4, 5), 0, coins=8, gems=ls.Gems(2, 2, 0))
    wish = read_wish(line, ls.view(state, 0), wording_in(language))
    assert [ls.format_move(move, 0) for move in wish.moves] == [f"p0 {move}" for move in moves]


def test_a_card_in_the_hand_comes_before_others_whose_names_begin_alike() -> None:
    state = give(table(2, 3, 4), 0, gems=ls.Gems(1, 0, 0), cards=["market"])
    wish = read_wish("play m", ls.view(state, 0), wording_in("en"))
    assert wish.moves == (ls.PlayCard("market", ls.Gems(1, 0, 0)),)


def test_r9_1_a_tent_is_moved_from_the_space_that_is_typed() -> None:
    tents = [(2, 3)] * 10 + [(3, 4)]
    state = give(at_die(4, players=2, left=(5, 6)), 0, coins=9, scored=tents)
    wish = read_wish("build from r2c3", ls.view(state, 0), wording_in("en"))
    assert wish.moves
    assert {move.source for move in wish.moves if isinstance(move, ls.BuildTent)} == {(2, 3)}


def test_keys_that_write_nothing_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.input", lambda _: " take\x1b\x07 3 ")
    assert Terminal().ask("> ") == "take 3"


def test_bytes_that_are_no_letters_are_not_understood_and_end_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, content in (("stdin", b"take \xff\n"), ("stdout", b""), ("stderr", b"")):
        monkeypatch.setattr(sys, name, io.TextIOWrapper(io.BytesIO(content), "utf-8"))
    accept_any_letter()
    assert sys.stdin.readline() == "take \ufffd\n"
