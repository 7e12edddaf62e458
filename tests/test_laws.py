"""What holds in every game: one test for each law, over random games of all kinds."""

import copy
import pickle
from collections import Counter
from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import combinations_with_replacement, pairwise, product
from random import Random
from typing import Any

import pytest
from attrs import fields, has
from editions import RULESETS, make_edition, tiny_board
from hypothesis import given
from hypothesis import strategies as st
from strategies import (
    PICKS,
    SEEDS,
    Game,
    Pick,
    any_editions,
    custom_editions,
    fold,
    games,
    numbers,
    options,
    pick_rare,
    positions,
    shipped_editions,
    starts,
)

from livingstone import (
    BuildTent,
    CardRevealed,
    Code,
    DiceRolled,
    Dig,
    Donate,
    DrawCard,
    Edition,
    EndTurn,
    Gems,
    IllegalMoveError,
    PlayCard,
    RoundRoll,
    SellGems,
    Space,
    State,
    Stones,
    StonesDrawn,
    TakeCoins,
    TakeDie,
    apply,
    chance_outcomes,
    is_legal,
    legal_moves,
    new_game,
    result,
    validate,
    why_illegal,
    with_explicit_chance,
    with_seed,
)
from livingstone.chance import draw
from livingstone.edition.effect import BoatBack, MoreDice
from livingstone.engine import steps
from livingstone.moves import Action, ChanceEvent, DonationRoll, StoneDraw
from livingstone.state import Streams
from livingstone.values import GEM_COLOURS, CardPile

MOST_MOVES = 5000
"""No random game with the shipped cards comes near it; the rules know no limit (R2.7)."""


# Nothing is lost and nothing is made


@given(games())
def test_r1_5_no_stone_is_lost_or_made(game: Game) -> None:
    for state in game.states:
        total = state.bag.plus(state.aside)
        for player in state.players:
            total = total.plus_gems(player.gems)
        assert total == state.edition.board.bag


@given(games())
def test_r1_7_no_coin_is_lost_or_made(game: Game) -> None:
    for state in game.states:
        held = sum(player.coins + player.chest for player in state.players)
        assert state.bank + held == state.edition.board.money


@given(games())
def test_r1_6_no_card_is_lost_or_made(game: Game) -> None:
    deck = Counter({card.id: card.count for card in game.start.edition.cards})
    for state in game.states:
        cards = Counter(state.draw_pile.cards())
        cards.update(state.played.cards())
        for player in state.players:
            cards.update(player.hand)
        assert cards == deck


@given(games())
def test_r1_8_no_tent_is_lost_or_made(game: Game) -> None:
    for state in game.states:
        board = state.edition.board
        for player in state.players:
            spaces = product(range(1, len(board.rows) + 1), range(1, len(board.columns) + 1))
            on_board = sum(player.tents_at(Space(*space)) for space in spaces)
            assert player.supply + on_board == board.tents


@given(games())
def test_r5_2_what_is_donated_stays_donated(game: Game) -> None:
    for before, action, after in game.steps():
        for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
            donates = isinstance(action, Donate) and seat == before.current_player
            assert new.donations == old.donations + donates
            assert (new.chest > old.chest) if donates else (new.chest == old.chest)


@given(games())
def test_r7_points_never_shrink(game: Game) -> None:
    for before, _, after in game.steps():
        for old, new in zip(before.players, after.players, strict=True):
            assert new.points >= old.points


@given(games(explicit=True))
def test_r7_1_each_tent_in_the_boats_column_scores_its_row(game: Game) -> None:
    for before, action, after in game.steps():
        if action == EndTurn() and isinstance(after.pending, RoundRoll):
            rows = before.edition.board.rows
            for old, new in zip(before.players, after.players, strict=True):
                tents = [old.tents_at(Space(row, before.boat)) for row in range(1, len(rows) + 1)]
                due = sum(count * row.value for count, row in zip(tents, rows, strict=True))
                assert new.points == old.points + due


@given(games())
def test_r6_4_the_dice_of_a_turn_are_those_allowed(game: Game) -> None:
    for before, action, after in game.steps():
        allowed = before.dice_taken + before.dice_left
        match action:
            case EndTurn():
                assert after.dice_taken == 0
                assert after.dice_left == 1
            case PlayCard(card) if isinstance(more := before.edition.effects[card], MoreDice):
                assert after.dice_taken + after.dice_left == allowed + more.dice
            case _:
                assert after.dice_taken + after.dice_left == allowed


@given(games(longest=80))
def test_every_state_of_a_game_is_sound(game: Game) -> None:
    for state in game.states:
        assert validate(state) == []


@given(positions())
def test_every_later_state_of_a_game_is_sound(state: State) -> None:
    assert validate(state) == []


# What can be done


@given(games())
def test_whoever_is_to_move_can_move(game: Game) -> None:
    for state in game.states:
        moves = legal_moves(state)
        assert bool(moves) == (not state.is_chance and not state.is_over)
        assert len(set(moves)) == len(moves)


@given(games(longest=120))
def test_every_legal_move_is_accepted(game: Game) -> None:
    for state in game.states:
        for action in options(state)[:50]:
            assert is_legal(state, action)
            assert why_illegal(state, action) is None
        if not state.is_over:
            apply(state, options(state)[-1])


@given(games(longest=200), st.integers(0, 2**16))
def test_exactly_the_legal_moves_are_accepted(game: Game, number: int) -> None:
    state = game.states[number % len(game.states)]
    assert_only_legal_moves_are_accepted(state)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("players", [2, 3, 5])
def test_exactly_the_legal_moves_are_accepted_late_in_a_game(ruleset: str, players: int) -> None:
    random = Random(players)
    state = new_game(players, seed=players, edition=ruleset)
    probes = set(random.sample(range(300), 6))
    for step in range(300):
        if state.is_over:
            break
        if step in probes:
            assert_only_legal_moves_are_accepted(state)
        state = apply(state, pick_rare(legal_moves(state), random.randrange(256)))
    assert_only_legal_moves_are_accepted(state)


def assert_only_legal_moves_are_accepted(state: State) -> None:
    legal = set(options(state))
    candidates = set(universe(state))
    assert legal <= candidates
    for action in candidates:
        assert_agreed(state, action, legal=action in legal)
    for garbage in garbage_of(state):
        assert_agreed(state, garbage, legal=False)


def assert_agreed(state: State, action: Action, *, legal: bool) -> None:
    assert is_legal(state, action) == legal, action
    refusal = why_illegal(state, action)
    if legal:
        assert refusal is None
        apply(state, action)
        return
    assert refusal is not None
    assert isinstance(refusal.code, Code)
    assert refusal.rule.startswith("R")
    assert refusal.sentence
    with pytest.raises(IllegalMoveError) as error:
        apply(state, action)
    assert error.value.reason == refusal
    assert error.value.state is state
    assert error.value.move is action


def universe(state: State) -> Iterator[Action]:
    """Go through far more actions than can be legal, all that are included."""
    board, player = state.edition.board, state.player
    ids = [*state.edition.effects, "no_such_card"]
    rows = range(-1, len(board.rows) + 3)
    spaces = [Space(row, column) for row in rows for column in range(len(board.columns) + 2)]
    yield from options(state)
    yield from (TakeDie(value) for value in range(-1, board.dice.sides + 3))
    yield from (DrawCard(), TakeCoins(), Dig(), EndTurn())
    yield from (Donate(coins) for coins in range(-1, player.coins + 3))
    for colour in GEM_COLOURS:
        held = getattr(player.gems, colour)
        yield from (SellGems(colour, count) for count in range(-1, held + 3))
    own, pairs = player.spaces(), list(combinations_with_replacement(ids, 2))
    for row in rows:
        for source in (None, *own[:2], Space(0, 0)):
            yield from (BuildTent(row, pair, source) for pair in pairs)
        for cards in ((), *((card,) for card in ids)):
            yield BuildTent(row, cards)
            if cards == () or cards[0] in player.hand:
                yield from (BuildTent(row, cards, source) for source in spaces)
    sales = [
        Gems(*gems) for gems in product(*(sorted({-1, *range(n + 1), n + 1}) for n in player.gems))
    ]
    for card in ids:
        yield PlayCard(card)
        yield from (PlayCard(card, gems=gems) for gems in sales)
        yield PlayCard(card, sales[-1], spaces[0], spaces[-1])
        for space in spaces if card in player.hand else own:
            yield from (PlayCard(card, space=space, source=s) for s in (None, *own, Space(9, 9)))
            yield PlayCard(card, sales[0], space)
    yield from (CardRevealed(card) for card in ids)
    yield from (DiceRolled((1,) * count) for count in range(12))
    yield from (StonesDrawn(Stones(black=black)) for black in range(8))
    yield from (StonesDrawn(Stones(white=white)) for white in range(3))
    yield DiceRolled((0, 1))
    yield DiceRolled((2, 1))


class Odd(Enum):
    """Something that is no move at all."""

    THING = 1


def garbage_of(state: State) -> list[Action]:
    """List what is no action, or one with values of wrong types, some of them equal to right ones.

    `Any` on purpose: the type checker would refuse all of it.
    """
    die: Any = state.die or 1
    odd: list[Any] = [True, None, "1", 1.0, float(die), [1], {}, (1,), Odd.THING]
    gems: list[Any] = [1, "x", [1, 1, 1], (1, 1), Gems(odd[3]), Gems(odd[0])]
    spaces: list[Any] = [1, "x", [1, 1], Space(odd[3], 1), Space(odd[2], 1), Space(odd[0], 1)]
    cards: list[Any] = [[], "lion", 5, ("lion", 5), [["lion"]], {"lion": 1}, None]
    colours: list[Any] = ["black", None, ["red"], "gems", 1]
    stones: list[Any] = [None, (1, 0), [1, 0, 0, 0, 0], *map(Stones, odd), Stones(white=odd[0])]
    hand = (*state.player.hand, "market", "second_tent")
    things: list[Any] = [None, 0, "EndTurn", (), [], {}, object(), TakeDie, state, Odd.THING]
    things += [Space(1, 1), RoundRoll(2), Action, *odd]
    things += [make(value) for make in (TakeDie, Donate, BuildTent, PlayCard) for value in odd]
    things += [BuildTent(die, wrong) for wrong in cards if wrong not in ([], {})]
    things += [BuildTent(die, (), wrong) for wrong in spaces]
    things += [PlayCard(card, wrong) for card in hand for wrong in gems]
    things += [PlayCard(card, None, wrong) for card in hand for wrong in spaces]
    things += [PlayCard(card, None, Space(1, 1), wrong) for card in hand for wrong in spaces]
    things += [SellGems("red", wrong) for wrong in odd]
    things += [SellGems(wrong, 1) for wrong in colours]
    dice: list[Any] = [5, [1, 1], *((value,) * 4 for value in odd)]
    things += [DiceRolled(wrong) for wrong in dice]
    things += [StonesDrawn(wrong) for wrong in stones]
    things += [CardRevealed(wrong) for wrong in (*odd, ["lion"])]
    return things


KINDS_IN_ORDER = (
    TakeDie,
    DrawCard,
    TakeCoins,
    Dig,
    BuildTent,
    PlayCard,
    SellGems,
    Donate,
    EndTurn,
)


@given(games())
def test_moves_come_in_the_documented_order(game: Game) -> None:
    for state in game.states:
        moves = legal_moves(state)
        assert list(moves) == sorted(moves, key=documented_order)
        builds = [move for move in moves if isinstance(move, BuildTent)]
        for i, build in enumerate(builds[1:], 1):
            same = [b for b in builds[:i] if (b.row, b.cards) == (build.row, build.cards)]
            assert same == builds[i - len(same) : i], "the same cards are not side by side"


def documented_order(move: Action) -> tuple[object, ...]:
    kind = KINDS_IN_ORDER.index(type(move))
    match move:
        case TakeDie(value):
            return kind, value
        case BuildTent(row):
            return kind, row
        case PlayCard(card, None, space, source):
            return kind, card, *(place or Space(0, 0) for place in (space, _by_column(source)))
        case PlayCard(card, gems):
            return kind, card, gems
        case SellGems(gem, count):
            return kind, GEM_COLOURS.index(gem), count
        case Donate(coins):
            return kind, coins
        case _:
            return (kind,)


def _by_column(source: Space | None) -> tuple[int, int] | None:
    return source and (source.column, source.row)


# States are values


@given(games(longest=100))
def test_no_move_changes_the_state_it_is_made_in(game: Game) -> None:
    for state in game.states:
        before, copied = snapshot(state), copy.deepcopy(state)
        for action in options(state)[:20]:
            apply(state, action)
        validate(state)
        assert snapshot(state) == before
        assert state == copied


def snapshot(state: State) -> bytes:
    """Write all fields but the edition, whose tables are made when they are first used."""
    return pickle.dumps({name: value for name, value in vars(state).items() if name != "edition"})


@given(games(longest=40))
def test_copies_are_equal_and_hash_alike(game: Game) -> None:
    for value in (*game.states[-3:], *game.actions[-3:], game.start.edition):
        for twin in (
            copy.copy(value),
            copy.deepcopy(value),
            *(pickle.loads(pickle.dumps(value, p)) for p in range(pickle.HIGHEST_PROTOCOL + 1)),
        ):
            assert twin == value
            assert hash(twin) == hash(value)
            assert repr(twin) == repr(value)


@given(positions())
def test_a_copied_state_can_be_played_on(state: State) -> None:
    twin = pickle.loads(pickle.dumps(state))
    assert options(twin) == options(state)
    for action in options(state)[:5]:
        assert apply(twin, action) == apply(state, action)


@given(games(longest=150))
def test_the_order_of_two_sales_does_not_matter(game: Game) -> None:
    for state in game.states:
        colours = {move.gem: move for move in legal_moves(state) if isinstance(move, SellGems)}
        for one, other in pairwise(colours.values()):
            # A bank that runs out pays the first sale and not the second, but the sum is the same.
            ways = apply(apply(state, one), other), apply(apply(state, other), one)
            assert ways[0] == ways[1]
            assert hash(ways[0]) == hash(ways[1])


@given(starts(any_editions, explicit=False), numbers())
def test_equal_states_have_equal_hashes(start: Game, picks: list[int]) -> None:
    seen: dict[State, int] = {}
    for pick in PICKS:
        for state in fold(start.last, picks, pick).states:
            seen.setdefault(state, hash(state))
            assert seen[state] == hash(state)


@given(positions())
def test_nothing_in_a_state_can_be_changed(state: State) -> None:
    assert_frozen("state", state)


def assert_frozen(path: str, value: object) -> None:
    """Walk through fields and items; cached tables are no fields."""
    if value is None or type(value) in (int, str, bool):
        return
    if isinstance(value, tuple):
        for index, item in enumerate(value):
            assert_frozen(f"{path}[{index}]", item)
        return
    assert has(type(value)), f"{path} is a {type(value).__name__}"
    hash(value)
    for name in names_of_fields(value):
        inner = getattr(value, name)
        with pytest.raises(AttributeError):
            setattr(value, name, inner)
        assert_frozen(f"{path}.{name}", inner)


def names_of_fields(value: Any) -> list[str]:
    return [field.name for field in fields(type(value))]


@given(positions())
def test_a_state_keeps_nothing_but_its_fields(state: State) -> None:
    for value in (state, *state.players):
        assert sorted(vars(value)) == sorted(names_of_fields(value))


# Games end


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_r2_7_random_games_end(ruleset: str, players: int) -> None:
    for seed, pick in enumerate(PICKS):
        state = new_game(players, seed=seed, edition=ruleset)
        assert_ends_well(play_out(state, seed, pick))


@given(starts(custom_editions()), st.integers(0, 2**32), st.sampled_from(PICKS))
def test_r2_7_random_games_of_any_edition_end(start: Game, seed: int, pick: Pick) -> None:
    midway = play_out(start.last, seed, pick, moves=300)
    assert_ends_well(play_without_boat_back(midway, seed))


def play_out(state: State, seed: int, pick: Pick, moves: int = MOST_MOVES) -> State:
    random = Random(seed)
    return fold(state, [random.randrange(256) for _ in range(moves)], pick).last


def play_without_boat_back(state: State, seed: int) -> State:
    """Play on without the one effect that can go on for ever."""
    effects, random = state.edition.effects, Random(seed)
    for _ in range(MOST_MOVES):
        if state.is_over:
            break
        moves = [
            move
            for move in options(state)
            if not (isinstance(move, PlayCard) and isinstance(effects[move.card], BoatBack))
        ]
        state = apply(state, pick_rare(moves, random.randrange(256)))
    return state


def assert_ends_well(state: State) -> None:
    assert state.is_over
    assert validate(state) == []
    assert options(state) == ()
    ending = result(state)
    assert ending is not None
    assert len(ending.standings) == len(state.players)
    for seat, (player, standing) in enumerate(zip(state.players, ending.standings, strict=True)):
        parts = (standing.round_points, *standing.majorities)
        assert sum(parts) + standing.gem_points + standing.card_points == player.points
        assert min(*parts, standing.gem_points, standing.card_points) >= 0
        hidden = standing.is_out and state.edition.ruleset.out_scores_zero
        assert standing.points == (0 if hidden else player.points)
        assert standing.donated == player.chest
        assert (seat in ending.winners) == (standing.rank == 1 and not standing.is_out)
    for row, rated in enumerate(state.edition.board.rows):
        shares = [standing.majorities[row] for standing in ending.standings]
        assert sum(shares) <= rated.majority
        assert len(set(shares) - {0}) <= 1
    chests = [player.chest for player in state.players]
    enough = min(chests) + 1 if state.threshold is None else state.threshold
    assert [standing.is_out for standing in ending.standings] == [c < enough for c in chests]
    for one, other in product(ending.standings, repeat=2):
        if not one.is_out and (other.is_out or one.points > other.points):
            assert one.rank < other.rank
    assert bool(ending.winners) == any(not s.is_out for s in ending.standings)


# Chance: the seed decides, and decides as if one asked for each outcome


@given(starts(any_editions, explicit=False, midgame=False), numbers(), st.sampled_from(PICKS))
def test_the_same_seed_gives_the_same_game(start: Game, picks: list[int], pick: Pick) -> None:
    state = start.last
    assert state.streams is not None
    again = new_game(
        len(state.players),
        seed=state.streams.seed,
        edition=state.edition,
        first=state.starting_player,
    )
    first, second = (fold(begin, picks, pick) for begin in (state, again))
    assert first.states == second.states
    assert first.actions == second.actions


@given(games(explicit=False, longest=200))
def test_the_seed_only_brings_what_chance_can_bring(game: Game) -> None:
    for before, action, after in game.steps():
        *_, (_, _, last) = steps(before, action)
        assert last == after
        for here, outcome, there in steps(before, action):
            twin = with_explicit_chance(here)
            if isinstance(outcome, DiceRolled | StonesDrawn | CardRevealed):
                assert here.is_chance
                assert chance_outcomes(twin)[outcome] > 0
            assert apply(twin, outcome) == with_explicit_chance(there)


@given(games())
def test_a_seeded_state_never_waits_for_chance(game: Game) -> None:
    for state in game.states:
        assert state.is_chance == (state.pending is not None)
        if state.streams is not None:
            assert not state.is_chance
            assert not chance_outcomes(state)


@given(positions(), SEEDS)
def test_a_new_seed_forgets_the_old_one(state: State, seed: int) -> None:
    assert with_seed(with_explicit_chance(state), seed) == with_seed(state, seed)
    assert not with_seed(state, seed).is_chance
    assert with_explicit_chance(with_explicit_chance(state)) == with_explicit_chance(state)


@given(starts(shipped_editions, explicit=False), numbers(), numbers(), st.sampled_from(PICKS))
def test_the_dice_do_not_depend_on_what_was_played(
    start: Game, ones: list[int], others: list[int], pick: Pick
) -> None:
    rolls, other_rolls = (
        [
            outcome
            for before, action, _ in fold(start.last, picks, pick).steps()
            for here, outcome, _ in steps(before, action)
            if isinstance(here.pending, RoundRoll)
        ]
        for picks in (ones, others)
    )
    assert all(roll == other for roll, other in zip(rolls, other_rolls, strict=False))


@given(SEEDS)
def test_the_dice_of_later_rounds_do_not_depend_on_what_was_played(seed: int) -> None:
    start = new_game(2, seed=seed)
    rounds = [rolls_of(start, last=last) for last in (False, True)]
    assert len(rounds[0]) == len(rounds[1]) == len(start.edition.board.columns)
    assert rounds[0] == rounds[1]


def rolls_of(state: State, *, last: bool) -> list[tuple[int, ...]]:
    """Play without cards: draw none, and take coins, or dig and end the turn."""
    rolls, boat = [state.dice], 1
    while not state.is_over:
        moves = legal_moves(state)
        kinds = (EndTurn, Dig if last else TakeCoins, Dig, TakeDie)
        kind = next(kind for kind in kinds if any(type(move) is kind for move in moves))
        state = apply(state, next(move for move in moves if type(move) is kind))
        if state.boat != boat:
            rolls.append(state.dice)
            boat = state.boat
    return rolls


# Frequencies: fixed seeds, so that a good engine passes always

SAMPLES = 4000


def assert_frequencies(state: State, streams: Sequence[Streams]) -> None:
    """Compare how often each outcome is drawn with its probability, by Pearson's chi-square."""
    expected = chance_outcomes(state)
    drawn = Counter(draw(state, stream)[0] for stream in streams)
    assert set(drawn) <= set(expected)
    # Rare outcomes are lumped together: the test wants five of each expected.
    observed: list[tuple[int, float]] = []
    rest_drawn, rest_expected = 0, 0.0
    for outcome, probability in expected.items():
        number = float(probability * len(streams))
        if number >= 5:
            observed.append((drawn[outcome], number))
        else:
            rest_drawn += drawn[outcome]
            rest_expected += number
    if rest_expected:
        observed.append((rest_drawn, max(rest_expected, 1.0)))
    chi_square = sum((count - number) ** 2 / number for count, number in observed)
    assert chi_square < critical_value(len(observed) - 1)


def critical_value(freedom: int) -> float:
    """Approximate what chi-square exceeds once in 10 000 times (Wilson and Hilferty, 1931)."""
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + 3.719 * part**0.5) ** 3)


SEEDED = [Streams(seed) for seed in range(SAMPLES)]
COUNTED = [Streams(7, number, number, number, number) for number in range(SAMPLES)]


@pytest.mark.parametrize("streams", [SEEDED, COUNTED], ids=["by seed", "by number"])
@pytest.mark.parametrize(
    ("bag", "event"),
    [
        (Stones(29, 15, 10, 5, 1), StoneDraw(1)),
        (Stones(29, 15, 10, 5, 1), StoneDraw(3)),
        (Stones(29, 15, 10, 5, 1), StoneDraw(6)),
        (Stones(1, 0, 1, 2, 1), StoneDraw(3)),
        (Stones(29, 15, 10, 5, 1), RoundRoll(2)),
        (Stones(29, 15, 10, 5, 1), RoundRoll(4)),
        (Stones(29, 15, 10, 5, 1), DonationRoll(4)),
    ],
    ids=str,
)
def test_stones_and_dice_come_as_often_as_listed(
    bag: Stones, event: ChanceEvent, streams: list[Streams]
) -> None:
    state = new_game(2, explicit_chance=True).changed(bag=bag, pending=event)
    assert_frequencies(state, streams)


@pytest.mark.parametrize("streams", [SEEDED, COUNTED], ids=["by seed", "by number"])
def test_cards_come_as_often_as_listed(streams: list[Streams]) -> None:
    state = new_game(2, seed=1)
    waiting = apply(
        with_explicit_chance(apply(state, legal_moves(state)[0])),
        DrawCard(),
    )
    assert_frequencies(waiting, streams)
    few = waiting.changed(draw_pile=CardPile.of(["lion", "market", "market"]))
    assert_frequencies(few, streams)


def test_the_first_roll_comes_as_often_as_listed() -> None:
    """Through the front door: `new_game` itself, with many seeds."""
    edition = make_edition(tiny_board(dice={"per_player": 1, "sides": 3, "donation": 1}), [])
    rolled = Counter(
        DiceRolled(new_game(2, seed=seed, edition=edition).dice) for seed in range(SAMPLES)
    )
    listed = chance_outcomes(new_game(2, edition=edition, explicit_chance=True)).items()
    chi_square = 0.0
    for outcome, probability in listed:
        assert isinstance(outcome, DiceRolled)
        expected = float(SAMPLES * probability)
        chi_square += (rolled[outcome] - expected) ** 2 / expected
    assert chi_square < critical_value(len(listed) - 1)


@pytest.mark.parametrize("kind", ["rounds", "donations", "stones", "cards"])
def test_each_stream_counts_its_own_events(kind: str) -> None:
    events: dict[str, ChanceEvent] = {
        "rounds": RoundRoll(4),
        "donations": DonationRoll(4),
        "stones": StoneDraw(3),
    }
    start = new_game(2, seed=1)
    if kind == "cards":
        state = apply(with_explicit_chance(apply(start, legal_moves(start)[0])), DrawCard())
    else:
        state = new_game(2, explicit_chance=True).changed(pending=events[kind])
    before = Streams(5, 1, 2, 3, 4)
    outcome, after = draw(state, before)
    assert after == before._replace(**{kind: getattr(before, kind) + 1})
    others = before._replace(**{name: 99 for name in Streams._fields[1:] if name != kind})
    assert draw(state, others)[0] == outcome


def test_round_and_donation_dice_come_from_different_streams() -> None:
    state = new_game(2, explicit_chance=True)
    rounds, donations = (
        [draw(state.changed(pending=event), Streams(seed))[0] for seed in range(20)]
        for event in (RoundRoll(4), DonationRoll(4))
    )
    assert rounds != donations


@given(custom_editions(most_dice=2))
def test_generated_editions_can_be_played_by_everyone_they_say(edition: Edition) -> None:
    range_ = edition.board.players
    for players in range(range_.least, range_.most + 1):
        assert len(new_game(players, seed=1, edition=edition).players) == players
