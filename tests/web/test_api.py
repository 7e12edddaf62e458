"""JSON over HTTP: tables, seats, documents and moves for front ends in any language."""

import asyncio
import threading
from typing import Any

import pytest
from api_clients import TWO_PEOPLE, ApiClient, ApiGame, begin, connection, plain_move
from starlette.applications import Starlette

import livingstone as ls
from livingstone.web.api import routes


@pytest.fixture
def api_game(app: Starlette) -> ApiGame:
    return ApiGame(app)


def code_of(answer: Any) -> str:
    assert answer.headers["content-type"] == "application/problem+json", answer.text
    problem = answer.json()
    assert problem["status"] == answer.status_code
    assert problem["type"] == f"urn:livingstone:problem:{problem['code']}"
    code: str = problem["code"]
    return code


def test_who_begins_a_game_gets_the_tokens_of_the_persons_and_the_invitations(
    app: Starlette,
) -> None:
    begun = begin(app, seats=[{"name": "Ann"}, {"kind": "greedy"}, {"kind": "open"}])
    assert [held["seat"] for held in begun["tokens"]] == [0]
    assert [invited["seat"] for invited in begun["invitations"]] == [2]
    shown = ApiClient(app, begun["tokens"][0]["token"], begun["id"]).document()["table"]
    assert [seat["name"] for seat in shown["seats"]] == ["Ann", "Stanley", "Chuma"]
    assert [seat["kind"] for seat in shown["seats"]] == ["person", "greedy", "open"]
    assert shown["seat"] == 0


def test_the_document_is_the_snapshot_of_the_table_for_the_seat_of_the_token(
    api_game: ApiGame,
) -> None:
    for seat, client in api_game.clients.items():
        document = client.document(language="de", since="0.2")
        names = document["snapshot"]["value"]["names"]
        since = ls.Version(0, 2)
        drawn = api_game.table.game.snapshot(seat, since=since, names=names, language="de")
        assert document["snapshot"] == ls.to_plain(drawn)
        assert document["table"]["seat"] == seat
    spectator = api_game.spectator().document()
    assert spectator["table"]["seat"] is None
    assert spectator["snapshot"]["value"]["view"]["seat"] is None


def test_who_asks_for_the_head_of_an_answer_gets_its_headers(api_game: ApiGame) -> None:
    head = api_game.mover.ask("HEAD")
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["etag"] == api_game.mover.get().headers["etag"]


def test_a_document_that_has_not_changed_is_not_sent_again(api_game: ApiGame) -> None:
    mover = api_game.mover
    tag = mover.get().headers["etag"]
    strong = tag.removeprefix("W/")
    for sent in (tag, strong, f'"a",{tag}', f'"a", {strong}', "*"):
        assert mover.get(headers={"if-none-match": sent}).status_code == 304, sent
    assert mover.get(headers={"if-none-match": strong.strip('"')}).status_code == 200
    assert mover.play(target="chest", amount=1).status_code == 200
    changed = mover.get(headers={"if-none-match": tag})
    assert changed.status_code == 200
    assert changed.headers["etag"] != tag
    assert api_game.other.get().headers["etag"] != changed.headers["etag"]


def test_a_seat_of_an_invitation_can_be_taken_once(app: Starlette) -> None:
    begun = begin(app)
    anybody = ApiClient(app, "", begun["id"])
    invitation = begun["invitations"][0]["invitation"]
    first = anybody.post("/seats", invitation=invitation, name="Bob")
    assert first.status_code == 201
    assert first.json()["seat"] == 1
    assert code_of(anybody.post("/seats", invitation=invitation)) == "forbidden"
    assert code_of(anybody.post("/seats")) == "forbidden"
    assert [seat["name"] for seat in anybody.document()["table"]["seats"]] == ["Ann", "Bob"]


def test_anybody_can_take_a_public_seat_that_the_list_of_tables_shows(app: Starlette) -> None:
    begun = begin(app, seats=[{}, {"kind": "public"}, {"kind": "random"}])
    (listed,) = ApiClient(app).ask("GET", "tables").json()["tables"]
    assert listed["id"] == begun["id"]
    assert listed["free"] == [1]
    assert ApiClient(app, "", begun["id"]).post("/seats").json()["seat"] == 1


def test_a_move_is_a_target_with_choices_or_a_line_or_json(api_game: ApiGame) -> None:
    mover = api_game.mover
    assert mover.play(target="chest", amount=1).status_code == 200
    die = next(move for move in ls.legal_moves(api_game.state) if isinstance(move, ls.TakeDie))
    assert mover.play(move=plain_move(die)).status_code == 200
    coins = mover.play(line="coins")
    assert coins.status_code == 200
    assert coins.json()["snapshot"]["value"]["can_undo"]
    assert mover.play(target="end").status_code == 200
    assert api_game.table.game.journal[-1].endswith("end")


def test_a_line_that_leaves_a_choice_or_is_no_move_is_answered_with_what_can_be_typed(
    api_game: ApiGame,
) -> None:
    mover = api_game.mover
    asked = mover.play(line="donate")
    assert code_of(asked) == "choice_missing"
    assert asked.json()["choices"]
    assert [choice["text"] for choice in asked.json()["choices"]][1] == "donate 2"
    unread = mover.play(line="dontae 1")
    assert code_of(unread) == "not_understood"
    assert unread.json()["choices"][0]["text"] == "donate 1"
    assert code_of(mover.play(line="donate 9")) == "too_few_coins"


def test_a_line_is_read_in_the_asked_language(api_game: ApiGame) -> None:
    mover = api_game.mover
    body = {"version": mover.version, "line": "spende 1"}
    query = {"language": "de"}
    path = f"{mover.path}/moves"
    assert mover.ask("POST", path, params=query, json=body).status_code == 200


def test_a_die_is_taken_and_used_as_one_action(api_game: ApiGame) -> None:
    mover = api_game.mover
    (die, *_) = mover.snapshot()["dice"]
    before = api_game.state
    used = mover.play(die=die["die"], target="purse")
    assert used.status_code == 200
    undone = mover.post("/undo", version=mover.version)
    assert undone.status_code == 200
    (told,) = undone.json()["snapshot"]["value"]["taken_back"]
    assert told["sentence"].endswith("the last 2 moves back.")
    assert api_game.state == before
    assert mover.post("/redo", version=mover.version).status_code == 200
    assert api_game.state != before


def test_a_move_is_answered_with_the_document_and_the_news(api_game: ApiGame) -> None:
    mover = api_game.mover
    answer = mover.play(target="chest", amount=1).json()["snapshot"]["value"]
    assert [told["event"]["kind"] for told in answer["events"]] == ["donated"]
    assert not answer["is_anew"]
    assert answer["version"] == mover.version


def test_a_double_click_is_refused_by_the_version(api_game: ApiGame) -> None:
    mover = api_game.mover
    version = mover.version
    assert mover.play(target="chest", amount=1, version=version).status_code == 200
    assert code_of(mover.play(target="chest", amount=1, version=version)) == "out_of_date"
    assert mover.post("/undo", version=mover.version).status_code == 200
    assert code_of(mover.post("/undo", version=version)) == "out_of_date"


def test_a_refusal_has_code_rule_facts_and_a_sentence_in_the_asked_language(
    api_game: ApiGame,
) -> None:
    mover = api_game.mover
    answer = mover.ask(
        "POST",
        f"{mover.path}/moves",
        params={"language": "de"},
        json={"version": mover.version, "target": "chest", "amount": 4},
    )
    assert code_of(answer) == "too_few_coins"
    problem = answer.json()
    assert answer.status_code == 409
    assert problem["rule"] == "R5.2"
    assert problem["facts"]
    assert "Taler" in problem["detail"]


def test_only_the_seat_of_the_token_acts(api_game: ApiGame, app: Starlette) -> None:
    version = api_game.mover.version
    assert code_of(api_game.other.play(target="chest", amount=1)) == "not_your_turn"
    assert code_of(api_game.other.post("/undo", version=version)) == "nothing_to_undo"
    stranger = ApiGame(app).clients[0]
    for client in (api_game.spectator(), ApiClient(app, stranger.token, api_game.id)):
        answer = client.post("/moves", version=version, target="chest", amount=1)
        assert code_of(answer) == "no_token"
        assert answer.headers["www-authenticate"] == "Bearer"
    assert code_of(ApiClient(app, stranger.token, api_game.id).get()) == "no_token"
    cookies = {"cookie": f"seats-{api_game.id}={api_game.mover.token}"}
    answer = api_game.spectator().ask(
        "POST", f"tables/{api_game.id}/undo", json={"version": version}, headers=cookies
    )
    assert code_of(answer) == "no_token"


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ([], "body: must be a table or an object, not an array"),
        ({}, "version: is missing"),
        ({"version": {"undone": 0}}, "version.events: is missing"),
        (
            {"version": {"undone": "0", "events": 1}, "line": "end"},
            "version.undone: must be a whole",
        ),
        ({"version": {"undone": 0, "events": 1}, "line": ""}, "line: must be a line"),
        ({"version": {"undone": 0, "events": 1}, "line": "x", "move": {}}, "unknown: 'move'"),
        ({"version": {"undone": 0, "events": 1}, "move": {"kind": "x"}}, "move: kind must be one"),
        ({"version": {"undone": 0, "events": 1}, "target": "X"}, "target: must be the name of a"),
        ({"version": {"undone": 0, "events": 1}, "target": "end", "amount": -1}, "amount: must be"),
        ({"version": {"undone": 0, "events": 1}, "target": "end", "cards": "x"}, "cards: must be"),
        ({"version": {"undone": 0, "events": 1}, "target": "a", "amount": 1.5}, "amount: must be"),
        ({"version": {"undone": 0, "events": 1}, "target": "a", "gems": {"red": 1}}, "gems.clear"),
    ],
)
def test_every_mistake_of_a_body_is_told_with_its_path(
    api_game: ApiGame, body: Any, problem: str
) -> None:
    answer = api_game.mover.ask("POST", f"tables/{api_game.id}/moves", json=body)
    assert code_of(answer) == "malformed"
    problems = answer.json()["problems"]
    assert any(problem in told for told in problems), problems
    assert not any(told.startswith("value") for told in problems)


@pytest.mark.parametrize(
    ("content", "kind", "code"),
    [
        (b"", "application/json", "malformed"),
        (b"{", "application/json", "malformed"),
        (b"\xff", "application/json", "malformed"),
        (b"[" * 3_000, "application/json", "malformed"),
        (b'{"seats": [{}, {}], "seats": [{}, {}]}', "application/json", "malformed"),
        (b'{"seats": NaN}', "application/json", "malformed"),
        (b'{"seats": [{}, {"name": "\\ud800"}]}', "application/json", "malformed"),
        (b" " * 5_000, "application/json", "too_large"),
        (b"{}", "application/x-www-form-urlencoded", "not_json"),
        (b"{}", "text/plain", "not_json"),
    ],
)
def test_what_is_no_json_or_too_long_is_refused(
    app: Starlette, content: bytes, kind: str, code: str
) -> None:
    headers = {"content-type": kind}
    answer = ApiClient(app).ask("POST", "tables", content=content, headers=headers)
    assert code_of(answer) == code


def test_the_type_of_a_body_may_have_capitals_and_parameters(app: Starlette) -> None:
    headers = {"content-type": "Application/JSON; charset=utf-8"}
    content = b'{"seats": [{}, {}]}'
    answer = ApiClient(app).ask("POST", "tables", content=content, headers=headers)
    assert answer.status_code == 201


@pytest.mark.parametrize(
    "wishes",
    [
        {"seats": [{}]},
        {"seats": [{}] * 6},
        {"seats": [{}, {"kind": "learned"}]},
        {"seats": TWO_PEOPLE, "edition": "own"},
        {"seats": TWO_PEOPLE, "clock": "1+1"},
        {"seats": TWO_PEOPLE, "away": 16},
        {"seats": TWO_PEOPLE, "pace": "fast"},
        {"seats": TWO_PEOPLE, "language": "xx"},
        {"seats": TWO_PEOPLE, "hints": 1},
    ],
)
def test_a_table_that_this_server_does_not_offer_is_refused(
    app: Starlette, wishes: dict[str, Any]
) -> None:
    answer = ApiClient(app).ask("POST", "tables", json=wishes)
    assert code_of(answer) == "malformed"


def test_unknown_paths_methods_languages_and_versions_are_problems(api_game: ApiGame) -> None:
    client = api_game.mover
    assert code_of(client.ask("GET", "nothing")) == "not_found"
    assert code_of(client.ask("GET", "tables/nothing")) == "not_found"
    assert code_of(client.ask("PUT", "tables")) == "wrong_method"
    assert code_of(client.get(params={"language": "xx"})) == "malformed"
    assert code_of(client.get(params={"since": "now"})) == "malformed"
    assert code_of(client.get(params={"since": ""})) == "malformed"
    assert code_of(client.get(params={"lang": "de"})) == "malformed"
    assert code_of(client.get(params={"since": ["0.1", "0.2"]})) == "malformed"


def test_a_player_can_ask_and_the_other_agrees(api_game: ApiGame) -> None:
    asker, other = api_game.mover, api_game.other
    for move in ("take", "purse", "end"):
        target = f"die-{api_game.state.dice[0]}" if move == "take" else move
        assert asker.play(target=target).status_code == 200
    assert code_of(asker.post("/undo", version=asker.version)) == "nothing_to_undo"
    assert asker.snapshot()["can_ask"]
    assert asker.post("/ask", version=asker.version).status_code == 200
    assert other.document()["table"]["asked"] == {
        "seat": asker.document()["table"]["seat"],
        "agreed": [asker.document()["table"]["seat"]],
        "refused": None,
    }
    assert other.post("/agree", version=other.version).status_code == 200
    assert api_game.mover is asker
    assert code_of(other.post("/agree", version=other.version)) == "none"


def test_players_write_and_spectators_read_nothing_of_it(api_game: ApiGame) -> None:
    ann, ben = api_game.clients[0], api_game.clients[1]
    assert ann.post("/chat", text=" Hello,  Ben ").status_code == 204
    (line,) = ben.document()["table"]["chat"]
    assert (line["seat"], line["name"], line["text"]) == (0, "Ann", "Hello, Ben")
    assert api_game.spectator().document()["table"]["chat"] == []
    assert code_of(ann.post("/chat", text=" ")) == "chat"
    assert ben.post("/customs", chat=False).status_code == 409
    assert ann.post("/customs", chat=False, pace="slow").status_code == 204
    assert not ben.document()["table"]["can_chat"]
    assert code_of(ben.post("/chat", text="Hello?")) == "forbidden"


def test_a_player_passes_a_seat_on_or_resigns(api_game: ApiGame) -> None:
    ann, ben = api_game.clients[0], api_game.clients[1]
    passed = ann.post("/leave", how="pass_on").json()
    assert code_of(ann.get()) == "no_token"
    heir = api_game.spectator().post("/seats", invitation=passed["invitation"], name="Cid")
    assert heir.status_code == 201
    assert code_of(ApiClient(api_game.app, passed["token"], api_game.id).get()) == "no_token"
    assert ben.post("/leave").status_code == 204
    assert ben.document()["table"]["seats"][1]["left"] == "resigned"
    assert ben.document()["table"]["seat"] is None
    assert code_of(ben.post("/undo", version=ben.version)) == "forbidden"


def test_the_players_of_a_finished_game_begin_the_next_one_once(api_game: ApiGame) -> None:
    from web_clients import finish

    ann, ben = api_game.clients[0], api_game.clients[1]
    asked = {"json": {}, "params": {"language": "de"}}
    early = ann.ask("POST", f"tables/{api_game.id}/rematch", **asked)
    assert code_of(early) == "forbidden"
    assert early.json()["detail"] == "Das darfst du hier nicht tun, oder nicht jetzt."
    finish(api_game.app, f"/table/{api_game.id}")
    first = ann.post("/rematch").json()
    second = ben.post("/rematch").json()
    assert first["table"] == second["table"] == ann.document()["table"]["rematch"]
    assert (first["seat"], second["seat"]) == (0, 1)
    assert ApiClient(api_game.app, second["token"], second["table"]).document()


def test_the_record_is_whole_for_players_after_the_end_alone(api_game: ApiGame) -> None:
    from web_clients import finish

    ann = api_game.clients[0]
    assert not ls.from_json(ann.get("/record").text, "record").is_full
    finish(api_game.app, f"/table/{api_game.id}")
    record = ls.from_json(ann.get("/record").text, "record")
    assert record.is_full
    assert not ls.from_json(api_game.spectator().get("/record").text, "record").is_full
    text = ann.get("/record", headers={"accept": "application/toml"}).text
    assert ls.loads(text) == record


def test_a_table_that_nobody_else_plays_can_be_closed(app: Starlette, api_game: ApiGame) -> None:
    begun = begin(app, seats=[{}, {"kind": "random"}])
    client = ApiClient(app, begun["tokens"][0]["token"], begun["id"])
    assert client.ask("DELETE").status_code == 204
    assert code_of(client.get()) == "not_found"
    assert code_of(api_game.mover.ask("DELETE")) == "forbidden"


def test_an_edition_has_what_labels_a_board(app: Starlette) -> None:
    shown = ApiClient(app).ask("GET", "editions/printed", params={"language": "de"}).json()
    edition = ls.load_edition("printed")
    assert shown["hash"] == edition.hash
    assert ls.from_json(ls.to_json(edition), "edition") == edition
    assert shown["edition"] == ls.to_plain(edition)
    assert {card["id"]: card["name"] for card in shown["cards"]} == {
        card.id: card.names.de for card in edition.cards
    }
    by_hash = ApiClient(app).ask("GET", f"editions/{edition.hash}").json()
    assert by_hash["edition"] == shown["edition"]
    assert code_of(ApiClient(app).ask("GET", "editions/nothing")) == "not_found"


def test_bots_are_listed_with_their_ratings(app: Starlette) -> None:
    bots = ApiClient(app).ask("GET", "bots").json()["bots"]
    random = next(bot for bot in bots if bot["name"] == "random")
    assert random["ratings"] == [-1079, -443, -729, None]
    assert random["about"]


def test_the_description_is_made_once_beside_the_loop(
    app: Starlette, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes 0.4 s, in which others are served."""
    made = list[threading.Thread]()

    def describe(settings: object) -> dict[str, str]:
        made.append(threading.current_thread())
        return {"openapi": "3.1.0"}

    monkeypatch.setattr(routes, "description", describe)

    async def ask() -> None:
        async with connection(app) as client:
            answers = await asyncio.gather(*(client.get("openapi.json") for _ in range(5)))
        assert all(answer.json() == {"openapi": "3.1.0"} for answer in answers)

    asyncio.run(ask())
    assert len(made) == 1
    assert made[0] is not threading.main_thread()
