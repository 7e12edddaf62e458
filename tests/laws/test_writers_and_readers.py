"""Whatever is written can be read and is the same, or the writer refuses it and says why."""

import operator
import tempfile
import tomllib
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from random import Random
from time import time
from typing import Any, Literal, NamedTuple, get_args

import pytest
from attrs import evolve, frozen
from hypothesis import given
from hypothesis import strategies as st

import livingstone as ls
from livingstone.documents.text import TYPES
from livingstone.edition.loading import shipped_toml
from livingstone.game import Code
from livingstone.game.moves import Action
from livingstone.records import dump_all, dumps_all, loads_all, toml
from livingstone.records.notation import HiddenCard, HiddenDonation
from livingstone.support import files
from livingstone.support.files import check_marks
from livingstone.testing import editions, new_games, records, values_of

SHORT = new_games(longest=30)
POSITIONS = SHORT.map(operator.attrgetter("last"))
TEXTS = st.text(max_size=8) | st.sampled_from(
    ["." * 200, "x" * 201, "\ud800", "a\0b", "a\nb", '"', "'''", '"""', "# [", "\\", "é\u2028", ""]
)
NUMBERS = st.integers(-2, 12) | st.sampled_from([10**6, 2**53, 2**63, 2**64, -(2**70), 2**128])


class Pair(NamedTuple):
    """A writer, its reader, and values that the writer may be given."""

    write: Callable[[Any], Any]
    read: Callable[[Any], object]
    values: st.SearchStrategy[Any]


def made(maker: Callable[..., Any], *parts: st.SearchStrategy[Any], **named: Any) -> Any:
    """Draw values that a program can make; what their classes refuse is left out."""

    def make(*given: Any, **others: Any) -> Any:
        with suppress(TypeError, ls.LivingstoneError):
            return maker(*given, **others)
        return None

    return st.builds(make, *parts, **named).filter(lambda value: value is not None)


def by_file(write: Callable[[Any, Path], None], read: Callable[[Path], Any]) -> tuple[Any, Any]:
    """Make a writer and a reader of files into those of the path."""

    def written(value: object) -> Path:
        path = Path(tempfile.mkdtemp()) / "file"
        write(value, path)
        return path

    def again(path: Path) -> Any:
        value = read(path)
        path.unlink()
        path.parent.rmdir()
        return value

    return written, again


@st.composite
def changed_records(draw: st.DrawFn) -> ls.Record:
    record = draw(records(SHORT))
    some = st.lists(TEXTS, max_size=3)
    changes: dict[str, st.SearchStrategy[Any]] = {
        "players": st.lists(TEXTS, min_size=2, max_size=3).map(tuple),
        "first": NUMBERS,
        "seed": NUMBERS,
        "seat": NUMBERS | st.just("spectator"),
        "actions": some.map(tuple),
        "tags": st.dictionaries(TEXTS, TEXTS, max_size=3).map(
            lambda tags: tuple(sorted(tags.items()))
        ),
        "comments": st.dictionaries(NUMBERS, TEXTS, max_size=2).map(
            lambda notes: tuple(sorted(notes.items()))
        ),
        "result": values_of(ls.Result),
        "edition_hash": TEXTS,
        "embed_edition": st.just(True),
        "format": NUMBERS,
        "edition": editions(),
    }
    names = draw(st.lists(st.sampled_from(sorted(changes)), max_size=2, unique=True))
    with suppress(ls.LivingstoneError):
        return evolve(record, **{name: draw(changes[name]) for name in names})
    return record


@st.composite
def changed_editions(draw: st.DrawFn) -> ls.Edition:
    """Draw an edition, perhaps with a figure that no data file may have."""
    edition = draw(editions())
    figure = draw(st.sampled_from(["tents", "start_coins"]))
    changes: dict[str, Any] = {figure: draw(NUMBERS)}
    board = evolve(edition.board, **changes)
    return draw(st.sampled_from([edition, evolve(edition, board=board)]))


MOVES = st.one_of(
    made(ls.TakeDie, NUMBERS),
    made(
        ls.BuildTent, NUMBERS, st.lists(TEXTS, max_size=2), st.none() | st.tuples(NUMBERS, NUMBERS)
    ),
    made(
        ls.PlayCard,
        TEXTS,
        gems=st.none() | st.tuples(NUMBERS, NUMBERS, NUMBERS),
        space=st.none() | st.tuples(NUMBERS, NUMBERS),
        seat=st.none() | NUMBERS,
        amount=st.none() | NUMBERS,
        cards=st.lists(st.sampled_from(["lion", "a", "B"]) | TEXTS, max_size=3),
    ),
    made(ls.SellGems, TEXTS | st.sampled_from(["clear", "blue", "red", "black"]), NUMBERS),
    made(ls.Donate, NUMBERS | st.booleans()),
    *map(values_of, get_args(ls.Move)),
)
OUTCOMES = st.one_of(
    made(ls.DiceRolled, st.lists(NUMBERS, max_size=300)),
    made(ls.StonesDrawn, st.lists(NUMBERS, min_size=5, max_size=5)),
    made(ls.CardRevealed, TEXTS),
    made(ls.CardsShown, st.lists(TEXTS, max_size=3)),
    *map(values_of, get_args(ls.Outcome)),
)


@st.composite
def tables(draw: st.DrawFn) -> ls.Table:
    """Draw a table in the middle of a game, with moves taken back and made again."""
    game = draw(SHORT)
    table = ls.Table(draw(st.sampled_from([game.start, game.last])))
    for number in draw(st.lists(st.integers(0, 40), max_size=20)):
        options = (*ls.legal_moves(table.state), *ls.chance_outcomes(table.state))
        seat = table.state.current_player
        if number % 7 == 0 and table.can_redo:
            table.redo()
        elif number % 5 == 0 and any(map(table.can_undo, range(len(game.start.players)))):
            table.undo(next(filter(table.can_undo, range(len(game.start.players)))))
        elif options:
            chosen = options[number % len(options)]
            table.play(chosen, None if table.state.is_chance else seat)
    return table


def snapshot_of(table: ls.Table, is_spectator: bool, name: str) -> ls.Snapshot:
    seat = None if is_spectator else table.state.current_player
    others = [f"player {seat}" for seat in range(1, len(table.start.players))]
    return table.snapshot(seat, names=[name, *others])


FACTS = NUMBERS | TEXTS | made(ls.Gems, NUMBERS) | st.lists(NUMBERS, max_size=3).map(tuple)
REFUSALS = st.one_of(
    st.builds(ls.why_illegal, POSITIONS, MOVES).filter(lambda refusal: refusal is not None),
    made(
        ls.Refusal,
        st.sampled_from(Code),
        st.just("R6") | TEXTS,
        TEXTS,
        st.dictionaries(st.sampled_from(["toll", "Toll", "held"]), FACTS, max_size=3),
    ),
)
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "state": POSITIONS | st.builds(lambda s, n: s.changed(boat=n), POSITIONS, NUMBERS),
    "view": POSITIONS.map(lambda state: ls.view(state, state.current_player)),
    "move": MOVES,
    "outcome": OUTCOMES,
    "event": values_of(ls.Event),
    "record": changed_records(),
    "edition": changed_editions(),
    "result": values_of(ls.Result),
    "group": POSITIONS.filter(ls.legal_moves).map(
        lambda state: ls.group_moves(ls.view(state, state.current_player))[0]
    ),
    "news": tables().map(lambda table: table.news(table.state.current_player)),
    "refusal": REFUSALS,
    "price": made(ls.Price, NUMBERS, st.lists(NUMBERS, max_size=3).map(tuple)),
    "snapshot": st.builds(snapshot_of, tables(), st.booleans(), TEXTS),
}
"""By the name of a type of documents."""


def read_document(name: str, text: str) -> object:
    return ls.from_json(text, name)  # type: ignore[call-overload]


def read_plain(name: str, plain: dict[str, Any]) -> object:
    return ls.from_plain(plain, name)  # type: ignore[call-overload]


def journal_of(table: ls.Table) -> tuple[ls.State, tuple[str, ...], bool]:
    return table.start, table.journal, table.dealer is not None


def table_of(kept: tuple[ls.State, tuple[str, ...], bool]) -> ls.Table:
    start, journal, is_dealt = kept
    return ls.Table.from_journal(start, journal, dealer=ls.deal if is_dealt else None)


LINES = st.tuples(
    MOVES | OUTCOMES | st.just(HiddenCard()) | st.just(HiddenDonation()),
    st.none() | NUMBERS | st.booleans(),
)
PAIRS = (
    {
        "dumps": Pair(ls.dumps, ls.loads, VALUES["record"]),
        "dump": Pair(*by_file(ls.dump, ls.load), VALUES["record"]),
        "dumps_all": Pair(dumps_all, loads_all, st.lists(VALUES["record"], max_size=2).map(tuple)),
        "dump_all": Pair(
            *by_file(dump_all, toml.load_all), st.lists(VALUES["record"], max_size=2).map(tuple)
        ),
        "format_move": Pair(
            lambda line: ls.format_move(*line), partial(ls.parse_move, hidden=True), LINES
        ),
        "journal": Pair(journal_of, table_of, tables()),
    }
    | {
        f"to_json of a {name}": Pair(ls.to_json, partial(read_document, name), values)
        for name, values in VALUES.items()
    }
    | {
        f"to_plain of a {name}": Pair(ls.to_plain, partial(read_plain, name), values)
        for name, values in VALUES.items()
    }
)


if find_spec("numba"):
    ESTIMATES = st.tuples(*[st.floats(-2000, 2000)] * 3).map(
        lambda figures: ls.reviews.Estimate(sorted(figures)[1], min(figures), max(figures))
    )
    PLANS = made(ls.reviews.HintedPlan, st.lists(MOVES, max_size=2).map(tuple), ESTIMATES, TEXTS)
    HINTS = made(ls.Hint, st.lists(PLANS, max_size=3).map(tuple), TEXTS, st.none() | PLANS)
    PAIRS["to_json of a hint"] = Pair(ls.to_json, partial(ls.from_json, type=ls.Hint), HINTS)


def test_every_type_of_documents_is_among_the_pairs() -> None:
    assert {*TYPES} == {*VALUES}


def whole(value: object) -> object:
    """Let a record carry its edition, as it does in any case if nothing else finds that."""
    if isinstance(value, ls.Record):
        return evolve(value, embed_edition=True)
    return [*map(whole, value)] if type(value) is tuple else value


@pytest.mark.parametrize("name", PAIRS)
@given(data=st.data())
def test_what_is_written_can_be_read(name: str, data: st.DataObject) -> None:
    pair = PAIRS[name]
    value = data.draw(pair.values)
    try:
        written = pair.write(value)
    except ls.LivingstoneError as error:
        assert len(str(error)) > 5  # noqa: PT017
        return
    assert whole(pair.read(written)) == whole(value)


@pytest.mark.parametrize("value", [1.0, "1", None, float("nan")])
def test_a_seat_that_is_no_number_is_not_written(value: Any) -> None:
    if value is not None:
        with pytest.raises(ls.ArgumentError, match="a number must be whole"):
            ls.format_move(ls.EndTurn(), value)
    for action in (ls.CardRevealed(value), ls.PlayCard(value), ls.CardsShown((value,))):
        with pytest.raises(ls.ArgumentError, match="cannot be the id of a card"):
            ls.format_move(action, 0 if isinstance(action, ls.PlayCard) else None)


def test_whole_numbers_of_numpy_are_written_as_such() -> None:
    numpy: Any = pytest.importorskip("numpy")
    move = ls.PlayCard("toll", seat=numpy.int8(1), amount=numpy.uint64(3))
    assert ls.format_move(move, numpy.int64(1)) == "p1 play toll player=p1 amount=3"
    assert ls.from_json(ls.to_json(move), "move") == move


def test_shipped_files_are_read_again() -> None:
    names: tuple[Literal["board", "cards"], ...] = ("board", "cards")
    for name in names:
        content: Any = tomllib.loads(shipped_toml(name))
        own = {"board": None, "cards": None} | {name: content}
        edition = ls.load_edition("printed", board=own["board"], cards=own["cards"])
        assert edition == ls.load_edition("printed")


def game_of(numbers: Iterable[int], **given: Any) -> ls.Record:
    state, actions = ls.new_game(2, seed=7), list[Action]()
    for number in numbers:
        if not (options := ls.legal_moves(state)):
            break
        actions.append(options[number % len(options)])
        state = ls.apply(state, actions[-1])
    return ls.Record.of(ls.new_game(2, seed=7), actions, **given)


def test_dots_and_brackets_in_comments_take_no_time_and_are_read() -> None:
    record = game_of(range(60))
    noted = dict.fromkeys(range(1, 61), "." * 200)
    for text in ("." * 200, "[{" * 100, '"' * 200, "'" * 200, "\\" * 200, '\\"' * 100, "#" * 200):
        same = game_of(range(60), comments=dict.fromkeys(noted, text), tags={text: text})
        assert ls.loads(ls.dumps(same)) == same
    assert record.comments == ()


def test_an_archive_is_read_as_long_as_it_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toml, "MOST_RECORDS_SIZE", 1)
    record = game_of(range(150), embed_edition=True)
    count = files.MOST_BYTES // len(dumps_all([record]))
    kept = [record] * count
    assert loads_all(dumps_all(kept)) == tuple(kept)
    with pytest.raises(ls.RecordError, match="is larger than 1000000 bytes: write them to several"):
        dumps_all(kept * 2)


def test_a_record_that_is_too_large_says_what_to_do() -> None:
    record = game_of(range(150))
    tags = tuple((f"{number:06}", "x" * 200) for number in range(5_000))
    with pytest.raises(ls.RecordError, match="is larger than 1000000 bytes: leave comments"):
        ls.dumps(evolve(record, tags=tags))


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ('x = ".[{"', 0),
        ("x = '.[{'", 0),
        ("x = '''.\n'.[{''' # .", 0),
        ('x = """.\n".[{"""', 0),
        ('x = """a""""', 0),
        ('x = """a"""""\ny.z = 1', 1),
        ("x = '''a'''''\ny.z = 1", 1),
        ('x = "\\"."\ny.z = 1', 1),
        ("x = '\\'\ny.z = 1", 1),
        ('x = """\\""".[{"""', 0),
        ('x = ""\ny.z = ""', 1),
        ('x."a.b".c = 1', 2),
        ("# it's\ny.z = 1", 1),
        ("x = [1.5, {y = 2}]", 3),
    ],
)
def test_marks_are_counted_outside_of_strings_and_comments(text: str, marks: int) -> None:
    tomllib.loads(text)
    check_marks(text, marks)
    if marks:
        with pytest.raises(ValueError, match="more than"):
            check_marks(text, marks - 1)


@pytest.mark.parametrize(
    "text",
    [
        f"[{'.'.join('a' * 52)}]\nb = 1",
        f"{'.'.join('a' * 52)} = 1",
        "a = [" + "[]," * 100_000 + "]",
    ],
)
def test_what_would_take_long_to_parse_is_refused(text: str) -> None:
    with pytest.raises(ls.RecordError, match=r"nested too deeply|dots, lists and tables"):
        ls.loads(text)


@frozen
class Failing:
    """A bot that fails with this text."""

    text: str

    def choose(self, _: ls.View, __: Random) -> ls.Move:
        raise ValueError(self.text)


ODD = ("", " ", "\ud800", "a\nb", "\0", "\u2028", "x" * 10_000, "é", '"', "=1")


@pytest.mark.parametrize("text", ODD)
def test_results_are_read_as_they_were_written(tmp_path: Path, text: str) -> None:
    for name, label in (("failures.db", None), ("labels.db", text)):
        file = tmp_path / name
        lineup: list[Any] = (
            ["random", "random"] if name == "labels.db" else [Failing(text), "random"]
        )
        try:
            report = ls.simulate(lineup, 2, seed=7, sink=file, label=label)
        except ls.LivingstoneError as error:
            assert "must be one line" in str(error) or "give it a name" in str(error)  # noqa: PT017
            continue
        rows = list(ls.read_rows(file))
        assert ls.simulation.read_report(file).to_json() == report.to_json()
        assert [ls.replay_row(row, file).players for row in rows]
        assert ls.simulation.read_batches(file)[0].label == label


@pytest.mark.parametrize("text", ODD)
def test_what_a_server_stores_is_read_as_it_was_written(tmp_path: Path, text: str) -> None:
    web = pytest.importorskip("livingstone.web.game_store")
    seats = tuple(web.TableSeat(text, "person", text) for _ in range(2))
    customs = web.Customs(language="en")
    table = web.KeptTable(id="one", edition="bga", hash="", first=0, seats=seats, customs=customs)
    line = web.ChatLine(time(), 0, text, text)  # old ones are deleted
    changes: tuple[dict[str, Any], ...] = (
        {},
        {"progress": web.GameProgress(mover=2)},
        {"progress": web.GameProgress(mover=-1)},
        {"progress": web.GameProgress(points=(1,))},
        {"edition": text},
        {"customs": web.Customs(language=5)},
    )
    with closing(web.GameStore(tmp_path / "games.db")) as store:
        pairs = [
            (partial(store.put, evolve(table, **change)), partial(store.table, "one"))
            for change in changes
        ]
        expected: list[Any] = [evolve(table, **change) for change in changes]
        pairs += [
            (partial(store.put, evolve(table, id="two"), 0, [text]), partial(store.entries, "two")),
            (partial(store.add_line, "one", line), partial(store.chat, "one")),
            (partial(store.add_review, "one", text), partial(store.review, "one")),
            (partial(store.add_record, "one", text, 5), partial(store.record, "one")),
        ]
        expected += [[text], (line,), text, text]
        for (write, read), value in zip(pairs, expected, strict=True):
            try:
                write()
            except web.StoreError as error:
                assert "could not be read again" in str(error) or "surrogates" in str(error)  # noqa: PT017
            else:
                assert read() == value
