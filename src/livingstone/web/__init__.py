"""The game in a browser: a web server of tables, built on public names of the library."""

from importlib.util import find_spec

from livingstone import MissingExtraError

if not all(map(find_spec, ("starlette", "uvicorn", "jinja2", "psutil"))):
    raise MissingExtraError(
        "the web server needs starlette, uvicorn, jinja2 and psutil: pip install 'livingstone[web]'"
    )

from livingstone.web.app import create_app, serve
from livingstone.web.settings import Settings
from livingstone.web.store import StoreError

__all__ = ["Settings", "StoreError", "create_app", "serve"]
