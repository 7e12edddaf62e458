"""Draw the pictures of the pages: python docs/draw_pictures.py."""

import random
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

import livingstone as ls

FOLDER = Path(__file__).parent / "_static" / "pictures"
DECISIONS = Path(__file__).parents[1] / "research" / "habits" / "results"
NAMES = ("Ann", "Ben", "Cem", "Dee")


def greedy_game(players: int, seed: int, boat: int) -> ls.State:
    """Play a game of greedy bots until the boat has come to a column."""
    bot, rng = ls.load_player("greedy"), random.Random(7)
    state = ls.new_game(players, seed=seed)
    while state.boat < boat:
        state = ls.apply(state, bot.choose(ls.view(state, state.current_player), rng))
    return state


def _middle_of_a_game() -> str:
    bot, rng = ls.load_player("greedy"), random.Random(7)
    state = ls.new_game(4, seed=161)
    for _ in range(132):
        state = ls.apply(state, bot.choose(ls.view(state, state.current_player), rng))
    return ls.svg.board(ls.view(state, state.current_player), names=NAMES)


def _three_tents() -> str:
    state = ls.new_game(3, explicit_chance=True)
    for action in (
        ls.DiceRolled((1, 3, 3, 4, 5, 6)),
        ls.TakeDie(3),
        ls.BuildTent(3),
        ls.EndTurn(),
        ls.TakeDie(3),
        ls.BuildTent(3),
        ls.EndTurn(),
        ls.TakeDie(5),
        ls.BuildTent(5),
    ):
        state = ls.apply(state, action)
    return ls.svg.board(state, names=NAMES[:3])


def _last_of(record: str) -> str:
    *_, state = ls.load(DECISIONS / f"{record}.toml").states()
    seat, names = state.current_player, NAMES[: len(state.players)]
    return ls.svg.board(ls.view(state, seat), names=names, size=640)


def _before_a_dig() -> ls.State:
    state = ls.new_game(2, explicit_chance=True)
    state = ls.apply(state, ls.DiceRolled((1, 2, 3, 5)))
    return ls.apply(state, ls.TakeDie(5))


def _red_gems() -> str:
    odds = ls.expected(_before_a_dig(), "red", move=ls.Dig())
    return ls.svg.odds(odds, label="red gems after a dig with five stones", size=560)


def _worth_of_a_dig() -> str:
    before = _before_a_dig().players[0].coins

    def worth(after: ls.State) -> int:
        own = after.players[0]
        return own.coins + own.gems.clear + 3 * own.gems.blue + 5 * own.gems.red - before

    odds = ls.expected(_before_a_dig(), worth, move=ls.Dig())
    return ls.svg.odds(odds, label="coins that a dig with five stones is worth", size=560)


def _donation_roll() -> str:
    state = ls.new_game(2, explicit_chance=True).changed(pending=ls.DonationRoll(4))
    sums = Counter[int]()
    for dice, chance in ls.chance_outcomes(state).items():
        assert isinstance(dice, ls.DiceRolled)
        sums[sum(dice.dice)] += chance  # type: ignore[assignment]
    odds = ls.Odds(tuple(sorted(sums.items())))  # type: ignore[arg-type]
    return ls.svg.odds(odds, label="the sum of the donation roll", size=560)


PICTURES: dict[str, Callable[[], str]] = {
    "game": lambda: ls.svg.board(greedy_game(4, seed=221, boat=8), names=NAMES),
    "start": lambda: ls.svg.board(ls.new_game(3, seed=7), names=NAMES[:3]),
    "dice": lambda: ls.svg.dice([1, 1, 3, 4, 5, 6], size=420),
    "tents": _three_tents,
    "cards": lambda: ls.svg.cards(
        "printed", ["no_cost_tent", "two_dice", "market", "lion", "mine_collapse"]
    ),
    "middle": _middle_of_a_game,
    "all-cards": lambda: ls.svg.cards("printed", language="de"),
    "later": lambda: ls.svg.board(greedy_game(3, seed=7, boat=6), names=NAMES[:3]),
    "odds-red": _red_gems,
    "odds-dig": _worth_of_a_dig,
    "odds-queen": _donation_roll,
    "narrow": lambda: ls.svg.land(greedy_game(4, seed=221, boat=8), narrow=True, size=400),
    **{
        name: partial(_last_of, name)
        for name in ("spare", "lower-row", "last-round", "too-many-cards", "dug", "sell")
    },
}
"""By the names of their files."""


def main() -> None:
    """Write all pictures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, draw in PICTURES.items():
        (FOLDER / f"{name}.svg").write_text(draw(), encoding="utf-8")


if __name__ == "__main__":
    main()
