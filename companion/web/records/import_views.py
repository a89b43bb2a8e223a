"""A record from elsewhere: a new table of this device, or more of one that is here."""

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug import Response

from companion.record.record_link import PackedTable, pack
from companion.record.replay import has_pegs_only, write_record
from companion.rules.errors import Refusal
from companion.tables.record_diff import BroughtRecord, RecordDiff, Relation, led
from companion.tables.request_stamp import StaleTap
from companion.web.problems import status_of
from companion.web.security import policy
from companion.web.security.table_guard import (
    carrying_service,
    device,
    known_device,
    known_tables,
    remember_table,
)
from companion.web.ui.forms import allow_a_record, stamp
from companion.web.ui.hand_entries import EntryLine, line_of
from companion.web.ui.pasted_record import PastedRecord
from companion.web.ui.table_cards import card_of

blueprint = Blueprint("bring_in", __name__)
policy.set_policy(blueprint, policy.anyone, policy.ordinary)
blueprint.url_value_preprocessor(allow_a_record)


@blueprint.get("/import")
def show() -> str:
    """The form for a record."""
    return render_template("records/import.html", record=PastedRecord())


@blueprint.post("/import")
@policy.limited(policy.NEW_TABLES, policy.BROUGHT_RECORDS)
def bring() -> ResponseReturnValue:
    """Open a table from a record; `up-to` is the line before which it should end."""
    pasted, file = request.form.get("record", ""), request.files.get("file")
    if file is not None and file.filename:
        record = PastedRecord.parse_file(file.read(), pasted)
    else:
        record = PastedRecord.parse(pasted)
    refused, brought = record.transcript.refused, record.brought
    is_agreed = refused is None or request.form.get("up-to") == f"{refused.line}"
    if brought is None or not is_agreed:
        return render_template("records/import.html", record=record), 422
    return _receive(brought, opens=True)


@blueprint.post("/take")
@policy.limited(policy.NEW_TABLES, policy.BROUGHT_RECORDS)
def take() -> ResponseReturnValue:
    """Whose table it is, and what you can do with it; `open` opens it, `apart` as its own."""
    record = PastedRecord.parse_letters(request.form.get("table", ""))
    brought = record.brought
    if brought is None or record.transcript.refused:
        return render_template("records/import.html", record=record), 422
    if "apart" in request.form:
        return _to_table(carrying_service().open(brought, device(), known_tables(), is_apart=True))
    return _receive(brought, opens="open" in request.form)


@blueprint.post("/t/<table_id>/take")
@policy.scorer
@policy.limited(policy.NEW_TABLES, policy.BROUGHT_RECORDS)
def go_on(table_id: str) -> ResponseReturnValue:
    """Enter here what was entered there; `replaces` deletes what is here instead."""
    record = PastedRecord.parse_letters(request.form.get("table", ""))
    brought, replaces = record.brought, "replaces" in request.form
    if brought is None or record.transcript.refused:
        return render_template("records/import.html", record=record), 422
    try:
        carrying_service().go_on(table_id, brought, stamp(), replaces=replaces)
    except Refusal as refusal:
        return _receive(brought, opens=False, refusal=refusal)
    return _to_table(table_id)


def _receive(
    brought: BroughtRecord, *, opens: bool, refusal: Refusal | None = None
) -> ResponseReturnValue:
    """To the same table if it is here, to a new one if it `opens`, else the page that asks."""
    meeting = carrying_service().find(brought, known_device(), known_tables())
    if meeting is not None and meeting.relation is Relation.SAME:
        return _to_table(meeting.state.id)
    if meeting is None and opens:
        try:
            return _to_table(carrying_service().open(brought, device(), known_tables()))
        except StaleTap as stale:
            return _receive(brought, opens=False, refusal=stale)
    html = _rendered(brought, meeting, refusal)
    return (html, status_of(refusal)) if refusal else html


def _rendered(brought: BroughtRecord, meeting: RecordDiff | None, refusal: Refusal | None) -> str:
    header, entries = brought.header, brought.entries
    game = entries[-1].game if entries else header.start()
    parts = meeting is not None and meeting.relation is Relation.PARTS
    text = write_record(header, (entry.with_host for entry in entries))
    return render_template(
        "records/take_over.html",
        card=card_of(header, game, is_pegs_only=has_pegs_only(entries)),
        hand=led(entries),
        # The record again, for the forms of the page.
        letters=pack(PackedTable(text, brought.origin)),
        meeting=meeting,
        sides=_sides(meeting) if meeting and parts else (),
        problem=refusal.message if refusal else None,
    )


def _sides(meeting: RecordDiff) -> tuple[tuple[str, EntryLine, int], ...]:
    """The first entry that differs, on each side, with how many more follow."""
    at, header = meeting.common, meeting.state.header
    here, brought, by = meeting.here[at], meeting.brought[at], (header.seating, header.rules)
    line_here = line_of(at + 1, here.seq, here.statement, *by)
    line_brought = line_of(at + 1, brought.line, brought.with_host, *by)
    return (
        ("here", line_here, meeting.more_here - 1),
        ("brought", line_brought, meeting.more_brought - 1),
    )


def _to_table(table_id: str) -> Response:
    remember_table(table_id)
    # From a new table of a club, it goes on to that club.
    if club_id := request.form.get("club"):
        return redirect(url_for("club_tables.belongs", table_id=table_id, club=club_id), 303)
    return redirect(url_for("play.show", table_id=table_id), 303)
