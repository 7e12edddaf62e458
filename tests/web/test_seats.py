"""Beginning a game, sitting down, and the rights of a seat."""

import re
from urllib.parse import urljoin

import pytest
from amounts import others_slow
from starlette.applications import Starlette
from web_clients import (
    HOST,
    PEOPLE,
    Browser,
    Game,
    begin,
    finish,
    links_in,
    open_table,
    sit_down,
    table_at,
)

import livingstone as ls
from livingstone.edition.phrases import LANGUAGES


@pytest.mark.parametrize("language", others_slow(ls.LANGUAGES, ["de"]))
def test_the_lobby_speaks_every_language(app: Starlette, language: str) -> None:
    client = Browser(app)
    assert f'lang="{language}"' in client.get("/", headers={"accept-language": language}).text
    assert f'<html lang="{language}"' in client.get(f"/?language={language}").text
    path = begin(client, **PEOPLE)
    for page in ("/", path):  # from the cookie
        assert f'<html lang="{language}"' in client.get(page).text


@pytest.mark.parametrize("edition", ["printed", "bga"])
@pytest.mark.parametrize("players", [2, 5])
def test_a_game_is_begun_with_people_and_bots(app: Starlette, edition: str, players: int) -> None:
    kinds = ["person", "open", "random", "greedy", "ismcts"][:players]
    form = {f"kind-{seat}": kind for seat, kind in enumerate(kinds)}
    client, _, table = open_table(app, **form, **{"name-1": "", "edition": edition})
    assert table.names == ("Ann", "Stanley", "Chuma", "Susi", "Kirk")[:players]
    assert [seat.kind for seat in table.kept.seats] == kinds
    assert table.game.state.edition == ls.load_edition(edition)
    assert all(name in client.get("/").text for name in table.names)


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"kind-0": "person"},
        {"kind-0": "person", "kind-1": "ismcts:iterations=1000000"},
        {"kind-0": "person", "kind-1": "os:system"},
        {"kind-0": "person", "kind-1": "open", "edition": "../printed"},
        {"kind-0": "person", "kind-1": "open", "edition": ""},
        {"kind-0": "person", "kind-1": "open", "language": "xx"},
        {"kind-0": "open", "kind-1": "greedy"},
        *({**PEOPLE, **wrong} for wrong in ({"away": "-1"}, {"away": "x"}, {"clock": "1+1"})),
    ],
    ids=str,
)
def test_a_malformed_game_is_refused(app: Starlette, form: dict[str, str]) -> None:
    answer = Browser(app).post("/tables", data={"edition": "printed", **form})
    assert answer.status_code == 400
    assert app.state.tables.store.count_tables() == 0


@pytest.mark.parametrize("path", ["/tables", "/records", "/table/none/sit/none"])
def test_the_page_of_a_refused_form_leads_to_the_lobby_in_every_language(
    app: Starlette, path: str
) -> None:
    client = Browser(app)
    answer = client.post(path, data={"kind-0": "open"})
    assert answer.status_code in (400, 404)
    links = re.findall('<a href="([^"]+)" lang="([a-z]+)"', answer.text)
    assert [language for _, language in links] == list(LANGUAGES)
    for link, language in links:
        page = client.get(urljoin(path, link))
        assert page.status_code == 200
        assert f'<html lang="{language}"' in page.text
        assert 'action="/tables"' in page.text


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_the_token_of_a_seat_is_a_cookie_for_its_table_only(app: Starlette, scheme: str) -> None:
    address, form = f"{scheme}://{HOST}/tables", {**PEOPLE, "edition": "printed"}
    answer = Browser(app).post(address, data=form, follow_redirects=False)
    place, cookies = answer.headers["location"], answer.headers.get_list("set-cookie")
    (cookie,) = (text for text in cookies if text.startswith("seats-"))
    token = table_at(app, place).kept.seats[0].token
    assert token in cookie
    assert {"HttpOnly", "SameSite=lax", f"Path={place}"} <= {*cookie.split("; ")}
    assert ("Secure" in cookie) == (scheme == "https")
    assert len(token) >= 32


def test_names_are_escaped(app: Starlette) -> None:
    name = "<img src=x>&\"'\u202e"
    form = {"name-0": name, "name-1": "x" * 500, "is_listed": "1"}
    _, path, table = open_table(app, **form)
    assert table.names == ("<img src=x>&\"'", "x" * 24)
    for place in ("/", path, f"{path}/replay"):
        page = Browser(app).get(place).text
        assert "<img" not in page
        assert "&lt;img src=x&gt;" in page


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        (["Stanley", ""], ["Stanley", "Stanley 2"]),
        (["Ann", "Ann"], ["Ann", "Ann 2"]),
        (["Ann", " ANN "], ["Ann", "ANN 2"]),
        (["Ann 2", "Ann", "Ann"], ["Ann 2", "Ann", "Ann 3"]),
        (["x" * 24, "x" * 30], ["x" * 24, "x" * 22 + " 2"]),
        (["x" * 22 + " 2"] * 3, ["x" * 22 + " 2", "x" * 22 + " 3", "x" * 22 + " 4"]),
        (["Ren\u00e9", "Rene\u0301"], ["Ren\u00e9", "Rene\u0301 2"]),
        (["Ann", "Ann\u034f"], ["Ann", "Ann 2"]),
        (["\u3164\u2800", "\ufe0f"], ["Livingstone", "Stanley"]),
        (["Ann"] * 5, ["Ann", "Ann 2", "Ann 3", "Ann 4", "Ann 5"]),
    ],
    ids=ascii,
)
def test_players_get_different_names(app: Starlette, typed: list[str], names: list[str]) -> None:
    form = {f"kind-{seat}": "person" for seat in range(len(typed))}
    form |= {f"name-{seat}": name for seat, name in enumerate(typed)}
    assert list(open_table(app, **form)[2].names) == names


@pytest.mark.parametrize(("typed", "name"), [("ann", "ann 2"), ("Ben", "Ben"), (" ", "Ben")])
def test_a_player_who_sits_down_gets_a_name_of_its_own(
    app: Starlette, typed: str, name: str
) -> None:
    _, path, table = open_table(app)
    sit_down(Browser(app), app, path, 1, typed)
    assert table.names == ("Ann", name)


def test_the_link_to_an_open_seat_works_once(app: Starlette) -> None:
    ben, cem, (ann, path, table) = Browser(app), Browser(app), open_table(app)
    free, own = links_in(ann.get(path).text)
    assert not list(links_in(cem.get(path).text))
    assert "Sit down" in ben.get(free).text
    assert table.kept.seats[1].kind == "open"  # looking does not take it
    assert ben.post(free, data={"name": " Benno "}).status_code == 200
    assert table.names == ("Ann", "Benno")
    assert free not in list(links_in(ann.get(path).text))
    assert cem.get(free).status_code == cem.post(free).status_code == 403
    assert own in list(links_in(ann.get(path).text))


def test_a_player_continues_on_another_device_and_can_have_several_seats(app: Starlette) -> None:
    other, (ann, path, _) = Browser(app), open_table(app)
    free, own = links_in(ann.get(path).text)
    assert other.post(own).status_code == 200
    assert own in list(links_in(other.get(path).text))
    assert other.post(free).status_code == 200
    own_links = [list(links_in(other.get(f"{path}?seat={seat}").text)) for seat in (0, 1)]
    assert own_links[0] == [own] != own_links[1]


def test_inviting_comes_first_and_the_own_link_stands_elsewhere_with_a_warning(
    app: Starlette,
) -> None:
    ann, path, table = open_table(app)
    page = ann.get(path).text
    own, free = (seat.token for seat in table.kept.seats)
    invited = page.partition('<section class="invitation"')[2].partition("</section>")[0]
    assert free in invited
    assert own not in invited
    assert own in (shown := page.partition('<dialog id="leave"')[2].partition("</dialog>")[0])
    assert "anybody can see the cards of Ann" in shown
    sit_down(Browser(app), app, path, 1)
    assert '<section class="invitation"' not in ann.get(path).text


@pytest.mark.parametrize("token", ["", "x", "é", "A" * 32, "A" * 5000])
def test_a_token_cannot_be_guessed(game: Game, token: str) -> None:
    path, stranger = game.path, Browser(game.app)
    assert stranger.post(f"{path}/sit/{token or '%20'}").status_code == 403
    cookie = f"seats-{game.table.id}={token}".encode()
    page = stranger.get(path, headers={"cookie": cookie})
    assert page.status_code == 200
    assert not list(links_in(page.text))
    for action in ("do/play", "do/undo", "do/redo", "rematch"):
        assert stranger.post(f"{path}/{action}", headers={"cookie": cookie}).status_code == 403


def test_a_token_is_valid_at_its_table_only_and_bots_have_no_link(app: Starlette) -> None:
    _, path, table = open_table(app, **{"kind-1": "greedy"})
    _, _, other = open_table(app)
    headers = {"cookie": f"seats-{table.id}={other.kept.seats[0].token}"}
    assert Browser(app).post(f"{path}/do/undo", headers=headers).status_code == 403
    for token in (other.kept.seats[0].token, table.kept.seats[1].token):
        assert Browser(app).post(f"{path}/sit/{token}").status_code == 403


def test_a_rematch_is_begun_once_with_the_same_players_and_customs(app: Starlette) -> None:
    customs = {"hints": "1", "away": "5", "clock": "5+10", "pace": "slow", "silent": "1"}
    game = Game(app, **customs)
    path, clients = game.path, game.clients
    assert clients[0].post(f"{path}/rematch").status_code == 403
    game.finish()
    assert "Play again" in clients[0].get(path).text
    ways = [clients[s].post(f"{path}/rematch", follow_redirects=False) for s in (0, 1, 0)]
    (following,) = {way.headers["location"] for way in ways}
    old, new = game.table, table_at(app, following)
    kept = new.kept
    assert new.names == old.names
    assert kept.first == 1 - old.kept.first
    found = kept.customs
    assert (found.hints, found.away, found.clock, found.pace) == (True, 5, "5+10", "slow")
    assert (found.chat, found.is_listed, kept.host) == (False, False, 0)
    assert kept.clocks == (300.0, 300.0)
    assert not {s.token for s in new.kept.seats} & {s.token for s in old.kept.seats}
    for seat, client in clients.items():
        (link,) = links_in(client.get(following).text)
        assert link.endswith(new.kept.seats[seat].token)
    assert following in Browser(app).get(path).text


def test_a_rematch_can_change_the_seats(app: Starlette) -> None:
    game = Game(app)
    path, clients, first = game.path, game.clients, game.table.kept.first
    game.finish()
    assert "seats changed" in clients[0].get(path).text
    ways = [
        clients[0].post(f"{path}/rematch", data={"seats": "moved"}, follow_redirects=False),
        clients[1].post(f"{path}/rematch", follow_redirects=False),
    ]
    (following,) = {way.headers["location"] for way in ways}
    kept = table_at(app, following).kept
    assert table_at(app, following).names == ("Ben", "Ann")
    assert (kept.host, kept.first) == (1, first)  # the next of them begins, from another seat
    for seat, client in clients.items():
        (link,) = links_in(client.get(following).text)
        assert link.endswith(kept.seats[1 - seat].token)


def test_a_shared_screen_offers_a_rematch(app: Starlette) -> None:
    client, path, _ = open_table(app, **{"kind-1": "person"})
    assert "Play again" not in client.get(path).text
    finish(app, path)
    for seat in ("", "?seat=0", "?seat=1"):
        assert "Play again" in client.get(path + seat).text
    assert "Play again" not in Browser(app).get(path).text


def test_only_players_are_asked_to_send_the_link_to_an_open_seat(app: Starlette) -> None:
    ann, path, table = open_table(app)
    while table.game.state.current_player == 0:
        move = ls.legal_moves(table.game.state)[-1]
        app.state.tables.do(table, 0, (move,), table.game.version)
    assert "send somebody the link" in ann.get(path).text
    page = Browser(app).get(path).text
    assert "send somebody the link" not in page
    assert "This seat is still free." in page
