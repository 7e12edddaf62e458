"""What `help` shows beside docstrings: the texts of fields, and signatures that can be read.

The text of a field is the string below it in the source, which is read when somebody asks for the
docstring of the class. Without sources, as in a program that was made from byte code, the docstring
stands alone.
"""

import ast
import inspect
import sys
from collections.abc import Callable, Iterator
from functools import cache
from textwrap import indent
from typing import Any, SupportsIndex, TypeVar, cast

FIELDS = "Fields:"
"""What begins the part that is added to the docstring of a class."""
OPTIONS = "Options:"
"""What begins the part that is added to the docstring of a function."""
LONGEST = 300
"""The characters of the longest signature that shows types; `help` has them with the fields."""
_LONGEST_DEFAULT = 12

_Function = TypeVar("_Function", bound=Callable[..., object])


def explain(thing: object) -> None:
    """Let `help` show the fields of a class, and its constructor in one glance."""
    if not isinstance(thing, type) or isinstance(vars(thing).get("__doc__"), _Docstring):
        return
    if own := vars(thing).get("__doc__"):
        thing.__doc__ = _Docstring(own, thing)
    if "__attrs_attrs__" in vars(thing) or "_fields" in vars(thing):
        cast("Any", thing).__signature__ = _Signature()


def with_options(options: type) -> Callable[[_Function], _Function]:
    """Put the texts of a `TypedDict` of options into the docstring of a function (decorator)."""

    def add(function: _Function) -> _Function:
        fields = fields_of(options)
        if function.__doc__ and fields:
            own = inspect.cleandoc(function.__doc__)
            function.__doc__ = f"{own}\n\n{listed(OPTIONS, fields)}\n"
        return function

    return add


def fields_of(cls: type) -> dict[str, tuple[str, str]]:
    """Return the type and the text of each public field of a class, as its source has them.

    Those of the class itself, which all its objects share, are the last.
    """
    found: dict[str, tuple[str, str]] = {}
    for base in reversed(cls.__mro__):
        found |= _by_class(base.__module__).get(base.__qualname__, {})
    return dict(sorted(found.items(), key=lambda field: field[1][0].startswith("ClassVar")))


def listed(heading: str, fields: dict[str, tuple[str, str]]) -> str:
    """Write fields with their types and texts below a heading."""
    lines = [heading]
    for name, (wanted, text) in fields.items():
        lines += [f"    {name}: {wanted}" if wanted else f"    {name}", indent(text, " " * 8)]
    return "\n".join(lines)


class _Docstring(str):
    """The docstring of a class, which is read together with the texts of the fields.

    `help` asks a class of `type` for it, but takes it out of a class of another metaclass, such as
    an enum, and then spreads its tabs.
    """

    _cls: type

    def __new__(cls, own: str, of: type) -> "_Docstring":
        made = super().__new__(cls, own)
        made._cls = of
        return made

    def __get__(self, thing: object, cls: type) -> str:
        fields = fields_of(self._cls)
        if not fields:
            return str(self)
        return f"{inspect.cleandoc(str(self))}\n\n{listed(FIELDS, fields)}\n"

    def expandtabs(self, /, tabsize: SupportsIndex = 8) -> str:
        return self.__get__(None, self._cls).expandtabs(tabsize)


class _Elided:
    """A default that is too long for a signature."""

    def __repr__(self) -> str:
        return "..."


_ELIDED = _Elided()


class _Signature:
    """How a class is called; if that is long, without types and without long defaults."""

    def __get__(self, thing: object, cls: type) -> inspect.Signature:
        if thing is not None or vars(cls).get("__signature__") is not self:  # or a class below it
            raise AttributeError("__signature__")
        made = cls.__new__ if issubclass(cls, tuple) else cls.__init__
        whole = inspect.signature(made)
        _, *parameters = whole.parameters.values()
        whole = whole.replace(parameters=parameters)
        if len(str(whole)) <= LONGEST:
            return whole
        return inspect.Signature([*map(_brief, parameters)])


def _brief(parameter: inspect.Parameter) -> inspect.Parameter:
    default = parameter.default
    if default is not parameter.empty and len(repr(default)) > _LONGEST_DEFAULT:
        default = _ELIDED
    return parameter.replace(annotation=parameter.empty, default=default)


@cache
def _by_class(module: str) -> dict[str, dict[str, tuple[str, str]]]:
    """Read the fields of the classes of this package's module; nothing without its source."""
    if module.partition(".")[0] != __name__.partition(".")[0]:
        return {}
    try:
        tree = ast.parse(inspect.getsource(sys.modules[module]))
    except (KeyError, OSError, SyntaxError, TypeError, ValueError):
        return {}
    return {node.name: dict(_fields(node)) for node in tree.body if isinstance(node, ast.ClassDef)}


def _fields(cls: ast.ClassDef) -> Iterator[tuple[str, tuple[str, str]]]:
    for node, following in zip(cls.body, cls.body[1:], strict=False):
        match node, following:
            case (
                ast.AnnAssign(target=ast.Name(name)) | ast.Assign(targets=[ast.Name(name)]),
                ast.Expr(ast.Constant(str(text))),
            ) if not name.startswith("_"):
                wanted = ast.unparse(node.annotation) if isinstance(node, ast.AnnAssign) else ""
                yield name, (wanted, inspect.cleandoc(text))
