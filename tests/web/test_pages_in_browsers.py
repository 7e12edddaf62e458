"""Pages in Chromium: on phones, with the keyboard, in dark mode, and accessible."""

import os
from pathlib import Path

import pytest
from web_windows import Keys, Server, Window, Windows, begin, begin_anew, open_window, wait_for

import livingstone as ls
from livingstone.web.settings import STRENGTHS

AXE = os.environ.get("AXE", "")
"""The path of `axe.min.js` of axe-core; without it, accessibility is not tested."""
SIZES = {"desktop": (1280, 900), "phone": (390, 844), "across": (844, 390)}
WHOLE, CONTRASTS = (
    Path(__file__).with_name(name).read_text("utf-8") for name in ("whole.js", "contrasts.js")
)


def play_some(window: Window, turns: int) -> None:
    """Take dice and build, or take coins."""
    for _ in range(turns):
        for wanted in ("die-", "space-", "purse", "end"):
            wait_for(lambda: window.is_turn or window.has("#final table"))
            target = next((t for t in window.targets if t.startswith(wanted)), None)
            if target and not (wanted == "purse" and "end" in window.targets):
                window.do(target)


def brightness(window: Window) -> float:
    colour = window.script("return getComputedStyle(document.documentElement).backgroundColor")
    parts = [float(part) for part in colour[colour.index("(") + 1 : -1].split(",")[:3]]
    return sum(parts) / 3


def check(window: Window) -> None:
    """Assert that the page is at most as wide as the screen, and that axe finds no grave fault."""
    assert window.script("return document.documentElement.scrollWidth <= innerWidth")
    if not AXE:
        return
    window.script(Path(AXE).read_text("utf-8") + WHOLE)
    found, unsure = window.driver.execute_async_script(
        "const done = arguments[0]; axe.run().then(r => done([r.violations, r.incomplete]))"
    )
    assert not [fault for fault in found if fault["impact"] in ("serious", "critical")]
    unsure = [fault for fault in unsure if fault["id"] == "color-contrast"]
    nodes = [node["target"][0] for fault in unsure for node in fault["nodes"]]
    assert window.driver.execute_async_script(CONTRASTS, nodes) == []
    window.script("document.adoptedStyleSheets = []; scrollTo(0, 0)")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_invitations_fit_the_screen_and_are_accessible_in_light_and_dark(
    windows: Windows, server: Server, size: str, scheme: str
) -> None:
    ann, ben = windows
    for window in windows:
        window.resize(*SIZES[size], mobile=size != "desktop")
        window.paint(scheme)
    begin(ann, server, "open")
    link = str(ann.wait("#invited .link").get_attribute("value"))
    width = ann.script("return document.querySelector('.code svg').getBoundingClientRect().width")
    assert width > 120  # cameras see each module
    check(ann)
    ann.keep_picture(f"invitation-{size}-{scheme}")
    for address in (link, f"{link}x"):
        ben.open(address)
        ben.wait(".narrow")
        check(ben)
    ben.open(link)
    ben.click("main form button")
    ann.wait_until_gone("#invited .link")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_pages_fit_the_screen_and_are_accessible_in_light_and_dark(
    window: Window, server: Server, size: str, scheme: str
) -> None:
    window.resize(*SIZES[size], mobile=size != "desktop")
    window.paint(scheme)
    for path in ("/rules", "/"):
        window.open(server.address + path)
        check(window)
    assert (brightness(window) < 100) == (scheme == "dark")
    window.keep_picture(f"lobby-{size}-{scheme}")
    begin(window, server)
    window.click(".players [data-target=chest]")
    window.wait("dialog[open]")
    check(window)
    window.press(Keys.ESCAPE)
    play_some(window, 2)
    wait_for(lambda: window.is_turn)
    check(window)
    window.keep_picture(f"table-{size}-{scheme}")
    window.open(f"{window.driver.current_url}/replay")
    window.wait("#film")
    check(window)
    window.keep_picture(f"replay-{size}-{scheme}")


def test_keys_alone_are_enough(window: Window, server: Server) -> None:
    """Tab moves to a button, Enter presses it, also in a dialog."""
    begin(window, server)
    for wanted in ("die-", "purse", "end"):
        target = next(target for target in window.targets if target.startswith(wanted))
        before = window.shown
        for _ in range(150):
            window.press(Keys.TAB)
            if window.script("return document.activeElement.dataset.target") == target:
                break
        else:
            raise AssertionError(f"no Tab leads to {target}")
        assert window.script("return document.activeElement.matches(':focus-visible')")
        window.press(Keys.ENTER)
        window.wait_for_change(before)


def test_a_page_tells_what_happens_and_what_a_click_does(window: Window, server: Server) -> None:
    begin(window, server)
    assert window.wait("[role=log]").get_attribute("aria-live") == "polite"
    assert window.all("#told")[0].get_attribute("aria-live") == "assertive"
    unnamed = window.script(
        "return [...document.querySelectorAll('button, a, input, select')].filter("
        "e => e.type !== 'hidden' && !e.textContent.trim() && !e.ariaLabel && !e.labels?.length)"
        ".map(e => e.outerHTML)"
    )
    assert unnamed == []
    target = next(target for target in window.targets if target.startswith("die-"))
    window.script(f"document.querySelector('.dice [data-target={target}]').focus()")
    hint = window.wait("#hint").text
    window.click(f".dice [data-target={target}]")
    assert hint == " · ".join(move.text for move in window.all("[data-uses]:not([hidden]) .move"))
    window.script("document.querySelector('.supplies [data-target=purse]').focus()")
    assert window.text("#hint") == window.text("[data-uses]:not([hidden]) [data-target=purse]")
    window.click(".players [data-target=chest]")
    window.wait("dialog[open]")
    told = [choice.text for choice in window.all("dialog[open] .choices button")]
    assert told == [f"Donate {coins} to the Queen" for coins in ("1 coin", "2 coins", "3 coins")]
    window.press("2")
    wait_for(lambda: "2 coins" in window.story[-1])
    window.click("[data-target='space-r6c10']")
    link = window.wait("#told a")
    number = link.text
    window.open(str(link.get_attribute("href")))
    assert window.script(f"return document.querySelector('dt:target').id === '{number}'")
    window.driver.back()  # explanations stay switched off
    assert "R2.3" in window.wait("#explained[open] #guide").text
    window.click("#explained summary")
    wait_for(lambda: window.script("return localStorage.getItem('explained')") == "closed")
    window.driver.refresh()
    window.wait("#explained:not([open])")


def test_one_click_in_the_dialog_of_a_donation_chooses_any_amount(
    window: Window, server: Server
) -> None:
    begin(window, server)
    while int(window.text(".players [data-target=purse]")) < 9:
        wait_for(lambda: window.is_turn)
        dice = [target for target in window.targets if "die" in target]  # none if selected already
        for target in (*dice[-1:], "purse", "end"):
            window.do(target)
    wait_for(lambda: window.is_turn)
    window.click(".players [data-target=chest]")
    window.wait("dialog[open] .numbers")
    buttons = window.all("dialog[open] .numbers button")
    assert [button.text for button in buttons] == [str(n) for n in range(1, len(buttons) + 1)]
    assert buttons[8].accessible_name == "Donate 9 coins to the Queen"
    buttons[8].click()
    wait_for(lambda: "9 coins" in window.story[-1])


COUNT_CLOSINGS = """
window.closings = 0;
new MutationObserver((changes) => (window.closings += changes.length))
  .observe(curtain, { attributeFilter: ["open"] });
"""


def test_two_people_at_one_screen_do_not_see_each_others_cards(
    window: Window, server: Server
) -> None:
    """Esc closes nothing, not even for a moment, in which keys would reach the page behind."""
    begin(window, server, "person")
    for _ in range(2):
        curtain = window.wait("#curtain[open]")
        window.script(COUNT_CLOSINGS)
        for _ in range(4):
            window.press(Keys.ESCAPE)
        assert window.script("return window.closings") == 0
        name = curtain.find_element("css selector", "form:not([hidden]) h2").text
        assert curtain.accessible_name.strip() == name
        assert window.script(
            "const c = document.getElementById('curtain').getBoundingClientRect();"
            "return c.width >= innerWidth && c.height >= innerHeight"
        )
        assert not window.has("#hand .held")
        window.click("#curtain form:not([hidden]) a")
        wait_for(lambda: window.is_turn)
        assert window.text("#players .current .name") in name
        play_some(window, 1)


def test_a_replay_plays_by_itself_and_jumps_and_each_position_has_a_link(
    window: Window, server: Server
) -> None:
    begin(window, server)
    play_some(window, 3)
    window.open(f"{window.driver.current_url}/replay?seat=0&at=0")
    window.wait("#film")
    at = "return Number(film.elements.at.value)"
    window.choose("speed", "400")
    window.click("[data-plays]")
    wait_for(lambda: window.script(at) >= 3)
    window.click("[data-plays]")
    assert window.script(at) < 9
    assert window.text("[data-plays]") == "Play"
    window.click("[data-kind=round] [data-jump='-1']")
    wait_for(lambda: window.script(at) == 1)
    window.click("[data-kind=choice] [data-jump='1']")
    wait_for(lambda: 1 < window.script(at) < 9)
    window.click("[data-go=first]")
    wait_for(lambda: "at=0" in window.driver.current_url)
    for _ in range(4):
        window.press(Keys.ARROW_RIGHT)
    wait_for(lambda: "at=4" in window.driver.current_url)
    wait_for(lambda: "4 /" in window.script("return film.elements.where.value"))
    seen = window.text("#log"), window.text("#players")
    window.driver.refresh()
    wait_for(lambda: (window.text("#log"), window.text("#players")) == seen)


CUT = """
const pen = document.createElement('canvas').getContext('2d');
for (const part of document.querySelectorAll('details')) part.open = true;
return [...document.querySelectorAll('select')].flatMap((select) =>
  [...select.options].flatMap((option) => {
    select.value = option.value;
    select.dispatchEvent(new Event('change'));
    const style = getComputedStyle(select);
    pen.font = style.font;
    const room = select.clientWidth - 2 * parseFloat(style.paddingLeft);
    const text = pen.measureText(option.text).width + 18; // the arrow
    return !select.clientWidth || text <= room ? [] : [`${option.text}: ${text} > ${room}`];
  }));
"""


@pytest.mark.parametrize("size", SIZES)
def test_no_choice_of_the_lobby_is_cut(window: Window, server: Server, size: str) -> None:
    window.resize(*SIZES[size], mobile=size != "desktop")
    for language in ls.LANGUAGES:
        window.open(f"{server.address}/?language={language}")
        assert window.script(CUT) == []


def test_bots_are_listed_by_their_strength_with_as_many_players_as_are_chosen(
    window: Window, server: Server
) -> None:
    window.open(server.address)
    listed = (
        "return [...document.querySelectorAll('[name=kind-0] optgroup option')].map(o => o.value)"
    )
    for number, players in ((2, 3), (3, 4), (4, 5)):
        window.choose(f"kind-{number}", "greedy")
        known = {name: bot for name, bot in STRENGTHS.items() if name in window.script(listed)}
        ranked = sorted(known, key=lambda name: known[name].rating(players) or 0.0)
        ratings = [known[name].rating(players) for name in window.script(listed)]
        assert ratings == [known[name].rating(players) for name in ranked]
        window.script("document.querySelector('.bots').open = true")
        told = [it.text for it in window.all(".bots [data-players]") if it.is_displayed()]
        assert len(told) == len(known)
        assert told[-1] == f"· {known[ranked[-1]].rating(players):+.0f} points"
    assert window.script("return document.querySelector('[name=kind-1]').value") != ranked[-1]


COUNT_CLICKS = """
window.clicks = 0;
document.addEventListener('click', (event) => (window.clicks += event.isTrusted), true);
"""


def test_after_the_first_game_the_uses_of_the_lowest_die_are_shown_and_digging_with_it_asks(
    window: Window, server: Server
) -> None:
    begin(window, server)
    dice = [target for target in window.targets if target.startswith("die-")]
    assert not window.all("#dice .suggested") or len({*dice}) == 1
    while True:
        begin(window, server)
        dice = sorted({target for target in window.targets if target.startswith("die-")})
        if len(dice) > 1:
            break
    assert window.wait("#dice .suggested").get_attribute("data-target") == dice[0]
    assert not window.has("#dice [aria-pressed=true]")
    assert window.wait("[data-uses]:not([hidden])").get_attribute("data-uses") == dice[0][-1]
    story = window.story
    window.click("#supplies [data-target=bag]")
    window.click("dialog[open] [data-closes]")
    window.press(Keys.ESCAPE)
    assert window.story == story
    window.press(dice[1][-1])
    assert window.wait("[data-uses]:not([hidden])").get_attribute("data-uses") == dice[1][-1]
    window.press(Keys.ESCAPE)
    window.click("#supplies [data-target=purse]")
    wait_for(lambda: window.story[len(story) :])
    assert window.story[len(story)] == f"You take a {dice[0][-1]}."


def test_r5_2_one_click_donates_a_usual_sum(window: Window, server: Server) -> None:
    begin(window, server)
    story = window.story
    offered = [int(it.text) for it in window.all("#moves [data-donates]")]
    assert offered == [1, 2, 3]
    window.script("document.querySelector('#moves [data-donates=\\'2\\']').focus()")
    window.press(Keys.ENTER)
    wait_for(lambda: window.story != story)
    assert "2 coins" in window.story[-1]
    wait_for(lambda: window.script("return document.activeElement.id === 'status'"))
    window.click("[data-deed=undo]")
    wait_for(lambda: window.story == story)


def test_a_die_costs_two_clicks_and_a_tent_one_but_in_the_first_game_digging_asks(
    server: Server,
) -> None:
    """Turns end by themselves; a click holds one open."""
    with open_window(turns_end=True) as window:
        turns = ".turn.ended.seat-0"
        for clicks in (3, 2):
            begin(window, server)
            window.script(COUNT_CLICKS)
            if not window.has("#dice [aria-pressed=true]"):
                window.click("#dice .die.legal")
            window.click("[data-uses]:not([hidden]) [data-target=bag]")
            if clicks == 3:
                window.click("dialog[open] button.main")
            wait_for(lambda: window.has(turns) and window.is_turn)
            assert window.script("return window.clicks") <= clicks
        begin(window, server)
        window.script(COUNT_CLICKS)
        window.click("#land .on-desk .legal.space")
        wait_for(lambda: window.has(turns) and window.is_turn)
        assert window.script("return window.clicks") == 1
        window.click("#land .on-desk .legal.space, [data-uses] [data-target=purse]")
        window.wait(".soon")
        assert window.wait(".when-soon").text == "Ends by itself: a click stops it."
        window.click("#players h2, #log")
        window.wait_until_gone(".soon")
        assert len(window.all(turns)) == 1


@pytest.mark.parametrize("wish", ["quick", "ends"])
def test_what_is_usual_can_be_wished_otherwise(window: Window, server: Server, wish: str) -> None:
    for _ in range(2):  # not the first game
        begin(window, server)
    window.click("[data-shows=wishes]")
    box = f"#wishes[open] [data-wish={wish}]"
    assert window.script(f"return document.querySelector('{box}').checked") == (wish == "quick")
    window.click(box)
    begin(window, server)
    assert window.script(f"return localStorage.{wish}") == ("no" if wish == "quick" else "yes")


def test_r11_1_a_turn_waits_while_its_move_can_be_taken_back(server: Server) -> None:
    with open_window(turns_end=True) as window:
        begin(window, server)
        if not window.has("#dice [aria-pressed=true]"):
            window.click("#dice .die.legal")
        window.click("[data-uses]:not([hidden]) [data-target=purse]")
        assert window.wait(".soon").get_attribute("style") == "--pause: 4000ms;"
        window.click("[data-deed=undo]")
        wait_for(lambda: not window.has("#moves [data-target=end]"))
        assert not window.has(".turn.ended.seat-0")


WITH_HINTS = """
const form = document.querySelector('form .seat').form;
form.elements['kind-1'].value = 'greedy';
for (const name of ['hints', 'waits']) if (form.elements[name]) form.elements[name].checked = true;
form.requestSubmit();
"""
HINTED = """
const ask = window.fetch;
window.fetch = async (address, ...rest) => String(address).includes('/hint')
  ? Response.json({ words: 'Good: take it.', targets: arguments[0] }) : ask(address, ...rest);
"""


def test_a_hint_stays_and_marks_its_things_until_the_next_move(
    window: Window, server: Server
) -> None:
    pytest.importorskip("numba")
    window.open(server.address)
    window.script(WITH_HINTS)
    wait_for(lambda: window.is_turn)
    die = str(window.wait("#dice .legal").get_attribute("data-target"))
    things = {die, f"space-r{die[-1]}c1"}
    window.script(HINTED, list(things))
    marked = "return [...document.querySelectorAll('.advised')].map((it) => it.dataset.target)"
    window.click("[data-hints]")
    for _ in range(2):
        wait_for(lambda: window.text("#advice") == "Good: take it.")
        assert set(window.script(marked)) == things
        window.click(f"#dice [data-target={die}]")
    window.click(f"#dice [data-target={die}]")
    window.do("purse")
    assert window.text("#advice") == ""
    assert window.script(marked) == []


def test_who_passes_a_seat_on_becomes_a_spectator_when_it_is_taken(
    windows: Windows, server: Server
) -> None:
    ann, ben = windows
    begin(ann, server)
    ann.click("[data-opens=leave]")
    ann.click("#leave form[action*=pass] button")
    link = ann.wait("#invited .link").get_attribute("value")
    ben.open(str(link))
    ben.fill("name", "Ben")
    ben.click("main form button")
    ben.wait("[data-opens=leave]")
    assert ann.wait(".notice").text == "Somebody has taken over your seat. You are watching now."
    assert not ann.has("[data-opens], #leave")


def test_the_lobby_of_a_phone_is_shorter_than_two_screens(windows: Windows, server: Server) -> None:
    """However many tables the visitor has, and however many wait for players."""
    ann, ben = windows
    ann.resize(*SIZES["phone"], mobile=True)
    for _ in range(4):
        begin(ann, server)
        begin(ben, server, "public")
    for language in ("en", "de", "fr", "it"):
        ann.open(f"{server.address}/?language={language}")
        assert len(ann.all("#own > li")) >= 4
        assert len(ann.all("#free > li")) >= 4
        height = ann.script("return document.documentElement.scrollHeight")
        assert height < 2 * SIZES["phone"][1], language


def test_r3_1_another_die_can_be_chosen_before_one_is_used(window: Window, server: Server) -> None:
    begin(window, server)
    while window.has("#log .turn.seat-1"):  # Ben's next turn may be after one more of Ann's
        begin_anew(window, server)
    story = window.story
    dice = [target for target in window.targets if target.startswith("die-")]
    one, other = dice[0], next(die for die in dice if die != dice[0])
    for die in (one, other):
        window.click(f"#dice [data-target={die}]")
        value = die.removeprefix("die-")
        shown = window.wait("[data-uses]:not([hidden])")
        assert shown.get_attribute("data-uses") == value
        assert window.has(f"#land .legal[data-target=space-r{value}c1] .price")
    window.press(Keys.ESCAPE)
    window.wait_until_gone("[data-uses]")
    assert window.story == story
    window.press(other[-1])
    window.wait("[data-uses]:not([hidden])")
    number = window.wait("[data-uses]:not([hidden]) [data-target=purse]").get_attribute("data-key")
    window.press(str(number))
    wait_for(lambda: window.has("[data-deed=undo]:enabled"))
    assert window.story[len(story)] == f"You take a {other[-1]}."
    window.press("0")
    wait_for(lambda: window.has("#log .turn.ended.seat-0"))
    summary = f"Ann took a {other[-1]} and took {other[-1]} coin"
    assert window.text("#log .turn.ended.seat-0 summary").startswith(summary)
    wait_for(lambda: window.is_turn)
    assert window.has("#log .turn.seat-1.new")
    assert not window.has("#log .turn.seat-0.new")
    window.press("?")
    assert "put the die back" in window.wait("#keys[open]").text


WATCH = """
window.flown = [];
new MutationObserver((changes) => {
  for (const { addedNodes } of changes)
    for (const it of addedNodes) if (it.className === 'flight') window.flown.push(it.textContent);
}).observe(document.body, { childList: true });
"""


@pytest.mark.parametrize("still", [False, True])
def test_points_fly_to_the_players_unless_motion_is_unwanted(
    server: Server, *, still: bool
) -> None:
    with open_window(still=still) as window:
        begin(window, server)
        window.script(WATCH)
        scored = list[str]()
        while not scored:
            play_some(window, 1)
            scored = [line for line in window.story if "is scored" in line]
        points = scored[-1].partition("you ")[2].partition(",")[0]
        wait_for(lambda: window.text("#players .seat-0 .points b") == points)
        wait_for(lambda: not window.has(".flight"))
        assert not window.has("dialog[open]")
        flown = window.script("return window.flown")
        assert (flown == []) == still
        has_gained = any("+" in line for line in scored)
        assert still or any(text.startswith("+") for text in flown) == has_gained
