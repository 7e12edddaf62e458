"""Editions as plain data, and the hash of the content of an edition."""

import hashlib
import json
from typing import Any

from livingstone.caching import by_identity
from livingstone.edition.printed import Edition
from livingstone.errors import ArgumentError, shown
from livingstone.structuring.converter import converter

__all__ = ["edition_hash", "plain_edition", "without_none"]


def plain_edition(edition: Edition) -> dict[str, Any]:
    """Turn an edition into tables, lists, numbers and texts, leaving out what is None."""
    plain: dict[str, Any] = without_none(converter.unstructure(edition))
    return plain


def without_none(value: Any) -> Any:
    """Leave None out of tables, since TOML has no such value."""
    if isinstance(value, dict):
        return {key: without_none(item) for key, item in value.items() if item is not None}
    return [without_none(item) for item in value] if isinstance(value, list | tuple) else value


def edition_hash(edition: Edition) -> str:
    """Hash the whole content of an edition: 32 hexadecimal digits.

    It is the BLAKE2b hash, 16 bytes long, of its plain data as JSON without blanks, in ASCII, with
    sorted keys.

    >>> from livingstone import load_edition
    >>> edition_hash(load_edition("printed")) == edition_hash(load_edition("bga"))
    False

    Raises `ArgumentError` for anything but an edition.
    """
    if type(edition) is not Edition:
        raise ArgumentError(f"an Edition is needed, not {shown(edition)}")
    return _hash(edition)


@by_identity(maxsize=64)
def _hash(edition: Edition) -> str:
    text = json.dumps(plain_edition(edition), sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
