"""The player `greedy`, compiled: the functions of the modules of `livingstone.players`.

All sums of floats are in the same order as there, so that ties of floats are the same. A function
that is an attribute there takes the `mind` here, an array of floats (`mind`): weights, what was
worked out for the position, and what is remembered from one position to the next.
"""
