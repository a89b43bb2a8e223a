"""What the page of a record's story shows, as ready values: its changes, and what is proposed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from companion.record.statements import Statement
from companion.tables.company import Company
from companion.tables.consent import Proposal
from companion.tables.desk import Written
from companion.tables.rows import Answer, ChangeKind, ChangeRow
from companion.tables.sitting import Sitting
from companion.tables.story import Episode, gains_told, story

_DEEDS = {
    ChangeKind.CORRECTED: "Corrected",
    ChangeKind.INSERTED: "Put in",
    ChangeKind.DELETED: "Deleted",
    ChangeKind.UNDONE: "Taken back",
    ChangeKind.REDONE: "Made again",
    ChangeKind.RENAMED: "Renamed",
}
_PROPOSED = {
    ChangeKind.CORRECTED: "Correct entry {}",
    ChangeKind.INSERTED: "Put in before entry {}",
    ChangeKind.DELETED: "Delete entry {}",
}
_ANSWERED = {Answer.DECLINED: "declined", Answer.WITHDRAWN: "withdrawn"}
#: A page of more is no reading any more; the record keeps them all.
_MOST_DEEDS = 300


class Deed(NamedTuple):
    """A change of the record in words: what stood there before, what after, and its worth."""

    seq: int
    at: datetime
    verb: str
    #: Whose phone did it, as far as that is known.
    phone: str
    before: str
    after: str
    gained: str
    #: Whose phone accepted it; empty where nobody was asked.
    accepted_by: str


class Asked(NamedTuple):
    """A proposal in words, and what this phone can do about it."""

    number: int
    at: datetime
    told: str
    phone: str
    before: str
    after: str
    can_answer: bool
    can_withdraw: bool
    #: What became of it: `declined, Ben's phone`; empty while it waits.
    answer: str
    is_new: bool


@dataclass(frozen=True)
class StoryPage:
    """Everything that the page shows."""

    sitting: Sitting
    written: Written
    changes: Sequence[ChangeRow]
    proposals: Sequence[Proposal]
    company: Company
    is_consent_asked_for: bool = False
    problem: str = ""
    #: The proposal that this phone just made.
    proposed: int | None = None

    @cached_property
    def deeds(self) -> list[Deed]:
        """What was changed besides entering, the latest first."""
        episodes = story(self.written.header, self.changes)
        return [self._deed(episode) for episode in reversed(episodes[-_MOST_DEEDS:])]

    @cached_property
    def waiting(self) -> list[Asked]:
        """What waits for another phone."""
        return [self._asked(each) for each in self.proposals if each.answer is Answer.PENDING]

    @cached_property
    def turned_down(self) -> list[Asked]:
        """What was proposed and not made, the latest first."""
        return [
            self._asked(each)
            for each in reversed(self.proposals)
            if each.answer in (Answer.DECLINED, Answer.WITHDRAWN)
        ]

    @cached_property
    def _accepted(self) -> dict[int, str]:
        """Whose phone accepted a change, by its number."""
        return {each.change: each.answered_by for each in self.proposals if each.change is not None}

    @cached_property
    def _entries(self) -> dict[int, tuple[int, Statement]]:
        """The entries as they stand by the changes that made them, with their numbers."""
        heard = [(entry.line, entry.with_host) for entry in self.written.entries]
        listed = (*heard, *self.written.unheard)
        return {seq: (number, said) for number, (seq, said) in enumerate(listed, 1)}

    def _deed(self, episode: Episode) -> Deed:
        before, after = _said(episode.before), _said(episode.after)
        if episode.renaming is not None:
            before = ", ".join(episode.renaming.before or ())
            after = ", ".join(episode.renaming.after)
        accepted_by = self._accepted.get(episode.seq)
        return Deed(
            episode.seq,
            episode.at,
            _DEEDS[episode.kind],
            self.company.phone_told(episode.device),
            before,
            after,
            gains_told(self.written.header, episode) if episode.renaming is None else "",
            self.company.phone_told(accepted_by) if accepted_by is not None else "",
        )

    def _asked(self, proposal: Proposal) -> Asked:
        kind, target, statement = proposal.amendment
        number, before = self._entries.get(target, (None, None))
        is_own = proposal.device == self.company.device
        waits = proposal.answer is Answer.PENDING and self.company.keeps
        answered_by = self.company.phone_told(proposal.answered_by)
        return Asked(
            proposal.number,
            proposal.at,
            _PROPOSED[kind].format(number or "that is gone"),
            self.company.phone_told(proposal.device),
            _said(before) if kind is not ChangeKind.INSERTED else "",
            _said(statement),
            can_answer=waits and not is_own,
            can_withdraw=waits and is_own,
            answer=f"{_ANSWERED[proposal.answer]}, {answered_by}"
            if proposal.answer in _ANSWERED
            else "",
            is_new=proposal.number == self.proposed,
        )


def _said(statement: Statement | None) -> str:
    return "" if statement is None else str(statement)
