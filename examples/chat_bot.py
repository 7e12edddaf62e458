"""Play in a chat: a table in each room, hidden hands in private messages, and bots.

python examples/chat_bot.py < messages.txt

A line `#river ann: new` is a message of ann in the room `#river`, a line `ann: moves` a private
message to this program. Its own are printed as `#river: ...`, for all in the room, and `ann: ...`,
for ann alone. For a real chat, call `Chat.hear` for each message, and send what it yields.

In a room, `new bga de` opens a table with these rules and language, `join` takes a seat, `bot
greedy` fills one, and `start` begins. Then `board` shows the table, and `moves` your cards and
moves. Play a move by its number and what is left to choose (`3`, `3 2`), or write it, such as
`take 4`; a ! confirms it, as in `dig!`, and `undo` takes it back. It needs no extra.
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


class ChatError(ls.LivingstoneError):
    """Something that is not possible, told to the person who asked."""


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

    @property
    def style(self) -> dict[str, Any]:
        """How to describe things."""
        return {"names": self.names, "language": self.language}

    @property
    def mover(self) -> str | None:
        """Who is to move; None before the start and after the end."""
        if self.table is None or self.table.state.is_over:
            return None
        return self.names[self.table.state.current_player]

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
                raise ChatError("this is not possible now")
            case ["board"] if self.table:
                yield self.room, ls.text.board(self.table.view(None), **self.style)
            case _ if self.table is None or seat is None:
                raise ChatError("only players of a game that has begun can do this")
            case ["moves"]:
                yield person, self.menu(self.table.view(seat))
            case ["undo"]:
                self.table.undo(seat)
                yield self.room, f"{person} takes the last move back"
                yield from self.go_on(self.table)
            case _:
                view, line = self.table.view(seat), " ".join(words)
                move = read(view, line.rstrip("! "))
                if ls.needs_confirmation(move) and not line.endswith("!"):  # R11.2
                    told = ls.describe_move(move, view, **self.style)
                    yield person, f"{told}: write {line}! if you are sure"
                else:
                    self.table.play(move, seat)
                    yield from self.go_on(self.table)

    def menu(self, view: ls.View) -> str:
        """List the cards and the moves of a seat, with the choices of each group."""
        lines = []
        for card in map(view.edition.card, view.own.hand if view.own else ()):
            text = ls.describe_card(card, language=self.language)
            lines.append(f"{card.names.called(self.language)}: {text}")
        for number, group in enumerate(ls.group_moves(view), 1):
            lines.append(f"{number} {ls.describe_group(group, view, **self.style)}")
            if len(group.moves) == 1:
                continue
            if group.amounts:
                lines[-1] += " ({}-{})".format(*group.amounts)
            elif group.most_gems:
                lines[-1] += " (up to {} clear, {} blue, {} red)".format(*group.most_gems)
            else:
                ways = [ls.describe_move(move, view, **self.style) for move in group.moves]
                lines += [f"{number} {choice} {way}" for choice, way in enumerate(ways, 1)]
        return "\n".join(lines) or "you have no cards, and it is not your turn"

    def go_on(self, table: ls.Table) -> Messages:
        """Let bots play, tell what happens, and show the moves to the person who is next."""
        yield from self.news(table)
        while name := self.mover:
            view = table.view(self.names.index(name))
            if name not in self.bots:
                yield name, self.menu(view)
                return
            table.play(self.bots[name].choose(view, SystemRandom()), view.seat)
            yield from self.news(table)
        result = ls.result(table.state)
        for name, own in zip(self.names, result.standings if result else (), strict=True):
            yield self.room, f"{own.rank}. {name}: {own.points} points, {own.donated} donated"

    def news(self, table: ls.Table) -> Messages:
        """Tell the room what is public, and each person what only this person may know."""
        for seat, name in [(None, self.room), *enumerate(self.names)]:
            news = table.news(seat, since=self.told.get(seat, ls.Version()))
            self.told[seat] = news.version
            if name not in self.bots and not news.is_anew:  # after an undo, nothing is new
                for event in news.events if seat is None else news.private:
                    yield name, ls.describe(event, you=seat, edition=self.edition, **self.style)

    def refusal(self, reason: ls.Refusal, person: str) -> str:
        """Explain to a player why something is not possible."""
        you = self.names.index(person)
        return ls.describe_refusal(reason, you=you, edition=self.edition, **self.style)


def read(view: ls.View, line: str) -> ls.Move:
    """Read a legal move: a number of the menu with what is chosen there, or the notation."""
    groups = {str(place): group for place, group in enumerate(ls.group_moves(view), 1)}
    if group := groups.get(line.partition(" ")[0]):
        chosen = [*map(int, re.findall(r"(?<= )[0-9]{1,3}\b", line))]
        if chosen and (group.card_choices or group.space_choices):
            if not 1 <= chosen[0] <= len(group.moves):
                raise ChatError(f"the choices are 1 to {len(group.moves)}")
            return group.moves[chosen[0] - 1]
        amount, gems = chosen[0] if chosen else None, ls.Gems(*chosen[:3]) if chosen else None
        return ls.choose_move(view, group.target, amount=amount, gems=gems)
    move, _ = ls.parse_move(f"p{view.seat} {line}", edition=view.edition)
    if not isinstance(move, ls.Move):
        raise ChatError("this is not a move")
    if reason := ls.why_illegal(view, move):
        raise ls.RefusedError(reason)
    return move


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
                        raise ChatError(f"type new printed or new bga, and {ls.LANGUAGES}")
                    self.games[room] = Game(room, edition, language)
                    yield room, "a table is open: join, bot greedy, start"
                case [_, *_] as words if game:
                    yield from game.do(person, words)
                case _:
                    yield person, "there is no table here: type 'new printed en' in a room"
        except ls.RefusedError as error:
            yield person, game.refusal(error.reason, person) if game else str(error)
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
