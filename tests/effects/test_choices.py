"""R6: effects with a seat, an amount, or tents that are paid for, among the choices of a move."""

from typing import Any

import pytest
from attrs import evolve, frozen
from choice_effects import EDITION
from positions import at_die, give

import livingstone as ls
from livingstone import events as happened
from livingstone.game.card_effect import CardEffect, Way

TWINS, SPACE = ls.PlayCard("twins", space=ls.Space(3, 1)), ls.Space(3, 1)


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("p0 play bribe player=p1 amount=3", ls.PlayCard("bribe", seat=1, amount=3)),
        ("p0 play bribe player=p0", ls.PlayCard("bribe", seat=0)),
        ("p0 play bribe amount=0", ls.PlayCard("bribe", amount=0)),
        (
            "p0 play twins at=r3c1 from=r1c2 +gift +jump",
            ls.PlayCard("twins", None, SPACE, ls.Space(1, 2), cards=("jump", "gift")),
        ),
        (
            "p0 play odd red=1 at=r3c1 from=r1c2 player=p2 amount=4 +gift",
            ls.PlayCard("odd", ls.Gems(red=1), SPACE, ls.Space(1, 2), 2, 4, ("gift",)),
        ),
    ],
)
def test_moves_with_choices_are_written_and_read(line: str, move: ls.PlayCard) -> None:
    assert ls.format_move(move, 0) == line
    assert ls.parse_move(line) == (move, 0)
    assert ls.from_json(ls.to_json(move), ls.Move) == move
    assert eval(repr(move), {"PlayCard": ls.PlayCard, "Gems": ls.Gems, "Space": ls.Space}) == move
    for wrong in (f"{line} player=p1", f"{line} amount=x", f"{line} +A"):
        with pytest.raises(ls.NotationError):
            ls.parse_move(wrong)


def test_the_json_and_the_repr_of_shipped_cards_do_not_name_the_new_choices() -> None:
    assert ls.to_json(ls.PlayCard("lion")).endswith(
        '"value": {"kind": "play_card", "card": "lion", "gems": null, "space": null,'
        ' "source": null}}'
    )
    assert repr(ls.PlayCard("lion")).endswith("source=None)")


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        (ls.PlayCard("twins", seat=1), "R6"),
        (ls.PlayCard("twins", space=SPACE, amount=1), "R6"),
        (ls.PlayCard("bribe", seat=1, amount=1, cards=["gift"]), "R6"),
        (ls.PlayCard("bribe", space=SPACE), "R6.5"),
        (ls.PlayCard("twins", gems=ls.Gems(1)), "R6.6"),
        (ls.PlayCard("bribe", seat=0, amount=1), "R6"),
        (ls.PlayCard("bribe", seat=3, amount=1), "R6"),
        (ls.PlayCard("twins", space=SPACE, cards=["jump"]), "R6"),
        (ls.PlayCard("twins", space=SPACE, cards=["gift", "gift"]), "R6.3"),
        (ls.PlayCard("twins", space=SPACE, cards=["bribe"]), "R6.3"),
    ],
)
def test_r6_choices_that_a_card_does_not_take_are_refused(move: ls.PlayCard, rule: str) -> None:
    state = give(at_die(3, edition=EDITION), 0, cards=["twins", "bribe", "gift", "jump"])
    refusal = ls.why_illegal(state, move)
    assert refusal is not None
    assert refusal.rule == rule
    assert move not in ls.legal_moves(state)
    bare = give(at_die(3, edition=EDITION), 0, coins=9, cards=["twins"])
    assert ls.why_illegal(bare, ls.PlayCard("twins", space=SPACE, cards=["gift"])) is not None


def test_r4_4_two_tents_are_paid_twice_to_the_bank_and_the_neighbours() -> None:
    state = give(give(at_die(3, edition=EDITION), 0, coins=9, cards=["twins"]), 2, tents=[(3, 1)])
    bank = state.bank
    done = ls.play(state, TWINS)
    players = done.state.players
    assert ls.validate(done.state) == []
    assert (players[0].coins, players[2].coins, done.state.bank) == (5, 5, bank + 2)
    assert (players[0].tents_at(SPACE), done.state.die) == (2, None)
    each = happened.TentBuilt(0, SPACE, 1, (0, 0, 1))
    assert done.events[:-1] == (happened.CardPlayed(0, "twins"), each, each)
    card_done = done.events[-1]
    assert isinstance(card_done, happened.CardDone)
    assert (card_done.card, card_done.die, card_done.secrets) == ("twins", 3, (None,) * 3)
    poor = give(state, 0, coins=3)
    assert TWINS not in ls.legal_moves(poor)


def test_r6_1_and_r6_2_go_along_with_two_tents() -> None:
    state = give(at_die(3, edition=EDITION), 0, coins=0, cards=["twins", "gift", "jump"])
    moves = [move for move in ls.legal_moves(state) if isinstance(move, ls.PlayCard)]
    rows = {(move.space.row, move.cards) for move in moves if move.space}
    other = {(row, ("gift", "jump")) for row in (1, 2, 4, 5, 6)}
    assert rows == {(3, ("gift",))} | other
    move = ls.PlayCard("twins", space=ls.Space(5, 1), cards=["gift", "jump"])
    done = ls.play(state, move)
    assert done.state.player.hand == ()
    assert dict(done.state.played) == {"gift": 1, "jump": 1, "twins": 1}
    first = happened.TentBuilt(0, ls.Space(5, 1), 0, (0, 0, 0), ("gift", "jump"))
    second = happened.TentBuilt(0, ls.Space(5, 1), 0, (0, 0, 0))
    assert done.events[:-1] == (happened.CardPlayed(0, "twins"), first, second)
    record = ls.Record.of(ls.new_game(2, seed=7, edition=EDITION))
    assert ls.loads(ls.dumps(record), effects=EDITION) == record


@pytest.mark.parametrize(
    ("supply", "sources"), [(2, {None}), (1, {ls.Space(6, 2), ls.Space(1, 2)}), (0, {(1, 2)})]
)
def test_r9_1_two_tents_are_moved_where_the_supply_is_empty(
    supply: int, sources: set[ls.Space | None]
) -> None:
    state = give(at_die(3, players=2, left=(5, 6), edition=EDITION), 0, coins=9, cards=["twins"])
    left = state.player.supply - 3 - supply
    places = [(6, 2), (1, 2), (1, 2), *[(3, 1)] * left]
    state = give(state, 0, tents=places)
    moves = [m for m in ls.legal_moves(state) if isinstance(m, ls.PlayCard)]
    assert {move.source for move in moves} == sources
    for move in moves:
        after = ls.apply(state, move)
        assert ls.validate(after) == []
        assert after.player.tents_at(SPACE) == left + 2


def test_choices_have_words_groups_and_integers() -> None:
    state = give(at_die(3, edition=EDITION), 0, coins=9, cards=["bribe"])
    seen = ls.view(state, 0)
    move = ls.PlayCard("bribe", seat=2, amount=3)
    told = ls.describe_move(move, seen, names=["Ann", "Ben", "Cleo"])
    assert told.startswith("play ")
    assert "(Cleo, 3)" in told
    group = next(group for group in ls.group_moves(seen) if group.target == "card-bribe")
    assert (group.seat_choices, group.amounts) == ((1, 2), ls.table.Amounts(1, 9))
    assert ls.from_json(ls.to_json(group), ls.MoveGroup) == group
    assert ls.choose_move(seen, "card-bribe", seat=2, amount=3) == move
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"amount": 3}, "which player"),
        ({"seat": 1}, "how many: 1 to 9"),
    ]
    for given, told in wrong:
        with pytest.raises(ls.LivingstoneError, match=told):
            ls.choose_move(seen, "card-bribe", **given)
    from livingstone.envs import ActionSpace

    for players in (2, 3):
        space = ActionSpace(EDITION, players)
        for made in (move, ls.PlayCard("twins", space=SPACE, cards=["gift", "jump"])):
            if made.seat is None or made.seat < players:
                assert space.move(space.index(made)) == made
        assert sum(part.size for part in space.ranges) == len(space)


def test_a_form_of_the_server_names_a_seat_and_an_amount() -> None:
    pytest.importorskip("starlette")
    from livingstone.web.requests import chosen_move

    seen = ls.view(give(at_die(3, edition=EDITION), 0, coins=9, cards=["bribe", "twins"]), 0)
    form = {"target": "card-bribe", "player": "2", "amount": "3"}
    assert chosen_move(seen, form) == ls.PlayCard("bribe", seat=2, amount=3)
    assert chosen_move(seen, {"target": "card-twins", "space": "r3c1", "cards": ""}) == TWINS


@frozen
class TradeGems(CardEffect):
    """Give gems, and take a red one."""

    def ways(self, players: int) -> tuple[Way, ...]:
        return ("gems",)

    def plays(self, state: ls.State, card: str) -> tuple[ls.PlayCard, ...]:
        return (ls.PlayCard(card, gems=ls.Gems(clear=1)),)

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        given = move.gems or ls.Gems()
        gems = state.player.gems - given + ls.Gems(red=1)
        return state.with_player(state.player.changed(gems=gems))


def test_gems_that_are_chosen_lost_and_gained_are_told() -> None:
    (card, *others) = EDITION.cards
    edition = evolve(EDITION, cards=(evolve(card, effect=TradeGems()), *others))
    state = give(at_die(3, edition=edition), 0, gems=ls.Gems(clear=2, red=1), cards=[card.id])
    (move,) = (move for move in ls.legal_moves(state) if isinstance(move, ls.PlayCard))
    told = ls.describe_move(move, ls.view(state, 0))
    assert told.endswith("(1 clear gem): costs 1 clear gem and brings 1 red gem")


def test_a_card_that_is_played_with_others_tells_what_is_left_to_pay() -> None:
    state = give(at_die(3, edition=EDITION), 0, coins=9, cards=["gift", "twins"])
    seen = ls.view(state, 0)
    move = ls.PlayCard("twins", space=SPACE, cards=("gift",))
    assert ls.describe_move(TWINS, seen).endswith("(row 3 of column 1): costs 2 coins")
    assert ls.describe_move(move, seen).endswith("(row 3 of column 1, gift)")
