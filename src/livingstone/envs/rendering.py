"""Positions as PettingZoo's render modes show them, always as a spectator sees them."""

import sys
from collections.abc import Sequence
from typing import Any, Literal, get_args

import livingstone as ls
from livingstone.envs.pixels import pixels_of
from livingstone.errors import shown

__all__ = ["RENDER_MODES", "RenderMode", "check_render_mode", "render"]

RenderMode = Literal["ansi", "human", "rgb_array", "svg"]
RENDER_MODES: list[RenderMode] = [*get_args(RenderMode)]


def check_render_mode(mode: object) -> None:
    """Raise `ArgumentError` for what is neither a render mode nor None."""
    if mode is not None and not (isinstance(mode, str) and mode in RENDER_MODES):
        known = ", ".join(RENDER_MODES)
        raise ls.ArgumentError(f"render_mode must be None or one of {known}: {shown(mode)}")


def render(state: ls.State, names: Sequence[str], mode: RenderMode | None) -> Any:
    """Show a state in one of the modes: as a text, as an array of pixels, or printed.

    >>> import livingstone as ls
    >>> render(ls.new_game(2, seed=7), ["Ann", "Ben"], "rgb_array").shape
    (1000, 900, 3)

    Raises `ArgumentError` for no mode.
    """
    match mode:
        case None:
            raise ls.ArgumentError('nothing is shown without a mode, as in env(render_mode="ansi")')
        case "ansi":
            return ls.text.board(state, names=names)
        case "human":
            sys.stdout.write(f"{ls.text.board(state, names=names)}\n")
            return None
        case "svg":
            return ls.svg.board(state, names=names)
        case "rgb_array":
            return pixels_of(ls.svg.board(state, names=names))
