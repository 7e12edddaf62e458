"""How notebooks and `print` show a state and a view.

The functions that draw belong to `livingstone.pictures`, a room above `game`: it enters them here.
"""

from collections.abc import Callable
from typing import Any

DRAW: dict[str, Callable[[Any], str]] = {}
"""The function for each kind of picture, `"svg"` and `"text"`."""
