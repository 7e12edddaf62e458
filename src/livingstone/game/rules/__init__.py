"""The rules, each in the module that names it in its first line.

Each kind of move has a function `legal_…` that lists the legal moves, a function `refuse_…` that
says why a move is illegal, and a function that carries out a legal move. `engine` calls them, and
only while a player is to move.

Functions that run for every decision read `state.players[state.current_player]`, since the property
`State.player` costs a call. Moves are shared by constants and caches: a look-up is faster.
"""
