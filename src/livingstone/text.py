"""Pictures as text: what `import livingstone.text` and `ls.text` give."""

from livingstone.pictures.text import Line as Line
from livingstone.pictures.text import Segment as Segment
from livingstone.pictures.text import board as board
from livingstone.pictures.text import lines as lines
from livingstone.support import naming

__all__ = naming.public(globals())
