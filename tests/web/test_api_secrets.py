"""R10: the API answers the same in two games that differ only in what a client may not see."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from amounts import by_profile
from api_clients import ApiGame, connection, documents, plain_move
from web_clients import close, make_app

import livingstone as ls

TARGETS = ("chest", "die-9", "space-r6c10", "gem-red", "nothing", "card-lion", "card-market")
BARE = ("deck", "bag", "purse", "end")
LINES = ("take 9", "donate 99", "play lion", "build 6 +no_cost_tent", "fly")
MOVES = (ls.PlayCard("market"), ls.PlayCard("lion"), ls.Donate(99), ls.SellGems("red", 60))
PLACES = ("record", "hint", "review", "nothing", "words")
DEEDS = ("undo", "redo", "agree", "refuse", "rematch", "return")


class Dealer:
    """Deals the same dice and stones, but other cards to seat 1."""

    def __init__(self, luck: int, *, is_other: bool) -> None:
        self.luck = Random(luck)
        self.is_other = is_other

    def __call__(self, state: ls.State) -> ls.Outcome:
        number = self.luck.getrandbits(64)
        if not isinstance(state.pending, ls.CardDraw):
            return ls.sample_outcome(state, number)
        kinds = [card for card, _ in state.draw_pile if card != "mine_collapse"]
        return ls.CardRevealed(kinds[-1 if self.is_other else 0])


def moves_of_turn(state: ls.State, luck: Random, *, is_other: bool) -> Iterator[ls.Move]:
    """Yield the moves of a turn; what seat 1 draws and donates differs."""
    dice = sorted({move.value for move in ls.legal_moves(state) if isinstance(move, ls.TakeDie)})
    yield ls.TakeDie(luck.choice(dice))
    if state.current_player == 1:
        yield ls.DrawCard()
        if state.players[1].coins == 3:
            yield ls.Donate(1 + is_other)
    else:
        uses: tuple[ls.Move, ...] = ls.TakeCoins(), ls.Dig()
        yield luck.choice(uses)
    yield ls.EndTurn()


class World:
    """A game, and all that seat 0 and a spectator are told of it."""

    def __init__(self, file: Path, luck: int, *, is_other: bool) -> None:
        self.app = make_app(file)
        self.game = ApiGame(self.app)
        self.luck = Random(luck)
        self.is_other = is_other
        self.told = list[str]()

    async def play(self, rounds: int) -> None:
        game = self.game.table.game
        async with connection(self.app) as client:
            while game.state.boat <= rounds:
                for move in moves_of_turn(game.state, self.luck, is_other=self.is_other):
                    if move == ls.EndTurn():
                        await self._collect(client)
                    seat = game.state.current_player
                    self.app.state.tables.do(self.game.table, seat, (move,), game.version)
        hand = game.state.players[1].hand
        assert hand
        assert game.state.players[1].chest == 1 + self.is_other

    async def _collect(self, client: httpx.AsyncClient) -> None:
        for token in (self.game.clients[0].token, ""):
            headers = {"authorization": f"Bearer {token}"} if token else {}
            async for answer in self._answers(client, headers):
                self.told.append(f"{answer.status_code} {answer.headers} {answer.text}")
            async with aclosing(documents(self.app, self.game.id, token)) as stream:
                self.told.append(str(await anext(stream)))

    async def _answers(
        self, client: httpx.AsyncClient, headers: dict[str, str]
    ) -> AsyncIterator[httpx.Response]:
        game = self.game.table.game
        path = f"tables/{self.game.id}"
        version = {"undone": 0, "events": game.version.events}
        for language in ls.LANGUAGES:
            since = f"0.{max(0, version['events'] - 5)}"
            query = {"language": language, "since": since}
            yield await client.get(path, params=query, headers=headers)
        yield await client.get(path, headers=headers)
        for place in PLACES:
            yield await client.get(f"{path}/{place}", headers=headers)
        bodies: list[dict[str, Any]] = [{"target": target, "amount": 99} for target in TARGETS]
        stale = version | {"events": version["events"] - 1}
        bodies += [{"target": target, "version": stale} for target in BARE]
        bodies += [{"line": line} for line in LINES]
        bodies += [{"move": plain_move(move)} for move in MOVES]
        for body in bodies:
            wanted = {"version": version, **body}
            refused = await client.post(f"{path}/moves", json=wanted, headers=headers)
            assert refused.status_code != 200
            yield refused
        for deed in DEEDS if game.state.current_player == 1 else ():
            wanted = {"version": version} if deed not in ("rematch", "return") else {}
            yield await client.post(f"{path}/{deed}", json=wanted, headers=headers)


def told_in(
    folder: Path, monkeypatch: pytest.MonkeyPatch, luck: int, rounds: int, *, is_other: bool
) -> list[str]:
    numbers = count()
    with monkeypatch.context() as patch:
        patch.setattr(ls, "deal", Dealer(luck, is_other=is_other))
        patch.setattr("secrets.randbelow", lambda _: 0)
        patch.setattr("secrets.token_urlsafe", lambda _: f"token-{next(numbers)}")
        world = World(folder / f"{luck}-{is_other}.db", luck, is_other=is_other)
        asyncio.run(world.play(rounds))
        close(world.app)
    return world.told


@pytest.mark.parametrize(
    ("games", "rounds", "answers"),
    [
        (1, 1, 200),
        pytest.param(by_profile(1, 6), 9, by_profile(1500, 10_000), marks=pytest.mark.slow),
    ],
)
def test_r10_2_no_answer_of_the_api_depends_on_secrets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, games: int, rounds: int, answers: int
) -> None:
    compared = 0
    for luck in range(games):
        one = told_in(tmp_path, monkeypatch, luck, rounds, is_other=False)
        other = told_in(tmp_path, monkeypatch, luck, rounds, is_other=True)
        assert one == other
        compared += len(one)
    assert compared >= answers
