"""Proposals: a table may ask that another phone accept a change further back.

A proposal is an amendment that is pending while play goes on. Accepted, it is made in the
record as that then stands, or whoever accepts hears why it no longer can be, and it goes on
waiting. Where nobody else keeps score any more, who proposes accepts: else the table could
never be put right.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, func, insert, select, update

from companion.record.header import Header
from companion.tables.amendments import Amendment, plan
from companion.tables.errors import NoSuchProposal, NotAllowed
from companion.tables.notices import announce
from companion.tables.rewriting import Plan, Record, save_change
from companion.tables.rows import PROPOSALS, Answer
from companion.tables.service import TableService
from companion.tables.state import (
    Member,
    RequestStamp,
    TableState,
)
from companion.words import message


class Proposal(NamedTuple):
    """A change that somebody proposed, and what the others made of it."""

    number: int
    at: datetime
    #: The device that proposed it.
    device: str
    amendment: Amendment
    answer: Answer
    #: The device that accepted, declined or withdrew it; the one that proposed it accepted it
    #: only where no other kept score.
    answered_by: str
    #: The change that it became.
    change: int | None


class ProposalService:
    """Proposals at the tables of a service, and their answers."""

    def __init__(self, tables: TableService) -> None:
        self._tables = tables

    def proposals(self, table_id: str) -> tuple[Proposal, ...]:
        """Everything that was proposed, first to last."""
        header = self._tables.look(table_id).header
        of_table = select(PROPOSALS).where(PROPOSALS.c.table_id == table_id)
        with self._tables.database.snapshot() as connection:
            rows = connection.execute(of_table.order_by(PROPOSALS.c.number)).all()
        return tuple(
            Proposal(
                row.number,
                row.at,
                row.device,
                _amendment(row, header),
                Answer(row.answer),
                row.answered_by,
                row.change,
            )
            for row in rows
        )

    def pending(self, table_id: str) -> tuple[Proposal, ...]:
        """What waits for another phone."""
        return tuple(each for each in self.proposals(table_id) if each.answer is Answer.PENDING)

    def amend(
        self, table_id: str, amendment: Amendment, stamp: RequestStamp
    ) -> TableState | Proposal:
        """An amendment made, or pending where another phone has to accept it.

        Sent twice, or proposed by somebody else already, it is proposed once. Raises the
        `Refusal` that the statement earns there, `NoSuchEntry`, for options `NotAllowed` and
        `OptionsUnchanged`; and `StaleTap` or `OnlyKeepers`.
        """

        def planned(record: Record) -> Callable[[Connection], TableState | int]:
            state = record.state
            # First the key: a tap whose answer was lost may come once more when all was decided.
            if again := _first(record, PROPOSALS.c.key == stamp.key):
                return lambda connection: int(again.number)
            if stamp.is_counted(state, has_key=record.has_key):
                return lambda connection: state
            made = plan(record, amendment, self._tables.now())
            if made.needs_consent and state.table_options.consent:
                return self._proposed(record, amendment, made, stamp)
            return lambda connection: save_change(
                connection, state, made, stamp, self._tables.now()
            )

        done = self._tables.settle(table_id, stamp.key, planned)
        if isinstance(done, TableState):
            return done
        proposal = next(each for each in self.proposals(table_id) if each.number == done)
        return proposal if proposal.answer is Answer.PENDING else self._tables.look(table_id)

    def accept(self, table_id: str, number: int, stamp: RequestStamp) -> TableState:
        """The change made, in the record as it stands now, on behalf of who proposed it.

        Raises the `Refusal` that it earns now, `NotAllowed` for the phone that proposed it
        while there is another, or `NoSuchProposal`; then it goes on waiting.
        """

        def planned(record: Record) -> Callable[[Connection], TableState]:
            state = record.state
            if record.has_key:
                return lambda connection: state
            proposer, amendment = _pending(record, number)
            if _other_keepers(state, stamp.device) and stamp.device == proposer:
                raise NotAllowed(message("refused.own-proposal"))
            made = plan(record, amendment, self._tables.now())
            return lambda connection: self._make(connection, state, number, made, proposer, stamp)

        return self._tables.settle(table_id, stamp.key, planned)

    def decline(self, table_id: str, number: int, device: str) -> None:
        """The change is not made; raises `NotAllowed` or `NoSuchProposal`."""
        self._turn_down(table_id, number, device, Answer.DECLINED)

    def withdraw(self, table_id: str, number: int, device: str) -> None:
        """Whoever proposed the change does without it; raises as `decline` does."""
        self._turn_down(table_id, number, device, Answer.WITHDRAWN)

    # How it is done

    def _proposed(
        self, record: Record, amendment: Amendment, made: Plan, stamp: RequestStamp
    ) -> Callable[[Connection], int]:
        """What keeps a planned change as a proposal, and makes it where nobody else can accept."""
        state = record.state
        others = _other_keepers(state, stamp.device)
        # The very same change may wait already.
        alike = _first(
            record,
            PROPOSALS.c.answer == Answer.PENDING.value,
            PROPOSALS.c.kind == amendment.kind.value,
            PROPOSALS.c.target == amendment.target,
            PROPOSALS.c.statement.is_not_distinct_from(amendment.written(state.header.seating)),
        )

        def save(connection: Connection) -> int:
            number = alike.number if alike else self._add(connection, state, amendment, stamp)
            if not others:
                proposer = alike.device if alike else stamp.device
                self._make(connection, state, number, made, proposer, stamp)
            return int(number)

        return save

    def _turn_down(self, table_id: str, number: int, device: str, answer: Answer) -> None:
        def planned(record: Record) -> Callable[[Connection], None]:
            proposer, _ = _pending(record, number)
            if answer is Answer.WITHDRAWN and device != proposer:
                raise NotAllowed(message("refused.only-proposer"))
            if answer is Answer.DECLINED and device == proposer:
                raise NotAllowed(message("refused.withdraw-it"))
            _other_keepers(record.state, device)
            return lambda connection: self._answer(
                connection, table_id, number, answer=answer.value, answered_by=device
            )

        self._tables.settle(table_id, "", planned)

    def _add(
        self, connection: Connection, state: TableState, amendment: Amendment, stamp: RequestStamp
    ) -> int:
        of_table = PROPOSALS.c.table_id == state.id
        latest = select(func.max(PROPOSALS.c.number)).where(of_table)
        number: int = (connection.execute(latest).scalar() or 0) + 1
        row = {
            "table_id": state.id,
            "number": number,
            "at": self._tables.now(),
            "key": stamp.key,
            "device": stamp.device,
            "kind": amendment.kind.value,
            "target": amendment.target,
            "statement": amendment.written(state.header.seating),
            "answer": Answer.PENDING.value,
            "answered_by": "",
        }
        connection.execute(insert(PROPOSALS), row)
        announce(connection, state.id)
        return number

    def _make(
        self,
        connection: Connection,
        before: TableState,
        number: int,
        made: Plan,
        proposer: str,
        stamp: RequestStamp,
    ) -> TableState:
        """Make a proposed change on behalf of who proposed it; the tap is that of who accepts."""
        by_proposer = stamp._replace(device=proposer)
        after = save_change(connection, before, made, by_proposer, self._tables.now())
        accepted = {"answer": Answer.ACCEPTED.value, "answered_by": stamp.device}
        self._answer(connection, before.id, number, change=after.version, **accepted)
        return after._replace(access=before.access + 1)

    def _answer(self, connection: Connection, table_id: str, number: int, **columns: Any) -> None:
        of_table = update(PROPOSALS).where(PROPOSALS.c.table_id == table_id)
        answered = of_table.where(PROPOSALS.c.number == number)
        connection.execute(answered.values(answered_at=self._tables.now(), **columns))
        announce(connection, table_id)


def _other_keepers(state: TableState, device: str) -> tuple[Member, ...]:
    """The other phones that keep score; raises `NotAllowed` where this one does not."""
    members = state.seen_by(device)
    if not members.keeps:
        raise NotAllowed(message("refused.only-keepers"))
    return members.other_keepers


def _first(record: Record, *where: ColumnElement[bool]) -> Any:
    """The row of such a proposal at this table; None where there is none."""
    query = select(PROPOSALS).where(PROPOSALS.c.table_id == record.state.id, *where)
    return record.connection.execute(query).first()


def _pending(record: Record, number: int) -> tuple[str, Amendment]:
    """Who proposed what of this number, while it waits; raises `NoSuchProposal`."""
    row = _first(record, PROPOSALS.c.number == number)
    if row is None or row.answer != Answer.PENDING:
        raise NoSuchProposal(message("refused.no-such-proposal"))
    return row.device, _amendment(row, record.state.header)


def _amendment(row: Any, header: Header) -> Amendment:
    return Amendment.read(row.kind, row.target, row.statement, header.seating)
