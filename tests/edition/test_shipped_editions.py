"""Which editions come with the library, and are named by their id alone."""

from attrs import evolve
from editions import make_edition, tiny_board

import livingstone as ls
from livingstone.edition.loading import is_shipped


def test_shipped_editions_are_shipped_however_they_were_made() -> None:
    for name in ("printed", "bga"):
        edition = ls.load_edition(name)
        assert is_shipped(edition)
        assert is_shipped(evolve(edition, board=evolve(edition.board)))


def test_other_figures_or_another_name_make_another_edition() -> None:
    edition = ls.load_edition("printed")
    assert not is_shipped(evolve(edition, id="bga"))
    assert not is_shipped(evolve(edition, cards=()))
    assert not is_shipped(make_edition(tiny_board(), []))
