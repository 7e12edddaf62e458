"""A search in the compiled game, with values that a network has learned.

`features` describe a state, `network` values it, `plans` lists what is worth trying, `searching`
tries it, `matches` plays whole games. `search` is for Python.
"""
