"""Consent: a table may ask that another phone accept a change further back.

A proposal waits while play goes on. Accepted, it is made in the record as that
then stands, or it is told why it no longer can be, and goes on waiting. Where nobody
else keeps score any more, who proposes accepts: else the table could never be put right.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import NamedTuple

from sqlmodel import Session, col, func, select

from companion.rules.seating import Seating
from companion.tables.amendments import Amendment, amend
from companion.tables.customs import Switching
from companion.tables.database import Database
from companion.tables.door import keepers_of
from companion.tables.errors import NoSuchProposal, NotAllowed
from companion.tables.ledger import Ledger
from companion.tables.rows import Answer, ChangeKind, ProposalRow
from companion.tables.sitting import Sitting, Tap, statement_by_name, statement_by_seat


class Proposal(NamedTuple):
    """A change that somebody proposed, and what the others made of it."""

    number: int
    at: datetime
    #: The device that proposed it.
    device: str
    amendment: Amendment
    answer: Answer
    answered_at: datetime | None
    #: The device that accepted, declined or withdrew it; the one that proposed it accepted it
    #: only where no other kept score.
    answered_by: str
    #: The change that it became.
    change: int | None


class Consent:
    """Proposals and their answers. `now` gives the time."""

    def __init__(
        self, database: Database, now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self.database = database
        self._now = now

    # Looking

    def proposals(self, table_id: str) -> tuple[Proposal, ...]:
        """Everything that was proposed, first to last; raises `NoSuchTable`."""
        with self.database.reading() as session:
            ledger = Ledger(session, table_id)
            query = select(ProposalRow).where(col(ProposalRow.table_id) == table_id)
            rows = session.exec(query.order_by(col(ProposalRow.number))).all()
            return tuple(_told(row, ledger.header.players) for row in rows)

    def pending(self, table_id: str) -> tuple[Proposal, ...]:
        """What waits for another phone; raises `NoSuchTable`."""
        return tuple(each for each in self.proposals(table_id) if each.answer is Answer.PENDING)

    # Proposing and answering

    def propose(self, table_id: str, amendment: Amendment, tap: Tap) -> Proposal:
        """A change for another phone to accept; where there is none, it is made.

        Sent twice, or proposed by somebody else already, it is proposed once. Raises what
        making it now would raise, `NotAllowed` or `NoSuchTable`.
        """
        with self.database.writing() as session:
            ledger = Ledger(session, table_id, for_update=True)
            others = _other_keepers(ledger, tap.device)
            row = _by_key(session, table_id, tap.key)
            if row is None:
                self._try(ledger, amendment, tap)
                row = _alike(ledger, amendment) or self._written_down(ledger, amendment, tap)
                if not others:
                    self._make(ledger, row, tap)
            return _told(row, ledger.header.players)

    def accept(self, table_id: str, number: int, tap: Tap) -> Sitting:
        """The change made, in the record as it stands now, on behalf of who proposed it.

        Raises the `Refusal` that it earns now, `NotAllowed` for the phone that proposed it
        while there is another, `NoSuchProposal` or `NoSuchTable`; then it goes on waiting.
        """
        with self.database.writing() as session:
            ledger = Ledger(session, table_id, for_update=True)
            if not ledger.has_key(tap.key):
                row = _pending(ledger, number)
                if _other_keepers(ledger, tap.device) and tap.device == row.device:
                    raise NotAllowed("Another phone has to accept it, not the one that asks.")
                self._make(ledger, row, tap)
            session.flush()
            return ledger.sitting()

    def decline(self, table_id: str, number: int, device: str) -> None:
        """The change is not made; raises `NotAllowed` or `NoSuchProposal`."""
        with self.database.writing() as session:
            ledger = Ledger(session, table_id, for_update=True)
            row = _pending(ledger, number)
            if device == row.device:
                raise NotAllowed("Whoever proposed it withdraws it.")
            _other_keepers(ledger, device)
            self._answer(ledger, row, Answer.DECLINED, device)

    def withdraw(self, table_id: str, number: int, device: str) -> None:
        """Whoever proposed the change does without it; raises as `decline` does."""
        with self.database.writing() as session:
            ledger = Ledger(session, table_id, for_update=True)
            row = _pending(ledger, number)
            if device != row.device:
                raise NotAllowed("Only the phone that proposed it can withdraw it.")
            self._answer(ledger, row, Answer.WITHDRAWN, device)

    # How it is done

    def _try(self, ledger: Ledger, amendment: Amendment, tap: Tap) -> None:
        """Make the change and take it back, so that what cannot stand is never proposed."""
        attempt = ledger.session.begin_nested()
        try:
            amend(ledger, amendment, tap, self._now())
        finally:
            attempt.rollback()

    def _written_down(self, ledger: Ledger, amendment: Amendment, tap: Tap) -> ProposalRow:
        of_table = col(ProposalRow.table_id) == ledger.row.id
        latest = ledger.session.exec(select(func.max(ProposalRow.number)).where(of_table)).one()
        row = ProposalRow(
            table_id=ledger.row.id,
            number=(latest or 0) + 1,
            at=self._now(),
            key=tap.key,
            device=tap.device,
            kind=amendment.kind.value,
            target=amendment.target,
            statement=_kept(amendment, ledger.header.seating),
        )
        ledger.session.add(row)
        ledger.session.flush()
        ledger.announce()
        return row

    def _make(self, ledger: Ledger, row: ProposalRow, tap: Tap) -> None:
        """Make a proposed change on behalf of who proposed it; the tap is that of who accepts."""
        proposed = _told(row, ledger.header.players).amendment
        now = self._now()
        by_proposer = tap._replace(device=row.device)
        ledger.rebuild(amend(ledger, proposed, by_proposer, now), now)
        self._answer(ledger, row, Answer.ACCEPTED, tap.device)
        row.change = ledger.row.version

    def _answer(self, ledger: Ledger, row: ProposalRow, answer: Answer, device: str) -> None:
        row.answer = answer.value
        row.answered_at = self._now()
        row.answered_by = device
        ledger.announce()


def _other_keepers(ledger: Ledger, device: str) -> set[str]:
    """The other phones that keep score; raises `NotAllowed` where this one does not."""
    keepers = keepers_of(ledger.session, ledger.row.id)
    if device not in keepers:
        raise NotAllowed("Only a phone that keeps score at this table can do that.")
    return keepers - {device}


def _by_key(session: Session, table_id: str, key: str) -> ProposalRow | None:
    query = select(ProposalRow).where(
        col(ProposalRow.table_id) == table_id, col(ProposalRow.key) == key
    )
    return session.exec(query).first()


def _alike(ledger: Ledger, amendment: Amendment) -> ProposalRow | None:
    """The very same change where somebody proposed it already and it waits."""
    kept = _kept(amendment, ledger.header.seating)
    query = select(ProposalRow).where(
        col(ProposalRow.table_id) == ledger.row.id,
        col(ProposalRow.answer) == Answer.PENDING.value,
        col(ProposalRow.kind) == amendment.kind.value,
        col(ProposalRow.target) == amendment.target,
        col(ProposalRow.statement).is_not_distinct_from(kept),
    )
    return ledger.session.exec(query).first()


def _pending(ledger: Ledger, number: int) -> ProposalRow:
    row = ledger.session.get(ProposalRow, (ledger.row.id, number))
    if row is None or row.answer != Answer.PENDING:
        raise NoSuchProposal("That proposal does not wait for an answer any more.")
    return row


def _kept(amendment: Amendment, seating: Seating) -> str | None:
    """What a proposal keeps of the statement, or of what is to be switched."""
    match amendment.statement:
        case None:
            return None
        case Switching() as switching:
            return str(switching)
        case statement:
            return statement_by_seat(statement, seating)


def _read(row: ProposalRow, players: tuple[str, ...]) -> Amendment:
    kind, kept = ChangeKind(row.kind), row.statement
    if kept is None:
        return Amendment(kind, row.target)
    if kind is ChangeKind.SWITCHED:
        return Amendment.switch(Switching.read(kept))
    return Amendment(kind, row.target, statement_by_name(kept, players))


def _told(row: ProposalRow, players: tuple[str, ...]) -> Proposal:
    return Proposal(
        row.number,
        row.at,
        row.device,
        _read(row, players),
        Answer(row.answer),
        row.answered_at,
        row.answered_by,
        row.change,
    )
