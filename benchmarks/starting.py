"""How long Python, `import livingstone` and `livingstone --help` take, in processor time.

python benchmarks/starting.py --runs 9

The aims on a quiet machine: 0.12 s for the import, 0.25 s for the help.
"""

import argparse
import resource
import subprocess
import sys
from statistics import median

COMMANDS = {
    "python": ["-c", "pass"],
    "import livingstone": ["-c", "import livingstone"],
    "livingstone --help": ["-m", "livingstone", "--help"],
}


def seconds_of(command: list[str]) -> float:
    """Return the processor time of a program of Python from its start to its end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *command], stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Print the least and the median of some runs of each command."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--runs", type=int, default=9)
    runs = parser.parse_args().runs
    for name, command in COMMANDS.items():
        seconds_of(command)  # writes what is compiled to bytes
        times = [seconds_of(command) for _ in range(runs)]
        print(f"{name:20} {min(times):.3f} s, median {median(times):.3f} s")


if __name__ == "__main__":
    main()
