"""R1.7, R4.2, R4.3, R4.6 to R4.8 and R5: coins, digging, gems sold, coins donated."""

from functools import lru_cache
from typing import Unpack

from livingstone.game.moves import Dig, Donate, SellGems, StoneDraw, StonesDrawn, TakeCoins
from livingstone.game.refusals import Code, Refusal, refuse
from livingstone.game.rules.rounds import refuse_free_action, refuse_using_die
from livingstone.game.state import Player, State, StateChanges
from livingstone.values import GEM_COLOURS, NO_GEMS, NO_STONES, Gems, Stones

_TAKE: tuple[TakeCoins, ...] = (TakeCoins(),)
DIG: tuple[Dig, ...] = (Dig(),)
"""Digging is possible with every die, since the bag is never empty (R4.3, R4.8)."""

_stone_draw = lru_cache(maxsize=1024)(StoneDraw)


def receive(state: State, player: Player, coins: int, **changes: Unpack[StateChanges]) -> State:
    """Pay coins from the bank to `player`, the one to move, and make other changes (R1.7).

    Ruling: the bank is finite; it pays no more than it holds.
    """
    paid = min(coins, state.bank)
    changes["bank"] = state.bank - paid
    return state.with_player(player.changed(coins=player.coins + paid), **changes)


def refuse_empty_bank(state: State, rule: str) -> Refusal | None:
    """Refuse to take coins from an empty bank (R4.2, R6.9)."""
    return None if state.bank else refuse(Code.BANK_EMPTY, rule)


def legal_coins(state: State) -> tuple[TakeCoins, ...]:
    """List the taking of coins if any are left; the caller has checked the die (R4.2)."""
    return _TAKE if state.bank else ()


def refuse_coins(state: State, _: TakeCoins) -> Refusal | None:
    """Explain why no coins can be taken (R4.2)."""
    return refuse_using_die(state, "R4.2") or refuse_empty_bank(state, "R4.2")


def take_coins(state: State, _: TakeCoins) -> State:
    """Take as many coins as the die shows (R4.2)."""
    return receive(state, state.players[state.current_player], state.die or 0, die=None)


def refuse_dig(state: State, _: Dig) -> Refusal | None:
    """Explain why digging is not possible (R4.3); the bag is never empty (R4.8)."""
    return refuse_using_die(state, "R4.3")


def dig(state: State, _: Dig) -> State:
    """Draw as many stones as the die shows (R4.3)."""
    return await_stones(state, state.die or 0, die=None)


def await_stones(state: State, count: int, **changes: Unpack[StateChanges]) -> State:
    """Await a draw of stones, at most as many as the bag holds (R4.3, R6.8)."""
    changes["pending"] = _stone_draw(min(count, state.bag.total))
    return state.changed(**changes)


def receive_stones(state: State, drawn: StonesDrawn) -> State:
    """Put the black stones aside and give the gems to the player (R4.6).

    Ruling: the stones of a draw are drawn together, so the white one does not stop it (R4.8).
    """
    stones = drawn.stones
    if stones.white:
        return _white_stone(state, stones)
    player = state.players[state.current_player]
    gems = stones.gems
    keeps_count = not state.edition.ruleset.white_stone_sells
    return state.with_player(
        player.changed(gems=player.gems + gems),
        bag=state.bag - stones,
        aside=state.aside + Stones(black=stones.black),
        gems_drawn=state.gems_drawn + gems if keeps_count else NO_GEMS,
        pending=None,
    )


def _white_stone(state: State, stones: Stones) -> State:
    """Put the stones drawn and the stones aside back into the bag (R4.7).

    Ruling: the gems just drawn are sold first, at the bank's prices; or, if the edition says so,
    they go back unpaid, together with gems of earlier draws of this turn: of each colour, as many
    as were drawn since the turn's last white stone, or as many as the player still has.
    """
    player = state.player
    bag = state.bag + state.aside
    if state.edition.ruleset.white_stone_sells:
        coins = stones.gems.worth(state.edition.board.gem_values)
        return receive(state, player, coins, bag=bag, aside=NO_STONES, pending=None)
    returned = player.gems & state.gems_drawn
    return state.with_player(
        player.changed(gems=player.gems - returned),
        bag=bag + returned.stones,
        aside=NO_STONES,
        gems_drawn=NO_GEMS,
        pending=None,
    )


_sale = lru_cache(maxsize=1024)(SellGems)


@lru_cache(maxsize=4096)
def legal_sales(*gems: int) -> tuple[SellGems, ...]:
    """List the sales of a player with these gems, by colour and number (R5.1)."""
    return tuple(
        _sale(colour, count)
        for colour, held in zip(GEM_COLOURS, gems, strict=True)
        for count in range(1, held + 1)
    )


def refuse_sale(state: State, move: SellGems) -> Refusal | None:
    """Explain why these gems cannot be sold (R5.1).

    Ruling: they may be sold even if the bank holds less than their price, or nothing.
    """
    if move.gem not in GEM_COLOURS:
        return refuse(Code.NOT_A_MOVE, "R5.1")
    held = getattr(state.players[state.current_player].gems, move.gem)
    if not 1 <= move.count <= held:
        seat = state.current_player
        count = move.count
        return refuse(Code.TOO_FEW_GEMS, "R5.1", seat=seat, held=held, gem=move.gem, count=count)
    return refuse_free_action(state)


def sell(state: State, move: SellGems) -> State:
    """Sell gems to the bank; they go aside (R5.1)."""
    player = state.players[state.current_player]
    sold = Gems(**{move.gem: move.count})
    player = player.changed(gems=player.gems - sold)
    coins = sold.worth(state.edition.board.gem_values)
    return receive(state, player, coins, aside=state.aside + sold.stones)


_donation = lru_cache(maxsize=1 << 14)(Donate)


@lru_cache(maxsize=256)
def legal_donations(coins: int) -> tuple[Donate, ...]:
    """List the donations that a purse of `coins` allows, ascending (R5.2)."""
    return tuple(_donation(number) for number in range(1, coins + 1))


def refuse_donation(state: State, move: Donate) -> Refusal | None:
    """Explain why this donation is not possible (R5.2)."""
    held = state.players[state.current_player].coins
    if not 1 <= move.coins <= held:
        seat = state.current_player
        coins = move.coins
        return refuse(Code.TOO_FEW_COINS, "R5.2", seat=seat, held=held, coins=coins)
    return refuse_free_action(state)


def donate(state: State, move: Donate) -> State:
    """Put coins into the treasure chest, where they stay (R5.2)."""
    player = state.players[state.current_player]
    return state.with_player(
        player.changed(
            coins=player.coins - move.coins,
            chest=player.chest + move.coins,
            donations=player.donations + 1,
            chest_limit=player.coins + player.chest,
        )
    )
