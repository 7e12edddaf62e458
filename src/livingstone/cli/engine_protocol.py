"""`livingstone engine`: games for a program in any language, by lines of JSON."""

import argparse
import io
import json
import secrets
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO, Any, assert_never

from attrs import asdict, define, evolve, field, frozen

import livingstone as ls
from livingstone.cli import engine_lines as lines
from livingstone.cli.parser import effects_from
from livingstone.errors import error_line
from livingstone.support.arguments import SEED_LIMIT, seat_of
from livingstone.support.json_text import parse_json
from livingstone.support.structuring import shown_plain

VERSION = 1
"""It changes when programs of before would misread the lines."""
LONGEST_LINE = 4_000_000
"""The most bytes of a line, its end included: more than any record has."""
MOST_GAMES = 1000
"""The most games at the same time."""
_MOST_PROBLEMS = 5
"""The most problems of a request that are told."""
_PART = 65_536
"""How many bytes of a line that is too long are read at once."""


class _ProblemError(Exception):
    """A line cannot be carried out."""

    def __init__(self, kind: lines.Kind, sentence: str, refusal: ls.Refusal | None = None) -> None:
        super().__init__(sentence)
        self.problem = lines.Problem(kind, sentence, refusal)


@frozen
class _Game:
    """A game that is held."""

    number: int
    table: ls.Table
    seed: int | None
    names: tuple[str, ...] | None
    language: str

    @property
    def position(self) -> lines.Position:
        """Where the game is."""
        return lines.Position(**self.state_of_play)

    @property
    def state_of_play(self) -> dict[str, Any]:
        """The fields of a `Position`."""
        state = self.table.state
        return {
            "game": self.number,
            "version": self.table.version,
            "mover": None if state.is_over or state.is_chance else state.current_player,
            "pending": ls.view(state, None).pending if state.choice else state.pending,
            "result": ls.result(state),
        }


@define
class Engine:
    """Holds games, and answers lines."""

    effects: list[type[ls.effects.CardEffect]] = field(factory=list)
    _games: dict[int, _Game] = field(factory=dict, init=False)
    _last_number: int = field(default=0, init=False)

    def answer(self, line: bytes | None) -> dict[str, Any]:
        """Answer a line, whatever is in it; None is one that was too long."""
        try:
            answer = self._carry_out(self._read(line))
            is_whole = isinstance(answer, lines.Printed)
            return {"ok": True, **ls.to_plain(answer, embed_edition=is_whole)["value"]}
        except _ProblemError as error:
            problem = error.problem
        except ls.DataError as error:
            found = [text.removeprefix("value").lstrip(".: ") for text in error.problems]
            problem = lines.Problem("wrong_request", "; ".join(found[:_MOST_PROBLEMS]))
        except ls.LivingstoneError as error:
            problem = lines.Problem("wrong_request", str(error))
        except Exception as error:
            traceback.print_exc()
            problem = lines.Problem("failed", error_line(error))
        return {"ok": False, "error": _plain_problem(problem)}

    def _read(self, line: bytes | None) -> lines.Request:
        if line is None:
            sentence = f"a line must have fewer than {LONGEST_LINE} bytes"
            raise _ProblemError("too_long", sentence)
        try:
            plain = parse_json(line)
        except ValueError as error:
            raise _ProblemError("not_json", f"the line {error}") from None
        if not isinstance(plain, dict):
            sentence = f"a request must be an object, not {shown_plain(plain)}"
            raise _ProblemError("not_json", sentence)
        known = ", ".join(lines.REQUESTS)
        if "request" not in plain:
            raise _ProblemError("unknown_request", f"request is missing: it must be one of {known}")
        name = plain.pop("request")
        if not isinstance(name, str) or name not in lines.REQUESTS:
            sentence = f"request must be one of {known}, not {shown_plain(name)}"
            raise _ProblemError("unknown_request", sentence)
        document = {"livingstone": name, "version": 1, "value": plain}
        read: lines.Request
        read = ls.from_plain(document, lines.REQUESTS[name], effects=self.effects)
        return read

    def _carry_out(self, request: lines.Request) -> lines.Answer:
        match request:
            case lines.NewGame():
                return self._new_game(request)
            case lines.OpenRecord():
                return self._open(request)
            case lines.Close():
                del self._games[self._game(request.game).number]
                return lines.Closed(request.game)
            case _:
                game = self._game(request.game)
                _check_seats(game, request)
                return _carry_out_in(game, request)

    def _game(self, number: int) -> _Game:
        if number not in self._games:
            raise _ProblemError("no_such_game", f"there is no game {number}")
        return self._games[number]

    def _new_game(self, request: lines.NewGame) -> lines.Position:
        seed = request.seed
        if request.chance == "seed" and seed is None:
            seed = secrets.randbelow(SEED_LIMIT)
        if request.chance != "seed" and seed is not None:
            raise ls.ArgumentError("seed: only a game with chance by seed has one")
        start = ls.new_game(
            request.players,
            edition=request.edition,
            first=request.first,
            seed=seed,
            explicit_chance=seed is None,
        )
        if request.names and len(request.names) != request.players:
            raise ls.ArgumentError(f"names: must be {request.players}, one for each seat")
        table = ls.Table(start, dealer=ls.deal if request.chance == "dealt" else None)
        return self._keep(table, seed, request.names or None, request.language)

    def _open(self, request: lines.OpenRecord) -> lines.Position:
        if (request.record is None) == (request.toml is None):
            raise ls.ArgumentError("open needs either record or toml")
        record = request.record
        if record is None:
            record = _record_in(request.toml or "", self.effects)
        dealer = ls.deal if request.chance == "dealt" else None
        table = ls.Table.from_record(record, dealer=dealer)
        return self._keep(table, None, record.players, request.language)

    def _keep(
        self, table: ls.Table, seed: int | None, names: tuple[str, ...] | None, language: str
    ) -> lines.Position:
        if len(self._games) >= MOST_GAMES:
            raise _ProblemError("too_many_games", f"there are {MOST_GAMES} games: close some")
        self._last_number += 1
        game = _Game(self._last_number, table, seed, names, language)
        self._games[game.number] = game
        return game.position


_InGame = (
    lines.Moves
    | lines.Play
    | lines.ViewOf
    | lines.StateOf
    | lines.Document
    | lines.Undo
    | lines.Redo
    | lines.RecordOf
    | lines.SeedOf
    | lines.ChanceOf
    | lines.EditionOf
)


def _check_seats(game: _Game, request: _InGame) -> None:
    """Raise `ArgumentError` for a seat that the game does not have."""
    for name in ("seat", "seen_by"):
        seat = getattr(request, name, None)
        if isinstance(seat, int):
            seat_of(name, seat, len(game.table.state.players))


def _carry_out_in(game: _Game, request: _InGame) -> lines.Answer:
    """Carry out a request about a game."""
    table = game.table
    match request:
        case lines.Moves(_, seat):
            seen = table.view(table.state.current_player if seat is None else seat)
            texts = tuple(ls.format_move(move, seen.seat) for move in seen.legal_moves)
            return lines.LegalMoves(texts, seen.legal_moves)
        case lines.Play():
            return _play(game, request)
        case lines.ViewOf(_, seat):
            return lines.Seen(table.view(seat))
        case lines.StateOf():
            return lines.Shown(table.state)
        case lines.Document(_, seat, since, language, most_events):
            drawn = table.snapshot(
                seat,
                since=since,
                most_events=most_events,
                names=game.names,
                language=language or game.language,
            )
            return lines.Drawn(drawn)
        case lines.Undo() | lines.Redo():
            return _take_back(game, request)
        case lines.RecordOf(_, seen_by):
            record = table.record(players=game.names)
            if seen_by is not None:
                record = record.seen_by(None if seen_by == "spectator" else seen_by)
            return lines.Recorded(record, ls.dumps(record))
        case lines.SeedOf():
            return lines.Seeded(game.seed)
        case lines.ChanceOf():
            likely = ls.chance_outcomes(table.state).items()
            each = (lines.Likely(one, ls.format_move(one), str(part)) for one, part in likely)
            return lines.Outcomes(tuple(each))
        case lines.EditionOf():
            return lines.Printed(table.start.edition)
        case unknown:
            assert_never(unknown)


def _play(game: _Game, request: lines.Play) -> lines.Played:
    table = game.table
    with _explained(game, request.seat):
        action, seat = _action_of(table, request)
        mover = table.state.current_player
        done = table.play(action, seat, version=request.version)
    texts = tuple(
        ls.format_move(each, None if isinstance(each, ls.Outcome) else mover)
        for each in done.actions
    )
    return lines.Played(**game.state_of_play, lines=texts, events=done.events)


def _action_of(table: ls.Table, request: lines.Play) -> tuple[ls.Action, int | None]:
    """Return what to carry out, and the seat that asks for it, if that is known.

    Raises `RefusedError` for a move of a seat that is illegal: the reason has no secret of others.
    """
    ways = (request.line, request.move, request.outcome, request.target)
    if sum(way is not None for way in ways) != 1:
        raise ls.ArgumentError("play needs one of line, move, outcome and target")
    if request.choices is not None and request.target is None:
        raise ls.ArgumentError("choices: only a target has them")
    seat = request.seat
    action: ls.Action | None = request.outcome or request.move
    if request.line is not None:
        action, seat = ls.parse_move(request.line, edition=table.start.edition)
        if request.seat not in (None, seat):
            raise ls.ArgumentError(f"line: is not one of seat {request.seat}")
    elif request.target is not None:
        choices = asdict(request.choices or lines.Choices(), recurse=False)
        seen = table.view(table.state.current_player if seat is None else seat)
        action = ls.choose_move(seen, request.target, **choices)
    assert action is not None
    if seat is not None and request.version in (None, table.version):
        seen = table.view(seat)
        if action not in seen.legal_moves and (reason := ls.why_illegal(seen, action)):
            raise ls.RefusedError(reason)
    return action, seat


def _take_back(game: _Game, request: lines.Undo | lines.Redo) -> lines.Position:
    with _explained(game, request.seat):
        if isinstance(request, lines.Undo):
            game.table.undo(request.seat, agreed=request.agreed, version=request.version)
        else:
            game.table.redo(request.seat, version=request.version)
    return game.position


@contextmanager
def _explained(game: _Game, seat: int | None) -> Iterator[None]:
    """Explain refusals and wrong lines of the notation in the language of the game."""
    try:
        yield
    except ls.RefusedError as error:
        sentence = ls.describe_refusal(
            error.reason,
            names=game.names,
            language=game.language,
            you=seat,
            edition=game.table.start.edition,
        )
        raise _ProblemError("refused", sentence, error.reason) from None
    except ls.NotationError as error:
        sentence = ls.describe_error(error, language=game.language)
        raise _ProblemError("wrong_request", sentence) from None


def _plain_problem(problem: lines.Problem) -> dict[str, Any]:
    """Write a problem; where a fact of the refusal is out of every range, without the facts."""
    sentence = problem.sentence.encode(errors="replace").decode()
    problem = evolve(problem, sentence=sentence)
    with suppress(ls.DataError):
        plain: dict[str, Any] = ls.to_plain(problem)["value"]
        return plain
    assert problem.refusal is not None
    return _plain_problem(evolve(problem, refusal=evolve(problem.refusal, facts=())))


def _record_in(toml: str, effects: list[type[ls.effects.CardEffect]]) -> ls.Record:
    try:
        return ls.loads(toml, effects=effects)
    except ls.RecordError as error:
        raise ls.ArgumentError(f"toml: {error}") from None


def _lines_of(stream: IO[bytes]) -> Iterator[bytes | None]:
    """Yield the lines of a stream; None for one that is too long, of which nothing is kept."""
    while line := stream.readline(LONGEST_LINE):
        if line.endswith(b"\n") or len(line) < LONGEST_LINE:
            yield line
            continue
        while not line.endswith(b"\n"):
            line = stream.readline(_PART)
            if not line:
                break
        yield None


def _write(answer: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


def run(options: argparse.Namespace) -> int:
    """Answer lines until the input ends."""
    if options.schema:
        print(json.dumps(lines.schema_of_lines(), indent=2))
        return 0
    engine = Engine(effects_from(options))
    _write({"livingstone": "engine", "version": VERSION, "library": ls.__version__})
    for line in _lines_of(getattr(sys.stdin, "buffer", io.BytesIO())):
        _write(engine.answer(line))
    return 0


RUN = {"engine": run}
