"""R1.7, R4.2 and R5: coins from the bank, gems sold, coins donated."""

from functools import lru_cache
from typing import Unpack

from livingstone.game.moves import Donate, SellGems, TakeCoins
from livingstone.game.refusals import Code, Refusal, refuse
from livingstone.game.rules.turn import refuse_free_action, refuse_using_die
from livingstone.game.state import Player, State, StateChanges
from livingstone.values import GEM_COLOURS, Gems

_TAKE: tuple[TakeCoins, ...] = (TakeCoins(),)


def receive(state: State, player: Player, coins: int, **changes: Unpack[StateChanges]) -> State:
    """Pay coins from the bank to `player`, the one to move, and make other changes (R1.7).

    Ruling: the bank is finite; it pays no more than it holds.
    """
    paid = min(coins, state.bank)
    changes["bank"] = state.bank - paid
    return state.with_player(player.changed(coins=player.coins + paid), **changes)


def refuse_empty_bank(state: State, rule: str) -> Refusal | None:
    """Refuse to take coins from an empty bank (R4.2, R6.9)."""
    if state.bank:
        return None
    return refuse(Code.BANK_EMPTY, rule)


def legal_coins(state: State) -> tuple[TakeCoins, ...]:
    """List the taking of coins if any are left; the caller has checked the die (R4.2)."""
    return _TAKE if state.bank else ()


def refuse_coins(state: State, _: TakeCoins) -> Refusal | None:
    """Explain why no coins can be taken (R4.2)."""
    return refuse_using_die(state, "R4.2") or refuse_empty_bank(state, "R4.2")


def take_coins(state: State, _: TakeCoins) -> State:
    """Take as many coins as the die shows (R4.2)."""
    return receive(state, state.players[state.current_player], state.die or 0, die=None)


_sale = lru_cache(maxsize=1024)(SellGems)


@lru_cache(maxsize=4096)
def legal_sales(gems: Gems) -> tuple[SellGems, ...]:
    """List the sales of these gems, by colour and number (R5.1)."""
    return tuple(
        _sale(colour, count)
        for colour in GEM_COLOURS
        for count in range(1, getattr(gems, colour) + 1)
    )


def refuse_sale(state: State, move: SellGems) -> Refusal | None:
    """Explain why these gems cannot be sold (R5.1).

    Ruling: they may be sold even if the bank holds less than their price, or nothing.
    """
    if move.gem not in GEM_COLOURS:
        return refuse(Code.NOT_A_MOVE, "R5.1")
    held = getattr(state.players[state.current_player].gems, move.gem)
    if not 1 <= move.count <= held:
        seat, count = state.current_player, move.count
        return refuse(Code.TOO_FEW_GEMS, "R5.1", seat=seat, held=held, gem=move.gem, count=count)
    return refuse_free_action(state)


def sell(state: State, move: SellGems) -> State:
    """Sell gems to the bank; they go aside (R5.1)."""
    player = state.players[state.current_player]
    sold = Gems(**{move.gem: move.count})
    player = player.changed(gems=player.gems.minus(sold))
    coins = sold.worth(state.edition.board.gem_values)
    return receive(state, player, coins, aside=state.aside.plus_gems(sold))


_donation = lru_cache(maxsize=1 << 14)(Donate)


@lru_cache(maxsize=256)
def legal_donations(coins: int) -> tuple[Donate, ...]:
    """List the donations that a purse of `coins` allows, ascending (R5.2)."""
    return tuple(_donation(number) for number in range(1, coins + 1))


def refuse_donation(state: State, move: Donate) -> Refusal | None:
    """Explain why this donation is not possible (R5.2)."""
    held = state.players[state.current_player].coins
    if not 1 <= move.coins <= held:
        seat, coins = state.current_player, move.coins
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
