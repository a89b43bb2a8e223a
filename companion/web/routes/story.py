"""The story of a record: what was changed and who won by it, and what waits for another phone."""

from collections.abc import Callable

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug import Response
from werkzeug.exceptions import NotFound

from companion.rules.errors import Refusal
from companion.tables.amendments import Amendment
from companion.tables.proposals import Proposal
from companion.tables.rows import ChangeKind
from companion.web.device import device, proposal_service, table_service
from companion.web.forms import stamp
from companion.web.guard import members
from companion.web.pages.record.story_page import story_page
from companion.web.problems import status_of
from companion.web.routes.amending import to_proposal, to_record
from companion.words import Text

blueprint = Blueprint("story", __name__, url_prefix="/t/<table_id>/story")


@blueprint.get("")
def show(table_id: str) -> str:
    """Every change besides entering; `?proposed=` is the change just proposed."""
    return _rendered(table_id, proposed=request.args.get("proposed", type=int))


@blueprint.post("/<int(max=1000000):number>/<answer>")
def answer(table_id: str, number: int, answer: str) -> Response | tuple[str, int]:
    """Accept a change that somebody proposed, decline it, or withdraw one's own."""
    answers: dict[str, Callable[[], object]] = {
        "accept": lambda: proposal_service().accept(table_id, number, stamp()),
        "decline": lambda: proposal_service().decline(table_id, number, device()),
        "withdraw": lambda: proposal_service().withdraw(table_id, number, device()),
    }
    if answer not in answers:
        raise NotFound
    try:
        answers[answer]()
    except Refusal as refusal:
        return _refused(table_id, refusal)
    return redirect(url_for("story.show", table_id=table_id), 303)


@blueprint.post("/changes/<int(max=1000000):seq>/back")
def take_back(table_id: str, seq: int) -> Response | tuple[str, int]:
    """Take one change back, whatever followed it, or propose that."""
    try:
        after = proposal_service().amend(table_id, Amendment(ChangeKind.UNDONE, seq), stamp())
    except Refusal as refusal:
        return _refused(table_id, refusal)
    if isinstance(after, Proposal):
        return to_proposal(table_id, after)
    if after.refused is not None:
        return to_record(after, None)
    return redirect(url_for("story.show", table_id=table_id), 303)


def _refused(table_id: str, refusal: Refusal) -> tuple[str, int]:
    return _rendered(table_id, problem=refusal.message), status_of(refusal)


def _rendered(table_id: str, *, problem: Text | str = "", proposed: int | None = None) -> str:
    page = story_page(
        table_service().look(table_id),
        table_service().read(table_id),
        table_service().changes(table_id),
        proposal_service().proposals(table_id),
        members(),
        problem=problem,
        proposed=proposed,
    )
    return render_template("story/story.html", page=page, table_id=table_id)
