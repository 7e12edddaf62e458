"""The rules, each in the module that names it in its first line.

Each kind of move has a function `legal_…` that lists the legal moves, a function `refuse_…` that
says why a move is not legal, and a function that carries a legal move out. Digging, which is always
possible with a die, has the list `mine.DIG`. These functions are called by `engine`, and only for
states in which a player is to move.

Functions that are called for every decision read `state.players[state.current_player]`, since the
property `State.player` costs a call.

Moves are built once and shared through constants and caches, since looking one up is faster than
building it.
"""
