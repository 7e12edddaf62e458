"""Boards to look at: drawn as SVG, and set in characters.

A picture is made of a `View` alone, so that it holds nothing that its seat may not know. What is
drawn of a `State` is what a spectator sees of it.
"""

from livingstone.pictures import svg, text

__all__ = ["svg", "text"]
