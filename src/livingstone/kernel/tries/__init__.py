"""The tries of the player `ismcts`, compiled: quick players play on, and a network evaluates.

The results are those of `livingstone.players.policy` and `evaluation`, to the last bit.
"""
