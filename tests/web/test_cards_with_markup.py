"""Cards of one's own whose names and texts are markup: pages show them, and obey nothing."""

import random
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from starlette.applications import Starlette
from web_clients import Browser, Game, close, form_of, make_app

import livingstone as ls
from livingstone.edition.loading import shipped_toml

NAME = "<img src=x onerror=alert(1)> \"a\" 'b' &lt;i&gt; {seat} %s {{ 7 * 7 }} </script>"
TEXT = "</style><script>alert(2)</script> \" ' & {0} {coins} %d"
RAW = ("<img src", "<script>alert", "</style><", "onerror=alert(1)>", "<i>", "49 </script>")
JSON = {"accept": "application/json"}


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    """Write the shipped cards with names and texts of markup."""
    table = tomllib.loads(shipped_toml("cards"))
    for card in table["cards"]:
        card.pop("inferred", None)
        card["names"] = dict.fromkeys(card["names"], f"{NAME} {card['id']}")
        card["text"] = TEXT
    (file := tmp_path / "cards.toml").write_text(tomli_w.dumps(table))
    return file


@pytest.fixture
def app(tmp_path: Path, cards: Path) -> Iterator[Starlette]:
    app = make_app(tmp_path / "games.db", cards=cards, allows_editions=True)
    yield app
    close(app)


def assert_shown(*pages: str, is_named: bool = True) -> None:
    """Insist that no page has the markup itself, and that one has its letters."""
    for page in pages:
        assert not [raw for raw in RAW if raw in page]
    assert not is_named or any("&lt;img src=x onerror=alert(1)&gt;" in page for page in pages)


def markup_in(value: Any) -> Iterator[str]:
    """List the texts of a document that pages take as markup."""
    for part in value.values() if isinstance(value, dict) else value:
        if isinstance(part, str):
            yield part
        elif isinstance(part, dict | list):
            yield from markup_in(part)


def play_cards(game: Game) -> None:
    """Play a game in which cards are played where that is possible."""
    tables, chooser = game.app.state.tables, random.Random(3)
    while not game.state.is_over:
        moves = ls.legal_moves(game.state)
        cards = [move for move in moves if getattr(move, "card", "") or getattr(move, "cards", ())]
        move = chooser.choice(cards or moves)
        tables.do(game.table, game.mover, (move,), game.table.game.version)
        if len(game.table.game.journal) % 25 == 0:
            assert_shown(*pages_at(game), is_named=False)


def pages_at(game: Game) -> list[str]:
    """List what a player and a spectator see at a table, and what their streams bring."""
    watchers = [game.clients[0], Browser(game.app)]
    pages = [client.get(game.path).text for client in watchers]
    messages = [game.shown(client) for client in watchers]
    return [*pages, *(text for message in messages for text in markup_in(message))]


def test_the_rules_and_a_table_show_names_of_markup(app: Starlette) -> None:
    client = Browser(app)
    assert_shown(*(client.get("/rules", params={"language": code}).text for code in ("en", "de")))
    assert_shown(client.get("/").text, is_named=False)
    game = Game(app)
    play_cards(game)
    assert_shown(*pages_at(game))


def test_replays_show_names_of_markup(app: Starlette) -> None:
    game = Game(app)
    play_cards(game)
    record = game.table.game.record(players=(NAME[:24], "Ben"), embed_edition=True)
    for client, path in (
        (game.clients[0], f"{game.path}/replay"),
        (Browser(app), Browser(app).post("/records", data={"record": ls.dumps(record)}).url.path),
    ):
        places = range(0, len(record.actions), len(record.actions) // 5)
        shown = [client.get(path, params={"at": str(at)}, headers=JSON).json() for at in places]
        assert_shown(client.get(path).text, *(text for page in shown for text in markup_in(page)))


def test_a_move_is_described_with_names_of_markup_as_text(app: Starlette) -> None:
    game, chooser = Game(app), random.Random(3)
    for _ in range(500):
        moves = ls.legal_moves(game.state)
        playing = [move for move in moves if isinstance(move, ls.PlayCard)]
        if playing:
            break
        game.app.state.tables.do(
            game.table, game.mover, (chooser.choice(moves),), game.table.game.version
        )
    form = form_of(playing[0], game.table.game.view(game.mover))
    asked = {"revision": game.table.revision, **form}
    words = game.clients[game.mover].get(f"{game.path}/words", params=asked)
    assert words.headers["content-type"] == "application/json"  # the page takes it as text
    assert NAME in words.json()["words"]


@pytest.mark.slow
def test_a_review_shows_names_of_markup(app: Starlette) -> None:
    pytest.importorskip("numba")
    game = Game(app)
    play_cards(game)
    review = ls.review(game.table.game.record(players=("Ann", "Ben")), rollouts=2)
    app.state.tables.store.add_review(game.table.id, ls.to_json(review))
    client, path = game.clients[0], f"{game.path}/review"
    places = [choice.position for choice in review.choices[::9]]
    shown = [client.get(path, params={"at": str(at)}, headers=JSON).json() for at in places]
    asked = [choice.position for choice in review.marked()[:3]]
    questions = [client.get(f"{path}/question", params={"at": str(at)}).json() for at in asked]
    texts = (text for page in (*shown, *questions) for text in markup_in(page))
    assert_shown(client.get(path).text, *texts)


def test_pictures_show_names_of_markup(cards: Path) -> None:
    picture = ls.svg.cards(ls.load_edition("printed", cards=cards), styled=False)
    for raw in RAW:
        assert raw not in picture
    assert "&lt;img" in picture
