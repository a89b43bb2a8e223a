"""Amendments: a table changed further back, and whether that needs another phone's consent."""

from datetime import datetime
from typing import Any, NamedTuple

from companion.record.statements import Statement
from companion.tables.entering import Logged
from companion.tables.errors import NoSuchEntry, NotAllowed, NothingToUndo, OptionsUnchanged
from companion.tables.options import OptionsChange
from companion.tables.rewriting import Aside, Line, Marks, Plan, Record, Rewrite, rewrite
from companion.tables.rows import ChangeKind, ChangeRow
from companion.tables.state import TableState, statement_by_seat
from companion.words import message


class Amendment(NamedTuple):
    """An entry corrected or deleted, a statement put in before it, any of these taken back.

    Or options switched: that bears on the record as well.
    """

    kind: ChangeKind
    #: The entry, or the change that is taken back; 0 where options are switched.
    target: int
    #: What stands there then, or what is switched; None where something goes or comes back.
    statement: Statement | OptionsChange | None = None

    @classmethod
    def switch(cls, options_change: OptionsChange) -> "Amendment":
        """Options switched."""
        return cls(ChangeKind.SWITCHED, 0, options_change)


def plan(record: Record, amendment: Amendment, now: datetime) -> Plan:
    """What an amendment makes of the record; changes nothing yet.

    Raises the `Refusal` that the statement earns where it is put, `NoSuchEntry`, or for
    options `OptionsUnchanged` and `NotAllowed`.
    """
    kind, seq, statement = amendment
    if isinstance(statement, OptionsChange):
        return _switched(record.state, statement, now)
    if kind is ChangeKind.UNDONE:
        done = record.change(seq)
        if done is None or not done.stands:
            raise NoSuchEntry(message("refused.changed-since"))
        return _unless_refused(_turn(record, done, is_undone=True), done.target)
    target = record.change(seq)
    if target is None or not target.is_live:
        raise NoSuchEntry(message("refused.no-such-entry"))
    made = _put(record, target, kind, statement)
    return _unless_refused(made, record.state.version + 1)


def plan_last_turn(record: Record, *, is_undone: bool) -> Rewrite:
    """The last change taken back, or made again; raises `NothingToUndo`."""
    change = record.to_turn(is_undone=not is_undone)
    if change is None:
        raise NothingToUndo(message(f"refused.nothing-to-{'undo' if is_undone else 'redo'}"))
    return _turn(record, change, is_undone=is_undone)


def _turn(record: Record, done: ChangeRow, *, is_undone: bool) -> Rewrite:
    """What taking a change back, or making it again, makes of the record."""
    marks = {done.seq: Marks(not is_undone and done.statement is not None, is_undone)}
    target = None if done.target is None else record.change(done.target)
    if target is not None:
        marks[target.seq] = Marks(is_undone, target.is_undone)
    kind = ChangeKind.UNDONE if is_undone else ChangeKind.REDONE
    came, went = (target, done) if is_undone else (done, target)
    return rewrite(
        record,
        Logged(kind, target=done.seq, hand=done.hand),
        marks,
        done,
        gone=went,
        come=record.line(came) if came is not None and came.statement is not None else None,
    )


def _put(record: Record, target: ChangeRow, kind: ChangeKind, put: Statement | None) -> Rewrite:
    """A statement in the place of the target or before it, or none in its place."""
    gone = None if kind is ChangeKind.INSERTED else target
    place = target.place if gone else record.place_before(target)
    logged = Logged(
        kind,
        target=gone.seq if gone else None,
        statement=put and statement_by_seat(put, record.state.header.seating),
        place=place,
        hand=target.hand,
        is_live=put is not None,
    )
    return rewrite(
        record,
        logged,
        {gone.seq: Marks(False)} if gone else {},
        target,
        gone=gone,
        come=put and Line(place, record.state.version + 1, put, target.hand),
    )


def _unless_refused(made: Rewrite, put: int | None) -> Rewrite:
    """Raise the `Refusal` of what was put, while what follows may need mending."""
    refused = made.replay.refused
    if refused is not None and refused.line == put:
        raise refused.refusal
    return made


def _switched(state: TableState, options_change: OptionsChange, now: datetime) -> Aside:
    before = state.table_options
    after = options_change.of(before)
    if after == before:
        raise OptionsUnchanged(message("refused.switched-already"))
    moved: dict[str, Any] = {"customs": after.kept}
    if after.consent != before.consent:
        if after.consent and sum(member.keeps for member in state.known) < 2:
            raise NotAllowed(message("refused.nobody-to-accept"))
        moved["consent_since"] = now if after.consent else None
    # To do without consent needs it too: else whoever wants to change something further
    # back switches it off first.
    logged = Logged(ChangeKind.SWITCHED, statement=str(options_change))
    return Aside(logged, moved, needs_consent=options_change.consent is False)
