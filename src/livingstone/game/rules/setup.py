"""R1: material and set-up."""

from livingstone.edition.types import Edition
from livingstone.game.moves import RoundRoll
from livingstone.game.state import Player, State
from livingstone.support.arguments import seat_of, whole
from livingstone.values import NO_CARDS, NO_GEMS, NO_STONES


def set_up(edition: Edition, players: int, first: int) -> State:
    """Set up the game (R1.1, R1.5 to R1.9); the dice of the first round are still to be rolled.

    Raises `ArgumentError` for an impossible number of players or first seat.
    """
    board = edition.board
    least, most = board.players.least, board.players.most
    players = whole("players", players, least, most)
    first = seat_of("first", first, players)
    player = Player(
        coins=board.start_coins,
        supply=board.tents,
        tents=((0,) * len(board.rows),) * len(board.columns),
    )
    return State(
        edition=edition,
        players=(player,) * players,
        current_player=first,
        starting_player=first,
        boat=1,
        dice=(),
        die=None,
        dice_taken=0,
        dice_left=1,
        bank=board.money - players * board.start_coins,
        bag=board.bag,
        aside=NO_STONES,
        gems_drawn=NO_GEMS,
        draw_pile=edition.deck,
        played=NO_CARDS,
        pending=round_roll(edition, players),
        is_over=False,
        threshold=None,
    )


def round_roll(edition: Edition, players: int) -> RoundRoll:
    """Return the roll of a round: some dice for each player (R1.9, R9.1)."""
    return RoundRoll(edition.board.dice.per_player * players)
