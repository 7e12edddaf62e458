"""All games of the study: which are played, how many, and where their rows are kept."""

import shutil
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from itertools import chain, repeat
from pathlib import Path
from tomllib import loads
from typing import Any, TypeVar

from attrs import evolve, field, frozen
from study_bots import CARDS, SAVERS, without

from livingstone import (
    Comparison,
    Edition,
    GameRow,
    Report,
    compare,
    load_edition,
    read_rows,
    simulate,
)
from livingstone.simulation import Progress

__all__ = ["PLAYERS", "SENSITIVITY_PLAYERS", "Games", "Study", "load_variants"]

PLAYERS = (2, 3, 4, 5)
SENSITIVITY_PLAYERS = (2, 4)
"""Few and many, to see how much hangs on the inferred figures."""
HERE = Path(__file__).parent

_Part = TypeVar("_Part")


@frozen
class Games:
    """A batch that was played: its report, and the file with its rows."""

    report: Report
    path: Path

    def rows(self) -> Iterator[GameRow]:
        """Go through the games again."""
        return read_rows(self.path)


@frozen
class Study:
    """Plays the batches of the study, each with the same seed and so on the same deals."""

    games: int
    """What the sizes of all batches are multiples of."""
    seed: int
    executor: Executor | None
    folder: Path
    """For the rows. What it holds already is not played again."""
    _played: dict[str, Games] = field(factory=dict, init=False, repr=False)
    _compared: dict[str, Comparison] = field(factory=dict, init=False, repr=False)

    def self_play(self, players: int) -> Games:
        """Have `greedy` play itself, by the printed rules; no deal is played twice.

        There is nothing to rotate: a bot that leaves nothing to chance would play each deal the
        same way again.
        """
        return self._batch(f"printed-{players}", players, "printed", 2 * self.games)

    def online(self, players: int) -> Games:
        """Have `greedy` play itself by the rules of the online version."""
        return self._batch(f"bga-{players}", players, "bga", self.games)

    def shorter(self, players: int) -> Games:
        """Have `greedy` play itself on a board without the last column, so one round less."""
        edition = load_edition("printed")
        board = evolve(edition.board, columns=edition.board.columns[:-1])
        return self._batch(
            f"shorter-{players}", players, evolve(edition, board=board), 2 * self.games
        )

    def variant(self, name: str, edition: Edition, players: int) -> Games:
        """Have `greedy` play itself with other figures."""
        return self._batch(f"{name}-{players}", players, edition, self.games)

    def card(self, card: str) -> Comparison:
        """Measure for one of two players what a card is worth."""
        return self._compare("cards", without(card), 2, "printed", self.games)

    def drawing(self) -> Comparison:
        """Measure for one of two players what it is worth to draw cards at all."""
        return self._compare("cards", "study_bots:never_draws", 2, "printed", self.games)

    def drawing_from(self, name: str, edition: Edition) -> Comparison:
        """Measure the same with other figures."""
        return self._compare(name, "study_bots:never_draws", 2, edition, self.games // 2)

    def saving(self, bot: str, players: int) -> Comparison:
        """Measure what it is worth to keep more or fewer coins for the donation."""
        name = f"saving-{players}"
        return self._compare(name, f"study_bots:{bot}", players, "printed", self.games // 2)

    def play_all(self) -> None:
        """Play everything that the tables and plots ask for."""
        for players in PLAYERS:
            self.self_play(players)
            self.online(players)
            self.shorter(players)
        for name, edition in load_variants().items():
            for players in SENSITIVITY_PLAYERS:
                self.variant(name, edition, players)
            self.drawing_from(name, edition)
        self.drawing()
        for card in CARDS:
            self.card(card)
        for bot in SAVERS:
            for players in PLAYERS:
                self.saving(bot, players)

    def _batch(self, name: str, players: int, edition: str | Edition, games: int) -> Games:
        if name in self._played:
            return self._played[name]
        path = self.folder / f"{_slug(name)}.csv"
        with _telling(name) as on_progress:
            report = simulate(
                ["greedy"] * players,
                games,
                seed=self.seed,
                edition=edition,
                rotate=False,
                executor=self.executor,
                sink=path,
                on_progress=on_progress,
            )
        self._played[name] = Games(report, path)
        return self._played[name]

    def _compare(
        self, group: str, bot: str, players: int, edition: str | Edition, games: int
    ) -> Comparison:
        """Compare `greedy` with a bot; the games of `greedy` are played once for a whole group."""
        name = f"{group}-{bot.partition(':')[2]}"
        if name in self._compared:
            return self._compared[name]
        folder, shared = self.folder / _slug(name), self.folder / _slug(f"{group}-greedy")
        if shared.exists() and not folder.exists():
            shutil.copytree(shared, folder)
        with _telling(name) as on_progress:
            self._compared[name] = compare(
                "greedy",
                bot,
                against=["greedy"] * (players - 1),
                games=games,
                seed=self.seed,
                edition=edition,
                executor=self.executor,
                folder=folder,
                on_progress=on_progress,
            )
        if not shared.exists():
            shared.mkdir()
            for file in folder.glob("a.csv*"):
                shutil.copy(file, shared)
        return self._compared[name]


def load_variants() -> dict[str, Edition]:
    """Read how other figures differ, and put those of each variant into an edition of its own."""
    told = loads((HERE / "variants.toml").read_text(encoding="utf-8"))
    return {
        variant["id"]: _varied(load_edition("printed"), variant) for variant in told["variants"]
    }


def _varied(edition: Edition, variant: dict[str, Any]) -> Edition:
    """Change figures of an edition by what a variant says; a cost is at least 1, a majority 0."""
    board, counts = edition.board, variant.get("cards", {})
    columns = tuple(
        evolve(column, cost=max(1, column.cost + change))
        for column, change in _with_changes(board.columns, variant.get("costs", ()))
    )
    rows = tuple(
        evolve(row, majority=max(0, row.majority + change))
        for row, change in _with_changes(board.rows, variant.get("majorities", ()))
    )
    cards = [evolve(card, count=card.count + counts.get(card.id, 0)) for card in edition.cards]
    return evolve(
        edition,
        board=evolve(board, columns=columns, rows=rows),
        cards=tuple(card for card in cards if card.count > 0),
    )


def _with_changes(parts: Sequence[_Part], changes: Sequence[int]) -> Iterator[tuple[_Part, int]]:
    """Pair columns or rows with their changes; those without one do not change."""
    return zip(parts, chain(changes, repeat(0)), strict=False)


def _slug(name: str) -> str:
    return name.replace(" ", "-")


@contextmanager
def _telling(name: str) -> Iterator[Any]:
    """Tell on a terminal which batch is being played, and how far it is."""

    def tell(now: Progress) -> None:
        if sys.stderr.isatty():
            sys.stderr.write(f"\r\x1b[K{name}: {now.done} of {now.total} games")

    yield tell
    if sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K")
