"""The games of a batch: what decides a game, how it is played, and the row with its result."""
