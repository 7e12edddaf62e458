"""Tables for front ends, with journal, undo and dealing, groups of moves, and typed moves."""

from livingstone.support import naming
from livingstone.table.groups import Amounts as Amounts
from livingstone.table.groups import target_of as target_of
from livingstone.table.lexicon import verb_words as verb_words
from livingstone.table.outlook import EndPoints as EndPoints
from livingstone.table.outlook import RowLead as RowLead
from livingstone.table.reading import Answer as Answer
from livingstone.table.table import Dealer as Dealer
from livingstone.table.table import HalfWrittenLineWarning as HalfWrittenLineWarning
from livingstone.words.spelling import meaning_of as meaning_of

__all__ = naming.public(globals())
