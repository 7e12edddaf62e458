"""The lobby: my games, games that everybody may watch, closing; and the page of the rules."""

import re
import sqlite3
import time
import tomllib
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

import pytest
import tomli_w
from attrs import evolve
from starlette.applications import Starlette
from web_clients import (
    PEOPLE,
    Browser,
    Game,
    begin,
    close,
    finish,
    make_app,
    open_table,
    sit_down,
    table_at,
)

import livingstone as ls
from livingstone.edition.phrases import rules_in
from livingstone.web.page_phrases import page_phrases
from livingstone.web.ratings import rivals_of, score_of
from livingstone.web.statistics import PlayerRating, Score, Statistics

NOTHING = "\N{EN DASH}"
ALONE = {"kind-0": "person", "name-0": "Ann", "kind-1": "greedy"}


def test_others_see_a_table_in_the_lobby_only_if_it_is_listed(app: Starlette) -> None:
    for form in ({}, {"is_listed": "1"}):
        ann, path, table = open_table(app, **form)
        assert f'href="{path}"' in ann.get("/").text
        assert (f'href="{path}"' in Browser(app).get("/").text) == bool(form)
        assert Browser(app).get(path).status_code == 200
        finish(app, path)
        ann.post(f"{path}/rematch")
        assert table_at(app, str(table.kept.following.rematch)).kept.customs.is_listed == bool(form)


def test_my_games_are_first_those_where_it_is_my_turn(app: Starlette) -> None:
    ann = Browser(app)
    paths = [begin(ann, **PEOPLE) for _ in range(12)]
    is_mine = {path: table_at(app, path).game.state.current_player == 0 for path in paths}
    page = ann.get("/").text
    shown = re.findall(r'<li data-table="[^"]+"><a href="(/table/[^"/]+)">', page)
    assert sorted(shown) == sorted(paths)
    assert [is_mine[path] for path in shown] == sorted(is_mine.values(), reverse=True)
    assert page.count(">Your turn<") == sum(is_mine.values())
    assert ("<title>● Your turn" in page) == any(is_mine.values())


def test_a_finished_game_has_its_points_winner_links_and_statistics(game: Game) -> None:
    game.finish()
    path, kept, result = game.path, game.table.kept, ls.result(game.state)
    assert result is not None
    assert kept.progress.winners == result.winners
    assert kept.progress.points == tuple(own.points for own in result.standings)
    for seat, client in game.clients.items():
        page = client.get("/").text
        for link in (path, f"{path}/replay", f"{path}/record"):
            assert f'href="{link}"' in page
        row = page.partition('<th scope="rowgroup" colspan="5">')[2].partition("</tbody>")[0]
        won = int(seat in kept.progress.winners)
        expected = [1, won, kept.progress.points[seat], kept.progress.points[seat]]
        assert [int(number) for number in re.findall(r"<td>(\d+)</td>", row)] == expected
    assert game.app.state.tables.store.table(kept.id) == kept


def test_a_visitor_alone_closes_an_unfinished_game_for_good(app: Starlette) -> None:
    ann, store = Browser(app), app.state.tables.store
    path, finished = begin(ann, **ALONE), begin(ann, **ALONE)
    finish(app, finished)
    assert ann.post(f"{finished}/close").status_code == 403
    table = table_at(app, path)
    assert Browser(app).post(f"{path}/close").status_code == 403
    assert f'action="{path}/close"' in ann.get("/").text
    assert ann.post(f"{path}/close", follow_redirects=False).status_code == 303
    assert table.is_stale
    assert ann.get(path).status_code == 404
    assert store.table(table.id) is None
    assert store.entries(table.id) == []
    assert f'href="{path}"' not in ann.get("/").text


def test_a_game_with_others_can_be_closed_after_a_day(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, clients = game.path, game.clients
    later, store = time.time() + 25 * 3600, game.app.state.tables.store
    clock = SimpleNamespace(time=lambda: later, monotonic=time.monotonic)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("livingstone.web.game_store.time", clock)  # it is set; no day has passed
        assert clients[1].post(f"{path}/close").status_code == 403
    assert clients[1].post(f"{path}/close").status_code == 403
    assert f'action="{path}/close"' not in clients[1].get("/").text
    monkeypatch.setattr(store, "now", lambda: later)
    assert clients[1].post(f"{path}/close", follow_redirects=False).status_code == 303
    assert clients[0].get(path).status_code == 404


def test_the_token_of_a_visitor_is_no_key_to_a_seat(app: Starlette) -> None:
    ann, path, _ = open_table(app)
    thief = Browser(app)
    thief.cookies.set("visitor", str(ann.cookies.get("visitor")))
    assert f'href="{path}"' in thief.get("/").text
    assert thief.post(f"{path}/do/undo", data={"revision": "0.0"}).status_code == 403


def test_a_table_keeps_a_bounded_number_of_visitors(app: Starlette) -> None:
    _, path, _ = open_table(app)
    for _ in range(120):
        sit_down(Browser(app), app, path, 0)
    ((count,),) = app.state.tables.store.read("SELECT count(*) FROM visitors")
    assert count == 100


def test_one_button_and_the_form_offer_the_same_easy_bot(app: Starlette) -> None:
    ann = Browser(app)
    page = ann.get("/").text
    form = page.partition('<form method="post" action="/tables"')[2]
    fields = dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', form))
    path = begin(ann, **fields)
    easy = "porter" if find_spec("numba") else "random"
    assert [seat.kind for seat in table_at(app, path).kept.seats] == ["person", easy]
    chosen = page.partition('<select name="kind-1"')[2].partition("</select>")[0]
    assert re.findall(r'value="(\w+)"[^<>]* selected', chosen) == [easy]
    listed = re.findall(r'value="(\w+)" data-ratings="(-\S+|\d+)', chosen)
    ratings = [float(rating) for _, rating in listed]
    assert ratings == sorted(ratings)


def test_anybody_takes_a_public_seat_from_the_lobby_once(app: Starlette) -> None:
    ann, path, table = open_table(app, **{"kind-1": "public"})
    ben, cem = Browser(app), Browser(app)
    place = f'href="{path}/sit"'
    assert place not in ann.get("/").text
    assert place in cem.get("/").text
    assert place in cem.get(path).text
    assert ann.get(f"{path}/sit", follow_redirects=False).headers["location"] == path
    app.state.tables.live.clear()
    assert "What are you called?" in ben.get(f"{path}/sit").text
    assert ben.post(f"{path}/sit", data={"name": "Benno"}).status_code == 200
    assert (table := table_at(app, path)).names == ("Ann", "Benno")
    assert table.kept.customs.is_listed
    assert cem.get(f"{path}/sit").status_code == cem.post(f"{path}/sit").status_code == 403
    for page in (cem.get("/").text, cem.get(path).text):
        assert place not in page
    _, invited, _ = open_table(app, is_listed="1")
    assert cem.post(f"{invited}/sit").status_code == 403  # it is kept for who has the link


def test_games_against_rated_bots_give_a_rating_with_an_interval(app: Starlette) -> None:
    ann = Browser(app)
    for form in ({}, {"hints": "1"}, {"edition": "bga"}, {"kind-2": "open"}):
        finish(app, begin(ann, **ALONE | form))
    tables = [table for table, _ in app.state.tables.store.tables_of(ann.cookies["visitor"])]
    rivals = [rivals_of(table, 0) for table in tables]
    counted = [table for table in tables if table.seats[1].kind and not table.customs.hints]
    counted = [table for table in counted if table.edition == "printed" and len(table.seats) == 2]
    assert rivals.count(()) == 4 - sum(bool(table.progress.winners) for table in counted)
    assert set(rivals) <= {(), (0,)}
    assert "Elo" in ann.get("/").text


def rating_after(*games: tuple[bool, tuple[float, ...]]) -> PlayerRating:
    """Return the rating after games that were won or lost against rivals."""
    played = Statistics()
    for won, rivals in games:
        played = played.with_game(Score(10, won, rivals))
    assert played.rating is not None
    return played.rating


def test_a_rating_is_between_those_of_the_bots_it_has_won_and_lost_against() -> None:
    assert Statistics().with_game(Score(10, True, ())).rating is None
    even = rating_after(*[(True, (0,)), (False, (0,))] * 20)
    better = rating_after(*[(True, (0,))] * 10, (False, (0,)))
    alone = rating_after((True, (0, 0, 0)))
    assert abs(even.points) <= 10
    assert -130 < even.low < 0 < even.high < 130
    assert 0 < better.low < better.points < better.high
    assert alone.high - alone.low > even.high - even.low


def test_the_lobby_goes_through_no_game_again(
    app: Starlette, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise AssertionError

    ann = Browser(app)
    finish(app, begin(ann, **ALONE))
    row = _row_of_ann(ann)
    assert row[0] == "1"
    monkeypatch.setattr("livingstone.web.ratings.score_of", fail)
    monkeypatch.setattr("livingstone.web.statistics._likelihoods", fail)
    assert _row_of_ann(ann) == row


def test_games_of_a_file_of_before_are_counted_once(tmp_path: Path) -> None:
    app = make_app(tmp_path / "games.db")
    ann = Browser(app)
    finish(app, begin(ann, **ALONE))
    row = _row_of_ann(ann)
    close(app)
    with closing(sqlite3.connect(tmp_path / "games.db")) as games, games:
        games.execute("DELETE FROM statistics")
        games.execute("UPDATE visitors SET is_counted = 0")
    for _ in range(2):
        app = make_app(tmp_path / "games.db")
        assert _row_of_ann(Browser(app, cookies=ann.cookies)) == row
        close(app)


def _row_of_ann(client: Browser) -> list[str]:
    own = client.get("/").text.partition('<th scope="rowgroup" colspan="5">')[2]
    row = own.partition("</tbody>")[0]
    return re.findall(r"<td>([^<]*)</td>", row)


def test_a_game_that_was_resigned_before_the_first_move_is_in_no_statistics(game: Game) -> None:
    seat = game.mover
    assert game.do(seat, "resign") == 303
    game.finish()
    assert _row_of_ann(game.clients[seat]) == []
    assert score_of(game.table.kept, seat) is None


def test_a_game_that_was_resigned_is_lost_at_once_without_points(game: Game) -> None:
    seat = game.take_a_die()
    assert game.do(seat, "resign") == 303
    for _ in ("before the end", "after the end"):
        assert _row_of_ann(game.clients[seat])[:4] == ["1", "0", NOTHING, NOTHING]
        game.finish()
    assert len(_row_of_ann(game.clients[1 - seat])) == 5


@pytest.mark.parametrize("reason", ["resigned", "late", "away"])
def test_who_leaves_a_game_against_bots_loses_it_in_the_rating(app: Starlette, reason: str) -> None:
    ann, path, table = open_table(app, **ALONE)
    while not table.has_moved(0):
        table.game.play(ls.legal_moves(table.game.state)[0], table.game.state.current_player)
    app.state.tables.change_seat(table, 0, evolve(table.kept.seats[0], left=reason))
    score = score_of(table.kept, 0)
    assert (score is None) == (reason == "away")  # who is away can come back until the end
    finish(app, path)
    assert score_of(table.kept, 0) == (None, False, (0,))
    assert float(_row_of_ann(ann)[4].partition(" ")[0].replace("\N{MINUS SIGN}", "-")) < 0


def test_who_comes_back_has_not_left(app: Starlette) -> None:
    _, path, table = open_table(app, **ALONE)
    tables = app.state.tables
    tables.change_seat(table, 0, evolve(table.kept.seats[0], left="away"))
    assert table.kept.seats[0].left_before_moving
    tables.change_seat(table, 0, evolve(table.kept.seats[0], left=""))
    finish(app, path)
    score = score_of(table.kept, 0)
    assert score is not None
    assert score.points == table.kept.progress.points[0]


def test_games_on_a_board_of_one_s_own_count_for_no_rating(tmp_path: Path) -> None:
    board = tmp_path / "board.toml"
    figures = tomllib.loads(ls.shipped_toml("board"))
    for name, rivals in (("shipped", (0,)), ("own", ())):
        board.write_text(tomli_w.dumps(figures), "utf-8")
        app = make_app(tmp_path / f"{name}.db", board=board)
        _, path, table = open_table(app, **ALONE)
        finish(app, path)
        assert rivals_of(table.kept, 0) == rivals
        close(app)
        figures["columns"][2]["cost"] += 1


@pytest.mark.parametrize("language", ls.LANGUAGES)
def test_the_page_of_the_rules_has_every_rule(app: Starlette, language: str) -> None:
    numbers = [key for chapter in rules_in(language).values() for key in chapter if key != "title"]
    page = Browser(app).get(f"/rules?language={language}").text
    assert re.findall(r'<dt id="(R[0-9.]+)">', page) == numbers
    linked = set(re.findall(r'href="#(R[0-9.]+)"', page))
    assert linked <= {*numbers, *rules_in(language)}
    for card in ls.load_edition("printed").cards:
        assert ls.describe_card(card, language=language).replace("'", "&#39;") in page


@pytest.mark.parametrize("language", ls.LANGUAGES)
def test_the_page_of_the_rules_begins_with_the_aim_and_the_turn(
    app: Starlette, language: str
) -> None:
    page = Browser(app).get(f"/rules?language={language}").text
    before_the_rules, _, _ = page.partition('<dt id="R1.1">')
    figures = ls.describe_board("printed", language=language)
    at = 0
    for part in ("aim", "round", "die", "scoring", "queen", "end"):
        told = page_phrases(language).say(f"rules.play_{part}", **figures)
        words = told.partition(" (R")[0].replace("'", "&#39;")
        assert (at := before_the_rules.find(words, at)) > 0, words


@pytest.mark.parametrize("language", ls.LANGUAGES)
def test_the_page_of_the_rules_has_the_figures_of_the_server_s_board(
    tmp_path: Path, language: str
) -> None:
    board = tomllib.loads(ls.shipped_toml("board"))
    board["columns"][2]["cost"] += 1
    (tmp_path / "board.toml").write_text(tomli_w.dumps(board), "utf-8")
    app = make_app(tmp_path / "games.db", board=tmp_path / "board.toml")
    page = Browser(app).get(f"/rules?language={language}").text
    assert f"{', '.join(str(column['cost']) for column in board['columns'])} " in page
    assert page_phrases(language).say("rules.untranslated") not in page
    close(app)


def test_a_language_without_pages_is_not_offered(
    app: Starlette, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("requests", "pages"):
        monkeypatch.setattr(f"livingstone.web.{module}.PAGE_LANGUAGES", ("de", "en"))
    page = Browser(app).get("/rules?language=it").text
    assert '<html lang="en"' in page
    assert "language=it" not in page
