"""Editions, which a game is played with: the board, the cards and their effects, the ruleset."""

from livingstone.edition.loading import RULESETS, is_shipped

__all__ = ["RULESETS", "is_shipped"]
