"""Rows as lines of text: comma-separated values, or JSON lines."""

import csv
import io
import json
from collections.abc import Mapping
from typing import Any, Protocol

from livingstone.errors import ArgumentError
from livingstone.simulation.games.rows import FAILURES, GameRow, Note, Score, SeatRow

__all__ = ["Form", "form_of"]

FIGURES = ("points", "columns", "market", "cards", "gems", "hand", "donated", "tents")
"""The figures of a score that have one column for each seat."""


class Form(Protocol):
    """How rows are written to a file and read from it, a line for each."""

    def header(self) -> bytes:
        """Give the line that the file begins with; empty if there is none."""
        ...

    def line(self, row: GameRow) -> bytes:
        """Write a row; the line ends with a line feed and has no other."""
        ...

    def row(self, line: bytes) -> GameRow:
        """Read a line; raises `ValueError`, `TypeError` or `LookupError` if it is no row."""
        ...


def form_of(suffix: str, players: int, rows: int) -> Form:
    """Find the form for the ending of a file, a number of seats and of rows of the board.

    >>> form_of(".csv", 2, 6).header().decode()[:36]
    'game,seed,edition,rounds,moves,thres'

    Raises `ArgumentError` for another ending.
    """
    match suffix.lower():
        case ".csv":
            return CommaForm(players, rows)
        case ".jsonl" | ".ndjson":
            return JsonForm()
        case _:
            raise ArgumentError(f"results go to a file that ends in .csv or .jsonl: {suffix!r}")


class CommaForm:
    """A row as comma-separated values; what there is none of is empty."""

    def __init__(self, players: int, rows: int) -> None:
        """Lay the columns out: those of the game, then those of each seat, ending in `_seat`."""
        self._players, self._rows = players, rows
        self._columns = ["game", "seed", "edition", "rounds", "moves", "threshold", "winners"]
        self._columns += ["failed_seat", "failed_how", "note"]
        of_seat = ["bot", "won", "rank", "played", *FIGURES, "out"]
        of_seat += [f"majority_{row}" for row in range(1, rows + 1)]
        for seat in range(players):
            self._columns += [f"{name}_{seat}" for name in of_seat]

    def header(self) -> bytes:
        """Name the columns."""
        return _comma_line(self._columns)

    def line(self, row: GameRow) -> bytes:
        """Write a row."""
        winners = " ".join(map(str, row.winners))
        note = row.note
        values: list[object] = [row.game, row.seed, row.edition, row.rounds, row.moves]
        values += [row.threshold, winners]
        values += [None] * 3 if note is None else [note.seat, note.kind, note.reason]
        for seat in row.seats:
            values += [seat.bot, int(seat.won), seat.rank, " ".join(seat.played)]
            values += self._figures(seat.score)
        return _comma_line(values)

    def _figures(self, score: Score | None) -> list[int] | list[None]:
        if score is None:
            return [None] * (len(FIGURES) + 1 + self._rows)
        return [*(getattr(score, name) for name in FIGURES), int(score.is_out), *score.majorities]

    def row(self, line: bytes) -> GameRow:
        """Read a line."""
        (values,) = csv.reader([line.decode()], strict=True)
        told = dict(zip(self._columns, values, strict=True))
        return GameRow(
            game=int(told["game"]),
            seed=int(told["seed"]),
            edition=told["edition"],
            rounds=int(told["rounds"]),
            moves=int(told["moves"]),
            threshold=int(told["threshold"]) if told["threshold"] else None,
            note=self._note(told),
            seats=tuple(self._seat(told, seat) for seat in range(self._players)),
        )

    def _note(self, told: Mapping[str, str]) -> Note | None:
        if not told["failed_how"]:
            return None
        kind = FAILURES[FAILURES.index(told["failed_how"])]
        seat = int(told["failed_seat"])
        return Note(seat, told[f"bot_{seat}"], kind, told["note"])

    def _seat(self, told: Mapping[str, str], seat: int) -> SeatRow:
        score = None
        if told[f"points_{seat}"]:
            majorities = [int(told[f"majority_{row}_{seat}"]) for row in range(1, self._rows + 1)]
            figures = {name: int(told[f"{name}_{seat}"]) for name in FIGURES}
            is_out = told[f"out_{seat}"] == "1"
            score = Score(majorities=tuple(majorities), is_out=is_out, **figures)
        return SeatRow(
            bot=told[f"bot_{seat}"],
            won=told[f"won_{seat}"] == "1",
            rank=int(told[f"rank_{seat}"]),
            played=tuple(told[f"played_{seat}"].split()),
            score=score,
        )


def _comma_line(values: list[Any]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(values)
    return text.getvalue().encode()


class JsonForm:
    """A row as a JSON object in one line; what there is none of is null."""

    def header(self) -> bytes:
        """There is none."""
        return b""

    def line(self, row: GameRow) -> bytes:
        """Write a row."""
        note = row.note
        told = {
            "game": row.game,
            "seed": row.seed,
            "edition": row.edition,
            "rounds": row.rounds,
            "moves": row.moves,
            "threshold": row.threshold,
            "winners": row.winners,
            "note": note and {"seat": note.seat, "how": note.kind, "reason": note.reason},
            "seats": [_told_seat(seat) for seat in row.seats],
        }
        return json.dumps(told, separators=(",", ":")).encode() + b"\n"

    def row(self, line: bytes) -> GameRow:
        """Read a line."""
        told = json.loads(line)
        seats = tuple(_read_seat(seat) for seat in told["seats"])
        note = told["note"]
        if note is not None:
            note = Note(note["seat"], seats[note["seat"]].bot, note["how"], note["reason"])
        names = ("game", "seed", "edition", "rounds", "moves", "threshold")
        return GameRow(**{name: told[name] for name in names}, note=note, seats=seats)


def _told_seat(seat: SeatRow) -> dict[str, Any]:
    score = seat.score
    told: dict[str, Any] = {"bot": seat.bot, "won": seat.won, "rank": seat.rank}
    told["played"] = seat.played
    told |= {name: getattr(score, name, None) for name in FIGURES}
    return told | {"out": score and score.is_out, "majorities": score and score.majorities}


def _read_seat(told: dict[str, Any]) -> SeatRow:
    score = None
    if told["points"] is not None:
        figures = {name: told[name] for name in FIGURES}
        score = Score(majorities=tuple(told["majorities"]), is_out=told["out"], **figures)
    return SeatRow(told["bot"], told["won"], told["rank"], tuple(told["played"]), score)
