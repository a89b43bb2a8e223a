"""What people ask the referee: a page for each question, and with `.svg` behind it its picture."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug import Response
from werkzeug.exceptions import BadHost, NotFound

from companion.rules.games import GAMES
from companion.tables.records import ReplayedRecord
from companion.web.device import table_service
from companion.web.forms import allow_a_record, parse_tile
from companion.web.guard import members
from companion.web.pages.referee import asking, of_record
from companion.web.pages.referee.answer import Answer, describe_cell
from companion.web.pages.referee.holding_page import held_page, parse_asked
from companion.web.pages.referee.sheet import ruling_sheet
from companion.web.pages.shared.dates import describe_date
from companion.web.pages.shared.free_board import parse_question
from companion.web.pages.shared.hands import numbered
from companion.web.pages.shared.pasted_record import PastedRecord
from companion.web.pages.shared.rendering import part_or_page
from companion.words import Text, message

blueprint = Blueprint("referee", __name__)
blueprint.url_value_preprocessor(allow_a_record)
blueprint.add_app_template_global(describe_cell)

_View = Callable[..., Response]
_UNREADABLE, _REFUSED = 400, 422


def _question(address: str) -> Callable[[_View], _View]:
    """A question at an address, and at the same with `.svg` behind it as a picture."""

    def asked(view: _View) -> _View:
        blueprint.add_url_rule(address, view_func=view)
        blueprint.add_url_rule(f"{address}.svg", f"{view.__name__}_picture", view)
        return view

    return asked


@blueprint.get("/t/<table_id>/why")
def last_why(table_id: str) -> Response:
    """The last entry; with `?side=` the last one by which that side's score changed."""
    written = table_service().read(table_id)
    side = request.args.get("side", type=int)
    seq = written.entries[-1].line if written.entries else None
    if side is not None and 0 <= side < len(written.start.scores):
        seq = of_record.last_scoring(written, side) or seq
    if seq is None:
        return redirect(url_for("record.show", table_id=table_id), 303)
    return redirect(url_for("referee.why", table_id=table_id, seq=seq), 303)


@_question("/t/<table_id>/why/<int(max=1000000):seq>")
def why(table_id: str, seq: int) -> Response:
    """One entry, with the layout as it was, and why it came to what it did."""
    written = table_service().read(table_id)
    page = of_record.why_page(written, seq)
    if page is None:
        raise NotFound
    values = {"page": page, "players": written.header.players, "keeps": members().keeps}
    return _answered("why/why.html", page["answer"], **values)


@_question("/t/<table_id>/proof/<int(max=1000000):seq>")
def proof(table_id: str, seq: int) -> Response:
    """What passes and draws tell of hidden hands, up to entry `seq`, line by line."""
    written = table_service().read(table_id)
    answer = of_record.proof_answer(written, seq, _reasons(table_id, written))
    if answer is None:
        raise NotFound
    return _answered("proof/proof.html", answer, players=answer.players, keeps=members().keeps)


@_question("/t/<table_id>/audit")
def audit(table_id: str) -> Response:
    """Where all 28 tiles and 168 pips of the hand are, and what can still come."""
    state = table_service().look(table_id)
    return _answered(
        "audit/audit.html",
        of_record.audit_answer(state),
        state=state,
        players=state.header.players,
        may_pass_all=of_record.may_pass_all(state, keeps=members().keeps),
    )


@_question("/t/<table_id>/held")
def held(table_id: str) -> Response:
    """Who can hold `?tile=`, or a tile with `?pips=`; how it is known of `who`, by the seat."""
    asked, written = parse_asked(request.args), table_service().read(table_id)
    page = held_page(table_id, written, asked, _reasons(table_id, written))
    if page is None:
        raise NotFound
    return _answered("held/held.html", page["answer"], page=page, players=page["players"])


@_question("/t/<table_id>/what-if")
def what_if(table_id: str) -> Response:
    """What `?tile=` would do, on the end `on` where it has several; nothing is entered."""
    page = asking.what_if_page(
        table_service().look(table_id),
        parse_tile(request.args.get("tile")),
        parse_tile(request.args.get("on")),
    )
    return _asked("ruling/asking.html", page)


@_question("/ask")
def ask() -> Response:
    """Any layout, which the address holds; where part of it does not hold, the rest and why."""
    board = parse_question(request.args)
    if not board.problems and any(name.startswith("rule-") for name in request.args):
        # A form says more than an address has to.
        return redirect(url_for("referee.ask", **board.question.as_query()), 303)
    status = _REFUSED if board.is_refused else _UNREADABLE if board.problems else 200
    page = asking.ask_page(board)
    return _asked("ask/ask.html", page, status, board=board)


@blueprint.post("/ask")
def ask_of_record() -> Response:
    """Ask about the last hand of a record."""
    text = request.form.get("record", "")
    question, problem = asking.parse_pasted(text)
    if question is not None and problem is None:
        return redirect(url_for("referee.ask", **question.as_query()), 303)
    board = parse_question(question.as_query() if question else {})
    page = asking.ask_page(board, problem)
    return _asked("ask/ask.html", page, _REFUSED, board=board, pasted=text)


@_question("/t/<table_id>/under")
def under(table_id: str) -> Response:
    """A table under the rules that the address says, so that it can be sent to its people."""
    query = {name: value for name, value in request.args.items() if value}
    if len(query) < len(request.args):
        # A form sends all that was left as it is as well.
        return redirect(f"{request.path}?{urlencode(query)}", 302)
    written = table_service().read(table_id)
    header, entries = written.header, numbered(written.entries)
    page = of_record.under_page(header, entries, query, links=_reasons(table_id, written))
    if _asks_for_picture() and page["problem"] is None:
        return _picture(page["answer"])
    return _under(page, is_refused=page["problem"] is not None)


@blueprint.get("/under")
def under_form() -> Response:
    """The form for a record."""
    return _under({}, brought=PastedRecord())


@blueprint.post("/under")
@blueprint.post("/under.svg", endpoint="under_of_record_picture")
def under_of_record() -> Response:
    """A pasted record under other rules; nothing of it is kept."""
    brought = PastedRecord.parse(request.form.get("record", ""))
    record, page = brought.transcript, dict[str, Any]()
    if brought.can_be_opened and record.header is not None:
        header, entries, refused = record.header, record.entries, record.refused
        page = of_record.under_page(header, entries, request.form, refused=refused)
    if _asks_for_picture() and page.get("answer") is not None:
        response = _drawn(page["answer"])
        # It has no address, so it is to be saved.
        response.headers["Content-Disposition"] = "attachment; filename=under-other-rules.svg"
        return response
    is_told = page and page["problem"] is None and not _asks_for_picture()
    return _under(page, is_refused=not is_told, brought=brought)


def _under(page: dict[str, Any], *, is_refused: bool = False, **values: Any) -> Response:
    players = page["header"].players if page else ()
    games = page["games"] if page else GAMES.values()
    values |= {"page": page, "games": games, "players": players}
    return _page("under/under.html", page.get("answer"), _REFUSED if is_refused else 200, **values)


# How an answer is sent, as a page, as a picture, and as an address that asks again


@blueprint.app_template_global()
def picture_address() -> str:
    """Where the answer of this address is drawn."""
    query = request.query_string.decode("latin-1")
    return f"{request.path}.svg?{query}" if query else f"{request.path}.svg"


@blueprint.app_template_global()
def address_of(answer: Answer) -> str:
    """Where the same is asked again: by anybody, on a free board, or at its table."""
    if answer.question is not None:
        return url_for("referee.ask", _external=True, **answer.question.as_query())
    try:
        asked = request.url
    except UnicodeError:
        # A name that cannot be spelt, such as `xn--a`.
        raise BadHost from None
    return asked.replace(request.path, request.path.removesuffix(".svg"), 1)


@blueprint.app_template_global()
def foot_at(address: str) -> Iterator[str | Text]:
    """Where an answer stands or can be asked for again, if anywhere, and when it was given."""
    if address:
        yield address
    yield message("answer.by-companion", date=describe_date(datetime.now(UTC)))


def _answered(template: str, answer: Answer | None, **values: Any) -> Response:
    """An answer as a page, or as a picture where the address asks for one."""
    return _picture(answer) if _asks_for_picture() else _page(template, answer, **values)


def _asked(template: str, page: dict[str, Any], status: int = 200, **values: Any) -> Response:
    """A page that is asked by tapping, the part of it that a tap changes, or its picture."""
    if _asks_for_picture():
        return _picture(page.get("answer"))
    values |= {"page": page, "answer": page.get("answer"), **(request.view_args or {})}
    response = part_or_page("ruling/_asked.html", template, **values)
    response.status_code = status
    return response


def _page(template: str, answer: Answer | None, status: int = 200, **values: Any) -> Response:
    values |= {"answer": answer, **(request.view_args or {})}
    return make_response(render_template(template, **values), status)


def _asks_for_picture() -> bool:
    return request.path.endswith(".svg")


def _picture(answer: Answer | None) -> Response:
    if answer is None:
        raise NotFound
    return _drawn(answer, address_of(answer))


def _drawn(answer: Answer, address: str = "") -> Response:
    sheet = ruling_sheet(answer, foot_at(address))
    return Response(render_template("ruling/ruling.svg", sheet=sheet), mimetype="image/svg+xml")


def _reasons(table_id: str, written: ReplayedRecord) -> dict[int, str]:
    """Where each entry is explained, by its number."""
    return {
        number: url_for("referee.why", table_id=table_id, seq=entry.line)
        for number, entry in enumerate(written.entries, 1)
    }
