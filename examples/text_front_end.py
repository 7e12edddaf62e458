"""Play at one keyboard: several people, one screen, and nobody sees what another holds.

python examples/text_front_end.py Ann Ben Cem --edition bga --save game.toml
python examples/text_front_end.py --resume game.toml

The screen is cleared whenever another player is to move. Ctrl-D or Ctrl-C stops; the game can go on
later if it was kept. The file holds all secrets: do not read it before the game is over.
"""

import argparse
import random
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass

import livingstone as ls

Menu = dict[str, dict[str, ls.Move]]
"""By line of the menu, the moves it stands for, by the answer that tells them apart."""
VERBS = {
    "take": "take a die",
    "card": "draw a card",
    "coins": "take coins",
    "dig": "dig for stones",
    "tent": "build a tent in row",
    "sell": "sell",
    "donate": "donate",
    "end": "end the turn",
}


def hide() -> None:
    """Leave nothing on the screen, nor above it, of what the last player saw."""
    print("\033[2J\033[3J\033[H" if sys.stdout.isatty() else "\n" * 60, end="", flush=True)


def show(view: ls.View, names: Sequence[str]) -> None:
    """Print what a view shows: the board, the table, all players, and what its seat alone knows."""
    print()
    for row in range(1, len(view.edition.board.rows) + 1):
        spaces = [ls.Space(row, column + 1) for column in range(len(view.edition.board.columns))]
        tents = [
            "".join(str(n) * p.tents_at(at) for n, p in enumerate(view.players)) for at in spaces
        ]
        print(f"row {row:>2}", *(owners.ljust(4, ".") for owners in tents))
    cost = view.edition.board.columns[view.boat - 1].cost
    print(f"Boat: column {view.boat}; a tent costs {cost} and the fees. Bank: {view.bank} coins.")
    print(f"Dice: {' '.join(map(str, view.dice)) or 'none'}. Taken: {view.die or 'none'}.")
    print(f"Bag: {listed(view.bag._asdict().items())}. Played: {listed(view.played)}.")
    for seat, player in enumerate(view.players):
        print(
            f"{seat} {names[seat]}: {player.points} points, {player.supply} tents, gems:"
            f" {listed(player.gems._asdict().items())}; {player.hand_size} cards; {player.funds}"
            f" coins, {player.chest_least} to {player.chest_most} of them in the chest"
        )
    if view.own:
        hand = ", ".join(view.edition.card(card).names.en for card in view.own.hand) or "none"
        print(f"Yours: {view.own.coins} coins, {view.own.chest} in the chest; cards: {hand}.")


def listed(items: Iterable[tuple[str, int]]) -> str:
    """List what there is some of: `2 clear, 1 red`."""
    return ", ".join(f"{number} {name}" for name, number in items if number) or "none"


def menu_of(view: ls.View) -> Menu:
    """Put the legal moves into lines, so that donations of 1 to 40 coins take one, not forty.

    The notation has a verb for each kind of move (or the card's id), then what is to be decided.
    """
    menu: Menu = {}
    for move in view.legal_moves:
        _, verb, *rest = ls.format_move(move, view.seat).split()
        line = VERBS.get(verb, f"play {verb.replace('_', ' ')}")
        menu.setdefault(line, {})[" ".join(rest)] = move
    return menu


def choices(answers: Iterable[str]) -> str:
    """Say what can be answered: all of it, or the first and the last."""
    words = [answer for answer in answers if answer]
    return ", ".join(words) if len(words) <= 10 else f"{words[0]} ... {words[-1]}"


def ask(question: str, answers: Sequence[str]) -> str:
    """Ask until there is one of these answers."""
    while (text := " ".join(input(f"{question} ").lower().split())) not in answers:
        print("What can be answered:", choices(answers))
    return text


@dataclass
class Game:
    """A table and the people around it."""

    table: ls.Table
    names: Sequence[str]
    path: str | None
    """Where the game is kept."""
    chooser: random.Random
    told: list[int]
    """By seat, how many events were told."""

    def play(self) -> None:
        """Play to the end."""
        seat = None
        while not self.table.state.is_over:
            if self.table.state.is_chance:
                odds = ls.chance_outcomes(self.table.state)
                self.table.play(self.chooser.choices([*odds], [*odds.values()])[0])
                continue
            if seat != self.table.state.current_player:
                seat = self.table.state.current_player
                self.keep()
                hide()
                input(f"{self.names[seat]}, press Enter when nobody else looks. ")
                hide()
            self.tell(seat, self.told[seat])
            self.told[seat] = len(self.table.events(seat))
            self.let_act(seat)

    def keep(self) -> None:
        """Write the record of the game so far to the file, if there is one."""
        record = self.table.record(players=self.names)
        if self.path:
            ls.dump(record, self.path)

    def tell(self, seat: int | None, since: int) -> None:
        """Tell what happened after so many events, as far as that seat may see it."""
        for event in self.table.events(seat)[since:]:
            print(self.sentence(event, seat))

    def sentence(self, event: ls.Event, seat: int | None) -> str:
        """Put an event into words for the one who sits there."""
        return ls.describe(event, self.names, you=seat, edition=self.table.start.edition)

    def let_act(self, seat: int) -> None:
        """Show a player the position, and carry out what that player decides."""
        view = self.table.view(seat)
        show(view, self.names)
        menu = menu_of(view)
        lines = {str(number): line for number, line in enumerate(menu, 1)}
        for number, line in lines.items():
            print(f"{number:>4}. {line}", f"({choices(menu[line])})" if any(menu[line]) else "")
        can_undo = self.table.can_undo(seat)
        if can_undo:
            print("   u. take back:", self.sentence(self.table.events(seat)[-1], seat))
        answer = ask(f"{self.names[seat]}, which?", [*lines, *(["u"] if can_undo else [])])
        if answer == "u":
            self.table.undo(seat)
            self.told[seat] = len(self.table.events(seat))
        elif move := choose(lines[answer], menu[lines[answer]]):
            self.table.play(move)

    def show_end(self) -> None:
        """Tell what was not told to all yet, and print the final table, by rank."""
        result = ls.result(self.table.state)
        if result is None:
            print(f"The game stops here. {f'It is kept in {self.path}.' if self.path else ''}")
            return
        self.tell(None, min(self.told))
        for rank, seat in sorted((own.rank, seat) for seat, own in enumerate(result.standings)):
            own = result.standings[seat]
            out = ", out" if own.is_out else ""
            print(f"{rank}. {self.names[seat]}: {own.points} points, {own.donated} donated{out}")
        print("Won by:", " and ".join(self.names[seat] for seat in result.winners) or "nobody")


def choose(line: str, moves: dict[str, ls.Move]) -> ls.Move | None:
    """Ask which of a line's moves it is, and if it is meant; None to go back to the menu."""
    answer = next(iter(moves))
    if len(moves) > 1:
        answer = ask(f"{line} ({choices(moves)}; Enter to go back):", [*moves, ""])
    move = moves.get(answer)
    if move and ls.needs_confirmation(move) and ask(f"{line}: sure (y/n)?", ("y", "n")) == "n":
        return None
    return move


def resume(path: str) -> tuple[ls.Table, Sequence[str]]:
    """Set up a table with the game of a record, at the point where it stopped."""
    record = ls.load(path)
    record.verify()
    table = ls.Table(next(record.states()))
    for line in record.actions:
        _, action = ls.parse_move(line)
        assert isinstance(action, ls.Move | ls.Outcome), "a full record hides nothing"
        table.play(action)
    return table, record.players


def main() -> None:
    """Read the arguments and play, to the end or until the input ends."""
    parser = argparse.ArgumentParser(description="Play at one keyboard.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="the players, clockwise")
    parser.add_argument("--edition", choices=("printed", "bga"), default="printed")
    parser.add_argument("--seed", type=int, help="to have the same luck again")
    parser.add_argument("--save", metavar="FILE", help="keep the game there, over or not")
    parser.add_argument("--resume", metavar="FILE", help="go on with a game that was kept")
    options = parser.parse_args()
    try:
        if options.resume:
            table, names = resume(options.resume)
        else:
            names, edition = options.names, options.edition
            table = ls.Table(ls.new_game(len(names), edition=edition, explicit_chance=True))
        told = [len(table.events(None))] * len(names)
        path = options.save or options.resume
        ls.dumps(table.record(players=names))  # refuses names that no record can hold
        game = Game(table, names, path, random.Random(options.seed), told)
        with suppress(EOFError, KeyboardInterrupt):
            game.play()
        hide()
        game.keep()
        game.show_end()
    except ls.LivingstoneError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
