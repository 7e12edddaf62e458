"""What a batch has shown: the report, to be read, merged and written as JSON or Markdown."""

import json
from collections import Counter
from functools import reduce
from typing import Any

from attrs import asdict, frozen

from livingstone.errors import ArgumentError
from livingstone.simulation.games.batch import Batch
from livingstone.simulation.games.rows import Note
from livingstone.simulation.reports.sheets import Sheet, markdown, plain
from livingstone.simulation.statistics.intervals import Distribution
from livingstone.simulation.statistics.summaries import (
    CardSummary,
    DonationSummary,
    RowSummary,
    Summary,
    summarize,
    summarize_cards,
    summarize_donations,
    summarize_rows,
)
from livingstone.simulation.statistics.tally import Tally

__all__ = ["Report", "plain_data"]

TOLD = (
    *("lineup", "edition", "edition_hash", "rotate", "seeds", "games", "finished", "failed"),
    *("shared_wins", "without_winner", "rounds", "moves", "bots", "seats", "bots_by_seat"),
    *("cards", "rows", "donations", "failures"),
)
"""What goes into JSON."""


@frozen(eq=False)
class Report:
    """The statistics of one batch, or of several with the same bots and the same edition.

    >>> from livingstone import simulate
    >>> report = simulate(["random", "random"], 20, seed=7)
    >>> report.games, [bot.entries for bot in report.bots]
    (20, [40])
    """

    lineup: tuple[str, ...]
    """The names of the bots: by seat, in the first game."""
    edition: str
    """Its id."""
    edition_hash: str
    """The hash of its whole content."""
    rotate: bool
    """Whether the bots move on by one seat from game to game."""
    seeds: tuple[int, ...]
    """Of the batches, ascending."""
    tally: Tally
    """The histograms that everything is computed from."""

    @classmethod
    def of(cls, batch: Batch, tally: Tally) -> "Report":
        """Report on one batch."""
        edition = batch.loaded_edition
        return cls(batch.lineup, edition.id, batch.edition_hash, batch.rotate, (batch.seed,), tally)

    @property
    def players(self) -> int:
        """How many play in each game."""
        return len(self.lineup)

    @property
    def games(self) -> int:
        """How many games there are."""
        return self.finished + self.failed

    @property
    def finished(self) -> int:
        """How many games were played to their end."""
        return self._counted("winners").total()

    @property
    def failed(self) -> int:
        """How many games a bot's failure ended."""
        return self._counted("failed").total()

    @property
    def shared_wins(self) -> int:
        """How many games that were played to their end have more than one winner."""
        winners = self._counted("winners")
        return winners.total() - winners[0] - winners[1]

    @property
    def without_winner(self) -> int:
        """How many games nobody won, since all were out."""
        return self._counted("winners")[0]

    @property
    def rounds(self) -> Distribution:
        """How many rounds a game took that was played to its end."""
        return Distribution.of(self._counted("rounds"))

    @property
    def moves(self) -> Distribution:
        """How many moves a game took that was played to its end, those of all players."""
        return Distribution.of(self._counted("moves"))

    @property
    def bots(self) -> tuple[Summary, ...]:
        """Each bot, in the order of the lineup."""
        return tuple(summarize(self.tally, bot, None) for bot in self.names)

    @property
    def seats(self) -> tuple[Summary, ...]:
        """Each seat, which shows what it is worth to begin."""
        return tuple(summarize(self.tally, None, seat) for seat in range(self.players))

    @property
    def bots_by_seat(self) -> tuple[Summary, ...]:
        """Each bot on each seat it had."""
        places = sorted(self.tally.cells, key=lambda place: (self.names.index(place[0]), place[1]))
        return tuple(summarize(self.tally, bot, seat) for bot, seat in places)

    @property
    def cards(self) -> tuple[CardSummary, ...]:
        """Each card that was played, by id."""
        return summarize_cards(self.tally)

    @property
    def rows(self) -> tuple[RowSummary, ...]:
        """Each row of the board of which a majority was paid."""
        return summarize_rows(self.tally)

    @property
    def donations(self) -> tuple[DonationSummary, ...]:
        """Each sum that somebody donated."""
        return summarize_donations(self.tally)

    @property
    def names(self) -> tuple[str, ...]:
        """The different bots, in the order of the lineup."""
        return tuple(dict.fromkeys(self.lineup))

    @property
    def notes(self) -> tuple[tuple[int, int, Note], ...]:
        """The first failures of bots: seed of the game, its number, and what happened."""
        return tuple(self.tally.notes)

    @property
    def failures(self) -> dict[str, dict[str, int]]:
        """How often each bot failed, by how."""
        counted: dict[str, Counter[Any]] = {}
        for (bot, _), cell in self.tally.cells.items():
            counted.setdefault(bot, Counter()).update(cell.get("failed", Counter()))
        return {bot: dict(sorted(counted[bot].items())) for bot in self.names if counted.get(bot)}

    def merge(self, other: "Report") -> "Report":
        """Report on all games of two reports together.

        Raises `ArgumentError` if they are not of the same bots, edition and rotation, or if they
        share a seed, since that would count games twice.
        """
        for name in ("lineup", "edition_hash", "rotate"):
            if getattr(self, name) != getattr(other, name):
                raise ArgumentError(f"reports with different {name} cannot be merged")
        if set(self.seeds) & set(other.seeds):
            raise ArgumentError("reports of one seed cannot be merged: games would count twice")
        seeds = tuple(sorted(self.seeds + other.seeds))
        tally = reduce(_into, (self.tally, other.tally), Tally(self.players))
        return Report(self.lineup, self.edition, self.edition_hash, self.rotate, seeds, tally)

    def to_json(self) -> str:
        """Write everything the report says as JSON, with sorted keys."""
        return json.dumps(plain_data(self._data()), indent=1, sort_keys=True) + "\n"

    def to_markdown(self) -> str:
        """Write the report as Markdown tables."""
        return markdown(self.sheets())

    def sheets(self) -> tuple[Sheet, ...]:
        """Lay the report out as tables, for whoever shows them in a way of their own."""
        from livingstone.simulation.reports.layout import sheets_of

        return sheets_of(self)

    def __str__(self) -> str:
        """Write the report as plain tables for a terminal."""
        return plain(self.sheets())

    def _counted(self, what: str) -> Counter[Any]:
        return self.tally.games.get(what, Counter())

    def _data(self) -> dict[str, Any]:
        notes = [
            {"seed": seed, "game": game, **asdict(note)} for seed, game, note in self.tally.notes
        ]
        return {
            "format": "livingstone-report",
            "version": 1,
            **{name: getattr(self, name) for name in TOLD},
            "notes": notes,
        }


def plain_data(value: Any) -> Any:
    """Turn what a report says into tables, lists, numbers and texts; floats have 6 decimals."""
    if hasattr(value, "__attrs_attrs__"):
        value = asdict(value, recurse=False)
    if isinstance(value, dict):
        return {key: plain_data(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain_data(item) for item in value]
    return round(value, 6) if isinstance(value, float) else value


def _into(tally: Tally, other: Tally) -> Tally:
    tally.merge(other)
    return tally
