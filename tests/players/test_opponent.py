"""Whom a search takes the other player of two for, by what is public of that one's turns."""

import random
from collections.abc import Callable, Iterator
from math import log

import pytest
from attrs import evolve
from editions import load_edition, new_game
from hypothesis import given, settings
from hypothesis import strategies as st

import livingstone as ls
from livingstone.players import load_player, opponent
from livingstone.players.bot import Bot
from livingstone.players.opponent import PRIOR, SAME_DIE, SAME_TENTS, Opponent


def seen_by(
    seat: int, state: ls.State, bots: list[Bot], seed: int
) -> Iterator[tuple[ls.View, ls.Move]]:
    """Play on; give each choice of a seat, with what it saw."""
    rng = random.Random(seed)
    while not state.is_over:
        mover, view = state.current_player, ls.view(state, state.current_player)
        move = bots[mover].choose(view, rng)
        if mover == seat and len(view.legal_moves) > 1:
            yield view, move
        state = ls.apply(state, move)


def observed(name: str, game: int) -> Opponent:
    """Let a seat watch the other one for a game."""
    seat, watched, rng = game % 2, Opponent(), random.Random(game)
    bots = [load_player(name), load_player(name)]
    edition = ("printed", "bga")[game // 2 % 2]
    for view, move in seen_by(seat, new_game(2, seed=game, edition=edition), bots, game):
        watched.likeliest(view, rng)
        watched.remember(view, move)
    return watched


@pytest.mark.parametrize(
    ("name", "is_search"), [("greedy", False), ("ismcts:iterations=1,others=greedy", True)]
)
def test_r10_1_a_player_is_recognized_by_the_dice_it_takes_and_the_tents_it_builds(
    name: str, *, is_search: bool
) -> None:
    """After a game of eight at most one is not."""
    odds = [observed(name, game).odds for game in range(8)]
    assert sum((each > PRIOR) == is_search for each in odds) >= 7


def lowest(state: ls.State) -> ls.Move:
    """Take the lowest die, and coins with it."""
    return next((m for m in ls.legal_moves(state) if m == ls.TakeCoins()), ls.legal_moves(state)[0])


def highest(state: ls.State) -> ls.Move:
    """Take the highest die, and build with it."""
    dice = [move for move in ls.legal_moves(state) if isinstance(move, ls.TakeDie)]
    builds = [move for move in ls.legal_moves(state) if isinstance(move, ls.BuildTent)]
    return (dice or builds or ls.legal_moves(state))[-1]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the greedy player take low dice and coins, and the policy high ones and tents."""
    models: dict[str, Callable[[int, random.Random], Callable[[ls.State], ls.Move]]] = {
        "greedy": lambda players, rng: lowest,
        "policy": lambda players, rng: highest,
    }
    monkeypatch.setattr(opponent, "QUICK_PLAYERS", models)


def after(state: ls.State, *actions: ls.Action) -> ls.State:
    """Apply actions one after the other."""
    for action in actions:
        state = ls.apply(state, action)
    return state


def after_turns(*moves: ls.Move) -> tuple[ls.View, ls.View]:
    """Let seat 0 end a turn and seat 1 make moves: what seat 0 saw before and afterwards.

    The dice on the table are 2, 3 and 5 when seat 1 is to move, and it has three coins (R1.3).
    """
    state = new_game(2, explicit_chance=True)
    state = after(state, ls.DiceRolled((1, 2, 3, 5)), ls.TakeDie(1), ls.TakeCoins())
    return ls.view(state, 0), ls.view(after(state, ls.EndTurn(), *moves), 0)


def likelihood(model: str, *, same_die: bool, same_tents: bool, choices: int = 3) -> float:
    by_die = SAME_DIE[model] * same_die + (1 - SAME_DIE[model]) / choices
    return by_die * (SAME_TENTS[model] * same_tents + (1 - SAME_TENTS[model]) / 2)


LOW = (ls.TakeDie(2), ls.TakeCoins(), ls.EndTurn())
HIGH = (ls.TakeDie(5), ls.BuildTent(5), ls.EndTurn())
MIXED = (ls.TakeDie(3), ls.BuildTent(3), ls.EndTurn())


@pytest.mark.parametrize(
    ("moves", "low", "high"),
    [(LOW, (1, 1), (0, 0)), (HIGH, (0, 0), (1, 1)), (MIXED, (0, 0), (0, 1))],
)
@pytest.mark.usefixtures("quick")
def test_r10_1_a_turn_counts_by_how_likely_each_player_is_to_make_it(
    moves: tuple[ls.Move, ...], low: tuple[bool, bool], high: tuple[bool, bool]
) -> None:
    watched, (before, now) = Opponent(), after_turns(*moves)
    watched.remember(before, ls.EndTurn())
    name = watched.likeliest(now, random.Random(1))
    search = likelihood("policy", same_die=high[0], same_tents=high[1])
    greedy = likelihood("greedy", same_die=low[0], same_tents=low[1])
    assert watched.odds == pytest.approx(PRIOR + log(search / greedy))
    assert name == ("policy" if search > greedy else "greedy")


def learned(before: ls.View, now: ls.View) -> float:
    """Say by how much a view changes the odds, after the end of the seat's own turn."""
    watched = Opponent()
    watched.remember(before, ls.EndTurn())
    watched.likeliest(now, random.Random(1))
    return watched.odds - PRIOR


@pytest.mark.usefixtures("quick")
def test_r2_3_a_turn_counts_as_well_if_the_seat_had_to_take_its_die_before_it_was_asked() -> None:
    state = new_game(2, explicit_chance=True)
    state = after(state, ls.DiceRolled((1, 2, 3, 3)), ls.TakeDie(2), ls.TakeCoins())
    before = ls.view(state, 0)
    state = after(state, ls.EndTurn(), ls.TakeDie(3), ls.TakeCoins(), ls.EndTurn(), ls.TakeDie(3))
    search = likelihood("policy", same_die=True, same_tents=False, choices=2)
    greedy = likelihood("greedy", same_die=False, same_tents=True, choices=2)
    assert learned(before, ls.view(state, 0)) == pytest.approx(log(search / greedy))


@pytest.mark.usefixtures("quick")
def test_r4_4_where_nothing_can_be_built_that_nothing_was_tells_nothing() -> None:
    state = new_game(2, explicit_chance=True)
    me, other = state.players
    state = state.changed(players=(me, other.changed(coins=0)), bank=state.bank + other.coins)
    state = after(state, ls.DiceRolled((1, 2, 3, 5)), ls.TakeDie(1), ls.TakeCoins())
    before, state = ls.view(state, 0), after(state, ls.EndTurn(), *LOW)
    search, greedy = (1 - SAME_DIE["policy"]) / 3, SAME_DIE["greedy"] + (1 - SAME_DIE["greedy"]) / 3
    assert learned(before, ls.view(state, 0)) == pytest.approx(log(search / greedy))


def test_r10_1_what_is_hidden_counts_by_how_likely_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the greedy player goes by its hand, what it would have done is not sure."""

    def by_hand(state: ls.State) -> ls.Move:
        return lowest(state) if state.players[1].hand < ("m",) else highest(state)

    monkeypatch.setattr(
        opponent,
        "QUICK_PLAYERS",
        {"greedy": lambda players, rng: by_hand, "policy": lambda players, rng: highest},
    )
    state = new_game(2, explicit_chance=True)
    me, other = state.players
    players = me, other.changed(hand=("lion",))
    state = state.changed(players=players, draw_pile=state.draw_pile.minus("lion"))
    state = after(state, ls.DiceRolled((1, 2, 3, 5)), ls.TakeDie(1), ls.TakeCoins())
    search = likelihood("policy", same_die=False, same_tents=False)
    sure, wrong = (
        log(search / likelihood("greedy", same_die=same, same_tents=same)) for same in (True, False)
    )
    now = ls.view(after(state, ls.EndTurn(), *LOW), 0)
    assert sure < learned(ls.view(state, 0), now) < wrong


@pytest.mark.usefixtures("quick")
def test_r6_11_what_was_learned_stays_when_the_played_cards_are_shuffled_again() -> None:
    before, now = after_turns(*LOW)
    played = ls.CardPile.of(["lion"])
    before = evolve(before, played=played, unseen=before.unseen.minus("lion"))
    before = evolve(before, draw_pile_size=before.draw_pile_size - 1)
    watched = Opponent(odds=-2.0)
    watched.remember(before, ls.EndTurn())
    watched.likeliest(now, random.Random(1))
    assert watched.odds == pytest.approx(-2.0 + learned(*after_turns(*LOW)))


@pytest.mark.usefixtures("quick")
def test_each_turn_counts_once() -> None:
    watched, (before, now) = Opponent(), after_turns(*LOW)
    watched.remember(before, ls.EndTurn())
    watched.likeliest(now, random.Random(1))
    odds = watched.odds
    watched.remember(now, now.legal_moves[0])
    assert watched.likeliest(now, random.Random(1)) == "greedy"
    assert watched.odds == odds


@pytest.mark.usefixtures("quick")
def test_a_new_game_or_another_seat_begins_with_nothing_observed() -> None:
    before, now = after_turns(*LOW)
    for other in (
        ls.view(new_game(2, seed=1, edition="bga"), 0),
        ls.view(new_game(2, seed=1, first=1), 1),
        ls.view(new_game(2, seed=1), 0),
        evolve(now, edition=load_edition("bga")),
        evolve(now, players=(evolve(now.players[0], points=-1), now.players[1])),
    ):
        watched = Opponent()
        watched.remember(before, ls.EndTurn())
        watched.likeliest(now, random.Random(1))
        watched.remember(now, now.legal_moves[0])
        watched.likeliest(other, random.Random(1))
        assert watched.odds == PRIOR


@pytest.mark.parametrize(("die", "is_low"), [(1, True), (6, False), (5, False)])
@pytest.mark.usefixtures("quick")
def test_r2_5_the_first_die_of_a_new_round_counts_as_well(die: int, *, is_low: bool) -> None:
    """The dice that were rolled are those on the table and the one that was taken.

    It may be of the same value as the last die of the round before, which was a 5.
    """
    state = new_game(2, explicit_chance=True)
    turns: list[ls.Action] = [ls.DiceRolled((1, 2, 3, 5))]
    for value in (1, 5, 2, 3):
        turns += [ls.TakeDie(value), ls.TakeCoins(), ls.EndTurn()]
    state = after(state, *turns[:-1])
    watched, before = Opponent(), ls.view(state, 0)
    rolled = ls.DiceRolled((1, 4, 4, max(5, die)))
    use = ls.TakeCoins() if is_low else ls.BuildTent(die)
    state = after(state, ls.EndTurn(), rolled, ls.TakeDie(die), use, ls.EndTurn())
    watched.remember(before, ls.EndTurn())
    watched.likeliest(ls.view(state, 0), random.Random(1))
    search = likelihood("policy", same_die=not is_low, same_tents=not is_low)
    greedy = likelihood("greedy", same_die=is_low, same_tents=is_low)
    assert watched.odds == pytest.approx(PRIOR + log(search / greedy))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_with_more_than_two_players_all_are_taken_for_greedy_ones(players: int) -> None:
    watched, state = Opponent(), new_game(players, seed=3)
    view = ls.view(state, state.current_player)
    watched.remember(view, view.legal_moves[0])
    assert watched.likeliest(view, random.Random(1)) == "greedy"
    assert watched.odds == PRIOR


@given(seed=st.integers(0, 1 << 32), edition=st.sampled_from(("printed", "bga")))
@settings(max_examples=15)
def test_any_game_can_be_observed(seed: int, edition: str) -> None:
    """Whatever players do, the odds stay finite, and no state that is drawn refuses a move."""
    bots, rng = [load_player("random"), load_player("random")], random.Random(seed)
    watched = Opponent()
    for view, move in seen_by(seed % 2, new_game(2, seed=seed, edition=edition), bots, seed):
        assert watched.likeliest(view, rng) in SAME_DIE
        assert -100 < watched.odds < 100
        watched.remember(view, move)


@pytest.mark.usefixtures("quick")
def test_r2_7_a_turn_after_the_end_of_the_game_counts_for_nothing() -> None:
    """Only views of two games bring that about, where one has ended when the other goes on."""
    state = new_game(2, seed=1)
    last = len(state.edition.board.columns)
    me, other = (player.changed(last_die=4) for player in state.players)
    state = state.changed(players=(me, other), boat=last, dice=(3,), dice_taken=1, dice_left=0)
    watched = Opponent()
    watched.remember(ls.view(state, 0), ls.EndTurn())
    players = me, other.changed(last_die=5)
    elsewhere = state.changed(players=players, dice=(), dice_taken=0, dice_left=1)
    watched.likeliest(ls.view(elsewhere, 0), random.Random(1))
    assert watched.odds == PRIOR
