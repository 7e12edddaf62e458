"""Rows as JSON objects, with a checksum at the end of each line."""

import json
from collections.abc import Collection
from typing import Any

from attrs import fields

from livingstone.edition.structuring.converter import converter
from livingstone.simulation.games.batch import MOST_GAMES
from livingstone.simulation.games.rows import GameRow, Score, SeatRow
from livingstone.simulation.games.seeds import read_seed, seed_text
from livingstone.simulation.results.lines import FORMAT_ERRORS, LineFormat

__all__ = ["JsonLines"]

GAME_KEYS, SEAT_KEYS, SCORE_KEYS = (
    tuple(field.name for field in fields(cls)) for cls in (GameRow, SeatRow, Score)
)


class JsonLines(LineFormat):
    """A row as a JSON object with the fields of `GameRow`; None is null."""

    _ending = b',"check":%d}\n'

    def _values(self, row: GameRow) -> bytes:
        plain = converter.unstructure(row, GameRow) | {"seed": seed_text(row.seed)}
        return json.dumps(plain, separators=(",", ":")).removesuffix("}").encode()

    def _plain(self, values: bytes) -> object:
        plain = json.loads(values.decode() + "}")
        return plain | {"seed": read_seed(plain["seed"])} if isinstance(plain, dict) else plain

    def _quick(self, values: bytes) -> GameRow | None:
        try:
            plain = json.loads(values.decode() + "}")
            is_same = json.dumps(plain, separators=(",", ":")).encode() == values + b"}"
            if not is_same or tuple(plain) != GAME_KEYS or len(plain["seats"]) != self._players:
                return None
            game, seed, edition, rounds, moves, threshold, note, seats = plain.values()
            _check_numbers([game, rounds, moves, 0 if threshold is None else threshold])
            _check_texts([edition])
            if note is not None:
                return None
            played = tuple(map(self._quick_seat, seats))
            return GameRow(game, read_seed(seed), edition, rounds, moves, threshold, None, played)
        except (AttributeError, *FORMAT_ERRORS):
            return None

    def _quick_seat(self, plain: dict[str, Any]) -> SeatRow:
        """Read a seat in a game that was played to its end; raises `ValueError` if not so."""
        score = plain["score"]
        if tuple(plain) != SEAT_KEYS or tuple(score) != SCORE_KEYS:
            raise ValueError("its keys are others")
        bot, won, rank, played, _ = plain.values()
        points, columns, market, cards, majorities, gems, hand, donated, tents, is_out = (
            score.values()
        )
        if len(majorities) != self._rows or {type(won), type(is_out)} != {bool}:
            raise ValueError("its values are of other types")
        figures = (points, columns, market, cards, tuple(majorities), gems, hand, donated, tents)
        _check_texts([bot, *played])
        _check_numbers([rank, *majorities, *figures[:4], *figures[5:]])
        return SeatRow(bot, won, rank, tuple(played), Score(*figures, is_out))


def _check_numbers(values: Collection[Any]) -> None:
    """Raise `ValueError` unless all are whole numbers of a row."""
    if set(map(type, values)) != {int} or min(values) < 0 or max(values) >= MOST_GAMES:
        raise ValueError("they are no whole numbers")


def _check_texts(values: Collection[Any]) -> None:
    """Raise an error unless all are texts that can be encoded."""
    if set(map(type, values)) != {str}:
        raise ValueError("they are no texts")
    "".join(values).encode()
