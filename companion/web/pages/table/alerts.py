"""Alerts: what one phone alone is told above the turn."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from companion.referee.reneges import Finding, finding_of_hand
from companion.tables.members import Members
from companion.tables.proposals import Proposal
from companion.tables.state import TableState
from companion.words import Text, message


class Alerts(NamedTuple):
    """What cannot be at this table, as far as the phone has not dismissed it, and what waits."""

    finding: Finding | None
    proof: Text | None
    #: One for each phone that proposed something.
    proposals: tuple[Text, ...]


def alerts_for(
    state: TableState,
    members: Members,
    pending: Iterable[Proposal],
    is_dismissed: Callable[[Finding], bool],
) -> Alerts:
    """The alerts of a table for the phone that looks."""
    finding = finding_at(state)
    if finding is not None and is_dismissed(finding):
        finding = None
    devices = dict.fromkeys(proposal.device for proposal in pending)
    return Alerts(
        finding,
        finding.sentence if finding else None,
        tuple(_proposal_of(members, device) for device in devices),
    )


def finding_at(state: TableState) -> Finding | None:
    """What the hand on the table proves, where people want to hear of it."""
    if state.is_pegs_only or not state.table_options.findings:
        return None
    return finding_of_hand(state.entries)


def _proposal_of(members: Members, device: str) -> Text:
    if device and device == members.device:
        return message("alert.own-proposal")
    name = next((member.name for member in members.known if member.device == device), "")
    return message("alert.proposal", name=name) if name else message("alert.proposal-unnamed")
