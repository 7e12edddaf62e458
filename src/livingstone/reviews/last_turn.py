"""The exact last turn: the worth of plans when only one player is left to move in the game.

The positions have no hidden hands: all cards that the player does not see are in the draw pile, as
a pool. Nothing in the turn reveals anything of the hidden chests, and a card that is drawn only
leaves the pool. So hidden cards and coins are weighed only at the end of the game, in classes: by
the points of the cards in hidden hands (R8.3) and by hidden chests (R8.4, R9.2). The weights are
those of `sample_state`.

Plans that cannot be better are left out. All coins are donated, at the end of the game. Gems are
sold at the end, too, unless they pay for a tent, or a draw can take them away or put them back into
the bag (R4.7, R6.11). Positions that cannot be computed, for example after the boat goes back
(R6.7), have a share between 0 and 1.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Literal, NamedTuple

import livingstone as ls
from livingstone import effects
from livingstone.reviews.ending_odds import EndingOdds, Standing

Plan = tuple[ls.Move, ...]
MOST_POSITIONS = 50_000
"""The most positions of a turn that are looked at; if there are more, plans are tried instead."""
_COLOURS: tuple[Literal["clear", "blue", "red"], ...] = ("clear", "blue", "red")
CLOSE = 1e-9
"""Shares of the win that differ by no more are equal."""
_KNOWN_EFFECTS = (
    effects.NoCostTent,
    effects.IgnoreDie,
    effects.MoreDice,
    effects.SecondTent,
    effects.Market,
    effects.BoatBack,
    effects.DrawStones,
    effects.GainCoins,
    effects.ScorePoints,
    effects.MineCollapse,
)


class _TooLargeError(Exception):
    """There are more positions than `MOST_POSITIONS`."""


class Share(NamedTuple):
    """A share of the win, between two bounds; exact if these are equal."""

    low: float
    high: float

    @property
    def is_exact(self) -> bool:
        """Whether the bounds are equal."""
        return self.high - self.low <= CLOSE


UNKNOWN = Share(0.0, 1.0)
"""The share of a position that is not computed."""


class _Sale(NamedTuple):
    """Gems sold to the bank, and gems sold by a market."""

    gems: ls.Gems
    by_market: ls.Gems


_NO_SALE = _Sale(ls.Gems(), ls.Gems())


class _Option(NamedTuple):
    """Moves that belong together, and the position after them; None after the end of the game."""

    moves: Plan
    after: ls.State | None
    share: Share


def last_turn(view: ls.View) -> "LastTurn | None":
    """Compute the last turn of a game; None if the turn is not the last one, or too large.

    A turn is the last one in the last column if no other player can take a die any more, whichever
    dice the player to move takes.
    """
    if not is_last(view):
        return None
    turn = LastTurn(view)
    return turn if turn.share_of(()).is_exact else None


def is_last(view: ls.View) -> bool:
    """Return whether no other player can be to move any more, and all effects are known."""
    edition = view.edition
    own = view.own
    is_turn = own is not None and view.seat == view.current_player and bool(view.legal_moves)
    if own is None or not is_turn or view.boat != len(edition.board.columns):
        return False
    known = effects.effects_of(edition)
    if own.known or not all(type(effect) in _KNOWN_EFFECTS for effect in known.values()):
        return False
    if any(isinstance(known[card], effects.BoatBack) for card in own.hand):
        return False
    if sum(isinstance(effect, effects.Market) for effect in known.values()) > 1:
        return False
    lasts = [player.last_die for seat, player in enumerate(view.players) if seat != view.seat]
    return _most_left(view) <= min(lasts)


def _most_left(view: ls.View) -> int:
    """Return the highest die that can be left on the table after the player's next one."""
    if view.die is not None or view.dice_taken or len(view.dice) < 2:
        return view.dice[-1] if view.dice and (view.die is not None or view.dice_taken) else 0
    last = view.players[view.current_player].last_die
    takes_another = any(last < value for value in view.dice[:-1])
    return view.dice[-1] if takes_another else view.dice[-2]


class LastTurn:
    """The plans of a last turn."""

    def __init__(self, view: ls.View) -> None:
        assert view.own is not None
        self.seat = view.current_player
        self.effects = effects.effects_of(view.edition)
        self.market = next(
            (id for id, effect in self.effects.items() if isinstance(effect, effects.Market)), ""
        )
        prices = self.effects[self.market].prices if self.market else None
        self.market_prices = prices or (ls.Gems(), ls.Gems())
        sizes = [player.hand_size for player in view.players]
        sizes[self.seat] = 0
        self.hidden_cards = sum(sizes)
        sampled = ls.sample_state(view, 0)
        players = [
            player if seat == self.seat else player.changed(hand=())
            for seat, player in enumerate(sampled.players)
        ]
        self.pool = view.unseen
        self.state = sampled.changed(players=tuple(players), draw_pile=view.unseen)
        self.odds = EndingOdds(view, sizes)
        self.looked_at = 0
        self.shares: dict[tuple[object, ...], Share] = {}
        self.bases: dict[tuple[object, ...], tuple[int, ...]] = {}

    def share_of(self, plan: Plan) -> Share:
        """Return the share of the win after a plan of legal moves, with the best play after it.

        Only the last move of the plan may await chance. The share is unknown if there are too many
        positions.
        """
        state = self.state
        for move in plan:
            if isinstance(move, ls.EndTurn) and self._is_end(state):
                return self._ended(state, _NO_SALE, self.pool, donates=False)
            state = ls.apply(state, move)
        self.looked_at = 0
        try:
            return self._share(state, self.pool)
        except _TooLargeError:
            return UNKNOWN

    def best_plan(self, plan: Plan = ()) -> Plan:
        """Continue a plan in the best way, up to the end of the turn or to the next chance event.

        Its share must be known.
        """
        state = self.state
        self.looked_at = 0
        for move in plan:
            state = ls.apply(state, move)
        while state.pending is None and not (plan and isinstance(plan[-1], ls.EndTurn)):
            options = self._options(state, self.pool)
            best = max(options, key=lambda option: round(option.share.low / CLOSE))
            plan += best.moves
            if best.after is None:
                break
            state = best.after
        return plan

    def _share(self, state: ls.State, pool: ls.CardPile) -> Share:
        """Return the share of the win in a position."""
        if state.boat != len(state.edition.board.columns):
            return UNKNOWN
        if isinstance(state.pending, effects.StoneDraw):
            chances = ls.chance_outcomes(state).items()
            parts = [
                (float(chance), self._share(ls.apply(state, drawn), pool))
                for drawn, chance in chances
            ]
            return _mean(parts)
        if isinstance(state.pending, effects.CardDraw):
            return self._share_of_draw(state, pool)
        if state.pending is not None or state.current_player != self.seat:
            return UNKNOWN
        key = self._key(state, pool)
        self.looked_at += 1
        if self.looked_at > MOST_POSITIONS:
            raise _TooLargeError
        if key not in self.shares:
            shares = [option.share for option in self._options(state, pool)]
            low = max(share.low for share in shares)
            high = max(share.high for share in shares)
            self.shares[key] = Share(low, high)
        return self.shares[key]

    def _key(self, state: ls.State, pool: ls.CardPile) -> tuple[object, ...]:
        """Return what decides the rest of the turn."""
        player = state.player
        others_gems = sum(other.gems.total for other in state.players)
        return (
            player.coins,
            player.chest,
            player.points,
            player.gems,
            player.hand,
            player.tents,
            player.scored,
            player.last_die,
            others_gems,
            state.dice,
            state.die,
            state.dice_taken,
            state.dice_left,
            state.bank,
            state.bag,
            state.gems_drawn,
            state.draw_pile,
            pool,
        )

    def _share_of_draw(self, state: ls.State, pool: ls.CardPile) -> Share:
        """Average over the cards that can be drawn: no hidden hand is known (R4.1, R6.11).

        A second draw after a mine collapse is not computed, since the pile then has cards that no
        hidden hand can hold.
        """
        size = pool.total - self.hidden_cards
        if state.draw_pile != pool or size < 1:
            return UNKNOWN
        collapses = sum(n for card, n in pool if state.edition.is_collapse(card))
        parts = list[tuple[float, Share]]()
        for card, count in pool:
            if state.edition.is_collapse(card):
                chance = count / size
                if size < 2:
                    parts.append((chance, UNKNOWN))
                    continue
            else:
                chance = (1 - collapses / size) * count / (pool.total - collapses)
            after = ls.apply(state, ls.CardRevealed(card))
            parts.append((chance, self._share(after, pool - ls.CardPile(((card, 1),)))))
        return _mean(parts)

    def _options(self, state: ls.State, pool: ls.CardPile) -> Iterator[_Option]:
        """List the moves that can be best."""
        legal = ls.legal_moves(state)
        if at_once := self._coins_at_once(state, legal):
            after = ls.apply(state, at_once)
            yield _Option((at_once,), after, self._share(after, pool))
            return
        if isinstance(legal[-1], ls.EndTurn):
            yield from self._endings(state, pool)
        for move in self._moves(state, legal):
            after = ls.apply(state, move)
            yield _Option((move,), after, self._share(after, pool))
            if self._is_risk(state, move):
                yield from self._after_sales(state, pool, [move])
        if state.die is not None and state.player.gems.total:
            yield from self._builds_by_sales(state, pool, legal)

    def _coins_at_once(self, state: ls.State, legal: Sequence[ls.Move]) -> ls.Move | None:
        """Return a play that gains coins: waiting gains nothing while the bank can pay (R6.9)."""
        for move in legal:
            if isinstance(move, ls.PlayCard):
                effect = self.effects[move.card]
                if isinstance(effect, effects.GainCoins) and state.bank >= effect.coins:
                    return move
        return None

    def _moves(self, state: ls.State, legal: Sequence[ls.Move]) -> Iterator[ls.Move]:
        """List the moves that can be best, except sales, donations and the end of the turn."""
        rows = set[int]()
        for move in legal:
            if isinstance(move, ls.SellGems | ls.Donate | ls.EndTurn):
                continue
            if isinstance(move, ls.PlayCard):
                effect = self.effects[move.card]
                if isinstance(effect, effects.Market | effects.ScorePoints):
                    continue  # a point card counts as much in hand (R8.3)
                waits = state.die is not None or not state.dice_taken
                if isinstance(effect, effects.MoreDice) and effect.dice == 1 and waits:
                    continue  # it is as good after the die was used (R6.4)
                if isinstance(effect, effects.SecondTent) and move.source is None and move.space:
                    if move.space.row in rows:
                        continue  # outside the boat's column only the row counts (R8.1)
                    rows.add(move.space.row)
            yield move

    def _is_risk(self, state: ls.State, move: ls.Move) -> bool:
        """Return whether a sale before a move can be better than a sale after it."""
        if not state.player.gems.total:
            return False
        if isinstance(move, ls.DrawCard):
            return any(state.edition.is_collapse(card) for card, _ in state.draw_pile)
        if isinstance(move, ls.PlayCard):
            draws_stones = isinstance(self.effects[move.card], effects.DrawStones)
        else:
            draws_stones = isinstance(move, ls.Dig)
        can_lose = bool((state.player.gems & state.gems_drawn).total)
        return draws_stones and (can_lose or self._can_draw_again(state, move))

    def _can_draw_again(self, state: ls.State, move: ls.Move) -> bool:
        """Return whether stones can be drawn after those of this move."""
        player = state.player
        draws = sum(isinstance(self.effects[id], effects.DrawStones) for id in player.hand)
        if isinstance(move, ls.PlayCard):
            return draws > 1 or state.die is not None or self._can_take_die(state)
        return draws > 0 or self._can_take_die(state)

    def _can_take_die(self, state: ls.State) -> bool:
        return bool(state.dice) and state.dice[-1] > state.player.last_die

    def _after_sales(
        self, state: ls.State, pool: ls.CardPile, moves: Iterable[ls.Move]
    ) -> Iterator[_Option]:
        """List moves after each sale that is possible before them."""
        moves = list(moves)
        if not self._can_sell(state):
            return
        for sale in _sales(state.player.gems, self._has_market(state)):
            sold = self._sale_moves(sale)
            before = self._after(state, sold)
            for move in moves:
                after = ls.apply(before, move)
                yield _Option((*sold, move), after, self._share(after, pool))

    def _builds_by_sales(
        self, state: ls.State, pool: ls.CardPile, legal: Sequence[ls.Move]
    ) -> Iterator[_Option]:
        """List the tents that can be paid for only after a sale.

        No more gems are sold to the bank than needed, since the rest can be sold later.
        """
        if not self._can_sell(state):
            return
        possible = {move for move in legal if isinstance(move, ls.BuildTent)}
        for sale in _sales(state.player.gems, self._has_market(state)):
            sold = self._sale_moves(sale)
            before = self._after(state, sold)
            new = {*_builds(before)} - possible
            for less in _smaller(sale.gems):
                if not new:
                    break
                fewer = self._sale_moves(_Sale(less, sale.by_market))
                new -= {*_builds(self._after(state, fewer))}
            for move in sorted(new, key=repr):
                after = ls.apply(before, move)
                yield _Option((*sold, move), after, self._share(after, pool))

    def _can_sell(self, state: ls.State) -> bool:
        return bool(state.dice_taken) or state.edition.ruleset.free_actions_before_die

    def _has_market(self, state: ls.State) -> bool:
        return self.market in state.player.hand

    def _sale_moves(self, sale: _Sale) -> Plan:
        moves = list[ls.Move]()
        if sale.by_market.total:
            moves.append(ls.PlayCard(self.market, sale.by_market))
        counts = zip(_COLOURS, sale.gems, strict=True)
        moves += [ls.SellGems(colour, count) for colour, count in counts if count]
        return tuple(moves)

    def _after(self, state: ls.State, moves: Plan) -> ls.State:
        for move in moves:
            state = ls.apply(state, move)
        return state

    def _is_end(self, state: ls.State) -> bool:
        """Return whether the end of this turn ends the game."""
        highest = state.dice[-1] if state.dice else 0
        return all(player.last_die >= highest for player in state.players)

    def _endings(self, state: ls.State, pool: ls.CardPile) -> Iterator[_Option]:
        """End the turn; if this ends the game, after each sale that may be best."""
        if not self._is_end(state):
            after = ls.apply(state, ls.EndTurn())
            yield _Option((ls.EndTurn(),), after, self._share(after, pool))
            return
        for sale in self._best_sales(state):
            sold = self._sale_moves(sale)
            coins = state.player.coins + min(state.bank, self._coins_of(sale))
            donation = (ls.Donate(coins),) if coins else ()
            share = self._ended(state, sale, pool, donates=True)
            yield _Option((*sold, *donation, ls.EndTurn()), None, share)

    def _best_sales(self, state: ls.State) -> list[_Sale]:
        """List the sales at the end that no other sale surpasses, the fewest coins first."""
        prices = state.edition.board.gem_values
        by_market = self.market_prices if self._has_market(state) else None
        return _undominated(state.player.gems, state.bank, prices, by_market)

    def _coins_of(self, sale: _Sale) -> int:
        coins = sale.gems.worth(self.state.edition.board.gem_values)
        return coins + sale.by_market.worth(self.market_prices[0])

    def _ended(self, state: ls.State, sale: _Sale, pool: ls.CardPile, *, donates: bool) -> Share:
        """Return the share of the win when the game ends after a sale and a donation of all."""
        player = state.player
        own, *others = self._points_at_end(state)
        held = player.gems.total - sale.gems.total - sale.by_market.total
        points = own + player.points + held
        points += sum(self.effects[card].points_in_hand for card in player.hand)
        points += sale.by_market.worth(self.market_prices[1])
        chest = player.chest
        if donates:
            chest += player.coins + min(state.bank, self._coins_of(sale))
        tents = sum(map(sum, player.tents))
        standing = Standing(points, chest, tents)
        share = self.odds.share(standing, tuple(others), pool)
        return Share(share, share)

    def _points_at_end(self, state: ls.State) -> tuple[int, ...]:
        """Return what the end brings the player for tents, then the points of all others."""
        gems = tuple(player.gems.total for player in state.players)
        player = state.player
        key = player.tents, gems[: self.seat], gems[self.seat + 1 :]
        if key not in self.bases:
            bare = player.changed(gems=ls.Gems(), hand=(), points=0)
            end = ls.apply(state.with_player(bare, die=None, dice_taken=1), ls.EndTurn())
            points = [other.points for other in end.players]
            self.bases[key] = (points.pop(self.seat), *points)
        return self.bases[key]


def _mean(parts: Iterable[tuple[float, Share]]) -> Share:
    low = high = 0.0
    for chance, share in parts:
        low += chance * share.low
        high += chance * share.high
    return Share(low, high)


def _builds(state: ls.State) -> Iterator[ls.BuildTent]:
    return (move for move in ls.legal_moves(state) if isinstance(move, ls.BuildTent))


def _smaller(gems: ls.Gems) -> Iterator[ls.Gems]:
    """Yield the gems without one of a colour."""
    for place, count in enumerate(gems):
        if count:
            yield ls.Gems(*(n - (place == other) for other, n in enumerate(gems)))


def _numbers(most: ls.Gems) -> Iterator[ls.Gems]:
    return (ls.Gems(*counts) for counts in product(*(range(count + 1) for count in most)))


@lru_cache(maxsize=256)
def _sales(gems: ls.Gems, has_market: bool) -> tuple[_Sale, ...]:
    """List the sales of at least one gem."""
    markets = _numbers(gems) if has_market else [ls.Gems()]
    sales = (_Sale(sold, by) for by in markets for sold in _numbers(gems - by))
    return tuple(sale for sale in sales if sale != _NO_SALE)


@lru_cache(maxsize=1 << 14)
def _undominated(
    gems: ls.Gems, bank: int, prices: ls.Gems, by_market: tuple[ls.Gems, ls.Gems] | None
) -> list[_Sale]:
    """List the sales that no other sale surpasses in coins and in points at the end."""
    best = dict[int, tuple[int, _Sale]]()
    for sale in (_NO_SALE, *_sales(gems, by_market is not None)):
        coins = sale.gems.worth(prices)
        points = -sale.gems.total - sale.by_market.total
        if by_market is not None:
            coins += sale.by_market.worth(by_market[0])
            points += sale.by_market.worth(by_market[1])
        coins = min(coins, bank)
        if coins not in best or best[coins][0] < points:
            best[coins] = points, sale
    kept = list[_Sale]()
    most = None
    for coins in sorted(best, reverse=True):
        points, sale = best[coins]
        if most is None or points > most:
            kept.append(sale)
            most = points
    return kept[::-1]
