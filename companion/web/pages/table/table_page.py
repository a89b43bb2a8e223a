"""The table page: a table as it stands, seen by one phone, as plain values."""

from dataclasses import dataclass

from flask import url_for

from companion.tables.members import Members
from companion.tables.rows import Role
from companion.tables.state import TableState
from companion.web.pages.shared.count_first import Counted, counted_by
from companion.web.pages.shared.last_change import describe_redo, describe_statement, describe_undo
from companion.web.pages.table.alerts import finding_at
from companion.web.pages.table.count_line import CountLine, count_line, heard_of, last_entry
from companion.web.pages.table.entry_forms import EntryForm, form_for
from companion.web.pages.table.felt import Felt, felt_of
from companion.web.pages.table.picked import NOTHING, Picked
from companion.web.pages.table.play_form import ends_for
from companion.web.pages.table.score_boards import Side, sides_of
from companion.web.pages.table.turn_line import TurnLine, turn_line
from companion.words import Text, message


@dataclass(frozen=True, slots=True)
class TablePage:
    """Everything that the page shows; `form` is what its lower half is for."""

    table_id: str
    address: str
    version: int
    access: int
    standing: str
    title: Text
    target: int
    players: tuple[str, ...]
    keeps: bool
    has_tiles: bool
    #: What the lower half is for: `lead`, `play`, `left`, `claim`, `pegs`, `mend`, `over`, `watch`.
    phase: str
    is_over: bool
    #: What somebody's choice is for: the hand, what it is at, whose turn; `3.play.1`.
    moment: str
    #: Changes whenever a phone has to look again at what it alone is told.
    alerts_id: str
    #: Who asks to keep score.
    asking: Text | None
    has_asked: bool
    sides: tuple[Side, ...]
    turn: TurnLine
    felt: Felt
    count: CountLine
    form: EntryForm | None
    undo: Text | None
    redo: Text | None
    #: What was entered last, or taken back, for whoever did not do it.
    entered: Text | None
    heard: Text | None
    is_refused: bool


def table_page(state: TableState, members: Members, picked: Picked = NOTHING) -> TablePage:
    """The page of a table for one phone, with what that phone picked up or was refused."""
    game, counted = state.game, counted_by(state)
    activity = activity_of(state, counted, picked)
    phase = activity if members.keeps else "watch"
    if picked.tile is not None and not ends_for(state, picked.tile):
        picked = picked._replace(tile=None)
    turn = turn_line(game, activity)
    tells = picked.counting is None and activity != "claim"
    return TablePage(
        table_id=state.id,
        address=url_for("play.show", table_id=state.id),
        version=state.version,
        access=members.access,
        standing=members.role.value,
        title=state.header.preset.title,
        target=game.rules.target,
        players=game.seating.players,
        keeps=members.keeps,
        has_tiles=not state.is_pegs_only,
        phase=phase,
        is_over=game.is_over,
        moment=f"{state.hand_number}.{phase}.{game.turn}",
        alerts_id=_alerts_id(state, members),
        asking=_asking(members),
        has_asked=members.role is Role.ASKING,
        sides=sides_of(state, None if game.is_over else turn.side),
        turn=turn,
        felt=felt_of(state, picked, phase, tells=tells),
        count=count_line(state, picked, activity, counted),
        form=form_for(state, picked, phase, counted),
        undo=describe_undo(state),
        redo=describe_redo(state),
        entered=describe_entered(state),
        heard=heard_of(state, picked, activity, counted),
        is_refused=bool(picked.problem),
    )


def activity_of(state: TableState, counted: Counted | None, picked: Picked = NOTHING) -> str:
    """What the table is at."""
    game = state.game
    if state.refused is not None:
        return "mend"
    if game.is_over:
        return "over"
    if state.is_pegs_only:
        return "pegs"
    if counted is not None and counted.at_stake and not picked.is_told:
        return "claim"
    if game.awaits_lead:
        return "lead"
    return "left" if game.awaits_left else "play"


def describe_entered(state: TableState) -> Text | None:
    """What was entered last, or taken back: `Ana's 6-3`; None where a hand was only led."""
    redo, last = state.redo, last_entry(state)
    if redo is not None and redo.statement is not None:
        return message("change.taken-back", change=describe_statement(redo.statement))
    return describe_statement(last.statement) if last else None


def _alerts_id(state: TableState, members: Members) -> str:
    finding = finding_at(state)
    return f"alerts-{members.access}-{finding.line if finding else 0}"


def _asking(members: Members) -> Text | None:
    """Who asks to keep score, where this phone could let them."""
    if not (members.keeps and members.asking):
        return None
    name = members.asking[0].name
    return message("table.asks", name=name) if name else message("table.asks-unnamed")
