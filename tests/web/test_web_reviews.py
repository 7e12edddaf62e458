"""Who may see a review or ask for a hint; reviews are kept."""

import asyncio
import os
from collections.abc import Callable

import pytest

pytest.importorskip("numba")

from starlette.applications import Starlette
from web_clients import PEOPLE, begin, browser, finish, play_on, table_at, two_people

import livingstone as ls
from livingstone.reviews import describe_choice
from livingstone.web.replays import Reviews

JSON = {"accept": "application/json"}


def test_only_players_of_a_finished_game_get_its_review(app: Starlette) -> None:
    path, clients = two_people(app)
    play_on(app, path, clients, 20)
    assert clients[0].get(f"{path}/review").status_code == 403
    finish(app, path)
    assert browser(app).get(f"{path}/review").status_code == 403
    assert clients[0].get(f"{path}/review").status_code == 202


def test_a_kept_review_is_shown_with_the_positions_of_the_record(app: Starlette) -> None:
    path, clients = two_people(app)
    finish(app, path)
    table = table_at(app, path)
    record = table.game.record(players=("<b>Ann</b>", "Ben"))
    found = ls.review(record, rollouts=2)
    app.state.tables.store.add_review(table.id, ls.to_json(found))
    page = clients[0].get(f"{path}/review", params={"language": "it"})
    assert page.status_code == 200
    assert "Fortuna" in page.text
    assert "<b>Ann" not in page.text
    assert f'max="{len(record.actions)}"' in page.text
    assert page.text.count('<details class="choice">') == len(found.marked())
    for own in found.choices[:9]:
        last = own.position + len(own.played) - 1
        for at in (own.position, last):
            asked = {"at": str(at), "language": "it"}
            shown = clients[1].get(f"{path}/review", params=asked, headers=JSON).json()
            assert shown["at"] == at
            told = describe_choice(found, own, language="it")
            assert (shown["cost"] == told) == (own.played != own.best)
            assert shown["cost"]
    clients[0].post(f"{path}/rematch")
    assert app.state.tables.store.review(table.id) == ls.to_json(found)


def test_a_review_whose_process_dies_is_tried_again(app: Starlette) -> None:
    path, _ = two_people(app)
    finish(app, path)
    table, reviews = table_at(app, path), Reviews(app.state.tables)

    async def ask(function: Callable[..., object]) -> object:
        try:
            return await reviews.run("", function)
        finally:
            reviews.close()

    with pytest.raises(ls.LivingstoneError, match="a process died"):
        asyncio.run(ask(os.abort))
    assert asyncio.run(ask(os.getpid)) != os.getpid()

    async def fail(*_: object) -> None:
        raise ls.LivingstoneError("a process died")

    async def find_twice() -> None:
        assert reviews.find(table) is None
        await asyncio.sleep(0.05)
        with pytest.raises(ls.LivingstoneError, match="died"):
            reviews.find(table)
        assert reviews.find(table) is None

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Reviews, "run", fail)
        asyncio.run(find_twice())


def test_r10_2_hints_are_for_the_seat_to_move_at_tables_that_allow_them(app: Starlette) -> None:
    path, clients = two_people(app)
    assert clients[0].get(f"{path}/hint").status_code == 403
    assert "data-hints" not in clients[0].get(path).text
    client = browser(app)
    path = begin(client, **{**PEOPLE, "hints": "1"})
    assert table_at(app, path).kept.hints
    assert "data-hints" in client.get(path).text
    assert browser(app).get(f"{path}/hint").status_code == 403
    waiting = table_at(app, path).game.state.current_player == 1
    told = client.get(f"{path}/hint").json()["words"]
    assert told.startswith("This is not possible" if waiting else "Good: ")
