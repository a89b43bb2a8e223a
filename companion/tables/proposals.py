"""Proposals: a table may ask that another phone accept a change further back.

A proposal is an amendment that is pending while play goes on. Accepted, it is made in the
record as that then stands, or whoever accepts hears why it no longer can be, and it goes on
waiting. Where nobody else keeps score any more, who proposes accepts: else the table could
never be put right.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, func, insert, select, update

from companion.rules.seating import Seating
from companion.tables.amendments import Amendment, plan
from companion.tables.entering import find, move
from companion.tables.errors import NoSuchProposal, NotAllowed
from companion.tables.members import Member
from companion.tables.options import OptionsChange
from companion.tables.rewriting import Aside, Record, Rewrite, save_change
from companion.tables.rows import PROPOSALS, Answer, ChangeKind
from companion.tables.service import TableService
from companion.tables.state import RequestStamp, TableState, statement_by_name, statement_by_seat
from companion.words import message


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


class _Proposed(NamedTuple):
    """What a proposal finds: the row of the same one if there is any, and what it comes to."""

    row: Any
    #: None where this very tap was counted already.
    made: Rewrite | Aside | None


class ProposalService:
    """Proposals at the tables of a service, and their answers."""

    def __init__(self, tables: TableService) -> None:
        self._tables = tables

    # Looking

    def proposals(self, table_id: str) -> tuple[Proposal, ...]:
        """Everything that was proposed, first to last; raises `NoSuchTable`."""
        players = self._tables.look(table_id).header.players
        of_table = select(PROPOSALS).where(PROPOSALS.c.table_id == table_id)
        with self._tables.database.snapshot() as connection:
            rows = connection.execute(of_table.order_by(PROPOSALS.c.number)).all()
        return tuple(_proposal(row, players) for row in rows)

    def pending(self, table_id: str) -> tuple[Proposal, ...]:
        """What waits for another phone; raises `NoSuchTable`."""
        return tuple(each for each in self.proposals(table_id) if each.answer is Answer.PENDING)

    # Proposing and answering

    def amend(
        self, table_id: str, amendment: Amendment, stamp: RequestStamp
    ) -> TableState | Proposal:
        """An amendment made, or pending where another phone has to accept it.

        Raises what `TableService.amend` raises besides `ConsentNeeded`.
        """

        def planned(record: Record) -> _Proposed | Rewrite | Aside | None:
            if self._tables.is_counted(record, stamp):
                return None
            made = plan(record, amendment, self._tables.now())
            return self._proposed(record, amendment, stamp, made) if record.asks(made) else made

        def save(
            connection: Connection, before: TableState, made: _Proposed | Rewrite | Aside | None
        ) -> TableState | int:
            if made is None:
                return before
            if isinstance(made, _Proposed):
                return self._save(connection, before, amendment, stamp, made)
            return save_change(connection, before, made, stamp, self._tables.now())

        after = self._tables.settle(table_id, planned, save)
        if isinstance(after, TableState):
            return after
        proposal = self._read(table_id, after)
        return proposal if proposal.answer is Answer.PENDING else self._tables.look(table_id)

    def propose(self, table_id: str, amendment: Amendment, stamp: RequestStamp) -> Proposal:
        """A change for another phone to accept; where there is none, it is made.

        Sent twice, or proposed by somebody else already, it is proposed once. Raises what
        making it now would raise, `NotAllowed` or `NoSuchTable`.
        """

        def planned(record: Record) -> _Proposed:
            return self._proposed(record, amendment, stamp)

        def save(connection: Connection, before: TableState, proposed: _Proposed) -> int:
            return self._save(connection, before, amendment, stamp, proposed)

        return self._read(table_id, self._tables.settle(table_id, planned, save))

    def accept(self, table_id: str, number: int, stamp: RequestStamp) -> TableState:
        """The change made, in the record as it stands now, on behalf of who proposed it.

        Raises the `Refusal` that it earns now, `NotAllowed` for the phone that proposed it
        while there is another, `NoSuchProposal` or `NoSuchTable`; then it goes on waiting.
        """

        def planned(record: Record) -> tuple[str, Rewrite | Aside] | None:
            if find(record.connection, table_id, stamp.key).has_key:
                return None
            proposal = _pending(record, number)
            if _other_keepers(record.state, stamp.device) and stamp.device == proposal.device:
                raise NotAllowed(message("refused.own-proposal"))
            return proposal.device, plan(record, proposal.amendment, self._tables.now())

        def save(
            connection: Connection,
            before: TableState,
            found: tuple[str, Rewrite | Aside] | None,
        ) -> TableState:
            if found is None:
                return before
            proposer, made = found
            by_proposer = stamp._replace(device=proposer)
            return self._make(connection, before, number, made, by_proposer, stamp.device)

        return self._tables.settle(table_id, planned, save)

    def decline(self, table_id: str, number: int, device: str) -> None:
        """The change is not made; raises `NotAllowed` or `NoSuchProposal`."""

        def planned(record: Record) -> Answer:
            if device == _pending(record, number).device:
                raise NotAllowed(message("refused.withdraw-it"))
            _other_keepers(record.state, device)
            return Answer.DECLINED

        self._decide(table_id, number, planned, device)

    def withdraw(self, table_id: str, number: int, device: str) -> None:
        """Whoever proposed the change does without it; raises as `decline` does."""

        def planned(record: Record) -> Answer:
            if device != _pending(record, number).device:
                raise NotAllowed(message("refused.only-proposer"))
            return Answer.WITHDRAWN

        self._decide(table_id, number, planned, device)

    # How it is done

    def _read(self, table_id: str, number: int) -> Proposal:
        return next(each for each in self.proposals(table_id) if each.number == number)

    def _proposed(
        self,
        record: Record,
        amendment: Amendment,
        stamp: RequestStamp,
        made: Rewrite | Aside | None = None,
    ) -> "_Proposed":
        """What a proposal finds: raises what making it now would raise, and `NotAllowed`."""
        _other_keepers(record.state, stamp.device)
        table_id = record.state.id
        by_key = and_(PROPOSALS.c.table_id == table_id, PROPOSALS.c.key == stamp.key)
        known = record.connection.execute(select(PROPOSALS).where(by_key)).first()
        if known is not None:
            return _Proposed(known, None)
        made = made or plan(record, amendment, self._tables.now())
        return _Proposed(_alike(record, amendment), made)

    def _save(
        self,
        connection: Connection,
        before: TableState,
        amendment: Amendment,
        stamp: RequestStamp,
        proposed: "_Proposed",
    ) -> int:
        """Write a proposal down, or make it where nobody else could accept it; its number."""
        row, made = proposed
        number: int = row.number if row else self._add(connection, before, amendment, stamp)
        if made is not None and not _other_keepers(before, stamp.device):
            by_proposer = stamp._replace(device=row.device if row else stamp.device)
            self._make(connection, before, number, made, by_proposer, stamp.device)
        return number

    def _decide(
        self, table_id: str, number: int, planned: Callable[[Record], Answer], device: str
    ) -> None:
        self._tables.settle(
            table_id,
            planned,
            lambda connection, before, answer: self._answer(
                connection, before, number, answer, device
            ),
        )

    def _add(
        self, connection: Connection, before: TableState, amendment: Amendment, stamp: RequestStamp
    ) -> int:
        of_table = PROPOSALS.c.table_id == before.id
        latest = select(func.max(PROPOSALS.c.number)).where(of_table)
        number: int = (connection.execute(latest).scalar() or 0) + 1
        row = {
            "table_id": before.id,
            "number": number,
            "at": self._tables.now(),
            "key": stamp.key,
            "device": stamp.device,
            "kind": amendment.kind.value,
            "target": amendment.target,
            "statement": _kept(amendment, before.header.seating),
            "answer": Answer.PENDING.value,
            "answered_by": "",
        }
        connection.execute(insert(PROPOSALS), row)
        _announce(connection, before)
        return number

    def _make(
        self,
        connection: Connection,
        before: TableState,
        number: int,
        made: Rewrite | Aside,
        by_proposer: RequestStamp,
        accepted_by: str,
    ) -> TableState:
        """Make a proposed change on behalf of who proposed it; the tap is that of who accepts."""
        after = save_change(connection, before, made, by_proposer, self._tables.now())
        self._answer(connection, before, number, Answer.ACCEPTED, accepted_by, after.version)
        return after._replace(access=before.access + 1)

    def _answer(
        self,
        connection: Connection,
        before: TableState,
        number: int,
        answer: Answer,
        device: str,
        change: int | None = None,
    ) -> None:
        values = {
            "answer": answer.value,
            "answered_at": self._tables.now(),
            "answered_by": device,
            "change": change,
        }
        connection.execute(update(PROPOSALS).where(_is(before.id, number)).values(values))
        _announce(connection, before)


def _announce(connection: Connection, before: TableState) -> None:
    """Count a change beside the record, so that every phone at the table learns of it."""
    move(connection, before.id, {"access": before.access + 1})


def _other_keepers(state: TableState, device: str) -> tuple[Member, ...]:
    """The other phones that keep score; raises `NotAllowed` where this one does not."""
    members = state.seen_by(device)
    if not members.keeps:
        raise NotAllowed(message("refused.only-keepers"))
    return members.other_keepers


def _alike(record: Record, amendment: Amendment) -> Any:
    """The row of the very same change, where somebody proposed it already and it waits."""
    kept = _kept(amendment, record.state.header.seating)
    alike = select(PROPOSALS).where(
        PROPOSALS.c.table_id == record.state.id,
        PROPOSALS.c.answer == Answer.PENDING.value,
        PROPOSALS.c.kind == amendment.kind.value,
        PROPOSALS.c.target == amendment.target,
        PROPOSALS.c.statement.is_not_distinct_from(kept),
    )
    return record.connection.execute(alike).first()


def _is(table_id: str, number: int) -> ColumnElement[bool]:
    return and_(PROPOSALS.c.table_id == table_id, PROPOSALS.c.number == number)


def _pending(record: Record, number: int) -> Proposal:
    query = select(PROPOSALS).where(_is(record.state.id, number))
    row = record.connection.execute(query).first()
    if row is None or row.answer != Answer.PENDING:
        raise NoSuchProposal(message("refused.no-such-proposal"))
    return _proposal(row, record.state.header.players)


def _kept(amendment: Amendment, seating: Seating) -> str | None:
    """What a proposal keeps of the statement, or of what is to be switched."""
    match amendment.statement:
        case None:
            return None
        case OptionsChange() as options_change:
            return str(options_change)
        case statement:
            return statement_by_seat(statement, seating)


def _amendment(row: Any, players: tuple[str, ...]) -> Amendment:
    kind, kept = ChangeKind(row.kind), row.statement
    if kept is None:
        return Amendment(kind, row.target)
    if kind is ChangeKind.SWITCHED:
        return Amendment.switch(OptionsChange.read(kept))
    return Amendment(kind, row.target, statement_by_name(kept, players))


def _proposal(row: Any, players: tuple[str, ...]) -> Proposal:
    return Proposal(
        row.number,
        row.at,
        row.device,
        _amendment(row, players),
        Answer(row.answer),
        row.answered_at,
        row.answered_by,
        row.change,
    )
