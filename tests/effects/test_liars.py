"""Effects with mistakes that a designer makes, each of its own kind: `check_effect` finds them."""

from pathlib import Path
from typing import Any

import pytest
from amounts import others_slow
from attrs import frozen

import livingstone as ls
from livingstone import events as happened
from livingstone.effects import (
    CardEffect,
    CardLook,
    CardRoll,
    Choose,
    StoneDraw,
    await_chance,
    await_choice,
    no_effect,
)
from livingstone.testing import EffectError, check_effect, laws


def others(state: ls.State) -> list[tuple[int, ls.Player]]:
    return [own for own in enumerate(state.players) if own[0] != state.current_player]


def following(state: ls.State) -> ls.Player:
    return state.players[(state.current_player + 1) % len(state.players)]


def score(state: ls.State, points: Any = 1) -> ls.State:
    return state.with_player(state.player.changed(points=state.player.points + points))


def plays_of_seats(is_listed: Any, **more: Any) -> Any:
    def plays(self: object, state: ls.State, card: str) -> tuple[ls.PlayCard, ...]:
        return tuple(
            ls.PlayCard(card, seat=seat, **more) for seat, own in others(state) if is_listed(own)
        )

    return plays


def ordered_by_hand(self: object, state: ls.State, card: str) -> tuple[ls.PlayCard, ...]:
    moves = [ls.PlayCard(card, amount=amount) for amount in (1, 2)]
    return tuple(reversed(moves) if "a" in "".join(following(state).hand) else moves)


def lose_a_card(self: object, state: ls.State, move: ls.PlayCard) -> ls.State:
    """Lose a card of a large hand."""
    seat = (state.current_player + 1) % len(state.players)
    hand = state.players[seat].hand
    if len(hand) >= 3:
        state = state.with_player(state.players[seat].changed(hand=hand[1:]), seat=seat)
    return score(state)


def seen_points(
    self: object, before: ls.State, move: ls.PlayCard, after: ls.State
) -> tuple[ls.Event, ...]:
    """Tell all how many cards of a hand that was seen have an `a`."""
    if before.playing is None:
        return ()
    seen = [card for one in after.player.known for card in one.cards if "a" in card]
    return tuple(happened.PointsScored(before.current_player, 0) for _ in seen)


def known_by_next(self: object, state: ls.State, card: str) -> tuple[ls.PlayCard, ...]:
    """List no plain way if the next player knows any cards."""
    looks = [ls.PlayCard(card, seat=seat) for seat, own in others(state) if own.hand]
    return (*([] if following(state).known else [ls.PlayCard(card)]), *looks)


def told_own(count: Any) -> Any:
    def events(
        self: object, before: ls.State, move: ls.PlayCard, after: ls.State
    ) -> tuple[ls.Event, ...]:
        seat = before.current_player
        more = happened.PointsScored(seat, 0)
        return (happened.PointsScored(seat, 1), *[more] * count(before.player))

    return events


LIARS: dict[str, dict[str, Any]] = {
    "the boat leaves the board": {"apply": lambda _, state, __: state.changed(boat=state.boat + 3)},
    "a card is lost from a large hand": {"apply": lose_a_card},
    "points are a float": {"apply": lambda _, state, __: score(state, 2 / 1)},
    "a donation is a truth": {
        "apply": lambda _, state, __: score(state).with_player(
            state.player.changed(points=state.player.points + 1, donations=False)
        ),
    },
    "a die shows 99": {"apply": lambda _, state, __: score(state).changed(dice=(99,))},
    "the game ends at once": {"apply": lambda _, state, __: state.changed(is_over=True)},
    "a name is wrong late": {
        "apply": lambda _, state, __: state.with_player(
            state.player.changed(
                **{"coin" if state.boat > 4 else "points": state.player.points + 1}
            )
        )
    },
    "a number of events of the seed": {
        "apply": lambda _, state, __: score(
            state, 1 + (state.streams.rounds % 2 if state.streams else 0)
        )
    },
    "another thing is removed": {
        "removes": ("coins",),
        "apply": lambda _, state, __: state.changed(bag=state.bag - ls.Stones(0, 1)),
    },
    "no stones are said to be drawn": {
        "stones_drawn": 0,
        "apply": lambda _, state, __: await_chance(state, StoneDraw(2)),
    },
    "coins come from nowhere after a roll": {
        "apply": lambda _, state, __: await_chance(state, CardRoll(1)),
        "receive": lambda _, state, __, roll: state.with_player(
            state.player.changed(coins=state.player.coins + sum(roll.dice))
        ),
    },
    "seats whose purse has coins": {
        "ways": lambda *_: ("seat",),
        "plays": plays_of_seats(lambda own: own.coins),
    },
    "seats that hold an animal": {
        "ways": lambda *_: ("seat",),
        "plays": plays_of_seats(lambda own: "lion" in own.hand or "zebra" in own.hand),
    },
    "an amount that no way names": {
        "ways": lambda *_: ("seat",),
        "plays": plays_of_seats(lambda _: True, amount=1),
    },
    "the own seat is accepted": {
        "ways": lambda *_: ("seat",),
        "plays": plays_of_seats(lambda _: True),
        "refuse": lambda _, state, move: (
            None if move.seat in range(len(state.players)) else no_effect("name a seat")
        ),
    },
    "more than the most amount": {
        "ways": lambda *_: ("amount",),
        "most_amount": 5,
        "plays": lambda _, __, card: tuple(ls.PlayCard(card, amount=n) for n in range(1, 9)),
    },
    "an order by a hand": {"ways": lambda *_: ("amount",), "plays": ordered_by_hand},
    "what the next player knows": {
        "ways": lambda *_: ("plain", "seat"),
        "plays": known_by_next,
        "apply": lambda _, state, move: (
            score(state) if move.seat is None else await_chance(state, CardLook(move.seat))
        ),
        "receive": lambda _, state, *__: state,
    },
    "a rule by a chest": {
        "refuse": lambda _, state, __: (
            no_effect("not now", rule=f"R{1 + following(state).chest}") if state.die else None
        )
    },
    "the sum of chests": {
        "refuse": lambda _, state, __: (
            no_effect("too much") if sum(own.chest for _, own in others(state)) > 2 else None
        )
    },
    "the points of a hand that was seen": {
        "ways": lambda *_: ("seat",),
        "plays": plays_of_seats(lambda own: own.hand),
        "apply": lambda _, state, move: await_chance(state, CardLook(move.seat)),
        "receive": lambda _, state, *__: state,
        "events": seen_points,
    },
    "the own chest": {"events": told_own(lambda own: own.chest)},
    "the own hand": {"events": told_own(lambda own: len(own.hand[0]) % 2)},
    "an outcome without its events": {
        "apply": lambda _, state, __: await_chance(state, CardRoll(1)),
        "receive": lambda _, state, *__: score(state),
        "events": lambda *_: (),
    },
    "texts as events": {"events": lambda *_: ("scored",)},
    "no words in English": {"told": lambda *_: ({"de": "etwas tun"}, {})},
    "a figure that is missing": {"told": lambda *_: ({"en": "take {coins}"}, {})},
    "a value that needs a whole state": {
        "value": lambda _, position, *__: position.draw_pile.total
    },
    "no value late": {
        "value": lambda _, position, *__: float("-inf") if position.boat > 3 else 1.0
    },
}


def told_wrongly(is_wrong: Any) -> Any:
    """Tell a coin that nobody takes in some positions."""

    def events(
        self: object, before: ls.State, move: ls.PlayCard, after: ls.State
    ) -> tuple[ls.Event, ...]:
        seat = before.current_player
        told = (happened.PointsScored(seat, 1),)
        return (*told, happened.CoinsTaken(seat, 1)) if is_wrong(before) else told

    return events


def choose_in_vain(self: object, state: ls.State, *chosen: Any) -> ls.State:
    """Lose a stone by the last option if many cards lie open."""
    if state.played.total >= 10 and chosen[-1].amount == 2 and state.bag.black:
        state = state.changed(bag=state.bag - ls.Stones(1))
    return score(state)


IN_RARE_POSITIONS: dict[str, dict[str, Any]] = {
    "half points for many tents": {
        "end_points": lambda _, state, seat: (
            1.5 if sum(map(sum, state.players[seat].tents)) > 6 else 1
        ),
    },
    "a wrong event late, with a high die": {
        "events": told_wrongly(lambda state: state.boat > 6 and (state.die or 0) > 3),
    },
    "a wrong event of the fifth player": {
        "events": told_wrongly(lambda state: state.current_player == 4),
    },
    "coins that the bank does not have": {
        "apply": lambda _, state, __: state.with_player(
            state.player.changed(coins=state.player.coins + 4), bank=state.bank - 4
        ),
    },
    "the last option with many open cards": {
        "apply": lambda _, state, __: await_choice(state),
        "options": lambda *_: (Choose(), Choose(amount=1), Choose(amount=2)),
        "choose": choose_in_vain,
    },
    "an outcome of the white stone": {
        "apply": lambda _, state, __: await_chance(state, StoneDraw(2)),
        "receive": lambda _, state, __, drawn: score(state, 1 / 2 if drawn.stones.white else 1),
    },
}


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", IN_RARE_POSITIONS)
def test_a_liar_in_rare_positions_is_found(
    name: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(EffectError):
        check_liar(IN_RARE_POSITIONS[name], seed, tmp_path, monkeypatch)


def check_liar(
    lie: dict[str, Any], seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(laws, "SHRINKING", 0.0)
    plain = {"__doc__": "Lie.", "apply": lambda _, state, __: score(state)}
    effect: Any = frozen(type("Liar", (CardEffect,), plain | lie))
    check_effect(effect, seed=seed)


FOUND_LATE = {
    "a card is lost from a large hand",
    "no stones are said to be drawn",
    "points are a float",
    "the own hand",
}


@pytest.mark.parametrize("name", others_slow(LIARS, {*LIARS} - FOUND_LATE))
def test_a_liar_is_found(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(EffectError):
        check_liar(LIARS[name], 1, tmp_path, monkeypatch)
