"""Records: games in writing, which can be replayed and stored in files."""
