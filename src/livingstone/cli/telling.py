"""What happens in a game, in words, and the table of how it ended."""

from collections.abc import Iterable, Sequence

from attrs import frozen

from livingstone.cli.tables import blocks
from livingstone.cli.wording import Wording, wording_in
from livingstone.edition.loading import RULESETS
from livingstone.edition.printed import Edition
from livingstone.errors import ArgumentError
from livingstone.events import Event
from livingstone.game.moves import Move
from livingstone.game.refusals import Refusal
from livingstone.game.rules.ending import Standing, result
from livingstone.game.state import State
from livingstone.game.view import View
from livingstone.pictures.subject import LONGEST_NAME, without_controls
from livingstone.support.alignment import align
from livingstone.words.events import describe
from livingstone.words.moves import describe_move
from livingstone.words.refusals import describe_refusal

__all__ = ["NAMES", "Teller", "clean_names", "default_names", "final_table", "names_apart"]

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")


def default_names(count: int) -> tuple[str, ...]:
    """Give names for so many players.

    >>> default_names(7)[-3:]
    ('Eve', 'Player 6', 'Player 7')
    """
    return (*NAMES, *(f"Player {number}" for number in range(len(NAMES) + 1, count + 1)))[:count]


def clean_names(names: Iterable[str]) -> tuple[str, ...]:
    """Take out of names what is no letter or sign: a terminal would obey it.

    >>> clean_names([" Ann ", chr(27) + "[2JBen"])
    ('Ann', '[2JBen')

    Raises `ArgumentError` for names of which nothing is left, or of which two are the same.
    """
    clean = tuple(map(_clean, names))
    if not all(clean) or len(set(clean)) < len(clean):
        raise ArgumentError("each player needs a name of its own, such as --names Ann,Ben")
    return clean


def names_apart(names: Iterable[str]) -> tuple[str, ...]:
    """Clean the names of a record; where some are the same, all have their seats behind them.

    >>> names_apart(["Ann", "Ben"]), names_apart(["Ann", "Ann"])
    (('Ann', 'Ben'), ('Ann 0', 'Ann 1'))
    """
    clean = tuple(_clean(name) or f"Player {seat}" for seat, name in enumerate(names))
    if len(set(clean)) == len(clean):
        return clean
    marks = [f" {seat}" for seat in range(len(clean))]
    return tuple(
        name[: LONGEST_NAME - len(mark)] + mark for name, mark in zip(clean, marks, strict=True)
    )


def _clean(name: str) -> str:
    """Take out of a name what is no letter or sign, and what is too much of it."""
    return without_controls(name)[:LONGEST_NAME].strip()


@frozen(eq=False)
class Teller:
    """Tells one game: with its players' names, its cards, and in one language."""

    names: tuple[str, ...]
    """By seat."""
    edition: Edition
    """What the game is played with."""
    language: str = "en"
    """One of `livingstone.LANGUAGES`."""

    @property
    def wording(self) -> Wording:
        """The other words of this language."""
        return wording_in(self.language)

    def event(self, event: Event, you: int | None = None) -> str:
        """Tell an event; `you` is the seat that is spoken to."""
        return describe(event, self.names, language=self.language, you=you, edition=self.edition)

    def move(self, move: Move, view: View) -> str:
        """Tell what a move would do."""
        return describe_move(move, view, names=self.names, language=self.language)

    def refusal(self, refusal: Refusal, you: int | None = None) -> str:
        """Tell why a move is not legal."""
        return describe_refusal(
            refusal, self.names, language=self.language, you=you, edition=self.edition
        )

    def card(self, card: str) -> str:
        """Give the name of a card."""
        return self.wording.card(self.edition.card(card))

    def say(self, key: str, **values: object) -> str:
        """Say a sentence of the game at the terminal."""
        return self.wording.say(key, **values)

    @property
    def rules(self) -> str:
        """What the rules of the edition are called."""
        known = self.edition.id if self.edition.id in RULESETS else "own"
        return self.say(f"rules_{known}", edition=self.edition.id)


def final_table(state: State, names: Sequence[str], width: int, language: str = "en") -> str:
    """Write the table of a game that is over: a line for each player, sorted by rank.

    Where it is too wide it comes in parts, each with the names.
    """
    ended = result(state)
    assert ended is not None
    wording = wording_in(language)
    ranked = sorted(zip(ended.standings, names, strict=True), key=lambda pair: pair[0].rank)
    lines = [_heads(state.edition, wording)]
    lines += [_line(standing, name, wording) for standing, name in ranked]
    tables = [align(block, text_column=1) for block in blocks(lines, width, repeated=2)]
    text = "\n\n".join(tables)
    if ended.threshold is not None:
        text += f"\n{wording.say('threshold', coins=ended.threshold)}"
    if not ended.winners:
        return f"{text}\n{wording.say('winners_none')}"
    winners = f" {wording.say('and')} ".join(names[seat] for seat in ended.winners)
    return f"{text}\n{wording.say('winner', names=winners)}"


def _heads(edition: Edition, wording: Wording) -> tuple[str, ...]:
    rows = [wording.head("row", row=row) for row in range(1, len(edition.board.rows) + 1)]
    before = map(wording.head, ("rank", "player", "columns"))
    after = map(wording.head, ("gems", "cards", "points", "donated", "tents"))
    return (*before, *rows, *after, "")


def _line(standing: Standing, name: str, wording: Wording) -> tuple[str, ...]:
    figures = (
        standing.round_points,
        *standing.majorities,
        standing.gem_points,
        standing.card_points,
        standing.points,
        standing.donated,
        standing.tents,
    )
    out = wording.head("out") if standing.is_out else ""
    return (str(standing.rank), name, *map(str, figures), out)
