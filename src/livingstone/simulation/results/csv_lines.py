"""Rows as comma-separated values, with a checksum at the end of each line."""

import csv
import io
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from livingstone.simulation.games.batch import MOST_GAMES
from livingstone.simulation.games.rows import GameRow, Score, SeatRow
from livingstone.simulation.games.seeds import read_seed, seed_text
from livingstone.simulation.results.columns import FIGURES, GAME_COLUMNS, column_names, seat_columns
from livingstone.simulation.results.lines import LineFormat

__all__ = ["CsvLines"]

SMALL = {str(number): number for number in range(4096)}
"""Whole numbers by how they are written; nearly all of a file are among them."""
FLAGS = {"0": False, "1": True}


class CsvLines(LineFormat):
    """A row as comma-separated values; None is an empty cell."""

    _ending = b",%d\n"

    def __init__(self, players: int, rows: int) -> None:
        """List the columns."""
        super().__init__(players, rows)
        self._columns = column_names(players, rows)
        self._width = len(seat_columns(rows))

    @property
    def header(self) -> bytes:
        """The names of the columns."""
        return _comma_separated([*self._columns, "check"]) + b"\n"

    def _values(self, row: GameRow) -> bytes:
        note = row.note
        values: list[object] = [row.game, seed_text(row.seed), row.edition, row.rounds, row.moves]
        values.append(row.threshold)
        values += [None] * 3 if note is None else [note.seat, note.kind, note.reason]
        for seat in row.seats:
            values += [seat.bot, int(seat.won), seat.rank, " ".join(seat.played)]
            values += self._figures(seat.score)
        return _comma_separated(values)

    def _figures(self, score: Score | None) -> list[int] | list[None]:
        if score is None:
            return [None] * (len(FIGURES) + 1 + self._rows)
        return [*(getattr(score, name) for name in FIGURES), int(score.is_out), *score.majorities]

    def _quick(self, values: bytes) -> GameRow | None:
        if b'"' in values or b"\r" in values:
            return None
        try:
            cells = values.decode().split(",")
            game, seed, edition, rounds, moves, threshold, *failure = cells[: len(GAME_COLUMNS)]
            number = int(game)
            is_number = str(number) == game and 0 <= number < MOST_GAMES
            if len(cells) != len(self._columns) or any(failure) or not is_number:
                return None
            return GameRow(
                number,
                _seed(seed),
                edition,
                SMALL[rounds],
                SMALL[moves],
                SMALL[threshold] if threshold else None,
                None,
                tuple(map(self._quick_seat, self._by_seat(cells))),
            )
        except (KeyError, ValueError):
            return None

    def _by_seat(self, cells: list[str]) -> Iterator[list[str]]:
        for start in range(len(GAME_COLUMNS), len(cells), self._width):
            yield cells[start : start + self._width]

    @staticmethod
    def _quick_seat(cells: list[str]) -> SeatRow:
        """Read the cells of a seat in a game that was played to its end; `KeyError` if not so."""
        bot, won, rank, played, *figures = cells
        points, columns, market, cards, gems, hand, donated, tents = (
            SMALL[text] for text in figures[: len(FIGURES)]
        )
        is_out = FLAGS[figures[len(FIGURES)]]
        majorities = tuple([SMALL[text] for text in figures[len(FIGURES) + 1 :]])
        score = Score(
            *(points, columns, market, cards, majorities, gems, hand, donated, tents, is_out)
        )
        return SeatRow(bot, FLAGS[won], SMALL[rank], _cards(played), score)

    def _plain(self, values: bytes) -> object:
        (texts,) = csv.reader([values.decode()], strict=True)
        cells = dict(zip(self._columns, texts, strict=True))
        plain: dict[str, Any] = {name: int(cells[name]) for name in ("game", "rounds", "moves")}
        plain |= {"seed": read_seed(cells["seed"]), "edition": cells["edition"]}
        plain["threshold"] = int(cells["threshold"]) if cells["threshold"] else None
        plain["note"] = self._plain_note(cells) if cells["failed_how"] else None
        plain["seats"] = [self._plain_seat(cells, seat) for seat in range(self._players)]
        return plain

    def _plain_note(self, cells: Mapping[str, str]) -> dict[str, Any]:
        seat = int(cells["failed_seat"])
        bot, kind, reason = cells[f"bot_{seat}"], cells["failed_how"], cells["note"]
        return {"seat": seat, "bot": bot, "kind": kind, "reason": reason}

    def _plain_seat(self, cells: Mapping[str, str], seat: int) -> dict[str, Any]:
        score: dict[str, Any] | None = None
        if cells[f"points_{seat}"]:
            score = {name: int(cells[f"{name}_{seat}"]) for name in FIGURES}
            score["is_out"] = cells[f"out_{seat}"] == "1"
            rows = range(1, self._rows + 1)
            score["majorities"] = [int(cells[f"majority_{row}_{seat}"]) for row in rows]
        return {
            "bot": cells[f"bot_{seat}"],
            "won": cells[f"won_{seat}"] == "1",
            "rank": int(cells[f"rank_{seat}"]),
            "played": cells[f"played_{seat}"].split(),
            "score": score,
        }


def _comma_separated(values: list[Any]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="").writerow(values)
    return text.getvalue().encode()


@lru_cache(maxsize=32)
def _seed(text: str) -> int:
    """Read a seed; the games of a deal, which follow each other, share it."""
    return read_seed(text)


@lru_cache(maxsize=10_000)
def _cards(text: str) -> tuple[str, ...]:
    """Read the cards that a seat played; raises `ValueError` if they are written in another way."""
    cards = tuple(text.split())
    if " ".join(cards) != text:
        raise ValueError("cards are separated by one blank")
    return cards
