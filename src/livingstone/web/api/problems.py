"""Problem documents (RFC 9457), which say what is wrong with a request."""

import json
from http import HTTPStatus
from typing import Any, ClassVar

from attrs import asdict, frozen
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

import livingstone as ls
from livingstone.web.deeds import DeniedError
from livingstone.web.game_store import BusyError
from livingstone.web.live_tables import DamagedError, GoneError
from livingstone.web.requests import Client, phrases_of

MEDIA_TYPE = "application/problem+json"
_NAMES = {
    400: "malformed",
    401: "no_token",
    403: "forbidden",
    404: "not_found",
    405: "wrong_method",
    410: "gone",
    413: "too_large",
    414: "too_long",
    415: "not_json",
    429: "too_many_requests",
    500: "damaged",
    503: "unavailable",
}
"""The codes of problems that have no name of their own, by their statuses."""


@frozen(kw_only=True)
class Choice:
    """What can be typed instead of a line that is no move, or that leaves something to choose."""

    document: ClassVar = "choice"
    text: str
    label: str
    """The choice in words."""


class TypedError(ls.LivingstoneError):
    """A typed line is no move, or leaves something to choose."""

    def __init__(self, code: str, sentence: str, choices: tuple[Choice, ...]) -> None:
        """Store the code of the problem, its sentence, and what can be typed instead."""
        super().__init__(sentence)
        self.code = code
        self.choices = choices


@frozen(kw_only=True)
class Problem:
    """Why a request was refused; `openapi` has its schema."""

    type: str
    """`urn:livingstone:problem:` and the code."""
    title: str
    """The phrase of HTTP for the status."""
    status: int
    detail: str
    """A sentence in the asked language."""
    code: str
    """One of `Code` for what the rules do not allow, or a name of this server's."""
    rule: str | None = None
    """The number of the rule, such as `R4.4`."""
    facts: dict[str, Any]
    """The figures of the sentence, by name."""
    problems: tuple[str, ...] = ()
    """What is wrong with a body or a query, each with the path to it, in English."""
    choices: tuple[Choice, ...] = ()
    """What can be typed instead of the line of a move."""


def problem(
    status: int,
    code: str,
    detail: str,
    *,
    rule: str | None = None,
    facts: dict[str, Any] | None = None,
    problems: tuple[str, ...] = (),
    choices: tuple[Choice, ...] = (),
    headers: dict[str, str] | None = None,
) -> Response:
    """Answer with a problem document."""
    told = Problem(
        type=f"urn:livingstone:problem:{code}",
        title=HTTPStatus(status).phrase,
        status=status,
        detail=detail,
        code=code,
        rule=rule,
        facts=facts or {},
        problems=problems,
        choices=choices,
    )
    text = json.dumps(asdict(told))
    return Response(text, status, headers, media_type=MEDIA_TYPE)


def problem_of_status(
    phrases: ls.edition.Phrases, status: int, code: str = "", problems: tuple[str, ...] = ()
) -> Response:
    """Answer with the problem document of a status."""
    code = code or _NAMES.get(status, "other")
    keys = f"error.{code}", f"refused.{code}", f"error.{status}"
    key = next((key for key in keys if key in phrases.by_key), "error.other")
    headers = {"www-authenticate": "Bearer"} if status == 401 else None
    return problem(status, code, phrases.say(key), problems=problems, headers=headers)


def problem_of_refusal(client: Client, refusal: ls.Refusal) -> Response:
    """Answer with the reason why something is not possible."""
    sentence = ls.describe_refusal(
        refusal,
        names=client.table.names,
        language=client.phrases.language,
        you=client.observer,
        edition=client.table.game.start.edition,
    )
    facts = {name: _plain(fact) for name, fact in refusal.facts}
    return problem(409, refusal.code.value, sentence, rule=refusal.rule, facts=facts)


def _plain(fact: object) -> object:
    """Return a fact of a refusal as a value for JSON."""
    if isinstance(fact, ls.Gems):
        return fact._asdict()
    return list(fact) if isinstance(fact, tuple) else fact


def _in_body(problem: str) -> str:
    """Name the path of a problem as the client knows it, without the document around the body."""
    path = problem.removeprefix("value.")
    return f"body{path.removeprefix('value')}" if path.startswith("value:") else path


def seconds_header(seconds: int) -> dict[str, str]:
    """Return the header that says when to come back; empty if that is not known."""
    return {"retry-after": str(seconds)} if seconds else {}


def problem_of_error(request: Request, error: Exception) -> Response:
    """Answer with the problem document of an error; the log has the reason."""
    phrases = phrases_of(request)
    match error:
        case HTTPException():
            answer = problem_of_status(phrases, error.status_code)
            answer.headers.update(error.headers or {})
            return answer
        case DeniedError():
            request.state.reason = error.reason
            answer = problem_of_status(phrases, error.status, error.name)
            answer.headers.update(seconds_header(error.seconds))
            return answer
        case ls.DataError():
            problems = tuple(_in_body(each) for each in error.problems)
            return problem_of_status(phrases, 400, problems=problems)
        case TypedError():
            return problem(409, error.code, str(error), choices=error.choices)
        case ClientDisconnect():
            return problem_of_status(phrases, 400)
    request.state.reason = str(error)
    statuses: dict[type[Exception], int] = {GoneError: 410, DamagedError: 500}
    code = "busy" if isinstance(error, BusyError) else ""
    return problem_of_status(phrases, statuses.get(type(error), 503), code)
