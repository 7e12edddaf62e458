"""R8 and R9.2: the end of the game, who is out, and who wins."""

from collections.abc import Collection, Iterable

from attrs import frozen

from livingstone.errors import short_repr
from livingstone.game.card_effect import CardEffect, effects_of
from livingstone.game.moves import DonationRoll
from livingstone.game.state import Position, State, TentOwner
from livingstone.support.arguments import need
from livingstone.support.limits import Points


@frozen
class Standing:
    """The final standing of one player, with all points of the rounds, donations and tents."""

    round_points: int
    """Points scored before the end, in the rounds and by cards."""
    majorities: tuple[int, ...]
    """Points for the majority in each row, by row (R8.1)."""
    gem_points: int
    """Points for the gems held (R8.2)."""
    card_points: Points
    """Points for the cards held (R8.3); own cards can take points."""
    points: Points
    """The sum of these, or 0 for a player who is out if the edition says so (R8.6)."""
    donated: int
    """Coins in the treasure chest."""
    tents: int
    """How many tents are on the board."""
    is_out: bool
    """Whether the player is out by R8.4 or R9.2."""
    rank: int
    """The rank, from 1; equal players share one, and all who are out share the last (R8.5)."""


@frozen
class Result:
    """The result of a game, with the standings by seat."""

    __repr__ = short_repr

    winners: tuple[int, ...]
    """Ascending; none if all are out, several if they are equal (R8.5)."""
    threshold: int | None
    """The least that two players had to donate (R9.2); None for more players."""
    standings: tuple[Standing, ...]
    """The standing of each player, by seat."""

    @property
    def shares(self) -> tuple[float, ...]:
        """The part of the win that each seat has: equal players share it (R8.5)."""
        return share_win(self.winners, len(self.standings))


def share_win(winners: Collection[int], players: int) -> tuple[float, ...]:
    """Return by seat the part of the win: winners share it equally (R8.5).

    >>> share_win([0, 2], 3)
    (0.5, 0.0, 0.5)
    """
    part = 1 / max(1, len(winners))
    return tuple(part if seat in winners else 0.0 for seat in range(players))


def tents_by_row(position: Position[TentOwner]) -> list[tuple[int, ...]]:
    """List by row how many tents each player has there."""
    by_seat = [map(sum, zip(*player.tents, strict=True)) for player in position.players]
    return [*zip(*by_seat, strict=True)]


def leaders_of(counts: tuple[int, ...]) -> tuple[int, ...]:
    """List the seats with the most tents in a row, given by seat; none without tents."""
    most = max(counts)
    return tuple(seat for seat, count in enumerate(counts) if count == most > 0)


def majorities(position: Position[TentOwner]) -> tuple[tuple[int, ...], ...]:
    """List by seat and row the points for the majority in each row (R8.1).

    Tied players share them, rounded down; a row without tents gives none.
    """
    by_row = [
        _shares(tents, row.majority)
        for tents, row in zip(tents_by_row(position), position.edition.board.rows, strict=True)
    ]
    return tuple(zip(*by_row, strict=True))


def _shares(counts: tuple[int, ...], points: int) -> list[int]:
    leaders = leaders_of(counts)
    share = points // max(1, len(leaders))
    return [share if seat in leaders else 0 for seat in range(len(counts))]


def end_points(state: State) -> list[tuple[tuple[int, ...], int, int]]:
    """List by seat the points for majorities, gems and the point cards in hand (R8.1 to R8.3).

    Ruling: the market is not a point card, since its points are a price of gems.
    """
    gems = [player.gems.total for player in state.players]
    return [*zip(majorities(state), gems, card_points(state), strict=True)]


def card_points(state: State) -> list[int]:
    """List by seat the points of the cards in hand (R8.3), as if the game ended now."""
    effects = effects_of(state.edition)
    if not counts_by_state(effects.values()):
        return [
            sum(effects[card].points_in_hand for card in player.hand if card in effects)
            for player in state.players
        ]
    state = before_scoring(state)
    return [
        sum(effects[card].end_points(state, seat) for card in player.hand if card in effects)
        for seat, player in enumerate(state.players)
    ]


def counts_by_state(effects: Iterable[CardEffect]) -> bool:
    """Return whether any effect scores at the end by what players have; no shipped one does."""
    own = [effect for effect in effects if type(effect).end_points is not CardEffect.end_points]
    return bool(own)


def before_scoring(state: State) -> State:
    """Return a state without all that the end of a game sets, for `CardEffect.end_points`.

    So the same cards score the same before and after the points are added.
    """
    players = tuple(player.changed(points=0) for player in state.players)
    return state.changed(players=players, pending=None, is_over=False, threshold=None, streams=None)


def end_game(state: State) -> State:
    """Add the final points; two players then roll for the donations (R8.1 to R8.3, R9.2)."""
    players = tuple(
        player.changed(points=player.points + sum(rows) + gems + cards)
        for player, (rows, gems, cards) in zip(state.players, end_points(state), strict=True)
    )
    if state.is_two_player:
        roll = DonationRoll(state.edition.board.dice.donation)
        return state.changed(players=players, pending=roll)
    return state.changed(players=players, is_over=True)


def _out(state: State) -> list[bool]:
    """Return by seat who is out for donating too little; it can be everybody (R8.4, R9.2).

    Ruling: a player who is out still takes, shares or blocks majorities.
    """
    chests = [player.chest for player in state.players]
    if state.threshold is not None:
        return [chest < state.threshold for chest in chests]
    return [chest == min(chests) for chest in chests]


def _ranks(state: State, out: list[bool]) -> list[int]:
    """Rank by points, then donation, then, if the edition says so, tents on the board (R8.5).

    Ruling: players who are out get the last rank, and nobody wins if all are out.
    """
    by_tents = state.edition.ruleset.tents_break_ties
    keys = [
        (player.points, player.chest, sum(map(sum, player.tents)) if by_tents else 0)
        for player in state.players
    ]
    ranked = sorted((key for seat, key in enumerate(keys) if not out[seat]), reverse=True)
    return [
        len(ranked) + 1 if is_out else ranked.index(key) + 1
        for key, is_out in zip(keys, out, strict=True)
    ]


def result(state: State) -> Result | None:
    """Return the result of a game that is over (R8, R9.2); None before the end.

    >>> from livingstone import new_game
    >>> result(new_game(2, seed=7)) is None
    True
    """
    need("result", state, "State", State)
    if not state.is_over:
        return None
    out = _out(state)
    ranks = _ranks(state, out)
    out_is_zero = state.edition.ruleset.out_scores_zero
    standings = tuple(
        Standing(
            round_points=player.points - sum(rows) - gems - cards,
            majorities=rows,
            gem_points=gems,
            card_points=cards,
            points=0 if is_out and out_is_zero else player.points,
            donated=player.chest,
            tents=sum(map(sum, player.tents)),
            is_out=is_out,
            rank=rank,
        )
        for player, (rows, gems, cards), is_out, rank in zip(
            state.players, end_points(state), out, ranks, strict=True
        )
    )
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1 and not out[seat])
    return Result(winners, state.threshold, standings)
