"""Games from their very beginning, as records need them."""

from typing import Any

from edition_strategies import any_editions
from editions import RULESETS, card_table, make_edition, market_table, tiny_board
from hypothesis import strategies as st
from strategies import PICKS, SEEDS, Game, fold, numbers, pick_any, pick_rare

import livingstone as ls
from livingstone.moves import Action

MANY_CARDS = make_edition(
    tiny_board(
        start_coins=3,
        coins=[{"value": 1, "count": 30}],
        players={"least": 2, "most": 4},
        dice={"per_player": 3, "sides": 6, "donation": 1},
        columns=[{"cost": 1}] * 4,
    ),
    [
        card_table("lion", "score_points", 1, points=4),
        card_table("bird", "score_points", 2, points=1),
        card_table("coin", "gain_coins", 2, coins=1),
        card_table("free", "no_cost_tent", 1),
        card_table("any", "ignore_die", 1),
        card_table("fall", "mine_collapse", 2),
        market_table("market", 1),
    ],
)
"""Few cards that come again and again: the same one is held by one player, then by another."""


def pick_cards_and_donations(options: Any, number: int) -> Action:
    """Draw and play cards, donate, and seldom do anything else."""
    wanted: list[Action] = [
        option
        for option in options
        if isinstance(option, ls.DrawCard | ls.PlayCard | ls.Donate | ls.TakeDie)
        or (isinstance(option, ls.BuildTent) and option.cards)
    ]
    return pick_any(wanted if wanted and number % 4 else options, number)


def record_of(game: Game, **parts: Any) -> ls.Record:
    return ls.Record.of(game.start, game.actions, **parts)


def played(players: int, edition: str | ls.Edition = "printed", seed: int = 7) -> Game:
    """Play a whole game with a bit of everything."""
    choices = [(number * number * 7 + seed) % 251 for number in range(5000)]
    game = fold(ls.new_game(players, seed=seed, edition=edition), choices, pick_rare)
    assert game.last.is_over
    return game


@st.composite
def new_games(
    draw: st.DrawFn, editions: st.SearchStrategy[ls.Edition] = any_editions, longest: int = 300
) -> Game:
    """Draw a game that begins with a new one, seeded or with explicit chance."""
    edition = draw(editions)
    players = draw(st.integers(edition.board.players.least, min(edition.board.players.most, 5)))
    first = draw(st.integers(0, players - 1))
    seed = draw(st.none() | SEEDS)
    start = ls.new_game(
        players, seed=seed, edition=edition, first=first, explicit_chance=seed is None
    )
    pick = draw(st.sampled_from([*PICKS, pick_cards_and_donations]))
    shown = edition.id if edition in map(ls.load_edition, RULESETS) else str(edition)
    told = f"players={players}, first={first}, seed={seed}, {pick.__name__}, edition={shown}"
    return fold(start, draw(numbers(longest)), pick, told)
