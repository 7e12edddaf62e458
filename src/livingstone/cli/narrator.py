"""The words of one game at the terminal, in one language."""

from attrs import frozen

import livingstone as ls
from livingstone.cli.terminal_phrases import terminal_phrases
from livingstone.edition import RULESETS, Phrases, edition_name


@frozen(eq=False)
class Narrator:
    """Says what only the terminal says, with the names of players and cards."""

    names: tuple[str, ...]
    edition: ls.Edition
    language: str = "en"
    """One of `livingstone.LANGUAGES`."""

    @property
    def phrases(self) -> Phrases:
        """The phrases of the language."""
        return terminal_phrases(self.language)

    def card(self, card: str, count: int = 1) -> str:
        """Return the name of a card, with a count above 1."""
        name = self.phrases.card(self.edition, card)
        return f"{name} ({count})" if count > 1 else name

    def say(self, key: str, /, **values: object) -> str:
        """Fill in a phrase; a key without a table is of the table `terminal`."""
        return self.phrases.say(key if "." in key else f"terminal.{key}", **values)

    @property
    def commands(self) -> dict[str, str]:
        """Map each word that can be typed, also in English, to the command that it means."""
        table = "terminal_commands."
        meanings = dict[str, str]()
        for phrases in (self.phrases, terminal_phrases("en")):
            for key in filter(lambda key: key.startswith(table), phrases.by_key):
                meanings |= dict.fromkeys(phrases.say(key).split(), key.removeprefix(table))
        return meanings

    @property
    def rules(self) -> str:
        """The name of the edition's rules; changed figures are named by their hash."""
        name = edition_name(self.edition.id, self.edition.hash)
        return self.say(f"rules_{name if name in RULESETS else 'own'}", edition=name)
