"""What PyInstaller must know to put the library into a program."""

from pathlib import Path


def get_hook_dirs() -> list[str]:
    """Return the folder with the hook, for PyInstaller's entry point `hook-dirs`."""
    return [str(Path(__file__).parent)]
