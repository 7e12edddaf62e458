"""Editions as plain data, and the hash of their content."""

import hashlib
import json
from typing import Any

from livingstone.edition.converting import converter


def plain_content(value: object) -> dict[str, Any]:
    """Convert an edition, or a part of one, to tables, lists, numbers and texts without None."""
    plain: dict[str, Any] = without_none(converter.unstructure(value))
    return plain


def without_none(value: Any) -> Any:
    """Leave None out of tables, since TOML has no such value."""
    if isinstance(value, dict):
        return {key: without_none(item) for key, item in value.items() if item is not None}
    return [without_none(item) for item in value] if isinstance(value, list | tuple) else value


def content_hash(value: object) -> str:
    """Hash the whole content of an edition as `edition_hash` describes it."""
    text = json.dumps(plain_content(value), sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
