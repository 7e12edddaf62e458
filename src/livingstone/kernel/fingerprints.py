"""Fingerprints of code: equal for equal code, wherever it is installed, also without sources.

Nothing here imports numba. A fingerprint has no file names and no line numbers.
"""

import hashlib
from collections.abc import Iterator
from enum import Enum
from functools import cache
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

_BYTES = 8
_PLAIN = (bool, int, float, complex, str, bytes, type(None), type(Ellipsis), slice)
_COMPILERS = ("numpy", "numba", "llvmlite", "math")
"""The packages whose functions and types numba knows by their names; the names are enough."""

_ADDRESS = " at 0x"


class UnknownCodeError(ValueError):
    """A function uses a value whose content is not known."""


def fingerprint(*values: object) -> str:
    """Return 16 hexadecimal digits for code objects, plain values and functions.

    A function counts with its defaults, and all functions and constants that it names, in any
    module.

    Raises `UnknownCodeError` for a value of another kind.
    """
    found = list[FunctionType]()
    digest = hashlib.blake2b(repr([_describe(value, found) for value in values]).encode())
    described = dict.fromkeys(found)
    for function in (waiting := [*described]):
        text, named = _describe_function(function)
        digest.update(text)
        new = [own for own in dict.fromkeys(named) if own not in described]
        described |= dict.fromkeys(new)
        waiting += new
    return digest.hexdigest()[: 2 * _BYTES]


def _describe_code(code: CodeType) -> tuple[Any, ...]:
    """Return all of a code object that changes what it does, in an order that is always the same.

    `marshal` writes equal code in different ways.
    """
    counts = code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags
    names = code.co_name, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
    constants = [_describe(value, []) for value in code.co_consts]
    return (*counts, *names, code.co_code, code.co_exceptiontable, constants)


@cache
def _describe_function(function: FunctionType) -> tuple[bytes, tuple[FunctionType, ...]]:
    """Describe a function, and list those that it names."""
    found = list[FunctionType]()
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    given = [function.__defaults__, function.__kwdefaults__, *cells]
    named = [(name, _describe(value, found)) for name, value in _values_named(function)]
    parts = _describe_code(function.__code__), [_describe(value, found) for value in given], named
    return repr(parts).encode(), tuple(found)


def _values_named(function: FunctionType) -> Iterator[tuple[str, object]]:
    """List the global values that a function names, and those of modules that it names."""
    names = sorted(_names_in(function.__code__))
    values = [(name, function.__globals__[name]) for name in names if name in function.__globals__]
    modules = set[str]()
    while values:
        name, value = values.pop(0)
        if not isinstance(value, ModuleType):
            yield name, value
        elif _is_of_compiler(value.__name__):
            continue
        elif value.__name__ not in modules:
            modules.add(value.__name__)
            own = vars(value)
            values += [(f"{value.__name__}.{one}", own[one]) for one in names if one in own]


def _names_in(code: CodeType) -> set[str]:
    inner = [_names_in(own) for own in code.co_consts if isinstance(own, CodeType)]
    return set(code.co_names).union(*inner)


def _function_in(value: Any) -> FunctionType | None:
    """Return a function, also that in a compiled one or in an intrinsic of numba."""
    if isinstance(value, type) or _is_of_compiler(getattr(value, "__module__", None)):
        return None
    own = getattr(value, "py_func", None) or getattr(value, "_defn", None) or value
    return own if isinstance(own, FunctionType) else None


def _is_of_compiler(module: str | None) -> bool:
    return (module or "").partition(".")[0] in _COMPILERS


def _describe(value: Any, found: list[FunctionType]) -> object:
    """Describe a value; functions are added to `found` and described by their names."""
    if isinstance(value, Enum):
        return type(value).__qualname__, value.name, _describe(value.value, found)
    if type(value) in _PLAIN:
        return type(value).__name__, repr(value)
    if isinstance(value, CodeType):
        return _describe_code(value)
    if isinstance(value, tuple | list):
        return type(value).__name__, [_describe(item, found) for item in value]
    if isinstance(value, frozenset):
        return "frozenset", sorted(repr(_describe(item, found)) for item in value)
    if isinstance(value, dict):
        return "dict", [_describe(item, found) for item in value.items()]
    if (function := _function_in(value)) is not None:
        found.append(function)
        return "function", function.__module__, function.__qualname__
    if isinstance(value, type | BuiltinFunctionType):
        return value.__module__, value.__qualname__, getattr(value, "_fields", ())
    if hasattr(value, "tobytes") and hasattr(value, "dtype") and not value.dtype.hasobject:
        return str(value.dtype), value.shape, value.tobytes()
    module = getattr(value, "__module__", None) or type(value).__module__
    if _is_of_compiler(module) and _ADDRESS not in repr(value):
        return module, repr(value)
    raise UnknownCodeError(f"nothing tells two values of {type(value).__qualname__} apart")
