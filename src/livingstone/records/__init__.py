"""Records: games written down, replayed, and kept in files."""
