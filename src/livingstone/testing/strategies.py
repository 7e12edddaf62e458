"""Games made from small integers, with their states, views and records.

Each number picks what happens next.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from itertools import cycle, islice
from math import ceil
from operator import attrgetter
from random import Random
from typing import NamedTuple

from attrs import evolve, frozen
from hypothesis import strategies as st

from livingstone.edition.loading import is_shipped
from livingstone.edition.types import Edition
from livingstone.game.chance import chance_outcomes
from livingstone.game.engine import apply, legal_moves, new_game
from livingstone.game.moves import Action, BuildTent, DrawCard, PlayCard
from livingstone.game.sampling import deal_unseen, filled, holdable_cards, split, with_outcome
from livingstone.game.state import Player, State, Streams
from livingstone.game.view import View, choice_seen_by, is_open
from livingstone.game.viewing import view
from livingstone.records.record import Record
from livingstone.support.arguments import SEED_LIMIT
from livingstone.testing.data import editions as any_editions
from livingstone.values import GEM_COLOURS, NO_GEMS, CardPile, Space, Stones

Pick = Callable[[Sequence[Action], int], Action]
"""Picks one of some options by a number from 0 to 255."""


@frozen(eq=False, repr=False)
class Game:
    """A game, or the start of one; Hypothesis prints its actions and not its states."""

    states: tuple[State, ...]
    """All states, including the first and the last one."""
    actions: tuple[Action, ...]
    """The moves and outcomes between the states, in order."""
    told: str
    """How the game started, in words."""

    @property
    def start(self) -> State:
        """The first state."""
        return self.states[0]

    @property
    def last(self) -> State:
        """The last state."""
        return self.states[-1]

    def steps(self) -> "Iterator[tuple[State, Action, State]]":
        """List each action with the states before and after it."""
        yield from zip(self.states[:-1], self.actions, self.states[1:], strict=True)

    def __repr__(self) -> str:
        return f"<{self.told}: {list(self.actions)}>"


def options(state: State) -> "tuple[Action, ...]":
    """List what can happen next: the legal moves, or the outcomes of chance.

    >>> from livingstone import new_game
    >>> options(new_game(2, explicit_chance=True))[0]
    DiceRolled(dice=(1, 1, 1, 1))
    """
    return legal_moves(state) or tuple(chance_outcomes(state))


def pick_any(options: "Sequence[Action]", number: int) -> "Action":
    """Pick any option by a number from 0 to 255.

    >>> from livingstone import EndTurn, TakeCoins
    >>> pick_any([TakeCoins(), EndTurn()], 7)
    EndTurn()
    """
    count = len(options)
    return options[number % count if count <= 256 else number * count // 256]


def pick_rare(options: "Sequence[Action]", number: int) -> "Action":
    """Pick a kind of action first, then one of that kind, so that rare kinds are picked often.

    >>> from livingstone import Donate, EndTurn
    >>> pick_rare([Donate(1), Donate(2), Donate(3), EndTurn()], 1)
    EndTurn()
    """
    kinds: dict[object, list[Action]] = {}
    for option in options:
        kinds.setdefault(_kind(option), []).append(option)
    if len(kinds) == 1:
        return pick_any(options, number)
    number, kind = divmod(number, len(kinds))
    return pick_any(list(kinds.values())[kind], number)


def pick_card(options: "Sequence[Action]", number: int) -> "Action":
    """Pick as `pick_rare`; three times out of four only moves that draw or play cards, if any.

    >>> from livingstone import EndTurn, PlayCard
    >>> pick_card([EndTurn(), PlayCard("lion")], 3)
    PlayCard(card='lion', gems=None, space=None, source=None)
    """
    cards = [
        option
        for option in options
        if isinstance(option, DrawCard | PlayCard)
        or (isinstance(option, BuildTent) and option.cards)
    ]
    number, whether = divmod(number, 4)
    return pick_rare(cards if cards and whether else options, number)


PICKS: tuple[Pick, ...] = (pick_any, pick_rare, pick_card)
"""Ways to pick, which lead to different kinds of games."""


def fold(state: State, numbers: Sequence[int], pick: "Pick", told: str = "a game") -> Game:
    """Play on from a state until the numbers or the game end; `told` says how the game started.

    >>> from livingstone import new_game
    >>> fold(new_game(2, seed=7), [0, 0, 0], pick_any).last.dice_taken
    1
    """
    states = [state]
    actions = list[Action]()
    for number in numbers:
        if state.is_over:
            break
        action = pick(options(state), number)
        state = apply(state, action)
        states.append(state)
        actions.append(action)
    return Game(tuple(states), tuple(actions), told)


def _kind(action: Action) -> object:
    if isinstance(action, PlayCard):
        return action.card
    if isinstance(action, BuildTent):
        return BuildTent, action.cards, action.source is None
    return type(action)


Editions = st.SearchStrategy[Edition]


def seeds() -> st.SearchStrategy[int]:
    """Draw the seed of a game.

    >>> from hypothesis import given
    >>> from livingstone import new_game
    >>> @given(seeds())
    ... def test_a_seed_decides_the_first_roll(seed):
    ...     assert new_game(2, seed=seed).dice == new_game(2, seed=seed).dice
    >>> test_a_seed_decides_the_first_roll()
    """
    return st.integers(0, SEED_LIMIT - 1)


@st.composite
def numbers(draw: st.DrawFn, longest: int = 300) -> list[int]:
    """Draw the picks of a game: integers below 256, drawn as bytes, which Hypothesis shrinks fast.

    >>> from hypothesis import given
    >>> from livingstone import new_game
    >>> @given(numbers(5))
    ... def test_each_number_is_at_most_one_action(choices):
    ...     assert len(fold(new_game(2, seed=7), choices, pick_any).actions) <= len(choices)
    >>> test_each_number_is_at_most_one_action()
    """
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

    `editions` is the strategy for the edition. If `explicit` is None, chance is explicit or has a
    seed. With `midgame`, the game may also start from a position in the middle that was not reached
    by moves.

    >>> from hypothesis import given
    >>> @given(starts(explicit=True, midgame=False))
    ... def test_a_game_begins_with_the_dice(start):
    ...     assert start.last.is_chance
    >>> test_a_game_begins_with_the_dice()
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
) -> Game:
    """Draw a game of at most `longest` actions; the other arguments are as for `starts`.

    >>> from hypothesis import given
    >>> from livingstone import validate
    >>> @given(games(longest=20))
    ... def test_nothing_is_lost(game):
    ...     for before, action, after in game.steps():
    ...         assert validate(after) == []
    >>> test_nothing_is_lost()
    """
    start = draw(starts(editions, explicit=explicit, midgame=midgame))
    pick = draw(st.sampled_from(PICKS))
    return fold(start.last, draw(numbers(longest)), pick, f"{start.told}, {pick.__name__}")


def new_games(editions: Editions | None = None, *, longest: int = 300) -> st.SearchStrategy[Game]:
    """Draw a game from its beginning, as records need it; the arguments are as for `games`.

    >>> from hypothesis import given
    >>> @given(new_games(longest=20))
    ... def test_the_boat_begins_in_column_1(game):
    ...     assert game.start.boat == 1
    >>> test_the_boat_begins_in_column_1()
    """
    return games(editions, midgame=False, longest=longest)


def states(
    editions: Editions | None = None, *, explicit: bool | None = None, longest: int = 120
) -> st.SearchStrategy[State]:
    """Draw the last state of a game; the arguments are as for `games`.

    >>> from hypothesis import given
    >>> @given(states(longest=20))
    ... def test_who_has_a_die_has_taken_it(state):
    ...     assert state.die is None or state.dice_taken > 0
    >>> test_who_has_a_die_has_taken_it()
    """
    return games(editions, explicit=explicit, longest=longest).map(attrgetter("last"))


class Gift(IntEnum):
    """What a player gets in a position from the middle of a game."""

    CARD = 0
    GEM = 1
    COINS = 2
    TENTS = 3
    """Some that are scored."""
    ANOTHER_CARD = 4
    DONATION = 5
    """Coins of the player's purse go into the chest."""
    OPEN_CARD = 6
    """A card of the draw pile lies open."""


def dealt(state: State, gifts: Sequence[int]) -> State:
    """Make a position from the middle of a game by gifts, each a number from 0 to 255.

    The players get the gifts in turn. A gift is the value of its `Gift` plus 7 times a number that
    says which thing, or how much. The first gift also decides the column of the boat.
    """
    if gifts:
        state = state.changed(boat=gifts[0] % len(state.edition.board.columns) + 1)
    for index, gift in enumerate(gifts):
        number, kind = divmod(gift, len(Gift))
        state = give(state, index % len(state.players), Gift(kind), number)
    return state


def give(state: State, seat: int, kind: Gift, number: int) -> State:
    """Give a player something, if there is any; `number` says which thing, or how much."""
    player = state.players[seat]
    match kind:
        case Gift.CARD | Gift.ANOTHER_CARD if cards := holdable_cards(state, ()):
            ids = [*dict.fromkeys(cards)]
            card = ids[number % len(ids)]
            state = state.changed(draw_pile=state.draw_pile - CardPile.of([card]))
            player = player.changed(hand=tuple(sorted((*player.hand, card))))
        case Gift.GEM if state.bag.gems.total:
            colours = [colour for colour in GEM_COLOURS if getattr(state.bag, colour)]
            gem = NO_GEMS._replace(**{colours[number % len(colours)]: 1})
            state = state.changed(bag=state.bag - gem.stones)
            player = player.changed(gems=player.gems + gem)
        case Gift.COINS:
            coins = min(number % 16, state.bank)
            state = state.changed(bank=state.bank - coins)
            player = player.changed(coins=player.coins + coins)
        case Gift.TENTS if player.supply and state.boat > 1:
            player = _with_scored_tents(state, player, number)
        case Gift.DONATION if player.coins:
            coins = number % player.coins + 1
            player = player.changed(
                coins=player.coins - coins,
                chest=player.chest + coins,
                donations=player.donations + 1,
                chest_limit=player.funds,
            )
        case Gift.OPEN_CARD if state.draw_pile:
            ids = [card for card, _ in state.draw_pile]
            opened = CardPile.of([ids[number % len(ids)]])
            state = state.changed(draw_pile=state.draw_pile - opened, played=state.played + opened)
    return state.with_player(player, seat=seat)


MOST_GIFTS = (0, 0, 0, 1, 2, 5)
"""The gifts of one kind that a player gets in a late position: one of these numbers."""
MOST_POINTS = 50
"""The most points that a player gets in a late position."""


def late(state: State, random: Random) -> State:
    """Make a late position of one where a player is to move.

    The boat has moved on, and players have much of some things. Few games lead to positions with
    many tents, a large purse, or an empty bag, bank or draw pile.
    """
    last = len(state.edition.board.columns)
    state = state.changed(boat=random.choice((state.boat, random.randint(state.boat, last), last)))
    state = _used_up(state, random)
    for seat in range(len(state.players)):
        for kind in Gift:
            for _ in range(random.choice(MOST_GIFTS)):
                state = give(state, seat, kind, random.randrange(256))
        player = state.players[seat]
        built = min(random.choice(MOST_GIFTS), player.supply)
        row = random.randint(1, len(state.edition.board.rows))
        player = _with_tents(player, state.boat, row, built)
        points = player.points + random.choice((0, random.randint(0, MOST_POINTS)))
        state = state.with_player(player.changed(points=points), seat=seat)
    return state


def _used_up(state: State, random: Random) -> State:
    """Put black stones aside, lay cards open, and give a player coins: none, some or all of each.

    Half of the time, nothing is changed.
    """
    if random.randrange(2):
        return state

    def part(most: int) -> int:
        return random.choice((0, 0, random.randint(0, most), most))

    aside = Stones(black=part(state.bag.black))
    cards = [*state.draw_pile.cards()]
    opened = CardPile.of(random.sample(cards, part(len(cards))))
    coins = part(state.bank)
    seat = random.randrange(len(state.players))
    player = state.players[seat]
    return state.with_player(
        player.changed(coins=player.coins + coins),
        seat=seat,
        bank=state.bank - coins,
        bag=state.bag - aside,
        aside=state.aside + aside,
        draw_pile=state.draw_pile - opened,
        played=state.played + opened,
    )


def _with_scored_tents(state: State, player: Player, number: int) -> Player:
    """Put up to three tents on a scored space; `number` says which space."""
    column, row = divmod(number, len(state.edition.board.rows))
    column %= state.boat - 1
    player = _with_tents(player, column + 1, row + 1, min(3, player.supply))
    return player.changed(scored=tuple(sorted({*player.scored, Space(row + 1, column + 1)})))


def _with_tents(player: Player, column: int, row: int, count: int) -> Player:
    """Put tents of the supply on a space."""
    tents = [list(numbers) for numbers in player.tents]
    tents[column - 1][row - 1] += count
    return player.changed(tents=tuple(map(tuple, tents)), supply=player.supply - count)


def observers(state: State) -> tuple[int | None, ...]:
    """List who can look at a state: a spectator (None) and each seat.

    >>> from livingstone import new_game
    >>> observers(new_game(2, seed=7))
    (None, 0, 1)
    """
    return (None, *range(len(state.players)))


@st.composite
def views(draw: st.DrawFn, positions: st.SearchStrategy[State] | None = None) -> View:
    """Draw the view of any state, or of one of `positions`, by any seat or a spectator.

    >>> from hypothesis import given
    >>> @given(views(states(longest=20)))
    ... def test_a_spectator_has_nothing_of_their_own(seen):
    ...     assert (seen.own is None) == (seen.seat is None)
    >>> test_a_spectator_has_nothing_of_their_own()
    """
    state = draw(states() if positions is None else positions)
    return view(state, draw(st.sampled_from(observers(state))))


@st.composite
def with_other_secrets(draw: st.DrawFn, state: State, seat: int | None) -> State:
    """Draw a state that differs only in what a seat may not know (R10.2, R10.3).

    >>> from hypothesis import given
    >>> from livingstone import new_game, view
    >>> state = new_game(2, seed=7)
    >>> @given(with_other_secrets(state, seat=0))
    ... def test_seat_0_sees_the_same(other):
    ...     assert view(other, 0) == view(state, 0)
    >>> test_seat_0_sees_the_same()
    """
    streams = draw(st.builds(Streams, seeds(), *[st.integers(0, 99)] * 5))
    if state.streams is not None:
        state = state.changed(streams=streams)
    if is_open(state):
        return state
    secrets = _Secrets.of(state, seat)
    cards = iter(draw(st.permutations(secrets.free)))
    chests = {other: draw(st.integers(*own)) for other, own in secrets.chests.items()}
    state = deal_unseen(state, filled(secrets.sizes, secrets.sure, cards), chests)
    if state.choice is None:
        return state
    return with_outcome(state, seat, lambda some, count: draw(st.permutations(some))[:count])


class _Secrets(NamedTuple):
    """What a seat does not know of a state; the keys are the other seats (R10.2)."""

    sizes: Mapping[int, int]
    """The number of cards that each holds."""
    sure: Mapping[int | None, Sequence[str]]
    """The known cards of each; the key None stands for the top of the draw pile."""
    free: list[str]
    """All other cards that the hands may hold, sorted."""
    chests: Mapping[int, tuple[int, int]]
    """The fewest and the most coins that each may have donated."""

    @classmethod
    def of(cls, state: State, seat: int | None, kept: Iterable[str] = ()) -> "_Secrets":
        """Find the secrets for a seat, as if it knew the cards `kept` of the player to move."""
        players = enumerate(state.players)
        hidden = {other: player for other, player in players if other != seat}
        known = () if seat is None else state.players[seat].known
        sure, free = split(known, holdable_cards(state, hidden))
        if (mover := state.current_player) in hidden:
            more = Counter(kept) - Counter(sure.get(mover, ()))
            sure[mover] = (*sure.get(mover, ()), *more.elements())
            free = sorted((Counter(free) - more).elements())
        sizes = {other: len(player.hand) for other, player in hidden.items()}
        chests = {other: (own.donations, own.chest_limit) for other, own in hidden.items()}
        return cls(sizes, sure, free, chests)


CHESTS = 4
"""The least number of deals if chests can differ, so that several amounts are tried."""


def other_deals(
    state: State, seat: int | None, random: Random, *, most: int, kept: Iterable[str] = ()
) -> Iterator[State]:
    """Yield at most `most` random states that a seat cannot tell from this one (R10.2).

    If `most` allows, each unseen card is in a hidden hand in at least one of the states. Chests are
    often as empty or as full as possible. The player to move keeps the cards `kept`.
    """
    secrets = _Secrets.of(state, seat, kept)
    random.shuffle(secrets.free)
    known = sum(len(secrets.sure.get(other, ())) for other in secrets.sizes)
    held = sum(secrets.sizes.values()) - known
    deals = ceil(len(secrets.free) / held) if held else 0
    if any(least < largest for least, largest in secrets.chests.values()):
        deals = max(deals, CHESTS)
    if state.choice is not None and choice_seen_by(seat, state.choice) != state.choice:
        deals = max(deals, CHESTS)  # what the player of the card saw is another secret
    for number in range(min(deals, most)):
        cards = islice(cycle(secrets.free), number * held, None)
        hands = filled(secrets.sizes, secrets.sure, cards)
        chests = {
            other: random.choice((least, largest, random.randint(least, largest)))
            for other, (least, largest) in secrets.chests.items()
        }
        other = deal_unseen(state, hands, chests)
        yield other if other.choice is None else with_outcome(other, seat, random.sample)


@st.composite
def records(draw: st.DrawFn, games: st.SearchStrategy[Game] | None = None) -> Record:
    """Draw the record of any game, or of one of `games`, perhaps with names and comments.

    >>> from hypothesis import given
    >>> from livingstone import dumps, loads
    >>> @given(records(new_games(longest=20)))
    ... def test_a_record_comes_back_as_it_was_written(record):
    ...     assert loads(dumps(record)) == record
    >>> test_a_record_comes_back_as_it_was_written()
    """
    game = draw(new_games() if games is None else games)
    names = [f"player {letter}" for letter in "abcde"[: len(game.start.players)]]
    record = Record.of(game.start, game.actions, players=draw(st.sampled_from([None, names])))
    if not record.actions:
        return record
    noted = draw(st.lists(st.integers(1, len(record.actions)), unique=True, max_size=3).map(sorted))
    return evolve(record, comments=tuple((number, f"action {number}") for number in noted))
