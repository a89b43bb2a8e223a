"""Amendments: a table changed further back, and whether that needs another phone's consent."""

from datetime import datetime
from typing import NamedTuple

from companion.record.statements import Statement
from companion.tables.customs import Customs, Switching
from companion.tables.door import keepers_of
from companion.tables.errors import AskFirst, NotAllowed, SwitchedAlready
from companion.tables.ledger import Ledger, first_hand_touched
from companion.tables.rows import ChangeKind, ChangeRow
from companion.tables.sitting import Tap, statement_by_seat


class Amendment(NamedTuple):
    """An entry corrected or deleted, a statement put in before it, any of these taken back.

    Or customs switched: that bears on the record as well.
    """

    kind: ChangeKind
    #: The entry, or the change that is taken back; 0 where customs are switched.
    target: int
    #: What stands there then, or what is switched; None where something goes or comes back.
    statement: Statement | Switching | None = None

    @classmethod
    def switch(cls, switching: Switching) -> "Amendment":
        """Customs switched."""
        return cls(ChangeKind.SWITCHED, 0, switching)


def amend(ledger: Ledger, amendment: Amendment, tap: Tap, now: datetime) -> int:
    """Make an amendment; returns the first hand to replay.

    Raises the `Refusal` that the statement earns where it is put, `NoSuchEntry`, or for
    customs `SwitchedAlready` and `NotAllowed`.
    """
    kind, seq, statement = amendment
    if isinstance(statement, Switching):
        return _switch(ledger, statement, tap, now)
    if kind is ChangeKind.UNDONE:
        return _take_back(ledger, ledger.standing(seq), tap, now)
    target = ledger.entry(seq)
    if statement is None:
        target.is_live = False
        ledger.log(
            ChangeKind.DELETED, tap, now, target=target.seq, place=target.place, hand=target.hand
        )
        return first_hand_touched(target)
    if kind is ChangeKind.INSERTED:
        return _put(ledger, target, amendment, ledger.place_before(target), tap, now)
    target.is_live = False
    return _put(ledger, target, amendment, target.place, tap, now)


def turn(ledger: Ledger, done: ChangeRow, tap: Tap, now: datetime, *, is_undone: bool) -> int:
    """Take a change back or make it again; returns the first hand to replay."""
    hand = first_hand_touched(done)
    done.is_undone = is_undone
    done.is_live = not is_undone and done.statement is not None
    if done.target is not None:
        target = ledger.session.get_one(ChangeRow, (ledger.row.id, done.target))
        target.is_live = is_undone
        hand = min(hand, first_hand_touched(target))
    kind = ChangeKind.UNDONE if is_undone else ChangeKind.REDONE
    ledger.log(kind, tap, now, target=done.seq, hand=done.hand)
    return hand


def check_is_free(ledger: Ledger, amendment: Amendment) -> None:
    """Refuse what needs another phone's consent at this table; raises `AskFirst`.

    What stands last may be put right by whoever entered it wrongly. To do without
    consent needs it too: else whoever wants to change something switches it off first.
    """
    if ledger.row.consent_since is None:
        return
    kind, seq, statement = amendment
    if isinstance(statement, Switching):
        is_free = statement.consent is not False
    elif kind is ChangeKind.INSERTED:
        is_free = False
    else:
        changed = ledger.standing(seq) if kind is ChangeKind.UNDONE else ledger.entry(seq)
        is_free = ledger.is_free(changed)
    if not is_free:
        raise AskFirst(_ASK_FIRST)


def check_end_is_free(ledger: Ledger, changed: ChangeRow) -> None:
    """Refuse to touch what needs another phone's consent; raises `AskFirst`."""
    if not ledger.is_free(changed):
        raise AskFirst(_ASK_FIRST)


_ASK_FIRST = "At this table another phone has to accept a change further back: propose it."


def _switch(ledger: Ledger, switching: Switching, tap: Tap, now: datetime) -> int:
    """Switch customs, which touches no hand."""
    before = Customs.of(ledger.row)
    after = switching.of(before)
    if after == before:
        raise SwitchedAlready("That is switched so already.")
    if after.consent > before.consent and len(keepers_of(ledger.session, ledger.row.id)) < 2:
        raise NotAllowed("Nobody could accept: let another phone keep score first.")
    after.keep(ledger.row, now)
    ledger.log(ChangeKind.SWITCHED, tap, now, statement=str(switching))
    return ledger.row.hand


def _take_back(ledger: Ledger, done: ChangeRow, tap: Tap, now: datetime) -> int:
    """Take a change back that is not the last one."""
    hand = turn(ledger, done, tap, now, is_undone=True)
    _rebuild(ledger, hand, done.target, now)
    return hand


def _put(
    ledger: Ledger, target: ChangeRow, amendment: Amendment, place: float, tap: Tap, now: datetime
) -> int:
    """Put a statement in the place of the target, or before it."""
    assert isinstance(amendment.statement, Statement)
    seq = ledger.log(
        amendment.kind,
        tap,
        now,
        target=target.seq if amendment.kind is ChangeKind.CORRECTED else None,
        statement=statement_by_seat(amendment.statement, ledger.header.seating),
        place=place,
        hand=target.hand,
        is_live=True,
    )
    hand = min(first_hand_touched(target), first_hand_touched(ledger.entry(seq)))
    _rebuild(ledger, hand, seq, now)
    return hand


def _rebuild(ledger: Ledger, hand: int, put: int | None, now: datetime) -> None:
    """Replay; raises the `Refusal` of what was put, while what follows may need mending."""
    refused = ledger.rebuild(hand, now)
    if refused is not None and refused.line == put:
        raise refused.refusal
