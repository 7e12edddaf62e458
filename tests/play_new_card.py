"""Play games with the card of docs/how-to/new-card.md, and insist that every bot plays it.

`python play_new_card.py cards.toml`, with a library that has the new effect; `test_new_card.py`
does so.
"""

import random
import sys
from collections import Counter

from livingstone import (
    Edition,
    PlayCard,
    describe,
    describe_move,
    events,
    from_json,
    load_edition,
    new_game,
    play,
    to_json,
    validate,
    view,
)
from livingstone.players import GreedyBot, IsmctsBot, RandomBot

GAMES = 20
NAMES = ("random", "greedy", "ismcts")
CARD = "toll"


def main() -> None:
    edition = load_edition("printed", cards=sys.argv[1])
    played, told = Counter[str](), Counter[str]()
    for seed in range(GAMES):
        play_game(edition, seed, played, told)
    print(f"played: {dict(played)}", *told, sep="\n")
    assert set(played) == set(NAMES), f"not every bot played the card: {played}"


def play_game(edition: Edition, seed: int, played: Counter[str], told: Counter[str]) -> None:
    """Play a game, each seat with another bot, and count who plays the card."""
    bots = (RandomBot(), GreedyBot(), IsmctsBot(iterations=3))
    state, rng = new_game(3, seed=seed, edition=edition), random.Random(seed)
    while not state.is_over:
        seat = state.current_player
        move = bots[seat].choose(view(state, seat), rng)
        assert describe_move(move, view(state, seat), names=NAMES)
        transition = play(state, move)
        if isinstance(move, PlayCard) and move.card == CARD:
            played[NAMES[seat]] += 1
            for event in transition.events:
                told[describe(event, NAMES, edition=edition)] += 1
                assert from_json(to_json(event), events.Event) == event
        state = transition.state
        assert validate(state) == []


if __name__ == "__main__":
    main()
