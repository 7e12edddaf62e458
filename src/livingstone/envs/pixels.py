"""Pixels: a picture of the board as an array, for videos and for eyes."""

import io
import re

import numpy as np
from numpy.typing import NDArray

from livingstone.support.extras import require

__all__ = ["SIZE", "pixels_of"]

SIZE = (900, 1000)
"""Width and height. Pictures of other proportions get a margin, so that all frames are equal."""
_PAPER = (252, 248, 238)
_FONT = "DejaVu Sans"

_COLOURS = re.compile(r":where\(svg\.livingstone\)\{(.*?)\}")
_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


def pixels_of(picture: str) -> NDArray[np.uint8]:
    """Draw a picture of the board, as `livingstone.svg.board` makes it, in the colours for day.

    The array has the shape (height, width, 3).

    >>> import livingstone as ls
    >>> pixels_of(ls.svg.board(ls.new_game(2, seed=7))).shape
    (1000, 900, 3)

    Raises `MissingExtraError` where the packages that draw are not installed.
    """
    require("resvg_py", "pettingzoo", "arrays of pixels")
    require("PIL", "pettingzoo", "arrays of pixels")
    import resvg_py
    from PIL import Image, ImageOps

    drawn = resvg_py.svg_to_bytes(svg_string=_plain(picture), width=SIZE[0], font_family=_FONT)
    with Image.open(io.BytesIO(drawn)) as image:
        paper = Image.new("RGB", image.size, _PAPER)
        paper.paste(image, mask=image.getchannel("A"))
        return np.asarray(ImageOps.pad(paper, SIZE, color=_PAPER))


def _plain(picture: str) -> str:
    """Write colours where a picture has variables of CSS, which not every program understands."""
    found = _COLOURS.search(picture)
    colours = dict(re.findall(r"--([a-z0-9-]+):([^;}]+)", found[1] if found else ""))
    picture = _STYLE.sub(lambda style: f"<style>{_rules(style[1])}</style>", picture)
    return re.sub(r"var\(--([a-z0-9-]+)\)", lambda name: colours[name[1]], picture)


def _rules(style: str) -> str:
    """Leave out what sets colours for dark pages."""
    return "\n".join(rule for rule in style.splitlines() if rule.startswith("svg.livingstone"))
