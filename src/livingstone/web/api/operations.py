"""What a client can ask for, each by a method and a path below `/api/v1`."""

import json
import re
from collections.abc import Awaitable, Callable, Iterator
from math import inf
from typing import Any

from attrs import asdict
from starlette.exceptions import HTTPException
from starlette.responses import Response

import livingstone as ls
from livingstone.web import deeds
from livingstone.web.api import values
from livingstone.web.api.calls import Call, structured
from livingstone.web.api.documents import DocumentWatcher, document_for
from livingstone.web.api.problems import Choice, TypedError
from livingstone.web.client_view import CAN_REVIEW, bot_in
from livingstone.web.game_store import Customs, KeptTable
from livingstone.web.live_tables import Deed, LiveTable
from livingstone.web.preparation import PREPARATION, SECONDS
from livingstone.web.protection import address_of
from livingstone.web.replays import TableGame, film_of, game_for, record_of
from livingstone.web.requests import Client, version_of
from livingstone.web.settings import STRENGTHS
from livingstone.web.streams import EventStream
from livingstone.web.working import draw

_QUOTED = re.compile('"[^"]*"')
_TABLES_LISTED = 50
_SECONDS_OF_REVIEW = 2.0
"""Seconds after which a client may ask for a review again."""


def answer(value: Any, status: int = 200, **headers: str) -> Response:
    """Answer with plain data, or with a value of attrs."""
    plain = asdict(value) if hasattr(value, "__attrs_attrs__") else value
    text = json.dumps(plain, allow_nan=False)
    return Response(text, status, headers, media_type="application/json")


def list_tables(call: Call) -> Response:
    """List the tables that everybody may see."""
    store = call.tables.store
    kept = [*store.tables(False, _TABLES_LISTED), *store.tables(True, _TABLES_LISTED)]
    listed = tuple(_listed(table) for table in kept if not table.is_damaged)
    return answer(values.TableList(tables=listed))


def _listed(table: KeptTable) -> values.ListedTable:
    progress = table.progress
    return values.ListedTable(
        id=table.id,
        edition=table.edition,
        seats=tuple(seat.name for seat in table.seats),
        kinds=tuple(seat.kind for seat in table.seats),
        free=tuple(table.free),
        is_over=progress.is_over,
        column=progress.column,
        points=progress.points,
        winners=progress.winners,
    )


def begin_table(call: Call) -> Response:
    """Begin a game; the caller gets the tokens of the persons, and the invitations."""
    wanted = call.body(values.NewTable)
    bots = call.settings.strengths
    kinds = ("person", "open", "public", *bots)
    problems = [
        f"seats[{number}].kind: must be one of {', '.join(kinds)}"
        for number, seat in enumerate(wanted.seats)
        if seat.kind not in kinds
    ]
    if problems:
        raise ls.DataError("body", problems)
    customs = Customs(
        language=wanted.language or call.phrases.language,
        clock=wanted.clock,
        away=wanted.away,
        hints=wanted.hints,
        waits=wanted.waits,
        chat=wanted.chat,
        is_listed=wanted.is_listed,
        pace=wanted.pace or call.settings.pace,
    )
    seats = [deeds.NewSeat(seat.kind, seat.name) for seat in wanted.seats]
    address = address_of(call.request.scope)
    table = deeds.begin(call.tables, wanted.edition, seats, customs, address=address)
    begun = values.Begun(
        id=table.id,
        tokens=tuple(
            _held(table, number)
            for number, seat in enumerate(table.kept.seats)
            if seat.kind == "person"
        ),
        invitations=tuple(
            values.Invitation(seat=number, name=seat.name, invitation=seat.token)
            for number, seat in enumerate(table.kept.seats)
            if seat.kind == "open"
        ),
    )
    return answer(begun, 201, location=f"{call.settings.root_path}/api/v1/tables/{table.id}")


def _held(table: LiveTable, seat: int) -> values.HeldSeat:
    return values.HeldSeat(seat=seat, token=table.kept.seats[seat].token, table=table.id)


async def show_table(call: Call) -> Response:
    """Show the document of a table, to its players and to spectators."""
    client = call.client()
    _visit(call, client)
    document = await document_for(client, call.since)
    headers = {"etag": document.tag, "vary": "authorization, accept-language"}
    if _has_tag(call.request.headers.get("if-none-match", ""), document.tag):
        return Response(status_code=304, headers=headers)
    return _json(document.text(client.table.kept.clocks), headers)


def _has_tag(sent: str, tag: str) -> bool:
    """Return whether `If-None-Match` has a tag; a proxy may have turned it into a strong tag."""
    return sent.strip() == "*" or tag.removeprefix("W/") in _QUOTED.findall(sent)


def _json(text: str, headers: dict[str, str] | None = None) -> Response:
    return Response(text, 200, headers, media_type="application/json")


def _visit(call: Call, client: Client) -> None:
    """Count the client as present for a while, and let bots play."""
    call.request.app.state.visits.come(client)


def listen(call: Call) -> Response:
    """Send the document of a table at once, and again whenever something changes."""
    client = call.client()
    known = version_of(call.request.headers.get("last-event-id", ""))
    since = known or call.since
    watcher = DocumentWatcher(client, call.request.app.state.bot_turns, since)
    return EventStream(watcher.messages())


def sit_down(call: Call) -> Response:
    """Sit down at an open seat."""
    arrival = call.body(values.Arrival)
    table = call.table
    token = arrival.invitation
    number, token = deeds.seat_of_link(table, token)
    if not deeds.is_free(table, number, token):
        raise deeds.DeniedError(403)
    deeds.sit_down(call.tables, table, token, arrival.name)
    return answer(_held(table, number), 201)


def play(call: Call) -> Awaitable[Response]:
    """Play a move, by its target and choices, as a line, or as JSON."""
    client = call.client(needs_seat=True)
    plain = call.plain_body
    keys = plain if isinstance(plain, dict) else {}
    wanted: values.AtVersion
    choose: Callable[[], Deed]
    if "line" in keys:
        typed = structured(plain, values.TypedMove)
        wanted, choose = typed, lambda: (_typed(client, typed),)
    elif "move" in keys:
        whole = structured(plain, values.WholeMove)
        wanted, choose = whole, lambda: (_legal(client, whole.move),)
    else:
        chosen = structured(plain, values.ChosenMove)
        wanted, choose = chosen, lambda: _chosen(client, chosen)
    deeds.do(call.tables, client, wanted.version, choose)
    return _document_since(client, wanted.version)


async def _document_since(client: Client, since: ls.Version) -> Response:
    """Answer with what a client sees now, and with what happened since its request."""
    document = await document_for(client, since)
    return _json(document.text(client.table.kept.clocks), {"etag": document.tag})


def _view(client: Client) -> ls.View:
    return client.table.game.view(client.seat)


def _legal(client: Client, move: ls.Move) -> ls.Move:
    view = _view(client)
    if move not in view.legal_moves and (reason := ls.why_illegal(view, move)):
        raise ls.RefusedError(reason)
    return move


def _chosen(client: Client, chosen: values.ChosenMove) -> tuple[ls.Move, ...]:
    """Return the moves of a request: to take a die, if it names one, and to use it."""
    view = _view(client)
    taken: tuple[ls.Move, ...] = ()
    if chosen.die is not None:
        take = ls.choose_move(view, f"die-{chosen.die}")
        taken = (take,)
        view = ls.view_after(view, take)
    move = ls.choose_move(
        view,
        chosen.target,
        amount=chosen.amount,
        gems=chosen.gems,
        cards=chosen.cards,
        space=chosen.space,
        source=chosen.source,
        seat=chosen.seat,
    )
    return (*taken, move)


def _typed(client: Client, typed: values.TypedMove) -> ls.Move:
    view = _view(client)
    read = ls.read_move(
        typed.line, view, language=client.phrases.language, names=client.table.names
    )
    match read:
        case ls.Question():
            choices = tuple(_choices(read, typed.line, view.seat))
            raise TypedError("choice_missing", read.sentence, choices)
        case ls.Suggestions(refusal=ls.Refusal() as reason):
            raise ls.RefusedError(reason)
        case ls.Suggestions():
            choices = tuple(Choice(text=text, label=text) for text in read.texts)
            raise TypedError("not_understood", read.sentence, choices)
    return read


def _choices(question: ls.Question, line: str, seat: int | None) -> Iterator[Choice]:
    """Yield the answers to a question, as lines that can be typed instead."""
    for answered in question.choices:
        move, *others = answered.moves
        text = ls.format_move(move, seat)
        if others:
            text = f"{line} {answered.text}"
        elif move != ls.Choose():  # only with its player is the verb alone a move
            text = text.partition(" ")[2]
        yield Choice(text=text, label=answered.label)


def take_back(call: Call) -> Awaitable[Response]:
    """Take the caller's last move back, with the die it used (R11)."""
    return _undo_or_redo(call, "undo")


def redo(call: Call) -> Awaitable[Response]:
    """Carry out again the move that was taken back last."""
    return _undo_or_redo(call, "redo")


def _undo_or_redo(call: Call, deed: Deed) -> Awaitable[Response]:
    client = call.client(needs_seat=True)
    wanted = call.body(values.AtVersion)
    deeds.do(call.tables, client, wanted.version, lambda: deed)
    return _document_since(client, wanted.version)


def ask(call: Call) -> Awaitable[Response]:
    """Ask the others to let the caller take its last move back."""
    return _agree(call, "ask")


def agree(call: Call) -> Awaitable[Response]:
    """Agree that the player who asks takes its last move back."""
    return _agree(call, "agree")


def refuse(call: Call) -> Awaitable[Response]:
    """Refuse what a player asks for, or withdraw an own request."""
    return _agree(call, "refuse")


def _agree(call: Call, deed: str) -> Awaitable[Response]:
    client = call.client(needs_seat=True)
    wanted = call.body(values.AtVersion)
    deeds.agree(call.tables, client, deed, wanted.version)
    return _document_since(client, wanted.version)


def leave(call: Call) -> Response:
    """Resign, or give the seat an invitation, with which another person takes it over."""
    client = call.client(needs_seat=True)
    departure = call.body(values.Departure)
    seat = deeds.need_seat(client)
    if departure.how == "resign":
        deeds.resign(call.tables, client)
        return Response(status_code=204)
    deeds.pass_on(call.tables, client)
    kept = client.table.kept.seats[seat]
    passed = values.PassedOn(seat=seat, token=kept.token, invitation=kept.new_holder_token)
    return answer(passed)


def come_back(call: Call) -> Awaitable[Response]:
    """Take the seat back from the bot that plays while the caller is away."""
    client = call.client(needs_seat=True)
    deeds.come_back(call.tables, client)
    return _document_since(client, client.table.game.version)


def change_customs(call: Call) -> Response:
    """Change how fast bots play, or turn the chat off or on."""
    client = call.client(needs_seat=True)
    wanted = asdict(call.body(values.Customs))
    changes = {name: value for name, value in wanted.items() if value is not None}
    deeds.change_customs(call.tables, client, **changes)
    return Response(status_code=204)


def chat(call: Call) -> Response:
    """Write a line to the other players."""
    client = call.client(needs_seat=True)
    deeds.chat(call.tables, client, call.body(values.Line).text)
    return Response(status_code=204)


def begin_rematch(call: Call) -> Response:
    """Begin the next game of the players of a finished one, once, or find it."""
    client = call.client(needs_seat=True)
    wanted = call.body(values.Rematch)
    table, seats = deeds.rematch(call.tables, client, moves_seats=wanted.moves_seats)
    return answer(_held(table, seats[0]), 201)


def close(call: Call) -> Response:
    """Delete an abandoned game of the caller, which no other person has played for a day."""
    deeds.close(call.tables, call.client(needs_seat=True))
    return Response(status_code=204)


async def hint(call: Call) -> Response:
    """Recommend a plan to the player to move, at a table that allows hints."""
    client = call.client(needs_seat=True)
    if client.seat is None or not (CAN_REVIEW and client.table.kept.customs.hints):
        raise HTTPException(403)
    view = _view(client)
    if not view.legal_moves:
        raise ls.RefusedError(ls.Refusal(ls.effects.Code.NOT_YOUR_TURN, "R2.2"))
    if not PREPARATION.is_ready:
        raise HTTPException(503, headers={"retry-after": str(SECONDS)})
    run = call.request.app.state.reviews.hints.run
    words = (client.table.names, client.phrases.language)
    made = await run(client.address, call.request.is_disconnected, _hint, view, *words)
    return _json(made)


def _hint(view: ls.View, names: tuple[str, ...], language: str) -> str:
    return ls.to_json(ls.hint(view, seconds=1.0, names=names, language=language))


def begin_review(call: Call) -> Response:
    """Begin to make the review of a finished game, or answer with it."""
    client = call.client(needs_seat=True)
    film = film_of(client, call.settings)
    if not (CAN_REVIEW and film.is_open):
        raise HTTPException(403)
    reviews = call.request.app.state.reviews
    kept = reviews.find(film)
    if kept is not None:
        return _json(kept)
    part = reviews.part_made(film.id)
    state = values.ReviewState(is_ready=False, part=part, seconds=_SECONDS_OF_REVIEW)
    return answer(state, 202)


def show_review(call: Call) -> Response:
    """Answer with the review of a finished game, if its making has begun."""
    client = call.client(needs_seat=True)
    if not call.request.app.state.reviews.knows(client.table.id):
        raise HTTPException(404)
    return begin_review(call)


async def show_record(call: Call) -> Response:
    """Answer with the record of a game: all of it to its players after the end, else their view.

    With `Accept: application/toml`, as a file.
    """
    is_toml = "application/toml" in call.request.headers.get("accept", "")
    text = await draw(call.request, _record_in, game_for(call.client()), is_toml)
    return Response(text, media_type="application/toml") if is_toml else _json(text)


def _record_in(game: TableGame, is_toml: bool) -> str:
    """Make the record of a game, as TOML or as JSON."""
    record = record_of(game)
    return ls.dumps(record) if is_toml else ls.to_json(record)


def show_edition(call: Call) -> Response:
    """Answer with the board, the cards and their texts, of an edition by its name or its hash."""
    edition = call.tables.edition(call.request.path_params["id"])
    if edition is None:
        raise HTTPException(404)
    language = call.phrases.language
    cards = [
        asdict(
            values.CardInfo(
                id=card.id,
                count=card.count,
                name=getattr(card.names, language),
                text=ls.describe_card(card, language=language),
            )
        )
        for card in edition.cards
    ]
    content = ls.to_plain(edition)
    return answer({"hash": edition.hash, "language": language, "cards": cards, "edition": content})


def list_bots(call: Call) -> Response:
    """List the bots that people can play against."""
    say = call.phrases.say
    bots = tuple(
        values.BotInfo(
            name=name,
            label=say("kind.own", name=bot_in(name, call.phrases)),
            about=say(f"bot.{name}") if name in STRENGTHS else "",
            ratings=tuple(None if rating == -inf else rating for rating in bot.ratings),
            is_ready=not PREPARATION.lacks(name),
        )
        for name, bot in call.settings.offered.items()
    )
    return answer(values.BotList(bots=bots))
