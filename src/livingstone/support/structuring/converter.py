"""The converter from untrusted plain data (tables, lists, numbers, texts) to frozen types.

It is a converter of cattrs with `hooks` that convert nothing silently (`"4"`, `1.9` and `true` are
not whole numbers), check the range of each figure, and report every problem with its path.
"""

from functools import partial
from typing import Annotated, Literal

from attrs import has
from cattrs import Converter, transform_error
from cattrs.cols import namedtuple_dict_unstructure_factory
from cattrs.errors import ForbiddenExtraKeysError

from livingstone.errors import shown
from livingstone.support.structuring import hooks
from livingstone.support.structuring.limits import Whole


def make_plain_converter() -> Converter:
    """Make a converter that accepts plain data from TOML or JSON if the types are exact."""
    made = Converter(forbid_extra_keys=True)
    made.register_structure_hook(bool, partial(hooks.structure_plain, bool, "true or false"))
    made.register_structure_hook(int, hooks.annotated_hook(Whole, made))
    made.register_structure_hook(str, hooks.structure_text)
    for predicate, factory in (
        (has, hooks.class_hook),
        (hooks.is_origin(tuple), hooks.tuple_hook),
        (hooks.is_origin(dict), hooks.mapping_hook),
        (hooks.is_union, hooks.union_hook),
        (hooks.is_named_tuple, hooks.named_tuple_hook),
        (hooks.is_origin(Annotated), hooks.annotated_hook),
    ):
        made.register_structure_hook_factory(predicate, partial(factory, made=made))
    made.register_structure_hook_factory(hooks.is_origin(Literal), hooks.literal_hook)
    made.register_unstructure_hook_factory(hooks.is_union, partial(hooks.union_plain, made=made))
    made.register_unstructure_hook_factory(
        hooks.is_named_tuple, lambda cls: namedtuple_dict_unstructure_factory(cls, made)
    )
    return made


def problems_of(error: BaseException) -> list[str]:
    """List the problems in an error, each with its path, 100 at most; indexes count from 0."""
    problems = [
        _path_first(line) for line in transform_error(error, "", lambda exc, _: _sentence(exc))
    ]
    if len(problems) > hooks.MOST_PROBLEMS:
        problems[hooks.MOST_PROBLEMS :] = ["and more problems"]
    return problems


def _path_first(line: str) -> str:
    sentence, _, path = line.rpartition(" @ ")
    path = path.removeprefix(".")
    return f"{path}: {sentence}" if path else sentence


def _sentence(error: BaseException) -> str:
    if isinstance(error, KeyError):
        return "is missing"
    if isinstance(error, ForbiddenExtraKeysError):
        names = sorted(shown(name) for name in error.extra_fields)
        return f"unknown: {', '.join(names[:10])}{', ...' if len(names) > 10 else ''}"
    return str(error)
