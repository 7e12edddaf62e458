"""`python web_program.py FILE PORT`: a server for tests, whose bots make their moves at once."""

import sys
from pathlib import Path

from livingstone.web import Settings, serve

if __name__ == "__main__":
    _, file, port = sys.argv
    settings = Settings(database=Path(file), pace="at-once", requests_per_second=1e6)
    serve(settings, "127.0.0.1", int(port))
