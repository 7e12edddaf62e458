"""The game compiled."""
