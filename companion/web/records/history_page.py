"""The history of a record in words: its changes, and its proposals."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from companion.db.table_models import ChangeKind, ChangeRow, ProposalDecision
from companion.i18n import Text, listed, message, sentences
from companion.tables.amendments import Amendment
from companion.tables.change_history import Episode, describe_gains, story
from companion.tables.proposals import Proposal
from companion.tables.table_options import OptionsChange
from companion.tables.table_state import Members, ReplayedRecord, TableState
from companion.web.records.entry_page import statements_of
from companion.web.ui.paging import cut, part_of

#: The most changes in a part; the record keeps them all.
_MOST_SHOWN = 40
#: How many pending or declined proposals are shown.
_MOST_PROPOSALS = 60
_TURNED_DOWN = (ProposalDecision.DECLINED, ProposalDecision.WITHDRAWN)


class ToldChange(NamedTuple):
    """What was done or proposed, when and on whose phone, and what was there before and after."""

    number: int
    at: datetime
    title: Text
    phone: Text
    before: str
    after: Text | str
    #: The other phone's answer.
    answer: Text | None
    #: Who gained by it; for a proposal, its effect.
    effect: Text | None
    #: How this phone can undo it by itself: `Propose to undo it`.
    back: Text | None = None
    #: What this phone can answer, as addresses call it.
    answers: tuple[str, ...] = ()


class HistoryPage:
    """The changes and proposals of a table, in words for one of its phones."""

    def __init__(
        self,
        state: TableState,
        written: ReplayedRecord,
        changes: Sequence[ChangeRow],
        proposals: Sequence[Proposal],
        members: Members,
        wanted: int | None,
        effects: Mapping[int, Text],
    ) -> None:
        self.state = state
        #: The effect of each pending proposal, by its number.
        self._effects = effects
        #: Whether this phone is the only scorer, so that nobody could accept.
        self.is_alone = members.keeps and not members.other_keepers
        self._header = written.header
        self._members = members
        episodes = story(written.header, changes)
        self._episodes = {episode.change.seq: episode for episode in episodes}
        #: The part that is shown, by default the last one.
        self.part = part_of(cut(len(episodes), _MOST_SHOWN), wanted)
        #: The places of the changes that can be undone by themselves.
        self._places = {change.seq: change.place or 0 for change in changes if change.stands}
        #: The end of the record; changes there are free.
        self._end = max((change.place or 0 for change in changes if change.is_live), default=0)
        told = enumerate(statements_of(written), 1)
        #: The entries now by the changes that made them, with their numbers.
        self._entries = {seq: (number, statement) for number, (seq, statement) in told}
        accepted = {each.change: each for each in proposals if each.change is not None}
        latest = reversed(episodes[self.part.places.start : self.part.places.stop])
        #: What was changed besides entering, the latest first.
        self.done = [self._tell_done(each, accepted.get(each.change.seq)) for each in latest]
        #: The same by the entries that they made.
        self.by_entry = {each.number: each for each in self.done}
        waiting = [each for each in proposals if each.answer is ProposalDecision.PENDING]
        #: The proposals that wait for another phone.
        self.waiting = [self._tell_proposed(each) for each in waiting[:_MOST_PROPOSALS]]
        turned_down = [each for each in reversed(proposals) if each.answer in _TURNED_DOWN]
        #: What was proposed and not made, the latest first.
        self.turned_down = [self._tell_proposed(each) for each in turned_down[:_MOST_PROPOSALS]]

    def _tell_done(self, episode: Episode, accepted: Proposal | None) -> ToldChange:
        change = episode.change
        before, after = str(episode.before or ""), str(episode.after or "")
        is_beside = episode.renaming is not None or episode.options_change is not None
        if episode.renaming is not None:
            before, after = (", ".join(names or ()) for names in episode.renaming)
        return ToldChange(
            change.seq,
            change.at,
            message(f"story.done.{change.kind}"),
            self._members.describe_phone(change.device),
            before,
            self._describe_switching(episode.options_change) or after,
            self._describe_accepted(accepted) if accepted else None,
            None if is_beside else describe_gains(self._header, episode.worth),
            self._describe_way_back(change.seq) if self._members.keeps else None,
        )

    def _describe_accepted(self, proposal: Proposal) -> Text:
        if proposal.answered_by == proposal.device:
            return message("story.nobody-else")
        return message("story.accepted", phone=self._members.describe_phone(proposal.answered_by))

    def _describe_way_back(self, seq: int) -> Text | None:
        if seq not in self._places:
            return None
        waits = self.state.table_options.consent and not self.is_alone
        is_free = self._places[seq] >= self._end or not waits
        return message("story.take-back" if is_free else "story.propose-back")

    def _tell_proposed(self, proposal: Proposal) -> ToldChange:
        is_own, answers = proposal.device == self._members.device, tuple[str, ...]()
        if proposal.answer is ProposalDecision.PENDING and self._members.keeps:
            accept = () if is_own and not self.is_alone else ("accept",)
            answers = (*accept, "withdraw" if is_own else "decline")
        phone, answered = self._members.describe_phone(proposal.answered_by), None
        if proposal.answer in _TURNED_DOWN:
            answered = message(f"story.answered.{proposal.answer}", phone=phone)
        return ToldChange(
            proposal.number,
            proposal.at,
            self._describe_proposal(proposal.amendment),
            self._members.describe_phone(proposal.device),
            *self._describe_effect(proposal.amendment),
            answered,
            self._effects.get(proposal.number),
            answers=answers,
        )

    def _describe_proposal(self, amendment: Amendment) -> Text:
        kind, target, _ = amendment
        if kind in (ChangeKind.UNDONE, ChangeKind.SWITCHED):
            return message(f"story.proposed.{kind}")
        if target not in self._entries:
            return message(f"story.proposed.{kind}.gone")
        return message(f"story.proposed.{kind}", number=self._entries[target][0])

    def _describe_effect(self, amendment: Amendment) -> tuple[str, Text | str]:
        """What is there now, and what would be after it, in words."""
        kind, target, statement = amendment
        if isinstance(statement, OptionsChange):
            return "", self._describe_switching(statement)
        if kind is ChangeKind.UNDONE:
            done = self._episodes[target]
            return str(done.after or ""), str(done.before or "")
        _, before = self._entries.get(target, (None, None))
        return "" if kind is ChangeKind.INSERTED else str(before or ""), str(statement or "")

    def _describe_switching(self, change: OptionsChange | None) -> Text | str:
        """The effect of switched options, in sentences; empty if none were switched."""
        if change is None:
            return ""
        switched = [
            message(f"switched.{name}-{'on' if value else 'off'}")
            for name in ("consent", "findings", "muggins", "penalty")
            if (value := getattr(change, name)) is not None
        ]
        if change.counting:
            names = [self._header.players[seat] for seat in sorted(change.counting)]
            switched.append(message("switched.counts", names=listed(names), count=len(names)))
        elif change.counting is not None:
            switched.append(message("switched.nobody-counts"))
        return sentences(*switched)
