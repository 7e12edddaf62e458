"""The description of the API (OpenAPI 3.1), made from its operations and the library's schemas."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

import livingstone as ls
from livingstone.web.api import values
from livingstone.web.api.documents import MOST_EVENTS
from livingstone.web.api.listing import OPERATIONS
from livingstone.web.api.operation import PREFIX, Operation
from livingstone.web.api.problems import MEDIA_TYPE, Choice
from livingstone.web.client_view import CAN_REVIEW
from livingstone.web.page_phrases import PAGE_LANGUAGES
from livingstone.web.settings import Settings

_Schema = dict[str, Any]
_DOCUMENTS = {
    "SnapshotDocument": "snapshot",
    "RecordDocument": "record",
    "EditionDocument": "edition",
}
"""The documents of the library that answers hold, by the names of their schemas."""
_PARAMETERS: dict[str, _Schema] = {
    "id": {
        "name": "id",
        "in": "path",
        "required": True,
        "description": "The id of the table, or the name or the hash of the edition.",
        "schema": {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$"},
    },
    "language": {
        "name": "language",
        "in": "query",
        "description": "The language of sentences; without it, `Accept-Language` decides.",
        "schema": {"enum": [*PAGE_LANGUAGES]},
    },
    "since": {
        "name": "since",
        "in": "query",
        "description": "The version that the client knows, as `UNDONE.EVENTS`: the document has"
        f" the events since then. If these are more than {MOST_EVENTS}, after an undo, and without"
        f" a version, `is_anew` is true: the document has the last {MOST_EVENTS} events of the"
        " game, and `left_out` counts those before. With `0.0`, it has all.",
        "schema": {"type": "string", "pattern": "^[0-9]{1,9}[.][0-9]{1,9}$"},
    },
}
_PROBLEM: _Schema = {
    "type": {"type": "string", "pattern": "^urn:livingstone:problem:"},
    "title": {"type": "string"},
    "status": {"type": "integer"},
    "detail": {"type": "string", "description": "A sentence in the asked language."},
    "code": {"type": "string", "description": "A code of a refusal, or of this API."},
    "rule": {"type": ["string", "null"], "description": "The rule, such as `R4.4`."},
    "facts": {"type": "object", "description": "The figures of the sentence, by name."},
    "problems": {
        "type": "array",
        "items": {"type": "string"},
        "description": "What is wrong with a body or a query, each with the path to it.",
    },
    "choices": {
        "type": "array",
        "items": {"$ref": "#/components/schemas/Choice"},
        "description": "What can be typed instead of the line of a move.",
    },
}
_STREAM_EVENT: _Schema = {
    "description": "A server-sent event. Without a name, its data is a `TableDocument`, and its id"
    " the version; `alive` says that nothing has changed.",
    "type": "object",
    "properties": {
        "id": {"type": "string"},
        "event": {"enum": ["message", "alive"]},
        "data": {"type": "string"},
    },
    "required": ["data"],
}
_DOCUMENT = "$response.body#/snapshot/value"
_AT_VERSION = ("take_back", "redo", "ask", "agree", "refuse")
"""The operations that take the version of a document, besides `play`."""
_AT_ANY_VERSION = ("leave", "come_back", "change_customs", "chat", "begin_rematch")


def description(settings: Settings) -> _Schema:
    """Describe the API of a server."""
    paths: _Schema = {}
    for operation in OPERATIONS:
        described = paths.setdefault(operation.path, {})
        described[operation.method.lower()] = _described(operation)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Livingstone",
            "version": "1",
            "description": "Games of Livingstone: tables, moves, documents to draw, and streams.",
        },
        "servers": [{"url": f"{settings.root_path}{PREFIX}"}],
        "paths": paths,
        "components": {
            "schemas": _schemas(settings),
            "parameters": _PARAMETERS,
            "securitySchemes": {
                "seat": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The token of a seat, for its holder.",
                }
            },
        },
    }


def _described(operation: Operation) -> _Schema:
    summary, _, more = (operation.answer.__doc__ or "").partition("\n\n")
    names = [name for name in _PARAMETERS if f"{{{name}}}" in operation.path]
    names += ["language", *operation.queries]
    described: _Schema = {
        "operationId": operation.name,
        "summary": summary.rstrip("."),
        "parameters": [{"$ref": f"#/components/parameters/{name}"} for name in names],
        "responses": dict(_responses(operation)),
        "security": [{"seat": []}] if operation.access == "needed" else [],
    }
    if more:
        described["description"] = " ".join(more.split())
    if operation.access == "optional":
        described["security"] = [{}, {"seat": []}]
    if operation.bodies:
        choices = [_reference(cls.__name__) for cls in operation.bodies]
        schema = choices[0] if len(choices) == 1 else {"oneOf": choices}
        content = {"application/json": {"schema": schema}}
        described["requestBody"] = {"required": True, "content": content}
    return described


def _reference(name: str) -> _Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def _responses(operation: Operation) -> Iterator[tuple[str, _Schema]]:
    for status, answer in operation.answers.items():
        told: _Schema = {"description": "Done."}
        if answer is not None:
            name = answer if isinstance(answer, str) else answer.__name__
            told["content"] = {operation.media_type: {"schema": _reference(name)}}
        if links := _links(operation, status):
            told["links"] = links
        yield str(status), told
    problem = {
        "description": "A problem.",
        "content": {MEDIA_TYPE: {"schema": _reference("Problem")}},
    }
    for status in _problems_of(operation):
        yield str(status), problem


def _problems_of(operation: Operation) -> list[int]:
    """List the statuses of the problems that an operation can have."""
    statuses = {400, 405, 414, 429, 503, *operation.refusals}
    if "{id}" in operation.path:
        statuses |= {404}
    if "/tables/{id}" in operation.path:
        statuses |= {410, 500}
    if operation.access != "anybody":
        statuses |= {401}
    if operation.access == "needed":
        statuses |= {403}
    if operation.bodies:
        statuses |= {413, 415}
    return sorted(statuses)


def _links(operation: Operation, status: int) -> _Schema:
    """Return the links from an answer to operations that can follow it."""
    if operation.name == "begin_table":
        return _links_after_beginning()
    is_document = operation.name == "show_table" and status == 200
    return _links_after_document() if is_document else {}


def _links_after_beginning() -> _Schema:
    """Return the links after the beginning of a game: to look at it, and to sit down."""
    id = {"id": "$response.body#/id"}
    invitation = {"invitation": "$response.body#/invitations/0/invitation"}
    return {
        "show_table": {"operationId": "show_table", "parameters": id},
        "show_record": {"operationId": "show_record", "parameters": id},
        "sit_down": {"operationId": "sit_down", "parameters": id, "requestBody": invitation},
        "close": {"operationId": "close", "parameters": id},
    }


def _links_after_document() -> _Schema:
    """Return the links after a document: the first legal move, and what takes its version."""
    shared = {"parameters": {"id": "$request.path.id"}}
    version = {"version": f"{_DOCUMENT}/version"}
    move = version | {"move": f"{_DOCUMENT}/view/legal_moves/0"}
    links: _Schema = {
        "play": {
            "operationId": "play",
            **shared,
            "requestBody": move,
            "x-schemathesis": {"merge_body": False},  # a body has a move or a target
        }
    }
    for name in _AT_VERSION:
        links[name] = {"operationId": name, **shared, "requestBody": version}
    for name in _AT_ANY_VERSION:
        links[name] = {"operationId": name, **shared}
    return links


def _schemas(settings: Settings) -> _Schema:
    """Make the schemas of all bodies, answers and documents, by name."""
    made: _Schema = {}
    for cls in _classes():
        made |= _schema(cls, settings)["$defs"]
    documents: dict[str, object] = {**_DOCUMENTS}
    if CAN_REVIEW:
        documents |= {"HintDocument": ls.Hint, "ReviewDocument": ls.Review}
    made |= {name: {"type": "object"} for name in ("HintDocument", "ReviewDocument")}
    for name, document in documents.items():
        schema = _schema(document, settings)
        made |= schema.pop("$defs")
        del schema["$schema"], schema["title"]
        made[name] = schema
    made["Problem"] = _both(**_PROBLEM)
    kinds = ["person", "open", "public", *settings.strengths]
    made["WantedSeat"]["properties"]["kind"] |= {"enum": kinds}
    made["TableDocument"] = _both(
        table=_reference("TableInfo"), snapshot=_reference("SnapshotDocument")
    )
    made["EditionInfo"] = _both(
        hash={"type": "string"},
        language={"enum": [*PAGE_LANGUAGES]},
        cards={"type": "array", "items": _reference("CardInfo")},
        edition=_reference("EditionDocument"),
    )
    made["StreamEvent"] = _STREAM_EVENT
    text = json.dumps(dict(sorted(made.items()))).replace("#/$defs/", "#/components/schemas/")
    schemas: _Schema = json.loads(text)
    return schemas


def _schema(document: Any, settings: Settings) -> _Schema:
    return ls.documents.schema(document, effects=settings.effects)


def _both(**properties: _Schema) -> _Schema:
    """Make the schema of an object that has all of these."""
    return {
        "type": "object",
        "properties": properties,
        "required": [*properties],
        "additionalProperties": False,
    }


def _classes() -> Iterable[Any]:
    """List the classes of bodies and answers."""
    found: list[Any] = [Choice, values.TableInfo, values.CardInfo]
    for operation in OPERATIONS:
        found += operation.bodies
        found += [cls for cls in operation.answers.values() if isinstance(cls, type)]
    return dict.fromkeys(found)
