"""The page of a table's options, as plain values, and what its form says."""

from collections.abc import Iterable
from typing import NamedTuple

from flask import url_for
from werkzeug.datastructures import MultiDict

from companion.tables.members import Members
from companion.tables.options import OptionsChange, TableOptions
from companion.tables.proposals import Proposal
from companion.tables.state import TableState
from companion.web.pages.shared.count_first import can_play_muggins
from companion.words import Text


class OptionsPage(NamedTuple):
    """The switches of a table, as they stand or as they were just said."""

    table_id: str
    address: str
    version: int
    players: tuple[str, ...]
    table_options: TableOptions
    #: Whether tiles are entered here, so that there is something to count and to prove.
    has_tiles: bool
    #: Whether a count can be missed here.
    can_play_muggins: bool
    #: Whether there is another phone that could accept.
    can_ask_for_consent: bool
    #: Whether somebody proposed to do without it.
    switching_waits: bool
    problem: Text | None


def options_page(
    state: TableState,
    members: Members,
    pending: Iterable[Proposal],
    wanted: TableOptions | None = None,
    problem: Text | None = None,
) -> OptionsPage:
    """The options of a table, with those that were refused where there was a problem."""
    return OptionsPage(
        table_id=state.id,
        address=url_for("options.show", table_id=state.id),
        version=state.version,
        players=state.header.players,
        table_options=wanted or state.table_options,
        has_tiles=not state.is_pegs_only,
        can_play_muggins=can_play_muggins(state.game),
        can_ask_for_consent=state.table_options.consent or bool(members.other_keepers),
        switching_waits=any(
            isinstance(each.amendment.statement, OptionsChange) for each in pending
        ),
        problem=problem,
    )


def parse_options(form: MultiDict[str, str], state: TableState) -> TableOptions:
    """The options that a form agrees on; where no tiles are entered, those that stand."""
    consent = "consent" in form
    if state.is_pegs_only:
        return state.table_options._replace(consent=consent)
    ticked = form.getlist("counts", type=int)
    counting = frozenset(seat for seat in range(len(state.header.players)) if seat in ticked)
    return TableOptions(counting, "muggins" in form, "findings" in form, consent)
