"""The record of a table: every entry and change, and the means to correct each."""

import json
from functools import partial

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug import Response as Redirect
from werkzeug.exceptions import BadRequest

from companion.db.table_models import ChangeKind, ProposalDecision
from companion.i18n import Text, message
from companion.rules.errors import Refusal
from companion.stats.evening import clock_of, day_of
from companion.tables.amendments import Amendment
from companion.tables.errors import NoSuchTable
from companion.tables.proposals import Proposal
from companion.tables.table_state import ReplayedRecord, TableState
from companion.web.problems import status_of
from companion.web.records import record_page
from companion.web.records.change_effect import describe_effects
from companion.web.records.entry_page import (
    KINDS,
    EntryForm,
    parse_statement,
    place_of,
    render_entry,
)
from companion.web.records.history_page import HistoryPage
from companion.web.security import policy
from companion.web.security.table_guard import (
    device,
    members,
    proposal_service,
    table_service,
    turned_away,
)
from companion.web.ui.forms import stamp
from companion.web.ui.hand_entries import describe_bound, describe_redo, describe_undo
from companion.web.ui.proposal_link import to_proposal

blueprint = Blueprint("record", __name__, url_prefix="/t/<table_id>")
policy.set_policy(blueprint, policy.scorer, policy.limited(policy.COMPUTING))


@blueprint.get("/record")
@policy.watcher
def show(table_id: str, problem: Text | None = None, ruling: EntryForm | None = None) -> str:
    """The history: all entries now, what was changed by whom, and what waits for another phone.

    `?at=` is the entry just changed, `?proposed=` the change just proposed; `?part=` and
    `?changes=` are parts of the two lists.
    """
    names = ("at", "part", "changes", "proposed")
    at, wanted, wanted_changes, proposed = (request.args.get(name, type=int) for name in names)
    state, written = _read(table_id)
    part = record_page.part_of_record(written, at, wanted)
    # If lines were only entered, nothing was changed, and none of them is read.
    changes = table_service().changes(table_id) if table_service().count_changes(table_id) else []
    proposals = proposal_service().proposals(table_id)
    effects = describe_effects(written, proposals, partial(proposal_service().foresee, table_id))
    return render_template(
        "records/history.html",
        table_id=table_id,
        state=state,
        written=written,
        members=members(),
        at=at,
        part=part,
        hands=list(record_page.list_hands(written, part.places, at)),
        unheard=record_page.list_unheard(written),
        undo_label=describe_undo(state),
        redo_label=describe_redo(state),
        bound=describe_bound(state),
        page=HistoryPage(state, written, changes, proposals, members(), wanted_changes, effects),
        proposed=proposed,
        problem=problem,
        ruling=ruling,
    )


@blueprint.get("/fix", endpoint="fix")
@blueprint.get("/story", endpoint="story")
@policy.watcher
def lead_to_history(table_id: str) -> Redirect:
    """The history, which shows what two pages of their own once did."""
    return redirect(url_for("record.show", table_id=table_id))


@blueprint.get("/record.txt")
@policy.watcher
def save(table_id: str) -> Response:
    """The record as text, as `companion score` reads it."""
    return Response(record_page.export_of(table_service().read(table_id)), mimetype="text/plain")


@blueprint.get("/record.json")
@policy.watcher
def save_json(table_id: str) -> Response:
    """The record with the verdict of every line, as `companion score --json` gives it."""
    table, text = members().state, record_page.export_of(table_service().read(table_id))
    day = day_of(table.opened_at, clock_of(table.table_options.zone))
    verdict = record_page.describe_verdict(text) | {"played_on": day.isoformat()}
    return Response(json.dumps(verdict, ensure_ascii=False), mimetype="application/json")


# One entry


@blueprint.get("/record/<int(max=1000000):seq>", endpoint="edit")
@blueprint.get("/record/<int(max=1000000):seq>/before", endpoint="miss")
def entry(
    table_id: str, seq: int, form: EntryForm | None = None, refusal: Refusal | None = None
) -> ResponseReturnValue:
    """One entry, or the form for what is missing before it; `?as=` says what it was."""
    insert = request.endpoint in ("record.miss", "record.insert", "effect.insert")
    state, written = _read(table_id)
    place = place_of(written, seq)
    if place is None:
        gone = message("record.entry-is-gone")
        return refused(refusal) if refusal else (show(table_id, gone), 404)
    problem = refusal
    if problem is None and not insert and state.refused is not None and state.refused.line == seq:
        problem = state.refused.refusal
    # The last entry may be corrected by the phone that entered it wrongly.
    asks = state.table_options.consent and members().other_keepers
    html = render_entry(
        *(state, place, seq, form),
        kind=request.args.get("as", ""),
        chosen=request.args,
        insert=insert,
        table_id=table_id,
        problem=problem.message if problem else None,
        is_proposed=asks and (insert or not place.is_last),
    )
    return (html, status_of(refusal)) if refusal else html


@blueprint.post("/record/<int(max=1000000):seq>", endpoint="correct")
@blueprint.post("/record/<int(max=1000000):seq>/before", endpoint="insert")
def change(table_id: str, seq: int) -> ResponseReturnValue:
    """Correct an entry, or add what is missing before it."""
    is_correction, form = request.endpoint == "record.correct", EntryForm(request.form)
    kind = ChangeKind.CORRECTED if is_correction else ChangeKind.INSERTED
    try:
        return _amended(table_id, parse_amendment(table_id, kind, seq, form))
    except Refusal as refusal:
        return entry(table_id, seq, form, refusal)


def parse_amendment(table_id: str, kind: ChangeKind, seq: int, form: EntryForm) -> Amendment:
    """The change of an entry from a form; raises `Unclear`."""
    if kind is ChangeKind.DELETED:
        return Amendment(kind, seq)
    if form.get("what") not in KINDS:
        raise BadRequest
    seating = table_service().look(table_id).header.seating
    return Amendment(kind, seq, parse_statement(form, seating))


@blueprint.post("/record/<int(max=1000000):seq>/delete")
def delete(table_id: str, seq: int) -> Redirect:
    """Delete an entry."""
    return _amended(table_id, Amendment(ChangeKind.DELETED, seq))


# Points by agreement, undo and redo


@blueprint.post("/record/ruling")
def rule_points(table_id: str) -> Redirect:
    """Points by agreement of the table, with a reason."""
    seating = table_service().look(table_id).header.seating
    statement = parse_statement(EntryForm(request.form), seating)
    return to_record(table_service().enter(table_id, statement, stamp()))


@blueprint.post("/record/<any(undo, redo):name>")
def step(table_id: str, name: str) -> Redirect:
    """Undo the last change, or make it again, and stay on the record."""
    change = table_service().undo if name == "undo" else table_service().redo
    return to_record(change(table_id, stamp()))


# What was changed, and what waits for another phone


@blueprint.post("/story/<int(max=1000000):number>/<any(accept, decline, withdraw):answer>")
def answer(table_id: str, number: int, answer: str) -> Redirect:
    """Accept a change that someone proposed, decline it, or withdraw one's own."""
    if answer == "accept":
        proposal_service().accept(table_id, number, stamp())
    else:
        declined, withdrawn = ProposalDecision.DECLINED, ProposalDecision.WITHDRAWN
        turned_down = declined if answer == "decline" else withdrawn
        proposal_service().turn_down(table_id, number, device(), turned_down)
    return redirect(url_for("record.show", table_id=table_id, _anchor="changes"), 303)


@blueprint.post("/story/changes/<int(max=1000000):seq>/back")
def take_back(table_id: str, seq: int) -> Redirect:
    """Undo one change, whatever followed it, or propose that."""
    after = proposal_service().amend(table_id, Amendment(ChangeKind.UNDONE, seq), stamp())
    if isinstance(after, Proposal):
        return to_proposal(table_id, after)
    if after.refused is not None:
        return to_record(after)
    return redirect(url_for("record.show", table_id=table_id, _anchor="changes"), 303)


# Where a change leads, and what to show if it is refused


def to_record(state: TableState, at: int | None = None) -> Redirect:
    """To the record: to the next entry to fix, or to the entry just changed."""
    anchor = "mend" if state.refused is not None else f"e{at}" if at else None
    return redirect(url_for("record.show", table_id=state.id, at=at, _anchor=anchor), 303)


def _amended(table_id: str, amendment: Amendment) -> Redirect:
    """Make a change and go to it; if another phone must accept it, propose it."""
    after = proposal_service().amend(table_id, amendment, stamp())
    if isinstance(after, Proposal):
        return to_proposal(table_id, after)
    if lies := request.form.get("lies"):
        # Back to the tiles that it was compared with, for what else differs.
        return redirect(url_for("referee.audit", table_id=table_id, lies=lies, whole=1), 303)
    is_deleted = amendment.kind is ChangeKind.DELETED
    return to_record(after, request.form.get("near", type=int) if is_deleted else after.version)


@blueprint.errorhandler(Refusal)
def refused(refusal: Refusal) -> ResponseReturnValue:
    """The page from which a change was asked for, with the reason for its refusal."""
    table_id = (request.view_args or {})["table_id"]
    ruling = EntryForm(request.form) if request.endpoint == "record.rule_points" else None
    try:
        return show(table_id, refusal.message, ruling), status_of(refusal)
    except NoSuchTable as gone:
        # Deleted since: nobody else handles what is raised here.
        return turned_away(gone)


def _read(table_id: str) -> tuple[TableState, ReplayedRecord]:
    # The version comes first: if someone enters something in between, a tap from here is stale.
    state = table_service().look(table_id)
    return state, table_service().read(table_id)
