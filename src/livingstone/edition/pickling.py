"""Pickles of editions: a shipped one is stored by name and hash, any other as a whole."""

from typing import Any

from attrs import evolve

from livingstone.edition.loading import is_shipped, load_edition
from livingstone.edition.types import Edition, edition_hash
from livingstone.errors import DataError


def find_shipped(id: str, hash: str) -> Edition:
    """Find the shipped edition that was pickled; raises `DataError` if it is another one here."""
    edition = load_edition(id)
    if (found := edition_hash(edition)) != hash:
        problem = f"has the hash {hash}, but the edition installed here has {found}"
        raise DataError(f"the pickled edition {id}", [problem])
    return edition


def reduce_edition(edition: Edition) -> tuple[Any, ...]:
    """Return how to pickle an edition, in the form that `copyreg` requires."""
    if is_shipped(edition):
        return find_shipped, (edition.id, edition_hash(edition))
    board = evolve(edition.board)  # without its cached properties: equal editions, equal bytes
    return Edition, (edition.id, edition.ruleset, board, edition.cards)
