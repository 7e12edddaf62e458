"""The board in characters: it fits its width, and shows what a view holds; so does SVG (R10)."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from picture_samples import GAMES, crowded, sampled, views_of
from positions import give, lay_aside

import livingstone as ls
from livingstone import svg, text
from livingstone.testing import observers, states, with_other_secrets

NAMES = ["Ann", "Ben", "Cem", "Dee", "Eve", *map(str, range(15))]
LETTERS = "abcdefghijklmnopqrst"


def width_of(line: str) -> int:
    return sum(
        0 if unicodedata.combining(sign) else 1 + (unicodedata.east_asian_width(sign) in "WF")
        for sign in line
    )


@pytest.mark.parametrize("language", ls.LANGUAGES)
@pytest.mark.parametrize("width", [80, 132])
def test_a_game_of_five_fits_a_terminal(language: str, width: int) -> None:
    for state in sampled(5, ls.load_edition("bga")):
        for shown in views_of(state):
            board = text.board(shown, width=width, names=NAMES[:5], language=language)
            assert max(map(len, board.splitlines())) <= width
            assert " ," not in board
            assert text.board(shown, width=width, language=language, encoding="ascii").isascii()


@pytest.mark.parametrize("language", ls.LANGUAGES)
@given(data=st.data(), width=st.integers(40, 90))
def test_no_line_is_longer_than_the_width(language: str, data: st.DataObject, width: int) -> None:
    state = data.draw(states())
    players = len(state.players)
    names = data.draw(st.lists(LONG_NAMES, min_size=players, max_size=players))
    encoding = data.draw(st.sampled_from([None, "utf-8", "ascii"]))
    shown = ls.view(state, data.draw(st.sampled_from(observers(state))))
    board = text.board(shown, width=width, names=names, language=language, encoding=encoding)
    assert max(map(width_of, board.splitlines())) <= width


LONG_NAMES = st.sampled_from(
    ["Maximiliane-Henriette von der Oberhuber", "石" * 30, "e\u0301" * 40, "🦁" * 9, "Ann"]
)


def test_on_a_telephone_each_player_has_a_column() -> None:
    names = ["Maximiliane", "Ben", "Cem", "Dee", "Eve"]
    board = text.board(crowded(), width=40, names=names).splitlines()
    letters = board.index(f"{'':9}    a    b    c    d    e")
    assert [line[4:] for line in board[letters - 6 : letters - 1]] == names
    figures = [line[:9].rstrip() for line in board[letters + 1 :]]
    assert figures == [
        *("Points", "Tents", "All coins", "Chest", "Donations"),
        *("clear", "blue", "red", "Cards", "Last die"),
    ]


@pytest.mark.parametrize("tents", [9, 10, 11])
def test_more_tents_of_a_player_than_a_space_has_room_for_are_written_apart(tents: int) -> None:
    state = give(ls.new_game(2, seed=7), 0, tents=[(2, 3)] * tents)
    assert counted(text.lines(state, width=40)) == {(0, False): tents}
    assert max(map(width_of, text.board(state, width=40).splitlines())) <= 40


def test_spaces_have_two_to_five_cells_as_the_width_has_room() -> None:
    state = crowded()
    rules = {
        width: next(line for line in text.board(state, width=width).splitlines() if "+-" in line)
        for width in (40, 50, 70, 80, 200)
    }
    assert [len(rule.split("+")[1]) for rule in rules.values()] == [2, 3, 4, 5, 5]
    boats = [
        text.board(state, width=width).partition("boat")[0].count(r"\_|>_/") for width in rules
    ]
    assert boats == [0, 0, 0, 1, 1]


def test_columns_are_aligned_beside_names_of_wide_letters() -> None:
    names = ["石" * 8, "e\u0301" * 10, "Ann", "🦁" * 4, "a b"]
    for encoding in (None, "utf-8", "shift_jis"):
        board = text.board(crowded(), names=names, encoding=encoding)
        assert len({width_of(line) for line in board.splitlines()[-5:]}) == 1
        if encoding:
            board.encode(encoding)


@pytest.mark.parametrize(("players", "edition"), GAMES)
def test_every_tent_is_on_the_board(players: int, edition: ls.Edition) -> None:
    for state in sampled(players, edition):
        for encoding in (None, "utf-8"):
            lines = text.lines(state, encoding=encoding)
            assert counted(lines) == {
                (seat, is_scored): number
                for seat, player in enumerate(state.players)
                for is_scored in (False, True)
                if (number := tents_of(player, is_scored=is_scored))
            }


def counted(lines: tuple[text.Line, ...]) -> dict[tuple[int, bool], int]:
    """Add up the tents on the board by seat, and by whether they are scored."""
    found: dict[tuple[int, bool], int] = {}
    for line in lines:
        if any(segment.style == "label" for segment in line):
            continue
        for segment in line:
            if match := re.fullmatch(r"([a-t])(\d*)", segment.text, re.IGNORECASE):
                seat, is_scored = LETTERS.index(match[1].lower()), match[1].isupper()
                assert segment.style == f"seat-{seat}" + (" scored" if is_scored else "")
                key = (seat, is_scored)
                found[key] = found.get(key, 0) + int(match[2] or 1)
    return found


def tents_of(player: ls.Player, *, is_scored: bool) -> int:
    return sum(
        player.tents_at(space)
        for space in player.spaces()
        if player.has_scored_tent_at(space) == is_scored
    )


def test_a_game_of_five_fits_a_terminal_of_24_lines() -> None:
    for state in sampled(5, ls.load_edition("printed"), 40):
        board = text.board(ls.view(state, state.current_player), names=NAMES[:5])
        assert len(board.splitlines()) <= 24


def test_letters_that_an_encoding_lacks_give_way_to_others() -> None:
    names = ["Zoë", "Łukasz", "Ærø", "Ann", "石"]
    board = text.board(crowded(), names=names, language="de", encoding="ascii")
    for word in ("Zoe", "?ukasz", "?ro", "Wurfel", "Grossbuchstaben"):
        assert word in board, board
    assert "Würfel" in text.board(crowded(), language="de")


def test_encodings_that_are_not_for_terminals_do_no_harm() -> None:
    for encoding in ("rot13", "base64", "hex", "idna", "punycode", "utf-16", "utf-7"):
        assert text.board(crowded(), encoding=encoding)


def test_r10_2_a_chest_is_told_to_its_owner_and_bounded_for_others() -> None:
    state = ls.apply(ls.new_game(2, seed=7), ls.Donate(2))
    assert "2 (1)" in str(ls.view(state, 0))
    assert "1-3 (1)" in str(ls.view(state, 1))


@pytest.mark.parametrize(
    ("language", "one", "two"),
    [
        ("fr", "1 noire, 1 claire, 1 bleue, 1 rouge", "2 noires, 2 claires, 2 bleues, 2 rouges"),
        ("it", "1 nera, 1 chiara, 1 blu, 1 rossa", "2 nere, 2 chiare, 2 blu, 2 rosse"),
    ],
)
def test_stones_have_the_form_of_their_number(language: str, one: str, two: str) -> None:
    for count, listed in ((1, one), (2, two)):
        stones = ls.Stones(black=count, clear=count, blue=count, red=count, white=0)
        state = lay_aside(ls.new_game(2, seed=7), stones)
        assert f": {listed}\n" in text.board(state, width=200, language=language)
        assert f': {listed}"' in svg.board(state, language=language)


@given(st.data())
def test_states_that_differ_in_secrets_only_look_the_same(data: st.DataObject) -> None:
    state = data.draw(states())
    seat = data.draw(st.sampled_from(observers(state)))
    other = data.draw(with_other_secrets(state, seat))
    for board in (svg.board, text.board):
        assert board(ls.view(state, seat)) == board(ls.view(other, seat))
        if seat is None:
            assert board(state) == board(other)
