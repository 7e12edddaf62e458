"""The guided first round: what it says at each moment, and how it begins."""

import tomllib
from pathlib import Path

import pytest
import tomli_w
from positions import play, sail, table
from starlette.applications import Starlette
from web_clients import Browser, close, finish, make_app, table_at

import livingstone as ls
from livingstone.web.lessons import first_roll, steps_of
from livingstone.web.page_phrases import page_phrases
from livingstone.web.ratings import score_of

BEGUN = table(2, 1, 2, 4, 6)
USED = play(BEGUN, ls.TakeDie(1), ls.BuildTent(1))
AGAIN = play(USED, ls.EndTurn(), ls.TakeDie(4), ls.TakeCoins(), ls.EndTurn())


def told(state: ls.State) -> tuple[str, list[str]]:
    """Return the moment, and the names of what is said, to the first player."""
    moment, steps = steps_of(ls.Table(state).snapshot(0))
    return moment, [step.name for step in steps]


def test_each_moment_of_the_first_round_has_its_explanation() -> None:
    assert told(BEGUN) == ("begin", ["aim", "board", "round", "die", "use"])
    assert told(USED) == ("used", ["used"])
    assert told(play(USED, ls.EndTurn())) == ("rival", ["rival"])
    assert told(AGAIN) == ("again", ["higher", "use_again"])
    last = play(AGAIN, ls.TakeDie(6), ls.TakeCoins())
    assert told(last) == ("used", ["used"])
    scored = ("scored", ["scored", "ahead", "queen", "done"])
    assert told(play(last, ls.EndTurn())) == scored
    assert told(sail(BEGUN, 2)) == scored


def test_what_is_explained_is_marked() -> None:
    marks = {
        step.name: step.marks
        for state in (BEGUN, USED, AGAIN, sail(BEGUN, 2))
        for step in steps_of(ls.Table(state).snapshot(0))[1]
    }
    assert marks["die"] == ("die-1",)
    assert marks["used"] == ("end",)
    assert marks["higher"] == ("die-2", "die-6")
    assert marks["queen"] == ("chest",)


def test_r2_1_the_first_roll_has_dice_of_all_heights() -> None:
    edition = ls.load_edition("printed")
    assert first_roll(edition, 2) == ls.DiceRolled((1, 2, 4, 6))
    assert first_roll(edition, 3) == ls.DiceRolled((1, 2, 3, 4, 5, 6))


@pytest.mark.parametrize("language", ls.LANGUAGES)
def test_a_guided_game_begins_with_the_visitor_and_an_easy_bot(
    app: Starlette, language: str
) -> None:
    browser = Browser(app)
    browser.get(f"/?language={language}")
    answer = browser.post("/learn", data={"name-0": "Ann"})
    path = answer.url.path
    kept = table_at(app, path).kept
    assert kept.customs.guides
    assert not kept.customs.is_listed
    assert [seat.name for seat in kept.seats] == ["Ann", "Stanley"]
    state = table_at(app, path).game.state
    assert (state.current_player, state.dice) == (0, (1, 2, 4, 6))
    figures = ls.describe_board("printed", language=language)
    page = browser.get(path).text
    aim = page_phrases(language).say("lesson.aim", name="Stanley", **figures)
    assert aim in page
    assert "guided" not in Browser(app).get(path).text.replace('class="guided', "")


def test_statistics_leave_a_guided_game_out_and_a_rematch_is_not_guided(app: Starlette) -> None:
    browser = Browser(app)
    browser.get("/")
    path = browser.post("/learn").url.path
    finish(app, path)
    assert score_of(table_at(app, path).kept, 0) is None
    again = browser.post(f"{path}/rematch").url.path
    assert not table_at(app, again).kept.customs.guides


def test_a_board_for_more_players_has_more_rivals_and_another_queen(tmp_path: Path) -> None:
    figures = tomllib.loads(ls.shipped_toml("board"))
    figures["players"]["least"] = 3
    board = tmp_path / "board.toml"
    board.write_text(tomli_w.dumps(figures), "utf-8")
    app = make_app(tmp_path / "games.db", board=board)
    browser = Browser(app)
    browser.get("/")
    game = table_at(app, browser.post("/learn").url.path).game
    assert len(game.state.players) == 3
    assert told(sail(table(3, 1, 2), 2))[1][2] == "queen_many"
    close(app)


def test_a_page_of_other_tables_has_no_guide(app: Starlette) -> None:
    browser = Browser(app)
    browser.get("/")
    form = {"kind-0": "person", "kind-1": "random", "edition": "printed"}
    path = browser.post("/tables", data=form).url.path
    assert 'id="guided"' not in browser.get(path).text
