# %% [markdown]
# # A game of Livingstone
#
# Open this file in an editor that knows `# %%` cells, or run it as a program: then the boards are
# printed in characters. It needs no extra.

# %%
"""Watch a game of three bots, round by round."""

import builtins
import random

import livingstone as ls

show = getattr(builtins, "display", print)  # notebooks have `display`, which draws
names = ["Ann", "Ben", "Cem"]

# %% [markdown]
# The game begins. A spectator sees neither hands nor chests, so everybody may see this view.

# %%
state = ls.new_game(3, seed=7)
show(ls.view(state, None))

# %% [markdown]
# Bots choose from what they may know: each gets the view of its seat, never the state.

# %%
bots = [ls.load_player("greedy") for _ in names]
chooser = random.Random(7)


def play_round(state: ls.State) -> ls.State:
    """Play until the boat moves, or the game ends."""
    boat = state.boat
    while state.boat == boat and not state.is_over:
        seat = state.current_player
        state = ls.apply(state, bots[seat].choose(ls.view(state, seat), chooser))
    return state


while state.boat < 6 and not state.is_over:
    state = play_round(state)
show(ls.view(state, None))

# %% [markdown]
# The same position as Ann sees it, with her cards.

# %%
show(ls.view(state, 0))

# %% [markdown]
# To the end, where hands and chests are open.

# %%
while not state.is_over:
    state = play_round(state)
show(ls.view(state, None))

# %%
result = ls.result(state)
assert result is not None
for seat, standing in enumerate(result.standings):
    print(f"{standing.rank}. {names[seat]}: {standing.points} points, {standing.donated} donated")
