"""Clicks in Chromium on anything that can be clicked, in any order: there is always a way on."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from amounts import by_profile
from editions import board_table, card_table, load_edition, market_table
from kept_tables import keep_table, sit_down
from web_windows import Window, running_server, wait_for

import livingstone as ls
from livingstone.web.live_tables import LiveTable

SIZES = {"desktop": (1280, 900), "phone": (390, 844)}
CARDS = [
    card_table("gift", "no_cost_tent", 6),
    card_table("jump", "ignore_die", 6),
    card_table("twins", "second_tent", 6),
    market_table("market", 6),
]
"""Cards that leave something to choose."""
CLICK = """
const [dice, chance] = arguments;
const dialogs = [...document.querySelectorAll("dialog[open]")];
const place = dialogs.at(-1) ?? document;
const leads = ".menu a, [data-opens=leave], [data-sounds], a, [formmethod], .bottom *, #leave *";
const things = [...place.querySelectorAll("button:enabled, [data-target].legal, .step, input")]
  .filter((it) => it.checkVisibility({ visibilityProperty: true }) && !it.matches(leads));
if (!things.length) return dialogs.length ? `${dialogs.at(-1).outerHTML.slice(0, 90)}` : "nothing";
const marked = things.filter((it) => it.matches(".legal, dialog *"));
const among = marked.length && chance < 0.8 ? marked : things;
const thing = among[Math.floor(dice * among.length)];
thing.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
return "";
"""
"""Clicks on something that can be seen, in the open dialog if there is one."""


def chooses_a_tent_before_a_die(state: ls.State) -> bool:
    """Return whether Ann can choose between dice, one of which builds a tent in several ways."""
    if state.current_player or state.is_chance or len({*state.dice}) < 2:
        return False
    dice = ls.Table(state).snapshot(0).dice
    spaces = [x for die in dice for x in die.offers if x.target.startswith("space-")]
    targets = [x.target for x in spaces]
    return len(dice) > 1 and any(x.has_choices and targets.count(x.target) == 1 for x in spaces)


def has_card(state: ls.State) -> bool:
    return "gift" in state.players[0].hand and chooses_a_tent_before_a_die(state)


def has_no_tent_left(state: ls.State) -> bool:
    return not state.players[0].supply and chooses_a_tent_before_a_die(state)


def keep(folder: Path, tents: int, is_wanted: Callable[[ls.State], bool]) -> LiveTable:
    """Keep a table with these many tents, whose cards leave something to choose."""
    board = board_table(lambda table: table.update(tents=tents))
    edition = load_edition("printed", board=board, cards={"cards": CARDS})
    return keep_table(folder, edition, is_wanted, seed=tents)


@pytest.fixture(params=[(15, has_card), (2, has_no_tent_left)], ids=["card", "no tent left"])
def seated(request: pytest.FixtureRequest, tmp_path: Path, window: Window) -> Iterator[Window]:
    """Sit down at a table where a tent leaves something to choose; no script may fail."""
    table = keep(tmp_path, *request.param)
    with running_server(tmp_path) as server:
        sit_down(window, server, table)
        yield window
        assert not [text for text in window.problems() if "409" not in text]


@pytest.mark.parametrize("size", SIZES)
def test_a_marked_space_clicked_before_a_die_shows_its_choices(seated: Window, size: str) -> None:
    seated.resize(*SIZES[size], mobile=size == "phone")
    chosen = seated.script(
        "return [...document.querySelectorAll('[data-uses] [data-target^=space-]:has(+ dialog)')]"
        ".map((move) => move.dataset.target)"
        ".find((it, at, all) => document.querySelectorAll("
        "`[data-uses] [data-target=${it}]`).length === 1)"
    )
    seated.click(f"#land [data-target='{chosen}']")
    wait_for(lambda: seated.has("dialog.choice[open]"))
    assert seated.all("dialog.choice[open]")[0].is_displayed()
    before = seated.story
    seated.click("dialog.choice[open] form button:not([type]):enabled")
    wait_for(lambda: seated.story != before)


PRICES = """
const cross = (a, b, from, to) => a[from] < b[to] && b[from] < a[to];
const overlap = (a, b) => cross(a, b, "left", "right") && cross(a, b, "top", "bottom");
const box = (it) => it.getBoundingClientRect();
return [...document.querySelectorAll("#land .legal:has(.price)")].map((space) => {
  const price = space.querySelector(".price");
  const tents = [...space.querySelectorAll(".tents")];
  const numbers = [...space.querySelectorAll(".tents text"), ...tents.map((it) => it.firstChild)];
  const middle = (it) => {
    const { x, y, width, height } = box(it);
    const [left, top] = [x + width / 2, y + height / 2];
    return { left, top, right: left + 1, bottom: top + 1 };
  };
  const covered = numbers.filter((it) => overlap(middle(it), box(price)));
  return [space.dataset.target, price.textContent.trim(), tents.length, covered.length];
});
"""
"""The prices on spaces, with how many tents there are, and how many middles a price covers."""


def has_card_and_pays_for_a_space_with_tents(state: ls.State) -> bool:
    if "gift" not in state.players[0].hand or not chooses_a_tent_before_a_die(state):
        return False
    spaces = [ls.Space(die, state.boat) for die in {*state.dice}]
    are_taken = any(player.tents_at(space) for player in state.players for space in spaces)
    return are_taken and all(ls.price_of(state, space.row).total > 0 for space in spaces)


@pytest.mark.parametrize("size", SIZES)
def test_r4_4_prices_are_those_without_a_card_and_can_be_read_beside_tents(
    window: Window, tmp_path: Path, size: str
) -> None:
    table = keep(tmp_path, 15, has_card_and_pays_for_a_space_with_tents)
    view = table.game.view(0)
    with running_server(tmp_path) as server:
        sit_down(window, server, table)
        window.resize(*SIZES[size], mobile=size == "phone")
        prices = window.script(PRICES)
        window.keep_picture(f"prices-{size}")
    without_cards = {
        f"space-{ls.Space(move.row, view.boat).name}": str(ls.price_of(view, move.row).total)
        for die in {*view.dice}
        for move in ls.view(ls.apply(table.game.state, ls.TakeDie(die)), 0).legal_moves
        if isinstance(move, ls.BuildTent) and not move.cards
    }
    shown = {target: price for target, price, _, _ in prices if target in without_cards}
    assert shown
    assert shown.items() <= without_cards.items()
    assert any(tents for _, _, tents, _ in prices)
    assert not any(covered for _, _, _, covered in prices)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_random_clicks_never_leave_a_page_without_a_way_on(seated: Window, size: str) -> None:
    seated.resize(*SIZES[size], mobile=size == "phone")
    rng = Random(size)
    for _ in range(by_profile(40, 150)):
        problem = seated.script(CLICK, rng.random(), rng.random())
        assert not problem, problem
