"""Render a state in PettingZoo's modes, always as a spectator sees it."""

import io
import re
import sys
from collections.abc import Sequence
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

import livingstone as ls
from livingstone.support.machine import require

RenderMode = Literal["ansi", "human", "rgb_array", "svg"]
RENDER_MODES: list[RenderMode] = [*get_args(RenderMode)]

SIZE = (900, 1000)
"""Width and height of all frames in pixels; pictures of other proportions get a margin."""
_PAPER = (252, 248, 238)
_FONT = "DejaVu Sans"

_COLOURS = re.compile(r":where\(svg\.livingstone\)\{(.*?)\}")
_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


def render(state: ls.State, names: Sequence[str], mode: RenderMode | None) -> Any:
    """Return a state as a text, as SVG or as an array of pixels, or print it (`"human"`).

    >>> import livingstone as ls
    >>> render(ls.new_game(2, seed=7), ["Ann", "Ben"], "rgb_array").shape
    (1000, 900, 3)

    Raises `ArgumentError` if the mode is None, `MissingExtraError` where the packages that draw
    pixels are not installed.
    """
    match mode:
        case None:
            raise ls.ArgumentError('choose a mode to render, as in env(render_mode="ansi")')
        case "ansi":
            return ls.text.board(state, names=names)
        case "human":
            sys.stdout.write(f"{ls.text.board(state, names=names)}\n")
            return None
        case "svg":
            return ls.svg.board(state, names=names)
        case "rgb_array":
            return _pixels(ls.svg.board(state, names=names))


def _pixels(picture: str) -> NDArray[np.uint8]:
    """Draw an SVG board by day, as an array of the shape (height, width, 3)."""
    require("resvg_py", "gymnasium", "arrays of pixels")
    require("PIL", "gymnasium", "arrays of pixels")
    import resvg_py
    from PIL import Image, ImageOps

    drawn = resvg_py.svg_to_bytes(
        svg_string=_without_variables(picture), width=SIZE[0], font_family=_FONT
    )
    with Image.open(io.BytesIO(drawn)) as image:
        paper = Image.new("RGB", image.size, _PAPER)
        paper.paste(image, mask=image.getchannel("A"))
        return np.asarray(ImageOps.pad(paper, SIZE, color=_PAPER))


def _without_variables(picture: str) -> str:
    """Replace CSS variables by the colours for day, since resvg does not know variables."""
    found = _COLOURS.search(picture)
    colours = dict(re.findall(r"--([a-z0-9-]+):([^;}]+)", found[1] if found else ""))
    picture = _STYLE.sub(lambda style: f"<style>{_rules(style[1])}</style>", picture)
    return re.sub(r"var\(--([a-z0-9-]+)\)", lambda name: colours[name[1]], picture)


def _rules(style: str) -> str:
    return "\n".join(rule for rule in style.splitlines() if rule.startswith("svg.livingstone"))
