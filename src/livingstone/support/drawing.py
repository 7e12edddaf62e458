"""How notebooks and `print` show a state and a view: `livingstone.pictures` enters it here."""

from collections.abc import Callable
from typing import Any

DRAW: dict[str, Callable[[Any], str]] = {}
"""The function for each kind of picture, `"svg"` and `"text"`."""
