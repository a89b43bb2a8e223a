"""Amendments: a table changed further back, and whether that needs another phone's consent."""

from datetime import datetime
from typing import Any, NamedTuple, cast

from companion.db.table_models import ChangeKind, ChangeRow
from companion.i18n import message
from companion.record.statements import Statement
from companion.rules.seating import Seating
from companion.tables.errors import NoSuchEntry, NotAllowed, NothingToUndo, OptionsUnchanged
from companion.tables.record_rewriting import ChangePlan, RecordLine, RewrittenRecord, rewrite
from companion.tables.stored_statements import statement_by_name, statement_by_seat
from companion.tables.table_options import OptionsChange
from companion.tables.table_writer import Logged


class Amendment(NamedTuple):
    """An entry corrected, deleted or added, any of these undone, or options switched."""

    kind: ChangeKind
    #: The entry, or the change that is undone; 0 if options are switched.
    target: int
    #: The new statement, or what is switched; None if something goes or comes back.
    statement: Statement | OptionsChange | None = None

    @classmethod
    def switch(cls, options_change: OptionsChange) -> "Amendment":
        """Options switched."""
        return cls(ChangeKind.SWITCHED, 0, options_change)

    @classmethod
    def read(cls, kind: str, target: int, kept: str | None, seating: Seating) -> "Amendment":
        """An amendment that was `written` as a change."""
        if kind == ChangeKind.SWITCHED:
            return cls.switch(OptionsChange.read(kept))
        statement = statement_by_name(kept, seating.players) if kept else None
        return cls(ChangeKind(kind), target, statement)

    def written(self, seating: Seating) -> str | None:
        """The statement as it is stored, or what is switched."""
        if isinstance(self.statement, OptionsChange):
            return self.statement.kept
        return statement_by_seat(self.statement, seating) if self.statement else None


def plan(record: RewrittenRecord, amendment: Amendment, now: datetime) -> ChangePlan:
    """The record after an amendment; changes nothing yet.

    Raises the `Refusal` that the statement earns in its place, `NoSuchEntry`, or for options
    `OptionsUnchanged` and `NotAllowed`.
    """
    kind, seq, _ = amendment
    if kind is ChangeKind.SWITCHED:
        return _switched(record, amendment, now)
    change = record.change(seq)
    if kind is ChangeKind.UNDONE:
        if change is None or not change.stands:
            raise NoSuchEntry(message("refused.changed-since"))
        made, put = _turn(record, change, is_undone=True), change.target
    else:
        if change is None or not change.is_live:
            raise NoSuchEntry(message("refused.no-such-entry"))
        made, put = _put(record, change, amendment), record.state.version + 1
    # What follows may need fixing.
    if made.refused is not None and made.refused.line == put:
        raise made.refused.refusal
    return made


def plan_last_turn(record: RewrittenRecord, *, is_undone: bool) -> ChangePlan:
    """The last change undone, or made again; raises `NothingToUndo`."""
    turned = record.state.undo if is_undone else record.state.redo
    change = record.change(turned.seq) if turned else None
    if change is None:
        raise NothingToUndo(message(f"refused.nothing-to-{'undo' if is_undone else 'redo'}"))
    return _turn(record, change, is_undone=is_undone)


def _turn(record: RewrittenRecord, done: ChangeRow, *, is_undone: bool) -> ChangePlan:
    """The record after undoing a change, or making it again."""
    is_live = not is_undone and done.statement is not None
    undone_by = record.state.version + 1 if is_undone else None
    marked: dict[int, dict[str, Any]] = {done.seq: {"is_live": is_live, "undone_by": undone_by}}
    target = None if done.target is None else record.change(done.target)
    if target is not None:
        marked[target.seq] = {"is_live": is_undone}
    came, went = (target, done) if is_undone else (done, target)
    return rewrite(
        record,
        Logged(ChangeKind.UNDONE if is_undone else ChangeKind.REDONE, target=done.seq),
        cast(int, done.place),
        gone=went.seq if went else 0,
        come=record.line(came) if came is not None and came.statement is not None else None,
        marked=marked,
    )


def _put(record: RewrittenRecord, target: ChangeRow, amendment: Amendment) -> ChangePlan:
    """A statement in place of the target or before it, or none in its place."""
    put, place = cast(Statement | None, amendment.statement), cast(int, target.place)
    gone = 0 if amendment.kind is ChangeKind.INSERTED else target.seq
    logged = Logged(
        amendment.kind,
        target=gone or None,
        statement=amendment.written(record.state.header.seating),
        place=place,
        is_live=put is not None,
    )
    come = put and RecordLine(place, record.state.version + 1, put)
    marked = {gone: {"is_live": False}} if gone else {}
    return rewrite(record, logged, place, gone=gone, come=come, marked=marked)


def _switched(record: RewrittenRecord, amendment: Amendment, now: datetime) -> ChangePlan:
    before, change = record.state.table_options, cast(OptionsChange, amendment.statement)
    after = before.switched(change)
    if after == before:
        raise OptionsUnchanged(message("refused.switched-already"))
    moved: dict[str, Any] = {"table_options": after.kept}
    if after.consent != before.consent:
        if after.consent and sum(member.keeps for member in record.state.known) < 2:
            raise NotAllowed(message("refused.nobody-to-accept"))
        moved["consent_since"] = now if after.consent else None
    logged = Logged(ChangeKind.SWITCHED, statement=change.kept)
    # Switching consent off needs it too: else anyone who wants to change something further back
    # switches it off first.
    return ChangePlan(logged, moved, needs_consent=change.consent is False)
