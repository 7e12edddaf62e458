"""A search in the compiled game, with values that a network has learned.

`features` describe a state, `network` values it, `plans` lists what is worth trying, `searching`
tries it, `entries` are what Python calls. `networks` reads the weights; `values` is for programs.
"""
