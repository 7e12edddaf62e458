"""Replays, downloads and uploads of records."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from amounts import by_profile
from attrs import evolve
from corrected_figures import correct_figures
from starlette.applications import Starlette
from starlette.requests import Request
from web_clients import Browser, Game, finish, open_table

import livingstone as ls
from livingstone.web import replays
from livingstone.web.client_view import isolated
from livingstone.web.live_tables import Tables

JSON = {"accept": "application/json"}


@pytest.fixture
def begun(game: Game) -> Game:
    """Play some random moves."""
    game.play_on(60)
    return game


@pytest.fixture
def ended(game: Game) -> Game:
    """Play to the end."""
    game.finish()
    return game


def position(game: Game, who: int | None, **asked: str) -> Any:
    """Return a position of a replay, as a player or a spectator gets it."""
    client = Browser(game.app) if who is None else game.clients[who]
    return client.get(f"{game.path}/replay", params=asked, headers=JSON).json()


@pytest.mark.parametrize("is_over", [False, True])
def test_r10_2_a_record_shows_what_the_client_saw_and_all_to_players_after_the_end(
    begun: Game, *, is_over: bool
) -> None:
    if is_over:
        begun.finish()
    full = begun.table.game.record(players=["Ann", "Ben"])
    for seat, client in [*begun.clients.items(), (None, Browser(begun.app))]:
        answer = client.get(f"{begun.path}/record")
        assert answer.headers["content-disposition"].startswith("attachment")
        expected = full if is_over and seat is not None else full.seen_by(seat)
        assert ls.loads(answer.text) == expected


def test_r10_a_replay_shows_the_views_that_a_client_may_see(begun: Game) -> None:
    for eyes, expected in (("open", "0"), ("1", "0"), ("0", "0"), ("public", "public"), ("é", "0")):
        assert position(begun, 0, at="50", eyes=eyes)["eyes"] == expected
        assert position(begun, None, at="50", eyes=eyes)["eyes"] == "public"
    begun.finish()
    for eyes in ("open", "public", "0", "1"):
        assert position(begun, 0, eyes=eyes)["eyes"] == eyes
    assert "everything open" not in Browser(begun.app).get(f"{begun.path}/replay").text


def test_every_position_has_a_link(begun: Game) -> None:
    last = len(begun.table.game.history)
    numbers = {"": 0, "0": 0, "7": 7, "9" * 30: 0, "99999": last, "-3": 0, "²": 0}
    for at, number in numbers.items():
        page = begun.clients[0].get(f"{begun.path}/replay", params={"at": at}).text
        assert f'max="{last}" value="{number}"' in page
        assert position(begun, 0, at=at)["at"] == number


def test_a_replay_shows_each_position_and_the_events_before_it(ended: Game) -> None:
    game = ls.Table.from_record(ended.table.game.record())
    for at in range(0, len(game.states), 9):
        shown = position(ended, 0, at=str(at), eyes="public")
        view = ls.view(game.states[at], None)
        assert ls.svg.land(view, names=["Ann", "Ben"], styled=False) in shown["parts"]["land"]
        told = [
            ls.describe(event, names=["Ann", "Ben"], edition="printed")
            for event in (game.history[at - 1].events if at else ())
            if not isinstance(event, ls.events.Donated | ls.events.CardDrawn)
        ]
        for sentence in told:
            assert any(sentence.replace("'", "&#39;") in line for line in shown["news"])


@pytest.mark.parametrize("seat", ["full", None, 0, 1])
def test_an_uploaded_record_is_shown(ended: Game, seat: int | str | None) -> None:
    record = ended.table.game.record(players=["<Ann>", "Ben"])
    if not isinstance(seat, str):
        record = record.seen_by(seat)
    client, text = Browser(ended.app), ls.dumps(record)
    answer = client.post("/records", data={"record": text.replace("\n", "\r\n")})
    assert answer.status_code == 200
    place = answer.url.path
    kept = ls.loads(client.get(f"{place}/file").text)
    assert kept == record
    last = client.get(place, params={"at": "9999"}, headers=JSON).json()
    assert last["at"] == len(record.actions)
    assert last["eyes"] == {"full": "open", "None": "public"}.get(str(seat), str(seat))
    result = ls.result(ended.table.game.state)
    assert result is not None
    for standing in result.standings:
        assert f"<td>{standing.points}</td>" in last["parts"]["final"]
    assert "&lt;Ann&gt;" in client.get(place).text
    assert "<Ann>" not in client.get(place).text


@pytest.mark.parametrize(
    "text", ["", "x", "format = 1", "[[games]]\n" * 9, "a." * 5000, '"' * 100, "\0", "<script>"]
)
def test_a_malformed_record_is_refused(app: Starlette, text: str) -> None:
    answer = Browser(app).post("/records", data={"record": text})
    assert answer.status_code == 400
    assert "not a record that can be shown" in answer.text
    assert "<script>" not in answer.text


@pytest.mark.parametrize("id", ["printed", "of_my_own"])
def test_other_editions_are_opened_only_if_the_settings_allow_it(app: Starlette, id: str) -> None:
    printed = ls.load_edition("printed")
    own = evolve(printed, id=id, board=evolve(printed.board, start_coins=9))
    for actions in (("d dice 1 2 3 4",), ("d dice 1 2 3 4", "p1 end")):  # refused before a replay
        text = ls.dumps(ls.Record(own, ("Ann", "Ben"), actions=actions))
        answer = Browser(app).post("/records", data={"record": text})
        assert answer.status_code == 400
        assert "cards of its own, which this server does not open" in answer.text
    app.state.settings = evolve(app.state.settings, allows_editions=True)
    text = ls.dumps(ls.Record(own, ("Ann", "Ben"), actions=("d dice 1 2 3 4",)))
    assert Browser(app).post("/records", data={"record": text}).status_code == 200


def test_a_replay_on_a_shared_screen_offers_the_record_of_the_current_player(
    app: Starlette,
) -> None:
    client, path, table = open_table(app, **{"kind-1": "person"})
    seat = table.game.state.current_player
    page = client.get(f"{path}/replay?seat={seat}").text
    assert f'href="{path}/record?seat={seat}"' in page
    assert f'href="{path}?seat={seat}"' in page
    assert ls.loads(client.get(f"{path}/record?seat={seat}").text).seat == seat


def test_a_finished_game_has_no_turn_in_its_title(game: Game) -> None:
    assert "turn · Livingstone</title>" in game.clients[0].get(game.path).text
    game.finish()
    for client in (*game.clients.values(), Browser(game.app)):
        assert "<title>The game is over · Livingstone</title>" in client.get(game.path).text


def test_a_right_to_left_name_is_isolated(app: Starlette) -> None:
    names = ("\u05e9\u05dc\u05d5\u05dd", "\u0645\u0631\u062d\u0628\u0627")
    _, path, table = open_table(app, **{"name-0": names[0], "name-1": names[1]})
    seat = table.game.state.current_player
    app.state.tables.do(table, seat, (ls.Donate(1),), table.game.version)
    assert f"\u2068{names[seat]}\u2069" in Browser(app).get(f"{path}/replay?at=9").text
    assert isolated("Ren\u00e9") == "Ren\u00e9"


def test_r10_2_a_replay_says_what_was_possible_only_to_those_who_may_know(begun: Game) -> None:
    game = begun.table.game
    places = range(0, len(game.history), by_profile(1, 1, few=3))
    for at in places:
        state, move = game.states[at], game.history[at].actions[0]
        for seat in (0, 1, None):
            shown = position(begun, seat, at=str(at))["possible"]
            is_hidden = seat != state.current_player
            assert ("Here chance decides" in shown) == (at == 0)
            assert ("can do is hidden from these eyes" in shown) == (is_hidden and at > 0)
            if seat == state.current_player and isinstance(move, ls.Move):
                told = ls.describe_move(move, ls.view(state, seat), names=["Ann", "Ben"])
                assert f'<li class="done">{told[0].upper()}{told[1:]}</li>' in shown


def test_a_replay_jumps_to_rounds_and_choices(ended: Game) -> None:
    game = ls.Table.from_record(ended.table.game.record())
    page = ended.clients[0].get(f"{ended.path}/replay").text
    places = dict(re.findall(r'data-kind="(\w+)" data-places="([\d ]+)"', page))
    rounds, choices = ([int(at) for at in places[kind].split()] for kind in ("round", "choice"))
    begun = [
        at
        for at, step in enumerate(game.history, 1)
        if any(isinstance(event, ls.events.RoundBegun) for event in step.events)
    ]
    assert rounds == begun
    taken = [at for at, step in enumerate(game.history) if isinstance(step.actions[0], ls.TakeDie)]
    assert set(choices) >= set(taken)
    assert all(game.states[at].die is None and game.states[at].dice_left for at in choices)


NEXT: dict[object, str] = {
    ls.RoundRoll: "The dice are about to be rolled.",
    ls.DonationRoll: "The dice for the Queen are about to be rolled.",
    ls.StoneDraw: "{} is about to draw stones from the bag.",
    ls.CardDraw: "{} is about to draw a card.",
    "use": "{} has taken the {} and can use it.",
    "take": "{} can take a die.",
    "end": "{} can end the turn, or use cards, gems and coins first.",
    "over": "The game is over",
}


def kind_of(state: ls.State) -> object:
    if state.pending is not None or state.is_over:
        return type(state.pending) if state.pending is not None else "over"
    takes = any(isinstance(move, ls.TakeDie) for move in ls.legal_moves(state))
    return "use" if state.die is not None else "take" if takes else "end"


@pytest.mark.parametrize("shown", ["open", "own", "views"])
def test_a_replay_says_what_comes_next_in_each_kind_of_position(ended: Game, shown: str) -> None:
    """Nobody can move in a replay, so it says nothing to `you`."""
    record = ended.table.game.record(players=["Ann", "Ben"])
    states = list(record.states())
    client, path = ended.clients[0], f"{ended.path}/replay"
    if shown == "views":
        added = client.post("/records", data={"record": ls.dumps(record.seen_by(0))})
        path = added.url.path
    kinds = dict[object, int]()
    for at, state in enumerate(states):
        kinds.setdefault(kind_of(state), at)
    assert {*kinds} == {*NEXT}
    for kind, at in kinds.items():
        for mover in ("0", "1") if shown == "own" else ("open",):
            asked = {"at": str(at), "eyes": mover}
            found = client.get(path, params=asked, headers=JSON).json()
            name = ("Ann", "Ben")[states[at].current_player]
            assert NEXT[kind].format(name, states[at].die) in found["parts"]["status"]
            words = " ".join([found["parts"]["status"], found["parts"]["hand"], *found["news"]])
            assert not re.search(r"\bYou\b|\byou\b|Your (turn|cards)", words)


def test_a_game_goes_on_from_any_position_of_a_finished_one(ended: Game) -> None:
    record = ended.table.game.record(players=["Ann", "Ben"])
    states = list(record.states())
    form = {"kind-0": "person", "kind-1": "random"}
    chosen = [at for at, state in enumerate(states) if not state.is_over]
    for at in (0, 1, chosen[len(chosen) // 2], chosen[-1]):
        ann = ended.clients[0]
        answer = ann.post(f"{ended.path}/play", data={**form, "at": str(at)})
        assert answer.status_code == 200
        table = ended.app.state.tables.find(answer.url.path.rpartition("/")[2])
        assert not table.kept.customs.is_listed
        assert table.kinds == ("person", "random")
        assert tuple(table.game.record().actions[:at]) == record.actions[:at]
        begun = table.game.states[-1]
        assert begun == states[at] or states[at].is_chance
        ended.app.state.tables.live.clear()
        again = ended.app.state.tables.find(table.id)
        assert again.game.state == begun
    over = ended.clients[0].post(f"{ended.path}/play", data={**form, "at": str(len(states) - 1)})
    assert over.status_code == 400
    assert "earlier one" in over.text
    for wrong in ("", "x", "-1", "99999"):
        again = ended.clients[0].post(f"{ended.path}/play", data={**form, "at": wrong})
        assert again.status_code == 400
    alone = ended.clients[0].post(f"{ended.path}/play", data={"kind-0": "person", "at": "1"})
    assert alone.status_code == 400


def test_r10_2_no_game_goes_on_from_what_a_client_may_not_see(begun: Game) -> None:
    form = {"kind-0": "person", "kind-1": "random", "at": "1"}
    for client in (*begun.clients.values(), Browser(begun.app)):
        assert client.post(f"{begun.path}/play", data=form).status_code == 403
        assert "play-on" not in client.get(f"{begun.path}/replay").text
    ann = begun.clients[0]
    full = begun.table.game.record(players=["Ann", "Ben"])
    for record, status in ((full.seen_by(0), 403), (full.seen_by(None), 403), (full, 200)):
        path = ann.post("/records", data={"record": ls.dumps(record)}).url.path
        assert ann.post(f"{path}/play", data=form).status_code == status
        assert ("play-on" in ann.get(path).text) == (status == 200)
    begun.finish()
    assert Browser(begun.app).post(f"{begun.path}/play", data=form).status_code == 403
    assert "play-on" in ann.get(f"{begun.path}/replay").text


def test_a_game_that_goes_on_counts_in_no_statistics(ended: Game) -> None:
    ann, form = ended.clients[0], {"kind-0": "person", "kind-1": "person", "at": "5"}
    before = ann.get("/").text
    path = ann.post(f"{ended.path}/play", data=form).url.path
    finish(ended.app, path)
    games = [
        re.search(r">Ann</th></tr><tr>\s*<td>(\d+)", page) for page in (before, ann.get("/").text)
    ]
    assert [found and found[1] for found in games] == ["1", "1"]


def test_a_record_that_is_too_long_is_refused_with_the_limit(app: Starlette) -> None:
    rolls = ls.Record(ls.load_edition("printed"), ("Ann", "Ben"), actions=("d dice 1",) * 2001)
    for text in ("x" * 200_001, ls.dumps(rolls)):
        answer = Browser(app).post("/records", data={"record": text})
        assert answer.status_code == 413
        assert "at most 200000 characters and 2000 actions" in answer.text


def test_a_record_of_earlier_figures_is_shown_and_goes_on_with_them(
    app: Starlette, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def draw(_: Request, function: Callable[..., Any], *arguments: Any) -> Any:
        return function(*arguments)  # here, where the figures are corrected

    monkeypatch.setattr(replays, "draw", draw)
    correct_figures(monkeypatch)
    app.state.tables = Tables(app.state.tables.store)
    client, tables = Browser(app), app.state.tables
    record = ls.load(Path(__file__).parents[1] / "compatibility/0.1/record.toml")
    shown = client.post("/records", data={"record": ls.dumps(record)})
    assert shown.status_code == 200
    form = {"kind-0": "person", "kind-1": "random", "at": "30"}
    answer = client.post(f"{shown.url.path}/play", data=form)
    assert answer.status_code == 200
    table = tables.find(answer.url.path.rpartition("/")[2])
    assert table.game.start.edition == record.edition != ls.load_edition("printed")
    tables.live.clear()
    assert tables.find(table.id).game.start == table.game.start
