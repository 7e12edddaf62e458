"""Records: they replay to the same states, and to what each seat saw."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from editions import PRINTED, RULESETS, card_table, make_edition, tiny_board
from hypothesis import given
from hypothesis import strategies as st
from positions import ROLL, beginning
from record_samples import MANY_CARDS, assert_sees_the_same, played, record_of

import livingstone as ls
from livingstone.game.moves import Action
from livingstone.testing import Game, new_games


def test_a_record_names_moves_with_the_outcomes_between_them() -> None:
    record = beginning()
    assert record.actions == ("d dice 2 2 3 4", "p0 take 3", "p0 coins", "p0 donate 2", "p0 end")
    assert record.players == ("Player 0", "Player 1")
    assert (record.seed, record.first, record.result) == (7, 0, None)
    assert ls.Record.of(ls.new_game(2, seed=0)).seed == 0
    assert record.edition_hash == ls.load_edition("printed").hash
    assert hash(record) == hash(beginning())


@given(new_games())
def test_a_record_replays_to_the_states_of_the_game(game: Game) -> None:
    record = record_of(game)
    states = list(record.states())
    known = [ls.with_explicit_chance(state) for state in game.states]
    shown = set(known)
    # A seeded game shows no states in which chance is awaited, and begins with its dice rolled.
    assert [state for state in states if state in shown] == known
    assert game.start.streams is not None or states == known
    assert states[0].pending == ls.RoundRoll(
        states[0].edition.board.dice.per_player * len(game.start.players)
    )
    record.verify()
    assert record.result == ls.result(game.last)
    assert (record.seed is None) == (game.start.streams is None)


@given(new_games(), st.integers(0, 2**128 - 1))
def test_a_seed_that_did_not_decide_the_start_is_not_recorded(game: Game, seed: int) -> None:
    start = ls.with_explicit_chance(game.start)
    if start.is_chance:
        start = ls.apply(start, next(iter(ls.chance_outcomes(start))))
    if (start := ls.with_seed(start, seed)) != ls.new_game(
        len(start.players), seed=seed, edition=start.edition, first=start.starting_player
    ):
        assert ls.Record.of(start).seed is None


def test_a_record_begins_with_a_new_game() -> None:
    start = ls.new_game(3, seed=7)
    with pytest.raises(ls.ArgumentError, match="starts with a new game"):
        ls.Record.of(ls.apply(start, ls.legal_moves(start)[0]))
    with pytest.raises(ls.IllegalMoveError):
        ls.Record.of(start, [ls.EndTurn()])


BROKEN: list[tuple[tuple[str, ...], int, str | None, str]] = [
    (("d dice 1 2 3",), 1, "R10.3", "expected: 4 dice from 1 to 6, ascending"),
    (("p0 take 3",), 1, "R10.3", "chance decides now"),
    ((ROLL, "p1 take 3"), 2, "R2.2", "player 1 acts, but player 0 is to move"),
    ((ROLL, "p9 take 3"), 2, "R2.2", "player 9 acts, but player 0 is to move"),
    ((ROLL, "p0 take 5"), 2, "R2.3", "no die on the table shows 5"),
    ((ROLL, "d card lion"), 2, "R10.3", "nothing is left to chance now"),
    ((ROLL, "p0 take 3", "p0 card", "d card ??"), 4, None, "hidden"),
    ((ROLL, "p0 donate ??"), 2, None, "hidden"),
    ((ROLL, "p0 take x"), 2, None, "at 9: expected the value of a die"),
    ((ROLL, ""), 2, None, "at 1: expected d or a player"),
]


@pytest.mark.parametrize(("actions", "number", "rule", "reason"), BROKEN)
def test_a_broken_record_gives_the_states_up_to_the_fault(
    actions: tuple[str, ...], number: int, rule: str | None, reason: str
) -> None:
    record = evolve(beginning(), actions=actions, seed=None)
    states = record.states()
    for _ in range(number):
        next(states)
    with pytest.raises(ls.RecordError, match=reason) as caught:
        next(states)
    assert (caught.value.action, caught.value.rule) == (number, rule)
    assert str(caught.value).startswith(f"action {number}: ")
    with pytest.raises(ls.RecordError, match=reason):
        record.verify()


def test_nothing_can_be_done_after_the_end() -> None:
    record = record_of(played(2))
    longer = evolve(record, actions=(*record.actions, "p0 end"))
    with pytest.raises(ls.RecordError, match=r"the game is over \(R2.7\)") as caught:
        list(longer.states())
    assert caught.value.action == len(longer.actions)


@pytest.mark.parametrize("edition", RULESETS)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_verify_notices_what_is_wrong(players: int, edition: str) -> None:
    game = played(players, edition)
    record = record_of(game)
    record.verify()
    result = record.result
    assert result is not None
    with pytest.raises(ls.RecordError, match="the result is wrong: the game ended differently"):
        evolve(record, result=evolve(result, winners=(*result.winners, 9))).verify()
    with pytest.raises(ls.RecordError, match="the result is wrong: the game is not over"):
        evolve(record, actions=record.actions[:-2]).verify()
    with pytest.raises(ls.RecordError, match="the result is wrong: the game is not over"):
        evolve(record, actions=()).verify()
    with pytest.raises(ls.RecordError, match=r"the edition's hash is .*, not 00"):
        evolve(record, edition_hash="00").verify()
    for seed in (8, 2**100):
        with pytest.raises(ls.RecordError, match=f"the seed {seed} gives other outcomes"):
            evolve(record, seed=seed).verify()
    evolve(record, seed=None, result=None).verify()


def test_a_seed_is_wrong_if_it_decides_less_than_the_record_says() -> None:
    start = ls.new_game(2, explicit_chance=True)
    dice = ls.new_game(2, seed=7).dice
    record = ls.Record.of(start, [ls.DiceRolled(dice), ls.TakeDie(3), ls.DrawCard()])
    evolve(record, seed=7).verify()
    evolve(record, seed=7, actions=()).verify()


MISFITS: list[tuple[dict[str, Any], str]] = [
    ({"players": ("Ann",)}, "players: must be 2 to 5 names, not 1"),
    ({"players": ("Ann\n", "Ben")}, "players: each must be one line"),
    ({"tags": (("a", "b\nc"),)}, "tags: each must be one line"),
    ({"comments": ((1, ""),)}, "comments: each must be one line"),
    ({"first": 2}, "first: must be a seat from 0 to 1"),
    ({"seed": -1}, r"seed: must be a whole number from 0 to 2\*\*128 - 1"),
    ({"seed": 2**128}, r"seed: must be a whole number from 0 to 2\*\*128 - 1"),
    ({"seat": 2, "seed": None}, "seat: must be a seat from 0 to 1"),
    ({"seat": 1}, "seed: a record that hides something"),
    ({"seat": "spectator"}, "seed: a record that hides something"),
    ({"revealed": (ls.Private(1, 1, ()),)}, "revealed: nothing is hidden in this record"),
    ({"tags": (("b", "1"), ("a", "2"))}, "tags: must be sorted"),
    ({"tags": (("a", "1"), ("a", "2"))}, "tags: must be sorted"),
    ({"comments": ((2, "b"), (1, "a"))}, "comments: must be sorted"),
    ({"comments": ((1, "b"), (1, "a"))}, "comments: must be sorted, without duplicates"),
    ({"comments": ((0, "b"),)}, "comments: must be on actions 1 to 5"),
    ({"comments": ((6, "b"),)}, "comments: must be on actions 1 to 5"),
]


@pytest.mark.parametrize(("parts", "reason"), MISFITS)
def test_parts_have_to_fit_together(parts: dict[str, Any], reason: str) -> None:
    with pytest.raises(ls.RecordError, match=reason):
        evolve(beginning(), **parts)


@given(new_games())
def test_a_seat_sees_in_its_record_what_it_saw_in_the_game(game: Game) -> None:
    assert_sees_the_same(game)


def test_a_seat_sees_in_its_record_how_the_game_ended() -> None:
    assert_sees_the_same(played(2))


@given(new_games(st.just(MANY_CARDS), longest=400))
def test_a_seat_sees_cards_change_hands_again_and_again(game: Game) -> None:
    assert_sees_the_same(game)


def test_a_seats_record_hides_others_cards_and_donations_alone() -> None:
    start = ls.new_game(2, explicit_chance=True)
    actions: list[Action] = [
        ls.DiceRolled((1, 2, 3, 4)),
        ls.Donate(2),
        ls.TakeDie(1),
        ls.DrawCard(),
        ls.CardRevealed("mine_collapse"),
        ls.CardRevealed("lion"),
        ls.PlayCard("lion"),
    ]
    full = ls.Record.of(start, actions)
    own = full.seen_by(0)
    assert own.actions == full.actions
    assert full.seen_by(1).actions == (
        "d dice 1 2 3 4",
        "p0 donate ??",
        "p0 take 1",
        "p0 card",
        "d card mine_collapse",
        "d card ??",
        "p0 play lion",
    )
    assert full.seen_by(1).actions == full.seen_by(None).actions
    assert full.seen_by(1).revealed == ()


def change(revealed: tuple[ls.Private, ...], seat: int, **parts: Any) -> tuple[ls.Private, ...]:
    return (*revealed[:seat], evolve(revealed[seat], **parts), *revealed[seat + 1 :])


def wrongly_revealed(
    shown: tuple[ls.Private, ...], limits: list[int]
) -> Iterable[tuple[ls.Private, ...]]:
    """List what cannot have been open in the end, as seat 0 knows."""
    yield ()
    yield shown[:-1]
    for seat, limit in enumerate(limits):
        coins, chest, hand = shown[seat].coins, shown[seat].chest, shown[seat].hand
        yield change(shown, seat, coins=coins + 1)
        yield change(shown, seat, coins=coins + chest, chest=0)  # R5.2: donations have coins
        # R10.2: more than purse and chest held after the last donation
        yield change(shown, seat, coins=coins + chest - limit - 1, chest=limit + 1)
        yield change(shown, seat, coins=-1, chest=coins + chest + 1)
        yield change(shown, seat, hand=(*hand, "lion"))
        yield change(shown, seat, hand=("lion",) * max(2, len(hand)))
        yield change(shown, seat, hand=("no_such_card",) * len(hand) if hand else ("x",))
        if hand:
            yield change(shown, seat, hand=tuple(sorted(("mine_collapse", *hand[1:]))))


def test_r10_4_what_is_revealed_fits_what_was_seen() -> None:
    full = record_of(played(3, PRINTED))
    seen = full.seen_by(0)
    assert any(own.hand for own in seen.revealed)
    assert all(own.chest for own in seen.revealed)
    *_, last = full.states()
    limits = [player.chest_limit for player in last.players]
    assert any(
        own.coins + own.chest > limit for own, limit in zip(seen.revealed, limits, strict=True)
    )
    for revealed in wrongly_revealed(seen.revealed, limits):
        with pytest.raises(ls.RecordError, match=r"action|revealed|result"):
            evolve(seen, revealed=revealed).verify()
    with pytest.raises(ls.RecordError, match=r"^it shows hands that are not open yet \(R10.4\)$"):
        evolve(seen, actions=seen.actions[:-1], result=None).verify()


def test_r10_4_a_hand_or_a_chest_that_cannot_have_been_is_named() -> None:
    seen = record_of(played(3, PRINTED)).seen_by(0)
    strange = change(seen.revealed, 1, hand=("lion", *seen.revealed[1].hand))
    richer = change(seen.revealed, 1, coins=seen.revealed[1].coins + 1)
    for revealed, sentence in (
        (strange, "the hands revealed cannot be held"),
        (richer, "player 1 cannot have the hand and the chest revealed"),
    ):
        with pytest.raises(ls.RecordError) as caught:
            list(evolve(seen, revealed=revealed).views())
        assert str(caught.value) == f"action {caught.value.action}: {sentence} (R10.4)"


START_COINS = beginning().edition.board.start_coins
HIDDEN: list[tuple[tuple[str, ...], int, str | None, str]] = [
    ((ROLL, "p0 donate ??"), 0, "R10.2", "it is hidden, but the seat of the record saw it"),
    ((ROLL, "p0 donate 2"), 1, "R10.2", "it shows what the seat of the record cannot see"),
    ((ROLL, "p0 take 3", "p0 card", "d card ??"), 0, "R10.2", "hidden, but"),
    ((ROLL, "p0 take 3", "p0 card", "d card lion"), 1, "R10.2", "cannot see"),
    ((ROLL, "p0 take 3", "p0 card", "d card ox"), 0, None, "expected a card of the edition"),
    ((ROLL, "d card ??"), 1, "R10.3", "no card is drawn now"),
    ((ROLL, "p0 play lion"), 1, "R6", "player 0 does not hold this card"),
    (
        (ROLL, *["p0 donate ??"] * (START_COINS + 1)),
        1,
        "R5.2",
        "player 0 has 0 coins and cannot donate 1",
    ),
]


@pytest.mark.parametrize(("actions", "seat", "rule", "reason"), HIDDEN)
def test_a_seats_record_says_what_the_seat_saw_and_no_more(
    actions: tuple[str, ...], seat: int, rule: str | None, reason: str
) -> None:
    record = evolve(beginning(), actions=actions, seed=None, seat=seat)
    views = record.views()
    for _ in actions:
        next(views)
    with pytest.raises(ls.RecordError, match=reason) as caught:
        next(views)
    assert (caught.value.action, caught.value.rule) == (len(actions), rule)


def test_no_card_can_be_drawn_that_nobody_can_hold() -> None:
    board = tiny_board(
        players={"least": 2, "most": 2}, dice={"per_player": 2, "sides": 2, "donation": 1}
    )
    edition = make_edition(board, [card_table("fall", "mine_collapse", 2)])
    start = ls.new_game(2, edition=edition, explicit_chance=True)
    full = ls.Record.of(start, [ls.DiceRolled((1, 1, 2, 2)), ls.TakeDie(1), ls.DrawCard()])
    seen = full.seen_by(1)
    with pytest.raises(ls.RecordError, match="no card is left that can be held") as caught:
        list(evolve(seen, actions=(*seen.actions, "d card ??")).views())
    assert caught.value.rule == "R6.11"


def test_full_records_have_states_and_the_others_have_views() -> None:
    record = beginning()
    with pytest.raises(ls.RecordError, match="it is full"):
        next(record.views())
    seen = record.seen_by(1)
    with pytest.raises(ls.RecordError, match=r"^it is not full: it has views, but no states$"):
        next(seen.states())
    with pytest.raises(ls.RecordError, match="it is not full"):
        seen.seen_by(0)
    for seat in (-1, 2):
        with pytest.raises(ls.ArgumentError, match="seat must be from 0 to 1"):
            record.seen_by(seat)
        with pytest.raises(ls.ArgumentError, match="seat must be from 0 to 1"):
            ls.records.conceal(ls.new_game(2, seed=7), ls.Donate(1), seat)


def test_the_views_of_one_record_list_no_more_moves_than_a_bound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = ls.Record.of(ls.new_game(2, seed=7), [ls.Donate(1)] * 3).seen_by(0)
    listed = [len(view.legal_moves) for view in seen.views()]
    monkeypatch.setattr("livingstone.records.record.MOST_LISTED", sum(listed[:-1]))
    with pytest.raises(ls.RecordError, match=r"action 4: its views list more than \d+ legal moves"):
        list(seen.views())


def test_a_record_cannot_begin_in_the_middle_of_a_game() -> None:
    moved = ls.apply(ls.new_game(2, seed=7), ls.Donate(1))
    with pytest.raises(ls.ArgumentError, match=r"^a record starts with a new game, before the"):
        ls.Record.of(moved)


def test_a_seat_sees_the_result_of_a_game_that_is_over() -> None:
    record = record_of(played(2))
    assert record.seen_by(0).result == record.result
    assert record.result is not None


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_a_record_is_written_for_nobody_else_to_read(tmp_path: Path) -> None:
    ls.dump(beginning(), tmp_path / "game.toml")
    assert (tmp_path / "game.toml").stat().st_mode & 0o077 == 0
