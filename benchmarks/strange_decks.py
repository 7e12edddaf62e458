"""Measure how often `greedy` wins against `random` on decks that nobody tuned it for.

    python benchmarks/strange_decks.py                 20 drawn decks and 5 strange ones
    python benchmarks/strange_decks.py --games 100     less exact than 400 games each

Each deck is played with two players and with four, of whom one is `greedy`; in the columns are the
games won, with the interval of 95 % of a report; what an average seat wins, which is less than 50 %
or 25 % where games have no winner; and how often `greedy` is thrown out.
"""

import argparse
import tomllib
from collections.abc import Iterator
from random import Random
from typing import Any

import livingstone as ls
from livingstone.simulation import simulate

__all__ = ["drawn_deck", "strange_decks"]

SCALES = (1, 1, 5, 20)
"""By what the points of a drawn deck are multiplied."""


def drawn_deck(number: int) -> dict[str, Any]:
    """Draw the cards of a deck of shipped kinds: the same for the same number."""
    random = Random(number)
    scale = random.choice(SCALES)

    def few() -> int:
        return random.randint(1, 6)

    def parts() -> dict[str, int]:
        made = {"pay_coins": few(), "take_coins": few(), "score_points": scale * few()}
        made |= {"draw_stones": few(), "move_boat": random.choice((1, 2))}
        chosen = random.sample(sorted(made), random.randint(1, 3))
        return {name: made[name] for name in chosen}

    def prices(times: int) -> dict[str, int]:
        return {colour: times * few() for colour in ("clear", "blue", "red")}

    kinds: dict[str, Any] = {
        "no_cost_tent": dict,
        "ignore_die": dict,
        "mine_collapse": dict,
        "second_tent": dict,
        "more_dice": lambda: {"dice": random.randint(1, 2)},
        "market": lambda: {"coins": prices(1), "points": prices(scale)},
        "boat_back": lambda: {"columns": 1},
        "draw_stones": lambda: {"stones": few()},
        "gain_coins": lambda: {"coins": few()},
        "score_points": lambda: {"points": scale * few()},
        "parts": parts,
    }
    cards = []
    for index in range(random.randint(2, 12)):
        kind = random.choice(sorted(kinds))
        effect = {"kind": kind, **kinds[kind]()}
        if effect == {"kind": "parts", "pay_coins": effect.get("pay_coins")}:
            effect["score_points"] = scale
        count = 1 if kind == "boat_back" else random.randint(1, 6)
        cards.append(card(f"card_{index}", count, **effect))
    if sum(own["count"] for own in cards) < 40:  # else the boat may go back for ever (R2.7)
        cards = [own for own in cards if own["effect"]["kind"] != "boat_back"]
    return {"cards": cards}


def card(id: str, count: int, **effect: Any) -> dict[str, Any]:
    """Make the data of a card."""
    return {"id": id, "count": count, "effect": effect, "names": {"en": id}, "text": f"Card {id}."}


def strange_decks() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the shipped deck with twelve more cards."""
    shipped = tomllib.loads(ls.shipped_toml("cards"))["cards"]
    for points in (20, 100, 10_000):
        more = card("more", 12, kind="score_points", points=points)
        yield f"12 animals of {points} points", {"cards": [*shipped, more]}
    dear = card("more", 12, kind="parts", pay_coins=100, score_points=50)
    yield "12 cards for 100 coins", {"cards": [*shipped, dear]}
    far = card("more", 12, kind="parts", move_boat=9, score_points=50)
    yield "12 cards that move the boat off", {"cards": [*shipped, far]}


def wins(cards: dict[str, Any], players: int, games: int) -> str:
    """Let `greedy` play a deck against random players, and tell how many games it wins."""
    edition = ls.load_edition("printed", cards=cards)
    lineup = ["greedy", *["random"] * (players - 1)]
    report = simulate(lineup, games, seed=7, edition=edition)
    own = report.bots[0]
    won = f"{own.win.value:6.1%} ({own.win.low:.1%} to {own.win.high:.1%})"
    return f"{won}, an average seat {report.even_share.value:.0%}, out {own.out.value:.0%}"


def main() -> None:
    """Play all decks, and print a row for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--decks", type=int, default=20)
    options = parser.parse_args()
    decks = [(f"drawn deck {number}", drawn_deck(number)) for number in range(options.decks)]
    for name, cards in [*decks, *strange_decks()]:
        told = [wins(cards, players, options.games) for players in (2, 4)]
        print(f"{name:32}", *told, sep="  ", flush=True)


if __name__ == "__main__":
    main()
