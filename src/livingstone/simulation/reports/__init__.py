"""Reports on batches: what they say, their tables and their plots."""
