"""The lobby in Chromium while others play: it changes under the hands of a visitor."""

from web_windows import Keys, Server, Window, Windows, begin, wait_for

ROWS = "return [...document.querySelectorAll('#free li')].map((row) => row.dataset.table)"
FOCUS = "return document.activeElement.closest('li')?.dataset.table"


def test_seats_come_and_go_and_what_is_typed_open_and_in_focus_stays(
    windows: Windows, server: Server
) -> None:
    visitor, host = windows
    begin(visitor, server)
    visitor.open(server.address)
    visitor.script("window.isSame = true")
    visitor.fill("name-0", "Typed")
    visitor.click("#own details summary")
    focused = visitor.script(FOCUS)
    known = visitor.script(ROWS)
    begin(host, server, "public")
    wait_for(lambda: len(visitor.script(ROWS)) > len(known))
    (fresh,) = {*visitor.script(ROWS)} - {*known}
    assert visitor.all(f"#free [data-table='{fresh}']")[0].is_displayed()
    assert visitor.text("#news").startswith("A seat is free: Ann")
    link = str(host.wait("#invited .link").get_attribute("value"))
    host.open(link)
    host.click("main form button")
    wait_for(lambda: fresh not in visitor.script(ROWS))
    assert visitor.script("return window.isSame")
    assert visitor.wait("input[name=name-0]").get_property("value") == "Typed"
    assert visitor.has("#own details[open]")
    assert visitor.script(FOCUS) == focused


def test_a_guest_who_waits_before_a_seat_sees_who_comes_and_that_it_is_taken(
    windows: Windows, server: Server
) -> None:
    guest, host = windows
    begin(host, server, "open")
    link = str(host.wait("#invited .link").get_attribute("value"))
    guest.open(link)
    guest.fill("name", "Typed")
    guest.script("window.isSame = true")
    host.open("about:blank")
    wait_for(lambda: "Ann is away" in guest.text("#company"))
    assert guest.script("return window.isSame")
    assert guest.wait("[name=name]").get_property("value") == "Typed"
    host.open(link)
    host.click("main form button")
    guest.wait("main[data-offer=late]")
    assert "This seat is taken" in guest.text("h1")
    assert not [problem for problem in guest.problems() if "403" not in problem]


def test_a_phone_shows_the_whole_of_the_only_free_seat_with_five_long_names(
    windows: Windows, own_server: Server
) -> None:
    visitor, host = windows
    host.open(own_server.address)
    for number in range(5):
        host.choose(f"kind-{number}", "public" if number else "person")
        host.fill(f"name-{number}", f"Maximilian-Alexander {number}")
    host.click("form[action='/tables'] button.main")
    host.wait("#moves")
    visitor.resize(390, 844, mobile=True)
    visitor.open(f"{own_server.address}/?language=de")
    visitor.wait("#free a.button")
    assert visitor.script("return free.scrollHeight <= free.clientHeight")


def test_a_row_in_focus_that_changes_keeps_the_focus(windows: Windows, server: Server) -> None:
    visitor, host = windows
    begin(host, server, "public")
    table = host.driver.current_url.rpartition("/")[2].partition("?")[0]
    visitor.open(server.address)
    row = f"#free [data-table='{table}']"
    visitor.wait(row)
    visitor.script(f'document.querySelector("{row} a").focus()')
    host.open("about:blank")
    wait_for(lambda: "Ann is away" in visitor.text(row))
    assert visitor.script(FOCUS) == table
    visitor.press(Keys.ENTER)
    visitor.wait("[name=name]")


def test_a_lobby_without_a_server_says_so_until_it_is_back(
    window: Window, own_server: Server
) -> None:
    window.open(own_server.address)
    own_server.kill()
    window.wait("#lost")
    own_server.start()
    window.wait_until_gone("#lost")
