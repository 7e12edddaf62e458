"""The rules, a module for each chapter.

For each move there is a function `legal_…` that lists the legal ones, a function `refuse_…` that
says why one is not legal, and a function that carries a legal one out; digging, which is always
possible with a die, has the list `mine.DIG`. They take a state in which a player is to move;
`engine` sees to that.

Moves are built once and shared, by constants and caches: to look one up is faster than to build it.
"""
