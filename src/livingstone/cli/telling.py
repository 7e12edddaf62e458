"""What happens in a game, printed line by line, and the table of how it ended."""

from collections.abc import Iterable, Sequence

from livingstone.alignment import align
from livingstone.edition.printed import Edition
from livingstone.events import Event, visible
from livingstone.rules.ending import Standing, result
from livingstone.state import State
from livingstone.words.events import describe

__all__ = ["NAMES", "final_table", "tell", "tell_seat"]

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")


def tell(events: Iterable[Event], names: Sequence[str], edition: Edition) -> None:
    """Print events, one on each line."""
    for event in events:
        print(describe(event, names, edition=edition))


def tell_seat(
    events: Iterable[Event], names: Sequence[str], edition: Edition, seat: int | None
) -> None:
    """Print events as a seat may see them; None is a spectator."""
    tell((visible(event, seat) for event in events), names, edition)


def final_table(state: State, names: Sequence[str]) -> str:
    """Write the table of a game that is over: a line for each player, sorted by rank."""
    ended = result(state)
    assert ended is not None
    heads = ("rank", "player", "columns", *_row_heads(state.edition), "gems", "cards", "points")
    lines = [(*heads, "donated", "tents", "")]
    ranked = sorted(zip(ended.standings, names, strict=True), key=lambda pair: pair[0].rank)
    lines += [_line(standing, name) for standing, name in ranked]
    text = align(lines, text_column=1)
    if ended.threshold is not None:
        text += f"\nThe Queen asked for {ended.threshold} coins."
    winners = " and ".join(names[seat] for seat in ended.winners)
    return f"{text}\nWinner: {winners}" if winners else f"{text}\nNobody wins."


def _row_heads(edition: Edition) -> tuple[str, ...]:
    return tuple(f"row {row}" for row in range(1, len(edition.board.rows) + 1))


def _line(standing: Standing, name: str) -> tuple[str, ...]:
    figures = (
        standing.round_points,
        *standing.majorities,
        standing.gem_points,
        standing.card_points,
        standing.points,
        standing.donated,
        standing.tents,
    )
    return (str(standing.rank), name, *map(str, figures), "out" if standing.is_out else "")
