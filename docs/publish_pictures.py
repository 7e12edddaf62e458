"""Draw the pictures of docs/how-to/pictures.md; run it when drawings have changed."""

import random
from pathlib import Path

import livingstone as ls

FOLDER = Path(__file__).parent / "_static" / "pictures"
NAMES = ["Ann", "Ben", "Cem", "Dee"]


def position() -> ls.View:
    """Play a game of greedy bots to its middle; give the view of the player to move."""
    bot, chooser = ls.load_player("greedy"), random.Random(7)
    state = ls.new_game(4, seed=161)
    for _ in range(132):
        seen = ls.view(state, state.current_player)
        state = ls.apply(state, bot.choose(seen, chooser))
    return ls.view(state, state.current_player)


if __name__ == "__main__":
    for name, picture in {
        "board": ls.svg.board(position(), names=NAMES),
        "cards": ls.svg.cards("printed", language="de"),
        "dice": ls.svg.dice([1, 3, 3, 6], size=240),
    }.items():
        (FOLDER / f"{name}.svg").write_text(picture, encoding="utf-8")
