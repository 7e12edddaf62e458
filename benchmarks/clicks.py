"""Count the clicks that a die costs a simple player in a browser.

    python benchmarks/clicks.py                    a game each of 2, 3 and 4 players
    python benchmarks/clicks.py --games 3          more
    python benchmarks/clicks.py --asks             without the usual settings

The player plays each card as soon as it can, selects the lowest die by a click where the page does
not show its uses already, and builds a tent with it by a click on its space. Where no tent can be
built, it takes coins, digs and draws in turn. After every sixth die it donates half of its coins,
which is three times a game; `greedy` and `trader` do so once or twice. The others are `greedy`. The
first game of the browser, in which digging and drawing ask, is left out. With `--asks`, they always
ask, and no turn ends by itself. Clicks are those that the page received.
"""

import argparse
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests/support"))

from web_windows import PASSING, Server, Window, open_window, running_server

COUNTER = """
localStorage.clicks = 0;
document.addEventListener("click", (event) => (localStorage.clicks -= -event.isTrusted), true);
"""
NEXT = """
if (!document.body.matches(".my-turn") || document.querySelector(".soon")) return null;
const dialog = document.querySelector("dialog[open]");
if (dialog) return dialog.querySelector(".choices button, form button:not([type])");
const seen = (it) => it.checkVisibility() && !it.closest("[hidden]");
const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
const [tent] = all("#moves [data-uses] [data-target^=space-]");
const [space] = tent ? all(`#land .legal[data-target=${tent.dataset.target}]`) : [];
const [card] = all("#moves [data-target^=card-]");
if (card) return card;
const coins = Math.max(...all("#moves [data-donates]").map((it) => it.dataset.donates));
const half = `[data-donates="${Math.ceil(coins / 2)}"]`;
const [chest] = [...all(`#moves ${half}`), ...all("#moves [data-target=chest]")];
const taken = document.querySelectorAll("#log .line.DieTaken.seat-0").length;
if (chest && taken % 6 === 5 && sessionStorage.given !== `${location.pathname} ${taken}`) {
  sessionStorage.given = `${location.pathname} ${taken}`;
  return chest;
}
const [die] = all("#dice .die.legal");
const isShown = die?.matches(".suggested") && (space || !tent); // other dice may reach the space
const isPicked = !die || isShown || document.querySelector("#dice [aria-pressed=true]");
const uses = ["purse", "bag", "deck"].flatMap((use) => all(`#moves [data-target=${use}]`));
const use = uses[taken % uses.length];
return (isPicked ? space ?? use : die) ?? all("#moves [data-target=end]")[0];
"""
"""What the player clicks next; nothing while others play, or while the turn ends by itself."""


def begin(window: Window, server: Server, players: int) -> None:
    """Begin a game against `greedy`."""
    window.open(server.address)
    for seat in range(1, players):
        window.choose(f"kind-{seat}", "greedy")
    window.click("form[action='/tables'] button.main")
    window.wait("#moves")


def play(window: Window) -> tuple[int, int]:
    """Play a game to its end; return the clicks, and the dice that the player took."""
    window.script(COUNTER)
    while not window.has("#final table"):
        with suppress(*PASSING):  # the page has changed under the pointer
            thing = window.script(NEXT)
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
                more_clicks, more_dice = play(window)
                clicks += more_clicks
                dice += more_dice
            print(f"{players} players: {clicks / dice:.2f} clicks a die ({dice} dice)", flush=True)


if __name__ == "__main__":
    main()
