"""A change that a page asks for: made, or proposed where another phone has to accept it."""

from flask import redirect, url_for
from werkzeug import Response as Redirect

from companion.tables.amendments import Amendment
from companion.tables.consent import Proposal
from companion.tables.errors import AskFirst
from companion.tables.rows import Answer
from companion.tables.sitting import Sitting, Tap
from companion.web.devices import consent, desk


def amend(table_id: str, amendment: Amendment, seen: Tap) -> Sitting | Proposal:
    """The table after a change, or the proposal that now waits; raises what refuses it."""
    try:
        return desk().amend(table_id, amendment, seen)
    except AskFirst:
        proposal = consent().propose(table_id, amendment, seen)
    return proposal if proposal.answer is Answer.PENDING else desk().look(table_id)


def to_proposal(table_id: str, proposal: Proposal) -> Redirect:
    """To where it waits, and can be withdrawn."""
    waits = url_for("story.show", table_id=table_id, proposed=proposal.number, _anchor="proposals")
    return redirect(waits, 303)


def to_record(sitting: Sitting, at: int | None) -> Redirect:
    """To the record: to what has to be mended next, or to the entry just changed."""
    anchor = "mend" if sitting.refused is not None else f"e{at}" if at else None
    return redirect(url_for("record.show", table_id=sitting.id, at=at, _anchor=anchor), 303)
