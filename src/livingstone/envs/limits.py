"""Chance outcomes as floats, and how many there can be: numbers that frameworks ask for."""

from functools import lru_cache
from math import comb
from typing import NamedTuple

from attrs import field, frozen

import livingstone as ls
from livingstone.effects import effects_of
from livingstone.envs.actions import edition_for


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
    """How many outcomes events of chance can have."""

    round_rolls: int
    """Outcomes of the roll that begins a round (R2.1)."""
    donation_rolls: int
    """Outcomes of the donation roll of two players (R9.2); 0 for more players."""
    stone_draws: int
    """The most outcomes of drawing stones (R4.3)."""
    card_draws: int
    """Outcomes of drawing a card (R4.1): the kinds of cards."""

    @property
    def outcomes(self) -> int:
        """The most outcomes of any event of chance."""
        return max(self.round_rolls, self.donation_rolls, self.stone_draws, self.card_draws)


def limits_of(edition: str | ls.Edition, players: int) -> Limits:
    """Count the outcomes of chance with an edition, or the name of one, and a number of players.

    >>> limits = limits_of("printed", 3)
    >>> limits.round_rolls, limits.stone_draws, limits.card_draws, limits.outcomes
    (462, 139, 12, 462)

    Raises `ArgumentError` for an unknown edition and for an impossible number of players.
    """
    edition, players = edition_for(edition, players)
    dice = edition.board.dice
    return Limits(
        round_rolls=_rolls(players * dice.per_player, dice.sides),
        donation_rolls=_rolls(dice.donation, dice.sides) if players == 2 else 0,
        stone_draws=_stone_draws(edition),
        card_draws=len(edition.deck.items),
    )


def _rolls(dice: int, sides: int) -> int:
    return comb(dice + sides - 1, dice)


def _stone_draws(edition: ls.Edition) -> int:
    """Count the outcomes of the largest draw from a full bag; `ways[n]` is for n stones."""
    drawn = [effect.stones_drawn for effect in effects_of(edition).values()]
    all_stones = edition.board.bag.total
    most = max([edition.board.dice.sides, *(all_stones if n is None else n for n in drawn)])
    ways = [1] + [0] * most
    for held in edition.board.bag:
        ways = [sum(ways[max(0, number - held) : number + 1]) for number in range(most + 1)]
    return max(ways)
