"""Moves from browsers, legal and illegal."""

import random
import re
from collections import Counter

import pytest
from starlette.applications import Starlette
from web_clients import begin, browser, form_of, play_on, send, table_at, two_people

import livingstone as ls
from livingstone.edition.phrases import phrases_in
from livingstone.web.client_view import ClientView


@pytest.mark.parametrize("edition", ["printed", "bga"])
def test_a_whole_game_is_played_by_forms(app: Starlette, edition: str) -> None:
    path, clients = two_people(app, edition=edition, is_listed="1")
    game, chooser = table_at(app, path).game, random.Random(3)
    while not game.state.is_over:
        seat, view = game.state.current_player, game.view(game.state.current_player)
        group = chooser.choice(ls.group_moves(view))
        move = chooser.choice(group.moves)
        asked = clients[seat].get(f"{path}/words", params=form_of(move, view))
        names = table_at(app, path).names
        words = ls.describe_move(move, view, names=names)
        assert asked.json()["words"].lower() == words.lower()
        assert asked.json()["isFinal"] == ls.needs_confirmation(move)
        assert send(clients[seat], app, path, move).status_code == 204
        action, *_ = game.history[-1].actions
        assert action == move
    assert "final-title" in clients[0].get(path).text
    assert path in browser(app).get("/").text


def test_r2_2_only_the_seat_to_move_moves(app: Starlette) -> None:
    path, clients = two_people(app)
    table = table_at(app, path)
    seat, before = table.game.state.current_player, table.game.state
    move = ls.legal_moves(before)[0]
    assert send(clients[1 - seat], app, path, move).status_code == 409
    assert send(browser(app), app, path, move).status_code == 403
    assert table.game.state == before
    assert send(clients[seat], app, path, move).status_code == 204


@pytest.mark.parametrize(
    ("action", "revision"),
    [
        ("play", "0.0"),
        ("undo", "0.0"),
        ("redo", "0.9999"),
        *(("play", revision) for revision in ("", "0.", "-1.2", "a.b", "²", "9" * 99)),
    ],
)
def test_a_stale_revision_is_refused(app: Starlette, revision: str, action: str) -> None:
    path, clients = two_people(app)
    game = table_at(app, path).game
    seat, before = game.state.current_player, game.version
    form = {**form_of(ls.legal_moves(game.state)[0], game.view(seat)), "revision": revision}
    answer = clients[seat].post(f"{path}/do/{action}", data=form)
    assert answer.status_code == 409
    assert "changed in the meantime" in answer.json()["refused"]
    assert game.version == before


def test_a_double_click_is_one_move(app: Starlette) -> None:
    path, clients = two_people(app)
    table = table_at(app, path)
    seat = table.game.state.current_player
    form = {"target": "chest", "amount": "1", "revision": table.revision}
    statuses = [clients[seat].post(f"{path}/do/play", data=form).status_code for _ in range(2)]
    assert statuses == [204, 409]
    assert table.game.state.players[seat].chest == 1


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"target": "chest"},
        {"target": "chest", "amount": "0"},
        {"target": "chest", "amount": "-1"},
        {"target": "chest", "amount": "\u0661"},
        {"target": "chest", "amount": "9" * 500},
        {"target": "chest", "clear": "1", "blue": "x", "red": "1"},
        {"target": "space-r99c1"},
        {"target": "card-nothing"},
        {"target": "__class__"},
    ],
    ids=lambda form: str(form)[:40],
)
def test_a_move_that_is_not_offered_is_refused(app: Starlette, form: dict[str, str]) -> None:
    path, clients = two_people(app)
    table = table_at(app, path)
    seat, before = table.game.state.current_player, table.game.state
    answer = clients[seat].post(f"{path}/do/play", data={**form, "revision": table.revision})
    assert answer.status_code == 409
    assert re.fullmatch(r".+ \(R[0-9.]+\)\.", answer.json()["refused"])
    assert table.game.state == before


@pytest.mark.parametrize(
    ("target", "told"),
    [
        ("space-r3c1", "This uses a die: take one first, and use each only once (R4.4)."),
        ("space-r3c7", "Tents are built in the boat's column, 1 (R4.4)."),
        ("bag", "This uses a die: take one first, and use each only once (R4.3)."),
        ("purse", "This uses a die: take one first, and use each only once (R4.2)."),
        ("deck", "This uses a die: take one first, and use each only once (R4.1)."),
        ("gem-red", "You have 0 red gems and cannot sell 1 red gem (R5.1)."),
        ("card-lion", "You do not hold this card (R6)."),
        ("die-9", "No die on the table shows 9 (R2.3)."),
        ("end", "First take a die (R3.1)."),
        ("nonsense", "This is not a move of the game (R3)."),
    ],
)
def test_a_click_on_an_illegal_move_is_answered_with_the_reason(
    app: Starlette, target: str, told: str
) -> None:
    path, clients = two_people(app)
    seat = table_at(app, path).game.state.current_player
    answer = clients[seat].get(f"{path}/words", params={"target": target})
    assert answer.status_code == 409
    assert answer.json() == {"refused": told}


def test_r3_1_a_die_is_taken_together_with_its_use(app: Starlette) -> None:
    path, clients = two_people(app)
    table = table_at(app, path)
    seat, die = table.game.state.current_player, str(table.game.state.dice[-1])
    form = {"target": "purse", "die": die}
    asked = clients[seat].get(f"{path}/words", params=form)
    assert asked.json()["words"] == f"Take {die} coins"
    assert table.game.state.die is None
    before = table.game.journal
    sent = {**form, "revision": table.revision}
    assert clients[seat].post(f"{path}/do/play", data=sent).status_code == 204
    assert app.state.tables.store.entries(table.id) == [*table.game.journal]
    assert table.game.journal == (*before, f"p{seat} take {die}", f"p{seat} coins")
    assert clients[seat].post(f"{path}/do/play", data=sent).status_code == 409
    assert (
        clients[seat].post(f"{path}/do/undo", data={"revision": table.revision}).status_code == 204
    )
    assert table.game.state.die == int(die)


@pytest.mark.parametrize(
    "form",
    [
        {"target": "purse", "die": ""},
        {"target": "purse", "die": "7"},
        {"target": "purse", "die": "\u0661"},
        {"target": "end", "die": "{die}"},
        {"target": "nonsense", "die": "{die}"},
        {"target": "chest", "die": "{die}", "choice": "99"},
        {"target": "chest", "choice": "-1"},
    ],
)
def test_r3_1_a_die_without_its_use_is_not_taken(app: Starlette, form: dict[str, str]) -> None:
    path, clients = two_people(app)
    table = table_at(app, path)
    seat, before = table.game.state.current_player, table.game.state
    sent = {key: value.format(die=before.dice[-1]) for key, value in form.items()}
    sent["revision"] = table.revision
    assert clients[seat].post(f"{path}/do/play", data=sent).status_code == 409
    assert clients[1 - seat].post(f"{path}/do/play", data=sent).status_code == 409
    assert table.game.state == before


def test_a_selected_die_is_named_in_the_reason(app: Starlette) -> None:
    path, clients = two_people(app)
    seat, die = (
        table_at(app, path).game.state.current_player,
        table_at(app, path).game.state.dice[-1],
    )
    other = 1 if die > 1 else 2
    asked = {"target": f"space-r{other}c1", "die": str(die)}
    told = clients[seat].get(f"{path}/words", params=asked).json()["refused"]
    assert str(die) in told
    assert "R4.4" in told


def test_a_choice_by_number_is_a_move_of_the_group(app: Starlette) -> None:
    path, clients = two_people(app)
    table = table_at(app, path)
    seat = table.game.state.current_player
    form = {"target": "chest", "choice": "1", "revision": table.revision}
    assert clients[seat].post(f"{path}/do/play", data=form).status_code == 204
    assert table.game.state.players[seat].chest == 2


def test_a_click_during_another_turn_is_answered(app: Starlette) -> None:
    path, clients = two_people(app)
    seat = table_at(app, path).game.state.current_player
    answer = clients[1 - seat].get(f"{path}/words", params={"target": "chest"})
    assert answer.json()["refused"].startswith("It is another player's turn (R2")
    assert browser(app).get(f"{path}/words", params={"target": "chest"}).status_code == 403


def test_r11_1_only_its_player_takes_a_move_back_and_repeats_it(app: Starlette) -> None:
    path, clients = two_people(app)
    table = table_at(app, path)
    seat = table.game.state.current_player

    def ask(who: int, action: str) -> int:
        form = {"revision": table.revision}
        return clients[who].post(f"{path}/do/{action}", data=form).status_code

    assert ask(seat, "undo") == 409
    send(clients[seat], app, path, ls.Donate(2))
    assert ask(1 - seat, "undo") == 409
    assert ask(seat, "undo") == 204
    assert table.game.state.players[seat].chest == 0
    assert ask(1 - seat, "redo") == 409
    assert ask(seat, "redo") == 204
    assert table.game.state.players[seat].chest == 2
    assert ask(seat, "redo") == 409


def test_a_shared_screen_plays_for_the_seat_in_its_address(app: Starlette) -> None:
    client = browser(app)
    path = begin(client, **{"kind-0": "person", "kind-1": "person"})
    table = table_at(app, path)
    seat = table.game.state.current_player
    form = {"target": "chest", "amount": "1", "revision": table.revision}
    assert client.post(f"{path}/do/play", data=form).status_code == 403
    assert client.post(f"{path}/do/play?seat=7", data=form).status_code == 403
    assert client.post(f"{path}/do/play?seat={1 - seat}", data=form).status_code == 409
    assert client.post(f"{path}/do/play?seat={seat}", data=form).status_code == 204


def test_r10_2_a_page_shows_only_the_own_hand(app: Starlette) -> None:
    path, clients = two_people(app)
    play_on(app, path, clients, 60)
    for seat, client in clients.items():
        own = table_at(app, path).game.state.players[seat].hand
        page = client.get(path).text
        for card in {card.id for card in ls.load_edition("printed").cards}:
            assert (f'data-target="card-{card}"' in page) == (card in own)
        view, phrases = table_at(app, path).game.view(seat), phrases_in("en", "pages")
        it = ClientView(view=view, names=("Ann", "Ben"), phrases=phrases, revealed=None)
        assert it.hands() == [(seat, list(Counter(own).items()))]
    assert 'data-target="card-' not in browser(app).get(path).text


def test_r11_1_only_the_page_of_its_player_offers_redo(app: Starlette) -> None:
    path, clients = two_people(app)
    table = table_at(app, path)
    seat = table.game.state.current_player
    assert send(clients[seat], app, path, ls.Donate(1)).status_code == 204
    form = {"revision": table.revision}
    assert clients[seat].post(f"{path}/do/undo", data=form).status_code == 204
    pages = [clients[who].get(path).text for who in (seat, 1 - seat)]
    assert ['data-deed="redo" disabled' in page for page in pages] == [False, True]
