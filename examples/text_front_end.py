"""Play at one keyboard: several people, one screen, and hidden hands.

python examples/text_front_end.py Ann Ben Cem --edition bga --save game.toml
python examples/text_front_end.py --resume game.toml --language de

The screen is cleared whenever another player is to move. A move is chosen by its number, or typed
in the notation, such as `tent 4`. Ctrl-D or Ctrl-C stops; --resume continues a saved game.
The file holds all secrets: do not read it before the game is over.
It needs no extra.
"""

import argparse
import os
import random
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

import livingstone as ls

_Option = TypeVar("_Option")


def hide() -> None:
    """Clear the screen and its scrollback."""
    print("\033[2J\033[3J\033[H" if sys.stdout.isatty() else "\n" * 60, end="", flush=True)


def pick(options: Sequence[_Option], answer: str) -> _Option:
    """Find an option by its number, from 1; raises `ValueError` if there is none."""
    if answer not in map(str, range(1, len(options) + 1)):
        raise ValueError(f"the numbers are 1 to {len(options)}")
    return options[int(answer) - 1]


def numbers(answer: str, count: int) -> list[int]:
    """Read `count` numbers with spaces between them; raises `ValueError` for anything else."""
    words = answer.split()
    if len(words) != count or not all(word.isdecimal() and len(word) < 5 for word in words):
        raise ValueError(f"type {count} numbers, with spaces" if count > 1 else "type one number")
    return [int(word) for word in words]


@dataclass
class Game:
    """A table and the people around it."""

    table: ls.Table
    names: Sequence[str]
    path: str | None
    """The file of the game."""
    language: str
    told: list[ls.Version]
    """By seat, the version up to which the player has seen the game."""

    def play(self) -> None:
        """Play to the end."""
        seat = None
        while not self.table.state.is_over:
            if seat != self.table.state.current_player:
                seat = self.table.state.current_player
                hide()
                input(f"{self.names[seat]}, press Enter when nobody else looks. ")
                hide()
            self.show(seat)
            self.let_act(seat)
            self.keep()

    def keep(self) -> None:
        """Write the record of the game so far to the file, if there is one."""
        if self.path:
            ls.dump(self.table.record(players=self.names), self.path)

    def show(self, seat: int) -> None:
        """Show a player the board, and the events since this player's last turn."""
        view = self.table.view(seat)
        print(ls.text.board(view, names=self.names, language=self.language))
        told = self.told[seat]
        news = self.table.news(seat, since=told)
        self.told[seat] = news.version
        for event in news.events[told.events if news.is_anew else 0 :]:
            print(self.sentence(event, seat))

    def let_act(self, seat: int) -> None:
        """Let a player choose and play a move, or take one back."""
        view, can_undo = self.table.view(seat), self.table.can_undo(seat)
        groups = ls.group_moves(view)
        for number, group in enumerate(groups, 1):
            words = ls.describe_group(group, view, names=self.names, language=self.language)
            print(f"{number:>3}. {words}{' ...' if group.moves[1:] else ''}")
        answer = input(f"Which{' (u: take back)' if can_undo else ''}? ").lower()
        try:
            if answer == "u" and can_undo:
                self.table.undo(seat)
            elif answer.isdecimal():
                self.play_move(self.choose(pick(groups, answer), view), view)
            else:
                self.play_move(ls.parse_move(f"p{seat} {answer}", edition=view.edition)[0], view)
        except ls.RefusedError as error:
            print(self.reason(error.reason))
        except (ls.LivingstoneError, ValueError) as error:
            print(f"That cannot be: {error}")

    def choose(self, group: ls.MoveGroup, view: ls.View) -> ls.Move:
        """Ask for what a group leaves open."""
        if group.amounts:
            (amount,) = numbers(input("How many, {} to {}? ".format(*group.amounts)), 1)
            return ls.choose_move(view, group.target, amount=amount)
        if group.most_gems:
            limits = "{} clear, {} blue, {} red".format(*group.most_gems)
            gems = ls.Gems(*numbers(input(f"At most {limits}: "), 3))
            return ls.choose_move(view, group.target, gems=gems)
        if not group.moves[1:]:
            return group.moves[0]
        for number, move in enumerate(group.moves, 1):
            print(f"{number:>5}. {self.words(move, view)}")
        return pick(group.moves, input("Which? "))

    def play_move(self, move: object, view: ls.View) -> None:
        """Play a move, or explain why it is illegal; ask first if it cannot be taken back."""
        if not isinstance(move, ls.Move):
            raise ValueError("this is no move")
        if refusal := ls.why_illegal(view, move):
            print(self.reason(refusal))
        elif not ls.needs_confirmation(move) or self.is_sure(move, view):
            self.table.play(move, view.seat)

    def is_sure(self, move: ls.Move, view: ls.View) -> bool:
        """Ask for a confirmation."""
        return input(f"{self.words(move, view)}: sure (y/n)? ").lower() == "y"

    def words(self, move: ls.Move, view: ls.View) -> str:
        """Describe a move."""
        return ls.describe_move(move, view, names=self.names, language=self.language)

    def reason(self, refusal: ls.Refusal) -> str:
        """Explain to the player who tried it why a move is illegal."""
        edition = self.table.state.edition
        return ls.describe_refusal(
            refusal, names=self.names, language=self.language, edition=edition
        )

    def sentence(self, event: ls.Event, you: int | None) -> str:
        """Show a player, or all of them, what happened."""
        edition = self.table.state.edition
        return ls.describe(
            event, names=self.names, language=self.language, you=you, edition=edition
        )

    def show_end(self) -> None:
        """Show the events that not everybody has seen, and print the final table, by rank."""
        result = ls.result(self.table.state)
        if result is None:
            print(f"The game stops here. {f'It is saved in {self.path}.' if self.path else ''}")
            return
        for event in self.table.news(None, min(self.told)).events:
            print(self.sentence(event, None))
        for rank, seat in sorted((own.rank, seat) for seat, own in enumerate(result.standings)):
            own = result.standings[seat]
            out = ", out" if own.is_out else ""
            print(f"{rank}. {self.names[seat]}: {own.points} points, {own.donated} donated{out}")
        print("Won by:", " and ".join(self.names[seat] for seat in result.winners) or "nobody")


def begin(options: argparse.Namespace) -> Game:
    """Set up a new game, or resume one; raises `LivingstoneError` if that fails."""
    luck = random.Random(options.seed)

    def dealer(state: ls.State) -> ls.Outcome:
        if options.seed is None:
            return ls.deal(state)
        return ls.sample_outcome(state, luck.getrandbits(64))

    if "" in (options.save, options.resume):
        raise ls.ArgumentError("--save and --resume need the name of a file")
    path = options.save or options.resume
    if path and path != options.resume and os.path.lexists(path):
        raise ls.ArgumentError(f"{path} already exists: --save takes a new file")
    if options.resume:
        if options.names or options.edition:
            raise ls.ArgumentError(
                "--resume takes the players and the edition from the file: leave them out"
            )
        record = ls.load(options.resume)
        table, names = ls.Table.from_record(record, dealer=dealer), record.players
    else:
        names = options.names
        edition = options.edition or "printed"
        start = ls.new_game(len(names), edition=edition, explicit_chance=True)
        table = ls.Table(start, dealer=dealer)
    ls.dumps(table.record(players=names))  # refuses names that no record can hold
    return Game(table, names, path, options.language, [table.version] * len(names))


def main() -> None:
    """Read the arguments and play, to the end or until the input ends."""
    parser = argparse.ArgumentParser(description="Play at one keyboard.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="the players, clockwise")
    parser.add_argument("--edition", choices=("printed", "bga"), help="default: printed")
    parser.add_argument("--language", choices=ls.LANGUAGES, default="en")
    parser.add_argument("--seed", type=int, help="repeats the dice, stones and cards of a game")
    parser.add_argument("--save", metavar="FILE", help="save the game to this new file")
    parser.add_argument("--resume", metavar="FILE", help="continue a saved game, and save it there")
    try:
        game = begin(parser.parse_args())
        with suppress(EOFError, KeyboardInterrupt):
            game.play()
        hide()
        game.keep()
        game.show_end()
    except ls.LivingstoneError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
