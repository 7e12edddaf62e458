"""Arrays that callers pass: compiled code checks neither their types nor any index."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from livingstone.errors import ArgumentError


def check_array(
    name: str, array: Any, kind: type, shape: tuple[int | None, ...], *, is_written: bool = False
) -> None:
    """Raise `TypeError` for anything but an array, `ArgumentError` for one of another form.

    None in a shape is any number.
    """
    if type(array) is not np.ndarray:
        raise TypeError(f"{name} must be an array of numpy, not {type(array).__name__}")
    fits = array.dtype == kind and array.flags.c_contiguous and array.flags.aligned
    fits = fits and len(shape) == array.ndim
    fits = fits and all(own in (None, size) for own, size in zip(shape, array.shape, strict=True))
    if not fits:
        sizes = ", ".join("any" if size is None else str(size) for size in shape)
        what = f"a contiguous array of {kind.__name__} with the shape ({sizes})"
        raise ArgumentError(f"{name} must be {what}")
    if is_written and not array.flags.writeable:
        raise ArgumentError(f"{name} cannot be written to")


def integers(
    name: str, values: ArrayLike, shape: tuple[int, ...], least: int, most: int
) -> NDArray[np.int64]:
    """Convert whole numbers to an array of int64; raises as `check_array`, and for the range."""
    return _numbers(name, values, shape, least, most).astype(np.int64)


def codes_of(name: str, values: ArrayLike, count: int) -> NDArray[np.int64]:
    """Convert numbers to int64, whose range compiled code checks; raises as `integers`."""
    found = np.asarray(values)
    if found.size and not (found.dtype.kind in "iu" and np.can_cast(found.dtype, np.int64)):
        raise TypeError(f"{name} must be whole numbers that fit int64, not {found.dtype}")
    if found.shape != (count,):
        raise ArgumentError(f"{name} must have the shape {(count,)}, not {found.shape}")
    return np.ascontiguousarray(found, np.int64)


def words(
    name: str, values: ArrayLike, shape: tuple[int, ...], most: int = 2**64 - 1
) -> NDArray[np.uint64]:
    """Convert whole numbers from 0 to an array of uint64; raises as `integers`."""
    return _numbers(name, values, shape, 0, most).astype(np.uint64)


def _numbers(
    name: str, values: ArrayLike, shape: tuple[int, ...], least: int, most: int
) -> NDArray[Any]:
    found = np.asarray(values)
    if found.dtype.kind not in "iu" and found.size:
        raise TypeError(f"{name} must be whole numbers, not {found.dtype}")
    if found.shape != shape:
        raise ArgumentError(f"{name} must have the shape {shape}, not {found.shape}")
    if found.size and not (least <= int(found.min()) and int(found.max()) <= most):
        raise ArgumentError(f"{name} must be whole numbers from {least} to {most}")
    return np.ascontiguousarray(found)
