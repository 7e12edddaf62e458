"""`livingstone rules`, `board`, `cards`, `bots` and `perft`: what there is to know of the game."""

import argparse
import inspect
import json
import sys
from functools import reduce
from time import perf_counter

import livingstone as ls
from livingstone.cli.narrator import Narrator
from livingstone.cli.parser import edition_from
from livingstone.cli.terminal import Terminal, columns, print_board, print_table
from livingstone.cli.terminal_phrases import terminal_phrases
from livingstone.edition import language_of_rules
from livingstone.errors import shown
from livingstone.players import known_players, load_player, options_of
from livingstone.support.files import make_folder
from livingstone.support.machine import require
from livingstone.support.wrapping import wrap


def _print_rules(options: argparse.Namespace) -> int:
    width = max(columns() - 1, 40)
    paragraphs = rule_text(options.number, edition_from(options), options.language)
    print("\n\n".join("\n".join(wrap(text, width)) for text in paragraphs))
    return 0


def rule_text(number: str | None, edition: ls.Edition, language: str = "en") -> list[str]:
    """Return the paragraphs of a rule, a chapter or all rules; `ArgumentError` for another one."""
    wanted = None if number is None else f"R{number.strip().upper().removeprefix('R')}"
    paragraphs = [
        f"{chapter if key == 'title' else key} {text}"
        for chapter, rules in ls.describe_rules(edition, language=language).items()
        for key, text in rules.items()
        if wanted in (None, chapter, key)
    ]
    if not paragraphs:
        raise ls.ArgumentError(f"there is no rule {shown(number)}; try R4.4, or R4 for a chapter")
    if language_of_rules(language) == language:
        return paragraphs
    return [terminal_phrases(language).say("terminal.untranslated"), *paragraphs]


def _print_parts(options: argparse.Namespace) -> int:
    if options.toml:
        sys.stdout.write(ls.shipped_toml(options.command))
        return 0
    edition = edition_from(options)
    terminal = Terminal()
    if options.command == "board":
        start = ls.new_game(edition.board.players.least, edition=edition, explicit_chance=True)
        print_board(start, Narrator((), edition, options.language), terminal)
        return 0
    for card in edition.cards:
        print(f"{card.count} {card.names.called(options.language)} ({card.id})")
        text = ls.describe_card(card, language=options.language)
        print(*terminal.wrap(text, "    "), sep="\n")
    return 0


def _print_bots(_: argparse.Namespace) -> int:
    """Print a line for each bot, and one for each of its options."""
    names = known_players()
    width = max(map(len, names))
    for name in names:
        try:
            options_of_bot = options_of(name)
            kind = type(load_player(name))
        except ls.ArgumentError as error:
            print(f"{name:{width}}  {error}")
            continue
        print(f"{name:{width}}  {(inspect.getdoc(kind) or '').partition(chr(10))[0]}")
        for option in options_of_bot:
            print(f"{'':{width}}    {option}")
    return 0


def _compile(_: argparse.Namespace) -> int:
    """Compile part by part, and print how long each takes."""
    require("numba", "fast", "compiled games")

    def tell(part: str, seconds: float) -> None:
        print(f"{part:13}{seconds:6.1f} s", flush=True)

    begun = perf_counter()
    folder = make_folder(ls.kernel.cache_folder())
    ls.kernel.prepare(on_progress=tell)
    if not ls.kernel.is_compiled():
        raise ls.LivingstoneError(f"everything works, but {folder} does not keep it")
    print(f"Everything is ready after {perf_counter() - begun:.1f} s, in {folder}")
    return 0


def _count_games(options: argparse.Namespace) -> int:
    edition = edition_from(options)
    seed = options.seed
    state = ls.new_game(options.players, edition=edition, seed=seed, explicit_chance=seed is None)
    if options.divide:
        seat = None if state.is_chance else state.current_player
        first = ls.divide(state, options.depth)
        counts = {ls.format_move(action, seat): count for action, count in first.items()}
        counts["all"] = reduce(ls.Perft.plus, first.values())
    else:
        counts = {"all": ls.perft(state, options.depth)}
    if options.json:
        print(json.dumps({name: count._asdict() for name, count in counts.items()}))
    else:
        heads = ("first action", "decisions", "outcomes", "terminals", "leaves")
        print_table(heads, [(name, *map(str, count)) for name, count in counts.items()])
    return 0


RUN = {
    "rules": _print_rules,
    "board": _print_parts,
    "cards": _print_parts,
    "bots": _print_bots,
    "compile": _compile,
    "perft": _count_games,
}
