"""Tables for front ends, with journal, undo and dealing, and groups of moves."""
