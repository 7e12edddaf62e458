"""What messengers and phones show of the pages: titles, descriptions, pictures and icons."""

import re
import struct
from html import unescape
from importlib.resources import files

import pytest
from starlette.applications import Starlette
from web_clients import HOST, Browser, close, make_app, open_table

import livingstone as ls
from livingstone.web.page_phrases import page_phrases

STATIC = files("livingstone.web") / "static"


def preview(page: str) -> dict[str, str]:
    """Return the properties of Open Graph that a page has."""
    found = re.findall(r'<meta property="og:([\w:]+)" content="([^"]*)">', page)
    return {name: unescape(content) for name, content in found}


def size_of(picture: bytes) -> tuple[int, int]:
    """Return the width and the height in the head of a PNG."""
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", picture[16:24])
    return width, height


@pytest.mark.parametrize("language", ls.LANGUAGES)
def test_a_messenger_finds_a_title_a_description_and_a_picture_of_every_page(
    app: Starlette, language: str
) -> None:
    client, path, table = open_table(app)
    say = page_phrases(language).say
    for place in ("/", "/rules", path, f"{path}/replay", f"{path}/sit/{table.kept.seats[1].token}"):
        shown = preview(client.get(place, params={"language": language}).text)
        assert shown["site_name"] == say("title.game")
        assert shown["title"]
        assert shown["description"]
        assert shown["image"] == f"http://{HOST}/static/preview.png"
        size = int(shown["image:width"]), int(shown["image:height"])
        assert size_of((STATIC / "preview.png").read_bytes()) == size
        assert shown["image:alt"] == say("title.picture")
    assert shown["title"] != say("title.headline")


@pytest.mark.parametrize("root", ["", "/livingstone"])
def test_a_phone_can_keep_the_pages_beside_its_programs(app: Starlette, root: str) -> None:
    rooted = make_app(app.state.settings.database.with_name("rooted.db"), root_path=root)
    client = Browser(rooted)
    page = client.get(f"{root}/?language=fr").text
    link = re.search(r'<link rel="manifest" href="([^"]+)">', page)
    assert link
    answer = client.get(link[1])
    assert answer.headers["content-type"].startswith("application/manifest+json")
    assert "manifest-src 'self'" in answer.headers["content-security-policy"]
    manifest = answer.json()
    assert (manifest["start_url"], manifest["scope"]) == (f"{root}/", f"{root}/")
    assert (manifest["display"], manifest["lang"]) == ("standalone", "fr")
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        drawn = client.get(icon["src"]).content
        assert icon["sizes"] == "{}x{}".format(*size_of(drawn))
    close(rooted)


@pytest.mark.parametrize("root", ["", "/game"])
def test_a_service_worker_is_served_where_all_pages_are_within_its_scope(
    app: Starlette, root: str
) -> None:
    rooted = make_app(app.state.settings.database.with_name("rooted.db"), root_path=root)
    answer = Browser(rooted).get(f"{root}/worker.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "worker-src 'self'" in answer.headers["content-security-policy"]
    assert "notificationclick" in answer.text
    assert "fetch" not in answer.text  # pages come from the server as without it
    close(rooted)
