"""The converter of `support.structuring`, with the effects of cards."""

from functools import lru_cache

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
