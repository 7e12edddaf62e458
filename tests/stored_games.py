"""Games that were made up, and files that hold them."""

from collections.abc import Sequence
from pathlib import Path

from hypothesis import strategies as st

from livingstone import GameRow, Report
from livingstone.simulation import FailureNote, Score, SeatRow
from livingstone.simulation.batch import FAILURES, Batch
from livingstone.simulation.play import Played
from livingstone.simulation.store import Store

LINEUP = ("a", "b", "a")
FEW = st.integers(0, 3)
SCORES = st.builds(Score, *[FEW] * 4, st.tuples(FEW, FEW), *[FEW] * 4, st.booleans())
CARDS = st.lists(st.sampled_from(["lion", "market"]), max_size=4).map(
    lambda ids: tuple(sorted(ids))
)


def batch_of(lineup: Sequence[str] = LINEUP, seed: int = 7, games_per_deal: int = 3) -> Batch:
    return Batch(tuple(lineup), seed, "printed", games_per_deal)


@st.composite
def rows(draw: st.DrawFn, batch: Batch, game: int) -> GameRow:
    """Draw a game of a batch; a third of the games end by a failure."""
    names = batch.seats(game)
    players = len(names)
    loser = draw(st.integers(0, 3 * players - 1))
    note = None
    if loser < players:
        kind = draw(st.sampled_from(FAILURES))
        note = FailureNote(loser, names[loser], kind, draw(st.sampled_from("xy")))
    seats = tuple(
        SeatRow(
            bot=name,
            won=draw(st.booleans()) if note is None else seat != loser,
            rank=draw(st.integers(1, players)) if note is None else 1 + 2 * (seat == loser),
            played=draw(CARDS),
            score=draw(SCORES) if note is None else None,
        )
        for seat, name in enumerate(names)
    )
    numbers = draw(st.tuples(FEW, FEW))
    return GameRow(game, batch.seed_of(game), batch.edition_hash, *numbers, None, note, seats)


@st.composite
def batches(draw: st.DrawFn, batch: Batch, most: int = 8) -> list[GameRow]:
    """Draw the games of a batch."""
    return [draw(rows(batch, game)) for game in range(draw(st.integers(1, most)))]


def stored(batch: Batch, games: Sequence[GameRow], file: Path | None = None) -> Store:
    """Write games to a file, or to a temporary one."""
    store = Store(file)
    store.add(store.add_batch(batch), [Played(row, b"", None) for row in games])
    return store


def report_of(batch: Batch, games: Sequence[GameRow]) -> Report:
    with stored(batch, games) as store:
        return Report.of(store, store.batches()[0])
