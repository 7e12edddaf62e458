"""Sentences for events, moves, cards and refusals, in several languages."""
