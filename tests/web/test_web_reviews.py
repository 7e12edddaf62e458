"""Who may see a review or ask for a hint; reviews are kept."""

import asyncio
import os
from collections.abc import Callable

import pytest

pytest.importorskip("numba")

from starlette.applications import Starlette
from web_clients import Browser, Game, open_table

import livingstone as ls
from livingstone.reviews import describe_choice
from livingstone.web.replays import Reviews

JSON = {"accept": "application/json"}


def test_only_players_of_a_finished_game_get_its_review(game: Game) -> None:
    path, clients = game.path, game.clients
    game.play_on(20)
    assert clients[0].get(f"{path}/review").status_code == 403
    game.finish()
    assert Browser(game.app).get(f"{path}/review").status_code == 403
    assert clients[0].get(f"{path}/review").status_code == 202


def test_a_kept_review_is_shown_with_the_positions_of_the_record(game: Game) -> None:
    game.finish()
    path, clients, table = game.path, game.clients, game.table
    store = game.app.state.tables.store
    record = table.game.record(players=("<b>Ann</b>", "Ben"))
    found = ls.review(record, rollouts=2)
    store.add_review(table.id, ls.to_json(found))
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
    assert store.review(table.id) == ls.to_json(found)


def test_a_review_whose_process_dies_is_tried_again(game: Game) -> None:
    game.finish()
    table, reviews = game.table, Reviews(game.app.state.tables)

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
    client, path, _ = open_table(app)
    assert client.get(f"{path}/hint").status_code == 403
    assert "data-hints" not in client.get(path).text
    client, path, table = open_table(app, hints="1")
    assert table.kept.hints
    assert "data-hints" in client.get(path).text
    assert Browser(app).get(f"{path}/hint").status_code == 403
    waiting = table.game.state.current_player == 1
    answer = client.get(f"{path}/hint").json()
    assert answer["words"].startswith("This is not possible" if waiting else "Good: ")
    assert waiting or set(answer["targets"]) & {f"die-{die}" for die in table.game.state.dice}
