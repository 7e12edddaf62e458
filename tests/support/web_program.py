"""`python web_program.py FILE PORT [ORIGIN ...]`: a server whose bots make their moves at once.

If a deck `cards.toml` lies beside the file, all games have it, with the effects of the examples.
"""

import os
import random
import secrets
import sys
from importlib import import_module
from pathlib import Path

from attrs import evolve

from livingstone.web import Settings, serve
from livingstone.web.preparation import Preparation

EXAMPLES = Path(__file__).parents[2] / "examples"


async def compile_nothing(_: Preparation) -> None:
    """Leave it to the tests that need compiled code; each server would compile all of it."""


if __name__ == "__main__":
    setattr(Preparation, "run", compile_nothing)  # noqa: B010
    if os.environ.get("HYPOTHESIS_PROFILE") != "thorough":
        setattr(secrets, "randbelow", random.Random(7).randrange)  # noqa: B010
    _, file, port, *origins = sys.argv
    settings = Settings(database=Path(file), pace="at-once", share=1e6, origins=origins)
    deck = Path(file).with_name("cards.toml")
    if deck.exists():
        sys.path.append(str(EXAMPLES))
        modules = map(import_module, ("hidden_cards", "choosing_cards"))
        effects = [effect for module in modules for effect in module.EFFECTS]
        settings = evolve(settings, cards=deck, effects=effects)
    serve(settings, "127.0.0.1", int(port))
