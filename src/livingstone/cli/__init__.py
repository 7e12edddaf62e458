"""The command `livingstone`."""

from livingstone.cli.main import main

__all__ = ["main"]
