"""Hypothesis strategies: games of every kind, and positions from them.

A game is a list of small integers folded over what can be done in each state, so that a failure
shrinks to a short game of first choices.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TypeVar

from edition_strategies import any_editions
from hypothesis import strategies as st

from livingstone import (
    BuildTent,
    DrawCard,
    Edition,
    PlayCard,
    Player,
    Space,
    State,
    apply,
    chance_outcomes,
    legal_moves,
    load_edition,
    new_game,
)
from livingstone.edition.effect import MineCollapse
from livingstone.moves import Action
from livingstone.state import StateChanges
from livingstone.values import GEM_COLOURS, NO_GEMS

T = TypeVar("T")
Pick = Callable[[Sequence[Action], int], Action]

NUMBERS = 256
"""The numbers that pick what happens are below this."""

SEEDS = st.integers(0, 2**128 - 1)


class Game:
    """A game, or the beginning of one: its states, and what led from each to the next.

    No attrs class, since Hypothesis would show a failure with all fields of all states.
    """

    def __init__(self, states: Sequence[State], actions: Sequence[Action], told: str) -> None:
        self.states = tuple(states)
        self.actions = tuple(actions)
        self.told = told

    @property
    def start(self) -> State:
        return self.states[0]

    @property
    def last(self) -> State:
        return self.states[-1]

    def steps(self) -> Iterator[tuple[State, Action, State]]:
        """Go through the states before, the actions, and the states after them."""
        for (before, after), action in zip(pairwise(self.states), self.actions, strict=True):
            yield before, action, after

    def __repr__(self) -> str:
        """Show how to come to the last state, not the states."""
        return f"<{self.told}: {list(self.actions)}>"


def options(state: State) -> tuple[Action, ...]:
    """List what can happen next: the legal moves, or the outcomes of chance."""
    return tuple(chance_outcomes(state)) if state.is_chance else legal_moves(state)


def _at(options: Sequence[T], number: int) -> T:
    """Take an option by a number below 256; a long list is reached over its whole length."""
    count = len(options)
    return options[number % count if count <= NUMBERS else number * count // NUMBERS]


def pick_any(options: Sequence[Action], number: int) -> Action:
    """Pick each option alike."""
    return _at(options, number)


def pick_rare(options: Sequence[Action], number: int) -> Action:
    """Pick a kind of move first, so that a dozen donations do not hide one card."""
    kinds: dict[object, list[Action]] = {}
    for option in options:
        kinds.setdefault(_kind(option), []).append(option)
    if len(kinds) == 1:
        return _at(options, number)
    number, kind = divmod(number, len(kinds))
    return _at(list(kinds.values())[kind], number)


def pick_card(options: Sequence[Action], number: int) -> Action:
    """Pick moves that draw or play cards, three times out of four where there are any."""
    cards = [
        option
        for option in options
        if isinstance(option, DrawCard | PlayCard)
        or (isinstance(option, BuildTent) and option.cards)
    ]
    number, whether = divmod(number, 4)
    return pick_rare(cards if cards and whether else options, number)


def _kind(action: Action) -> object:
    match action:
        case PlayCard(card):
            return card
        case BuildTent(_, cards, source):
            return BuildTent, cards, source is None
        case _:
            return type(action)


PICKS: tuple[Pick, ...] = (pick_any, pick_rare, pick_card)


def fold(state: State, numbers: Sequence[int], pick: Pick, told: str = "a game") -> Game:
    """Play on: each number picks what happens next, until they or the game run out."""
    states, actions = [state], list[Action]()
    for number in numbers:
        if state.is_over:
            break
        action = pick(options(state), number)
        state = apply(state, action)
        states.append(state)
        actions.append(action)
    return Game(states, actions, told)


@st.composite
def numbers(draw: st.DrawFn, longest: int = 300) -> list[int]:
    """Draw the choices of a game: small integers, short, middling or long lists of them.

    They come from bytes, which Hypothesis draws and shrinks at once.
    """
    least = draw(st.integers(0, longest))
    return list(draw(st.binary(min_size=least, max_size=longest)))


def dealt(state: State, gifts: Sequence[int]) -> State:
    """Go into the middle of a game: each gift is a card, a gem, coins or scored tents.

    All of it comes from the piles, the bag, the bank and the supply, so that nothing is lost.
    """
    board = state.edition.board
    if gifts:
        state = state.changed(boat=gifts[0] % len(board.columns) + 1)
    for index, gift in enumerate(gifts):
        seat, (number, kind) = index % len(state.players), divmod(gift, 5)
        player, changes = _GIFTS[kind](state, state.players[seat], number)
        players = (*state.players[:seat], player, *state.players[seat + 1 :])
        state = state.changed(**changes).changed(players=players)
    return state


def _give_card(state: State, player: Player, number: int) -> tuple[Player, StateChanges]:
    effects = state.edition.effects
    cards = [id for id, _ in state.draw_pile if not isinstance(effects[id], MineCollapse)]
    if not cards:
        return player, {}
    card = cards[number % len(cards)]
    hand = tuple(sorted((*player.hand, card)))
    return player.changed(hand=hand), {"draw_pile": state.draw_pile.minus(card)}


def _give_gem(state: State, player: Player, number: int) -> tuple[Player, StateChanges]:
    colours = [colour for colour in GEM_COLOURS if getattr(state.bag, colour)]
    if not colours:
        return player, {}
    colour = colours[number % len(colours)]
    gem = NO_GEMS._replace(**{colour: 1})
    bag = state.bag._replace(**{colour: getattr(state.bag, colour) - 1})
    return player.changed(gems=player.gems.plus(gem)), {"bag": bag}


def _give_coins(state: State, player: Player, number: int) -> tuple[Player, StateChanges]:
    coins = min(number % 16, state.bank)
    return player.changed(coins=player.coins + coins), {"bank": state.bank - coins}


def _give_tent(state: State, player: Player, number: int) -> tuple[Player, StateChanges]:
    rows = len(state.edition.board.rows)
    if not player.supply or state.boat == 1:
        return player, {}
    column, row = number // rows % (state.boat - 1), number % rows
    tents = [list(numbers) for numbers in player.tents]
    built = min(3, player.supply)
    tents[column][row] += built
    scored = tuple(sorted({*player.scored, Space(row + 1, column + 1)}))
    return player.changed(
        tents=tuple(map(tuple, tents)), supply=player.supply - built, scored=scored
    ), {}


_GIFTS = (_give_card, _give_gem, _give_coins, _give_tent, _give_card)


@st.composite
def starts(
    draw: st.DrawFn,
    editions: st.SearchStrategy[Edition],
    *,
    explicit: bool | None = None,
    midgame: bool = True,
) -> Game:
    """Draw the beginning of a game, or a position from the middle of one, with nothing played."""
    edition = draw(editions)
    range_ = edition.board.players
    players = draw(st.integers(range_.least, min(range_.most, 5)))
    first = draw(st.integers(0, players - 1))
    if draw(st.booleans()) if explicit is None else explicit:
        state = new_game(players, edition=edition, first=first, explicit_chance=True)
        chance = "explicit chance"
    else:
        seed = draw(SEEDS)
        state = new_game(players, edition=edition, first=first, seed=seed)
        chance = f"seed={seed}"
    gifts = draw(st.one_of(st.just(b""), st.binary(max_size=60))) if midgame else b""
    shipped = edition == load_edition(edition.id)
    shown = edition.id if shipped else f"{edition.id}, {edition.board}, {edition.cards}"
    told = f"players={players}, first={first}, {chance}, gifts={list(gifts)}, edition={shown}"
    return Game([dealt(state, gifts)], [], told)


@st.composite
def games(
    draw: st.DrawFn,
    editions: st.SearchStrategy[Edition] = any_editions,
    *,
    explicit: bool | None = None,
    longest: int = 300,
) -> Game:
    """Draw a game with any number of players, seeded or with explicit chance."""
    start = draw(starts(editions, explicit=explicit))
    pick = draw(st.sampled_from(PICKS))
    return fold(start.last, draw(numbers(longest)), pick, f"{start.told}, {pick.__name__}")


@st.composite
def positions(draw: st.DrawFn, *, explicit: bool | None = None) -> State:
    """Draw one state of a game: the last of those that its numbers lead to."""
    return draw(games(explicit=explicit, longest=120)).last
