"""What a front end holds: a table with its journal, undo, dealing, and groups of moves."""
