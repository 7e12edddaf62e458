"""A real value, or several, of every public class."""

import importlib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.util import find_spec
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from attrs import fields, has
from hypothesis import find
from list_public_names import public_modules, public_names
from reviewed_games import game, small

import livingstone as ls
from livingstone.players import Assumptions, weights_for
from livingstone.support.structuring import union_classes
from livingstone.testing import values_of


def public_classes() -> list[type]:
    """List the public classes, each once."""
    things = (getattr(module, own) for module in public_modules() for own in public_names(module))
    return [*dict.fromkeys(thing for thing in things if isinstance(thing, type))]


def _game(players: int, seed: int, edition: str = "printed") -> Iterator[object]:
    """Yield a game's positions, moves, events, views and what a table makes of them."""
    state, rng = ls.new_game(players, seed=seed, edition=edition), Random(seed)
    table, bot = ls.Table(state), ls.load_player("greedy")
    yield from (state, ls.Table(ls.with_explicit_chance(state), dealer=ls.deal))
    while not table.state.is_over:
        seen = table.view(table.state.current_player)
        yield from (seen, table.view(None), *ls.group_moves(seen))
        yield table.play(bot.choose(seen, rng))
    yield from (table, table.state, ls.result(table.state), table.news(0), table.view(0))
    record = table.record(players=["Ann", "Ben", "Cem", "Dee", "Eve"][:players], tags={"a": "b"})
    yield from (record, record.seen_by(0), record.seen_by(None), *record.steps())
    yield ls.with_explicit_chance(table.states[-2])


def _undone() -> ls.Table:
    """Take a move back."""
    table = ls.Table(ls.new_game(2, seed=7))
    table.play(ls.Donate(1))
    table.undo(0)
    return table


def roots() -> Iterator[object]:
    """Yield values that hold the others."""
    yield from _game(2, 7)
    yield from _game(4, 3, "bga")
    yield _undone().snapshot(0)
    for text in ("donate", "donate 99", "nonsense"):
        found = ls.read_move(text, ls.view(ls.new_game(2, seed=7), 0))
        yield found
        yield from found.choices if isinstance(found, ls.Question) else ()
    start = ls.new_game(3, explicit_chance=True)
    yield from (start, start.pending, ls.load_edition("printed"), ls.load_edition("bga"))
    yield from ls.chance_outcomes(start)
    yield from (ls.why_illegal(start, ls.Dig()), ls.perft(start, 1), ls.HiddenCard())
    yield from (ls.HiddenChoice(), ls.Choose(cards=("lion",)), ls.CardChoice(1, 0))
    yield from (ls.HiddenDonation(), ls.CardLook(1, 2), ls.CardRoll(2, 6), ls.CardsShown(("lion",)))
    yield ls.HandDraw(1)
    yield ls.events.CardAnnounced(0, "lion", (("en", "It roars"),), ())
    yield from (
        ls.DonationRoll(6),
        ls.StoneDraw(3),
        ls.CardDraw(is_replacement=True),
        ls.price_of(start, 1),
    )
    yield ls.expected(start, "coins")
    yield from ls.text.lines(start)[:3]
    yield from (ls.svg.icon("coin", styled=False), ls.svg.board(start))
    for kind in union_classes(ls.Event):
        yield find(values_of(kind), lambda _: True)
    yield from (weights_for(2), Assumptions(), ls.effects.Parts(take_coins=1))
    yield from _batches()
    if find_spec("numpy"):
        from livingstone.envs import ActionSpace, Layout

        yield from [*Layout("printed", 2).parts, *ActionSpace("printed", 2).ranges]
    if find_spec("numba"):
        yield from _reviewed()
    if find_spec("starlette"):
        yield importlib.import_module("livingstone.web").Settings(database="games.db")
        yield importlib.import_module("livingstone.web").Pruned(deleted=3, kept=7)


def _batches() -> Iterator[object]:
    bots = ["greedy", "random"]
    options: Any = {"seed": 1, "engine": "python"}
    heard = list[ls.simulation.Progress]()
    with TemporaryDirectory() as folder:
        file = f"{folder}/games.db"
        yield ls.simulate(bots, 6, sink=file, on_progress=heard.append, **options)
        yield from (*heard, *ls.read_rows(file), *ls.simulation.read_batches(file))
    report = ls.simulate([*bots, Failing()], 6, adjust="luck", **options)
    yield from (report, *report.sheets())
    yield ls.compare("greedy", "random", against=["random"], games=16, **options)
    yield ls.tournament(bots, games=4, **options)
    yield ls.simulation.ShownProgress()
    yield ls.sweep("ismcts", "iterations", [1, 2], against=["random"], games=2, **options)


class Failing:
    """A bot that makes a move that is never legal."""

    def choose(self, view: ls.View, rng: Random) -> ls.Move:
        return ls.TakeDie(99)


def _reviewed() -> Iterator[object]:
    record = game(2, 1, edition=small(), errors=(0.5, 0.0))
    yield ls.review(record, rollouts=4)
    reviews = importlib.import_module("livingstone.reviews")
    yield reviews.Reason("row", 0, 2, 0.6, 0.4, reviews.Estimate(0.2, 0.1, 0.3))
    yield ls.hint(ls.view(ls.new_game(2, seed=7), 0), seconds=0.1)


def _parts(value: Any) -> Iterable[object]:
    if has(type(value)):
        return [getattr(value, field.name) for field in fields(type(value))]
    if isinstance(value, dict):
        return [*value, *value.values()]
    return value if isinstance(value, tuple | list | set | frozenset) else ()


@cache
def public_values() -> dict[type, list[Any]]:
    """Return some values of each public class that values are made of, by the class."""
    wanted, found = {*public_classes()}, dict[type, list[Any]]()
    seen, left = set[int](), list[object](roots())
    kept = list(left)  # so that no `id` is used twice
    while left:
        value = left.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        kept.append(value)
        if type(value) in wanted:
            found.setdefault(type(value), []).append(value)
        left += _parts(value)
    return found
