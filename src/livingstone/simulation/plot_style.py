"""How plots look, and what their files say beside the picture."""

from typing import Any

SETTINGS: dict[Any, Any] = {
    "svg.hashsalt": "livingstone",  # otherwise the ids inside an SVG are random
    "svg.fonttype": "none",
    "text.parse_math": False,  # the name of a bot may have a `$`
    "font.size": 9.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
}
METADATA = {".svg": {"Date": None, "Creator": None}, ".png": {"Software": None}}
"""Without dates and names of programs, the same report gives the same bytes."""
