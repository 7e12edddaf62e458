"""The converter from untrusted plain data (tables, lists, numbers, texts) to frozen types.

It is a converter of cattrs with `hooks` that convert nothing silently (`"4"`, `1.9` and `true` are
not whole numbers), check the range of each figure, and report every problem with its path.
"""

from functools import partial
from typing import Annotated, Literal, get_args

from attrs import has
from cattrs import Converter
from cattrs.cols import namedtuple_dict_unstructure_factory

from livingstone.support.structuring import hooks
from livingstone.support.structuring.limits import Whole


def make_plain_converter() -> Converter:
    """Make a converter that accepts plain data from TOML or JSON if the types are exact."""
    made = Converter()
    _, whole = get_args(Whole)
    made.register_structure_hook(bool, partial(hooks.structure_plain, bool, "true or false"))
    made.register_structure_hook(int, lambda value, _: hooks.structure_whole(value, whole))
    made.register_structure_hook(str, hooks.structure_text)
    for predicate, function in (
        (has, hooks.structure_table),
        (hooks.is_named_tuple, hooks.structure_table),
        (hooks.is_origin(tuple), hooks.structure_tuple),
        (hooks.is_origin(dict), hooks.structure_mapping),
        (hooks.is_union, hooks.structure_union),
        (hooks.is_origin(Annotated), hooks.structure_annotated),
    ):
        made.register_structure_hook_func(predicate, partial(function, made))
    made.register_structure_hook_func(hooks.is_origin(Literal), hooks.structure_literal)
    made.register_unstructure_hook_factory(hooks.is_union, partial(hooks.union_plain, made=made))
    made.register_unstructure_hook_factory(
        hooks.is_named_tuple, lambda cls: namedtuple_dict_unstructure_factory(cls, made)
    )
    return made


def problems_of(error: Exception) -> list[str]:
    """List the problems in an error, each with its path, 100 at most; indexes count from 0."""
    found = [(path.removeprefix("."), sentence) for path, sentence in hooks.found_in(error)]
    problems = [f"{path}: {sentence}" if path else sentence for path, sentence in found]
    if len(problems) > hooks.MOST_PROBLEMS:
        problems[hooks.MOST_PROBLEMS :] = ["and more problems"]
    return problems
