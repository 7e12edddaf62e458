"""Playing one game between bots: from its number in the batch to its row."""

from livingstone.edition.printed import Edition
from livingstone.game.effects.base import effects_of
from livingstone.game.engine import apply, legal_moves, new_game
from livingstone.game.moves import BuildTent, Move, PlayCard
from livingstone.game.refusals import IllegalMoveError
from livingstone.game.rules.ending import Standing, result
from livingstone.game.state import State
from livingstone.simulation.games.asking import Bots, FailedError
from livingstone.simulation.games.batch import Batch
from livingstone.simulation.games.rows import FailureNote, GameRow, Score, SeatRow
from livingstone.simulation.games.seeds import bot_seed

__all__ = ["play_game"]

LONGEST_REASON = 200
"""The most characters of the reason in a failure note."""
NO_REASON = "an error without a name"
"""The reason where there is none; an empty one would be no text in a Parquet file."""


class _Course:
    """A game while it is played: its state, and what the last state alone does not show."""

    def __init__(self, state: State) -> None:
        seats = len(state.players)
        self.state = state
        self.moves = 0
        self.played = [list[str]() for _ in range(seats)]
        self.market = [0] * seats
        self.cards = [0] * seats

    def go_on(self, move: Move) -> None:
        """Carry out a move, and count the cards that it plays and their points."""
        before = self.state
        self.state = after = apply(before, move)
        self.moves += 1
        if type(move) is PlayCard:
            seat = before.current_player
            self.played[seat].append(move.card)
            gained = after.players[seat].points - before.players[seat].points
            is_market = effects_of(before.edition)[move.card].prices is not None
            (self.market if is_market else self.cards)[seat] += gained
        elif type(move) is BuildTent and move.cards:
            self.played[before.current_player] += move.cards


def play_game(batch: Batch, game: int, edition: Edition, bots: Bots) -> GameRow:
    """Play the game of a batch that has this number, from 0.

    Bots are made anew for each game, each with random numbers of its own, so that the result of a
    game does not depend on where it is played or which games came before. A bot with one legal move
    is not asked.
    """
    names = batch.seats(game)
    seed = batch.seed_of(game)
    course = _Course(new_game(len(names), seed=seed, edition=edition))
    note = None
    try:
        bots.make(names, [bot_seed(batch.seed, game, seat) for seat in range(len(names))])
        _play(course, bots)
    except FailedError as failed:
        note = FailureNote(failed.seat, names[failed.seat], failed.kind, _one_line(failed.reason))
    state = course.state
    return GameRow(
        game=game,
        seed=seed,
        edition=batch.edition_hash,
        rounds=state.streams.rounds if state.streams else 0,
        moves=course.moves,
        threshold=state.threshold,
        note=note,
        seats=_scored(course, names) if note is None else _forfeited(course, names, note),
    )


def _play(course: _Course, bots: Bots) -> None:
    """Play to the end; raises `FailedError` if a bot does not give a legal move in time."""
    while not (state := course.state).is_over:
        moves = legal_moves(state)
        move = moves[0] if len(moves) == 1 else bots.choose(state, moves)
        try:
            course.go_on(move)
        except IllegalMoveError as error:
            raise FailedError(state.current_player, "illegal", str(error.reason)) from error


def _scored(course: _Course, names: tuple[str, ...]) -> tuple[SeatRow, ...]:
    ended = result(course.state)
    assert ended is not None
    return tuple(
        SeatRow(
            bot=name,
            won=seat in ended.winners,
            rank=standing.rank,
            played=tuple(sorted(course.played[seat])),
            score=_score(standing, course.market[seat], course.cards[seat]),
        )
        for seat, (name, standing) in enumerate(zip(names, ended.standings, strict=True))
    )


def _score(standing: Standing, market: int, cards: int) -> Score:
    return Score(
        points=standing.points,
        columns=standing.round_points - market - cards,
        market=market,
        cards=cards,
        majorities=standing.majorities,
        gems=standing.gem_points,
        hand=standing.card_points,
        donated=standing.donated,
        tents=standing.tents,
        is_out=standing.is_out,
    )


def _forfeited(course: _Course, names: tuple[str, ...], note: FailureNote) -> tuple[SeatRow, ...]:
    return tuple(
        SeatRow(
            bot=name,
            won=seat != note.seat,
            rank=len(names) if seat == note.seat else 1,
            played=tuple(sorted(course.played[seat])),
            score=None,
        )
        for seat, name in enumerate(names)
    )


def _one_line(reason: str) -> str:
    """Put a text on one line that every file and every terminal can show."""
    line = " ".join(reason.encode(errors="replace").decode().split())
    line = "".join(letter if letter.isprintable() else "?" for letter in line)
    line = line or NO_REASON
    return line if len(line) <= LONGEST_REASON else line[: LONGEST_REASON - 3] + "..."
