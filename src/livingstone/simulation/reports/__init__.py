"""Reports on batches: their figures, their tables and their plots."""
