"""The table page: a table as it stands, seen by one phone, as plain values."""

from dataclasses import dataclass

from flask import url_for

from companion.rules.tile import Tile
from companion.tables.state import Members, TableState
from companion.web.pages.shared.count_first import Counted, counted_by
from companion.web.pages.shared.last_change import describe_redo, describe_statement, describe_undo
from companion.web.pages.table.alerts import finding_at
from companion.web.pages.table.boards import Felt, Side, felt_of, sides_of
from companion.web.pages.table.count_line import CountLine, count_line, heard_of, last_entry
from companion.web.pages.table.forms import Form, ends_for, form_for
from companion.web.pages.table.turn import NOTHING, Picked, TurnLine, activity_of, turn_line
from companion.words import Text, message


@dataclass(frozen=True, slots=True)
class TablePage:
    """Everything that the page shows."""

    state: TableState
    members: Members
    picked: Picked
    #: The ends that the picked tile could go on, and what the button of each says.
    ends: dict[Tile | None, Text]
    counted: Counted | None
    address: str
    #: What the lower half is for: `lead`, `play`, `left`, `claim`, `pegs`, `mend`, `over`, `watch`.
    phase: str
    #: What somebody's choice is for: the hand, what it is at, whose turn; `3.play.1`.
    moment: str
    #: Changes whenever a phone has to look again at what it alone is told.
    alerts_id: str
    sides: tuple[Side, ...]
    turn: TurnLine
    felt: Felt
    count: CountLine
    form: Form | None
    undo: Text | None
    redo: Text | None
    #: What was entered last, or taken back, for whoever did not do it.
    entered: Text | None
    heard: Text | None


def table_page(state: TableState, members: Members, picked: Picked = NOTHING) -> TablePage:
    """The page of a table for one phone, with what that phone picked up or was refused."""
    game, counted = state.game, counted_by(state)
    activity = activity_of(state, counted, picked)
    phase = activity if members.keeps else "watch"
    ends = ends_for(state, picked.tile) if picked.tile else {}
    if not ends:
        picked = picked._replace(tile=None)
    turn = turn_line(game, activity)
    finding = finding_at(state)
    tells = picked.counting is None and activity != "claim"
    return TablePage(
        state=state,
        members=members,
        picked=picked,
        ends=ends,
        counted=counted,
        address=url_for("play.show", table_id=state.id),
        phase=phase,
        moment=f"{state.hand_number}.{phase}.{game.turn}",
        alerts_id=f"alerts-{state.access}-{finding.line if finding else 0}",
        sides=sides_of(state, None if game.is_over else turn.side),
        turn=turn,
        felt=felt_of(state, picked, phase, tells=tells),
        count=count_line(state, picked, activity, counted),
        form=form_for(state, picked, phase),
        undo=describe_undo(state),
        redo=describe_redo(state),
        entered=describe_entered(state),
        heard=heard_of(state, picked, activity, counted),
    )


def describe_entered(state: TableState) -> Text | None:
    """What was entered last, or taken back: `Ana's 6-3`; None where a hand was only led."""
    redo, last = state.redo, last_entry(state)
    if redo is not None and redo.statement is not None:
        return message("change.taken-back", change=describe_statement(redo.statement))
    return describe_statement(last.statement) if last else None
