"""What tells the bots of a batch apart: in files, in reports and for executors."""

import csv
import json
import sys
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache, partial
from multiprocessing import get_all_start_methods, get_context, get_start_method
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from amounts import others_slow
from own_bots import ForTwo, Mood, Thrifty, Typed, make_thrifty
from programs import run_python

import livingstone as ls
from livingstone import ArgumentError, SimulationError, read_rows, simulate
from livingstone.players import GreedyBot, IsmctsBot, RandomBot, Weights, registry
from livingstone.simulation import Entrant, export, read_batches
from livingstone.simulation.entrants import enter
from livingstone.simulation.identity import identity_of, label_of
from livingstone.simulation.tasks import has_main

RESERVES = (0, 2, 4, 9)


def points_of(bot: Entrant, sink: Path | None = None, games: int = 4, **options: Any) -> float:
    report = simulate([bot, "random"], games, seed=1, sink=sink, **options)
    return report.bots[0].points.mean


# Sweeps

WAYS: dict[str, Callable[[int], Entrant]] = {
    "partial": lambda reserve: partial(Thrifty, reserve=reserve),
    "object": Thrifty,
    "named object": lambda reserve: {f"thrifty {reserve}": Thrifty(reserve)},
    "named lambda": lambda reserve: {f"thrifty {reserve}": lambda: Thrifty(reserve)},
    "one name": lambda reserve: {"thrifty": Thrifty(reserve)},
    "options": lambda reserve: f"own_bots:Thrifty:reserve={reserve}",
    "named options": lambda reserve: {"thrifty": f"own_bots:Thrifty:reserve={reserve}"},
}


@cache
def without_file(games: int) -> list[float]:
    return [points_of(Thrifty(reserve), games=games) for reserve in RESERVES]


@pytest.mark.parametrize("way", others_slow(WAYS, ("partial", "object", "options")))
def test_a_sweep_has_the_results_that_it_has_without_a_file(tmp_path: Path, way: str) -> None:
    """The same, if it is asked again, and if more games are asked for."""
    file = tmp_path / "sweep.db"
    for games in (4, 4, 5):
        kept = [points_of(WAYS[way](reserve), file, games) for reserve in RESERVES]
        assert len(set(kept)) == len(RESERVES)
        assert kept == without_file(games)
    assert [stored.games for stored in read_batches(file)] == [5] * len(RESERVES)


def test_comparisons_of_a_sweep_in_one_file_differ(tmp_path: Path) -> None:
    pytest.importorskip("scipy")

    def results(sink: Path | None) -> list[str]:
        return [
            ls.compare(
                partial(Thrifty, reserve=reserve), "random", against=["random"], games=4, seed=1,
                sink=sink,
            ).to_json()
            for reserve in RESERVES
        ]  # fmt: skip

    kept = results(tmp_path / "sweep.db")
    assert kept == results(None)
    assert len(set(kept)) == len(RESERVES)


def test_a_reordered_tournament_names_the_same_winner(tmp_path: Path) -> None:
    pytest.importorskip("choix")
    bots: list[Entrant] = [Thrifty(0), Thrifty(9), {"lambda": lambda: Thrifty(4)}]
    options: dict[str, Any] = {"games": 6, "seed": 1, "sink": tmp_path / "games.db"}
    first = ls.tournament(bots, **options)
    again = ls.tournament(bots[::-1], **options)
    assert first.ratings[0].bot == again.ratings[0].bot == "Thrifty()"
    assert {own.bot for own in again.ratings} == {"Thrifty()", "Thrifty(reserve=9)", "lambda"}
    assert ls.tournament(bots, **options).to_json() == first.to_json()


def test_a_rewritten_file_of_weights_begins_a_new_batch(tmp_path: Path) -> None:
    weights, file = tmp_path / "weights.toml", tmp_path / "games.db"
    name = f"greedy:weights={weights}"
    results = list[float]()
    for late in (0.1, 0.9):
        weights.write_text(f"late = {late}\nkept_gem = {10 * late}")
        results.append(points_of(name, file))
        assert results[-1] == points_of(name)
    assert results[0] != results[1]
    assert [stored.lineup for stored in read_batches(file)] == [(name, "random")] * 2


def test_the_order_of_options_makes_no_new_batch(tmp_path: Path) -> None:
    for options in ("bold=true,reserve=4", "reserve=04,bold=TRUE"):
        points_of(f"own_bots:make_thrifty:{options}", tmp_path / "games.db")
    (stored,) = read_batches(tmp_path / "games.db")
    assert stored.lineup[0] == "own_bots:make_thrifty:reserve=4,bold=true"


@pytest.mark.parametrize("has_executor", [False, True])
def test_a_file_that_changes_while_games_are_played_ends_the_batch(
    tmp_path: Path, has_executor: bool
) -> None:
    weights = tmp_path / "weights.toml"
    weights.write_text("late = 0.1")

    def rewrite(progress: ls.simulation.Progress) -> None:
        weights.write_text(f"late = 0.{progress.done + 1}")

    with ThreadPoolExecutor(1) as pool:
        options: Any = {"executor": pool if has_executor else None, "chunk": 1}
        with pytest.raises(SimulationError, match="are not those with which the batch began"):
            points_of(f"greedy:weights={weights}", on_progress=rewrite, **options)


# Identities


@dataclass
class Net:
    values: Any = None
    mode: str = "calm"

    def choose(self, view: ls.View, rng: Any) -> ls.Move:
        return view.legal_moves[0]


class Grown(Net):
    """Has more than its fields say."""

    def __init__(self, size: object) -> None:
        super().__init__()
        self.size = size


@dataclass
class Listed(list[Any]):
    """Holds values beside its field."""

    mode: str = "calm"


class Pair(NamedTuple):
    first: int


class GrownPair(Pair):
    """Has more than its fields say."""

    def __init__(self, first: int) -> None:
        self.doubled = Net(2 * first)


class Plain:
    def choose(self, view: ls.View, rng: Any) -> ls.Move:
        return view.legal_moves[0]

    @classmethod
    def make(cls) -> "Plain":
        return cls()


def certain() -> list[object]:
    numpy = pytest.importorskip("numpy")
    return [
        *(Thrifty, Thrifty(), Thrifty(3), partial(Thrifty, 3), partial(Thrifty, reserve=3)),
        *(Typed(), partial(Typed, mood=Mood.CALM), partial(Typed, mood=Mood.WILD)),
        *(partial(Typed, path=Path("a")), partial(Typed, text="a"), partial(Typed, flag=True)),
        *(partial(Typed, whole=1), partial(Typed, number=1.0), RandomBot, RandomBot()),
        *(Net(), Net(mode="wild"), Net([1, 2]), Net((1, 2)), Net({1: 2}), Net({1, 2}), Net("1")),
        *(Net(1), Net(1.0), Net(True), Net(b"1"), Net(Thrifty(1)), Net(Weights(late=0.3))),
        *(Net(numpy.zeros(3)), Net(numpy.zeros(4)), Net(numpy.ones(3)), Net(numpy.ones(3, "f4"))),
        *(Grown(1), Grown(2), Plain, Plain.make, make_thrifty, GreedyBot(Weights(late=0.3))),
        *(IsmctsBot(3), IsmctsBot(4), GreedyBot(), Net(Mood.CALM), Net(numpy.float64(0.25))),
    ]


def test_what_differs_has_another_identity_and_another_label() -> None:
    identities = [identity_of(bot) for bot in certain()]
    assert None not in identities
    assert len(set(identities)) == len(identities)
    assert identities == [identity_of(bot) for bot in certain()]
    labels = [label_of(bot, identity) for bot, identity in zip(certain(), identities, strict=True)]
    is_shared = [label for label in labels if labels.count(label) > 1]
    assert set(is_shared) == {"Thrifty(reserve=3)"}, "one makes bots, the other one is a bot"
    assert all(label.isprintable() and len(label) <= 60 for label in labels)


def test_a_partial_of_a_class_that_cannot_be_imported_is_called_by_its_arguments() -> None:
    class Local:
        def __init__(self, reserve: int) -> None:
            self.reserve = reserve

    bot = partial(Local, reserve=9)
    assert identity_of(bot) is None
    assert label_of(bot, None) == "Local(reserve=9)"
    unclear = partial(Local, object())  # type: ignore[arg-type]
    assert label_of(unclear, None) == "Local"


def test_attributes_of_a_named_tuple_count() -> None:
    one, other = GrownPair(1), GrownPair(1)
    other.doubled = Net(3)
    assert identity_of(Net(one)) != identity_of(Net(other))
    assert identity_of(Net(one)) == identity_of(Net(GrownPair(1)))


def test_a_number_of_numpy_is_a_number() -> None:
    numpy = pytest.importorskip("numpy")
    assert identity_of(Thrifty(numpy.int64(3))) == identity_of(Thrifty(3))


def uncertain() -> list[object]:
    @dataclass
    class Local(Net):
        pass

    numpy = pytest.importorskip("numpy")
    circular = Net()
    circular.values = [circular]
    return [
        *(ForTwo(), Plain(), lambda: Plain(), partial(lambda: Plain()), Local, Local()),
        *(Net(object()), Net([Plain()]), circular, Grown(object()), Net(iter([]))),
        *(Listed(), Net(Listed()), Net(numpy.ma.masked_array([1, 2], [True, False]))),
        partial(make_thrifty, 3, bold=Plain()),  # type: ignore[arg-type]
    ]


def test_what_nothing_tells_apart_for_certain_has_no_identity() -> None:
    assert {identity_of(bot) for bot in uncertain()} == {None}


def test_a_file_refuses_a_bot_without_identity_unless_it_is_named(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    for bot in (ForTwo(), lambda: ForTwo()):
        assert simulate([bot, "random"], 1, seed=1).games == 1
        with pytest.raises(ArgumentError, match=r"cannot tell the bot .* give it a name") as caught:
            simulate([bot, "random"], 1, seed=1, sink=file)
        assert "\n" not in str(caught.value)
        assert not file.exists()
    for bot in (ForTwo(), lambda: ForTwo()):
        simulate([{"mine": bot}, "random"], 1, seed=1, sink=file)
    assert len(read_batches(file)) == 2, "the class is a part of what a name stands for"


def test_the_content_of_files_among_the_parts_of_a_bot_counts(tmp_path: Path) -> None:
    file = tmp_path / "net.bin"
    bots = Net(str(file)), Net(file), Net([file]), partial(Net, file)
    identities = set[str | None]()
    for content in ("one", "two"):
        file.write_text(content)
        identities |= {identity_of(bot) for bot in bots}
    assert len(identities) == 8


def test_a_class_of_a_script_is_told_by_the_name_of_its_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    main = sys.modules["__main__"]
    for name in ("one.py", "two.py"):
        monkeypatch.setattr(main, "__file__", f"/somewhere/{name}", raising=False)
        assert registry.home_of("__main__") == name
    assert registry.home_of("own_bots") == "own_bots"


# Labels


def labels(*bots: Entrant) -> list[str]:
    return [entry.label for entry in enter(bots)]


def test_bots_are_called_by_what_tells_them_apart() -> None:
    assert labels(partial(Thrifty, reserve=3), Thrifty, Thrifty(), {"mine": Thrifty(3)}) == [
        "Thrifty(reserve=3)",
        "Thrifty",
        "Thrifty()",
        "mine",
    ]
    assert labels(Thrifty(3), Thrifty(3), "random", "random") == [
        *["Thrifty(reserve=3)"] * 2,
        *["random"] * 2,
    ]
    assert labels(Net("x" * 99))[0].startswith("Net ")


def test_a_label_that_another_bot_has_gets_a_number_and_is_not_kept(tmp_path: Path) -> None:
    made = partial(Thrifty, reserve=3)
    assert labels(Thrifty(3), made) == labels(made, Thrifty(3))
    assert labels(made, {"Thrifty(reserve=3)": Plain()}) == [
        "Thrifty(reserve=3) 2",
        "Thrifty(reserve=3)",
    ]
    with pytest.raises(ArgumentError, match="give it a name"):
        simulate([Thrifty(3), made], 1, seed=1, sink=tmp_path / "games.db")


@pytest.mark.parametrize(
    ("lineup", "message"),
    [
        ([{"mine": Plain}, {"mine": Thrifty}], "two different bots have the name 'mine'"),
        ([{"mine": lambda: Plain()}, {"mine": lambda: Plain()}], "two different bots have the"),
        ([{"own_bots:Thrifty": Plain}, "own_bots:Thrifty"], "two different bots have the name"),
        ([{"a": Plain, "b": Plain}, "random"], "a dictionary names one bot"),
        ([{}, "random"], "a dictionary names one bot"),
        ([{"greedy": Plain}, "random"], "'greedy' is the name of a bot that everybody knows"),
        ([{"": Plain}, "random"], "must be one line"),
        ([{"two\nlines": Plain}, "random"], "must be one line"),
        ([{"mine": {"yours": Plain}}, "random"], "neither a bot nor makes one"),
        ([None, "random"], "None is neither a bot nor makes one"),
        ([{"mine": "clever"}, "random"], "there is no player 'clever'"),
    ],
)
def test_names_that_say_nothing_are_refused(lineup: Any, message: str) -> None:
    with pytest.raises(ArgumentError, match=message) as caught:
        simulate(lineup, 1, seed=1)
    assert "\n" not in str(caught.value)


# Executors


@pytest.mark.parametrize("executor", ["threads", "processes"])
def test_what_can_be_pickled_plays_on_any_executor_the_same_games(
    tmp_path: Path, executor: str
) -> None:
    lineup: list[Entrant] = [Thrifty(9), partial(Thrifty, reserve=4), {"mine": Thrifty}]
    here, there = tmp_path / "here.db", tmp_path / "there.db"
    simulate(lineup, 6, seed=1, sink=here)
    with ThreadPoolExecutor(2) as pool:
        where: Any = pool if executor == "threads" else executor
        simulate(lineup, 4, seed=1, sink=there, executor=where, workers=2, chunk=1)
        simulate(lineup, 6, seed=1, sink=there)
    assert list(read_rows(here)) == list(read_rows(there))
    ls.replay_row(1, there).verify()


WITHOUT_MAIN = """
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from livingstone import ArgumentError, simulate
from livingstone.players import BlindBot

class Mine(BlindBot):
    def choose_from(self, moves, rng):
        return moves[0]

with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
    for bot in (Mine, Mine(), {"mine": Mine}):
        print(simulate([bot, "random"], 2, seed=7, executor=pool).games)
    sys.modules["cloudpickle"] = None
    try:
        simulate([Mine, "random"], 2, seed=7, executor=pool)
    except ArgumentError as error:
        print(error)
"""


@pytest.mark.slow
def test_a_bot_of_a_notebook_plays_in_processes_that_do_not_have_it() -> None:
    """A program on the command line has no file, either. Without cloudpickle, it is refused."""
    pytest.importorskip("cloudpickle")
    done = run_python("-c", WITHOUT_MAIN)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("2\n2\n2\nthe bot 'Mine' is defined in a notebook or at a prompt")


def test_what_finds_the_main_module_gets_no_code_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("cloudpickle")
    own = type("Mine", (RandomBot,), {"__module__": "__main__"})
    monkeypatch.setattr(sys.modules["__main__"], "Mine", own, raising=False)
    (entry,) = enter([own])
    with_code = entry.pickled(has_main=None).source
    assert len(entry.pickled(has_main=True).source) < 100 < len(with_code)
    monkeypatch.setitem(sys.modules, "cloudpickle", None)
    assert entry.pickled(has_main=None) == entry.pickled(has_main=True)
    with pytest.raises(ArgumentError, match="'Mine' is defined in a notebook"):
        entry.pickled(has_main=False)


def test_which_workers_have_the_main_module(monkeypatch: pytest.MonkeyPatch) -> None:
    main = sys.modules["__main__"]
    monkeypatch.setattr(main, "__file__", "script.py", raising=False)
    with ThreadPoolExecutor(1) as threads, pool_of("spawn") as spawned:
        assert [has_main(where) for where in (threads, spawned, Executor())] == [True, True, None]
        monkeypatch.delattr(main, "__file__")
        assert [has_main(where) for where in (threads, spawned)] == [True, False]
        assert has_main("processes") is (get_start_method() == "fork")
    if "fork" in get_all_start_methods():
        with pool_of("fork") as forked:
            assert has_main(forked)


def pool_of(method: str) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, mp_context=get_context(method))


@pytest.mark.parametrize("bot", [lambda: Plain(), {"mine": lambda: Plain()}], ids=["", "named"])
def test_what_cannot_be_pickled_is_told_before_the_first_game(bot: Entrant) -> None:
    with pytest.raises(ArgumentError, match=r"cannot be sent to an executor: .*; give it by its"):
        simulate([bot, "random"], 1, seed=1, executor="processes")


# Exports


@dataclass
class Lost(Net):
    error: type[Exception] = field(default=type("=cmd|' /C calc'!A0", (Exception,), {}))

    def choose(self, view: ls.View, rng: Any) -> ls.Move:
        raise self.error


FORMULAS = ("=1+1", "+1", "-1", "@SUM(1)", "'quoted")


def test_no_text_in_csv_is_a_formula_and_each_can_be_read_back(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    for name in FORMULAS:
        simulate([{name: Lost()}, "random"], 1, seed=1, sink=file)
    export(file, tmp_path / "games.csv")
    export(file, tmp_path / "games.jsonl")
    with (tmp_path / "games.csv").open() as stream:
        cells = list(csv.DictReader(stream))
    lines = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text().splitlines()]
    assert {line["bot"] for line in lines} == {*FORMULAS, "random"}
    assert all(line["note"].startswith("=cmd") for line in lines)
    for own, line in zip(cells, lines, strict=True):
        assert not any(cell.startswith(("=", "+", "-", "@")) for cell in own.values())
        for column in ("bot", "note"):
            assert own[column].removeprefix("'") == line[column]
