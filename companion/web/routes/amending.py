"""A change that a page asks for: made, or proposed where another phone has to accept it."""

from flask import redirect, url_for
from werkzeug import Response as Redirect

from companion.tables.proposals import Proposal
from companion.tables.state import TableState


def to_proposal(table_id: str, proposal: Proposal) -> Redirect:
    """To where it waits, and can be withdrawn."""
    waits = url_for("story.show", table_id=table_id, proposed=proposal.number, _anchor="proposals")
    return redirect(waits, 303)


def to_record(state: TableState, at: int | None) -> Redirect:
    """To the record: to what has to be mended next, or to the entry just changed."""
    anchor = "mend" if state.refused is not None else f"e{at}" if at else None
    return redirect(url_for("record.show", table_id=state.id, at=at, _anchor=anchor), 303)
