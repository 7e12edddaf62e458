"""Chance outcomes as floats, and the limits of a game: numbers that frameworks ask for."""

from functools import lru_cache
from math import comb
from typing import NamedTuple

from attrs import field, frozen

import livingstone as ls
from livingstone.effects import effects_of, most_plays
from livingstone.envs.actions import card_choices, edition_for, spaces_of


class Chances(NamedTuple):
    """The outcomes of a pending chance event with their probabilities."""

    outcomes: tuple[ls.Outcome, ...]
    """In the order of `chance_outcomes`."""
    probabilities: tuple[float, ...]
    """By outcome: the floats nearest to the exact fractions, so their sum is nearly 1."""


def chances_of(state: ls.State) -> Chances:
    """List what `chance_outcomes` gives, with probabilities as floats.

    The order depends only on the event and on the bag or the pile: rolls ascend die by die, draws
    of stones by the numbers of black, clear, blue, red and white ones, cards by id. Both tuples are
    empty unless chance is pending.

    >>> chances = chances_of(ls.new_game(2, explicit_chance=True))
    >>> len(chances.outcomes), chances.outcomes[-1], chances.probabilities[-1] * 6**4
    (126, DiceRolled(dice=(6, 6, 6, 6)), 1.0)
    """
    if isinstance(state.pending, ls.StoneDraw):
        source: object = state.bag
    else:
        is_card = isinstance(state.pending, ls.CardDraw)
        source = state.draw_pile if is_card else state.edition.board.dice.sides
    return _chances(_Event((state.pending, source), state))


@frozen
class _Event:
    """A state as a key of a cache: equal to all states with the same chances."""

    key: tuple[object, ...]
    state: ls.State = field(eq=False)


@lru_cache(maxsize=256)  # without it, random games of five in OpenSpiel take half as long again
def _chances(event: _Event) -> Chances:
    exact = ls.chance_outcomes(event.state)
    return Chances(tuple(exact), tuple(map(float, exact.values())))


@frozen
class Limits:
    """The largest numbers in a game; None if unbounded."""

    round_rolls: int
    """Outcomes of the roll that begins a round (R2.1)."""
    donation_rolls: int
    """Outcomes of the donation roll of two players (R9.2); 0 for more players."""
    stone_draws: int
    """The most outcomes of drawing stones (R4.3)."""
    card_draws: int
    """Outcomes of drawing a card (R4.1): the kinds of cards."""
    legal_moves: int
    """An upper bound on the legal moves in one position; few positions come near it."""
    coins: int
    """Coins that a player can have (R1.7)."""
    hand: int
    """Cards that a player can hold (R1.6)."""
    points: int | None = None
    """Points of a player: unbounded, since `boat_back` can be played again and again (R2.7)."""
    rounds: int | None = None
    """Rounds of a game: the number of columns, or unbounded if a card moves the boat back."""
    moves: int | None = None
    """Moves of a game: no bound is known."""

    @property
    def outcomes(self) -> int:
        """The most outcomes of any event of chance."""
        return max(self.round_rolls, self.donation_rolls, self.stone_draws, self.card_draws)


def limits_of(edition: str | ls.Edition, players: int) -> Limits:
    """Compute the limits of a game with an edition, or the name of one, and a number of players.

    >>> limits = limits_of("printed", 3)
    >>> limits.round_rolls, limits.stone_draws, limits.card_draws, limits.outcomes
    (462, 139, 12, 462)
    >>> limits.coins, limits.points
    (204, None)

    Raises `ArgumentError` for an unknown edition and for an impossible number of players.
    """
    edition, players = edition_for(edition, players)
    dice = edition.board.dice
    has_end = not any(effect.moves_boat_back for effect in effects_of(edition).values())
    return Limits(
        round_rolls=_rolls(players * dice.per_player, dice.sides),
        donation_rolls=_rolls(dice.donation, dice.sides) if players == 2 else 0,
        stone_draws=_stone_draws(edition),
        card_draws=len(edition.deck.items),
        legal_moves=_legal_moves(edition, players),
        coins=edition.board.money,
        hand=sum(count for card, count in edition.deck if not edition.is_collapse(card)),
        rounds=len(edition.board.columns) if has_end else None,
    )


def _rolls(dice: int, sides: int) -> int:
    return comb(dice + sides - 1, dice)


def _stone_draws(edition: ls.Edition) -> int:
    """Count the outcomes of the largest draw from a full bag.

    `ways[n]` counts the ways to draw n stones of the colours seen so far.
    """
    drawn = [effect.stones_drawn for effect in effects_of(edition).values()]
    all_stones = edition.board.bag.total
    most = max([edition.board.dice.sides, *(all_stones if n is None else n for n in drawn)])
    ways = [1] + [0] * most
    for held in edition.board.bag:
        ways = [sum(ways[max(0, number - held) : number + 1]) for number in range(most + 1)]
    return max(ways)


def _legal_moves(edition: ls.Edition, players: int) -> int:
    board, effects, spaces = edition.board, effects_of(edition), len(spaces_of(edition))
    standing = min(board.tents, spaces)
    sources = standing if players == 2 else 1
    builds = len(board.rows) * len(card_choices(edition)) * sources
    gems = board.bag.gems
    plays = sum(
        most_plays(effects[card], spaces, standing, sources, gems) for card in edition.lone_cards
    )
    to_use = 3 + builds  # draw a card, take coins, dig
    to_take = 1 + board.dice.sides  # end the turn
    return max(to_use, to_take) + plays + gems.total + board.money
