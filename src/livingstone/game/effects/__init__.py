"""The effects of cards (R6): the base class, and the shipped effects."""

from livingstone.game.effects import shipped as shipped
