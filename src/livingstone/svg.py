"""Pictures as SVG: what `import livingstone.svg` and `ls.svg` give."""

from livingstone.pictures.svg import ICONS, board, cards, dice, icon, land, stylesheet

__all__ = ["ICONS", "board", "cards", "dice", "icon", "land", "stylesheet"]
