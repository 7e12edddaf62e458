"""The player `greedy`, compiled: the functions of the modules of `livingstone.players`.

All sums of floats are in the same order as there, so that ties of floats are the same. A function
that is an attribute there takes a `memo` here, an array of floats (`greedy.memo`): the weights,
what was computed for this position, and what is remembered from one position to the next.
"""
