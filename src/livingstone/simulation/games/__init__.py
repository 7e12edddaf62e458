"""One game of a batch: what decides it, how it is played, and the row that is kept of it."""
