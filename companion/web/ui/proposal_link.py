"""The way to a change that waits for another phone."""

from flask import redirect, url_for
from werkzeug import Response as Redirect

from companion.tables.proposals import Proposal


def to_proposal(table_id: str, proposal: Proposal) -> Redirect:
    """To where it waits, and can be withdrawn."""
    number = proposal.number
    waits = url_for("record.show", table_id=table_id, proposed=number, _anchor="proposals")
    return redirect(waits, 303)
