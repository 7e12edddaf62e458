"""Builders of positions: they move material about, so that every position is a sound one."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, cast

import pytest
from editions import TINY_BOARD, Table, deck_table, new_game, tiny_board

import livingstone as ls
from livingstone.game import ChanceEvent, Code, Fact
from livingstone.game.moves import Action

NO_GEMS = ls.Gems()


def sound(state: ls.State) -> ls.State:
    """Insist that no invariant is broken."""
    assert ls.validate(state) == []
    return state


def play(state: ls.State, *actions: Action) -> ls.State:
    """Apply actions one after the other; the last position must be sound."""
    for action in actions:
        state = ls.apply(state, action)
    return sound(state)


def table(
    players: int, *dice: int, edition: str | ls.Edition = "printed", first: int = 0
) -> ls.State:
    """Begin a game with these dice left on the table, in any order, and nothing taken yet."""
    state = new_game(players, explicit_chance=True, edition=edition, first=first)
    return sound(state.changed(dice=tuple(sorted(dice)), pending=None))


def at_die(
    die: int,
    *,
    players: int = 3,
    left: Sequence[int] = (5, 6, 6),
    edition: str | ls.Edition = "printed",
) -> ls.State:
    """Let seat 0 have taken a die in the first round, with others left on the table."""
    return play(table(players, die, *left, edition=edition), ls.TakeDie(die))


def give(
    state: ls.State,
    seat: int,
    *,
    coins: int | None = None,
    chest: int = 0,
    points: int = 0,
    gems: ls.Gems = NO_GEMS,
    cards: Iterable[str] = (),
    tents: Iterable[tuple[int, int]] = (),
    scored: Iterable[tuple[int, int]] = (),
) -> ls.State:
    """Give a player a purse of `coins`; add a donation, points, gems, cards, tents.

    Coins come from the bank, gems from the bag, cards from the draw pile and tents from the
    supply. Tents are named by (row, column); those in `scored` stand there scored.
    """
    old = state.players[seat]
    purse = old.coins if coins is None else coins
    draw_pile, hand = state.draw_pile, list(old.hand)
    for card in cards:
        draw_pile = draw_pile - ls.CardPile.of([card])
        hand.append(card)
    marked = [ls.Space(*place) for place in scored]
    placed = [*(ls.Space(*place) for place in tents), *marked]
    grid = [list(column) for column in old.tents]
    for row, column in placed:
        grid[column - 1][row - 1] += 1
    donations = old.donations + (chest > 0)
    player = old.changed(
        coins=purse,
        chest=old.chest + chest,
        donations=donations,
        chest_limit=purse + old.chest + chest if donations else 0,
        points=old.points + points,
        gems=old.gems + gems,
        hand=tuple(sorted(hand)),
        supply=old.supply - len(placed),
        tents=tuple(map(tuple, grid)),
        scored=tuple(sorted({*old.scored, *marked})),
    )
    return sound(
        state.changed(
            players=(*state.players[:seat], player, *state.players[seat + 1 :]),
            bank=state.bank - (purse - old.coins) - chest,
            bag=state.bag - gems.stones,
            draw_pile=draw_pile,
        )
    )


def balance(state: ls.State) -> ls.State:
    """Put what nobody holds into the bank, the bag and the draw pile.

    A chest is that of one donation, and who took a die without one took a one.
    """
    bag, held = state.edition.board.bag - state.aside, Counter(dict(state.played))
    players, bank = list[ls.Player](), state.edition.board.money
    for seat, player in enumerate(state.players):
        took = bool(state.dice_taken) and seat == state.current_player
        players.append(
            player.changed(
                donations=int(player.chest > 0),
                chest_limit=player.funds if player.chest else 0,
                last_die=player.last_die or int(took),
            )
        )
        bag, bank = bag - player.gems.stones, bank - player.funds
        held.update(player.hand)
    left = Counter(dict(state.edition.deck)) - held
    pile = ls.CardPile.of(left.elements())
    return sound(state.changed(players=tuple(players), bag=bag, bank=bank, draw_pile=pile))


def leave_in_bank(state: ls.State, coins: int, *, to: int) -> ls.State:
    """Give a player coins until the bank holds this many."""
    return give(state, to, coins=state.players[to].coins + state.bank - coins)


def lay_aside(state: ls.State, stones: ls.Stones) -> ls.State:
    """Lay stones from the bag aside."""
    return sound(state.changed(bag=state.bag - stones, aside=state.aside + stones))


def lay_open(state: ls.State, *cards: str) -> ls.State:
    """Lay cards from the draw pile open, as played."""
    draw_pile = state.draw_pile
    for card in cards:
        draw_pile = draw_pile - ls.CardPile.of([card])
    return sound(state.changed(draw_pile=draw_pile, played=state.played + ls.CardPile.of(cards)))


def sail(state: ls.State, column: int) -> ls.State:
    """Put the boat into a column."""
    return sound(state.changed(boat=column))


def last_turn(players: int, *, edition: str | ls.Edition = "printed") -> ls.State:
    """Leave one die, a six, for seat 0 in the last round of the game."""
    state = table(players, 6, edition=edition)
    return sail(state, len(state.edition.board.columns))


def finish(state: ls.State) -> ls.State:
    """Take the six, coins for it, and end the turn and with it the game."""
    return play(state, ls.TakeDie(6), ls.TakeCoins(), ls.EndTurn())


def closing(*left: int, column: int = 10) -> ls.State:
    """Let seat 0 of three have used a one; these dice are left on the table."""
    state = at_die(1, left=(*left, *[1] * (5 - len(left))))
    return sail(play(state, ls.Dig(), ls.StonesDrawn(ls.Stones(black=1))), column)


def outcome(state: ls.State) -> ls.Result:
    """Return the result of a game that is over."""
    result = ls.result(state)
    assert result is not None
    return result


def refused(state: ls.State, action: object, code: Code, rule: str, **facts: Fact) -> None:
    """Insist that an action is refused with this code, rule and, if any, facts.

    That all who are asked agree is a law: `tests/laws/test_legality.py`.
    """
    with pytest.raises(ls.IllegalMoveError) as caught:
        ls.apply(state, cast("Action", action))
    refusal = caught.value.reason
    assert (refusal.code, refusal.rule) == (code, rule)
    assert dict(refusal.facts) == facts or not facts


def moves_of(state: ls.State, kind: type[ls.Move]) -> tuple[ls.Move, ...]:
    """List the legal moves of one type, each of which must be legal on its own account."""
    moves = tuple(move for move in ls.legal_moves(state) if type(move) is kind)
    assert all(ls.is_legal(state, move) for move in moves)
    return moves


def small_board(
    *,
    rows: int = 4,
    costs: Sequence[int] = (1, 2),
    tents: int = 4,
    coins: int = 40,
    start_coins: int = 3,
    fee: int = 1,
) -> Table:
    """Make the data of a small board: rows worth 1, 2, ... points, majorities of 5 each."""
    return tiny_board(
        tents=tents,
        start_coins=start_coins,
        neighbour_fee=fee,
        players={"least": 2, "most": 4},
        dice={"per_player": 2, "sides": 6, "donation": 4},
        rows=[{"value": row + 1, "majority": 5} for row in range(rows)],
        columns=[{"cost": cost} for cost in costs],
        coins=[{"value": 1, "count": coins}],
        stones=TINY_BOARD["stones"]
        | {
            "black": {"count": 4},
            "clear": {"count": 3, "value": 1},
            "blue": {"count": 2, "value": 3},
        },
    )


def small_deck(**counts: int) -> Table:
    """Make the data of a small deck, from the number of cards of each id."""
    cards = {card["id"]: card for card in deck_table()["cards"]}
    return {"cards": [cards[id] | {"count": count} for id, count in counts.items()]}


def awaiting(event: ChanceEvent | None, players: int = 2, **changes: Any) -> ls.State:
    """Let an event of chance be pending."""
    state = new_game(players, explicit_chance=True)
    return state.changed(pending=event, **changes)


MOVES = (ls.TakeDie(3), ls.TakeCoins(), ls.Donate(2), ls.EndTurn())
ROLL = "d dice 2 2 3 4"


def beginning(**parts: Any) -> ls.Record:
    """Record the first roll, `ROLL`, and `MOVES`."""
    return ls.Record.of(ls.new_game(2, seed=7), MOVES, **parts)
