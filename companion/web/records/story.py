"""The story of a record: what was changed and who won by it, and what waits for another phone."""

from collections.abc import Callable

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug import Response
from werkzeug.exceptions import NotFound

from companion.rules.errors import Refusal
from companion.tables.amendments import Amendment
from companion.tables.consent import Proposal
from companion.tables.errors import StaleTap
from companion.tables.rows import ChangeKind
from companion.web.devices import consent, desk, device
from companion.web.guard import company
from companion.web.records.amending import amend, to_proposal, to_record
from companion.web.records.story_page import StoryPage
from companion.web.taps import tap

blueprint = Blueprint("story", __name__, url_prefix="/t/<table_id>/story")


@blueprint.get("")
def show(table_id: str) -> str:
    """Every change besides entering; `?proposed=` is the change just proposed."""
    return _rendered(table_id, proposed=request.args.get("proposed", type=int))


@blueprint.post("/<int(max=1000000):number>/<answer>")
def answer(table_id: str, number: int, answer: str) -> Response | tuple[str, int]:
    """Accept a change that somebody proposed, decline it, or withdraw one's own."""
    answers: dict[str, Callable[[], object]] = {
        "accept": lambda: consent().accept(table_id, number, tap()),
        "decline": lambda: consent().decline(table_id, number, device()),
        "withdraw": lambda: consent().withdraw(table_id, number, device()),
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
        after = amend(table_id, Amendment(ChangeKind.UNDONE, seq), tap())
    except Refusal as refusal:
        return _refused(table_id, refusal)
    if isinstance(after, Proposal):
        return to_proposal(table_id, after)
    if after.refused is not None:
        return to_record(after, None)
    return redirect(url_for("story.show", table_id=table_id), 303)


def _refused(table_id: str, refusal: Refusal) -> tuple[str, int]:
    status = 409 if isinstance(refusal, StaleTap) else 422
    return _rendered(table_id, problem=refusal.sentence), status


def _rendered(table_id: str, *, problem: str = "", proposed: int | None = None) -> str:
    page = StoryPage(
        desk().look(table_id),
        desk().read(table_id),
        desk().changes(table_id),
        consent().proposals(table_id),
        company(),
        problem=problem,
        proposed=proposed,
    )
    return render_template("story/story.html", page=page, table_id=table_id)
