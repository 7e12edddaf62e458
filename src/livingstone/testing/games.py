"""Strategies for games, with their states, views and records."""

from collections.abc import Sequence
from itertools import islice

from attrs import evolve
from hypothesis import strategies as st

from livingstone.edition.loading import is_shipped
from livingstone.edition.types import Edition
from livingstone.effects import with_seat
from livingstone.game.engine import new_game
from livingstone.game.sampling import deal_unseen, holdable_cards
from livingstone.game.state import State, Streams
from livingstone.game.view import View, is_open
from livingstone.game.viewing import view
from livingstone.records.record import Record
from livingstone.support.arguments import SEED_LIMIT
from livingstone.testing.editions import editions as any_editions
from livingstone.testing.playing import NUMBERS, PICKS, Game, Pick, fold
from livingstone.values import GEM_COLOURS, NO_GEMS, Space, Stones

Editions = st.SearchStrategy[Edition]


def seeds() -> st.SearchStrategy[int]:
    """Draw the seed of a game.

    >>> from hypothesis import find
    >>> find(seeds(), bool) > 0
    True
    """
    return st.integers(0, SEED_LIMIT - 1)


@st.composite
def numbers(draw: st.DrawFn, longest: int = 300) -> list[int]:
    """Draw the choices of a game: a list of small integers, of any length up to `longest`.

    They come from bytes, which Hypothesis draws and shrinks quickly.

    >>> from hypothesis import find
    >>> len(find(numbers(5), len)) <= 5
    True
    """
    assert NUMBERS == 1 << 8
    least = draw(st.integers(0, longest))
    return list(draw(st.binary(min_size=least, max_size=longest)))


@st.composite
def starts(
    draw: st.DrawFn,
    editions: Editions | None = None,
    *,
    explicit: bool | None = None,
    midgame: bool = True,
) -> Game:
    """Draw the start of a game of up to five players, or of the fewest that the edition allows.

    `editions` is the strategy for the edition, any by default. Chance is explicit or seeded; None
    for `explicit` draws either. With `midgame`, the game may also start in a position from the
    middle of a game, which no moves led to.

    >>> from hypothesis import find
    >>> find(starts(explicit=True, midgame=False), bool).last.is_chance
    True
    """
    edition = draw(any_editions() if editions is None else editions)
    range_ = edition.board.players
    players = draw(st.integers(range_.least, max(range_.least, min(range_.most, 5))))
    first = draw(st.integers(0, players - 1))
    is_explicit = draw(st.booleans()) if explicit is None else explicit
    seed = None if is_explicit else draw(seeds())
    state = new_game(players, edition=edition, first=first, seed=seed, explicit_chance=seed is None)
    gifts = draw(st.one_of(st.just(b""), st.binary(max_size=60))) if midgame else b""
    chance = "explicit chance" if seed is None else f"seed={seed}"
    name = edition.id if is_shipped(edition) else edition
    told = f"players={players}, first={first}, {chance}, gifts={list(gifts)}, edition={name}"
    return Game((dealt(state, gifts),), (), told)


@st.composite
def games(
    draw: st.DrawFn,
    editions: Editions | None = None,
    *,
    explicit: bool | None = None,
    midgame: bool = True,
    longest: int = 300,
    picks: tuple[Pick, ...] = PICKS,
) -> Game:
    """Draw a game of at most `longest` actions.

    `editions`, `explicit` and `midgame` are as for `starts`; `picks` are the ways to pick moves.

    >>> from hypothesis import find
    >>> len(find(games(longest=20), lambda game: len(game.actions) > 2).actions) > 2
    True
    """
    start = draw(starts(editions, explicit=explicit, midgame=midgame))
    pick = draw(st.sampled_from(picks))
    return fold(start.last, draw(numbers(longest)), pick, f"{start.told}, {pick.__name__}")


def new_games(
    editions: Editions | None = None, *, longest: int = 300, picks: tuple[Pick, ...] = PICKS
) -> st.SearchStrategy[Game]:
    """Draw a game from a new one on, as records need it; the arguments are as for `games`.

    >>> from hypothesis import find
    >>> find(new_games(longest=20), bool).start.boat
    1
    """
    return games(editions, midgame=False, longest=longest, picks=picks)


@st.composite
def states(
    draw: st.DrawFn,
    editions: Editions | None = None,
    *,
    explicit: bool | None = None,
    longest: int = 120,
) -> State:
    """Draw the last state of a game; the arguments are as for `games`.

    >>> from hypothesis import find
    >>> find(states(longest=20), lambda state: state.die).dice_taken > 0
    True
    """
    return draw(games(editions, explicit=explicit, longest=longest)).last


def dealt(state: State, gifts: Sequence[int]) -> State:
    """Make a position from the middle of a game: each gift is a card, a gem, coins or scored tents.

    Gifts are numbers from 0 to 255; they come from the draw pile, the bag, the bank and the supply.
    The first one also decides the boat's column.

    >>> from livingstone import new_game
    >>> dealt(new_game(2, explicit_chance=True), [12]).boat
    3
    """
    board = state.edition.board
    if gifts:
        state = state.changed(boat=gifts[0] % len(board.columns) + 1)
    for index, gift in enumerate(gifts):
        number, kind = divmod(gift, 5)
        state = _give(state, index % len(state.players), kind, number)
    return state


def _give(state: State, seat: int, kind: int, number: int) -> State:
    """Give a player a card, a gem, coins or scored tents, if there are any; `number` says which."""
    player = state.players[seat]
    match kind:
        case 0 | 4 if cards := list(dict.fromkeys(holdable_cards(state, ()))):
            card = cards[number % len(cards)]
            state = state.changed(draw_pile=state.draw_pile.minus(card))
            player = player.changed(hand=tuple(sorted((*player.hand, card))))
        case 1 if state.bag.gems.total:
            colours = [colour for colour in GEM_COLOURS if getattr(state.bag, colour)]
            gem = NO_GEMS._replace(**{colours[number % len(colours)]: 1})
            state = state.changed(bag=state.bag.minus(Stones().plus_gems(gem)))
            player = player.changed(gems=player.gems.plus(gem))
        case 2:
            coins = min(number % 16, state.bank)
            state = state.changed(bank=state.bank - coins)
            player = player.changed(coins=player.coins + coins)
        case 3 if player.supply and state.boat > 1:
            column, row = divmod(number, len(state.edition.board.rows))
            column %= state.boat - 1
            tents = [list(numbers) for numbers in player.tents]
            built = min(3, player.supply)
            tents[column][row] += built
            scored = tuple(sorted({*player.scored, Space(row + 1, column + 1)}))
            player = player.changed(
                tents=tuple(map(tuple, tents)), supply=player.supply - built, scored=scored
            )
    return with_seat(state, seat, player)


def observers(state: State) -> tuple[int | None, ...]:
    """List who can look at a state: a spectator (None) and each seat.

    >>> from livingstone import new_game
    >>> observers(new_game(2, seed=7))
    (None, 0, 1)
    """
    return (None, *range(len(state.players)))


@st.composite
def views(draw: st.DrawFn, positions: st.SearchStrategy[State] | None = None) -> View:
    """Draw the view of a state by any seat or a spectator.

    `positions` is the strategy for the state, any state of any game by default.

    >>> from hypothesis import find
    >>> find(views(states(longest=20)), lambda seen: seen.own).seat is None
    False
    """
    state = draw(states() if positions is None else positions)
    return view(state, draw(st.sampled_from(observers(state))))


@st.composite
def with_other_secrets(draw: st.DrawFn, state: State, seat: int | None) -> State:
    """Draw a state that differs only in what a seat may not know (R10.2, R10.3).

    The views of that seat are equal, so a bot must act alike in both.

    >>> from hypothesis import find
    >>> state = new_game(2, seed=7)
    >>> other = find(with_other_secrets(state, seat=0), lambda other: other != state)
    >>> view(other, 0) == view(state, 0)
    True
    """
    streams = draw(st.builds(Streams, seeds(), *[st.integers(0, 99)] * 4))
    if state.streams is not None:
        state = state.changed(streams=streams)
    if is_open(state):
        return state
    hidden = {other: player for other, player in enumerate(state.players) if other != seat}
    cards = iter(draw(st.permutations(holdable_cards(state, hidden))))
    return deal_unseen(
        state,
        hands={other: [*islice(cards, len(player.hand))] for other, player in hidden.items()},
        chests={
            other: draw(st.integers(player.donations, player.chest_limit))
            for other, player in hidden.items()
        },
    )


@st.composite
def records(draw: st.DrawFn, games: st.SearchStrategy[Game] | None = None) -> Record:
    """Draw the record of a game, finished or not, with or without names and comments.

    `games` is the strategy for the game, which must start with a new one, as in `new_games`.

    >>> from hypothesis import find
    >>> find(records(new_games(longest=20)), lambda record: record.actions).first >= 0
    True
    """
    game = draw(new_games() if games is None else games)
    names = [f"player {letter}" for letter in "abcde"[: len(game.start.players)]]
    record = Record.of(game.start, game.actions, players=draw(st.sampled_from([None, names])))
    if not record.actions:
        return record
    numbers = st.integers(1, len(record.actions))
    noted = draw(st.lists(numbers, unique=True, max_size=3).map(sorted))
    return evolve(record, comments=tuple((number, f"action {number}") for number in noted))
