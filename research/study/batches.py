"""All games of the study: which are played, how many, and where their rows are kept."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from attrs import evolve, field, frozen
from estimates import Game, played
from study_bots import ACTIONS, CARDS, COLUMNS, DICE, ROWS, SAVERS, named
from variants import schemes, single_figures

from livingstone import Edition, load_edition, read_rows, simulate
from livingstone.simulation import Progress

__all__ = ["CONTESTS", "FEW_AND_MANY", "PLAYERS", "Study"]

PLAYERS = (2, 3, 4, 5)
FEW_AND_MANY = (2, 4)
"""Where something is not played with all numbers of players."""
SEARCHING = "ismcts:iterations=50,others=greedy"
CONTESTS = (("greedy", "random", PLAYERS), (SEARCHING, "greedy", FEW_AND_MANY))
"""A stronger bot and a weaker one, and the numbers of players."""


@frozen
class Study:
    """Plays the batches of the study, all with the same seed and so on the same deals."""

    deals: int
    """What the numbers of deals are multiples of."""
    seed: int
    jobs: int
    """How many processes play."""
    folder: Path
    """For the rows. What it holds already is not played again."""
    _kept: dict[str, list[Game]] = field(factory=dict, init=False, repr=False)

    def self_play(self, players: int) -> list[Game]:
        """Have `greedy` play itself, by the printed rules; no deal is played twice.

        There is nothing to rotate: a bot that leaves nothing to chance would play each deal the
        same way again.
        """
        return self._batch(f"printed-{players}", ["greedy"] * players, "printed", 8 * self.deals)

    def online(self, players: int) -> list[Game]:
        """Have `greedy` play itself by the rules of the online version."""
        return self._batch(f"bga-{players}", ["greedy"] * players, "bga", 4 * self.deals)

    def shorter(self, players: int) -> list[Game]:
        """Have `greedy` play itself on a board without the last column, so one round less."""
        edition = load_edition("printed")
        board = evolve(edition.board, columns=edition.board.columns[:-1])
        shorter = evolve(edition, board=board)
        return self._batch(f"shorter-{players}", ["greedy"] * players, shorter, 4 * self.deals)

    def figures(self, name: str, edition: Edition, players: int) -> list[Game]:
        """Have `greedy` play itself with other figures."""
        deals = (4 if players == min(PLAYERS) else 2) * self.deals
        return self._batch(f"{name}-{players}", ["greedy"] * players, edition, deals)

    def habit(self, bot: str, players: int) -> list[list[Game]]:
        """Have a bot of `study_bots` play against `greedy`, each deal from each seat.

        Gives the games of each deal, by the seat of the bot.
        """
        deals = (3 if players == min(PLAYERS) else 1) * self.deals
        lineup = [named(bot), *["greedy"] * (players - 1)]
        return self._by_deal(f"{bot}-{players}", lineup, deals)

    def contest(self, stronger: str, weaker: str, players: int) -> list[list[Game]]:
        """Have one bot play against several of another, each deal from each seat.

        A bot that searches is slow, so it plays fewer deals, or none in a very small study.
        """
        lineup = [stronger, *[weaker] * (players - 1)]
        deals = 4 * self.deals // (5 * players) if stronger == SEARCHING else self.deals
        return self._by_deal(f"{stronger}-{weaker}-{players}", lineup, deals)

    def play_all(self) -> None:
        """Play everything that the tables and plots ask for, the most important things first."""
        for players in PLAYERS:
            self.self_play(players)
            self.shorter(players)
            self.online(players)
        for bot in (*ACTIONS, *SAVERS):
            for players in FEW_AND_MANY:
                self.habit(bot, players)
        for bot in (*CARDS, *DICE, *ROWS, *COLUMNS):
            self.habit(bot, min(PLAYERS))
        for name, edition in (single_figures() | schemes()).items():
            for players in FEW_AND_MANY:
                self.figures(name, edition, players)
        for stronger, weaker, numbers in CONTESTS:
            for players in numbers:
                self.contest(stronger, weaker, players)

    def _by_deal(self, name: str, lineup: list[str], deals: int) -> list[list[Game]]:
        """Play each deal once with each bot on each seat, and give the games of each deal."""
        size = len(lineup)
        if not deals:
            return []
        rows = self._batch(name, lineup, "printed", deals * size, rotate=True)
        return [rows[start : start + size] for start in range(0, len(rows), size)]

    def _batch(
        self,
        name: str,
        lineup: Sequence[str],
        edition: str | Edition,
        games: int,
        *,
        rotate: bool = False,
    ) -> list[Game]:
        if name not in self._kept:
            path = self.folder / f"{_slug(name)}.db"
            with _telling(name) as on_progress:
                simulate(
                    lineup,
                    games,
                    seed=self.seed,
                    edition=edition,
                    rotate=rotate,
                    executor="processes",
                    workers=self.jobs,
                    sink=path,
                    on_progress=on_progress,
                )
            self._kept[name] = list(map(played, read_rows(path)))
        return self._kept[name]


def _slug(name: str) -> str:
    return "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in name)


@contextmanager
def _telling(name: str) -> Iterator[Any]:
    """Tell on a terminal which batch is being played, and how far it is."""

    def tell(now: Progress) -> None:
        if sys.stderr.isatty():
            sys.stderr.write(f"\r\x1b[K{name}: {now.done} of {now.total} games")

    yield tell
    if sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K")
