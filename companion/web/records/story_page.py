"""What the page of a record's story shows, as ready values: its changes, and what is proposed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from companion.record.statements import Statement
from companion.tables.amendments import Amendment
from companion.tables.company import Company
from companion.tables.consent import Proposal
from companion.tables.customs import Switching
from companion.tables.desk import Written
from companion.tables.rows import Answer, ChangeKind, ChangeRow
from companion.tables.sitting import Sitting
from companion.tables.story import Episode, gains_told, story
from companion.web.table.customs_page import switching_told

_DEEDS = {
    ChangeKind.CORRECTED: "Corrected",
    ChangeKind.INSERTED: "Put in",
    ChangeKind.DELETED: "Deleted",
    ChangeKind.UNDONE: "Taken back",
    ChangeKind.REDONE: "Made again",
    ChangeKind.RENAMED: "Renamed",
    ChangeKind.SWITCHED: "Switched",
}
_PROPOSED = {
    ChangeKind.CORRECTED: "Correct entry {}",
    ChangeKind.INSERTED: "Put in before entry {}",
    ChangeKind.DELETED: "Delete entry {}",
    ChangeKind.UNDONE: "Take back a change",
    ChangeKind.SWITCHED: "Switch",
}
_ANSWERED = {Answer.DECLINED: "declined", Answer.WITHDRAWN: "withdrawn"}
#: A page of more is no reading any more; the record keeps them all.
_MOST_DEEDS = 300


class Deed(NamedTuple):
    """A change in words: what stood there before, what after, and its worth."""

    seq: int
    at: datetime
    verb: str
    #: Whose phone did it, as far as that is known.
    phone: str
    before: str
    after: str
    gained: str
    #: Whose phone accepted it: `accepted on Ben's phone`; empty where nobody was asked.
    accepted: str
    #: How this phone can take it back by itself: `Propose to take it back`; empty where not.
    back: str


class Asked(NamedTuple):
    """A proposal in words, and what this phone can do about it."""

    number: int
    at: datetime
    told: str
    phone: str
    before: str
    after: str
    #: Whether this phone proposed it.
    is_own: bool
    #: What this phone can answer, as addresses call it.
    answers: tuple[str, ...]
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
    problem: str = ""
    #: The proposal that this phone just made.
    proposed: int | None = None

    @cached_property
    def deeds(self) -> list[Deed]:
        """What was changed besides entering, the latest first."""
        latest = [*self._episodes.values()][-_MOST_DEEDS:]
        return [self._deed(episode) for episode in reversed(latest)]

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

    @property
    def is_consent_asked_for(self) -> bool:
        """Whether another phone has to accept a change further back."""
        return self.sitting.customs.consent

    @property
    def is_alone(self) -> bool:
        """Whether this phone keeps score and no other does, so that none could accept."""
        return self.company.keeps and not self.company.other_keepers

    @cached_property
    def _episodes(self) -> dict[int, Episode]:
        """What was changed besides entering, first to last, by its number."""
        return {each.seq: each for each in story(self.written.header, self.changes)}

    @cached_property
    def _places(self) -> dict[int, float]:
        """Where those changes were made that can be taken back by themselves."""
        return {change.seq: change.place for change in self.changes if change.stands}

    @cached_property
    def _end(self) -> float:
        """Where the record ends; what was changed there is free."""
        return max((change.place for change in self.changes if change.is_live), default=0.0)

    @cached_property
    def _accepted(self) -> dict[int, str]:
        """Where a change was accepted, by its number."""
        return {
            each.change: self._accepted_told(each)
            for each in self.proposals
            if each.change is not None
        }

    def _accepted_told(self, proposal: Proposal) -> str:
        if proposal.answered_by == proposal.device:
            return "nobody else kept score"
        return f"accepted on {self.company.phone_told(proposal.answered_by)}"

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
        if episode.switching is not None:
            after = switching_told(episode.switching, self.written.header.players)
        is_of_record = episode.renaming is None and episode.switching is None
        return Deed(
            episode.seq,
            episode.at,
            _DEEDS[episode.kind],
            self.company.phone_told(episode.device),
            before,
            after,
            gains_told(self.written.header, episode) if is_of_record else "",
            self._accepted.get(episode.seq, ""),
            self._back(episode.seq) if self.company.keeps else "",
        )

    def _back(self, seq: int) -> str:
        place = self._places.get(seq)
        if place is None:
            return ""
        waits = self.is_consent_asked_for and not self.is_alone and place < self._end
        return "Propose to take it back" if waits else "Take it back"

    def _asked(self, proposal: Proposal) -> Asked:
        kind, target, _ = proposal.amendment
        number, _ = self._entries.get(target, (None, None))
        before, after = self._effect(proposal.amendment)
        is_own = proposal.device == self.company.device
        waits = proposal.answer is Answer.PENDING and self.company.keeps
        answered_by = self.company.phone_told(proposal.answered_by)
        return Asked(
            proposal.number,
            proposal.at,
            _PROPOSED[kind].format(number or "that is gone"),
            self.company.phone_told(proposal.device),
            before,
            after,
            is_own=is_own and waits,
            answers=self._answers(is_own=is_own) if waits else (),
            answer=f"{_ANSWERED[proposal.answer]}, {answered_by}"
            if proposal.answer in _ANSWERED
            else "",
            is_new=proposal.number == self.proposed,
        )

    def _answers(self, *, is_own: bool) -> tuple[str, ...]:
        if not is_own:
            return ("accept", "decline")
        return ("accept", "withdraw") if self.is_alone else ("withdraw",)

    def _effect(self, amendment: Amendment) -> tuple[str, str]:
        """What stands there now, and what would after it, in words."""
        kind, target, statement = amendment
        if isinstance(statement, Switching):
            return "", switching_told(statement, self.written.header.players)
        if kind is ChangeKind.UNDONE:
            done = self._episodes[target]
            return _said(done.after), _said(done.before)
        _, before = self._entries.get(target, (None, None))
        return _said(before) if kind is not ChangeKind.INSERTED else "", _said(statement)


def _said(statement: Statement | None) -> str:
    return "" if statement is None else str(statement)
