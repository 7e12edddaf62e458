"""The last turn of a game is worked out exactly (R8, R9.2), over what is hidden as well."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random

import pytest

pytest.importorskip("numba")

from positions import balance
from reviewed_games import game, small

import livingstone as ls
from livingstone.kernel import Kernel, valuing
from livingstone.kernel.search.networks import networks_for
from livingstone.reviews import hint, review
from livingstone.reviews.findings import exact, mark_of, mean
from livingstone.reviews.last_turn import CLOSE, LastTurn, is_last, last_turn
from livingstone.reviews.stretches import Verdict, work_out_stretch

Worlds = tuple[tuple[ls.State, Fraction], ...]
"""States that a player cannot tell from each other, with their weights."""
DECISIVE = (
    "players", "dice", "die", "dice_taken", "dice_left", "bank", "bag", "aside", "gems_drawn",
    "draw_pile", "played", "pending", "current_player",
)  # fmt: skip
FEW_STONES = ls.Stones(2, 1, 1, 0, 1)
LAST_CARDS = (
    "no_cost_tent", "ignore_die", "two_dice", "second_tent", "market", "three_stones",
    "four_coins", "lion", "rhinoceros", "antelope", "mine_collapse",
)  # fmt: skip


class Plain:
    """The share of the win of a seat with the best play, by all moves in all worlds.

    Worlds look the same to the seat, and their weights add up to the chance to get there.
    """

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.shares: dict[object, Fraction] = {}
        self.ends: dict[object, Fraction] = {}

    def share(self, worlds: Worlds) -> Fraction:
        first = worlds[0][0]
        if first.is_over or isinstance(first.pending, ls.DonationRoll):
            return sum((weight * self.end(state) for state, weight in worlds), Fraction(0))
        weights = tuple(weight for _, weight in worlds)
        key = (*(getattr(first, name) for name in DECISIVE), weights)
        if key not in self.shares:
            self.shares[key] = self.drawn(worlds) if first.is_chance else self.best(worlds)
        return self.shares[key]

    def best(self, worlds: Worlds) -> Fraction:
        moves = ls.legal_moves(worlds[0][0])
        return max(
            self.share(tuple((ls.apply(state, move), weight) for state, weight in worlds))
            for move in moves
        )

    def drawn(self, worlds: Worlds) -> Fraction:
        seen: dict[ls.Outcome, list[tuple[ls.State, Fraction]]] = {}
        for state, weight in worlds:
            for outcome, chance in ls.chance_outcomes(state).items():
                seen.setdefault(outcome, []).append((ls.apply(state, outcome), weight * chance))
        return sum((self.share(tuple(own)) for own in seen.values()), Fraction(0))

    def end(self, state: ls.State) -> Fraction:
        key = tuple((player.points, player.chest, player.tents) for player in state.players)
        if key not in self.ends:
            is_roll = state.pending is not None
            odds = ls.expected(state, "win", seat=self.seat) if is_roll else None
            self.ends[key] = odds.mean if odds else win_of(state, self.seat)
        return self.ends[key]


def win_of(state: ls.State, seat: int) -> Fraction:
    ended = ls.result(state)
    assert ended is not None
    return Fraction(seat in ended.winners, max(1, len(ended.winners)))


def worlds_of(view: ls.View) -> Worlds:
    """List the deals of hidden cards and chests, all equally likely (R10.2)."""
    state = ls.sample_state(view, 0)
    others = [seat for seat in range(len(view.players)) if seat != view.seat]
    cards = [card for card in view.unseen.cards() if not view.edition.is_collapse(card)]
    chests = [
        range(view.players[seat].chest_least, view.players[seat].chest_most + 1) for seat in others
    ]
    worlds = list[ls.State]()
    for hands in dealt(cards, [view.players[seat].hand_size for seat in others]):
        for amounts in product(*chests):
            players = list(state.players)
            pile = list(view.unseen.cards())
            for seat, hand, chest in zip(others, hands, amounts, strict=True):
                funds = view.players[seat].funds
                players[seat] = players[seat].changed(hand=hand, chest=chest, coins=funds - chest)
                for card in hand:
                    pile.remove(card)
            worlds.append(state.changed(players=tuple(players), draw_pile=ls.CardPile.of(pile)))
    return tuple((world, Fraction(1, len(worlds))) for world in worlds)


def dealt(cards: list[str], sizes: list[int]) -> Iterator[tuple[tuple[str, ...], ...]]:
    """List the ways to deal cards, each of which is told from its equals, to hands in order."""
    if not sizes:
        yield ()
        return
    for places in product(range(len(cards)), repeat=sizes[0]):
        if len(set(places)) == len(places):
            left = [card for place, card in enumerate(cards) if place not in places]
            for rest in dealt(left, sizes[1:]):
                yield (tuple(sorted(cards[place] for place in places)), *rest)


def small_position(rng: Random, edition: str, players: int) -> ls.State:
    """Draw a last turn with few coins, stones and unseen cards."""
    state = ls.new_game(players, explicit_chance=True, edition=edition)
    *unseen, own = rng.sample(LAST_CARDS, 4)
    own_hand = [own] if own != "mine_collapse" else []
    holdable = [card for card in unseen if card != "mine_collapse"]
    hands = [own_hand, holdable[:1], *([[]] * (players - 2))]
    owners = [
        drawn_player(rng, player, tuple(hands[seat]), is_last=seat == 0, is_many=players > 2)
        for seat, player in enumerate(state.players)
    ]
    pile = [card for card in unseen if card not in holdable[:1]]
    played = state.edition.deck - ls.CardPile.of([*own_hand, *unseen])
    return state.changed(
        players=tuple(owners),
        boat=10,
        dice=tuple(sorted(rng.choices((1, 1, 2), k=rng.choice([1, 1, 2])))),
        bag=FEW_STONES,
        draw_pile=ls.CardPile.of(pile),
        played=played,
        pending=None,
    )


def drawn_player(
    rng: Random, player: ls.Player, hand: tuple[str, ...], *, is_last: bool, is_many: bool
) -> ls.Player:
    chest = rng.randint(2, 4) if is_many else rng.randint(11, 14)
    columns = [[0] * 6 for _ in range(10)]
    for _ in range(rng.randrange(3)):
        columns[rng.randrange(8, 10)][rng.randrange(3)] += 1
    tents = tuple(map(tuple, columns))
    return player.changed(
        coins=rng.randint(1, 2) + 3 * (is_last and rng.random() < 0.3),
        chest=chest,
        donations=chest - rng.randrange(2),
        chest_limit=chest + rng.randrange(2),
        points=20 + rng.randrange(5) - 2 * is_last,
        gems=ls.Gems(*rng.choice([(0, 1, 0), (1, 0, 0), (1, 0, 1), (0, 0, 0)])),
        hand=hand,
        last_die=0 if is_last else 6,
        tents=tents,
        scored=tuple(ls.Space(row, 9) for row in range(1, 7) if columns[8][row - 1]),
        supply=9 if rng.random() < 0.8 else 0,
    )


@pytest.mark.parametrize(
    ("edition", "players", "seed"),
    [
        ("printed", 2, 1), ("printed", 2, 8), ("printed", 2, 13), ("printed", 3, 8),
        ("bga", 2, 7), ("bga", 2, 10), ("bga", 3, 0), ("bga", 3, 8),
    ],
)  # fmt: skip
def test_it_is_that_of_plain_enumeration(edition: str, players: int, seed: int) -> None:
    view = ls.view(small_position(Random(seed), edition, players), 0)
    turn = last_turn(view)
    assert turn is not None
    plain = float(Plain(0).share(worlds_of(view)))
    assert turn.share_of(()).low == pytest.approx(plain, abs=1e-9)


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (4, 0), (5, 1)])
def test_it_is_within_the_interval_of_many_tries(players: int, seed: int) -> None:
    """The search that plays on in the tries earns no more than the best play."""
    view, turn = last_decision(players, seed)
    kernel = Kernel.of(view.edition, players)
    networks = networks_for(kernel.tables)
    array = kernel.encode(ls.sample_state(view, 0))
    plans = valuing.list_plans(kernel, array, networks)
    tries = valuing.try_plans(kernel, array, plans, 1, range(1000), networks)
    for plan, shares in zip(plans, tries, strict=True):
        found = mean(shares, 0.0, 1.0)
        share = turn.share_of(plan)
        assert found.low - 0.01 <= share.high
        assert turn.share_of(()).high >= share.low - CLOSE
    best = turn.best_plan()
    assert turn.share_of(best[:1]) == pytest.approx(turn.share_of(()))


def test_plans_to_the_end_of_the_game_are_worth_what_tries_find() -> None:
    """R8.4, R9.2: nothing is left to chance but what is hidden, and the roll of two players."""
    for players, seed in (2, 1), (3, 2), (4, 0), (5, 1):
        view, turn = last_decision(players, seed, is_used=True)
        plan = turn.best_plan()
        assert plan[-1] == ls.EndTurn()
        kernel = Kernel.of(view.edition, players)
        array = kernel.encode(ls.sample_state(view, 0))
        (shares,) = valuing.try_plans(kernel, array, [plan], 1, range(10_000), None)
        found = mean(shares, 0.0, 1.0)
        assert found.low - 0.01 <= turn.share_of(plan).low <= found.high + 0.01


def last_decision(players: int, seed: int, *, is_used: bool = False) -> tuple[ls.View, LastTurn]:
    """Return the first decision of a last turn that is exact, or the first after the die's use."""
    for state in game(players, seed).states():
        if state.pending is None and not state.is_over:
            view = ls.view(state, state.current_player)
            is_wanted = not is_used or (state.dice_taken and state.die is None)
            if is_wanted and (turn := last_turn(view)):
                return view, turn
    raise AssertionError("no turn of this game is exact")


def test_who_forgets_the_donation_in_the_last_turn_gets_a_mark_without_an_interval() -> None:
    """R8.4: whoever donated least is out."""
    state = ls.new_game(3, explicit_chance=True)
    players = [
        player.changed(last_die=6, coins=0 if seat else 9, chest=5 if seat else 0, points=9 - seat)
        for seat, player in enumerate(state.players)
    ]
    state = state.changed(players=tuple(players), boat=10, dice_taken=1, dice_left=0, pending=None)
    state = balance(state)
    kernel = Kernel.of(state.edition, 3)
    found = work_out_stretch(kernel, ls.view(state, 0), [ls.EndTurn()], 1, 20)
    assert found is not None
    (own,) = found.verdicts
    assert own == Verdict((ls.Donate(9), ls.EndTurn()), exact(1.0), (ls.EndTurn(),))
    assert mark_of(own.cost, 20, 0) == "blunder"


def test_a_review_has_exact_costs_in_the_last_turn() -> None:
    record = game(3, 4, edition=small(), errors=(1.0, 1.0, 1.0))
    found = review(record, rollouts=2)
    (last,) = [choice for choice in found.choices if choice.mark]
    assert last.cost.low == last.cost.value == last.cost.high > 0


def test_a_hint_in_the_last_turn_is_exact() -> None:
    view, turn = last_decision(4, 0)
    found = hint(view, seconds=0.01)
    assert found.player == "exact"
    assert found.plans[0].chances == exact(turn.share_of(()).low)
    values = [plan.chances.value for plan in found.plans]
    assert values == sorted(values, reverse=True)
    tried = hint(view, seconds=0.01, tried=view.legal_moves[:1]).tried
    assert tried is not None
    assert tried.moves[0] == view.legal_moves[0]


def test_a_turn_with_too_many_positions_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    view, _ = last_decision(3, 2)
    monkeypatch.setattr("livingstone.reviews.last_turn.MOST_POSITIONS", 5)
    assert last_turn(view) is None
    assert hint(view, seconds=0.01).player == "learned"


def test_a_boat_that_can_go_back_leaves_a_bound() -> None:
    """R6.7: what another round is worth is not worked out."""
    state = ls.new_game(3, explicit_chance=True)
    players = [
        player.changed(last_die=6 * (seat > 0), coins=0, points=0 if seat else 1)
        for seat, player in enumerate(state.players)
    ]
    state = state.changed(players=tuple(players), boat=10, dice=(3,), pending=None)
    turn = LastTurn(ls.view(state, 0))
    share = turn.share_of((ls.TakeDie(3), ls.DrawCard()))
    assert 0 < share.high - share.low < 1.5 / 27
    holder = players[0].changed(hand=("boat_back",))
    assert not is_last(ls.view(state.with_player(holder, seat=0), 0))


def test_others_who_can_take_a_die_are_not_out_of_the_round() -> None:
    state = ls.new_game(3, explicit_chance=True).changed(boat=10, pending=None)
    players = [player.changed(last_die=4 * (seat > 0)) for seat, player in enumerate(state.players)]
    state = state.changed(players=tuple(players))
    for dice, is_one in (
        ((1,), True),
        ((4, 4), True),
        ((3, 5), False),
        ((5,), True),
        ((5, 5), False),
    ):
        assert is_last(ls.view(state.changed(dice=dice), 0)) == is_one
    assert not is_last(ls.view(state.changed(dice=(4,), boat=9), 0))
