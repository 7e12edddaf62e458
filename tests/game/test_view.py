"""R10: what each seat may know, and that nothing else comes through."""

import gc
import pickle
from collections import Counter
from itertools import pairwise
from types import BuiltinFunctionType, FunctionType, ModuleType

from attrs import fields
from editions import new_game
from hypothesis import given
from hypothesis import strategies as st
from positions import finish, give, last_turn, table

import livingstone as ls
from livingstone.effects import MineCollapse
from livingstone.game.moves import Action
from livingstone.game.state import Streams
from livingstone.game.view import is_open
from livingstone.testing import (
    Game,
    games,
    numbers,
    observers,
    options,
    pick_rare,
    states,
    with_other_secrets,
)


def donation_roll() -> ls.State:
    """Give both of two players cards and chests, and end their last round."""
    state = give(last_turn(2), 0, coins=4, chest=2, cards=["lion", "market"])
    return finish(give(state, 1, coins=1, chest=5, cards=["two_dice"]))


def hidden_game() -> ls.State:
    """Give all of three players cards and chests, in the first round."""
    state = give(table(3, 2, 4, 6), 0, coins=4, chest=3, cards=["lion", "four_coins"])
    return give(give(state, 1, coins=2, chest=1, cards=["market"]), 2, coins=0, chest=6)


def assert_shows_what_is_public(seen: ls.View, state: ls.State) -> None:
    for name in (
        *("edition", "current_player", "starting_player", "boat", "dice", "die", "dice_taken"),
        *("dice_left", "bank", "bag", "aside", "gems_drawn", "played", "pending", "is_over"),
        *("threshold", "is_chance"),
    ):
        assert getattr(seen, name) == getattr(state, name), name
    for shown, player in zip(seen.players, state.players, strict=True):
        for name in ("points", "supply", "gems", "last_die", "tents", "scored", "donations"):
            assert getattr(shown, name) == getattr(player, name), name
        assert shown.funds == player.coins + player.chest
        assert shown.hand_size == len(player.hand)
        assert shown.chest_least <= player.chest <= shown.chest_most <= shown.funds
        assert (shown.chest_least, shown.chest_most) == (player.donations, player.chest_limit)
        for space in (ls.Space(1, 1), ls.Space(1, state.boat), ls.Space(0, 1), ls.Space(1, 99)):
            assert shown.tents_at(space) == player.tents_at(space)
            assert shown.has_scored_tent_at(space) == player.has_scored_tent_at(space)


@given(states())
def test_r10_1_everybody_sees_what_is_public(state: ls.State) -> None:
    for seat in observers(state):
        seen = ls.view(state, seat)
        assert seen.seat == seat
        assert_shows_what_is_public(seen, state)


@given(states())
def test_r10_1_bag_and_unseen_cards_follow_from_what_is_in_sight(state: ls.State) -> None:
    for seat in observers(state):
        seen = ls.view(state, seat)
        stones = seen.bag + seen.aside
        for player in seen.players:
            stones = stones + player.gems.stones
        assert stones == state.edition.board.bag
        in_sight = Counter(seen.played.cards())
        for shown in seen.revealed or ([] if seen.own is None else [seen.own]):
            in_sight.update(shown.hand)
        assert Counter(state.edition.deck.cards()) - in_sight == Counter(seen.unseen.cards())
        hidden = 0
        if seen.revealed is None:
            sizes = [player.hand_size for player in seen.players]
            hidden = sum(size for other, size in enumerate(sizes) if other != seat)
        assert seen.unseen.total == seen.draw_pile_size + hidden
        assert seen.draw_pile_size == state.draw_pile.total


@given(states())
def test_r10_2_each_player_sees_the_own_hand_purse_and_chest(state: ls.State) -> None:
    for seat, player in enumerate(state.players):
        own = ls.view(state, seat).own
        assert own == ls.Private(player.coins, player.chest, player.hand)
    assert ls.view(state, None).own is None


@given(states())
def test_r10_4_hands_and_chests_are_open_from_the_end_scoring_on(state: ls.State) -> None:
    for seat in observers(state):
        revealed = ls.view(state, seat).revealed
        if is_open(state):
            everything = [ls.Private(p.coins, p.chest, p.hand) for p in state.players]
            assert revealed == tuple(everything)
        else:
            assert revealed is None


def test_r10_4_the_donation_roll_opens_hands_and_chests() -> None:
    state = donation_roll()
    assert state.pending == ls.DonationRoll(4)
    over = ls.apply(state, ls.DiceRolled((1, 1, 1, 1)))
    for each in (state, over):
        for seat in observers(each):
            seen = ls.view(each, seat)
            assert seen.revealed is not None
            assert [shown.chest for shown in seen.revealed] == [2, 5]
            assert seen.revealed[0].hand == ("lion", "market")
            assert seen.unseen == each.draw_pile
            assert seen.legal_moves == ()
    assert ls.view(over, None).threshold == 4


@given(states())
def test_r10_legal_moves_are_for_the_seat_to_move_alone(state: ls.State) -> None:
    for seat in observers(state):
        seen = ls.view(state, seat)
        assert seen.legal_moves == (ls.legal_moves(state) if seat == state.current_player else ())


@given(games(explicit=True))
def test_r10_2_the_chest_holds_no_more_than_the_least_funds_since_the_last_donation(
    game: Game,
) -> None:
    views = [ls.view(state, None) for state in game.states]
    most = [player.chest_most for player in views[0].players]
    for before, after in pairwise(views):
        for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
            if new.donations > old.donations:
                most[seat] = new.funds
            most[seat] = min(most[seat], new.funds)
            assert new.chest_most == most[seat]


@given(states(), st.data())
def test_r10_2_a_view_does_not_depend_on_what_its_seat_may_not_know(
    state: ls.State, data: st.DataObject
) -> None:
    for seat in observers(state):
        twin = data.draw(with_other_secrets(state, seat))
        assert ls.validate(twin) == []
        one, other = ls.view(state, seat), ls.view(twin, seat)
        assert one == other
        assert hash(one) == hash(other)
        assert repr(one) == repr(other)
        assert pickle.dumps(one) == pickle.dumps(other)


@given(states(explicit=True), numbers(longest=40), st.data())
def test_r10_2_games_that_differ_in_hidden_things_look_alike_until_one_is_shown(
    state: ls.State, numbers: list[int], data: st.DataObject
) -> None:
    seat = data.draw(st.sampled_from(observers(state)))
    twin = data.draw(with_other_secrets(state, seat))
    for number in numbers:
        if state.is_over:
            break
        action = pick_rare(options(state), number)
        mirrored = mirror(state, twin, action, seat, number)
        if mirrored is None:
            break
        state, twin = ls.apply(state, action), ls.apply(twin, mirrored)
        if is_open(state):
            break
        assert ls.view(state, seat) == ls.view(twin, seat)


def mirror(
    state: ls.State, twin: ls.State, action: Action, seat: int | None, number: int
) -> Action | None:
    """Find what looks the same in the twin game; None where that shows a difference."""
    if seat != state.current_player:
        purse = twin.players[twin.current_player].coins
        if isinstance(action, ls.Donate) and purse:
            action = ls.Donate(number % purse + 1)
        if isinstance(action, ls.CardRevealed):
            kinds = [id for id, _ in twin.draw_pile if collapses(twin, id) is False]
            if not collapses(state, action.card) and kinds:
                action = ls.CardRevealed(kinds[number % len(kinds)])
    return action if ls.is_legal(twin, action) else None


def collapses(state: ls.State, card: str) -> bool:
    return isinstance(state.edition.effects[card], MineCollapse)


@given(states())
def test_r10_nothing_in_a_view_leads_to_a_state_or_a_seed(state: ls.State) -> None:
    for seat in observers(state):
        for thing in reachable(ls.view(state, seat)):
            assert not isinstance(thing, ls.State | ls.Player | Streams)


def reachable(start: object) -> list[object]:
    """Follow every reference from an object, but not into classes and code."""
    found, waiting = dict[int, object](), [start]
    while waiting:
        thing = waiting.pop()
        if id(thing) not in found:
            found[id(thing)] = thing
            waiting += [
                other
                for other in gc.get_referents(thing)
                if not isinstance(other, type | ModuleType | FunctionType | BuiltinFunctionType)
            ]
    return list(found.values())


def test_r10_the_walk_would_find_a_state() -> None:
    assert any(isinstance(thing, Streams) for thing in reachable(new_game(2, seed=1)))


def test_r10_2_there_is_no_field_for_a_secret() -> None:
    state = hidden_game()
    seen = ls.view(state, 0)
    kinds: list[tuple[object, type]] = [
        (seen, ls.View), (seen.players[1], ls.PlayerView), (seen.own, ls.Private)
    ]  # fmt: skip
    for thing, kind in kinds:
        assert list(vars(thing)) == [field.name for field in fields(kind)]
    secret = {"coins", "chest", "hand", "draw_pile", "streams", "seed"}
    for kind in (ls.View, ls.PlayerView):
        assert secret.isdisjoint(field.name for field in fields(kind))
