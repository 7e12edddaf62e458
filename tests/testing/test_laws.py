"""Each law is kept by the game, and found broken where something breaks it."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest
from attrs import evolve, frozen
from editions import card_table
from positions import at_die, give, table

import livingstone as ls
from livingstone.effects import CardEffect, Way
from livingstone.events import advancing
from livingstone.testing import LawError, laws, laws_of_games

STATE = give(at_die(3), 0, coins=9)
ENDED = ls.apply(STATE, ls.TakeCoins())
CHANCE = ls.new_game(2, explicit_chance=True)
RICH = STATE.with_player(STATE.player.changed(coins=10))
START = ls.new_game(2, seed=7)
MOVES = (ls.TakeDie(3), ls.TakeCoins(), ls.EndTurn())
REFUSAL = ls.why_illegal(STATE, ls.EndTurn())
assert REFUSAL is not None

real_apply, real_dumps, real_from_json, real_play = ls.apply, ls.dumps, ls.from_json, ls.play


def refusing(move: ls.Move, refusal: Any = REFUSAL) -> Callable[..., ls.State]:
    def apply(state: ls.State, action: Any) -> ls.State:
        raise ls.IllegalMoveError(move, state, refusal)

    return apply


def unsteady() -> Callable[..., ls.State]:
    states = iter([ENDED, RICH])
    return lambda *_: next(states)


def misread(broken: Any) -> Callable[..., Any]:
    def from_json(text: str, type: Any, **more: Any) -> Any:
        return None if type is broken else real_from_json(text, type, **more)

    return from_json


def check_options(state: ls.State = STATE) -> None:
    laws.check_options(state)


def check_legal() -> None:
    assert laws.check_legality(STATE, ls.TakeCoins(), is_listed=True) is None


def check_illegal() -> None:
    assert laws.check_legality(STATE, ls.EndTurn(), is_listed=False) == REFUSAL


def check_action(action: Any = ls.TakeCoins()) -> None:  # noqa: B008
    assert laws.check_action(STATE, action).state == ENDED


def check_written() -> None:
    laws.check_written(STATE, ls.TakeCoins(), real_play(STATE, ls.TakeCoins()), ())


def check_view() -> None:
    laws.check_view(STATE, STATE, 0)


def drawn(card: str) -> ls.Transition:
    state = ls.apply(STATE, ls.DrawCard())
    return ls.play(state, ls.CardRevealed(card))


def check_events() -> None:
    laws.check_events(drawn("lion"), drawn("market"), 1)


def check_bot() -> None:
    laws.check_bot(STATE)


def check_record() -> None:
    laws.check_record(START, MOVES, ())


CHECKS = (
    check_options,
    check_legal,
    check_illegal,
    check_action,
    check_written,
    check_view,
    check_events,
    check_bot,
    check_record,
)


@pytest.mark.parametrize("check", CHECKS)
def test_the_game_keeps_the_laws(check: Callable[[], None]) -> None:
    check()
    roll = ls.DiceRolled((1, 2, 3, 4))
    laws.check_written(CHANCE, roll, laws.check_action(CHANCE, roll), ())
    assert laws.check_options(CHANCE)
    laws.check_events(drawn("lion"), ls.play(STATE, ls.Dig()), 1)


@pytest.mark.parametrize(
    ("check", "name", "broken", "law", "problem"),
    [
        (check_options, "legal_moves", lambda _: 1 // 0, "can be listed", "ZeroDivisionError"),
        (check_options, "legal_moves", lambda _: (), "can be listed", "()"),
        (
            lambda: check_options(CHANCE),
            "legal_moves",
            lambda _: (ls.EndTurn(),),
            "can be listed",
            "DiceRolled",
        ),
        (check_legal, "why_illegal", lambda *_: REFUSAL, "agree", "TakeCoins() is listed, but"),
        (check_illegal, "why_illegal", lambda *_: None, "agree", "EndTurn() is accepted, not"),
        (check_legal, "is_legal", lambda *_: False, "agree", "is_legal is wrong"),
        (check_illegal, "is_legal", lambda *_: True, "agree", "is_legal is wrong"),
        (check_illegal, "apply", lambda *_: STATE, "agree", "apply accepts EndTurn()"),
        (check_legal, "apply", refusing(ls.TakeCoins()), "agree", "apply refuses TakeCoins()"),
        (check_illegal, "apply", refusing(ls.Dig()), "agree", "is about another move"),
        (check_action, "apply", unsteady(), "apply gives", "another one at the second"),
        (check_action, "apply", lambda *_: RICH, "stones, coins", "coins, not"),
        (
            check_action,
            "play",
            lambda *args: evolve(real_play(*args), state=STATE),
            "events tell it",
            "play and apply differ",
        ),
        (check_action, "describe", lambda *_, **__: "", "events tell it", "CoinsTaken"),
        (check_action, "describe_move", lambda *_, **__: "", "have words", "TakeCoins()"),
        (check_written, "from_json", misread(ls.State), "written and read", "the state comes back"),
        (check_written, "from_json", misread(ls.Event), "written and read", "CoinsTaken"),
        (check_written, "parse_move", lambda _: (ls.Dig(), 0), "written and read", "p0"),
        (check_view, "sample_state", lambda *_: RICH, "tell no secret", "does not fit"),
        (check_events, "visible", lambda event, _: event, "events tell no secret", "lion"),
        (
            check_bot,
            "load_player",
            lambda _: SimpleNamespace(choose=lambda *_: ls.EndTurn()),
            "bots can value it",
            "greedy chose EndTurn()",
        ),
        (
            check_record,
            "dumps",
            lambda record: real_dumps(evolve(record, actions=record.actions[:-1])),
            "recorded and replayed",
            "comes back changed",
        ),
    ],
)
def test_what_breaks_a_law_is_found(
    monkeypatch: pytest.MonkeyPatch,
    check: Callable[[], None],
    name: str,
    broken: Callable[..., Any],
    law: str,
    problem: str,
) -> None:
    monkeypatch.setattr(ls, name, broken)
    with pytest.raises(LawError) as caught:
        check()
    assert law in caught.value.law
    assert problem in caught.value.problem
    assert str(caught.value) == f"{caught.value.law}: {caught.value.problem}"


@pytest.mark.parametrize("listed", [(), (ls.TakeCoins(), ls.TakeCoins())])
def test_options_are_some_and_each_once(monkeypatch: pytest.MonkeyPatch, listed: Any) -> None:
    monkeypatch.setattr(laws_of_games, "options", lambda _: listed)
    with pytest.raises(LawError, match="can be chosen" if not listed else "is listed twice"):
        check_options()


def test_a_record_that_cannot_be_replayed_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def verify(_: ls.Record) -> None:
        raise ls.RecordError("it is wrong", 1)

    monkeypatch.setattr(ls.Record, "verify", verify)
    with pytest.raises(LawError, match="recorded and replayed: RecordError"):
        check_record()


def test_a_view_that_shows_a_secret_is_found() -> None:
    with pytest.raises(LawError, match="legal moves tell no secret"):
        laws.check_view(STATE, give(STATE, 0, coins=8), 0)


def test_events_that_leave_something_out_are_found() -> None:
    done = ls.play(STATE, ls.TakeCoins())
    laws.check_advance(STATE, done)
    with pytest.raises(LawError, match="events lead from each view to the next") as caught:
        laws.check_advance(STATE, evolve(done, events=()))
    assert "player 0: funds 9, not 12" in caught.value.problem
    assert "die 3, not None" in caught.value.problem


def test_legal_moves_that_do_not_follow_from_the_view_are_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(advancing, "legal_moves_in", lambda _: ())
    with pytest.raises(LawError, match="legal moves tell no secret") as caught:
        laws.check_advance(STATE, ls.play(STATE, ls.TakeCoins()))
    assert "by the view of seat 0, legal_moves (), not (" in caught.value.problem


@frozen
class Played(CardEffect):
    """Be played in ways that a test says."""

    listed: ClassVar[tuple[dict[str, Any], ...]]
    allowed: ClassVar[tuple[Way, ...]]

    def ways(self, players: int) -> tuple[Way, ...]:
        return self.allowed

    def plays(self, state: ls.State, card: str) -> tuple[ls.PlayCard, ...]:
        return tuple(ls.PlayCard(card, **said) for said in self.listed)

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        return state


GEMS, HERE, THERE = ls.Gems(1, 0, 0), ls.Space(1, 1), ls.Space(2, 1)


@pytest.mark.parametrize(
    ("said", "ways"),
    [
        ({}, {"plain"}),
        ({"gems": GEMS}, {"gems"}),
        ({"gems": GEMS, "space": HERE}, set()),
        ({"gems": GEMS, "source": HERE}, set()),
        ({"source": HERE}, set()),
        ({"space": HERE}, {"space", "pair"}),
        ({"space": HERE, "source": THERE}, {"pair"}),
    ],
)
def test_moves_are_of_the_ways_that_an_effect_tells(said: dict[str, Any], ways: set[str]) -> None:
    each: tuple[Way, ...] = ("plain", "gems", "space", "pair")
    for way in each:
        if way in ways:
            check_plays([said], way)
        else:
            with pytest.raises(LawError, match=r"moves fit ways: .* is none of"):
                check_plays([said], way)


def check_plays(said: list[dict[str, Any]], way: Way, refuse: Any = None) -> None:
    """Check the ways to play a card that lists these, in a state where it is held."""
    methods = {"listed": tuple(said), "allowed": (way,)}
    own: Any = type("Own", (Played,), {"__doc__": "Be played.", **methods})
    own.refuse = refuse or own.refuse
    kind = frozen(own)
    deck = {"cards": [card_table("card", "own")]}
    edition = ls.load_edition("printed", cards=deck, effects=[kind])
    state = table(2, 1, 2, 3, 4, edition=edition)
    state = give(state, 0, cards=["card"], gems=ls.Gems(2, 0, 0), scored=[(5, 2)])
    laws.check_plays(state, ls.legal_moves(state), ["card"])


def test_sales_of_a_market_are_in_order_by_the_counts_of_gems() -> None:
    state = table(2, 1, 2, 3, 4)
    state = give(state, 0, cards=["market"], gems=ls.Gems(2, 1, 2))
    state = ls.apply(ls.apply(state, ls.TakeDie(4)), ls.TakeCoins())
    assert len([move for move in ls.legal_moves(state) if isinstance(move, ls.PlayCard)]) == 17
    laws.check_plays(state, ls.legal_moves(state), ["market"])


@pytest.mark.parametrize(
    ("said", "way", "problem"),
    [
        ({"amount": 21}, "amount", "amount must be 0 to 20"),
        ({"amount": -1}, "amount", "amount must be 0 to 20"),
        ({"seat": 7}, "seat", "seat must be 0 to 1"),
        ({"seat": -1}, "seat", "seat must be 0 to 1"),
        ({"space": ls.Space(9, 1)}, "space", "in rows 1 to 6 and columns 1 to 10"),
        ({"space": HERE, "source": ls.Space(1, 0)}, "pair", "in rows 1 to 6 and columns 1 to 10"),
        ({"space": HERE, "source": HERE}, "pair", "must be two spaces"),
        ({"gems": ls.Gems(99, 0, 0)}, "gems", "of each colour at most"),
        ({"gems": ls.Gems(1, -1, 0)}, "gems", "of each colour at most"),
        ({"gems": ls.Gems()}, "gems", "gems must be 1 or more"),
    ],
)
def test_moves_out_of_range_are_refused_with_the_range(
    said: dict[str, Any], way: Way, problem: str
) -> None:
    with pytest.raises(LawError, match="moves are in range") as caught:
        check_plays([said], way)
    assert problem in caught.value.problem


@pytest.mark.parametrize("amount", [4, 20, 21])
def test_an_amount_that_is_accepted_and_not_listed_is_found(amount: int) -> None:
    with pytest.raises(LawError, match="accepted, not listed"):
        check_plays([], "amount", lambda _, state, move: None if move.amount == amount else REFUSAL)


@pytest.mark.parametrize(
    ("said", "refuse", "problem"),
    [
        ([{}, {}], None, "once, in order"),
        ([{"space": THERE}, {"space": HERE}], None, "once, in order"),
        ([{"space": HERE, "source": THERE}, {"space": HERE}], None, "once, in order"),
        ([{}], lambda *_: REFUSAL, r"agree: .*is listed, but refused"),
        ([], lambda *_: None, r"agree: .*is accepted, not listed"),
    ],
)
def test_ways_to_play_a_card_are_in_order_and_the_only_ones(
    said: list[dict[str, Any]], refuse: Any, problem: str
) -> None:
    with pytest.raises(LawError, match=problem):
        check_plays(said, "plain" if said in ([{}, {}], [{}], []) else "pair", refuse)


@pytest.mark.parametrize(
    "said",
    [
        {"gems": ls.Gems()},
        {"gems": GEMS},
        {"gems": ls.Gems(0, 1, 1)},
        {"gems": ls.Gems(2, 0, 0)},
        {"space": ls.Space(0, 1)},
        {"space": ls.Space(1, 11)},
        {"space": ls.Space(2, 1), "source": ls.Space(1, 11)},
        {"space": ls.Space(6, 1)},
        {"space": ls.Space(5, 2)},
        {"source": ls.Space(1, 1), "space": ls.Space(5, 2)},
    ],
)
def test_ways_that_are_accepted_but_not_listed_are_found(said: dict[str, Any]) -> None:
    """The player holds two clear gems, and has a tent in row 5 of column 2."""

    def refuse(self: Any, state: ls.State, move: ls.PlayCard) -> Any:
        return None if move == ls.PlayCard("card", **said) else REFUSAL

    with pytest.raises(LawError, match=r"agree: .*is accepted, not listed"):
        check_plays([], "gems" if "gems" in said else "pair", refuse)
