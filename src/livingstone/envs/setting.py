"""What an environment is made for: an edition and a number of players."""

import livingstone as ls
from livingstone.errors import shown
from livingstone.support.arguments import whole

__all__ = ["check_view", "setting_of"]


def setting_of(edition: str | ls.Edition, players: int) -> tuple[ls.Edition, int]:
    """Load an edition that is given by its name, and check the number of players (R1.1).

    >>> edition, players = setting_of("bga", 3)
    >>> edition.id, players
    ('bga', 3)

    Raises `ArgumentError` for an unknown edition and for a number that cannot play.
    """
    if not isinstance(edition, ls.Edition):
        edition = ls.load_edition(edition)
    least, most = edition.board.players.least, edition.board.players.most
    return edition, whole("players", players, least, most)


def check_view(view: ls.View, edition: ls.Edition, players: int) -> None:
    """Raise `ArgumentError` unless a view is of a game with this edition and so many players."""
    if type(view) is not ls.View:
        raise ls.ArgumentError(f"a View is needed, not {shown(view)}")
    if len(view.players) != players:
        raise ls.ArgumentError(
            f"this is made for {players} players, but the view has {len(view.players)}"
        )
    if view.edition is not edition and view.edition != edition:
        raise ls.ArgumentError(f"this is made for {edition!r}, but the view is of {view.edition!r}")
