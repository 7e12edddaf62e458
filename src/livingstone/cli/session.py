"""`livingstone play`: a game between bots and people at the terminal, perhaps resumed."""

import argparse
import math
import secrets
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random

from attrs import define, evolve, field, frozen

import livingstone as ls
from livingstone.cli.inputs import refuse_read_files
from livingstone.cli.narrator import Narrator
from livingstone.cli.parser import edition_from, effects_from, lineup, names_from, status_after
from livingstone.cli.prompt import Chosen, LeaveError, Prompt
from livingstone.cli.terminal import Terminal, clock, print_board, print_score_sheet
from livingstone.errors import error_line, shown
from livingstone.support.files import File, path_of, refuse_existing
from livingstone.support.tracebacks import traceback_of

HUMAN = "human"
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")
SECONDS_UNWRITTEN = 0.2
"""Seconds between two writes of a fast game between bots; a crash loses at most the last ones."""
TAG = "players"
"""The tag of a record that says who plays."""


@frozen(eq=False)
class GameSetup:
    """A game at the terminal: who plays, and where it is recorded."""

    table: ls.Table
    players: tuple[str, ...]
    """By seat, as are the bots and the names: `human`, or the name of a bot."""
    bots: tuple[ls.Bot | None, ...]
    """None for a person."""
    names: tuple[str, ...]
    recorded_names: tuple[str, ...]
    """Those of an earlier record as they are, even with control characters."""
    seed: int | None
    """None if chance comes from the operating system."""
    rng: Random
    path: Path | None
    """None if the game is not recorded."""
    earlier: ls.Record | None = None
    """The record that is resumed: its tags and comments are kept."""

    def write(self) -> None:
        """Write the record of the game so far; raises `RecordError` if that fails."""
        if self.path is None:
            return
        tags = dict(self.earlier.tags if self.earlier else ()) | {TAG: ", ".join(self._recorded())}
        record = self.table.record(players=self.recorded_names, tags=tags, embed_edition=True)
        if self.earlier is not None:
            comments = [
                (action, text)
                for action, text in self.earlier.comments
                if action <= len(record.actions)
            ]
            record = evolve(record, comments=tuple(comments))
        ls.dump(record, self.path)

    def _recorded(self) -> Iterator[str]:
        """Yield who plays; without the options of own bots and programs, which may be secrets."""
        for name in self.players:
            yield ls.players.name_without_options(name) if _runs_own_code(name) else name


def home_path(file: File) -> Path:
    """Return the path of a file, where `~` is the user's home."""
    path = path_of(file)
    with suppress(RuntimeError):  # the path names an unknown user
        path = path.expanduser()
    return path


def _is_taken(path: Path) -> bool:
    return path.exists() or path.is_symlink()


def _begin(options: argparse.Namespace) -> GameSetup:
    """Begin a game; without a seed, the operating system decides chance in one with people."""
    players = lineup("4" if options.players is None else options.players, "greedy")
    bots = _bots(players)
    count = len(players)
    seed = options.seed
    if seed is None and HUMAN not in players:
        seed = secrets.randbits(31)
    edition = edition_from(options)
    least, most = edition.board.players.least, edition.board.players.most
    if not least <= count <= most:
        raise ls.ArgumentError(
            f"players must be a whole number from {least} to {most}: {count}"
            " (such as --players human,greedy)"
        )
    start = ls.new_game(count, edition=edition, seed=seed, explicit_chance=seed is None)
    table = ls.Table(start, dealer=ls.deal if seed is None else None)
    further_names = (f"Player {number}" for number in range(len(NAMES) + 1, count + 1))
    usual = [*NAMES, *further_names][:count]
    names = names_from(options.names, usual)
    path = None if options.record is None else _path(options)
    return GameSetup(
        table=table,
        players=tuple(players),
        bots=bots,
        names=names,
        recorded_names=names,
        seed=seed,
        rng=Random(seed),
        path=path,
    )


def _resume(options: argparse.Namespace) -> GameSetup:
    """Resume the game of a record; raises `LivingstoneError` for options that would change it."""
    for option in ("seed", "edition", "board", "cards"):
        if getattr(options, option) is not None:
            raise ls.ArgumentError(f"--{option} cannot change a game that is resumed: leave it out")
    record = ls.load(options.resume, effects=effects_from(options))
    if not record.is_full:
        raise ls.ArgumentError(
            f"{options.resume} hides something: only a full record can be resumed"
        )
    record.verify()
    text = options.players or dict(record.tags).get(TAG)
    if text is None:
        raise ls.ArgumentError("the record does not say who plays: use --players human,greedy")
    players = lineup(text, "greedy")
    if options.players is None:
        _check_bots_of_file(players)
    count = len(record.players)
    seed = record.seed
    if len(players) != count:
        raise ls.ArgumentError(f"the game has {count} players, not {len(players)}")
    bots = _bots(players)
    table = _table_of(record)
    if table.state.is_over:
        raise ls.ArgumentError(f"the game in {options.resume} is over: livingstone replay shows it")
    path = path_of(options.resume) if options.record is None else _path(options)
    names = names_from(options.names, record.players)
    return GameSetup(
        table=table,
        players=tuple(players),
        bots=bots,
        names=names,
        recorded_names=record.players if options.names is None else names,
        seed=seed,
        rng=Random(seed),
        path=path,
        earlier=record,
    )


def _runs_own_code(name: str) -> bool:
    """Return whether a player is `module:attribute` or a program, not shipped or registered."""
    return ":" in ls.players.name_without_options(name)


def _check_bots_of_file(players: list[str]) -> None:
    """Refuse bots that run code which the file names: it may be a stranger's."""
    for name in players:
        if _runs_own_code(name):
            raise ls.ArgumentError(
                f"the record names the bot {shown(name)}, which would run code of your machine: if"
                " you trust the file, say who plays with --players"
            )


def _table_of(record: ls.Record) -> ls.Table:
    """Play the recorded moves at a table, so that moves can be taken back, too."""
    if record.seed is None:
        return ls.Table.from_record(record, dealer=ls.deal)
    start = ls.new_game(
        len(record.players), edition=record.edition, first=record.first, seed=record.seed
    )
    table = ls.Table(start)
    for _, action, _ in record.steps():
        if not isinstance(action, ls.Outcome):
            table.play(action)
    return table


def _bots(players: list[str]) -> tuple[ls.Bot | None, ...]:
    return tuple(None if name == HUMAN else ls.load_player(name) for name in players)


def _path(options: argparse.Namespace) -> Path:
    if options.overwrite:
        path = path_of(options.record)
    else:
        path = home_path(options.record)
        refuse_existing(path)
    refuse_read_files(path, options)
    return path


def run(options: argparse.Namespace) -> int:
    """Play the game."""
    if not (math.isfinite(options.pause) and 0 <= options.pause <= 60):
        raise ls.ArgumentError(f"--pause must be 0 to 60 seconds, not {options.pause}")
    if options.overwrite and options.record is None:
        raise ls.ArgumentError("--overwrite needs --record with the file to replace")
    setup = _begin(options) if options.resume is None else _resume(options)
    narrator = Narrator(setup.names, setup.table.start.edition, options.language)
    check = partial(refuse_read_files, options=options)
    session = Session(setup, narrator, Terminal(), options.pause, options.moves, check)
    setup.write()
    session.announce(options.resume)
    try:
        session.run()
    except (EOFError, KeyboardInterrupt, LeaveError) as end:
        session.write()
        if len(session.people) > 1:
            session.terminal.clear()  # the hand of one of them is in sight
        print(f"\n{session.kept}", file=sys.stderr)
        left = 1 if session.failure else 0
        return left if isinstance(end, LeaveError) else status_after(end)
    except Exception:  # a bot failed, or the output cannot be written
        session.write()
        raise
    return 1 if session.failure else 0


class FailedBotError(ls.LivingstoneError):
    """A bot raised an error, or chose an illegal move."""


@define(eq=False)
class Session:
    """Plays a game: asks bots and people for moves, and shows what happens."""

    setup: GameSetup
    narrator: Narrator
    terminal: Terminal
    pause: float
    """Seconds to wait after a bot's move."""
    shows_moves: bool
    """Whether every event of a game between bots is shown, not only the scores of each round."""
    check: Callable[[Path], None]
    """Raises `ArgumentError` for a file that the command reads, and must not overwrite."""
    _at_terminal: int | None = field(default=None, init=False)
    _shown: dict[int | None, ls.Version] = field(init=False)
    """The version that was shown to each seat, and to None when the game is over."""
    _transitions_shown: int = field(default=0, init=False)
    """The number of transitions shown of a game between bots."""
    _written: float = field(factory=time.monotonic, init=False)
    failure: str = field(default="", init=False)
    """Why the record could not be written the last time."""
    _moves_kept: int = field(default=0, init=False)
    """How many moves the record had when it was written."""

    def __attrs_post_init__(self) -> None:
        """Skip what happened before a game is resumed."""
        self._moves_kept = self._moves
        known = ls.Version() if self.setup.earlier is None else self.table.version
        self._shown = dict.fromkeys([*range(len(self.setup.bots)), None], known)

    @property
    def table(self) -> ls.Table:
        """The table that the game is played at."""
        return self.setup.table

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, bot in enumerate(self.setup.bots) if bot is None)

    def announce(self, resumed: str | None) -> None:
        """Print who plays under which rules, and the name of a record that is resumed."""
        seed = self.setup.seed
        say = self.terminal.say
        narrator = self.narrator
        players = ", ".join(
            called if name == HUMAN else f"{called} ({name})"
            for name, called in zip(self.setup.players, self.setup.names, strict=True)
        )
        dealt = narrator.say("game_dealt" if seed is None else "game_seed", seed=seed)
        say(narrator.say("game", rules=narrator.rules, chance=dealt, players=players))
        if seed is None:
            say(narrator.say("dealt"))
        if resumed is not None:
            say(narrator.say("resumed", file=resumed, count=self._moves))

    @property
    def _moves(self) -> int:
        """How many moves were played."""
        actions = (transition.actions[0] for transition in self.table.history)
        return sum(not isinstance(action, ls.Outcome) for action in actions)

    @property
    def kept(self) -> str:
        """What is in the record, in words."""
        path = self.setup.path
        if path is None or (self.failure and not path.is_file()):
            return self.narrator.say("bye_lost")
        key = "bye_partly" if self.failure else "bye_kept"
        return self.narrator.say(key, file=path, count=self._moves_kept)

    def run(self) -> None:
        """Play to the end and print the score sheet; an error of `Prompt.ask` ends the game."""
        if self.setup.earlier is not None:
            self._transitions_shown = len(self.table.history)
        elif not self.people:
            self._show_openly(ls.events.opening(self.table.start))
        self._show_news()
        while not self.table.state.is_over:
            seat = self.table.state.current_player
            bot = self.setup.bots[seat]
            if bot is None:
                self._ask_person(seat)
            else:
                self._ask_bot(seat, bot)
            if self.people or self.pause or time.monotonic() - self._written >= SECONDS_UNWRITTEN:
                self.write()
            self._show_news()
            if bot is not None and self.pause:
                time.sleep(self.pause)
        self.write()
        if len(self.people) > 1:
            self.terminal.clear()
            self._shown[None] = self._shown[self._at_terminal]
            self._show_events(None)
        self.terminal.say()
        if not self.people:
            print_board(self.table.state, self.narrator, self.terminal)
            self.terminal.say()
        print_score_sheet(self.table.state, self.narrator)

    def _ask_bot(self, seat: int, bot: ls.Bot) -> None:
        name = self.narrator.names[seat]
        with clock(self.narrator.say("thinking", name=name)):
            try:
                self.table.play(bot.choose(self.table.view(seat), self.setup.rng), seat)
            except (Exception, SystemExit) as error:  # a bot can raise anything
                is_program = isinstance(error, ls.players.BotError)
                reason = str(error) if is_program else error_line(error)
                failed = FailedBotError(f"{name}, on seat {seat}, failed: {reason}")
                if not (is_program or isinstance(error, ls.IllegalMoveError)):
                    failed.add_note(traceback_of(error))
                raise failed from error

    def _ask_person(self, seat: int) -> None:
        if len(self.people) > 1 and self._at_terminal != seat:
            self._hand_over(seat)
        prompt = Prompt(self._show_events(seat), self.narrator, self.terminal, self._save)
        prompt.show()
        while not self._carry_out(seat, self._chosen(prompt)):
            pass

    def _chosen(self, prompt: Prompt) -> Chosen:
        """Ask for a move; if the record cannot be written, ask before the person leaves."""
        while True:
            try:
                return prompt.ask()
            except LeaveError:
                self.write()
                if not self.failure or self._is_sure(f"{self.kept} {self.narrator.say('leave')}"):
                    raise

    def _carry_out(self, seat: int, chosen: Chosen) -> bool:
        """Do what a person chose; explain why it is not possible, and return whether it is."""
        try:
            match chosen:
                case "undo":
                    self._undo(seat)
                case "redo":
                    self._redo(seat)
                case move:
                    self.table.play(move, seat)
        except ls.UndoError as error:
            sentence = ls.describe_refusal(
                error.reason,
                names=self.narrator.names,
                language=self.narrator.language,
                you=seat,
                edition=self.narrator.edition,
            )
            self.terminal.say(sentence, "error")
            return False
        return True

    def _undo(self, seat: int) -> None:
        """Take the last move back; alone with bots, nobody has to agree (R11.1).

        The use of a die is taken back with the die.
        """
        table = self.table
        is_alone = len(self.people) == 1
        had_die = table.state.die is not None
        table.undo(seat, agreed=is_alone and not table.can_undo(seat))
        if not had_die and self._took_a_die():
            table.undo(seat, agreed=True)  # nothing was revealed since
        self.terminal.say(self.narrator.say("taken_back"))

    def _redo(self, seat: int) -> None:
        """Carry out the move taken back last; a die with its use."""
        self.table.redo(seat)
        if self._took_a_die() and self.table.can_redo:
            self.table.redo(seat)

    def _took_a_die(self) -> bool:
        """Return whether the last move took a die."""
        return any(isinstance(done.actions[0], ls.TakeDie) for done in self.table.history[-1:])

    def _hand_over(self, seat: int) -> None:
        if self._at_terminal is not None:
            self.terminal.clear()
        self._at_terminal = seat
        self.terminal.wait(self.narrator.say("hand_over", name=self.narrator.names[seat]))
        self.terminal.clear()

    def _show_news(self) -> None:
        """Show new events to a lone person; of a game between bots, with their secrets."""
        if len(self.people) == 1:
            self._show_events(self.people[0])
        elif not self.people:
            for transition in self.table.history[self._transitions_shown :]:
                self._show_openly(transition.events)
            self._transitions_shown = len(self.table.history)

    def _show_openly(self, events: tuple[ls.Event, ...]) -> None:
        for event in events:
            if self.shows_moves or isinstance(event, ls.events.ColumnScored):
                sentence = ls.describe(
                    event,
                    names=self.narrator.names,
                    language=self.narrator.language,
                    edition=self.narrator.edition,
                )
                self.terminal.say(sentence)

    def _show_events(self, seat: int | None) -> ls.Snapshot:
        """Show a seat what happened since it last looked, without what was taken back."""
        now = self.table.version
        since = self._shown[seat]
        snapshot = self.table.snapshot(
            seat,
            since=ls.Version(now.undone, min(since.events, now.events)),
            names=self.narrator.names,
            language=self.narrator.language,
        )
        for event in snapshot.events:
            self.terminal.say(event.sentence)
        self._shown[seat] = snapshot.version
        return snapshot

    def write(self) -> None:
        """Write the record; a failure is reported once, and does not end the game."""
        self._written = time.monotonic()
        before = self.failure
        self.failure = ""
        try:
            self.setup.write()
            self._moves_kept = self._moves
        except ls.RecordError as error:
            self.failure = str(error)
            if self.failure != before:
                self.terminal.say(self.narrator.say("not_kept", reason=error), "error")

    def _save(self, name: str) -> None:
        """Write the record to a file, and from now on after each move; ask before overwriting."""
        try:
            setup = self.setup
            if name:
                path = home_path(name)
                self.check(path)
                if _is_taken(path) and not self._may_overwrite(path):
                    return
                setup = evolve(setup, path=path)
            setup.write()
        except ls.LivingstoneError as error:
            self.terminal.say(self.narrator.say("not_saved", reason=error), "error")
            return
        self.setup = setup
        self.failure = ""
        self._moves_kept = self._moves
        key = "saved" if setup.path else "save_where"
        self.terminal.say(self.narrator.say(key, file=setup.path))

    def _may_overwrite(self, path: Path) -> bool:
        """Ask whether a file can be overwritten, unless it is the one of this game."""
        if path == self.setup.path:
            return True
        return self._is_sure(self.narrator.say("overwrite", file=path))

    def _is_sure(self, question: str) -> bool:
        """Ask a question to which anything but yes means no."""
        reply = self.terminal.ask(f"{question} ")
        return ls.table.meaning_of(reply, self.narrator.commands, is_whole=True) == "yes"


RUN = {"play": run}
