"""The settings of a table: what its scorers can switch, its names, and what each phone chooses."""

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug import Response

from companion.db.table_models import ChangeKind
from companion.i18n import Text
from companion.rules.errors import Refusal
from companion.tables.amendments import Amendment
from companion.tables.proposals import Proposal
from companion.tables.table_options import TableOptions
from companion.tables.table_state import TableState
from companion.web.problems import status_of
from companion.web.security import policy
from companion.web.security.club_guard import may_delete
from companion.web.security.table_guard import members, proposal_service, state, table_service
from companion.web.ui.count_first import can_play_muggins
from companion.web.ui.forms import parse_name, stamp
from companion.web.ui.proposal_link import to_proposal

blueprint = Blueprint("options", __name__, url_prefix="/t/<table_id>")
policy.set_policy(blueprint, policy.scorer, policy.ordinary)


@blueprint.get("/names", defaults={"part": "names"})
@blueprint.get("/delete", defaults={"part": "delete"})
def lead_to_part(table_id: str, part: str) -> Response:
    """A part of the settings, which once had a page of its own."""
    return redirect(url_for("options.show", table_id=table_id, _anchor=part))


@blueprint.post("/names")
def rename(table_id: str) -> Response | tuple[str, int]:
    """Rename the people at a table; what was played stays theirs."""
    seats = range(len(state().header.players))
    typed = tuple(parse_name(request.form.get(f"name-{seat}", "")) for seat in seats)
    try:
        table_service().rename(table_id, typed, stamp())
    except Refusal as refusal:
        page = _rendered(table_service().look(table_id), names=typed, problem=refusal.message)
        return page, status_of(refusal)
    return redirect(url_for("play.show", table_id=table_id), 303)


@blueprint.get("/customs")
@policy.watcher
def show(table_id: str) -> str:
    """Everything that can be switched, as it is now; who watches has only this phone's part."""
    return _rendered(state())


@blueprint.post("/customs")
def agree(table_id: str) -> Response | tuple[str, int]:
    """Switch options, or propose that if another phone must accept it."""
    before = table_service().look(table_id)
    wanted = _parse_options(before)
    if wanted != before.table_options:
        amendment = Amendment.switch(before.table_options.change_to(wanted))
        # Entries since the form was opened make no difference.
        seen = stamp()._replace(seen=before.version)
        try:
            after = proposal_service().amend(table_id, amendment, seen)
        except Refusal as refusal:
            return _rendered(before, wanted, problem=refusal.message), 422
        if isinstance(after, Proposal):
            return to_proposal(table_id, after)
    return redirect(url_for("play.show", table_id=table_id), 303)


def _parse_options(state: TableState) -> TableOptions:
    """The options chosen in the form; if no tiles are entered, the present ones."""
    form = request.form
    if state.is_pegs_only:
        return state.table_options.model_copy(update={"consent": "consent" in form})
    counting = {*range(len(state.header.players))} & {*form.getlist("counts", type=int)}
    switches = {name: name in form for name in ("muggins", "penalty", "findings", "consent")}
    return state.table_options.model_copy(update={"counting": frozenset(counting), **switches})


def _rendered(
    state: TableState,
    table_options: TableOptions | None = None,
    names: tuple[str, ...] = (),
    problem: Text | None = None,
) -> str:
    pending = proposal_service().pending(state.id)
    return render_template(
        "tables/options.html",
        state=state,
        members=members(),
        table_options=table_options or state.table_options,
        names=names or state.header.players,
        can_play_muggins=can_play_muggins(state.game),
        can_ask_for_consent=state.table_options.consent or bool(members().other_keepers),
        switching_waits=any(each.amendment.kind is ChangeKind.SWITCHED for each in pending),
        may_delete=may_delete(state.id),
        problem=problem,
    )
