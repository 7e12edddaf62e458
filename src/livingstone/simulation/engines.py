"""Which engine plays a batch: the one in Python, or the compiled kernel; both play the same."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, get_args

from attrs import frozen

from livingstone.errors import ArgumentError, LivingstoneError, shown
from livingstone.players.learned import LearnedBot
from livingstone.players.registry import load_player
from livingstone.simulation.batch import Batch, bot_seed
from livingstone.simulation.play import Played, scored_row
from livingstone.simulation.rows import GameRow
from livingstone.support.arguments import one_of
from livingstone.support.extras import require

if TYPE_CHECKING:
    from livingstone.kernel import Kernel

Engine = Literal["auto", "python", "fast"]
"""The engine to play with: in Python, compiled, or the compiled one where it can play the batch."""
FEWEST_GAMES = 100
"""`auto` plays fewer games than these in Python: they take less time than to load the kernel."""


@frozen
class ChosenEngine:
    """The engine that plays a batch."""

    kernel: "Kernel | None"
    """None for the engine in Python."""
    reason: str = ""

    def __str__(self) -> str:
        name = "fast" if self.kernel else "python"
        return f"{name}: {self.reason}" if self.reason else name


def choose_engine(
    batch: Batch, engine: Engine, *, records: bool = False, games: int | None = None
) -> ChosenEngine:
    """Choose the engine for a batch of which `games` games, if known, are still to be played."""
    one_of("engine", engine, get_args(Engine))
    if engine == "python":
        return ChosenEngine(None)
    if engine == "fast":
        return ChosenEngine(_kernel_for(batch, records))
    if games is not None and games < FEWEST_GAMES:
        return ChosenEngine(None, f"fewer than {FEWEST_GAMES} games are to be played")
    try:
        return ChosenEngine(_kernel_for(batch, records))
    except (LivingstoneError, ImportError) as error:
        return ChosenEngine(None, str(error))


def _kernel_for(batch: Batch, records: bool) -> "Kernel":
    bots = [_compiled(name) for name in batch.lineup if name not in batch.makers]
    if batch.makers:
        raise ArgumentError(f"the compiled kernel has no bot {shown(next(iter(batch.makers)))}")
    if batch.seconds_per_move is not None:
        raise ArgumentError("the compiled kernel does not limit the seconds per move")
    if records:
        raise ArgumentError("the compiled kernel keeps no records; replay_row makes them")
    require("numba", "fast", "compiled games")
    from livingstone.kernel import Kernel
    from livingstone.kernel.search.values import networks_for

    kernel = Kernel.of(batch.loaded_edition, len(batch.lineup))
    if any(isinstance(bot, tuple) for bot in bots) and networks_for(kernel) is None:
        raise ArgumentError(f"the learned values know other figures than those of {kernel!r}")
    return kernel


def _compiled(name: str) -> str | tuple[int, float]:
    """Give a bot as `Kernel.play` takes it; raises `ArgumentError` for another one."""
    if name in ("greedy", "random"):
        return name
    bot = load_player(name) if name.partition(":")[0] == "learned" else None
    if not isinstance(bot, LearnedBot):
        raise ArgumentError(f"the compiled kernel has no bot {shown(name)}")
    if bot.seconds is not None:
        raise ArgumentError("the compiled kernel does not limit the seconds of a move")
    return bot.settings


def play_games(kernel: "Kernel", batch: Batch, games: Sequence[int]) -> list[Played]:
    """Play the games of a batch that have these numbers, as `play_game` would."""
    seats, edition = range(len(batch.lineup)), batch.edition_hash
    lineups, seeds = [batch.seats(game) for game in games], [batch.seed_of(game) for game in games]
    bot_seeds = [[bot_seed(batch.seed, game, seat) for seat in seats] for game in games]
    compiled = {name: _compiled(name) for name in batch.lineup}
    bots = [[compiled[name] for name in lineup] for lineup in lineups]
    played, found = kernel.play(bots, seeds, bot_seeds, keep_choices=True), list[Played]()
    for place, (game, own) in enumerate(zip(games, played, strict=True)):
        counts = own.rounds, own.moves, own.result.threshold
        seated = zip(lineups[place], own.seats, strict=True)
        rows = tuple(
            scored_row(seat, own.result, bot, one.played, one.market, one.cards)
            for seat, (bot, one) in enumerate(seated)
        )
        choices = played.choices(place).astype("<u4").tobytes().decode("utf-32-le", "surrogatepass")
        row = GameRow(game, seeds[place], edition, *counts, note=None, seats=rows)
        found.append(Played(row, choices.encode(errors="surrogatepass"), None))
    return found
