"""Effects of one's own with a fault: what `load_edition` refuses, and what `check_effect` finds."""

from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from amounts import by_profile
from attrs import evolve, frozen
from editions import card_table
from hypothesis import settings
from positions import give, table

import livingstone as ls
from livingstone import effects as shipped
from livingstone.effects import CardEffect, known_kinds, no_effect
from livingstone.testing import EffectError, LawError, check_effect, laws


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep what failed apart, since effects of one name have one directory for it."""
    monkeypatch.chdir(tmp_path)


class Still(CardEffect):
    """Do what does not matter."""

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        return paid(state, 1)


def paid(state: ls.State, coins: int, *, by_bank: bool = True) -> ls.State:
    coins = min(coins, state.bank) if by_bank else coins
    player = state.player.changed(coins=state.player.coins + coins)
    return state.with_player(player).changed(bank=state.bank - coins * by_bank)


class NoAttrs(Still):
    """Lack attrs."""


@frozen
class NoApply(CardEffect):
    """Do nothing."""


@frozen
class NoDocstring(Still):
    pass


@frozen
class GainCoins(Still):
    """Have the kind of a shipped effect."""


@frozen
class BothTentCards(Still):
    """Pay, and reach all rows."""

    pays_for_tent = True
    reaches_any_row = True


@pytest.mark.parametrize(
    ("cls", "reason"),
    [
        (int, "int is not a class that inherits from CardEffect"),
        (3, "3 is not a class that inherits from CardEffect"),
        (NoAttrs, "NoAttrs is not an attrs class"),
        (NoApply, "NoApply does not say what it does to the state: it lacks the method apply"),
        (NoDocstring, "NoDocstring has no docstring"),
        (GainCoins, "more than one has the kind gain_coins"),
        (BothTentCards, "cannot both pay for a tent and reach any row"),
    ],
)
def test_a_class_that_is_no_effect_is_one_clear_error(cls: Any, reason: str) -> None:
    record = ls.dumps(ls.Record.of(ls.new_game(2, seed=7)))
    for use in (
        lambda: ls.load_edition("printed", effects=[cls]),
        lambda: ls.loads(record, effects=[cls]),
        lambda: ls.documents.schema(ls.Move, effects=[cls]),
        lambda: check_effect(cls),
    ):
        with pytest.raises(ls.ArgumentError, match=f"effects: .*{reason}"):
            use()


def named(name: str) -> type[CardEffect]:
    """Make an effect with this name."""
    made: type[CardEffect] = frozen(type(name, (Still,), {"__doc__": "Take a coin."}))
    return made


def test_two_effects_of_one_kind_are_one_clear_error() -> None:
    twins = [named("Twin"), named("Twin")]
    with pytest.raises(ls.ArgumentError, match="effects: more than one has the kind twin"):
        ls.load_edition("printed", effects=twins)
    ls.load_edition("printed", effects=[twins[0], twins[0]])
    assert "twin" not in known_kinds()


def bad(**methods: Any) -> type[CardEffect]:
    """Make an effect with other methods."""
    made: type[CardEffect] = frozen(type("Bad", (Still,), {"__doc__": "Be bad.", **methods}))
    return made


def apply(change: Callable[[ls.State], Any]) -> type[CardEffect]:
    return bad(apply=lambda self, state, move: change(state))


def plays(listed: Callable[[ls.State, str], Iterable[ls.PlayCard]], **more: Any) -> Any:
    return bad(plays=lambda self, state, card: tuple(listed(state, card)), **more)


def without_tent(state: ls.State) -> ls.State:
    supply = max(0, state.player.supply - 1)
    return state.with_player(state.player.changed(supply=supply))


@pytest.mark.parametrize(
    ("effect", "law", "problem"),
    [
        (apply(lambda state: None), "apply gives a state", "apply must return a state, not None"),
        (apply(lambda state: 1 // 0), "plays returns moves of the card", "ZeroDivisionError"),
        (apply(lambda state: paid(state, 1, by_bank=False)), "stones, coins", "coins, not"),
        (apply(without_tent), "stones, coins, tents and cards", "tents, not"),
        (
            bad(removes=("tents",), apply=lambda _, state, move: paid(state, 1, by_bank=False)),
            "stones, coins, tents and cards",
            "coins, not",
        ),
        (
            plays(lambda *_: [], refuse=lambda *_: None),
            "plays and refuse agree",
            "is accepted, not listed",
        ),
        (bad(events=lambda *_: 1 // 0), "events tell it", "ZeroDivisionError"),
        (bad(refuse=lambda *_: "no"), "plays returns moves", "a refusal or None, not 'no'"),
        (plays(lambda *_: [ls.PlayCard("other")]), "plays returns moves", "moves of bad, not"),
        (bad(plays=lambda *_: iter(())), "plays returns moves", "must return a tuple, not"),
        (bad(told=lambda *_: ("moves.none", {})), "moves have words", "moves.none"),
        (bad(value=lambda *_: 1 // 0), "bots can value it", "ZeroDivisionError"),
    ],
)
def test_check_effect_names_the_law_the_seed_and_a_game(
    effect: type[CardEffect], law: str, problem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(laws, "SHRINKING", 0.0)
    with pytest.raises(EffectError) as caught:
        check_effect(effect, games=100, seed=5)
    error = caught.value
    assert law in error.law
    assert problem in error.problem
    assert error.seed == 5
    for part in (error.effect, error.law, error.problem, "seed 5, shortest game: <players="):
        assert part in str(error)


NUMBERS = iter(range(1_000_000))


@pytest.mark.parametrize(
    ("effect", "problem"),
    [
        (bad(figure=3), "figure must be a text, not 3"),
        (bad(emblem=None), "emblem must be a text, not None"),
        (bad(figure=property(lambda _: str(next(NUMBERS)))), "figure is '"),
        (bad(points_in_hand=-1), "points_in_hand must be a whole number from 0, not -1"),
        (bad(points_in_hand=1.5), "points_in_hand must be a whole number from 0, not 1.5"),
        (bad(points_in_hand=property(lambda _: next(NUMBERS))), "points_in_hand is "),
        (bad(moments=[]), "moments must be a tuple of `Moment`, not a list"),
        (bad(moments=(1,)), "moments must be a tuple of `Moment`, not (1,)"),
        (bad(stones_drawn=-1), "stones_drawn must be None or a whole number from 0, not -1"),
        (bad(stones_drawn="two"), "stones_drawn must be None or a whole number from 0"),
        (bad(prices=(1, 2, 3)), "prices must be None or two `Gems` from 0, not (1, 2, 3)"),
        (bad(prices=(ls.Gems(1.5), ls.Gems())), "prices must be None or two `Gems` from 0"),  # type: ignore[arg-type]
        (bad(prices=property(lambda _: (ls.Gems(next(NUMBERS)),) * 2)), "prices is "),
        (bad(most_amount=-1), "most_amount must be a whole number from 0, not -1"),
        (bad(removes="stones"), "removes must be a tuple of stones, coins and tents"),
        (bad(ways=lambda *_: ("seats",)), "ways must be some of "),
        (bad(told=lambda *_: ({"en": f"number {next(NUMBERS)}"}, {})), ": number "),
        (bad(value=lambda *_: "much"), "value must be finite, not 'much'"),
        (bad(value=lambda *_: float("inf")), "value must be finite, not inf"),
        (bad(value=lambda *_: float("nan")), "value must be finite, not nan"),
        (bad(value=lambda *_: next(NUMBERS)), "value is "),
        (
            apply(lambda state: evolve(paid(state, 1), edition=ls.load_edition("bga"))),
            "leaves the edition as it is",
        ),
    ],
)
def test_what_an_effect_says_of_itself_has_its_type_and_stays(
    effect: type[CardEffect], problem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(laws, "SHRINKING", 0.0)
    with pytest.raises(EffectError) as caught:
        check_effect(effect, games=40)
    assert problem in caught.value.problem


def forgetful(state: ls.State) -> ls.State:
    """Pay at every second call."""
    CALLS.append(state)
    return paid(state, len(CALLS) % 2)


CALLS = list[ls.State]()


@pytest.mark.parametrize(
    "effect",
    [apply(lambda state: paid(state, Random().randrange(9))), apply(forgetful)],
    ids=["random", "memory"],
)
def test_random_numbers_and_memory_are_told_of_the_effect(
    effect: type[CardEffect], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(laws, "SHRINKING", 0.2)
    for seed in range(by_profile(2, 10, few=1)):
        with pytest.raises(EffectError) as caught:
            check_effect(effect, games=20, seed=seed)
        assert "Flaky" not in str(caught.value)
        assert "nconsistent" not in str(caught.value)


@frozen
class Fire(CardEffect):
    """Take a coin, a clear stone and an own tent out of the game, where they are at hand."""

    removes = ("coins", "stones", "tents")

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        player, bag = state.player, state.bag
        player = player.changed(
            coins=player.coins - (1 if player.coins else 0),
            supply=player.supply - (1 if player.supply else 0),
        )
        bag = bag - ls.Stones(0, 1 if bag.clear else 0, 0, 0, 0)
        return state.with_player(player, seat=state.current_player).changed(bag=bag)


def test_an_effect_may_remove_things_that_it_declares() -> None:
    check_effect(Fire, games=settings().max_examples)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda state: state.with_player(state.player.changed(coin=1)), "Player has no field"),
        (lambda state: state.changed(boot=1), "State has no field 'boot'"),
        (lambda state: state.with_player(state.player, boot=1), "State has no field 'boot'"),
    ],
)
def test_a_name_that_is_no_field_is_refused_when_the_card_is_played(
    change: Callable[[ls.State], Any], problem: str
) -> None:
    tables = {"cards": [card_table("card", "bad")]}
    kind: Any = apply(change)
    kind.refuse = lambda *_: None
    edition = ls.load_edition("printed", cards=tables, effects=[kind])
    state = give(table(2, 1, edition=edition), 0, cards=["card"])
    with pytest.raises(TypeError, match=problem):
        ls.apply(state, ls.PlayCard("card"))


def test_a_name_that_is_no_field_is_refused_where_it_is_all_that_changes() -> None:
    tables = {"cards": [card_table("card", "bad")]}
    kind = apply(lambda state: state.with_player(state.player.changed(coin=1)))  # type: ignore[call-arg]
    edition = ls.load_edition("printed", cards=tables, effects=[kind])
    state = give(table(2, 1, edition=edition), 0, cards=["card"])
    with pytest.raises(TypeError, match="Player has no field 'coin'"):
        ls.legal_moves(state)


def never(**more: Any) -> type[CardEffect]:
    """Make an effect that is always refused."""
    return bad(refuse=lambda *_: no_effect("never"), **more)


def test_a_card_that_can_never_be_played_is_found() -> None:
    with pytest.raises(EffectError, match="can be played: not once in 20 games") as caught:
        check_effect(never(), games=20)
    assert caught.value.seed == 0
    assert str(caught.value).startswith("Bad(): ")
    assert "bad" in caught.value.game.last.player.hand


@pytest.mark.slow
def test_a_card_that_is_rarely_possible_is_not_accused() -> None:
    """No decision of these 20 games lists a sale."""
    check_effect(shipped.Market, games=20, seed=3)


@pytest.mark.parametrize(
    "kind",
    [
        never(moments=()),
        pytest.param(never(pays_for_tent=True), marks=pytest.mark.slow),
        pytest.param(shipped.IgnoreDie, marks=pytest.mark.slow),
    ],
)
def test_a_card_that_is_only_held_or_goes_along_need_not_be_played(kind: Any) -> None:
    check_effect(kind, games=20)


NAMES = (
    "options plays choices view bot figures value action written chance told events seeded record"
)


@pytest.mark.parametrize("name", [*NAMES.split(), "record"])
def test_check_effect_tries_every_law(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    def broken(*args: Any) -> None:
        raise LawError(name, "is tried")

    monkeypatch.setattr(laws, f"check_{name}", broken)
    monkeypatch.setattr(laws, "SHRINKING", 0.0)
    with pytest.raises(EffectError, match=f"{name}: is tried"):
        check_effect(shipped.GainCoins, games=200, coins=4)
