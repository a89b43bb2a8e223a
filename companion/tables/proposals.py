"""Proposals: a table may require that another phone accept a change further back.

A proposal is an amendment that is pending while play goes on. Once accepted, it is made in the
record as it is by then. If it doesn't fit there any more, the other phone learns why, and it stays
pending. If nobody else keeps score any more, the proposer accepts: else the table could never be
fixed.
"""

from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, func, update
from sqlmodel import Session, col, select

from companion.db.notify import announce
from companion.db.table_models import ProposalDecision, ProposalRow
from companion.i18n import message
from companion.record.replay import LineRefused
from companion.tables.amendments import Amendment, plan
from companion.tables.change_history import ChangeWorth
from companion.tables.errors import NoSuchProposal, NotAllowed
from companion.tables.misfits import misfits_from
from companion.tables.record_rewriting import ChangePlan, RewrittenRecord, save_change
from companion.tables.request_stamp import RequestStamp
from companion.tables.table_service import Save, TableService
from companion.tables.table_state import Member, TableState


class Proposal(NamedTuple):
    """A change that someone proposed, and how the others answered."""

    number: int
    at: datetime
    #: The device that proposed it.
    device: str
    amendment: Amendment
    answer: ProposalDecision = ProposalDecision.PENDING
    #: The device that accepted, declined or withdrew it; the proposer itself accepts only if no
    #: other phone keeps score.
    answered_by: str = ""
    #: The change that it became.
    change: int | None = None


class Effect(NamedTuple):
    """The effect of a change on the record."""

    worth: ChangeWorth
    #: The entries of that hand that would not fit any more, each by the change behind it.
    misfits: tuple[LineRefused, ...] = ()


class ProposalService:
    """Proposals at the tables of a service, and their answers."""

    def __init__(self, tables: TableService) -> None:
        self._tables = tables

    def proposals(self, table_id: str) -> tuple[Proposal, ...]:
        """Everything that was proposed, first to last."""
        state = self._tables.look(table_id)
        with self._tables.database.snapshot() as connection:
            return tuple(_proposals(RewrittenRecord(connection, state)))

    def pending(self, table_id: str) -> tuple[Proposal, ...]:
        """The proposals that wait for another phone."""
        pending = ProposalDecision.PENDING
        return tuple(each for each in self.proposals(table_id) if each.answer is pending)

    def foresee(self, table_id: str, amendment: Amendment) -> Effect:
        """What an amendment does to the record; raises as `amend` does, except for the stamp."""
        state, made = self._tables.foresee(
            table_id, lambda record: plan(record, amendment, self._tables.now())
        )
        if made.game is None:
            return Effect(made.worth(state))
        return Effect(made.worth(state), tuple(misfits_from(made.game, made.waiting)))

    def amend(
        self, table_id: str, amendment: Amendment, stamp: RequestStamp
    ) -> TableState | Proposal:
        """An amendment made, or pending if another phone must accept it.

        If it is sent twice, or someone else proposed it already, it is proposed once. Raises the
        `Refusal` that the statement earns there, `NoSuchEntry`, for options `NotAllowed` and
        `OptionsUnchanged`; and `StaleTap` or `OnlyKeepers`.
        """

        def planned(record: RewrittenRecord) -> Save[Proposal | None] | None:
            state = record.state
            # The key comes first: a tap whose answer was lost may come again when all was decided.
            for again in _proposals(record, col(ProposalRow.key) == stamp.key):
                found = again if again.answer is ProposalDecision.PENDING else None
                return lambda _: found
            if stamp.is_counted(state, has_key=record.has_key):
                return None
            made = plan(record, amendment, self._tables.now())
            if made.needs_consent and state.table_options.consent:
                return self._proposed(record, amendment, made, stamp)
            now = self._tables.now()
            return partial(save_change, before=state, made=made, stamp=stamp, now=now)

        return self._tables.settle(table_id, stamp.key, planned) or self._tables.look(table_id)

    def accept(self, table_id: str, number: int, stamp: RequestStamp) -> TableState:
        """The change made, in the record as it is now, on behalf of its proposer.

        Raises the `Refusal` that it earns now, `NoSuchProposal`, or `NotAllowed` for its proposer
        while there is another phone. Then it stays pending.
        """

        def planned(record: RewrittenRecord) -> Save[None] | None:
            state = record.state
            if record.has_key:
                return None
            proposal = _pending(record, number)
            if _other_keepers(state, stamp.device) and stamp.device == proposal.device:
                raise NotAllowed(message("refused.own-proposal"))
            made = plan(record, proposal.amendment, self._tables.now())
            return partial(self._make, before=state, proposal=proposal, made=made, stamp=stamp)

        self._tables.settle(table_id, stamp.key, planned)
        return self._tables.look(table_id)

    def turn_down(self, table_id: str, number: int, device: str, answer: ProposalDecision) -> None:
        """Decline a change, or withdraw one's own; raises `NotAllowed` or `NoSuchProposal`."""

        def planned(record: RewrittenRecord) -> Save[None] | None:
            is_own = _pending(record, number).device == device
            if answer is ProposalDecision.WITHDRAWN and not is_own:
                raise NotAllowed(message("refused.only-proposer"))
            if answer is ProposalDecision.DECLINED and is_own:
                raise NotAllowed(message("refused.withdraw-it"))
            _other_keepers(record.state, device)
            return partial(
                self._answer, table_id=table_id, number=number, answer=answer, answered_by=device
            )

        self._tables.settle(table_id, "", planned)

    def _proposed(
        self, record: RewrittenRecord, amendment: Amendment, made: ChangePlan, stamp: RequestStamp
    ) -> Save[Proposal | None] | None:
        """What keeps a planned change as a proposal, or makes it if nobody else can accept."""
        state = record.state
        others = _other_keepers(state, stamp.device)
        # The very same change may be pending already.
        waiting = _proposals(record, col(ProposalRow.answer) == ProposalDecision.PENDING)
        alike = next((each for each in waiting if each.amendment == amendment), None)

        def save(connection: Connection) -> Proposal | None:
            proposal = alike or self._add(connection, state, amendment, stamp)
            if not others:
                self._make(connection, state, proposal, made, stamp)
                return None
            return proposal

        return save

    def _add(
        self, connection: Connection, state: TableState, amendment: Amendment, stamp: RequestStamp
    ) -> Proposal:
        latest = select(func.max(ProposalRow.number)).where(ProposalRow.table_id == state.id)
        number: int = (connection.execute(latest).scalar() or 0) + 1
        proposal = Proposal(number, self._tables.now(), stamp.device, amendment)
        row = ProposalRow(
            table_id=state.id,
            number=number,
            at=proposal.at,
            key=stamp.key,
            device=stamp.device,
            kind=amendment.kind,
            target=amendment.target,
            statement=amendment.written(state.header.seating),
        )
        with Session(connection) as session:
            session.add(row)
            session.flush()
        announce(connection, state.id)
        return proposal

    def _make(
        self,
        connection: Connection,
        before: TableState,
        proposal: Proposal,
        made: ChangePlan,
        stamp: RequestStamp,
    ) -> None:
        """Make a proposed change on behalf of its proposer; the accepting phone made the tap."""
        by_proposer = stamp._replace(device=proposal.device)
        save_change(connection, before, made, by_proposer, self._tables.now())
        accepted = {"answer": ProposalDecision.ACCEPTED.value, "answered_by": stamp.device}
        self._answer(connection, before.id, proposal.number, change=before.version + 1, **accepted)

    def _answer(self, connection: Connection, table_id: str, number: int, **columns: Any) -> None:
        this = col(ProposalRow.table_id) == table_id, col(ProposalRow.number) == number
        answered = update(ProposalRow).where(*this)
        connection.execute(answered.values(answered_at=self._tables.now(), **columns))
        announce(connection, table_id)


def _other_keepers(state: TableState, device: str) -> tuple[Member, ...]:
    """The other phones that keep score; raises `NotAllowed` if this one doesn't."""
    members = state.seen_by(device)
    if not members.keeps:
        raise NotAllowed(message("refused.only-keepers"))
    return members.other_keepers


def _proposals(record: RewrittenRecord, *where: ColumnElement[bool]) -> list[Proposal]:
    """Such proposals at a table, first to last."""
    state = record.state
    of_table = select(ProposalRow).where(ProposalRow.table_id == state.id, *where)
    return [
        Proposal(
            row.number,
            row.at,
            row.device,
            Amendment.read(row.kind, row.target, row.statement, state.header.seating),
            ProposalDecision(row.answer),
            row.answered_by,
            row.change,
        )
        for row in record.session.exec(of_table.order_by(col(ProposalRow.number)))
    ]


def _pending(record: RewrittenRecord, number: int) -> Proposal:
    """The proposal with this number, while it is pending; raises `NoSuchProposal`."""
    for proposal in _proposals(record, col(ProposalRow.number) == number):
        if proposal.answer is ProposalDecision.PENDING:
            return proposal
    raise NoSuchProposal(message("refused.no-such-proposal"))
