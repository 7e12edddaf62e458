"""The editions that this version and earlier ones shipped, found by their hashes.

Games keep the figures that they began with, also when a later version corrects them. The folder
`data/released/` has a file for each edition with these figures; it is read when it is asked for.
"""

import copyreg
import re
from functools import lru_cache
from typing import Any

from attrs import evolve

from livingstone.edition.effect import converter_for
from livingstone.edition.loading import RULESETS, load_edition, shipped
from livingstone.edition.types import Edition
from livingstone.errors import DataError, shown
from livingstone.support.files import read_toml

FOLDER = "released"
HASH = "[0-9a-f]{32}"
"""The form of a hash of an edition."""


def find_edition(id: str, hash: str) -> Edition:
    """Find an edition that this version or an earlier one shipped, by its hash.

    >>> find_edition("printed", load_edition("printed").hash) == load_edition("printed")
    True

    Raises `DataError` for a hash that no shipped edition of this id had, and `ArgumentError` for an
    id other than `printed` and `bga`.
    """
    found = _known(id, hash)
    if found is None:
        problem = (
            f"this version knows no figures with the hash {shown(hash)}, only those with"
            f" {load_edition(id).hash} and earlier ones (embed_edition writes them with a game)"
        )
        raise DataError(id, [problem])
    return found


def is_released(edition: Edition) -> bool:
    """Return whether this version or an earlier one shipped an edition, unchanged.

    >>> is_released(load_edition("bga"))
    True
    """
    return edition.id in RULESETS and edition == _known(edition.id, edition.hash)


def edition_name(id: str, hash: str) -> str:
    """Name an edition: a shipped one by its id, another with the beginning of its hash, too.

    >>> edition_name("printed", "1a2b3c4d" * 4)
    'printed 1a2b3c4d'
    """
    is_installed = id in RULESETS and load_edition(id).hash == hash
    return id if is_installed else f"{id} {hash[:8]}"


def _known(id: str, hash: str) -> Edition | None:
    installed = load_edition(id)
    if installed.hash == hash:
        return installed
    return _earlier(id, hash) if re.fullmatch(HASH, hash) else None


@lru_cache(maxsize=64)
def _earlier(id: str, hash: str) -> Edition | None:
    file = shipped(FOLDER) / f"{id}-{hash}.toml"
    if not file.is_file():
        return None
    return converter_for().structure(read_toml(file.read_text(encoding="utf-8")), Edition)


def _reduce(edition: Edition) -> tuple[Any, ...]:
    if is_released(edition):
        return find_edition, (edition.id, edition.hash)
    board = evolve(edition.board)  # without its cached properties: equal editions, equal bytes
    return Edition, (edition.id, edition.ruleset, board, edition.cards)


copyreg.pickle(Edition, _reduce)
