"""Play at one keyboard: several people, one screen, and hidden hands.

python examples/text_front_end.py Ann Ben Cem --edition bga --save game.toml
python examples/text_front_end.py --resume game.toml --language de

The screen is cleared whenever another player is to move. A move is chosen by its number, or typed
in words or in the notation, such as `tent 4`. Ctrl-D or Ctrl-C stops; --resume continues a saved
game. The file holds all secrets: do not read it before the game is over.
It needs no extra.
"""

import argparse
import os
import random
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

import livingstone as ls


def hide() -> None:
    """Clear the screen and its scrollback."""
    print("\033[2J\033[3J\033[H" if sys.stdout.isatty() else "\n" * 60, end="", flush=True)


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
        while (mover := self.drawn(None, self.table.version).mover) is not None:
            if seat != mover:
                seat = mover
                hide()
                input(f"{self.names[seat]}, press Enter when nobody else looks. ")
                hide()
            self.let_act(seat)
            self.keep()

    def keep(self) -> None:
        """Write the record of the game so far to the file, if there is one."""
        if self.path:
            ls.dump(self.table.record(players=self.names), self.path)

    def drawn(self, seat: int | None, since: ls.Version) -> ls.Snapshot:
        """Return what a player may see, with what happened since a version."""
        return self.table.snapshot(seat, since=since, names=self.names, language=self.language)

    def let_act(self, seat: int) -> None:
        """Show a player what is new, and let this player play a move, or take one back."""
        since = self.told[seat]
        drawn = self.drawn(seat, since)
        self.told[seat] = drawn.version
        print(ls.text.board(drawn.view, names=self.names, language=self.language))
        for undo in drawn.taken_back:
            print(undo.sentence)
        for told in drawn.events[since.events if drawn.is_anew else 0 :]:
            print(told.sentence)
        for number, offer in enumerate(drawn.offers, 1):
            print(f"{number:>3}. {offer.label}{' ...' if offer.has_choices else ''}")
        answer = input(f"Which{' (u: take back)' if drawn.can_undo else ''}? ")
        if answer == "u" and drawn.can_undo:
            self.table.undo(seat)
        elif move := self.read(answer, drawn.view):
            self.table.play(move, seat)

    def read(self, answer: str, view: ls.View) -> ls.Move | None:
        """Read a move, asking for what is left to choose; say so if it is none."""
        read = ls.read_move(answer, view, language=self.language, names=self.names)
        while isinstance(read, ls.Question):
            for choice in read.choices if read.is_list else ():
                print(f"{choice.text:>5}. {choice.label}")
            read = read.answer(input(f"{read.problem} {read.sentence} ".lstrip()))
        if isinstance(read, ls.Suggestions):
            print(read.sentence, *read.texts, sep="\n  ")
            return None
        return read if not ls.needs_confirmation(read) or self.is_sure(read, view) else None

    def is_sure(self, move: ls.Move, view: ls.View) -> bool:
        """Ask for a confirmation."""
        words = ls.describe_move(move, view, names=self.names, language=self.language)
        return input(f"{words}: sure (y/n)? ").lower() == "y"

    def show_end(self) -> None:
        """Show the events that not everybody has seen, and print the final table, by rank."""
        drawn = self.drawn(None, min(self.told))
        if drawn.result is None:
            print(f"The game stops here. {f'It is saved in {self.path}.' if self.path else ''}")
            return
        for told in drawn.events:
            print(told.sentence)
        standings = drawn.result.standings
        for rank, seat in sorted((own.rank, seat) for seat, own in enumerate(standings)):
            own = standings[seat]
            out = ", out" if own.is_out else ""
            print(f"{rank}. {self.names[seat]}: {own.points} points, {own.donated} donated{out}")
        winners = " and ".join(self.names[seat] for seat in drawn.result.winners)
        print("Won by:", winners or "nobody")


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
