"""Replays, downloads and uploads of records."""

import re

import pytest
from attrs import evolve
from starlette.applications import Starlette
from web_clients import PEOPLE, begin, browser, finish, play_on, table_at, two_people

import livingstone as ls

JSON = {"accept": "application/json"}


def test_r10_2_before_the_end_a_record_shows_what_the_client_saw(app: Starlette) -> None:
    path, clients = two_people(app)
    play_on(app, path, clients, 60)
    full = table_at(app, path).game.record(players=["Ann", "Ben"])
    for seat, client in clients.items():
        answer = client.get(f"{path}/record")
        assert "attachment" in answer.headers["content-disposition"]
        assert ls.loads(answer.text) == full.seen_by(seat)
    assert ls.loads(browser(app).get(f"{path}/record").text) == full.seen_by(None)


def test_after_the_end_players_get_the_whole_record(app: Starlette) -> None:
    path, clients = two_people(app)
    finish(app, path)
    full = table_at(app, path).game.record(players=["Ann", "Ben"])
    assert ls.loads(clients[1].get(f"{path}/record").text) == full
    assert ls.loads(browser(app).get(f"{path}/record").text) == full.seen_by(None)


def test_a_replay_shows_the_views_that_a_client_may_see(app: Starlette) -> None:
    path, clients = two_people(app)
    play_on(app, path, clients, 60)
    for eyes, expected in (("open", "0"), ("1", "0"), ("0", "0"), ("public", "public"), ("é", "0")):
        params = {"at": "50", "eyes": eyes}
        position = clients[0].get(f"{path}/replay", params=params, headers=JSON).json()
        assert position["eyes"] == expected
        spectators = browser(app).get(f"{path}/replay", params=params, headers=JSON).json()
        assert spectators["eyes"] == "public"
    finish(app, path)
    for eyes in ("open", "public", "0", "1"):
        asked = clients[0].get(f"{path}/replay", params={"eyes": eyes}, headers=JSON)
        assert asked.json()["eyes"] == eyes
    assert "everything open" not in browser(app).get(f"{path}/replay").text


@pytest.mark.parametrize(
    ("at", "number"), [("", 0), ("0", 0), ("7", 7), ("9" * 30, 0), ("99999", -1), ("-3", 0)]
)
def test_every_position_has_a_link(app: Starlette, at: str, number: int) -> None:
    path, clients = two_people(app)
    play_on(app, path, clients, 20)
    last = len(table_at(app, path).game.history)
    expected = last if number < 0 else number
    page = clients[0].get(f"{path}/replay", params={"at": at}).text
    assert f'max="{last}" value="{expected}"' in page
    assert (
        clients[0].get(f"{path}/replay", params={"at": at}, headers=JSON).json()["at"] == expected
    )


def test_a_replay_shows_each_position_and_the_events_before_it(app: Starlette) -> None:
    path, clients = two_people(app)
    finish(app, path)
    game = table_at(app, path).game
    for at in range(0, len(game.states), 9):
        position = (
            clients[0]
            .get(f"{path}/replay", params={"at": at, "eyes": "public"}, headers=JSON)
            .json()
        )
        view = ls.view(game.states[at], None)
        drawn = ls.svg.land(view, names=["Ann", "Ben"], styled=False)
        assert drawn in position["parts"]["land"]
        told = [
            ls.describe(event, ["Ann", "Ben"], edition="printed")
            for event in (game.history[at - 1].events if at else ())
            if not isinstance(event, ls.events.Donated | ls.events.CardDrawn)
        ]
        for sentence in told:
            assert any(sentence.replace("'", "&#39;") in line for line in position["news"])


@pytest.mark.parametrize("seat", ["full", None, 0, 1])
def test_an_uploaded_record_is_shown(app: Starlette, seat: int | str | None) -> None:
    path, _ = two_people(app)
    finish(app, path)
    record = table_at(app, path).game.record(players=["<Ann>", "Ben"])
    if not isinstance(seat, str):
        record = record.seen_by(seat)
    client = browser(app)
    text = ls.dumps(record)
    answer = client.post("/records", data={"record": text.replace("\n", "\r\n")})
    assert answer.status_code == 200
    place = answer.url.path
    assert client.get(f"{place}/file").text == text
    last = client.get(place, params={"at": "9999"}, headers=JSON).json()
    assert last["at"] == (len(record.actions))
    assert "&lt;Ann&gt;" in client.get(place).text
    assert "<Ann>" not in client.get(place).text


@pytest.mark.parametrize(
    "text", ["", "x", "format = 1", "[[games]]\n" * 9, "a." * 5000, '"' * 100, "\0", "<script>"]
)
def test_a_malformed_record_is_refused(app: Starlette, text: str) -> None:
    answer = browser(app).post("/records", data={"record": text})
    assert answer.status_code == 400
    assert "not a record that can be shown" in answer.text
    assert "<script>" not in answer.text


def test_an_illegal_record_is_refused(app: Starlette) -> None:
    path, _ = two_people(app)
    finish(app, path)
    record = ls.dumps(table_at(app, path).game.record())
    broken = record.replace("p0 take", "p1 take", 1)
    assert browser(app).post("/records", data={"record": broken}).status_code == 400


@pytest.mark.parametrize("id", ["printed", "of_my_own"])
def test_other_editions_are_opened_only_if_the_settings_allow_it(app: Starlette, id: str) -> None:
    printed = ls.load_edition("printed")
    own = evolve(printed, id=id, board=evolve(printed.board, start_coins=9))
    text = ls.dumps(ls.Record(own, ("Ann", "Ben"), actions=("d dice 1 2 3 4",)))
    assert browser(app).post("/records", data={"record": text}).status_code == 400
    app.state.settings = evolve(app.state.settings, allows_editions=True)
    assert browser(app).post("/records", data={"record": text}).status_code == 200


def test_another_edition_is_refused_before_the_replay(app: Starlette) -> None:
    printed = ls.load_edition("printed")
    own = evolve(printed, board=evolve(printed.board, start_coins=9))
    text = ls.dumps(ls.Record(own, ("Ann", "Ben"), actions=("d dice 1 2 3 4", "p1 end")))
    answer = browser(app).post("/records", data={"record": text})
    assert "cards of its own, which this server does not open" in answer.text


def test_a_new_record_replaces_the_oldest(app: Starlette) -> None:
    store = app.state.tables.store
    for number in range(5):
        store.add_record(str(number), "text", most=3)
    kept = [store.record(str(number)) is not None for number in range(5)]
    assert kept == [False, False, True, True, True]


def test_a_replay_on_a_shared_screen_offers_the_record_of_the_current_player(
    app: Starlette,
) -> None:
    client = browser(app)
    path = begin(client, **PEOPLE | {"kind-1": "person"})
    seat = table_at(app, path).game.state.current_player
    page = client.get(f"{path}/replay?seat={seat}").text
    assert f'href="{path}/record?seat={seat}"' in page
    assert ls.loads(client.get(f"{path}/record?seat={seat}").text).seat == seat


def test_a_finished_game_has_no_turn_in_its_title(app: Starlette) -> None:
    path, clients = two_people(app)
    assert "turn · Livingstone</title>" in clients[0].get(path).text
    finish(app, path)
    for client in (*clients.values(), browser(app)):
        assert "<title>The game is over · Livingstone</title>" in client.get(path).text


@pytest.mark.parametrize(
    ("names", "is_isolated"),
    [
        (("\u05e9\u05dc\u05d5\u05dd", "\u0645\u0631\u062d\u0628\u0627"), True),
        (("Ann", "Ren\u00e9"), False),
    ],
    ids=ascii,
)
def test_a_right_to_left_name_is_isolated(
    app: Starlette, names: tuple[str, str], is_isolated: bool
) -> None:
    path = begin(browser(app), **PEOPLE | {"name-0": names[0], "name-1": names[1]})
    table = table_at(app, path)
    seat = table.game.state.current_player
    app.state.tables.play(table, seat, ls.Donate(1), table.game.version)
    page = browser(app).get(f"{path}/replay?at=9").text
    assert (f"\u2068{names[seat]}\u2069" in page) == is_isolated


def test_r10_2_a_replay_says_what_was_possible_only_to_those_who_may_know(app: Starlette) -> None:
    path, clients = two_people(app)
    play_on(app, path, clients, 60)
    game = table_at(app, path).game
    for at, step in enumerate(game.history):
        state, move = game.states[at], step.actions[0]
        for seat, client in [*clients.items(), (None, browser(app))]:
            shown = client.get(f"{path}/replay", params={"at": at}, headers=JSON).json()["possible"]
            assert ("Nothing to choose" in shown) == (seat != state.current_player or at == 0)
            if seat == state.current_player and isinstance(move, ls.Move):
                told = ls.describe_move(move, ls.view(state, seat), names=["Ann", "Ben"])
                assert f'<li class="done">{told[0].upper()}{told[1:]}</li>' in shown


def test_a_replay_jumps_to_rounds_and_choices(app: Starlette) -> None:
    path, clients = two_people(app)
    finish(app, path)
    game = table_at(app, path).game
    page = clients[0].get(f"{path}/replay").text
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
