"""Find out why a bot of your own fails: where it happened, what it saw, and how to try it again.

python examples/debug_bot.py

It needs no extra.
"""

from random import Random

import livingstone as ls
from livingstone.simulation import BotFailedError


class Hasty:
    """Sells gems as soon as it can, and forgets that a turn may have nothing to sell."""

    def choose(self, view: ls.View, rng: Random) -> ls.Move:
        """Choose a move; this has a mistake."""
        takes = [move for move in view.legal_moves if isinstance(move, ls.TakeDie)]
        if takes:
            return rng.choice(takes)
        sales = [move for move in view.legal_moves if isinstance(move, ls.SellGems)]
        return sales[0]


def main() -> None:
    """Play until the bot fails, and look at the failure."""
    try:
        ls.simulate([Hasty, "random"], 100, seed=7, on_failure="raise")
    except BotFailedError as error:
        failed = error.failure
    print(f"game {failed.game}, seat {failed.note.seat}: {failed.note.reason}")
    print(failed.note.traceback)
    print("It saw:")
    print(ls.text.board(failed.view))
    print("It could choose:", *failed.view.legal_moves, sep="\n  ")
    print(f"The game had {len(failed.record.actions)} actions until then.")
    try:
        Hasty().choose(failed.view, Random(0))  # put a breakpoint here
    except IndexError as again:
        print("It fails there again:", again)


if __name__ == "__main__":
    main()
