"""What the end would bring as a game stands, and a warning before coins are left over."""

from random import Random

import pytest
from editions import new_game
from hypothesis import given
from hypothesis import strategies as st
from positions import at_die, give, last_turn, play, sail, table

import livingstone as ls
from livingstone.testing import Game, new_games, observers, with_other_secrets


def drawn_of(state: ls.State, seat: int | None = 0) -> ls.Snapshot:
    return ls.Table(state).snapshot(seat)


def test_r8_1_who_has_the_most_tents_in_a_row_leads_it_and_gets_the_points() -> None:
    state = give(table(3, 5), 0, tents=[(1, 1), (1, 2), (4, 1)])
    state = give(state, 1, tents=[(1, 1), (4, 1)])
    state = give(state, 2, tents=[(4, 2), (4, 3)])
    leads = drawn_of(state, None).row_leads
    assert leads[0] == ls.table.RowLead((0,), 2, 12)
    assert leads[1] == ls.table.RowLead((), 0, 0)
    assert leads[3] == ls.table.RowLead((2,), 2, 6)


def test_r8_1_players_who_tie_lead_together_and_share_the_points_rounded_down() -> None:
    state = table(3, 5)
    for seat in range(3):
        state = give(state, seat, tents=[(6, 1)])
    assert drawn_of(state).row_leads[5] == ls.table.RowLead((0, 1, 2), 1, 0)


def test_the_end_would_bring_majorities_gems_and_the_cards_of_the_own_hand() -> None:
    state = give(table(3, 5), 0, tents=[(1, 1)], gems=ls.Gems(2, 1, 0), cards=["lion"])
    assert drawn_of(state, 0).end_points[0] == ls.table.EndPoints(12, 3, 4)
    for seat in (1, 2, None):
        assert drawn_of(state, seat).end_points[0] == ls.table.EndPoints(12, 3, None)


@given(st.data(), new_games(longest=60))
def test_r10_2_what_the_end_would_bring_tells_no_secret(data: st.DataObject, game: Game) -> None:
    state = game.states[-1]
    for seat in observers(state):
        one = drawn_of(state, seat)
        two = drawn_of(data.draw(with_other_secrets(state, seat)), seat)
        assert one.row_leads == two.row_leads
        assert one.end_points == two.end_points
        assert one.offers == two.offers


@pytest.mark.parametrize("players", [2, 3, 5])
def test_r8_the_end_brings_what_was_foretold(players: int) -> None:
    state = new_game(players, seed=players)
    chooser = Random(players)
    while not state.is_over:
        before = state
        state = ls.apply(state, chooser.choice(ls.legal_moves(state)))
    ended = ls.result(state)
    assert ended
    assert drawn_of(state).end_points == ()
    for seat, standing in enumerate(ended.standings):
        foretold = drawn_of(before, seat).end_points[seat]
        assert foretold.majorities == sum(standing.majorities)
        assert foretold.gems == standing.gem_points
        assert foretold.cards == standing.card_points


def warning_of(state: ls.State, seat: int = 0, **words: object) -> str:
    offers = ls.Table(state).snapshot(seat, **words).offers  # type: ignore[arg-type]
    return next(offer.warning for offer in offers if offer.target == "end")


def used(state: ls.State, die: int = 6) -> ls.State:
    return play(state, ls.TakeDie(die), ls.TakeCoins())


def test_r8_4_the_last_turn_warns_of_coins_left_in_the_purse() -> None:
    assert warning_of(used(last_turn(3))) == (
        "This may be your last turn, and you still have 9 coins in your purse. They count for"
        " nothing at the end: whoever donated least to the Queen is out."
    )


def test_r9_2_with_two_players_the_warning_tells_of_the_roll() -> None:
    assert "4 dice are rolled" in warning_of(used(last_turn(2)))


def test_no_warning_comes_without_coins() -> None:
    state = used(last_turn(3))
    assert warning_of(play(state, ls.Donate(state.players[0].coins))) == ""


def test_no_warning_comes_before_the_last_column() -> None:
    assert warning_of(used(sail(last_turn(3), 9))) == ""


@pytest.mark.parametrize(
    ("dice", "is_warned"),
    [((1, 6), True), ((1, 5, 6), True), ((1, 4, 5, 6), False), ((1, 1, 1, 1), True)],
)
def test_r2_3_no_warning_comes_while_another_turn_is_certain(
    dice: tuple[int, ...], *, is_warned: bool
) -> None:
    """Two others can take two of the dice above the last one before it is the seat's turn again."""
    state = used(sail(table(3, *dice), 10), die=1)
    assert bool(warning_of(state)) == is_warned


def test_r6_4_cards_of_others_could_take_more_dice() -> None:
    state = used(sail(give(table(3, 1, 4, 5, 6), 1, cards=["two_dice"]), 10), die=1)
    assert warning_of(state)


@pytest.mark.parametrize("language", ls.LANGUAGES)
def test_the_warning_is_in_the_language(language: str) -> None:
    english = warning_of(used(last_turn(3)))
    assert (warning_of(used(last_turn(3)), language=language) == english) == (language == "en")


def test_only_the_end_of_a_turn_is_warned_of() -> None:
    offers = drawn_of(used(last_turn(3))).offers
    assert {offer.target for offer in offers if offer.warning} == {"end"}


def test_a_changed_outlook_does_not_fit_the_document() -> None:
    plain = ls.to_plain(drawn_of(at_die(4)))
    for name in ("row_leads", "end_points"):
        changed = ls.to_plain(drawn_of(give(at_die(4), 1, tents=[(1, 1)], gems=ls.Gems(1))))
        mixed = {**plain, "value": {**plain["value"], name: changed["value"][name]}}
        with pytest.raises(ls.DataError, match=f"value.{name}: does not fit the view"):
            ls.from_plain(mixed, "snapshot")
