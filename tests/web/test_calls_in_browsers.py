"""A player who looks elsewhere learns that it is their turn: title, icon, sound, notification."""

import urllib.request

import pytest
from web_windows import Server, Window, Windows, mover, two_people, wait_for

STUBS = """
window.called = { rung: 0, notified: [], closed: 0, asked: 0 };
window.AudioContext = class extends AudioContext {
  constructor(...rest) { super(...rest); window.called.rung += 1; }
};
const [permission] = arguments;
window.Notification = class {
  static permission = "default";
  static async requestPermission() {
    window.called.asked += 1;
    return (window.Notification.permission = permission);
  }
  constructor(title, { body }) { window.called.notified.push(`${title}: ${body}`); }
  close() { window.called.closed += 1; }
};
"""
"""Count what a page does that no window without a screen shows."""
LOOK = """
const [isAway] = arguments;
Object.defineProperty(document, "hidden", { value: isAway, configurable: true });
document.hasFocus = () => !isAway;
if (!isAway) dispatchEvent(new Event("focus"));
"""
ICON = "return document.querySelector('link[rel=icon]').href.split('/').at(-1)"
CALLED = "return window.called"


@pytest.fixture
def waiting(windows: Windows, server: Server) -> tuple[Window, Window]:
    """Return the windows of a player who waits, and of the one who is to move."""
    two_people(windows, server)
    playing = mover(windows)
    (waiting,) = {*windows} - {playing}
    wait_for(lambda: "turn" in waiting.driver.title)
    return waiting, playing


def wish(window: Window, *names: str) -> None:
    """Click on wishes in the settings."""
    window.click("[data-shows=wishes]")
    for name in names:
        window.click(f"#wishes[open] [data-wish={name}]")


def pass_the_turn(playing: Window, waiting: Window) -> None:
    """Play until it is the turn of the one who waits."""
    while not waiting.is_turn:
        wait_for(lambda: playing.is_turn or waiting.is_turn)
        for wanted in ("die-", "purse", "end"):
            target = next((it for it in playing.targets if it.startswith(wanted)), None)
            if target and not (wanted == "purse" and "end" in playing.targets):
                playing.do(target)


def test_title_icon_and_sound_call_a_player_who_looks_elsewhere(
    waiting: tuple[Window, Window],
) -> None:
    own, other = waiting
    own.script(STUBS, "granted")
    wish(own)
    own.click("#wishes button")
    assert own.script(ICON) == "icon.svg"
    own.script(LOOK, True)
    pass_the_turn(other, own)
    assert own.driver.title.startswith("●")
    wait_for(lambda: own.script(ICON) == "icon-turn.svg")
    assert own.script(CALLED) == {"rung": 1, "notified": [], "closed": 0, "asked": 0}


@pytest.mark.parametrize("is_away", [False, True])
def test_a_player_who_looks_on_or_wishes_no_sound_hears_none(
    waiting: tuple[Window, Window], is_away: bool
) -> None:
    own, other = waiting
    own.script(STUBS, "granted")
    assert own.script("return document.querySelector('[data-wish=rings]').checked")
    wish(own, *(["rings"] if is_away else []))
    own.click("#wishes button")
    own.script(LOOK, is_away)
    pass_the_turn(other, own)
    assert own.script(CALLED)["rung"] == 0


def test_a_notification_calls_who_allowed_it_by_a_click(waiting: tuple[Window, Window]) -> None:
    own, other = waiting
    own.script(STUBS, "granted")
    own.script(LOOK, True)
    assert own.script(CALLED)["asked"] == 0
    wish(own, "notifies")
    wait_for(lambda: own.script(CALLED)["notified"])
    own.click("#wishes button")
    pass_the_turn(other, own)
    wait_for(lambda: len(own.script(CALLED)["notified"]) > 1)
    called = own.script(CALLED)
    assert called["notified"][-1].startswith("Your turn: Ann, ")
    assert called["asked"] == 1
    wait_for(lambda: own.script(CALLED)["closed"])  # the example, after some seconds
    before = own.script(CALLED)["closed"]
    own.script(LOOK, False)
    assert own.script(CALLED)["closed"] > before


NO_CONSTRUCTOR = """
ServiceWorkerRegistration.prototype.showNotification = async function (title, { body, data }) {
  window.shown = { title, body, data, scope: this.scope };
};
window.Notification = class {
  static permission = "granted";
  static requestPermission = async () => "granted";
  constructor() { throw new TypeError("Illegal constructor"); }
};
"""
"""What phones do: only a service worker shows notifications."""


def test_a_phone_is_notified_by_a_service_worker_whose_scope_is_all_pages(
    waiting: tuple[Window, Window], server: Server
) -> None:
    own, _ = waiting
    own.script(NO_CONSTRUCTOR)
    wish(own, "notifies")
    shown = wait_for(lambda: own.script("return window.shown"))
    assert shown["title"] == "Your turn"
    assert shown["body"].startswith("Ann, ")
    assert shown["data"] == own.driver.current_url
    assert shown["scope"] == f"{server.address}/"
    assert own.script("return document.querySelector('[data-wish=notifies]').checked")
    assert not own.problems()


CLICK = """
const [script, urls, done] = arguments;
const told = [];
let click;
const windows = urls.map((url) => ({ url, focus: () => told.push(`focus ${url}`) }));
const clients = { matchAll: async () => windows, openWindow: (url) => told.push(`open ${url}`) };
const listen = (_, listener) => (click = listener);
new Function("addEventListener", "clients", script)(listen, clients);
const notification = { data: "http://host/table/b?seat=1", close: () => told.push("close") };
click({ notification, waitUntil: async (work) => done((await work, told)) });
"""


@pytest.mark.parametrize(
    ("urls", "told"),
    [
        (["http://host/table/a", "http://host/table/b"], "focus http://host/table/b"),
        (["http://host/table/a"], "open http://host/table/b?seat=1"),
    ],
)
def test_a_click_on_a_notification_leads_to_the_window_of_its_table(
    window: Window, server: Server, urls: list[str], told: str
) -> None:
    with urllib.request.urlopen(f"{server.address}/worker.js") as answer:
        script = answer.read().decode()
    window.open("about:blank")
    assert window.driver.execute_async_script(CLICK, script, urls) == ["close", told]


def test_a_browser_that_allows_no_notification_is_asked_once_and_the_player_told(
    waiting: tuple[Window, Window],
) -> None:
    own, other = waiting
    own.script(STUBS, "denied")
    wish(own, "notifies")
    own.wait("#not-allowed")
    assert not own.script("return document.querySelector('[data-wish=notifies]').checked")
    own.click("#wishes button")
    own.script(LOOK, True)
    pass_the_turn(other, own)
    assert own.script(CALLED)["notified"] == []
