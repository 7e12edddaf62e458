"""Records: games in writing, which can be replayed and kept in files."""
