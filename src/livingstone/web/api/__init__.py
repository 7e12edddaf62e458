"""The game as JSON over HTTP, below `/api/v1`: for front ends and bots in any language."""
