"""What rows are counted up to, and what follows from the counts: rates, means, ratings."""
