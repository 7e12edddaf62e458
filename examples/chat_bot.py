"""Play in a chat: a table in each room, hidden hands in private messages, and bots.

python examples/chat_bot.py < messages.txt

A line `#river ann: new` is a message of ann in the room `#river`, a line `ann: moves` a private
message to this program. Its own are printed as `#river: ...`, for all in the room, and `ann: ...`,
for ann alone. For a real chat, call `Chat.hear` for each message, and send what it yields.

In a room, `new bga de` opens a table with these rules and language, `join` takes a seat, `bot
greedy` fills one, and `start` begins. Then `board` shows the table, and `moves` your cards and
moves. Play a move by its number, or write it in the language of the table or in the notation, such
as `take 4`; answer what it asks. A ! confirms a move, as in `dig!`, and `undo` takes it back. It
needs no extra.
"""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import SystemRandom
from typing import Any

import livingstone as ls

Messages = Iterator[tuple[str, str]]
"""Who gets a message, a room or a person, and its text."""


@dataclass
class Game:
    """The table of a room."""

    room: str
    edition: str
    language: str
    names: list[str] = field(default_factory=list)
    """People and bots, by seat."""
    bots: dict[str, ls.Bot] = field(default_factory=dict)
    table: ls.Table | None = None
    """None before the start."""
    told: dict[int | None, ls.Version] = field(default_factory=dict)
    """Up to which version the room (None) and each seat were told what happened."""
    asked: ls.Question | None = None
    """What the person to move was asked."""

    @property
    def style(self) -> dict[str, Any]:
        """How to describe things."""
        return {"names": self.names, "language": self.language}

    @property
    def mover(self) -> str | None:
        """Who is to move; None before the start and after the end."""
        seat = self.table.snapshot(None).mover if self.table else None
        return None if seat is None else self.names[seat]

    def do(self, person: str, words: list[str]) -> Messages:
        """Carry out a command, and tell what happens."""
        seat = self.names.index(person) if person in self.names else None
        match words:
            case ["join"] if self.table is None and seat is None:
                self.names.append(person)
                yield self.room, f"{person} joins"
            case ["bot", kind] if self.table is None and kind in ls.known_players():
                name = f"{kind} {len(self.names)}"  # no person's name has a space
                self.bots[name] = ls.load_player(kind)
                self.names.append(name)
                yield self.room, f"{name} joins"
            case ["start"] if self.table is None and seat is not None:
                count = len(self.names)
                start = ls.new_game(count, edition=self.edition, explicit_chance=True)
                self.table = ls.Table(start, dealer=ls.deal)
                yield from self.go_on(self.table)
            case ["join" | "bot" | "start", *_]:
                raise ls.LivingstoneError("this is not possible now")
            case ["board"] if self.table:
                yield self.room, ls.text.board(self.table.view(None), width=40, **self.style)
            case _ if self.table is None or seat is None:
                raise ls.LivingstoneError("only players of a game that has begun can do this")
            case ["moves"]:
                yield person, self.menu(self.table.snapshot(seat, **self.style))
            case ["undo"] if not self.table.can_undo(seat):
                raise ls.LivingstoneError("you have nothing to take back")
            case ["undo"]:
                self.table.undo(seat)
                yield from self.go_on(self.table)
            case _:
                yield from self.act(self.table, seat, " ".join(words))

    def act(self, table: ls.Table, seat: int, line: str) -> Messages:
        """Play what a person wrote, or ask for what is left to choose, or whether it is sure."""
        view, person = table.view(seat), self.names[seat]
        read = ls.read_move(line, view, **self.style)
        if self.asked and view.legal_moves:
            answer = self.asked.answer(line)
            read = read if isinstance(answer, ls.Question) and answer.problem else answer
        if isinstance(read, ls.Question):
            self.asked = read
            choices = [f"{choice.text} {choice.label}" for choice in read.choices if read.is_list]
            yield person, "\n".join([read.sentence, *choices])
        elif isinstance(read, ls.Suggestions):
            yield person, "\n".join([read.sentence, *read.texts])
        elif ls.needs_confirmation(read) and not line.endswith("!"):  # R11.2
            told = ls.describe_move(read, view, **self.style)
            yield person, f"{told}: write {line}! if you are sure"
        else:
            table.play(read, seat)
            yield from self.go_on(table)

    def menu(self, drawn: ls.Snapshot) -> str:
        """List the cards and the moves of a seat."""
        lines = []
        for card in map(drawn.view.edition.card, drawn.view.own.hand if drawn.view.own else ()):
            text = ls.describe_card(card, language=self.language)
            lines.append(f"{card.names.called(self.language)}: {text}")
        for number, offer in enumerate(drawn.offers, 1):
            lines.append(f"{number} {offer.label}{' ...' if offer.has_choices else ''}")
        return "\n".join(lines) or "you have no cards, and it is not your turn"

    def go_on(self, table: ls.Table) -> Messages:
        """Let bots play, tell what happens, and show the moves to the person who is next."""
        self.asked = None
        yield from self.news(table)
        while bot := self.bots.get(self.mover or ""):
            view = table.view(table.state.current_player)
            table.play(bot.choose(view, SystemRandom()))
            yield from self.news(table)
        drawn = table.snapshot(table.state.current_player, **self.style)
        if self.mover:
            yield self.mover, self.menu(drawn)
        for seat, own in enumerate(drawn.result.standings if drawn.result else ()):
            name = self.names[seat]
            yield self.room, f"{own.rank}. {name}: {own.points} points, {own.donated} donated"

    def news(self, table: ls.Table) -> Messages:
        """Tell the room what is public, and each person what only this person may know."""
        for seat, name in [(None, self.room), *enumerate(self.names)]:
            drawn = table.snapshot(seat, since=self.told.get(seat, ls.Version()), **self.style)
            self.told[seat] = drawn.version
            for undo in drawn.taken_back if seat is None else ():
                yield name, undo.sentence
            for told in () if drawn.is_anew else drawn.events:  # after an undo, nothing is new
                if name not in self.bots and (seat is None or told.is_private):
                    yield name, told.sentence


@dataclass
class Chat:
    """All tables, by room."""

    games: dict[str, Game] = field(default_factory=dict)

    def hear(self, person: str, text: str, room: str = "") -> Messages:
        """Answer a message in a room, or a private one."""
        game = self.games.get(room) if room else self.game_of(person)
        try:
            match text.split():
                case ["new", edition, language] if room and (not game or not game.mover):
                    if edition not in ls.edition.RULESETS or language not in ls.LANGUAGES:
                        raise ls.LivingstoneError(
                            f"type new printed or new bga, and {ls.LANGUAGES}"
                        )
                    self.games[room] = Game(room, edition, language)
                    yield room, "a table is open: join, bot greedy, start"
                case [_, *_] as words if game:
                    yield from game.do(person, words)
                case _:
                    yield person, "there is no table here: type 'new printed en' in a room"
        except ls.LivingstoneError as error:
            yield person, str(error)

    def game_of(self, person: str) -> Game | None:
        """Find a running game of a person, where it is this person's turn if there is one."""
        games = [game for game in self.games.values() if game.mover and person in game.names]
        return max(games, key=lambda game: game.mover == person, default=None)


def main() -> None:
    """Answer the messages on the standard input."""
    chat = Chat()
    for line in sys.stdin:
        if message := re.fullmatch(r"(?:(#\S+) )?(\S+): (.*)", line.rstrip("\n")):
            room, person, text = message.groups("")
            for receiver, answer in chat.hear(person, text, room):
                print(f"{receiver}: {answer}", flush=True)


if __name__ == "__main__":
    main()
