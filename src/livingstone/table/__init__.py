"""Tables for front ends, with journal, undo and dealing, and groups of moves."""

from livingstone.support import naming
from livingstone.table.groups import Amounts as Amounts
from livingstone.table.groups import target_of as target_of
from livingstone.table.table import Dealer as Dealer
from livingstone.table.table import HalfWrittenLineWarning as HalfWrittenLineWarning

__all__ = naming.public(globals())
