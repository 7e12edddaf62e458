"""The parser of the command line: options with few words."""

import argparse
from typing import Any, NoReturn, TypeAlias

from livingstone.edition.phrases import LANGUAGES


class Parser(argparse.ArgumentParser):
    """Reports a wrong argument in one line, with exit status 2; options are not abbreviated."""

    def __init__(self, **options: Any) -> None:
        """Take what `ArgumentParser` does."""
        super().__init__(**options | {"allow_abbrev": False})

    def error(self, message: str) -> NoReturn:
        """Print the error and where to find help."""
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")

    def value(self, name: str, metavar: str, help: str, **more: Any) -> None:
        """Declare an argument or an option with a value."""
        self.add_argument(name, metavar=metavar, help=help, **more)

    def switch(self, name: str, help: str) -> None:
        """Declare an option without a value."""
        self.add_argument(name, action="store_true", help=help)

    def language(self) -> None:
        """Declare the option for the language."""
        self.add_argument(
            "--language", choices=LANGUAGES, default="en", help="the language (default: en)"
        )


Commands: TypeAlias = "argparse._SubParsersAction[Parser]"
"""The subcommands, to which each command adds itself."""
