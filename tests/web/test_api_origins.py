"""Pages from elsewhere: they may use the API if the operator allows their origin."""

from pathlib import Path

import pytest
from api_clients import TWO_PEOPLE, ApiClient
from starlette.applications import Starlette
from web_clients import close, make_app

import livingstone as ls
from livingstone.web import Settings

HERE = "https://games.example.org"
ASKED = {
    "origin": HERE,
    "access-control-request-method": "POST",
    "access-control-request-headers": "authorization, content-type",
}


def test_no_other_origin_is_allowed_by_default(app: Starlette) -> None:
    client = ApiClient(app)
    assert client.ask("OPTIONS", "tables", headers=ASKED).status_code == 405
    answer = client.ask("GET", "tables", headers={"origin": HERE})
    assert "access-control-allow-origin" not in answer.headers


def test_allowed_origins_may_use_the_api(tmp_path: Path) -> None:
    app = make_app(tmp_path / "games.db", origins=[HERE])
    client = ApiClient(app)
    asked = client.ask("OPTIONS", "tables", headers=ASKED)
    assert asked.status_code == 200
    assert asked.headers["access-control-allow-origin"] == HERE
    assert "authorization" in asked.headers["access-control-allow-headers"].lower()
    begun = client.ask("POST", "tables", json={"seats": TWO_PEOPLE}, headers={"origin": HERE})
    assert begun.status_code == 201
    assert begun.headers["access-control-allow-origin"] == HERE
    assert "access-control-allow-credentials" not in begun.headers
    elsewhere = ASKED | {"origin": "https://elsewhere.example"}
    assert client.ask("OPTIONS", "tables", headers=elsewhere).status_code == 400
    close(app)


def test_forms_of_pages_still_come_from_this_server_alone(tmp_path: Path) -> None:
    app = make_app(tmp_path / "games.db", origins=["*"])
    answer = ApiClient(app).ask("POST", "http://127.0.0.1:8000/tables", headers={"origin": HERE})
    assert answer.status_code == 403
    close(app)


def test_requests_to_the_api_have_the_same_budget_as_pages(tmp_path: Path) -> None:
    app = make_app(tmp_path / "games.db")
    client = ApiClient(app)
    assert client.ask("GET", "bots").status_code == 200
    app.state.limits.budgets.pay("127.0.0.1", 1e12)
    refused = client.ask("GET", "bots")
    assert refused.headers["content-type"] == "application/problem+json"
    assert int(refused.headers["retry-after"]) > 0
    assert refused.json()["code"] == "too_many_requests"
    close(app)


@pytest.mark.parametrize("origin", ["", "games.example.org", "https://", f"{HERE}/", "file://x"])
def test_what_is_no_origin_is_refused(origin: str) -> None:
    with pytest.raises(ls.ArgumentError, match="an origin must be a scheme and a host"):
        Settings(database="games.db", origins=[origin])
