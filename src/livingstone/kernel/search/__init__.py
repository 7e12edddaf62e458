"""A search in the compiled game: `searching` tries `plans`; networks value states and moves."""
