"""Engine and kernel side by side: they must agree in everything, at each step."""

import os
import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import livingstone as ls
from livingstone.effects import effects_of
from livingstone.kernel import Kernel, PlayedSeat
from livingstone.kernel.compiling import entry, pointer_to
from livingstone.kernel.greedy import decisions
from livingstone.kernel.workspace import make_memo, make_workspace
from livingstone.players import GreedyBot, Weights, greedy, load_player
from livingstone.players.bot import choose_for_mover
from livingstone.players.valuation import Valuation
from livingstone.testing import Game, fold, pick_rare
from livingstone.testing.strategies import Gift, dealt

IS_COMPILED = not os.environ.get("NUMBA_DISABLE_JIT")
MASKED = 10
"""One state in so many is masked, which takes long where nothing is compiled."""


def some(count: int) -> int:
    """Take fewer games where nothing is compiled."""
    return count if IS_COMPILED else max(count // 10, 1)


def crowded_games(edition: str, players: int, count: int) -> Iterator[Game]:
    """Play on from late positions without tents in the supply, several of them on one space."""
    rng = random.Random(players)
    for _ in range(count):
        start = ls.new_game(players, edition=edition, explicit_chance=True)
        kinds = rng.choices((Gift.CARD, Gift.COINS, Gift.TENTS), (2, 2, 5), k=60)
        gifts = [9, *(kind + len(Gift) * rng.randrange(256 // len(Gift)) for kind in kinds)]
        crowd = [Gift.TENTS + len(Gift) * rng.randrange(4) for _ in range(8)]  # on a few spaces
        middle = dealt(start, gifts + crowd).changed(boat=rng.randint(2, 10))
        yield fold(middle, rng.choices(range(256), k=80), pick_rare)


def check_steps(states: Sequence[ls.State], actions: Sequence[ls.Action]) -> None:
    """Play the actions again on the kernel; compare moves and whole states, and both ways back."""
    kernel = Kernel.of(states[0].edition, len(states[0].players))
    array = kernel.encode(states[0])
    for number, state in enumerate(states):
        assert kernel.decode(array) == state
        assert (kernel.encode(state) == array).all()
        assert kernel.legal_moves(array) == ls.legal_moves(state)
        if number % MASKED == 0:
            codes = kernel.actions[kernel.legal_mask(array[None, :])[0]].tolist()
            assert codes == list(map(kernel.code, ls.legal_moves(state)))
        if number < len(actions):
            array = kernel.apply(array, actions[number])


def check_seeded_games(
    edition: ls.Edition, players: int, names: Sequence[str], games: int, seed: int
) -> int:
    """Play seeded games on both, from the first roll to the last; count their moves."""
    kernel, rng = Kernel.of(edition, players), random.Random(seed)
    seeds = [rng.getrandbits(128) for _ in range(games)]
    bot_seeds = [[rng.getrandbits(128) for _ in range(players)] for _ in range(games)]
    played = kernel.play([names] * games, seeds, bot_seeds, keep_choices=True)
    for number, game in enumerate(played):
        expected = play_on_engine(edition, names, seeds[number], bot_seeds[number])
        state, choices = expected.state, played.choices(number).tolist()
        assert played.last_state(number) == ls.with_explicit_chance(state)
        assert game.result == ls.result(state)
        assert state.streams is not None
        assert (game.rounds, game.moves) == (state.streams.rounds, expected.moves)
        assert (choices, game.seats) == (expected.choices, expected.seats)
    return sum(game.moves for game in played)


class EngineGame(NamedTuple):
    """The end of a game, how many moves it had, the places of those chosen, what seats did."""

    state: ls.State
    moves: int
    choices: list[int]
    seats: tuple[PlayedSeat, ...]


def play_on_engine(
    edition: ls.Edition, names: Sequence[str], seed: int, bot_seeds: Sequence[int]
) -> EngineGame:
    """Play a game with bots of these names as a batch does."""
    state, moves, choices = ls.new_game(len(names), seed=seed, edition=edition), 0, list[int]()
    bots = [
        (load_player(name), random.Random(own)) for name, own in zip(names, bot_seeds, strict=True)
    ]
    cards, points = [list[str]() for _ in names], [[0, 0] for _ in names]
    while not state.is_over:
        legal, seat, before = ls.legal_moves(state), state.current_player, state
        bot, rng = bots[seat]
        move = legal[0] if len(legal) == 1 else choose_for_mover(bot, state, legal, rng)
        choices += [legal.index(move)] if len(legal) > 1 else []
        state, moves = ls.apply(state, move), moves + 1
        if isinstance(move, ls.BuildTent):
            cards[seat] += move.cards
        elif isinstance(move, ls.PlayCard):
            cards[seat].append(move.card)
            is_market = effects_of(edition)[move.card].prices is not None
            gained = state.players[seat].points - before.player.points
            points[seat][0 if is_market else 1] += gained
    seats = (PlayedSeat(tuple(sorted(cards[n])), *points[n]) for n in range(len(names)))
    return EngineGame(state, moves, choices, tuple(seats))


@entry
def decide_in_a_try(work: Any, state: Any, memo: Any) -> int:
    """Choose as `greedy` does in the tries of a search, which know the draw pile."""
    room = pointer_to(work)
    return decisions.decide(room.edition, pointer_to(state), pointer_to(memo), True, room.moves)


def check_choices(start: ls.State, seed: int, weights: Weights | None = None) -> int:
    """Play a game of random moves; compare what `greedy` would choose, and count the choices."""
    kernel, rng = Kernel.of(start.edition, len(start.players)), random.Random(seed)
    state, choices = start, 0
    while not state.is_over:
        moves = ls.legal_moves(state)
        if moves:
            check_choice(kernel, state, weights)
            choices += 1
        action = rng.choice(moves) if moves else ls.sample_outcome(state, rng)
        state = ls.apply(state, action)
    return choices


def check_choice(kernel: Kernel, state: ls.State, weights: Weights | None = None) -> None:
    """Compare the choices of `greedy`: by what its seat sees, and with the draw pile known."""
    array = kernel.encode(state)
    seen = ls.view(state, state.current_player)
    chosen = GreedyBot(weights).choose(seen, random.Random())
    assert kernel.greedy(array, weights) == chosen
    best = greedy.decide(Valuation.of(state, weights), ls.legal_moves(state))
    memo = make_memo(kernel.tables, weights)
    assert kernel.move(decide_in_a_try(make_workspace(kernel.tables), array, memo)) == best
