"""The parts of a board of characters: the grid, the table of the players, lines set to a width."""
