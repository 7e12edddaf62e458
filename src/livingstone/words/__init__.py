"""Words for people: what happened, what a move would do and why one is refused, by language."""
