"""Consent: a table may ask that another phone accept a change further back.

A proposal waits while play goes on. Accepted, it is made in the record as that
then stands, or it is told why it no longer can be, and goes on waiting.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import NamedTuple

from sqlmodel import Session, col, func, select

from companion.tables.amendments import Amendment, amend
from companion.tables.database import Database
from companion.tables.errors import NoSuchProposal, NotAllowed
from companion.tables.ledger import Ledger
from companion.tables.rows import Answer, ChangeKind, GuestRow, ProposalRow, Standing
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
    #: The device that accepted, declined or withdrew it.
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

    def is_asked_for(self, table_id: str) -> bool:
        """Whether another phone has to accept a change further back; raises `NoSuchTable`."""
        with self.database.reading() as session:
            return Ledger(session, table_id).row.consent_since is not None

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

    # Asking for it

    def ask_for_it(self, table_id: str, device: str) -> None:
        """From now on another phone has to accept; raises `NotAllowed` or `NoSuchTable`."""
        with self.database.writing() as session:
            ledger = Ledger(session, table_id, for_update=True)
            if not _keepers(session, table_id, device) - {device}:
                raise NotAllowed("Nobody could accept: let another phone keep score first.")
            ledger.row.consent_since = ledger.row.consent_since or self._now()
            ledger.announce()

    def do_without(self, table_id: str, device: str) -> None:
        """From now on any keeper changes the record alone; raises as `ask_for_it` does.

        What was proposed may still be answered.
        """
        with self.database.writing() as session:
            ledger = Ledger(session, table_id, for_update=True)
            _keepers(session, table_id, device)
            ledger.row.consent_since = None
            ledger.announce()

    # Proposing and answering

    def propose(self, table_id: str, amendment: Amendment, tap: Tap) -> Proposal:
        """A change for another phone to accept; sent twice, it is proposed once.

        Raises what making it now would raise, `NotAllowed` or `NoSuchTable`.
        """
        with self.database.writing() as session:
            ledger = Ledger(session, table_id, for_update=True)
            _keepers(session, table_id, tap.device)
            row = _by_key(session, table_id, tap.key)
            if row is None:
                self._try(ledger, amendment, tap)
                row = self._written_down(ledger, amendment, tap)
                ledger.announce()
            return _told(row, ledger.header.players)

    def accept(self, table_id: str, number: int, tap: Tap) -> Sitting:
        """The change made, in the record as it stands now, on behalf of who proposed it.

        Raises the `Refusal` that it earns now, `NotAllowed` for the phone that
        proposed it, `NoSuchProposal` or `NoSuchTable`; then it goes on waiting.
        """
        with self.database.writing() as session:
            ledger = Ledger(session, table_id, for_update=True)
            if not ledger.has_key(tap.key):
                row = _pending(ledger, number)
                if tap.device == row.device:
                    raise NotAllowed("Another phone has to accept it, not the one that asks.")
                _keepers(session, table_id, tap.device)
                proposed = _told(row, ledger.header.players).amendment
                now = self._now()
                by_proposer = tap._replace(device=row.device)
                ledger.rebuild(amend(ledger, proposed, by_proposer, now), now)
                self._answer(ledger, row, Answer.ACCEPTED, tap.device)
                row.change = ledger.row.version
            session.flush()
            return ledger.sitting()

    def decline(self, table_id: str, number: int, device: str) -> None:
        """The change is not made; raises `NotAllowed` or `NoSuchProposal`."""
        with self.database.writing() as session:
            ledger = Ledger(session, table_id, for_update=True)
            row = _pending(ledger, number)
            if device == row.device:
                raise NotAllowed("Whoever proposed it withdraws it.")
            _keepers(session, table_id, device)
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
        statement = amendment.statement
        row = ProposalRow(
            table_id=ledger.row.id,
            number=(latest or 0) + 1,
            at=self._now(),
            key=tap.key,
            device=tap.device,
            kind=amendment.kind.value,
            target=amendment.target,
            statement=None
            if statement is None
            else statement_by_seat(statement, ledger.header.seating),
        )
        ledger.session.add(row)
        ledger.session.flush()
        return row

    def _answer(self, ledger: Ledger, row: ProposalRow, answer: Answer, device: str) -> None:
        row.answer = answer.value
        row.answered_at = self._now()
        row.answered_by = device
        ledger.announce()


def _keepers(session: Session, table_id: str, device: str) -> set[str]:
    """The phones that keep score; raises `NotAllowed` where this one is none of them."""
    query = select(GuestRow.device).where(
        col(GuestRow.table_id) == table_id, col(GuestRow.standing) == Standing.KEEPS.value
    )
    keepers = set(session.exec(query))
    if device not in keepers:
        raise NotAllowed("Only a phone that keeps score at this table can do that.")
    return keepers


def _by_key(session: Session, table_id: str, key: str) -> ProposalRow | None:
    query = select(ProposalRow).where(
        col(ProposalRow.table_id) == table_id, col(ProposalRow.key) == key
    )
    return session.exec(query).first()


def _pending(ledger: Ledger, number: int) -> ProposalRow:
    row = ledger.session.get(ProposalRow, (ledger.row.id, number))
    if row is None or row.answer != Answer.PENDING:
        raise NoSuchProposal("That proposal does not wait for an answer any more.")
    return row


def _told(row: ProposalRow, players: tuple[str, ...]) -> Proposal:
    statement = None if row.statement is None else statement_by_name(row.statement, players)
    return Proposal(
        row.number,
        row.at,
        row.device,
        Amendment(ChangeKind(row.kind), row.target, statement),
        Answer(row.answer),
        row.answered_at,
        row.answered_by,
        row.change,
    )
