"""Effects of cards: the base class, the shipped effects, and functions for your own effects.

>>> from attrs import frozen
>>> from livingstone.effects import CardEffect, receive_coins
>>> @frozen
... class CollectCoins(CardEffect):
...     \"\"\"Take coins from the bank, a coin for each tent on the board.\"\"\"
...
...     def apply(self, state, move):
...         return receive_coins(state, sum(map(sum, state.player.tents)))
>>> CollectCoins().kind
'collect_coins'
"""

from livingstone.edition.effect import known_kinds as known_kinds
from livingstone.game.card_effect import Announcement as Announcement
from livingstone.game.card_effect import CardEffect as CardEffect
from livingstone.game.card_effect import Moment as Moment
from livingstone.game.card_effect import PlainEffect as PlainEffect
from livingstone.game.card_effect import Texts as Texts
from livingstone.game.card_effect import Told as Told
from livingstone.game.card_effect import Way as Way
from livingstone.game.card_effect import effects_of as effects_of
from livingstone.game.card_effect import no_effect as no_effect
from livingstone.game.effects.acting import await_chance as await_chance
from livingstone.game.effects.acting import await_choice as await_choice
from livingstone.game.effects.acting import build_tent as build_tent
from livingstone.game.effects.acting import pass_card as pass_card
from livingstone.game.effects.acting import pay_for_tent as pay_for_tent
from livingstone.game.effects.acting import receive_coins as receive_coins
from livingstone.game.effects.acting import show_cards as show_cards
from livingstone.game.effects.acting import show_hand as show_hand
from livingstone.game.effects.acting import shuffle_pile as shuffle_pile
from livingstone.game.effects.shipped import BoatBack as BoatBack
from livingstone.game.effects.shipped import DrawStones as DrawStones
from livingstone.game.effects.shipped import GainCoins as GainCoins
from livingstone.game.effects.shipped import IgnoreDie as IgnoreDie
from livingstone.game.effects.shipped import Market as Market
from livingstone.game.effects.shipped import MineCollapse as MineCollapse
from livingstone.game.effects.shipped import MoreDice as MoreDice
from livingstone.game.effects.shipped import NoCostTent as NoCostTent
from livingstone.game.effects.shipped import Parts as Parts
from livingstone.game.effects.shipped import ScorePoints as ScorePoints
from livingstone.game.effects.shipped import SecondTent as SecondTent
from livingstone.game.moves import CardChoice as CardChoice
from livingstone.game.moves import CardDraw as CardDraw
from livingstone.game.moves import CardLook as CardLook
from livingstone.game.moves import CardRoll as CardRoll
from livingstone.game.moves import Choose as Choose
from livingstone.game.moves import HandDraw as HandDraw
from livingstone.game.moves import StoneDraw as StoneDraw
from livingstone.game.refusals import Code as Code
from livingstone.game.refusals import Refusal as Refusal
from livingstone.game.rules.tents import place_tent as place_tent
from livingstone.game.rules.tents import tent_plays as tent_plays
from livingstone.support import naming
from livingstone.support.limits import Between as Between
from livingstone.support.limits import Figures as Figures
from livingstone.support.limits import Matching as Matching
from livingstone.support.limits import Natural as Natural
from livingstone.support.limits import Positive as Positive
from livingstone.support.limits import Prices as Prices
from livingstone.support.limits import Within as Within

__all__ = naming.public(globals())
