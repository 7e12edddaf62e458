"""Print what seeded games come to, for all editions and numbers of players, to compare Pythons."""

import hashlib
import sys
from collections.abc import Callable
from functools import partial
from random import Random

import livingstone as ls


def digest(*texts: str) -> str:
    """Hash texts, for a line that can be read."""
    return hashlib.blake2b("\0".join(texts).encode(), digest_size=8).hexdigest()


def play(edition: str, bots: list[str], seed: int) -> str:
    """Play a game; return its points, and a hash of its record, pictures and words."""
    table = ls.Table(ls.new_game(len(bots), seed=seed, edition=edition))
    players = [ls.load_player(name) for name in bots]
    chance, told = Random(seed), list[str]()
    while not table.state.is_over:
        seat = table.state.current_player
        view = table.view(seat)
        groups = ls.group_moves(view)
        move = players[seat].choose(view, chance)
        told.append(ls.describe_move(move, view, names=bots, language=ls.LANGUAGES[seed % 4]))
        assert any(move in group.moves for group in groups)
        table.play(move, seat)
    assert ls.from_json(ls.to_json(table.state), ls.State) == table.state
    record = ls.dumps(table.record(players=bots))
    ls.loads(record).verify()
    result = ls.result(table.state)
    assert result is not None
    points = [standing.points for standing in result.standings]
    pictures = ls.svg.board(table.state), ls.text.board(table.state)
    return f"{points} {digest(record, *pictures, *told)}"


def refused(function: Callable[..., object], *arguments: object, **options: object) -> str:
    """Return why something cannot be done."""
    try:
        function(*arguments, **options)
    except (ls.LivingstoneError, ImportError) as error:
        return str(error)
    return "works"


for edition in ls.edition.RULESETS:
    for players in range(2, 6):
        for bot in ("random", "greedy", "ismcts:iterations=2"):
            bots = [bot, *["greedy"] * (players - 1)]
            print(edition, players, bot, "games end", play(edition, bots, players), flush=True)
if sys.platform == "emscripten":
    bots = ["random", "random"]
    choose = ls.load_player("ismcts:seconds=0.1").choose
    view = ls.view(ls.new_game(2, seed=7), 0)
    for can, call in (
        (True, partial(choose, view, Random(1))),
        (True, partial(ls.simulate, bots, 4, seed=7)),
        (False, partial(ls.load_player, "learned")),
        (False, partial(ls.simulate, bots, 4, seed=7, executor="processes")),
        (False, partial(ls.simulate, bots, 4, seed=7, seconds_per_move=1.0)),
        (False, partial(ls.hint, view)),
    ):
        why = refused(call)
        assert (why == "works") == can, why
        assert len(why.splitlines()) == 1, why
        print(why, file=sys.stderr)
