"""Helpers that know nothing of the game: arguments, files, optional packages, caches."""
