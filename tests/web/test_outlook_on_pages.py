"""What pages and the terminal tell of the end before it comes, and of the Queen after it."""

import html
import re

import pytest
from positions import finish, give, last_turn, play, table

import livingstone as ls
from livingstone.cli.narrator import Narrator
from livingstone.cli.terminal import print_score_sheet
from livingstone.web.client_view import ClientView
from livingstone.web.page_phrases import page_phrases

NAMES = ("Ann", "Ben", "Cleo")


def parts_of(state: ls.State, seat: int | None, language: str = "en") -> dict[str, str]:
    """Make the parts of the page of a table, for a person on each seat."""
    names = NAMES[: len(state.players)]
    snapshot = ls.Table(state).snapshot(seat, names=names, language=language)
    kinds = ("person",) * len(names)
    words = page_phrases(language)
    return ClientView(snapshot, names, words, path="/table/x", kinds=kinds).parts()


def coming(state: ls.State, seat: int | None) -> list[tuple[str, str]]:
    """List by seat the points to come, and what they are for."""
    found = re.findall(
        r'class="coming"[^>]*title="([^"]*)">([^<]*)<', parts_of(state, seat)["players"]
    )
    return [(points, why.partition(": ")[2]) for why, points in found]


def test_r8_each_player_has_the_points_to_come_which_keep_the_hands_of_others_secret() -> None:
    state = give(table(3, 5), 0, tents=[(1, 1)], gems=ls.Gems(2), cards=["lion"])
    state = give(state, 1, cards=["rhinoceros"], gems=ls.Gems(0, 1))
    rows, gems = "12 for rows", "2 for gems"
    assert coming(state, 0) == [
        ("+18", f"{rows}, {gems}, 4 for cards"),
        ("+1", "0 for rows, 1 for gems"),
        ("+0", "0 for rows, 0 for gems"),
    ]
    assert coming(state, None)[0] == ("+14", f"{rows}, {gems}")


def test_no_points_are_to_come_after_the_end() -> None:
    assert coming(finish(last_turn(3)), 0) == []


def test_the_end_of_a_last_turn_is_asked_about_whatever_is_asked_else() -> None:
    state = play(last_turn(3), ls.TakeDie(6), ls.TakeCoins())
    moves = parts_of(state, 0)["moves"]
    dialog = re.search(
        r'<dialog class="choice" data-for="end"([^>]*)>(.*?)</dialog>', moves, re.DOTALL
    )
    assert dialog
    assert "data-confirms" not in dialog[1]
    assert "9 coins in your purse" in dialog[2]
    assert 'data-instead="chest"' in dialog[2]
    poor = play(state, ls.Donate(9))
    assert 'data-for="end"' not in parts_of(poor, 0)["moves"]


def told_at_the_end(state: ls.State, language: str = "en") -> list[str]:
    final = html.unescape(parts_of(state, 0, language)["final"])
    told = re.findall(r"(?s)<p>(.*?)</p>", final)
    plain = (" ".join(re.sub("<[^>]*>", "", each).split()) for each in told)
    return [each for each in plain if "R8.4" in each or "R9.2" in each]


def poor_leader(players: int) -> ls.State:
    """Let Ann have the most points and the smallest donation, and the game be over."""
    state = give(last_turn(players), 0, points=50, chest=1)
    for seat in range(1, players):
        state = give(state, seat, chest=24)
    return finish(state)


def test_r8_4_losing_by_the_queen_is_explained() -> None:
    assert told_at_the_end(poor_leader(3)) == [
        "Ann is out, with the smallest donation: 1 coin (R8.4)."
        " That is why 50 points, the most of all, do not win."
    ]


def test_r9_2_losing_by_the_roll_is_explained() -> None:
    state = play(poor_leader(2), ls.DiceRolled((3, 3, 4, 4)))
    assert told_at_the_end(state) == [
        "Ann is out: the Queen asked for 14 coins and got 1 coin (R9.2)."
        " That is why 50 points, the most of all, do not win."
    ]


@pytest.mark.parametrize("language", ls.LANGUAGES)
def test_r8_4_the_explanation_is_in_the_language(language: str) -> None:
    (told,) = told_at_the_end(poor_leader(3), language)
    assert told.startswith("Ann ")
    assert ("is out" in told) == (language == "en")


COINS = {"de": "Taler", "en": "coins?", "fr": "pièces?", "it": "monet[ae]"}


@pytest.mark.parametrize("language", ls.LANGUAGES)
def test_r8_4_sums_have_a_unit_in_each_language(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    rolled = play(poor_leader(2), ls.DiceRolled((3, 3, 4, 4)))
    for state, sums in ((poor_leader(3), ["1"]), (rolled, ["14", "1"])):
        names = NAMES[: len(state.players)]
        print_score_sheet(state, Narrator(names, state.edition, language))
        printed = next(line for line in capsys.readouterr().out.splitlines() if "Ann " in line[:4])
        for told in (*told_at_the_end(state, language), printed):
            assert re.findall(rf"(\d+) {COINS[language]}\b", told) == sums, told


def test_r8_4_who_has_fewer_points_than_the_winner_is_not_told_of_them() -> None:
    state = give(give(last_turn(3), 1, points=9, chest=5), 2, chest=7)
    (told,) = told_at_the_end(finish(state))
    assert told == "Ann is out, with the smallest donation: 0 coins (R8.4)."


def test_r8_4_the_terminal_explains_it_as_well(capsys: pytest.CaptureFixture[str]) -> None:
    state = poor_leader(3)
    print_score_sheet(state, Narrator(NAMES, state.edition, "en"))
    assert "Ann is out, with the smallest donation: 1 coin.\n" in capsys.readouterr().out
