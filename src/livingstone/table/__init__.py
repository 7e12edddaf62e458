"""Tables for front ends, with journal, undo and dealing, and groups of moves."""

from livingstone.table.groups import Amounts, target_of
from livingstone.table.table import Dealer

__all__ = ["Amounts", "Dealer", "target_of"]
