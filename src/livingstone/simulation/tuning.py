"""Finding better weights for `greedy` by playing: `tune`."""

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random

from attrs import asdict, frozen

from livingstone.edition.loading import load_edition
from livingstone.edition.printed import Edition
from livingstone.errors import ArgumentError, shown
from livingstone.game.engine import apply, legal_moves, new_game
from livingstone.game.rules.ending import result
from livingstone.players import GreedyBot, Weights, load_weights, weights_for
from livingstone.players.bot import choose_for_mover
from livingstone.simulation.errors import write_errors
from livingstone.simulation.executors import Where, opened
from livingstone.simulation.games.batch import MOST_GAMES, Batch, win_unit
from livingstone.simulation.games.seeds import deal_seed
from livingstone.simulation.options import Options, check_options
from livingstone.simulation.progress import OnProgress
from livingstone.simulation.reports.layout import percent
from livingstone.simulation.reports.report import Report, plain_data
from livingstone.simulation.reports.sheets import Sheet, markdown, plain
from livingstone.simulation.results.checking import check_is_file, file_errors
from livingstone.simulation.results.steps import Steps, opened_steps
from livingstone.simulation.running import held_games, play_batch
from livingstone.simulation.series import SeriesProgress, in_folder, whole_deals
from livingstone.simulation.spsa import Climb, Trial
from livingstone.simulation.statistics.intervals import Interval, require_stats
from livingstone.support.arguments import seed_of, whole
from livingstone.support.files import File, path_of, write_whole

__all__ = ["Tuning", "tune"]

MOST_ITERATIONS = 10_000_000
BOT = "greedy:weights="
"""What the name of a bot begins with that plays with the weights of a file."""
GAMES = 2
"""How many games an iteration plays: in the second one, the two sets change their seats."""
STEPS, MATCH = 0, 1
"""The parts of the progress."""


@frozen(eq=False)
class Tuning:
    """Weights that were tuned, and how well they do against those that the tuning began with."""

    players: int
    """How many play at the table for which the weights were tuned."""
    iterations: int
    """How many iterations there were, of two games each."""
    start: Weights
    """The weights that the tuning began with."""
    weights: Weights
    """The weights that were found."""
    file: Path
    """The file that holds them."""
    report: Report
    """The report on the match: `greedy` with the new weights against as many others with those of
    the start as the table has room for, on new deals."""

    @property
    def wins(self) -> Interval:
        """The part of the match's games that the new weights won."""
        return self.report.bots[0].win

    def to_json(self) -> str:
        """Write the tuning as JSON, with sorted keys."""
        data = {
            "format": "livingstone-tuned",
            "version": 1,
            "players": self.players,
            "iterations": self.iterations,
            "start": asdict(self.start),
            "weights": asdict(self.weights),
            "wins": plain_data(self.wins),
            "report": self.report.plain(),
        }
        return json.dumps(data, indent=1, sort_keys=True) + "\n"

    def to_markdown(self) -> str:
        """Write the tuning as Markdown tables."""
        return markdown(self.sheets())

    def sheets(self) -> tuple[Sheet, ...]:
        """Give the tuning as tables, for front ends that draw them in their own way."""
        old, new = asdict(self.start), asdict(self.weights)
        old |= old.pop("assumptions")
        new |= new.pop("assumptions")
        lines = tuple((name, f"{old[name]:g}", f"{value:g}") for name, value in new.items())
        remark = f"{self.iterations} iterations with {self.players} players; kept in {self.file}."
        even = percent(self.report.even_share)
        heads = ("games", "wins (95 %)", "average seat (95 %)")
        match = ((str(self.report.games), percent(self.wins), even),)
        return (
            Sheet("Weights", ("", "start", "tuned"), lines, remark),
            Sheet("Tuned against start, on new deals", heads, match),
        )

    def __str__(self) -> str:
        """Write it as plain tables for a terminal."""
        return plain(self.sheets())


def tune(
    folder: File,
    *,
    players: int,
    iterations: int,
    seed: int,
    games: int = 1000,
    start: Weights | File | None = None,
    edition: str | Edition = "printed",
    executor: Where = None,
    workers: int | None = None,
    on_progress: OnProgress | None = None,
) -> Tuning:
    """Look for better weights of `greedy` at a table of `players`, by SPSA.

    In each iteration two sets of weights play two games of one deal against each other, alternating
    around the table. In the end the weights found play a match of `games` games, rounded up to
    whole deals, against those of the `start`, which are by default those that are shipped for this
    number of players.

    `folder` gets the iterations as `steps.jsonl`, and in the end, with 2000 iterations, the weights
    as `weights-2000.toml` and the match as `match-2000.csv`. The same call continues a
    tuning that was interrupted, at any time, and gives the same files byte for byte; with more
    iterations, it goes on from those there. The iterations are played here, one after the other;
    `executor` and `workers` are for the match, as those of `simulate`. The match needs scipy
    (`pip install 'livingstone[stats]'`).

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     tuned = tune(folder, players=2, iterations=2, games=4, seed=7)
    >>> tuned.file.name, tuned.report.games
    ('weights-2.toml', 4)

    Raises `MissingExtraError` without scipy; `ArgumentError` for arguments that are not valid and
    for a folder with another tuning; `DataError` for a file of weights with problems; otherwise as
    `simulate` does.
    """
    require_stats()
    iterations = whole("iterations", iterations, 1, MOST_ITERATIONS)
    seed, edition = seed_of(seed), _edition(edition)
    new_game(players, edition=edition, explicit_chance=True)  # whether so many can play
    players = whole("players", players, 2)
    games = whole_deals(whole("games", games, 1, MOST_GAMES), players)
    weights = _start(start, players)
    check_options(Options(on_progress=on_progress))
    files = _files(folder, iterations)
    with opened(executor, workers):
        pass  # what is no executor is refused now, not after all iterations
    before, after = (f"{BOT}{file}" for file in files)
    deals = deal_seed(seed, iterations)  # so that the match has deals of its own
    match = Batch((after, *[before] * (players - 1)), deals, edition, players, None)
    with in_folder(folder) as place:
        steps_file, sink = place / "steps.jsonl", place / f"match-{iterations}.csv"
        if not steps_file.exists():
            held_games(sink, match, games)  # what cannot be ended is not begun
        with opened_steps(steps_file, players, seed, edition, weights) as steps:
            held = GAMES * min(iterations, steps.kept), held_games(sink, match, games)
            progress = SeriesProgress(on_progress, held, GAMES * iterations + games)
            progress.tell(STEPS, held[STEPS])
            found = _climb(steps, weights, iterations, seed, edition, progress)
        for file, own in zip(files, (weights, found), strict=True):
            with write_errors(file):
                write_whole(file, own.to_toml().encode())
        options = Options(executor=executor, workers=workers, on_progress=progress.of_part(MATCH))
        report = play_batch(match, games, sink, options)
    return Tuning(players, iterations, weights, found, files[1], report)


def _files(folder: File, iterations: int) -> tuple[Path, Path]:
    """Name the files of the weights of the start, and of those that are found.

    Raises `ArgumentError` for a folder that cannot be part of the name of a bot, and for what is no
    file in place of one.
    """
    place = path_of(folder)
    if "," in str(place) or not str(place).isprintable():
        raise ArgumentError(
            f"the path of the folder must be one line without a comma: {shown(str(folder))}"
        )
    files = place / "start.toml", place / f"weights-{iterations}.toml"
    for file in files:
        with file_errors(file):
            if file.exists():
                check_is_file(file)
    return files


def _edition(edition: str | Edition) -> Edition:
    return edition if isinstance(edition, Edition) else load_edition(edition)


def _start(start: Weights | File | None, players: int) -> Weights:
    if start is None:
        return weights_for(players)
    return start if isinstance(start, Weights) else load_weights(start)


def _climb(
    steps: Steps,
    start: Weights,
    iterations: int,
    seed: int,
    edition: Edition,
    progress: SeriesProgress,
) -> Weights:
    """Take all steps, those that are kept already without playing; give the mean of the last."""
    climb, unit = Climb.of(start), win_unit(steps.players)
    for iteration in range(iterations):
        deal = deal_seed(seed, iteration)
        trial = climb.trial(iteration, deal)
        wins = steps.read(iteration)
        if wins is None:
            wins = _play_both(trial, steps.players, deal, edition, unit)
            steps.write(iteration, wins)
            progress.tell(STEPS, GAMES * (iteration + 1))
        gain = _gain(wins, steps.players, unit)
        climb.step(iteration, trial, gain, counts=2 * iteration >= iterations - 1)
    return climb.mean()


def _gain(wins: Sequence[int], players: int, unit: int) -> float:
    """Work out what one set won more than the other in two games: 1 if it won all that it could.

    `wins` are those of both sets in the first game, and then in the second, in parts of a win.
    """
    most, least = -(-players // 2), players // 2  # seats: the first set has most in the first game
    shares = (wins[0] / most - wins[1] / least, wins[2] / least - wins[3] / most)
    return sum(shares) / (unit * (1 / most + 1 / least))


def _play_both(
    trial: Trial, players: int, deal: int, edition: Edition, unit: int
) -> tuple[int, int, int, int]:
    """Play a deal twice, the sets alternating around the table; give the wins as `_gain` has them.

    The wins are in parts of a win, of which `unit` make a whole.
    """
    wins = []
    for first in (0, 1):
        seats = [(first + seat) % 2 for seat in range(players)]
        won = _play([(trial.plus, trial.minus)[own] for own in seats], deal, edition)
        shares = [0, 0]
        for seat in won:
            shares[seats[seat]] += unit // len(won)
        wins += shares
    return wins[0], wins[1], wins[2], wins[3]


def _play(weights: Sequence[Weights], deal: int, edition: Edition) -> tuple[int, ...]:
    """Play a game between bots with these weights, by seat; give the seats that win."""
    bots, rng = [GreedyBot(own) for own in weights], Random(0)  # nothing is left to it
    state = new_game(len(weights), seed=deal, edition=edition)
    while not state.is_over:
        moves, seat = legal_moves(state), state.current_player
        is_forced = len(moves) == 1
        move = moves[0] if is_forced else choose_for_mover(bots[seat], state, moves, rng)
        state = apply(state, move)
    ended = result(state)
    assert ended is not None
    return ended.winners
