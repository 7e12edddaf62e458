"""A game between bots and people at one terminal."""

import time

from attrs import define, evolve, field

import livingstone as ls
from livingstone.cli.game_setup import GameSetup, new_path
from livingstone.cli.narrator import Narrator
from livingstone.cli.prompt import Prompt
from livingstone.cli.summary import RoundSummary
from livingstone.cli.tables import print_board, print_score_sheet
from livingstone.cli.terminal import Terminal
from livingstone.errors import told
from livingstone.events.transitions import opening
from livingstone.table.table import BEGINNING


class BotError(ls.LivingstoneError):
    """A bot raised an error, or chose an illegal move."""


SECONDS_UNWRITTEN = 0.2
"""Seconds between two writes of a fast game between bots; a crash loses at most the last ones."""


@define(eq=False)
class Session:
    """Plays a game: asks bots and people for moves, and shows what happens."""

    setup: GameSetup
    narrator: Narrator
    terminal: Terminal
    pause: float = 0.0
    """Seconds to wait after a bot's move."""
    is_resumed: bool = False
    """Whether to skip the events so far."""
    summary: RoundSummary | None = None
    """Describes a game between bots round by round; None to show every event."""
    _at_terminal: int | None = field(default=None, init=False)
    _shown: dict[int | None, ls.Version] = field(factory=dict, init=False)
    """The version that was shown to each seat."""
    _transitions_shown: int = field(default=0, init=False)
    """The number of transitions shown of a game between bots."""
    _written: float = field(factory=time.monotonic, init=False)
    _failure: str = field(default="", init=False)
    """Why the record could not be written the last time."""

    @property
    def table(self) -> ls.Table:
        """The table that the game is played at."""
        return self.setup.table

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, bot in enumerate(self.setup.bots) if bot is None)

    def run(self) -> None:
        """Play to the end and print the score sheet; an error of `Prompt.ask` ends the game."""
        if self.is_resumed:
            seats = [*range(len(self.setup.bots)), None]
            self._shown = dict.fromkeys(seats, self.table.version)
            self._transitions_shown = len(self.table.history)
        elif not self.people:
            self._show_to_spectator(opening(self.table.start))
        self._show_news()
        while not self.table.state.is_over:
            seat = self.table.state.current_player
            bot = self.setup.bots[seat]
            if bot is None:
                self._ask_person(seat)
            else:
                self._ask_bot(seat, bot)
        self.write()
        if len(self.people) > 1:
            self.terminal.clear()
            self._show_events(None, self._shown.get(self._at_terminal, BEGINNING))
        self.terminal.say()
        if not self.people:
            print_board(self.table.state, self.narrator, self.terminal)
            self.terminal.say()
        print_score_sheet(self.table.state, self.narrator)

    def _ask_bot(self, seat: int, bot: ls.Bot) -> None:
        name = self.narrator.names[seat]
        with self.terminal.notice(self.narrator.say("thinking", name=name)):
            try:
                self.table.play(bot.choose(self.table.view(seat), self.setup.rng), seat)
            except (Exception, SystemExit) as error:  # a bot can raise anything
                raise BotError(f"{name}, on seat {seat}, failed: {told(error)}") from error
        self._write_sometimes()
        self._show_news()
        if self.pause:
            time.sleep(self.pause)

    def _ask_person(self, seat: int) -> None:
        if len(self.people) > 1:
            if self._at_terminal != seat:
                self._hand_over(seat)
            self._show_events(seat, self._shown.get(seat, BEGINNING))
        prompt = Prompt(self.table.view(seat), self.narrator, self.terminal, self._save)
        prompt.show()
        if move := prompt.ask():
            self.table.play(move, seat)
        else:
            self._undo(seat)
        self._write_sometimes()
        self._show_news()

    def _hand_over(self, seat: int) -> None:
        if self._at_terminal is not None:
            self.terminal.clear()
        self.terminal.change_history(self._at_terminal, seat)
        self._at_terminal = seat
        self.terminal.wait(self.narrator.say("hand_over", name=self.narrator.names[seat]))
        self.terminal.clear()

    def _undo(self, seat: int) -> None:
        try:
            self.table.undo(seat)
        except ls.UndoError as error:
            self.terminal.say(self.narrator.refusal(error.reason, seat), "error")
        else:
            self.terminal.say(self.narrator.say("taken_back"))

    def _show_news(self) -> None:
        """Show new events to a lone person, or to the spectator of a game between bots."""
        if len(self.people) == 1:
            (seat,) = self.people
            self._show_events(seat, self._shown.get(seat, BEGINNING))
        elif not self.people:
            for transition in self.table.history[self._transitions_shown :]:
                self._show_to_spectator(transition.events)
            self._transitions_shown = len(self.table.history)

    def _show_to_spectator(self, events: tuple[ls.Event, ...]) -> None:
        if self.summary is None:
            for event in events:
                self.terminal.say(self.narrator.event(event))
        else:
            for paragraph in self.summary.add(events):
                for line in self.terminal.wrap(paragraph):
                    self.terminal.say(line)

    def _show_events(self, seat: int | None, since: ls.Version) -> None:
        """Show a seat what happened since a version, without what was taken back."""
        now = self.table.version
        news = self.table.news(seat, ls.Version(now.undone, min(since.events, now.events)))
        for event in news.events:
            self.terminal.say(self.narrator.event(event, seat))
        self._shown[seat] = now

    def _write_sometimes(self) -> None:
        """Write the record after a move; that of a fast game between bots less often."""
        if self.people or self.pause or time.monotonic() - self._written >= SECONDS_UNWRITTEN:
            self.write()

    def write(self) -> None:
        """Write the record; a failure is reported once, and does not end the game."""
        self._written, before, self._failure = time.monotonic(), self._failure, ""
        try:
            self.setup.write()
        except ls.RecordError as error:
            self._failure = str(error)
            if self._failure != before:
                self.terminal.say(self.narrator.say("not_kept", reason=error), "error")

    def _save(self, name: str) -> None:
        """Write the record to a new file, and from now on after each move."""
        try:
            setup = evolve(self.setup, path=new_path(name)) if name else self.setup
            setup.write()
        except ls.RecordError as error:
            self.terminal.say(self.narrator.say("not_saved", reason=error), "error")
            return
        self.setup = setup
        self.terminal.say(
            self.narrator.say("saved" if setup.path else "save_where", file=setup.path)
        )
