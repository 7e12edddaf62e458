"""Strategies for what is hidden: seats to look from, and the same position with other secrets."""

from hypothesis import strategies as st
from strategies import SEEDS, games

import livingstone as ls
from livingstone.edition.effect import MineCollapse
from livingstone.state import Streams

Seat = int | None


def seats_of(state: ls.State) -> list[Seat]:
    """List who can look: a spectator, and each player."""
    return [None, *range(len(state.players))]


def are_hands_open(state: ls.State) -> bool:
    return state.is_over or isinstance(state.pending, ls.DonationRoll)


@st.composite
def moments(draw: st.DrawFn, *, explicit: bool | None = None) -> ls.State:
    """Draw any state of any game, as likely from its end as from its middle."""
    states = draw(games(explicit=explicit)).states
    return states[draw(st.one_of(st.just(len(states) - 1), st.integers(0, len(states) - 1)))]


@st.composite
def with_other_secrets(draw: st.DrawFn, state: ls.State, seat: Seat) -> ls.State:
    """Draw a state that differs only in what a seat may not know (R10.2, R10.3)."""
    streams = draw(st.builds(Streams, SEEDS, *[st.integers(0, 99)] * 4))
    if state.streams is not None:
        state = state.changed(streams=streams)
    if are_hands_open(state):
        return state
    hidden = [other for other in range(len(state.players)) if other != seat]
    effects = state.edition.effects
    cards = [*state.draw_pile.cards(), *(id for s in hidden for id in state.players[s].hand)]
    shuffled = draw(st.permutations(sorted(cards)))
    holdable = [id for id in shuffled if not isinstance(effects[id], MineCollapse)]
    rest = [id for id in shuffled if isinstance(effects[id], MineCollapse)]
    players = list(state.players)
    for other in hidden:
        size = len(players[other].hand)
        dealt, holdable = holdable[:size], holdable[size:]
        funds = players[other].coins + players[other].chest
        chest = draw(st.integers(players[other].donations, players[other].chest_limit))
        players[other] = players[other].changed(
            hand=tuple(sorted(dealt)), chest=chest, coins=funds - chest
        )
    return state.changed(players=tuple(players), draw_pile=ls.CardPile.of([*rest, *holdable]))
