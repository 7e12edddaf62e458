"""Editions as plain data: the converter with the effects of cards, and the hash of a content."""

import hashlib
import json
from functools import lru_cache
from typing import Any

from cattrs import Converter

from livingstone.edition.effect import Effect, known_kinds
from livingstone.support.structuring import hooks
from livingstone.support.structuring.converter import make_plain_converter

OWN_KINDS = " (classes of your own are given by effects=, or --effects)"
"""How messages about an unknown kind of effect end."""


def make_converter(own: tuple[type[Effect], ...] = ()) -> Converter:
    """Make a converter that also knows the effects of cards: the shipped ones and `own`."""
    made = make_plain_converter()
    made.register_structure_hook_func(
        lambda cls: cls is Effect,
        lambda value, _: hooks.structure_kind(value, known_kinds(own), made, OWN_KINDS),
    )
    made.register_unstructure_hook_func(
        lambda cls: cls is Effect, lambda value: hooks.kind_plain(value, made)
    )
    return made


converter_for = lru_cache(maxsize=8)(make_converter)
converter = converter_for()


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
