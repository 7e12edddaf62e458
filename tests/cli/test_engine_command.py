"""`livingstone engine`: one answer for each line, whatever the line is."""

import json
import os
import random
import signal
import subprocess
import tomllib
from contextlib import suppress
from io import BytesIO
from typing import Any

import jsonschema
import pytest
import words_of_json
from amounts import by_profile
from choosing_cards import CARDS as CHOOSING_CARDS
from choosing_cards import EFFECTS as CHOOSING
from editions import SMALL_BOARD
from hypothesis import given, settings
from hypothesis import strategies as st
from own_effects import ShareCoins
from programs import run_python, start_python

import livingstone as ls
from livingstone.cli import engine_protocol
from livingstone.cli.engine_lines import REQUESTS, Problem, schema_of_lines
from livingstone.cli.engine_protocol import Engine
from livingstone.game.refusals import Code

COMMAND = ["-m", "livingstone", "engine"]
SCHEMA = schema_of_lines()


def validator(name: str) -> Any:
    return jsonschema.Draft202012Validator({**SCHEMA, "oneOf": [{"$ref": f"#/$defs/{name}"}]})


ANSWER = validator("answer")
REQUEST = validator("request")


def ask(engine: Engine, request: str, **fields: Any) -> dict[str, Any]:
    """Ask an engine; the request and its answer must conform to the schema."""
    plain = {"request": request, **fields}
    REQUEST.validate(plain)
    answer = engine.answer(json.dumps(plain).encode())
    assert answer["ok"], answer
    ANSWER.validate(answer)
    return answer


def problem(engine: Engine, request: str, **fields: Any) -> dict[str, Any]:
    """Ask an engine for what it refuses; return the problem."""
    answer = engine.answer(json.dumps({"request": request, **fields}).encode())
    assert not answer["ok"]
    ANSWER.validate(answer)
    error: dict[str, Any] = answer["error"]
    return error


def state_in(engine: Engine, game: int) -> ls.State:
    value = engine.answer(json.dumps({"request": "state", "game": game}).encode())["state"]
    return ls.from_plain({"livingstone": "state", "version": 1, "value": value}, "state")


def play_beside(engine: Engine, seed: int, *, looks: int) -> None:
    """Play a random game in the lines and in the library; compare every `looks`-th state."""
    rng = random.Random(seed)
    players = rng.randint(2, 5)
    edition = rng.choice(["printed", "bga"])
    is_explicit = rng.random() < 0.5
    chance = {"chance": "explicit"} if is_explicit else {"seed": str(seed)}
    game = ask(engine, "new_game", players=players, edition=edition, **chance)["game"]
    options: Any = {"explicit_chance": True} if is_explicit else {"seed": seed}
    state = ls.new_game(players, edition=edition, **options)
    steps = 0
    while not state.is_over:
        if state.is_chance:
            action: ls.Action = ls.sample_outcome(state, rng)
            line = ls.format_move(action)
        else:
            action = rng.choice(ls.legal_moves(state))
            line = ls.format_move(action, state.current_player)
        played = engine.answer(json.dumps({"request": "play", "game": game, "line": line}).encode())
        state = ls.apply(state, action)
        assert played["lines"][0] == line
        steps += 1
        if steps % looks == 0:
            assert state_in(engine, game) == state
    assert state_in(engine, game) == state
    result = ls.result(state)
    assert result is not None
    assert played["result"] == ls.to_plain(result)["value"]
    ask(engine, "close", game=game)


def test_random_games_go_as_in_the_library() -> None:
    engine = Engine()
    for seed in range(2):
        play_beside(engine, seed, looks=20)


@pytest.mark.no_cover  # it takes long, and other tests cover the same lines
@pytest.mark.slow
def test_many_random_games_go_as_in_the_library() -> None:
    engine = Engine()
    for seed in range(by_profile(20, 1000)):
        play_beside(engine, seed, looks=50)


def test_moves_are_played_as_lines_objects_and_targets_with_choices() -> None:
    engine = Engine()
    game = ask(engine, "new_game", players=2, seed="7")["game"]
    other = ask(engine, "new_game", players=2, seed="7")["game"]
    third = ask(engine, "new_game", players=2, seed="7")["game"]
    ask(engine, "play", game=game, line="p0 donate 2")
    ask(engine, "play", game=other, move={"kind": "donate", "coins": 2}, seat=0)
    ask(engine, "play", game=third, target="chest", choices={"amount": 2})
    assert state_in(engine, game) == state_in(engine, other) == state_in(engine, third)
    assert state_in(engine, game).players[0].chest == 2


def test_moves_are_listed_as_objects_and_lines() -> None:
    engine = Engine()
    ask(engine, "new_game", players=3, seed="7")
    moves = ask(engine, "moves", game=1)
    state = ls.new_game(3, seed=7)
    assert moves["lines"] == [ls.format_move(move, 0) for move in ls.legal_moves(state)]
    assert moves["moves"] == [ls.to_plain(move)["value"] for move in ls.legal_moves(state)]
    assert ask(engine, "moves", game=1, seat=0) == moves
    assert ask(engine, "moves", game=1, seat=1) == {"ok": True, "lines": [], "moves": []}


def test_views_and_documents_are_those_of_the_library() -> None:
    engine = Engine()
    ask(engine, "new_game", players=2, seed="7", names=["Ann", "Ben"], language="de")
    ask(engine, "play", game=1, line="p0 donate 1")
    table = ls.Table(ls.new_game(2, seed=7))
    table.play(ls.Donate(1))
    for seat in (0, 1, None):
        seen = ls.to_plain(table.view(seat))["value"]
        assert ask(engine, "view", game=1, seat=seat)["view"] == seen
        names = ["Ann", "Ben"]
        drawn = table.snapshot(seat, names=names, language="de")
        found = ask(engine, "document", game=1, seat=seat)["snapshot"]
        assert found == ls.to_plain(drawn)["value"]
        since = table.version
        drawn = table.snapshot(seat, names=names, language="en", since=since)
        asked = {"since": since._asdict(), "language": "en"}
        found = ask(engine, "document", game=1, seat=seat, **asked)["snapshot"]
        assert found == ls.to_plain(drawn)["value"]
        drawn = table.snapshot(seat, names=names, language="de", most_events=1)
        found = ask(engine, "document", game=1, seat=seat, most_events=1)["snapshot"]
        assert found == ls.to_plain(drawn)["value"]
        assert found["left_out"] == 1


def test_moves_are_taken_back_and_carried_out_again() -> None:
    engine = Engine()
    ask(engine, "new_game", players=2, seed="7")
    played = ask(engine, "play", game=1, line="p0 donate 1")
    version = played["version"]
    assert problem(engine, "undo", game=1, seat=1)["refusal"]["code"] == "nothing_to_undo"
    undone = ask(engine, "undo", game=1, seat=0, version=version)
    assert undone["version"] == {"undone": 1, "events": 1}
    stale = problem(engine, "redo", game=1, version=version)
    assert (stale["kind"], stale["refusal"]["code"]) == ("refused", "out_of_date")
    assert ask(engine, "redo", game=1, seat=0)["version"] == {"undone": 1, "events": 2}
    assert problem(engine, "redo", game=1)["refusal"]["code"] == "nothing_to_redo"


def test_a_game_is_recorded_and_opened_again() -> None:
    engine = Engine()
    ask(engine, "new_game", players=2, seed="7", names=["Ann", "Ben"])
    ask(engine, "play", game=1, line="p0 donate 1")
    kept = ask(engine, "record", game=1)
    assert ls.loads(kept["toml"]).players == ("Ann", "Ben")
    for number, source in enumerate(({"toml": kept["toml"]}, {"record": kept["record"]}), 2):
        assert ask(engine, "open", **source)["game"] == number
        assert state_in(engine, number).players == state_in(engine, 1).players
        assert ask(engine, "seed", game=number)["seed"] is None
    seen = ask(engine, "record", game=1, seen_by=1)["record"]
    assert seen["actions"] == ["d dice 2 2 3 4", "p0 donate ??"]
    assert ask(engine, "record", game=1, seen_by="spectator")["record"]["seat"] == "spectator"


def test_chance_has_exact_probabilities() -> None:
    engine = Engine()
    ask(engine, "new_game", players=2, chance="explicit")
    outcomes = ask(engine, "chance", game=1)["outcomes"]
    expected = ls.chance_outcomes(ls.new_game(2, explicit_chance=True))
    assert [each["probability"] for each in outcomes] == [str(part) for part in expected.values()]
    assert outcomes[0] == {
        "outcome": {"kind": "dice_rolled", "dice": [1, 1, 1, 1]},
        "line": "d dice 1 1 1 1",
        "probability": "1/1296",
    }
    ask(engine, "play", game=1, outcome=outcomes[0]["outcome"])
    assert ask(engine, "chance", game=1)["outcomes"] == []


def test_chance_can_be_left_to_a_seed_that_is_told_and_to_the_operating_system() -> None:
    engine = Engine()
    ask(engine, "new_game", players=2)
    seed = ask(engine, "seed", game=1)["seed"]
    assert state_in(engine, 1) == ls.new_game(2, seed=int(seed))
    ask(engine, "new_game", players=2, chance="dealt")
    state = state_in(engine, 2)
    assert len(state.dice) == 4
    assert state.streams is None


def test_the_figures_of_an_edition_are_told_and_an_own_one_is_taken() -> None:
    engine = Engine()
    ask(engine, "new_game", players=2, edition="bga")
    edition = ask(engine, "edition", game=1)["edition"]
    assert edition["kind"] == "custom_edition"
    edition["cards"][0]["count"] += 1
    ask(engine, "new_game", players=2, edition=edition)
    assert state_in(engine, 2).draw_pile.total == state_in(engine, 1).draw_pile.total + 1


def test_own_effects_are_taken_if_the_command_names_them() -> None:
    edition = ls.load_edition("printed")
    plain = ls.to_plain(edition)["value"]
    plain["cards"][0]["effect"] = {"kind": "share_coins", "coins": 2}
    assert "share_coins" in problem(Engine(), "new_game", players=2, edition=plain)["sentence"]
    engine = Engine([ShareCoins])
    new_game = {"request": "new_game", "players": 2, "edition": plain}
    assert engine.answer(json.dumps(new_game).encode())["ok"]
    for request in ("state", "view", "document", "record", "edition", "moves"):
        fields = {"seat": 0} if request in ("view", "document") else {}
        answer = engine.answer(json.dumps({"request": request, "game": 1, **fields}).encode())
        assert answer["ok"], answer


def test_a_game_with_choices_goes_as_in_the_library() -> None:
    cards = tomllib.loads(CHOOSING_CARDS)
    edition = ls.load_edition("printed", board=SMALL_BOARD, cards=cards, effects=CHOOSING)
    engine = Engine([*CHOOSING])
    plain = ls.to_plain(edition)["value"]
    asked = {"request": "new_game", "players": 3, "edition": plain, "seed": "5"}
    assert engine.answer(json.dumps(asked).encode())["ok"]
    state, rng, choices = ls.new_game(3, edition=edition, seed=5), random.Random(1), 0
    while not state.is_over:
        move = rng.choice(ls.legal_moves(state))
        mover, is_choice = state.current_player, state.choice is not None
        line = ls.format_move(move, mover)
        if is_choice:
            choices += 1
            listed = ask(engine, "moves", game=1)
            assert listed["lines"].count(line) == 1
            target = ls.table.target_of(move, state.boat)
            played = ask(engine, "play", game=1, target=target, seat=mover)
        else:
            played = ask(engine, "play", game=1, line=line)
        state = ls.apply(state, move)
        assert played["lines"][0] == line
        assert played["mover"] == (None if state.is_over else state.current_player)
        if state.choice is not None:
            assert played["pending"]["kind"] == "card_choice"
            hidden = isinstance(state.choice.outcome, ls.CardsShown)
            assert (played["pending"]["outcome"] is None) == hidden
    assert choices > 3


VERSION = {"undone": 0, "events": 1}
GIVEN: dict[str, dict[str, Any]] = {
    "new_game": {"players": 2, "edition": {"kind": "custom_edition"}, "names": ["Ann"], "seed": "7"}
    | {"first": 0, "chance": "seed", "language": "en"},
    "open": {"record": {"edition": {}, "players": [1], "actions": [1]}, "chance": "dealt"},
    "moves": {"game": 1, "seat": 9},
    "play": {"game": 1, "seat": 0, "target": "chest", "choices": {"gems": {}}, "version": VERSION},
    "view": {"game": 1, "seat": 9},
    "document": {"game": 1, "seat": 9, "since": VERSION, "most_events": 1, "language": "en"},
    "undo": {"game": 1, "seat": 9, "agreed": True, "version": VERSION},
    "record": {"game": 1, "seen_by": 9},
}


@pytest.mark.parametrize("request_name", GIVEN)
def test_a_wrong_request_is_refused_in_words_of_json(request_name: str) -> None:
    engine = Engine()
    ask(engine, "new_game", players=2, seed="7")
    fields = GIVEN[request_name]
    for wrong in (fields, *words_of_json.changed(fields)):
        request = {"request": request_name, **wrong} if isinstance(wrong, dict) else wrong
        answer = engine.answer(json.dumps(request).encode())
        assert answer["ok"] or answer["error"]["kind"] != "failed"
        assert answer["ok"] or not words_of_json.speaks_of_python(answer["error"]["sentence"])


@pytest.mark.parametrize("line", words_of_json.WRONG_TEXTS)
def test_a_line_that_is_no_json_is_refused_in_words_of_json(line: bytes) -> None:
    error = Engine().answer(line)["error"]
    assert error["sentence"].startswith("the line is n")
    assert not words_of_json.speaks_of_python(error["sentence"])


@pytest.mark.parametrize(
    ("line", "kind", "sentence"),
    [
        (b"", "not_json", "Expecting value"),
        (b"\n", "not_json", "Expecting value"),
        (b"hello\n", "not_json", "Expecting value"),
        (b"\xff\n", "not_json", "the line is not UTF-8: invalid start byte at byte 0"),
        (b"[1, 2]", "not_json", "must be an object, not an array"),
        (b"[" * 100_000, "not_json", "the line is nested too deeply"),
        (b'{"request": "view", "request": "view"}', "not_json", "occurs more than once"),
        (b"9" * 5000, "not_json", "Exceeds the limit"),
        (None, "too_long", "fewer than 4000000 bytes"),
        (b"{}", "unknown_request", "one of new_game, open, moves, play, view, state, docu"),
        (b'{"request": "fly"}', "unknown_request", "not 'fly'"),
        (b'{"request": ["view"]}', "unknown_request", "not an array"),
        (b'{"request": "view"}', "wrong_request", "game: is missing; seat: is missing"),
        (b'{"request": "view", "game": "1"}', "wrong_request", "game: must be a whole number"),
        (b'{"request": "view", "game": 1, "seat": 0, "x": 1}', "wrong_request", "unknown: 'x'"),
        (b'{"request": "view", "game": 3, "seat": 0}', "no_such_game", "there is no game 3"),
        (
            b'{"request": "view", "game": 1, "seat": 2}',
            "wrong_request",
            "seat must be a seat from 0",
        ),
        (
            b'{"request": "undo", "game": 1, "seat": 2}',
            "wrong_request",
            "seat must be a seat from 0",
        ),
        (
            b'{"request": "redo", "game": 1, "seat": 2}',
            "wrong_request",
            "seat must be a seat from 0",
        ),
        (b'{"request": "new_game", "players": 6}', "wrong_request", "players must be"),
        (b'{"request": "new_game", "players": NaN}', "not_json", "NaN is not a number"),
        (b'{"request": "new_game", "players": 1e999}', "not_json", "'1e999' is too large"),
        (b'{"request": "play", "game": 1, "move": "x"}', "wrong_request", "a table or an object"),
        (b'{"request": "new_game", "players": 2.5}', "wrong_request", "must be a whole number"),
        (
            b'{"request": "new_game", "players": 2, "chance": "dealt", "seed": "7"}',
            "wrong_request",
            "seed: only a game with chance by seed",
        ),
        (
            b'{"request": "new_game", "players": 2, "names": ["Ann"]}',
            "wrong_request",
            "names: must be 2",
        ),
        (b'{"request": "open"}', "wrong_request", "either record or toml"),
        (b'{"request": "open", "toml": "x"}', "wrong_request", "toml: is not TOML"),
        (b'{"request": "play", "game": 1}', "wrong_request", "needs one of line, move"),
        (
            b'{"request": "play", "game": 1, "line": "p0 end", "target": "end"}',
            "wrong_request",
            "needs one of line, move",
        ),
        (
            b'{"request": "play", "game": 1, "line": "p0 end", "choices": {}}',
            "wrong_request",
            "only a target has them",
        ),
        (
            b'{"request": "play", "game": 1, "line": "p0 end", "seat": 1}',
            "wrong_request",
            "line: is not one of seat 1",
        ),
        (b'{"request": "play", "game": 1, "line": "p0 tak 3"}', "wrong_request", "take?"),
        (b'{"request": "play", "game": 1, "line": "p0 end"}', "refused", "First take a die."),
        (b'{"request": "play", "game": 1, "line": "p1 end"}', "refused", "turn"),
        (b'{"request": "play", "game": 1, "target": "nowhere"}', "refused", ""),
        (b'{"request": "play", "game": 1, "target": "chest"}', "refused", "1 to 3"),
        (b'{"request": "play", "game": 1, "line": "d dice 1 1 1 1"}', "refused", ""),
    ],
    ids=lambda value: repr(value)[:50],
)
def test_a_bad_line_is_answered_with_what_is_wrong(
    line: bytes | None, kind: str, sentence: str
) -> None:
    engine = Engine()
    ask(engine, "new_game", players=2, seed="7")
    before = state_in(engine, 1)
    answer = engine.answer(line)
    ANSWER.validate(answer)
    assert not answer["ok"]
    assert answer["error"]["kind"] == kind
    assert sentence in answer["error"]["sentence"]
    assert state_in(engine, 1) == before


def test_a_refusal_has_its_rule_and_facts_in_the_language_of_the_game() -> None:
    engine = Engine()
    ask(engine, "new_game", players=2, seed="7", language="de")
    refused = problem(engine, "play", game=1, line="p0 take 6")
    assert refused == {
        "kind": "refused",
        "sentence": "Kein Würfel auf dem Tisch zeigt 6.",
        "refusal": {
            "code": "die_not_on_table",
            "rule": "R2.3",
            "facts": {"value": 6, "dice": [2, 2, 3, 4]},
        },
    }


def worlds_of(seed: int, moves: int) -> tuple[int, list[ls.State]]:
    """Return a seat, and states that are the same to it: they differ in what others hide."""
    rng = random.Random(seed)
    state = ls.new_game(rng.randint(2, 4), seed=seed)
    for _ in range(moves):
        state = ls.apply(state, rng.choice(ls.legal_moves(state)))
    seat = rng.randrange(len(state.players))
    seen = ls.view(state, seat)
    return seat, [ls.with_explicit_chance(ls.sample_state(seen, other)) for other in range(10)]


def compare_answers(seat: int, worlds: list[ls.State]) -> int:
    """Ask the same of each world for a seat; return how many answers were equal."""
    moves = [ls.to_plain(move)["value"] for move in ls.legal_moves(worlds[0])[:3]]
    moves += [{"kind": "donate", "coins": 99}, {"kind": "sell_gems", "gem": "red", "count": 9}]
    moves += [{"kind": "play_card", "card": card.id} for card in worlds[0].edition.cards]
    requests: list[dict[str, Any]] = [{"request": "play", "move": move} for move in moves]
    requests += [{"request": "play", "target": "chest", "choices": {"amount": 3}}]
    requests += [{"request": name} for name in ("view", "document", "undo", "redo", "moves")]
    engine = Engine()
    for request in requests:
        told = set[str]()
        for number, world in enumerate(worlds):
            engine._games[number] = engine_protocol._Game(number, ls.Table(world), None, None, "en")
            answer = engine.answer(json.dumps({**request, "game": number, "seat": seat}).encode())
            if answer["ok"] and request["request"] == "play":
                del answer["events"], answer["lines"]  # they are for the program alone
            answer.pop("game", None)
            told.add(json.dumps(answer))
        assert len(told) == 1, request
    return len(requests) * len(worlds)


def test_a_seat_is_told_no_secret_of_others() -> None:
    """What a seat is told is the same, whatever the others have."""
    for seed in range(3):
        compare_answers(*worlds_of(seed, 40))


@pytest.mark.slow
def test_a_seat_is_told_no_secret_of_others_in_ten_thousand_answers() -> None:
    answers = 0
    seed = 0
    while answers < 10_000:
        answers += compare_answers(*worlds_of(seed, seed * 7 % 90))
        seed += 1


def test_an_answer_without_a_fact_that_no_number_of_json_can_be() -> None:
    told = {}
    for coins in (2**53 - 1, 2**53):
        refusal = ls.Refusal(Code.TOO_FEW_COINS, "R5.2", facts={"coins": coins})
        plain = engine_protocol._plain_problem(Problem("refused", "too few coins", refusal))
        assert plain["refusal"]["code"] == "too_few_coins"
        told[coins] = plain["refusal"]["facts"]
    assert told == {2**53 - 1: {"coins": 2**53 - 1}, 2**53: {}}


def test_a_number_of_games_is_held_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_protocol, "MOST_GAMES", 2)
    engine = Engine()
    for number in (1, 2):
        assert ask(engine, "new_game", players=2)["game"] == number
    assert problem(engine, "new_game", players=2)["kind"] == "too_many_games"
    ask(engine, "close", game=1)
    assert ask(engine, "new_game", players=2)["game"] == 3
    assert problem(engine, "close", game=1)["kind"] == "no_such_game"


def test_an_error_of_the_library_ends_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    engine = Engine()
    ask(engine, "new_game", players=2)
    with monkeypatch.context() as patched:
        patched.setattr(ls.Table, "view", lambda table, seat: 1 / 0)
        assert problem(engine, "view", game=1, seat=0) == {
            "kind": "failed",
            "sentence": "ZeroDivisionError: division by zero",
            "refusal": None,
        }
    assert "Traceback" in capsys.readouterr().err
    ask(engine, "view", game=1, seat=0)


LEAVES = st.none() | st.booleans() | st.integers(-5, 2**60) | st.floats() | st.text(max_size=8)
KEYS = [
    *("game", "seat", "line", "move", "outcome", "target", "choices", "version", "record"),
    *("players", "edition", "chance", "seed", "names", "language", "since", "toml", "kind"),
    *("amount", "cards", "space", "agreed", "seen_by"),
]
LINES = ["p0 take 3", "p0 end", "p1 coins", "d dice 1 1 1 1", "p0 donate 1", "p9 dig", "\ud800"]
VALUES = st.recursive(
    LEAVES | st.sampled_from([1, 0, "explicit", "chest", *LINES]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4)
    ),
    max_leaves=8,
)
LIKELY = st.builds(
    lambda request, fields: json.dumps({"request": request, "game": 1, **fields}).encode(),
    st.sampled_from([*REQUESTS]),
    st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=5),
)


@given(st.lists(st.binary(max_size=40) | LIKELY, max_size=20))
@settings(max_examples=settings().max_examples * 5)
def test_drawn_lines_get_one_answer_each(drawn: list[bytes]) -> None:
    engine = Engine()
    ask(engine, "new_game", players=2, seed="7")
    stream = BytesIO(b"\n".join(drawn))
    count = 0
    for line in engine_protocol._lines_of(stream):
        answer = engine.answer(line)
        assert answer["ok"] or answer["error"]["kind"] != "failed"
        assert "\n" not in json.dumps(answer)
        count += 1
    assert count == len(BytesIO(b"\n".join(drawn)).readlines())
    ask(engine, "new_game", players=2)


def test_the_command_greets_answers_and_ends_with_its_input() -> None:
    typed = '{"request": "new_game", "players": 2}\nnonsense\n{"request": "close", "game": 1}'
    done = run_python(*COMMAND, typed=typed)
    greeting, *answers = map(json.loads, done.stdout.splitlines())
    assert greeting == {"livingstone": "engine", "version": 1, "library": ls.__version__}
    assert [answer["ok"] for answer in answers] == [True, False, True]
    assert (done.returncode, done.stderr) == (0, "")


def test_a_line_that_is_too_long_is_answered_once_and_not_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(engine_protocol, "LONGEST_LINE", 10)
    monkeypatch.setattr(engine_protocol, "_PART", 4)
    stream = BytesIO(b"x" * 9 + b"\n" + b"x" * 10 + b"\n" + b"x" * 999 + b"\nlast\n" + b"y" * 99)
    found = [*engine_protocol._lines_of(stream)]
    assert found == [b"x" * 9 + b"\n", None, None, b"last\n", None]


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_the_command_ends_by_ctrl_c_and_when_nobody_reads() -> None:
    pipe = subprocess.PIPE
    with start_python(*COMMAND, stdin=pipe, stdout=pipe, stderr=pipe) as started:
        assert started.stdout is not None
        assert started.stderr is not None
        started.stdout.readline()
        started.send_signal(signal.SIGINT)
        assert started.wait() == 130
        assert started.stderr.read() == b""
    with start_python(*COMMAND, stdin=pipe, stdout=pipe, stderr=pipe) as started:
        assert started.stdin is not None
        assert started.stdout is not None
        assert started.stderr is not None
        started.stdout.readline()
        started.stdout.close()
        started.stdin.write(b"x\n" * 1000)
        with suppress(BrokenPipeError):
            started.stdin.close()
        assert started.wait() == 0
        assert started.stderr.read() == b""


def test_the_command_loads_no_bots_and_no_tables() -> None:
    """So it starts fast."""
    program = "import sys; from livingstone.cli import main; main(['engine']); print(*sys.modules)"
    *_, loaded = run_python("-c", program).stdout.splitlines()
    others = {"livingstone.simulation", "livingstone.players", "sqlite3", "psutil", "rich", "numpy"}
    assert "livingstone.documents.text" in loaded.split()
    assert others.isdisjoint(loaded.split())


def test_the_command_prints_the_schema() -> None:
    done = run_python(*COMMAND, "--schema")
    assert json.loads(done.stdout) == SCHEMA
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert "`livingstone engine`" in SCHEMA["description"]
