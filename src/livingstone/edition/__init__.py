"""Editions, which a game is played with: the board, the cards and their effects, the ruleset."""

from livingstone.edition.effect import Effect as Effect
from livingstone.edition.loading import RULESETS as RULESETS
from livingstone.edition.loading import is_shipped as is_shipped
from livingstone.edition.loading import load_edition as load_edition
from livingstone.edition.phrases import Phrases as Phrases
from livingstone.edition.phrases import language_of_rules as language_of_rules
from livingstone.edition.phrases import phrases_in as phrases_in
from livingstone.edition.released import edition_name as edition_name
from livingstone.edition.released import find_edition as find_edition
from livingstone.edition.released import is_released as is_released
from livingstone.edition.types import Board as Board
from livingstone.edition.types import Card as Card
from livingstone.edition.types import CardNames as CardNames
from livingstone.edition.types import CardTexts as CardTexts
from livingstone.edition.types import Coin as Coin
from livingstone.edition.types import Column as Column
from livingstone.edition.types import Dice as Dice
from livingstone.edition.types import Edition as Edition
from livingstone.edition.types import GemKind as GemKind
from livingstone.edition.types import PlayerRange as PlayerRange
from livingstone.edition.types import Row as Row
from livingstone.edition.types import Ruleset as Ruleset
from livingstone.edition.types import StoneKind as StoneKind
from livingstone.edition.types import StoneKinds as StoneKinds
from livingstone.edition.types import WhiteStone as WhiteStone
from livingstone.support import naming

__all__ = naming.public(globals())
