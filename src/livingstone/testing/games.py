"""Strategies for games and their states, with any edition and any number of players."""

from hypothesis import strategies as st

from livingstone.edition.loading import is_shipped
from livingstone.edition.printed import Edition
from livingstone.game.engine import new_game
from livingstone.game.state import State
from livingstone.support.arguments import SEED_LIMIT
from livingstone.testing.editions import editions as any_editions
from livingstone.testing.midgame import dealt
from livingstone.testing.playing import NUMBERS, PICKS, Game, Pick, fold

__all__ = ["games", "new_games", "numbers", "seeds", "starts", "states"]

Editions = st.SearchStrategy[Edition]


def seeds() -> st.SearchStrategy[int]:
    """Draw the seed of a game.

    >>> from hypothesis import given
    >>> @given(seeds())
    ... def a_seed_is_accepted(seed):
    ...     assert new_game(2, seed=seed).streams.seed == seed
    >>> a_seed_is_accepted()
    """
    return st.integers(0, SEED_LIMIT - 1)


@st.composite
def numbers(draw: st.DrawFn, longest: int = 300) -> list[int]:
    """Draw the choices of a game: a list of small integers, of any length up to `longest`.

    They come from bytes, which Hypothesis draws and shrinks quickly.

    >>> from hypothesis import given
    >>> @given(numbers(5))
    ... def there_are_few(choices):
    ...     assert len(choices) <= 5
    >>> there_are_few()
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

    >>> from hypothesis import given
    >>> @given(starts(explicit=True, midgame=False))
    ... def the_dice_come_first(game):
    ...     assert game.last.is_chance
    >>> the_dice_come_first()
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
    return Game([dealt(state, gifts)], [], told)


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

    >>> from hypothesis import given
    >>> @given(games(longest=20))
    ... def each_step_leads_on(game):
    ...     assert len(game.states) == len(game.actions) + 1
    >>> each_step_leads_on()
    """
    start = draw(starts(editions, explicit=explicit, midgame=midgame))
    pick = draw(st.sampled_from(picks))
    return fold(start.last, draw(numbers(longest)), pick, f"{start.told}, {pick.__name__}")


def new_games(
    editions: Editions | None = None, *, longest: int = 300, picks: tuple[Pick, ...] = PICKS
) -> st.SearchStrategy[Game]:
    """Draw a game from a new one on, as records need it; the arguments are as for `games`.

    >>> from hypothesis import given
    >>> @given(new_games(longest=20))
    ... def the_boat_starts_on_the_left(game):
    ...     assert game.start.boat == 1
    >>> the_boat_starts_on_the_left()
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

    >>> from hypothesis import given
    >>> from livingstone import validate
    >>> @given(states(longest=20))
    ... def a_state_is_sound(state):
    ...     assert validate(state) == []
    >>> a_state_is_sound()
    """
    return draw(games(editions, explicit=explicit, longest=longest)).last
