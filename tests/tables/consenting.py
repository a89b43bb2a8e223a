"""A table that asks for consent, its three phones, and what they propose."""

from itertools import count

from companion.db.table_models import ChangeKind
from companion.tables.amendments import Amendment
from companion.tables.proposals import Proposal, ProposalService
from companion.tables.request_stamp import RequestStamp
from companion.tables.table_options import OptionsChange
from companion.tables.table_service import TableService
from tests.tables.scribe import (
    number_of,
    said,
)

ANA, BEN, CYD, ZOE = "anas-phone", "bens-phone", "cyds-phone", "zoes-phone"
WITHOUT = Amendment.switch(OptionsChange(consent=False))
LINES = ("lead: Ana", "Ana: 6-3", "Ben: 3-1", "Ana: 1-0")

_keys = count(1)


def by(device: str) -> RequestStamp:
    """A tap that nobody made before."""
    return RequestStamp(0, f"consent {next(_keys)}", device)


def correction(table_service: TableService, table_id: str, wrong: str, right: str) -> Amendment:
    return Amendment(ChangeKind.CORRECTED, number_of(table_service, table_id, wrong), said(right))


def propose(
    table_service: TableService,
    consent: ProposalService,
    table_id: str,
    amendment: Amendment,
    stamp: RequestStamp,
) -> Proposal:
    """What an amendment became, made or pending, for which another phone has to be asked."""
    seen = table_service.look(table_id).version
    proposal = consent.amend(table_id, amendment, stamp._replace(seen=seen, is_keepers=True))
    return proposal if isinstance(proposal, Proposal) else consent.proposals(table_id)[-1]


def lead_again(table_service: TableService, consent: ProposalService, table_id: str) -> Proposal:
    """Ana's proposal that she led the 6-4, after which the 3-1 no longer holds."""
    amendment = correction(table_service, table_id, "Ana: 6-3", "Ana: 6-4")
    return propose(table_service, consent, table_id, amendment, by(ANA))


def accepted(
    table_service: TableService, consent: ProposalService, table_id: str, amendment: Amendment
) -> int:
    """The change that it becomes, proposed by Ana and accepted by Ben."""
    proposal = propose(table_service, consent, table_id, amendment, by(ANA))
    return consent.accept(table_id, proposal.number, by(BEN)).version
