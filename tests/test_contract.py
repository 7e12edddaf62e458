"""The public contract: names, arguments, errors, the fields of states and the form of values."""

import copy
import pickle
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, get_args

import pytest
from attrs import AttrsInstance, evolve, fields
from attrs.exceptions import FrozenInstanceError
from editions import RULESETS
from hypothesis import given
from hypothesis import strategies as st
from strategies import Game, games, options, pick_rare

import livingstone as ls
from livingstone import engine
from livingstone.engine import steps
from livingstone.values import NO_CARDS

CONTRACT = [
    "TakeDie",
    "DrawCard",
    "TakeCoins",
    "Dig",
    "BuildTent",
    "PlayCard",
    "SellGems",
    "Donate",
    "EndTurn",
    "Space",
    "Gems",
    "Stones",
    "State",
    "Player",
    "RoundRoll",
    "DonationRoll",
    "StoneDraw",
    "CardDraw",
    "DiceRolled",
    "StonesDrawn",
    "CardRevealed",
    "new_game",
    "legal_moves",
    "apply",
    "result",
    "Result",
    "Standing",
    "chance_outcomes",
    "with_explicit_chance",
    "with_seed",
    "load_edition",
    "Edition",
    "LivingstoneError",
    "DataError",
    "IllegalMoveError",
    "RecordError",
    "is_legal",
    "why_illegal",
    "validate",
    "perft",
    "divide",
]
"""What other programs are written against (design, section 4, and the parts built on it)."""

MOVES: tuple[ls.Move, ...] = (
    ls.TakeDie(3),
    ls.DrawCard(),
    ls.TakeCoins(),
    ls.Dig(),
    ls.BuildTent(4),
    ls.BuildTent(4, ("ignore_die",), ls.Space(1, 2)),
    ls.PlayCard("lion"),
    ls.PlayCard("market", gems=ls.Gems(1, 0, 2)),
    ls.PlayCard("second_tent", space=ls.Space(1, 2), source=ls.Space(3, 4)),
    ls.SellGems("red", 2),
    ls.Donate(3),
    ls.EndTurn(),
)
OUTCOMES: tuple[ls.Outcome, ...] = (
    ls.DiceRolled((1, 2, 3)),
    ls.StonesDrawn(ls.Stones(black=2, white=1)),
    ls.CardRevealed("lion"),
)


# Names


@pytest.mark.parametrize("name", CONTRACT)
def test_the_contract_is_there(name: str) -> None:
    assert name in ls.__all__


def test_what_is_public_is_there_and_sorted() -> None:
    assert list(ls.__all__) == sorted(set(ls.__all__))
    assert all(getattr(ls, name) is not None for name in ls.__all__)


def test_what_is_public_explains_itself() -> None:
    for name in ls.__all__:
        thing = getattr(ls, name)
        if isinstance(thing, type) or callable(thing):
            assert thing.__doc__, name


def test_every_kind_of_move_and_outcome_is_public() -> None:
    for union in (ls.Move, ls.Outcome):
        for cls in get_args(union):
            assert getattr(ls, cls.__name__) is cls


# A game, as the design tells it


def test_a_game_from_begin_to_end() -> None:
    state = ls.new_game(3, seed=7)
    for number in range(5000):
        if state.is_over:
            break
        assert ls.result(state) is None
        moves = ls.legal_moves(state)
        assert isinstance(moves, tuple)
        state = ls.apply(state, pick_rare(moves, number * 31 % 256))
    ending = ls.result(state)
    assert isinstance(ending, ls.Result)
    assert type(ending.winners) is tuple
    assert ending.threshold is None
    for standing in ending.standings:
        assert isinstance(standing, ls.Standing)
        assert len(standing.majorities) == 6
        assert type(standing.is_out) is bool
        for name in ("round_points", "gem_points", "card_points", "points", "donated", "tents"):
            assert type(getattr(standing, name)) is int
        assert 1 <= standing.rank <= 3


def test_a_game_begins_as_it_is_told() -> None:
    assert ls.new_game(3, seed=7) == ls.new_game(3, seed=7, edition="printed", first=0)
    assert ls.new_game(3, seed=7, edition=ls.load_edition("bga")) == ls.new_game(
        3, seed=7, edition="bga"
    )
    assert ls.new_game(4, seed=7, first=3).current_player == 3
    assert ls.new_game(4, seed=7, first=3).starting_player == 3
    assert ls.new_game(2, seed=0) != ls.new_game(2, seed=1)


def test_without_a_seed_games_differ() -> None:
    assert len({ls.new_game(5) for _ in range(5)}) == 5


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("edition", RULESETS)
def test_explicit_chance_begins_with_the_roll(players: int, edition: str) -> None:
    state = ls.new_game(players, edition=edition, explicit_chance=True)
    assert state.is_chance
    assert state.pending == ls.RoundRoll(2 * players)
    assert ls.legal_moves(state) == ()
    outcomes = ls.chance_outcomes(state)
    assert isinstance(outcomes, Mapping)
    assert all(type(probability) is Fraction for probability in outcomes.values())


# Arguments


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"players": 1}, "players"),
        ({"players": 6}, "players"),
        ({"players": 7}, "players"),
        ({"players": -2}, "players"),
        ({"players": "3"}, "players"),
        ({"players": 3.0}, "players"),
        ({"players": True}, "players"),
        ({"players": None}, "players"),
        ({"players": 10**5000}, "players"),
        ({"players": 3, "first": 9}, "first"),
        ({"players": 3, "first": 3}, "first"),
        ({"players": 3, "first": -1}, "first"),
        ({"players": 3, "first": "0"}, "first"),
        ({"players": 3, "first": True}, "first"),
        ({"players": 3, "seed": -1}, "seed"),
        ({"players": 3, "seed": 2**128}, "seed"),
        ({"players": 3, "seed": 10**5000}, "seed"),
        ({"players": 3, "seed": "7"}, "seed"),
        ({"players": 3, "seed": 7.0}, "seed"),
        ({"players": 3, "seed": True}, "seed"),
        ({"players": 3, "seed": 7, "explicit_chance": True}, "seed"),
        ({"players": 3, "edition": "rhino"}, "edition"),
        ({"players": 3, "edition": ""}, "edition"),
        ({"players": 3, "edition": None}, "edition"),
        ({"players": 3, "edition": 3}, "edition"),
        ({"players": 3, "edition": ["printed"]}, "edition"),
    ],
    ids=lambda value: str(value)[:60] if isinstance(value, str) else "",
)
def test_a_bad_argument_is_named(arguments: dict[str, Any], named: str) -> None:
    with pytest.raises(ls.ArgumentError, match=named) as error:
        ls.new_game(**arguments)
    assert isinstance(error.value, ValueError)
    assert isinstance(error.value, ls.LivingstoneError)
    assert len(str(error.value)) < 300


@pytest.mark.parametrize("seed", [-1, 2**128, 1.0, "1", None, True])
def test_a_bad_seed_is_refused(seed: Any) -> None:
    with pytest.raises(ls.ArgumentError, match="seed"):
        ls.with_seed(ls.new_game(2, seed=1), seed)


# Errors


def refused() -> ls.IllegalMoveError:
    state = ls.new_game(3, seed=7)
    with pytest.raises(ls.IllegalMoveError) as error:
        ls.apply(state, ls.EndTurn())
    return error.value


def test_errors_have_one_base() -> None:
    for error in (ls.DataError, ls.IllegalMoveError, ls.RecordError, ls.ArgumentError):
        assert issubclass(error, ls.LivingstoneError)
    assert issubclass(ls.IllegalMoveError, ValueError)
    assert issubclass(ls.ArgumentError, ValueError)


def test_an_illegal_move_says_why() -> None:
    error = refused()
    assert error.move == ls.EndTurn()
    assert error.state == ls.new_game(3, seed=7)
    assert error.reason == ls.why_illegal(error.state, error.move)
    assert isinstance(error.reason, ls.Refusal)
    assert error.reason.code is ls.Code.TURN_NOT_BEGUN
    assert error.reason.rule == "R3.1"
    assert str(error.reason) == f"{error.reason.sentence} ({error.reason.rule})"
    assert str(error.reason) in str(error)
    assert "EndTurn()" in str(error)


def test_steps_refuse_as_apply_does() -> None:
    with pytest.raises(ls.IllegalMoveError) as error:
        next(steps(ls.new_game(3, seed=7), ls.EndTurn()))
    assert str(error.value) == str(refused())


@pytest.mark.parametrize(
    "error", [ls.DataError("a.toml", ["x: is missing"]), ls.ArgumentError("no"), refused()], ids=str
)
def test_errors_survive_copying(error: Exception) -> None:
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(twin) is type(error)
        assert str(twin) == str(error)
        assert twin.args == error.args
        assert vars(twin) == vars(error)


HUGE = 10**5000
DEEP: Any = ["deep"]
for _ in range(5000):
    DEEP = [DEEP]


@pytest.mark.parametrize(
    "action",
    [
        ls.TakeDie(HUGE),
        ls.TakeDie(-HUGE),
        ls.BuildTent(HUGE),
        ls.BuildTent(1, (), ls.Space(HUGE, 1)),
        ls.Donate(HUGE),
        ls.SellGems("red", HUGE),
        ls.PlayCard(HUGE),  # type: ignore[arg-type]
        ls.PlayCard("market", gems=ls.Gems(HUGE, 0, 0)),
        ls.PlayCard("second_tent", space=ls.Space(1, HUGE)),
        ls.DiceRolled((HUGE,) * 4),
        ls.StonesDrawn(ls.Stones(HUGE)),
        ls.TakeDie(DEEP),
        DEEP,
        "x" * 10**6,
    ],
    ids=lambda action: type(action).__name__,
)
def test_a_monstrous_move_is_refused_with_a_short_reason(action: Any) -> None:
    start = ls.new_game(2, seed=1)
    hand = tuple(sorted(("market", "second_tent")))
    taken = ls.apply(start, ls.legal_moves(start)[0])
    state = taken.with_player(evolve(taken.player, hand=hand))
    for here in (start, state, ls.new_game(2, explicit_chance=True)):
        assert not ls.is_legal(here, action)
        refusal = ls.why_illegal(here, action)
        assert refusal is not None
        assert len(str(refusal)) < 1000
        with pytest.raises(ls.IllegalMoveError) as error:
            ls.apply(here, action)
        assert len(str(error.value)) < 2000


# The fields of states and players


STATE_FIELDS: dict[str, type | tuple[type, ...]] = {
    "edition": ls.Edition,
    "players": tuple,
    "current_player": int,
    "starting_player": int,
    "boat": int,
    "dice": tuple,
    "die": (int, type(None)),
    "bank": int,
    "bag": ls.Stones,
    "aside": ls.Stones,
    "draw_pile": ls.CardPile,
    "played": ls.CardPile,
    "dice_taken": int,
    "dice_left": int,
    "pending": (ls.RoundRoll, ls.DonationRoll, ls.StoneDraw, ls.CardDraw, type(None)),
    "is_over": bool,
    "is_chance": bool,
}
PLAYER_FIELDS: dict[str, type] = {
    "coins": int,
    "chest": int,
    "points": int,
    "supply": int,
    "gems": ls.Gems,
    "hand": tuple,
    "last_die": int,
    "donations": int,
    "chest_limit": int,
}


@given(games(longest=100))
def test_states_have_the_fields_of_the_contract(game: Game) -> None:
    for state in game.states:
        for name, kind in STATE_FIELDS.items():
            assert type(getattr(state, name)) in (kind if isinstance(kind, tuple) else (kind,))
        assert all(type(die) is int for die in state.dice)
        assert list(state.dice) == sorted(state.dice)
        for player in state.players:
            assert isinstance(player, ls.Player)
            for name, kind in PLAYER_FIELDS.items():
                assert type(getattr(player, name)) is kind
            assert list(player.hand) == sorted(player.hand)
            assert player.tents_at(ls.Space(1, 1)) >= player.has_scored_tent_at(ls.Space(1, 1))


@given(games(explicit=True))
def test_a_round_awaited_has_everything_done(game: Game) -> None:
    for before, action, state in game.steps():
        if isinstance(state.pending, ls.RoundRoll):
            assert action == ls.EndTurn()
            assert all(player.last_die == 0 for player in state.players)
            assert state.boat == before.boat + 1
            assert state.starting_player == (before.starting_player + 1) % len(state.players)
            assert state.current_player == state.starting_player
            assert (state.dice, state.die, state.dice_taken, state.dice_left) == ((), None, 0, 1)


@given(games(explicit=True))
def test_points_are_final_while_the_donations_are_rolled(game: Game) -> None:
    for before, _, after in game.steps():
        if isinstance(before.pending, ls.DonationRoll):
            assert after.is_over
            assert after.players == before.players
            assert after.boat == len(after.edition.board.columns)


@given(games(longest=100))
def test_the_chest_limit_is_what_the_public_can_deduce(game: Game) -> None:
    """The least sum of purse and chest since the last donation."""
    limits = [player.chest_limit for player in game.start.players]
    for before, action, after in game.steps():
        for seat, player in enumerate(after.players):
            total = player.coins + player.chest
            if isinstance(action, ls.Donate) and seat == before.current_player:
                limits[seat] = total
            elif player.donations:
                limits[seat] = min(limits[seat], total)
            assert player.chest_limit == limits[seat]
            assert player.chest <= player.chest_limit or not player.donations


@given(games())
def test_unused_fields_stay_empty(game: Game) -> None:
    for state in game.states:
        if state.edition.ruleset.white_stone_sells:
            assert state.gems_drawn == ls.Gems()
        if not state.is_two_player or not state.is_over:
            assert state.threshold is None


def test_tents_off_the_board_are_none() -> None:
    player = ls.new_game(2, seed=1).players[0]
    for space in (
        ls.Space(0, 1),
        ls.Space(7, 1),
        ls.Space(1, 0),
        ls.Space(1, 11),
        ls.Space(-1, -1),
    ):
        assert player.tents_at(space) == 0
        assert player.has_scored_tent_at(space) is False


# Values


def test_named_tuples() -> None:
    assert ls.Space(2, 3) == (2, 3)
    assert ls.Space._fields == ("row", "column")
    assert ls.Gems._fields == ("clear", "blue", "red")
    assert ls.Stones._fields == ("black", "clear", "blue", "red", "white")
    assert ls.Gems() == (0, 0, 0)
    assert ls.Stones(1, 2, 3, 4, 5).total == 15
    assert ls.Stones(1, 2, 3, 4, 5).gems == ls.Gems(2, 3, 4)


GEMS = st.builds(ls.Gems, *[st.integers(0, 9)] * 3)
STONES = st.builds(ls.Stones, *[st.integers(0, 9)] * 5)


@given(GEMS, GEMS, STONES, STONES)
def test_gems_and_stones_add_up(one: ls.Gems, other: ls.Gems, a: ls.Stones, b: ls.Stones) -> None:
    assert one.plus(other) == other.plus(one) == tuple(map(sum, zip(one, other, strict=True)))
    assert one.plus(other).minus(other) == one
    assert one.plus(other).total == one.total + other.total
    assert one.plus(other).covers(one)
    assert one.covers(other) == (one.least(other) == other)
    assert one.least(other) == tuple(map(min, zip(one, other, strict=True)))
    assert one.worth(other) == sum(n * each for n, each in zip(one, other, strict=True))
    assert a.plus(b) == b.plus(a)
    assert a.plus(b).minus(b) == a
    assert a.plus_gems(one).minus(a) == ls.Stones(0, *one, 0)
    assert a.plus_gems(one).gems == a.gems.plus(one)


IDS = st.lists(st.sampled_from(["antelope", "lion", "market", "two_dice"]), max_size=8)


@given(IDS, IDS)
def test_a_pile_is_a_multiset(cards: list[str], more: list[str]) -> None:
    pile = ls.CardPile.of(cards)
    assert pile == ls.CardPile.of(reversed(cards))
    assert hash(pile) == hash(ls.CardPile.of(sorted(cards)))
    assert list(pile) == sorted({card: cards.count(card) for card in cards}.items())
    assert list(pile.cards()) == sorted(cards)
    assert (pile.total, bool(pile)) == (len(cards), bool(cards))
    assert all(pile.count(card) == cards.count(card) for card in [*cards, *more, "joker"])
    assert pile.plus(more) == ls.CardPile.of(cards + more) == ls.CardPile.of(more).plus(cards)
    for card in cards:
        assert pile.minus(card).plus([card]) == pile
        assert pile.minus(card).count(card) == cards.count(card) - 1


def test_an_empty_pile() -> None:
    assert ls.CardPile() == ls.CardPile.of([]) == NO_CARDS
    assert not NO_CARDS
    assert list(NO_CARDS) == []


# Moves


def test_the_cards_of_a_tent_are_sorted() -> None:
    tent = ls.BuildTent(4, cards=("no_cost_tent", "ignore_die"))
    assert tent.cards == ("ignore_die", "no_cost_tent")
    assert tent == ls.BuildTent(4, cards=("ignore_die", "no_cost_tent"))
    assert hash(tent) == hash(ls.BuildTent(4, cards=("ignore_die", "no_cost_tent")))
    assert type(ls.BuildTent(4, cards=["ignore_die"]).cards) is tuple


def test_plain_tuples_become_named_ones() -> None:
    assert type(ls.BuildTent(1, (), (2, 3)).source) is ls.Space
    play = ls.PlayCard("market", (1, 0, 0), (1, 2), (3, 4))
    assert (type(play.gems), type(play.space), type(play.source)) == (ls.Gems, ls.Space, ls.Space)


@pytest.mark.parametrize("action", [*MOVES, *OUTCOMES], ids=repr)
def test_moves_and_outcomes_are_values(action: AttrsInstance) -> None:
    twin = type(action)(*(getattr(action, field.name) for field in fields(type(action))))
    assert twin == action
    assert hash(twin) == hash(action)
    assert twin is not action
    assert [other for other in (*MOVES, *OUTCOMES) if other == action] == [action]
    assert eval(repr(action), vars(ls)) == action
    assert pickle.loads(pickle.dumps(action)) == action
    for field in fields(type(action)):
        with pytest.raises(FrozenInstanceError):
            setattr(action, field.name, None)


def test_what_is_legal_can_be_looked_up() -> None:
    state = ls.new_game(2, seed=7)
    assert ls.TakeDie(state.dice[0]) in ls.legal_moves(state)
    assert set(options(state)) == set(ls.legal_moves(state))


def test_the_engine_has_rules_for_every_move_and_every_outcome() -> None:
    assert set(engine._MOVES) == set(get_args(ls.Move))
    assert set(engine._CARRY_OUT) == {*get_args(ls.Move), *get_args(ls.Outcome)}
