"""Amendments: a record changed further back, and whether that needs another phone's consent."""

from datetime import datetime
from typing import NamedTuple

from companion.record.statements import Statement
from companion.tables.errors import AskFirst
from companion.tables.ledger import Ledger, first_hand_touched
from companion.tables.rows import ChangeKind, ChangeRow
from companion.tables.sitting import Tap, statement_by_seat


class Amendment(NamedTuple):
    """An entry corrected or deleted, or a statement put in before it."""

    kind: ChangeKind
    target: int
    #: None where the entry is deleted.
    statement: Statement | None = None


def amend(ledger: Ledger, amendment: Amendment, tap: Tap, now: datetime) -> int:
    """Make an amendment; returns the first hand to replay.

    Raises the `Refusal` that the statement earns where it is put, or `NoSuchEntry`.
    """
    target = ledger.entry(amendment.target)
    if amendment.statement is None:
        target.is_live = False
        ledger.log(
            ChangeKind.DELETED, tap, now, target=target.seq, place=target.place, hand=target.hand
        )
        return first_hand_touched(target)
    if amendment.kind is ChangeKind.INSERTED:
        return _put(ledger, target, amendment, ledger.place_before(target), tap, now)
    target.is_live = False
    return _put(ledger, target, amendment, target.place, tap, now)


def check_is_free(ledger: Ledger, amendment: Amendment) -> None:
    """Refuse what needs another phone's consent at this table; raises `AskFirst`.

    What stands last may be put right by whoever entered it wrongly.
    """
    if ledger.row.consent_since is None:
        return
    target = ledger.entry(amendment.target)
    if amendment.kind is ChangeKind.INSERTED:
        raise AskFirst(_ASK_FIRST)
    check_end_is_free(ledger, target.place)


def check_end_is_free(ledger: Ledger, place: float) -> None:
    """Refuse to touch a place behind which the record goes on; raises `AskFirst`."""
    if ledger.row.consent_since is not None and ledger.has_entry_after(place):
        raise AskFirst(_ASK_FIRST)


_ASK_FIRST = "At this table another phone has to accept a change further back: propose it."


def _put(
    ledger: Ledger, target: ChangeRow, amendment: Amendment, place: float, tap: Tap, now: datetime
) -> int:
    """Put a statement in the place of the target, or before it."""
    assert amendment.statement is not None
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
    refused = ledger.rebuild(hand, now)
    if refused is not None and refused.line == seq:
        # What is put in must hold where it is put; what follows may need mending.
        raise refused.refusal
    return hand
