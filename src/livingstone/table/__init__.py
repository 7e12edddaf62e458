"""Tables for front ends, with journal, undo and dealing, and groups of moves."""

from livingstone.table.groups import Amounts, target_of

__all__ = ["Amounts", "target_of"]
