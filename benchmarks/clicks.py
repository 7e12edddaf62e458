"""Count the clicks that a die costs a simple player in a browser.

    python benchmarks/clicks.py                    a game each of 2, 3 and 4 players
    python benchmarks/clicks.py --games 3          more
    python benchmarks/clicks.py --asks             without the usual settings

The player builds a tent, digs, draws a card or takes coins, each as often as the others; a tent by
a click on its space where one die alone builds there, all else by a click on a die and one on its
use. It plays cards as soon as it can, and gives the Queen all coins in the last column. The others
are `greedy`. The first game of the browser, in which digging and drawing ask, is left out. With
`--asks`, they always ask, and no turn ends by itself. Clicks are those that the page received.
"""

import argparse
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1] / "tests/support"))

from web_windows import PASSING, Server, Window, open_window, running_server

COUNTER = """
localStorage.clicks = 0;
document.addEventListener("click", (event) => (localStorage.clicks -= -event.isTrusted), true);
"""
NEXT = """
const [dice] = arguments;
if (!document.body.matches(".my-turn") || document.querySelector(".soon")) return null;
const dialog = document.querySelector("dialog[open]");
if (dialog) {
  const buttons = [...dialog.querySelectorAll(".choices button, form button:not([type])")];
  return dialog.dataset.for === "chest" ? buttons.at(-1) : buttons[0];
}
const seen = (it) => it.checkVisibility() && !it.closest("[hidden]");
const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
const column = document.querySelector("#land .boat title").textContent.match(/\\d+/)[0];
const [end] = all("#moves [data-target=end]");
const gives = column === "10" && end ? all("#moves [data-target=chest][data-move]") : [];
const cards = all("#moves [data-target^=card-][data-move]");
const uses = all("[data-uses] [data-move]");
const open = all("#dice .die.legal[aria-pressed=false]");
const spaces = uses.length ? [] : all("#land .space.legal");
const pick = (list) => list[Math.floor(dice * list.length)];
return gives[0] ?? cards[0] ?? (dice < 0.25 ? spaces[0] : null) ?? pick(uses) ?? pick(open)
  ?? all("#moves [data-target=bag], #moves [data-target=purse], #moves [data-target=deck]")[0]
  ?? end;
"""
"""What the player clicks next; nothing while others play, or while the turn ends by itself."""


def begin(window: Window, server: Server, players: int) -> None:
    """Begin a game against `greedy`."""
    window.open(server.address)
    for seat in range(1, players):
        window.choose(f"kind-{seat}", "greedy")
    window.click("form[action='/tables'] button.main")
    window.wait("#moves")


def play(window: Window, rng: Random) -> tuple[int, int]:
    """Play a game to its end; return the clicks, and the dice that the player took."""
    window.script(COUNTER)
    while not window.has("#final table"):
        with suppress(*PASSING):  # the page has changed under the pointer
            thing = window.script(NEXT, rng.random())
            if thing is not None:
                window.script("arguments[0].scrollIntoView({ block: 'center' })", thing)
                thing.click()
            time.sleep(0.1)
    clicks = int(window.script("return localStorage.clicks"))
    return clicks, len(window.all("#log .line.DieTaken.seat-0"))


def main() -> None:
    """Play the games, and print the clicks a die."""
    raw = argparse.RawTextHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("--games", type=int, default=1, help="games of each number of players")
    parser.add_argument("--asks", action="store_true", help="ask, and end turns by a click")
    options = parser.parse_args()
    rng = Random(7)
    with (
        tempfile.TemporaryDirectory() as folder,
        running_server(Path(folder)) as server,
        open_window(turns_end=True) as window,
    ):
        begin(window, server, 2)  # the first game of the browser
        if options.asks:
            window.script("localStorage.quick = localStorage.ends = 'no'")
        for players in (2, 3, 4):
            clicks = 0
            dice = 0
            for _ in range(options.games):
                begin(window, server, players)
                more_clicks, more_dice = play(window, rng)
                clicks += more_clicks
                dice += more_dice
            print(f"{players} players: {clicks / dice:.2f} clicks a die ({dice} dice)", flush=True)


if __name__ == "__main__":
    main()
