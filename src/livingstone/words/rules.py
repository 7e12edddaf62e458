"""The rules in sentences, with the figures of an edition."""

from collections.abc import Iterator
from fractions import Fraction

from attrs import asdict

from livingstone.edition.effect import Effect
from livingstone.edition.loading import edition_of
from livingstone.edition.phrases import Phrases, language_of_rules, rules_in
from livingstone.edition.types import Edition
from livingstone.game.card_effect import effects_of
from livingstone.game.effects.shipped import Market
from livingstone.values import GEM_COLOURS
from livingstone.words.events import AMOUNTS
from livingstone.words.wording import Wording, wording_for


def describe_rules(edition: Edition | str, *, language: str = "en") -> dict[str, dict[str, str]]:
    """Return the rules by chapter and number, each chapter with a `title`.

    A rule about a card has a sentence for each effect of the deck that it describes; without one it
    is left out. The rules are in English if they are not translated.

    >>> describe_rules("printed")["R6"]["R6.9"]
    'Four Coins: take 4 coins from the bank.'

    Raises `ArgumentError` for an unknown language or edition.
    """
    edition = edition_of(edition)
    told = rules_in(language)
    language = language_of_rules(language)
    figures = describe_board(edition, language=language)
    wording = wording_for(language, None, None, edition)
    cards: dict[str, dict[Effect, list[str]]] = {}
    for id, effect in effects_of(edition).items():
        cards.setdefault(effect.rule, {}).setdefault(effect, []).append(wording.card(id))

    def sentences(key: str, text: str) -> Iterator[str]:
        if "{card}" not in text:
            yield text.format(**figures)
            return
        for effect, names in cards.get(key, {}).items():
            yield text.format(card=wording.listed(names), **figures_of(effect, wording.phrases))

    return {
        chapter: {
            key: said for key, text in rules.items() if (said := " ".join(sentences(key, text)))
        }
        for chapter, rules in told.items()
    }


def figures_of(effect: Effect, phrases: Phrases) -> dict[str, str]:
    """Put the figures of a card's effect into words; a market's prices by colour."""
    if isinstance(effect, Market):
        gain = Wording(phrases, None, None, None).gain
        return dict(zip(GEM_COLOURS, map(gain, effect.coins, effect.points), strict=True))
    figures = asdict(effect, recurse=False).items()
    known = [(name, n) for name, n in figures if isinstance(n, int) and name in AMOUNTS]
    return {name: phrases.say(f"amounts.{AMOUNTS[name]}", count=n) for name, n in known}


def describe_board(edition: Edition | str, *, language: str = "en") -> dict[str, str]:
    """Put the figures of a board and the size of the deck into words, as rule texts name them.

    >>> describe_board("bga")["rows"]
    '6 rows'

    Raises `ArgumentError` for an unknown language or edition.
    """
    edition = edition_of(edition)
    wording = wording_for(language, None, None, edition)
    board = edition.board
    dice = board.dice
    players = board.players
    mean = Fraction(dice.donation * (dice.sides + 1), 2)
    seats = wording.say("amounts.range", least=players.least, most=players.most)
    listed = {"costs": board.costs, "majorities": board.majorities}
    listed |= {"prices": board.gem_values, "row_values": board.row_values}
    lists = {name: wording.between(map(str, numbers)) for name, numbers in listed.items()}
    amounts: dict[str, tuple[str, object]] = {
        "rows": ("rows", len(board.rows)),
        "columns": ("columns", len(board.columns)),
        "all_stones": ("stones", board.bag.total),
        "cards": ("cards", edition.deck.total),
        "money": ("coins", board.money),
        "tents": ("tents", board.tents),
        "start_coins": ("coins", board.start_coins),
        "dice": ("dice", dice.per_player),
        "dice_of_two": ("dice", 2 * dice.per_player),
        "donation_dice": ("dice", dice.donation),
        "fee": ("coins", board.neighbour_fee),
        "costs": ("coins", lists["costs"]),
        "prices": ("coins", lists["prices"]),
        **{colour: ("coins", value) for colour, value in board.gem_values._asdict().items()},
    }
    return lists | {
        **{name: wording.say(f"amounts.{kind}", count=n) for name, (kind, n) in amounts.items()},
        "players": seats if players.least < players.most else str(players.most),
        "last_column": str(len(board.columns)),
        "bag": str(wording.value(board.bag)),
        "mean": f"{int(mean)}{'½' * (mean.denominator - 1)}",
    }
