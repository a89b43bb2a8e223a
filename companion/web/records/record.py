"""The record of a table: every entry, hand by hand, and the means to put each right."""

import json
from collections.abc import Callable

from flask import Blueprint, Response, render_template, request
from werkzeug import Response as Redirect
from werkzeug.exceptions import BadRequest

from companion.rules.errors import Refusal
from companion.tables.amendments import Amendment
from companion.tables.consent import Proposal
from companion.tables.desk import Written
from companion.tables.errors import StaleTap
from companion.tables.rows import ChangeKind
from companion.tables.sitting import Sitting, Tap
from companion.web.devices import consent, desk
from companion.web.guard import company
from companion.web.records.amending import amend, to_proposal, to_record
from companion.web.records.entry_page import EntryPage, entry_page
from companion.web.records.record_form import KINDS, Said
from companion.web.records.record_page import RecordPage, export_of, verdict_told
from companion.web.taps import tap

blueprint = Blueprint("record", __name__, url_prefix="/t/<table_id>")

Answer = Redirect | tuple[str, int] | str

_GONE = "That entry is not part of the record any more."


@blueprint.get("/record")
def show(table_id: str) -> str:
    """All entries as they stand; `?at=` is the one just changed."""
    return _rendered(table_id, at=request.args.get("at", type=int))


@blueprint.get("/record.txt")
def save(table_id: str) -> Response:
    """The record as text, as `companion score` reads it."""
    return Response(export_of(desk().read(table_id)), mimetype="text/plain")


@blueprint.get("/record.json")
def save_json(table_id: str) -> Response:
    """The record with the verdict of every line, as `companion score --json` gives it."""
    told = verdict_told(export_of(desk().read(table_id)))
    return Response(json.dumps(told, ensure_ascii=False), mimetype="application/json")


@blueprint.get("/record/<int(max=1000000):seq>")
def edit(table_id: str, seq: int) -> Answer:
    """One entry; `?as=` says that it was something else."""
    return _entry_rendered(table_id, seq, insert=False)


@blueprint.get("/record/<int(max=1000000):seq>/before")
def miss(table_id: str, seq: int) -> Answer:
    """The form for what is missing before an entry; `?as=` says what it was."""
    return _entry_rendered(table_id, seq, insert=True)


@blueprint.post("/record/<int(max=1000000):seq>")
def correct(table_id: str, seq: int) -> Answer:
    """Put something else in the place of an entry."""
    return _changed(table_id, seq, ChangeKind.CORRECTED)


@blueprint.post("/record/<int(max=1000000):seq>/before")
def insert(table_id: str, seq: int) -> Answer:
    """Put in what is missing before an entry."""
    return _changed(table_id, seq, ChangeKind.INSERTED)


@blueprint.post("/record/<int(max=1000000):seq>/delete")
def delete(table_id: str, seq: int) -> Answer:
    """Strike an entry out."""
    try:
        near = request.form.get("near", type=int)
        return _amended(table_id, Amendment(ChangeKind.DELETED, seq), at=near)
    except Refusal as refusal:
        return _rendered(table_id, problem=refusal.sentence), _status(refusal)


@blueprint.post("/record/ruling")
def rule_points(table_id: str) -> Answer:
    """Points by agreement of the table, with a reason."""
    said = Said.read(request.form)

    def change(seen: Tap) -> Sitting:
        seating = desk().look(table_id).header.seating
        return desk().enter(table_id, said.statement(seating), seen)

    return _answered(table_id, change, ruling=said)


@blueprint.post("/record/undo")
def undo(table_id: str) -> Answer:
    """Take the last change back and stay with the record."""
    return _answered(table_id, lambda seen: desk().undo(table_id, seen))


@blueprint.post("/record/redo")
def redo(table_id: str) -> Answer:
    """Make the change again that was taken back."""
    return _answered(table_id, lambda seen: desk().redo(table_id, seen))


def _answered(
    table_id: str, change: Callable[[Tap], Sitting], *, ruling: Said | None = None
) -> Answer:
    """Make a change; go back to the record, or show it with the reason for the refusal."""
    try:
        sitting = change(tap())
    except Refusal as refusal:
        page = _rendered(table_id, problem=refusal.sentence, ruling=ruling)
        return page, _status(refusal)
    return to_record(sitting, None)


def _changed(table_id: str, seq: int, kind: ChangeKind) -> Answer:
    """Change an entry by its form; if that is refused, the form again with the reason."""
    said = Said.read(request.form)
    if said.what not in KINDS:
        raise BadRequest
    try:
        statement = said.statement(desk().look(table_id).header.seating)
        return _amended(table_id, Amendment(kind, seq, statement))
    except Refusal as refusal:
        page = entry_page(*_read(table_id), seq, said, insert=kind is ChangeKind.INSERTED)
        if page is None:
            return _rendered(table_id, problem=refusal.sentence), _status(refusal)
        return _entry(page, refusal.sentence), _status(refusal)


def _amended(table_id: str, amendment: Amendment, at: int | None = None) -> Redirect:
    """Make a change and go to it; where another phone has to accept it, propose it."""
    after = amend(table_id, amendment, tap())
    if isinstance(after, Proposal):
        return to_proposal(table_id, after)
    return to_record(after, at if amendment.statement is None else after.version)


def _entry_rendered(table_id: str, seq: int, *, insert: bool) -> Answer:
    page = entry_page(*_read(table_id), seq, insert=insert)
    if page is None:
        return _rendered(table_id, problem=_GONE), 404
    refused = page.sitting.refused
    is_to_mend = refused is not None and refused.line == seq and not insert
    problem = refused.refusal.sentence if refused is not None and is_to_mend else ""
    return _entry(page.told_as(request.args.get("as", "")), problem)


def _entry(page: EntryPage, problem: str = "") -> str:
    table_id = page.sitting.id
    # The last entry may be put right by whoever entered it wrongly.
    asks = page.sitting.customs.consent and company().other_keepers
    return render_template(
        "record/entry.html",
        page=page,
        problem=problem,
        table_id=table_id,
        is_proposed=asks and (page.is_insertion or not page.is_last),
    )


def _rendered(
    table_id: str, *, problem: str = "", at: int | None = None, ruling: Said | None = None
) -> str:
    sitting, written = _read(table_id)
    page = RecordPage(
        sitting,
        written,
        sum(change.kind != ChangeKind.ENTERED for change in desk().changes(table_id)),
        company(),
        len(consent().pending(table_id)),
        problem=problem,
        at=at,
        ruling_said=ruling,
    )
    return render_template("record/record.html", page=page, table_id=table_id)


def _read(table_id: str) -> tuple[Sitting, Written]:
    # The version first: if somebody enters something in between, a tap from here is stale.
    sitting = desk().look(table_id)
    return sitting, desk().read(table_id)


def _status(refusal: Refusal) -> int:
    return 409 if isinstance(refusal, StaleTap) else 422
