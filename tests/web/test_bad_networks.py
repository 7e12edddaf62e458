"""Pages of Chromium behind a proxy that keeps connections open and passes nothing on."""

import socket
import threading
from collections.abc import Iterator
from contextlib import suppress

import httpx
import pytest
from web_windows import LONGEST, Server, Window, begin, wait_for


class Proxy:
    """A proxy for TCP that can fall silent and keeps all connections open."""

    def __init__(self, server: Server) -> None:
        self._target, self._frozen = ("127.0.0.1", server.port), set[socket.socket]()
        self._open, self._streams = set[socket.socket](), set[socket.socket]()
        self._is_frozen = False
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def freeze(self) -> None:
        self._frozen |= self._open
        self._is_frozen = True

    def freeze_streams(self) -> None:
        """Pass on everything but the streams that are open now."""
        self._frozen |= self._streams

    def thaw(self) -> None:
        """Pass new connections on; the old ones stay silent."""
        self._is_frozen = False

    def close(self) -> None:
        for it in (self._listening, *self._open):
            it.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                far = socket.create_connection(self._target)
                self._open |= {near, far}
                self._frozen |= {near, far} if self._is_frozen else set()
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._pump, args=(one, other), daemon=True).start()

    def _pump(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                self._streams |= {one, other} if b"/stream?" in data else set()
                if one not in self._frozen:
                    other.sendall(data)
        if one not in self._frozen:
            for it in (one, other):
                it.close()


@pytest.fixture
def proxy(server: Server) -> Iterator[Proxy]:
    proxy = Proxy(server)
    yield proxy
    proxy.close()


def play_elsewhere(window: Window, server: Server) -> None:
    """Take coins by another device of the same player."""
    path = window.driver.current_url.partition("/table/")[2].partition("?")[0]
    cookies = {own["name"]: own["value"] for own in window.driver.get_cookies()}
    with httpx.Client(base_url=server.address, cookies=cookies, timeout=LONGEST) as device:
        page = device.get(f"/table/{path}").text
        form = {"revision": page.partition('data-revision="')[2].partition('"')[0]}
        form |= {"target": "purse", "die": window.targets[0].removeprefix("die-")}
        origin = {"origin": server.address}
        answer = device.post(f"/table/{path}/do/play", data=form, headers=origin)
        assert answer.status_code == 204, answer.text


def test_a_page_whose_stream_dies_silently_comes_back(
    window: Window, server: Server, proxy: Proxy
) -> None:
    begin(window, proxy)
    before = window.text("#players")
    proxy.freeze()
    play_elsewhere(window, server)
    window.wait("#lost")
    window.click("#dice .legal")
    window.click("#moves [data-target=purse]")
    wait_for(lambda: "No answer from the server" in window.text("#told"))
    assert window.text("#players") == before
    proxy.thaw()
    wait_for(lambda: window.text("#players") != before)
    window.wait_until_gone("#lost")


@pytest.mark.parametrize(
    ("is_old", "target"), [(True, "purse"), (True, "space-r6c10"), (False, "purse")]
)
def test_every_click_brings_an_old_page_up_to_date(
    window: Window, server: Server, proxy: Proxy, is_old: bool, target: str
) -> None:
    begin(window, proxy)
    before = window.text("#players")
    window.script("for (let own = 0; own < 1000; own++) clearInterval(own)")  # no watchdog
    proxy.freeze_streams()
    if is_old:
        play_elsewhere(window, server)
    window.click("#dice .legal")
    window.click(f":is(#moves, #land) [data-target={target}]")
    if is_old:
        wait_for(lambda: "The game has changed" in window.text("#told"))
    wait_for(lambda: window.text("#players") != before)


COUNT_STREAMS = """
for (let own = 0; own < 1000; own++) clearInterval(own);  // no watchdog
const Stream = EventSource;
window.opened = 0;
window.EventSource = function (address) {
  window.opened += 1;
  return (window.stream = new Stream(address));
};
"""
SLEEP_AND_WAKE = """
const now = Date.now();
Date.now = () => now + 4000;
dispatchEvent(new Event(arguments[0]));
return window.opened;
"""
ALIVE = """
stream.dispatchEvent(new MessageEvent("alive", { data: arguments[0] }));
return window.opened;
"""


def test_a_page_listens_anew_when_its_device_wakes_or_a_message_was_lost(
    window: Window, server: Server
) -> None:
    begin(window, server)
    window.script(COUNT_STREAMS)
    for number, event in enumerate(("focus", "pageshow", "online"), 1):
        assert window.script(SLEEP_AND_WAKE, event) == number
    assert window.script("dispatchEvent(new Event('focus')); return opened") == 3  # just heard
    wait_for(lambda: window.script("return stream.readyState") == 1)
    assert window.script(ALIVE, "another revision") == 4


SILENT = """
window.opened = 0;
window.EventSource = function () {
  window.opened += 1;
  return { close() {}, addEventListener() {} };
};
dispatchEvent(new Event("online"));
const [date, running] = [Date.now(), performance.now()];
Date.now = () => date + 1000;
performance.now = () => running + 10000;
"""
"""A server that says nothing for 10 s, in which the clock of the device is set back by 9 s."""


def test_a_silence_is_noticed_though_the_clock_is_set_back(window: Window, server: Server) -> None:
    for is_lobby in (False, True):
        begin(window, server)
        if is_lobby:
            window.open(server.address)
        window.script(SILENT)
        wait_for(lambda: window.script("return opened") > 1)
