"""R10: a client receives the same from two games that differ only in secrets."""

import asyncio
import re
from collections.abc import Iterator
from random import Random

import pytest
from starlette.applications import Starlette
from web_clients import Browser, Game, first_message, table_at

import livingstone as ls

ROUNDS = 2
THINGS = ("chest", "card-lion")


class Dealer:
    """Deals the same dice and stones, but cards from the first kinds or the last."""

    def __init__(self, last: bool) -> None:
        self.last = last
        self.luck = Random(5)

    def __call__(self, state: ls.State) -> ls.Outcome:
        if isinstance(state.pending, ls.CardDraw):
            kinds = [card for card, _ in state.draw_pile if card != "mine_collapse"]
            return ls.CardRevealed(kinds[-1 if self.last else 0])
        return ls.sample_outcome(state, self.luck.getrandbits(64))


def moves_of(state: ls.State, is_other: bool) -> Iterator[ls.Move]:
    """Yield the moves of a turn; donated amounts differ."""
    seat = state.current_player
    yield min(
        (m for m in ls.legal_moves(state) if isinstance(m, ls.TakeDie)), key=lambda m: m.value
    )
    if seat == 1:
        yield ls.DrawCard()
        if state.players[1].coins == 3:
            yield ls.Donate(1 + is_other)
    else:
        yield ls.TakeCoins()
    yield ls.EndTurn()


def received(app: Starlette, client: Browser, path: str) -> Iterator[str]:
    """Yield everything that a client can get from the server now."""
    yield str(asyncio.run(first_message(app, client, path)))
    last = len(table_at(app, path).game.history)
    pages = ["", "/record", *(f"/replay?at={last}&eyes={eyes}" for eyes in ("0", "1", "open"))]
    pages += [f"/words?target={thing}" for thing in THINGS]
    for page in pages:
        answer = client.get(f"{path}{page}")
        own_codes = '(?s)name="once" value="[^"]+"|<svg [^>]*class="qr">.*?</svg>'
        text = re.sub(own_codes, "", answer.text)
        yield f"{answer.status_code} {text}"


def story(app: Starlette, monkeypatch: pytest.MonkeyPatch, *, is_other: bool) -> list[str]:
    """Play a game, and collect what its first player and a spectator receive after each turn."""
    monkeypatch.setattr(ls, "deal", Dealer(is_other))
    monkeypatch.setattr("secrets.randbelow", lambda _: 0)
    it, eve = Game(app), Browser(app)
    path, game, seen = it.path, it.table.game, list[str]()
    while game.state.boat <= ROUNDS:
        for move in moves_of(game.state, is_other):
            it.play(move)
        seen += [*received(app, it.clients[0], path), *received(app, eve, path)]
    hand, chest = game.state.players[1].hand, game.state.players[1].chest
    assert len(hand) > 1
    assert chest == 1 + is_other
    token = it.table.kept.seats[0].token
    return [text.replace(path, "PATH").replace(token, "TOKEN") for text in seen]


def test_r10_2_no_answer_depends_on_secrets(
    app: Starlette, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = story(app, monkeypatch, is_other=False)
    other = story(app, monkeypatch, is_other=True)
    assert len(one) == len(other) > 100
    for mine, its in zip(one, other, strict=True):
        assert mine == its
