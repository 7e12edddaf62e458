"""Pictures as text: what `import livingstone.text` and `ls.text` give."""

from livingstone.pictures.text import Line, Segment, board, lines

__all__ = ["Line", "Segment", "board", "lines"]
