"""The description of the API: it is valid, and the API answers as it says."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from amounts import by_profile

pytest.importorskip("schemathesis")

import schemathesis
from api_clients import ApiGame, begin
from hypothesis import HealthCheck, given, settings
from hypothesis.stateful import run_state_machine_as_test
from openapi_spec_validator import validate
from schemathesis import GenerationMode
from schemathesis.checks import ignored_auth
from starlette.applications import Starlette
from web_clients import close, finish, make_app

from livingstone.web.api.listing import OPERATIONS
from livingstone.web.api.openapi import description
from livingstone.web.api.operation import Operation
from livingstone.web.bots import BotTurns

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "api.md"
ID = re.compile("[A-Za-z0-9_-]{1,64}")
UNHEALTHY = [*HealthCheck]


class DescribedApi:
    """An API with some tables, and its description as schemathesis reads it."""

    def __init__(self, app: Starlette) -> None:
        self.app = app
        over = ApiGame(app)
        finish(app, f"/table/{over.id}")
        with_bot = begin(app, seats=[{}, {"kind": "random"}])["id"]
        self.tables = [ApiGame(app).id, begin(app)["id"], with_bot]
        self.over = over.id
        self.schema = schemathesis.openapi.from_asgi("/api/v1/openapi.json", self._call)

        @self.schema.hook
        def map_path_parameters(context: Any, path_parameters: Any) -> Any:
            return self._of_known_table(context, path_parameters)

        self.schema.auth(refresh_interval=None)(self._make_auth())

    async def _call(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "lifespan":
            await self.app(scope, receive, send)
            return
        while (message := await receive())["type"] == "lifespan.startup":
            await send({"type": "lifespan.startup.complete"})
        await send({"type": f"{message['type']}.complete"})

    def _of_known_table(self, context: Any, path_parameters: Any) -> Any:
        """Let most requests ask for something that there is."""
        given_id = str((path_parameters or {}).get("id", ""))
        path = context.operation.path
        if ID.fullmatch(given_id) and len(given_id) % 5 and not path.endswith("/stream"):
            known = self.tables if path.endswith("/review") else [*self.tables, self.over]
            known = ["printed", "bga"] if "/editions/" in path else known
            path_parameters["id"] = known[len(given_id) % len(known)]
        return path_parameters

    def token(self, id: str) -> str:
        """Return the token of the player to move."""
        table = self.app.state.tables.find(id)
        return table.kept.seats[table.game.state.current_player].token if table else "nobody"

    def _make_auth(self) -> type:
        api = self

        class Auth:
            def get(self, case: Any, _: Any) -> str:
                return api.token(str((case.path_parameters or {}).get("id", "")))

            def set(self, case: Any, token: str, _: Any) -> None:
                case.headers = {**(case.headers or {}), "Authorization": f"Bearer {token}"}

        return Auth


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DescribedApi]:
    app = make_app(tmp_path_factory.mktemp("api") / "games.db", names=["*"])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BotTurns, "start", lambda *_: None)  # no bot needs to think here
        yield DescribedApi(app)
    close(app)


def test_the_description_is_valid(app: Starlette) -> None:
    validate(description(app.state.settings))


def test_the_reference_names_each_operation_once() -> None:
    text = PAGE.read_text(encoding="utf-8")
    named = re.findall(r"^\| `([A-Z]+ /\S+)` \|", text, re.MULTILINE)
    assert sorted(named) == sorted(
        ["GET /openapi.json", *(f"{operation.method} {operation.path}" for operation in OPERATIONS)]
    )


def name_of(operation: Operation) -> str:
    return operation.name


def excluded_for(case: Any) -> list[Any]:
    """List the checks that do not fit: one asks again when the table is not there any more."""
    return [ignored_auth] if case.method == "DELETE" else []


def check(api: DescribedApi, operation: Operation, examples: int) -> None:
    described = api.schema[operation.path][operation.method]
    for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):

        @settings(max_examples=examples, deadline=None, suppress_health_check=UNHEALTHY)
        @given(case=described.as_strategy(generation_mode=mode))
        def answers_as_described(case: Any) -> None:
            case.call_and_validate(excluded_checks=excluded_for(case))

        answers_as_described()


@pytest.mark.parametrize("operation", OPERATIONS, ids=name_of)
def test_each_operation_answers_as_described(api: DescribedApi, operation: Operation) -> None:
    check(api, operation, by_profile(2, 2, few=1))


@pytest.mark.no_cover  # it takes long, and other tests cover the same lines
@pytest.mark.slow
@pytest.mark.parametrize("operation", OPERATIONS, ids=name_of)
def test_each_operation_answers_as_described_to_many_requests(
    api: DescribedApi, operation: Operation
) -> None:
    check(api, operation, by_profile(8, 60))


@pytest.mark.parametrize(
    ("examples", "steps"), [(3, 6), pytest.param(by_profile(6, 40), 20, marks=pytest.mark.slow)]
)
def test_operations_that_follow_links_answer_as_described(
    api: DescribedApi, examples: int, steps: int
) -> None:
    limits = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        suppress_health_check=UNHEALTHY,
    )
    # A stream has no end, and hints and reviews take seconds: other tests ask for them.
    schema = api.schema.exclude(path_regex="/(stream|hint|review)$")
    machine: Any = schema.as_state_machine()

    class Stories(machine):  # type: ignore[misc]
        def validate_response(self, response: Any, case: Any, **_: Any) -> None:
            case.validate_response(response, excluded_checks=excluded_for(case))

    run_state_machine_as_test(Stories, settings=limits)
