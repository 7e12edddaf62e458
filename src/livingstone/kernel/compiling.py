"""Compile functions with numba, and keep the machine code in a cache that is never stale."""

import pickle
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import FunctionType, SimpleNamespace
from typing import Any, Protocol, TypeAlias, TypeVar

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core.caching import NullCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult
from numba.core.serialize import dumps
from numba.extending import intrinsic

from livingstone.errors import ArgumentError
from livingstone.kernel.caching import NEEDED, cache_folder, keep, kept, warn_once
from livingstone.kernel.fingerprints import UnknownCodeError, fingerprint
from livingstone.support.waiting import waiting

_Function = TypeVar("_Function", bound=Callable[..., Any])
_Item = TypeVar("_Item")
COMPILING = "compiling the game for this machine, once: about {seconds} s"
SECONDS = {
    **dict.fromkeys(("seed", "play", "advance", "roll_out"), 15),
    **dict.fromkeys(("search_move", "write_plans", "try_plans", "play_plans"), 20),
}
LEAST_SECONDS = 5
"""About how many seconds it takes to compile a function of `entries` and those that usually follow;
`LEAST_SECONDS` for those that are not in `SECONDS`."""
LANES = 16
"""Width of one SIMD operation: how many floats `add_lanes` adds in one instruction."""
# Without the lock of the interpreter, threads share the work; as numpy does, a division by zero
# gives infinity or NaN instead of a Python exception, for which each division would branch.
_OPTIONS = {"nogil": True, "error_model": "numpy"}


class _Array(Protocol[_Item]):
    def __getitem__(self, index: int, /) -> _Item: ...
    def __setitem__(self, index: int, value: _Item, /) -> None: ...


Ints: TypeAlias = _Array[int]
Floats: TypeAlias = _Array[float]
Words: TypeAlias = _Array[Any]
"""Arrays in Python, pointers to their items in compiled functions; words are unsigned."""


def compiled(function: _Function) -> _Function:
    """Compile a function that other compiled functions call."""
    if numba.config.DISABLE_JIT:
        return function
    options = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "pipeline_class": _Inner}
    dispatcher = numba.njit(**options, **_OPTIONS)(function)
    # numba has no setting for this: it compiles a function again for each literal and integer type
    find = dispatcher.get_call_template
    dispatcher.get_call_template = lambda args, kws: find(tuple(map(_widened, args)), kws)
    return dispatcher  # type: ignore[no-any-return]


class _Inner(Compiler):  # type: ignore[misc]
    """Compiles for other compiled functions only."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.state.library = _Library(self.state.targetctx.codegen(), "inner")


class _Library(JITCodeLibrary):  # type: ignore[misc]
    """Is linked into an entry, and optimized and turned into machine code only there.

    numba would optimize each function together with all that it calls, at each level anew, which
    takes most of the time.
    """

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, _: str) -> int:
        self._ensure_finalized()
        return 0

    @property
    def codegen(self) -> Any:
        """Return a stand-in that ignores environments: only machine code has one."""
        return SimpleNamespace(set_env=lambda *_: None)


def compile_module(name: str) -> None:
    """Compile all functions of a module for other compiled functions; call this at its end."""
    for key, value in list(vars(sys.modules[name]).items()):
        if isinstance(value, FunctionType) and value.__module__ == name:
            setattr(sys.modules[name], key, compiled(value))


def _widened(kind: types.Type) -> types.Type:
    """Return int64 for literals and small integers, so that a function is compiled only once."""
    kind = types.unliteral(kind)
    return types.int64 if isinstance(kind, types.Integer) and kind.signed else kind


def entry(function: _Function) -> _Function:
    """Compile a function that Python calls, with all that it calls, and cache the result."""
    if numba.config.DISABLE_JIT:
        return np.errstate(over="ignore")(function)  # words of 64 bits wrap around
    dispatcher = numba.njit(**_OPTIONS)(function)
    dispatcher._cache = _Cache(dispatcher.py_func)
    compile = dispatcher._compiler.compile

    def compile_aloud(*arguments: Any) -> Any:
        with waiting(COMPILING.format(seconds=SECONDS.get(function.__name__, LEAST_SECONDS))):
            return compile(*arguments)

    dispatcher._compiler.compile = compile_aloud
    return dispatcher  # type: ignore[no-any-return]


class _Cache(NullCache):  # type: ignore[misc]
    """Keeps a file for each signature of a function, its code and each kind of processor.

    A file is written whole or not at all, and no process changes what another one has written, as
    they would with numba's own cache, which has an index of all signatures. It begins with a hash:
    damaged machine code could do anything. Without a sound file, the function is compiled.
    """

    def __init__(self, function: FunctionType) -> None:
        self._function = function

    def _file(self, signature: Any, codegen: Any) -> Path:
        """Return the file; raises `OSError` or `UnknownCodeError` if nothing can be kept."""
        what = str(signature), str(codegen.magic_tuple()), self._function
        return cache_folder() / f"{self._function.__name__}-{fingerprint(*what)}"

    def load_overload(self, signature: Any, target: Any) -> Any:
        target.refresh()
        try:
            file = self._file(signature, target.codegen())
            code = kept(file)
            with suppress(Exception):  # a hash does not say that this numba can read the code
                result = CompileResult._rebuild(target, *pickle.loads(code))  # noqa: S301
                NEEDED.add(file)
                return result
            raise ValueError(f"{file.parent} holds code that cannot be loaded")
        except (OSError, UnknownCodeError):  # `save_overload` will say so
            return None
        except ValueError as error:
            warn_once("is compiled again", error)
            return None

    def save_overload(self, signature: Any, result: Any) -> None:
        try:
            file = self._file(signature, result.codegen)
            NEEDED.add(file)
            keep(file, dumps(result._reduce()))
        except (OSError, ArgumentError, UnknownCodeError) as error:
            warn_once("is not cached and compiles in each process", error)


def _pointed(kind: Any) -> Any:
    """Return the type of what `pointer_to` makes of a type."""
    if isinstance(kind, types.BaseTuple):
        return types.BaseTuple.from_types(list(map(_pointed, kind.types)), kind.instance_class)
    return types.CPointer(kind.dtype) if isinstance(kind, types.Array) else kind


def _compiled_pointer(_typing: Any, what: Any) -> Any:
    def point(context: Any, builder: Any, kind: Any, value: Any) -> Any:
        if isinstance(kind, types.Array):
            return context.make_array(kind)(context, builder, value).data
        if not isinstance(kind, types.BaseTuple):
            return value
        parts = enumerate(kind.types)
        values = [point(context, builder, k, builder.extract_value(value, n)) for n, k in parts]
        return context.make_tuple(builder, _pointed(kind), values)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return point(context, builder, signature.args[0], arguments[0])

    return _pointed(what)(what), generate


def _views(what: Any) -> Any:
    if isinstance(what, tuple):
        return what._make(map(_views, what))  # type: ignore[attr-defined]
    return np.ravel(what) if isinstance(what, np.ndarray) else what


def _compiled_shift(_typing: Any, pointer: Any, _places: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.gep(arguments[0], [arguments[1]])

    return pointer(pointer, types.intp), generate


def _compiled_lanes(_typing: Any, sums: Any, row: Any, feature: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        lanes = ir.VectorType(ir.FloatType(), LANES)
        into, weights = (builder.bitcast(own, lanes.as_pointer()) for own in arguments[:2])
        one = builder.insert_element(lanes(ir.Undefined), arguments[2], ir.IntType(32)(0))
        each = builder.shuffle_vector(one, one, ir.VectorType(ir.IntType(32), LANES)(None))
        more = builder.fmul(each, builder.load(weights, align=4))
        builder.store(builder.fadd(builder.load(into, align=4), more), into, align=4)
        return ir.Constant(ir.IntType(8).as_pointer(), None)

    return types.void(sums, row, feature), generate


def _add_lanes(sums: Any, row: Any, feature: Any) -> None:
    sums[:LANES] += feature * row[:LANES]


if numba.config.DISABLE_JIT:
    pointer_to: Any = _views  # the arrays are contiguous
    shifted: Any = lambda pointer, places: pointer[places:]  # noqa: E731
    add_lanes: Any = _add_lanes
else:
    pointer_to = intrinsic(_compiled_pointer)
    shifted = intrinsic(_compiled_shift)
    add_lanes = intrinsic(_compiled_lanes)
"""`pointer_to` returns a pointer to the first item of an array, which the caller keeps alive, or
replaces all arrays of a NamedTuple by pointers. `shifted` moves a pointer some places on.
`add_lanes` adds `LANES` numbers, each times a feature, to sums.

Compiled functions pass pointers, not arrays: numba passes an array as seven values and counts its
references. Nothing checks an index.
"""


def plain(function: _Function) -> _Function:
    """Return the Python function behind a compiled one, for single calls from Python."""
    return getattr(function, "py_func", function)
