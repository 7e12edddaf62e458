"""A game between bots and people at one terminal."""

import time
from pathlib import Path
from random import Random

from attrs import define, field

from livingstone.cli.deciding import Decision, Save, Undo
from livingstone.cli.keeping import Keeper, check_new_file
from livingstone.cli.telling import Teller, final_table
from livingstone.cli.terminal import Terminal
from livingstone.errors import LivingstoneError, RecordError, told
from livingstone.events import Event
from livingstone.events.transitions import opening
from livingstone.players import Bot
from livingstone.table.news import BEGINNING, Version
from livingstone.table.table import Table
from livingstone.table.undo import UndoError

__all__ = ["Session"]


class BotError(LivingstoneError):
    """A bot raised an error, or chose no legal move."""


SECONDS_UNKEPT = 0.2
"""So much of a game between bots can be missing in its record when the power fails."""


@define(eq=False)
class Session:
    """One game: who sits where, and who sees the terminal."""

    table: Table
    """The game."""
    seats: tuple[Bot | None, ...]
    """Who plays, by seat; None for a person."""
    teller: Teller
    """The words it is told in."""
    terminal: Terminal
    """Where it is played."""
    keeper: Keeper
    """What keeps it."""
    rng: Random
    """What bots leave to luck."""
    pause: float = 0.0
    """Seconds to wait after a bot's move."""
    is_resumed: bool = False
    """Whether what happened so far is known already."""
    _at_terminal: int | None = field(default=None, init=False)
    """The seat of the person who looks at it, where there are several."""
    _told: dict[int | None, Version] = field(factory=dict, init=False)
    """How much each seat has been told."""
    _told_moves: int = field(default=0, init=False)
    """How many transitions have been told to who watches only bots, and sees all."""
    _kept: float = field(factory=time.monotonic, init=False)
    """When the record was written."""
    _failure: str = field(default="", init=False)
    """Why the record could not be written the last time."""
    _saved: tuple[str, Version] | None = field(default=None, init=False)
    """The file in which a person saved the game last, and how far it was."""

    @property
    def kept_in(self) -> str | None:
        """The file that holds the game as far as it is; None if none does."""
        if self.keeper.path is not None:
            return str(self.keeper.path)
        file, version = self._saved or (None, None)
        return file if version == self.table.version else None

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, bot in enumerate(self.seats) if bot is None)

    def run(self) -> None:
        """Play to the end and show the final table.

        Raises `LeaveError`, `EOFError` and `KeyboardInterrupt` where a person ends it before.
        """
        if self.is_resumed:
            self._told = dict.fromkeys([*range(len(self.seats)), None], self.table.version)
            self._told_moves = len(self.table.history)
        elif not self.people:
            self._say_all(opening(self.table.start))
        self._tell_watcher()
        while not self.table.state.is_over:
            seat = self.table.state.current_player
            bot = self.seats[seat]
            if bot is None:
                self._ask_person(seat)
            else:
                self._ask_bot(seat, bot)
        self.keep()
        if len(self.people) > 1:
            self.terminal.clear()
            self._tell(None, self._told.get(self._at_terminal, BEGINNING))
        self.terminal.say()
        state, names = self.table.state, self.teller.names
        print(final_table(state, names, self.terminal.width, self.teller.language))

    def _ask_bot(self, seat: int, bot: Bot) -> None:
        """Have a bot make a move."""
        name = self.teller.names[seat]
        with self.terminal.notice(self.teller.say("thinking", name=name)):
            try:
                self.table.play(bot.choose(self.table.view(seat), self.rng), seat)
            except (Exception, SystemExit) as error:  # a bot may raise anything
                raise BotError(f"{name}, on seat {seat}, failed: {told(error)}") from error
        self._keep()
        self._tell_watcher()
        if self.pause:
            time.sleep(self.pause)

    def _ask_person(self, seat: int) -> None:
        """Have a person make a move, or take one back, or save the game."""
        if len(self.people) > 1:
            if self._at_terminal != seat:
                self._hand_over(seat)
            self._tell(seat, self._told.get(seat, BEGINNING))
        decision = Decision(self.table.view(seat), self.teller, self.terminal)
        decision.show()
        answer = decision.ask()
        while isinstance(answer, Save):
            self._save(answer.file)
            answer = decision.ask()
        if isinstance(answer, Undo):
            self._undo(seat)
        else:
            self.table.play(answer, seat)
        self._keep()
        self._tell_watcher()

    def _hand_over(self, seat: int) -> None:
        """Hide what the last person saw, and wait for the next one."""
        if self._at_terminal is not None:
            self.terminal.clear()
        self.terminal.change_history(self._at_terminal, seat)
        self._at_terminal = seat
        self.terminal.wait(self.teller.say("hand_over", name=self.teller.names[seat]))
        self.terminal.clear()

    def _undo(self, seat: int) -> None:
        try:
            self.table.undo(seat)
        except UndoError:
            self.terminal.say(self.teller.say("nothing_to_undo"), "error")
        else:
            self.terminal.say(self.teller.say("taken_back"))

    def _tell_watcher(self) -> None:
        """Tell what is new to a lone person, and all of it to who watches bots."""
        if len(self.people) == 1:
            (seat,) = self.people
            self._tell(seat, self._told.get(seat, BEGINNING))
        elif not self.people:
            for transition in self.table.history[self._told_moves :]:
                self._say_all(transition.events)
            self._told_moves = len(self.table.history)

    def _tell(self, seat: int | None, since: Version) -> None:
        """Tell a seat what happened; what was taken back since is passed over."""
        now = self.table.version
        news = self.table.news(seat, Version(now.undone, min(since.events, now.events)))
        self._say_all(news.events, seat)
        self._told[seat] = now

    def _say_all(self, events: tuple[Event, ...], seat: int | None = None) -> None:
        for event in events:
            self.terminal.say(self.teller.event(event, seat))

    def _keep(self) -> None:
        """Write the record after a move.

        Bots at play without a pause are faster than a disk: their game, which its seed can tell
        again, is written a few times in a second.
        """
        now = time.monotonic()
        if self.people or self.pause or now - self._kept >= SECONDS_UNKEPT:
            self.keep()

    def keep(self) -> None:
        """Write the record; a problem is told once, and does not end the game."""
        self._kept = time.monotonic()
        try:
            self.keeper.keep(self.table)
        except RecordError as error:
            if str(error) != self._failure:
                self.terminal.say(self.teller.say("not_kept", reason=error), "error")
            self._failure = str(error)
        else:
            self._failure = ""

    def _save(self, file: str) -> None:
        """Keep the game in a file of the person's choice, which must be new."""
        try:
            if file:
                self.keeper.keep(self.table, check_new_file(_without_tilde(file)))
                self._saved = file, self.table.version
            else:
                self.keeper.keep(self.table)
        except RecordError as error:
            self.terminal.say(self.teller.say("not_saved", reason=error), "error")
        else:
            place = file or self.keeper.path
            key = "saved" if place else "save_where"
            self.terminal.say(self.teller.say(key, file=place))


def _without_tilde(file: str) -> Path:
    """Replace a `~` at the beginning by the user's folder, as a shell does, if there is one."""
    path = Path(file)
    try:
        return path.expanduser()
    except RuntimeError:  # nobody has this name
        return path
