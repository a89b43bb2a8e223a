"""The record of a table: every entry, hand by hand, and the means to put each right."""

import json
from collections.abc import Callable

from flask import Blueprint, Response, render_template, request
from werkzeug import Response as Redirect
from werkzeug.exceptions import BadRequest

from companion.rules.errors import Refusal
from companion.tables.amendments import Amendment
from companion.tables.proposals import Proposal
from companion.tables.rows import ChangeKind
from companion.tables.service import ReplayedRecord
from companion.tables.state import RequestStamp, TableState
from companion.web.device import proposal_service, table_service
from companion.web.forms import stamp
from companion.web.guard import members
from companion.web.pages.record.entry_page import EntryPage, entry_page
from companion.web.pages.record.record_form import KINDS, EntryForm
from companion.web.pages.record.record_page import describe_verdict, export_of, record_page
from companion.web.problems import status_of
from companion.web.routes.amending import to_proposal, to_record
from companion.words import Text, message

blueprint = Blueprint("record", __name__, url_prefix="/t/<table_id>")

Answer = Redirect | tuple[str, int] | str


@blueprint.get("/record")
def show(table_id: str) -> str:
    """All entries as they stand; `?at=` is the one just changed."""
    return _rendered(table_id, at=request.args.get("at", type=int))


@blueprint.get("/record.txt")
def save(table_id: str) -> Response:
    """The record as text, as `companion score` reads it."""
    return Response(export_of(table_service().read(table_id)), mimetype="text/plain")


@blueprint.get("/record.json")
def save_json(table_id: str) -> Response:
    """The record with the verdict of every line, as `companion score --json` gives it."""
    verdict = describe_verdict(export_of(table_service().read(table_id)))
    return Response(json.dumps(verdict, ensure_ascii=False), mimetype="application/json")


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
        return _refused(table_id, refusal)


@blueprint.post("/record/ruling")
def rule_points(table_id: str) -> Answer:
    """Points by agreement of the table, with a reason."""
    form = EntryForm.parse(request.form)

    def change(seen: RequestStamp) -> TableState:
        seating = table_service().look(table_id).header.seating
        return table_service().enter(table_id, form.statement(seating), seen)

    return _answered(table_id, change, ruling=form)


@blueprint.post("/record/undo")
def undo(table_id: str) -> Answer:
    """Take the last change back and stay with the record."""
    return _answered(table_id, lambda seen: table_service().undo(table_id, seen))


@blueprint.post("/record/redo")
def redo(table_id: str) -> Answer:
    """Make the change again that was taken back."""
    return _answered(table_id, lambda seen: table_service().redo(table_id, seen))


def _answered(
    table_id: str, change: Callable[[RequestStamp], TableState], *, ruling: EntryForm | None = None
) -> Answer:
    """Make a change; go back to the record, or show it with the reason for the refusal."""
    try:
        state = change(stamp())
    except Refusal as refusal:
        return _refused(table_id, refusal, ruling)
    return to_record(state, None)


def _changed(table_id: str, seq: int, kind: ChangeKind) -> Answer:
    """Change an entry by its form; if that is refused, the form again with the reason."""
    form = EntryForm.parse(request.form)
    if form.what not in KINDS:
        raise BadRequest
    try:
        statement = form.statement(table_service().look(table_id).header.seating)
        return _amended(table_id, Amendment(kind, seq, statement))
    except Refusal as refusal:
        state, written = _read(table_id)
        is_insertion = kind is ChangeKind.INSERTED
        page = entry_page(
            state, written, seq, form=form, insert=is_insertion, problem=refusal.message
        )
        if page is None:
            return _refused(table_id, refusal)
        return _entry(state, page), status_of(refusal)


def _amended(table_id: str, amendment: Amendment, at: int | None = None) -> Redirect:
    """Make a change and go to it; where another phone has to accept it, propose it."""
    after = proposal_service().amend(table_id, amendment, stamp())
    if isinstance(after, Proposal):
        return to_proposal(table_id, after)
    return to_record(after, at if amendment.statement is None else after.version)


def _entry_rendered(table_id: str, seq: int, *, insert: bool) -> Answer:
    state, written = _read(table_id)
    kind = request.args.get("as", "")
    page = entry_page(state, written, seq, kind=kind, insert=insert)
    if page is None:
        return _rendered(table_id, problem=message("record.entry-is-gone")), 404
    refused = state.refused
    if refused is not None and refused.line == seq and not insert:
        page = page._replace(problem=refused.refusal.message)
    return _entry(state, page)


def _entry(state: TableState, page: EntryPage) -> str:
    # The last entry may be put right by whoever entered it wrongly.
    asks = state.table_options.consent and members().other_keepers
    is_proposed = asks and (page.is_insertion or not page.is_last)
    return render_template(
        "record/entry.html", page=page, table_id=state.id, is_proposed=is_proposed
    )


def _refused(table_id: str, refusal: Refusal, ruling: EntryForm | None = None) -> tuple[str, int]:
    return _rendered(table_id, problem=refusal.message, ruling=ruling), status_of(refusal)


def _rendered(
    table_id: str,
    *,
    problem: Text | str = "",
    at: int | None = None,
    ruling: EntryForm | None = None,
) -> str:
    state, written = _read(table_id)
    changes = table_service().changes(table_id)
    page = record_page(
        state,
        written,
        members(),
        sum(change.kind != ChangeKind.ENTERED for change in changes),
        len(proposal_service().pending(table_id)),
        problem=problem,
        at=at,
        ruling=ruling,
    )
    return render_template("record/record.html", page=page, table_id=table_id)


def _read(table_id: str) -> tuple[TableState, ReplayedRecord]:
    # The version first: if somebody enters something in between, a tap from here is stale.
    state = table_service().look(table_id)
    return state, table_service().read(table_id)
