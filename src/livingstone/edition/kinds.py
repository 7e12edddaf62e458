"""The kinds of effects of your own that an edition is loaded with, checked."""

from collections.abc import Iterable
from inspect import isabstract
from typing import TypeAlias

from livingstone.edition.effect import Effect, OwnKinds, known_kinds
from livingstone.edition.types import Edition
from livingstone.errors import ArgumentError, shown
from livingstone.support.structuring import kind_of

Kinds: TypeAlias = Iterable[type[Effect]] | Edition
"""Classes of effects, or an edition that has them on its cards."""


def own_kinds(effects: Kinds) -> OwnKinds:
    """List the classes that are not shipped; raises `ArgumentError` for a wrong one."""
    listed = effects if isinstance(effects, Iterable) else [type(c.effect) for c in effects.cards]
    shipped = known_kinds()
    own: dict[str, type[Effect]] = {}
    for cls in dict.fromkeys(listed):
        if cls in shipped.values():
            continue
        if problem := _fault(cls):
            raise ArgumentError(f"effects: {getattr(cls, '__name__', shown(cls))} {problem}")
        kind = kind_of(cls)
        if kind in shipped or kind in own:
            raise ArgumentError(f"effects: more than one has the kind {kind}")
        own[kind] = cls
    return tuple(own.values())


def _fault(cls: type[Effect]) -> str | None:
    if not (isinstance(cls, type) and issubclass(cls, Effect)):
        return "is not a class that inherits from CardEffect"
    if "__attrs_attrs__" not in vars(cls):
        return "is not an attrs class: write @attrs.frozen above it"
    if isabstract(cls):
        return "does not say what it does to the state: it lacks the method apply"
    if not (cls.__doc__ or "").strip():
        return "has no docstring, which says in the documentation and in schemas what it does"
    if cls.pays_for_tent and cls.reaches_any_row:
        return "cannot both pay for a tent and reach any row: these are two cards (R6.3)"
    return None
