"""Counting rows, and what is estimated from the counts: rates, means and ratings."""
