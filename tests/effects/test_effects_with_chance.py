"""R6: effects that await dice, stones or a card, and say what happens with the result."""

from collections import Counter
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from amounts import by_profile, others_slow
from attrs import frozen
from editions import card_table
from hypothesis import settings
from more_cards import Reroll
from positions import give, table

import livingstone as ls
from livingstone import events as happened
from livingstone.effects import CardEffect, Positive, await_chance, receive_coins
from livingstone.testing import EffectError, check_effect, laws


@frozen
class Gamble(CardEffect):
    """Roll dice of its own, and take coins; roll again after a double."""

    sides: Positive

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        return await_chance(state, ls.CardRoll(2, sides=min(self.sides, 20)))

    def receive(self, state: ls.State, move: ls.PlayCard, outcome: ls.Outcome) -> ls.State:
        assert isinstance(outcome, ls.DiceRolled)
        low, high = outcome.dice
        state = receive_coins(state, high)
        return self.apply(state, move) if low == high > 1 else state


@frozen
class Prospect(CardEffect):
    """Draw two stones, then a card for a red one."""

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        return await_chance(state, ls.StoneDraw(2))

    def receive(self, state: ls.State, move: ls.PlayCard, outcome: ls.Outcome) -> ls.State:
        match outcome:
            case ls.StonesDrawn(stones) if stones.red:
                return await_chance(state, ls.CardDraw(is_replacement=False))
            case ls.CardRevealed():
                return state.with_player(state.player.changed(points=state.player.points + 1))
        return state


EFFECTS = (Reroll, Gamble, Prospect)
TABLES = [
    card_table("reroll", "reroll", 4),
    card_table("gamble", "gamble", 4, sides=3),
    card_table("prospect", "prospect", 4),
    card_table("lion", "score_points", 3, points=4),
]
EDITION = ls.load_edition("printed", cards={"cards": TABLES}, effects=EFFECTS)


def holding(card: str, dice: tuple[int, ...] = (1, 1, 2, 6), seed: int | None = None) -> ls.State:
    state = give(table(2, *dice, edition=EDITION), 0, cards=[card])
    return state if seed is None else ls.with_seed(state, seed)


@pytest.mark.no_cover  # it takes long, and other tests cover the same lines
@pytest.mark.parametrize("effect", others_slow([Gamble, Prospect], [Gamble]))
def test_r6_effects_with_chance_keep_the_laws(effect: type[CardEffect]) -> None:
    check_effect(effect, games=settings().max_examples)


def test_r6_dice_on_the_table_are_rolled_again_with_exact_chances() -> None:
    state = ls.apply(holding("reroll"), ls.PlayCard("reroll"))
    assert state.pending == ls.CardRoll(4)
    assert ls.validate(state) == []
    outcomes = ls.chance_outcomes(state)
    assert sum(outcomes.values()) == 1
    assert outcomes[ls.DiceRolled((1, 2, 3, 4))] == Fraction(24, 6**4)
    assert not ls.is_legal(state, ls.DiceRolled((1, 2, 3)))
    assert "4 dice from 1 to 6" in str(ls.why_illegal(state, ls.DiceRolled((2, 1, 1, 1))))
    done = ls.play(state, ls.DiceRolled((2, 2, 3, 5)))
    assert (done.state.dice, done.state.playing, done.state.pending) == ((2, 2, 3, 5), None, None)
    dice = (2, 2, 3, 5)
    assert done.events[:-1] == (happened.DiceThrown(0, dice), happened.DiceChanged(dice))
    told = [ls.describe(done.events[0], language=code, edition=EDITION) for code in ls.LANGUAGES]
    assert all("2 2 3 5" in sentence for sentence in told)
    assert len(set(told)) == 4


def test_r6_every_seat_sees_which_card_awaits_an_outcome() -> None:
    state = ls.apply(holding("reroll"), ls.PlayCard("reroll"))
    for seat in (0, 1, None):
        assert ls.view(state, seat).playing == ls.PlayCard("reroll")
        assert ls.sample_state(ls.view(state, seat), 1).playing == ls.PlayCard("reroll")


def test_r2_4_a_player_whom_a_roll_leaves_without_a_die_ends_the_turn() -> None:
    state = holding("reroll", (1, 4, 6, 6))
    for move in (ls.TakeDie(4), ls.TakeCoins(), ls.EndTurn(), ls.TakeDie(6), ls.TakeCoins()):
        state = ls.apply(state, move)
    state = ls.apply(state, ls.EndTurn())
    assert (state.current_player, state.dice, state.dice_taken) == (0, (1, 6), 0)
    state = ls.apply(ls.apply(state, ls.PlayCard("reroll")), ls.DiceRolled((3, 4)))
    assert ls.validate(state) == []
    assert [*map(type, ls.legal_moves(state))].count(ls.EndTurn) == 1
    assert not any(isinstance(move, ls.TakeDie) for move in ls.legal_moves(state))
    after = ls.apply(state, ls.EndTurn())
    assert after.pending == ls.RoundRoll(4)  # nobody can take a die
    assert after.boat == 2


def test_r6_own_dice_have_own_sides_and_may_be_rolled_again() -> None:
    state = ls.apply(holding("gamble"), ls.PlayCard("gamble"))
    assert state.pending == ls.CardRoll(2, 3)
    assert len(ls.chance_outcomes(state)) == 6
    assert not ls.is_legal(state, ls.DiceRolled((1, 4)))
    again = ls.apply(state, ls.DiceRolled((3, 3)))
    assert (again.pending, again.player.coins) == (ls.CardRoll(2, 3), 6)
    done = ls.play(again, ls.DiceRolled((1, 2)))
    assert (done.state.pending, done.state.player.coins) == (None, 8)
    assert done.events[:-1] == (happened.DiceThrown(0, (1, 2)), happened.CoinsTaken(0, 2))


def test_r6_stones_and_cards_are_followed_by_what_the_effect_does() -> None:
    state = ls.apply(holding("prospect"), ls.PlayCard("prospect"))
    state = ls.apply(state, ls.StonesDrawn(ls.Stones(1, 0, 0, 1, 0)))
    assert state.pending == ls.CardDraw(is_replacement=False)
    assert state.player.gems.red == 1
    done = ls.play(state, ls.CardRevealed("lion"))
    assert done.events[:-1] == (happened.CardDrawn(0, "lion"), happened.PointsScored(0, 1))
    assert done.state.player.hand == ("lion",)
    assert ls.from_json(ls.to_json(state), ls.State, effects=EFFECTS) == state


def test_dice_of_cards_come_from_a_stream_of_their_own() -> None:
    """The next round rolls the same dice, whether a card was played or not."""
    thrown, rounds = Counter[tuple[int, ...]](), set[tuple[int, ...]]()
    for seed in range(40):
        state = holding("reroll", seed=seed)
        played = ls.apply(state, ls.PlayCard("reroll"))
        assert played.streams == state.streams._replace(effects=1)  # type: ignore[union-attr]
        thrown[played.dice] += 1
        assert '"effects": 1' in ls.to_json(played)
        assert '"effects"' not in ls.to_json(ls.new_game(2, seed=seed))
        rounds.add(ls.new_game(2, seed=seed, edition=EDITION).dice)
    assert len(thrown) > 20
    assert {*thrown} != rounds


@pytest.mark.parametrize(
    ("bot", "games"),
    [
        ("random", by_profile(3, 3, few=2)),
        ("greedy", 1),
        pytest.param("ismcts:iterations=2", 1, marks=pytest.mark.slow),
    ],
)
def test_games_with_dice_of_cards_are_recorded_and_played_by_bots(bot: str, games: int) -> None:
    for seed in range(games):
        state = start = ls.new_game(2 + seed % 3, seed=seed, edition=EDITION)
        chooser, rng, moves = ls.load_player(bot), Random(seed), list[ls.Move]()
        while not state.is_over:
            moves.append(chooser.choose(ls.view(state, state.current_player), rng))
            state = ls.apply(state, moves[-1])
            assert ls.validate(state) == []
        record = ls.Record.of(start, moves)
        record.verify()
        assert ls.loads(ls.dumps(record), effects=EFFECTS) == record
        for seat in (0, 1, None):
            record.seen_by(seat).verify()


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"pending": ls.CardRoll(2)}, "the card played does not roll these dice"),
        (
            {"pending": ls.CardRoll(21), "playing": ls.PlayCard("reroll")},
            "does not roll these dice",
        ),
        (
            {"pending": ls.CardRoll(2, 21), "playing": ls.PlayCard("reroll")},
            "does not roll these dice",
        ),
        ({"playing": ls.PlayCard("reroll")}, "awaits no outcome"),
        ({"pending": ls.StoneDraw(1), "playing": ls.PlayCard("lion")}, "awaits no outcome"),
        ({"pending": ls.StoneDraw(1), "playing": ls.PlayCard("none")}, "awaits no outcome"),
    ],
)
def test_r6_states_with_another_card_in_play_are_not_valid(
    changes: dict[str, object], problem: str
) -> None:
    state = holding("reroll").changed(**changes)  # type: ignore[arg-type]
    assert problem in "; ".join(ls.validate(state))


@frozen
class Careless(CardEffect):
    """Roll dice and forget them."""

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        return await_chance(state, ls.CardRoll(2))


def test_dice_that_nobody_receives_are_one_clear_error() -> None:
    tables = {"cards": [card_table("careless", "careless", 4)]}
    edition = ls.load_edition("printed", cards=tables, effects=[Careless])
    state = give(table(2, 1, edition=edition), 0, cards=["careless"])
    with pytest.raises(TypeError, match="Careless awaits dice: define receive"):
        ls.apply(state, ls.PlayCard("careless"))


@frozen
class UntilSeven(CardEffect):
    """Roll a die of six sides until it shows seven."""

    def refuse(self, state: ls.State, move: ls.PlayCard) -> None:
        return None

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        return await_chance(state, ls.CardRoll(1, sides=6))

    def receive(self, state: ls.State, move: ls.PlayCard, outcome: ls.Outcome) -> ls.State:
        assert isinstance(outcome, ls.DiceRolled)
        return state if outcome.dice == (7,) else self.apply(state, move)


def test_a_card_that_awaits_chance_without_end_is_one_clear_error() -> None:
    tables = {"cards": [card_table("until_seven", "until_seven", 4)]}
    edition = ls.load_edition("printed", cards=tables, effects=[UntilSeven])
    state = give(table(2, 1, edition=edition), 0, cards=["until_seven"])
    for use in (ls.apply, ls.play):
        with pytest.raises(RuntimeError, match="until_seven still awaits chance after 1,000"):
            use(ls.with_seed(state, 7), ls.PlayCard("until_seven"))
    rolled = ls.apply(state, ls.PlayCard("until_seven"))
    for _ in range(3):
        rolled = ls.apply(rolled, ls.DiceRolled((6,)))
    assert rolled.is_chance


def test_the_law_finds_a_card_that_awaits_chance_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(laws, "SHRINKING", 0.0)
    with pytest.raises(EffectError, match="still awaits chance after 1,000 outcomes"):
        check_effect(UntilSeven, games=20)
