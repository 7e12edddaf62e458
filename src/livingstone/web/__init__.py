"""The game in a browser: a server of tables, built on the public names of the library alone."""

from livingstone.web.app import create_app, serve
from livingstone.web.settings import Settings

__all__ = ["Settings", "create_app", "serve"]
