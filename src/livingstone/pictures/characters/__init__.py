"""The parts of a board as text: the grid, the table of players, and lines of a width."""
