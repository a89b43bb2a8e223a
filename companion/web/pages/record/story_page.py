"""The story of a record in words: its changes, and what is proposed."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from companion.tables.amendments import Amendment
from companion.tables.history import Episode, describe_gains, story
from companion.tables.proposals import Proposal
from companion.tables.rows import Answer, ChangeKind, ChangeRow
from companion.tables.service import ReplayedRecord
from companion.tables.state import Members, OptionsChange, TableState
from companion.words import Text, listed, message, sentences

#: A page of more is no reading any more; the record keeps them all.
_MOST_SHOWN = 300
_TURNED_DOWN = (Answer.DECLINED, Answer.WITHDRAWN)


class Told(NamedTuple):
    """A change, made or proposed, in words: what stood there before, and what after."""

    #: The change, or the proposal.
    number: int
    at: datetime
    title: Text
    #: Whose phone did it, as far as that is known.
    phone: Text
    before: Text | str
    after: Text | str
    #: What another phone said to it; None where none was asked or has answered.
    answer: Text | None
    #: Who won by it.
    gained: Text | None = None
    #: How this phone can take it back by itself: `Propose to take it back`; None where not.
    back: Text | None = None
    #: What this phone can answer, as addresses call it.
    answers: tuple[str, ...] = ()
    waits_for_another: bool = False


class StoryPage:
    """The changes and proposals of a table, as one of its phones is told them."""

    def __init__(
        self,
        state: TableState,
        written: ReplayedRecord,
        changes: Sequence[ChangeRow],
        proposals: Sequence[Proposal],
        members: Members,
    ) -> None:
        self.state = state
        #: Whether this phone keeps score and no other does, so that none could accept.
        self.is_alone = members.keeps and not members.other_keepers
        self._header = written.header
        self._members = members
        self._episodes = {each.change.seq: each for each in story(written.header, changes)}
        #: Where those changes were made that can be taken back by themselves.
        self._places = {change.seq: change.place for change in changes if change.stands}
        #: Where the record ends; what was changed there is free.
        self._end = max((change.place for change in changes if change.is_live), default=0.0)
        heard = ((entry.line, entry.with_host) for entry in written.entries)
        listed_entries = enumerate((*heard, *written.unheard), 1)
        #: The entries as they stand by the changes that made them, with their numbers.
        self._entries = {seq: (number, statement) for number, (seq, statement) in listed_entries}
        accepted = {each.change: each for each in proposals if each.change is not None}
        latest = reversed([*self._episodes.values()][-_MOST_SHOWN:])
        #: What was changed besides entering, the latest first.
        self.done = [self._tell_done(each, accepted.get(each.change.seq)) for each in latest]
        waiting = [each for each in proposals if each.answer is Answer.PENDING]
        #: What waits for another phone.
        self.waiting = [self._tell_proposed(each) for each in waiting]
        turned_down = [each for each in reversed(proposals) if each.answer in _TURNED_DOWN]
        #: What was proposed and not made, the latest first.
        self.turned_down = [self._tell_proposed(each) for each in turned_down]

    # A change

    def _tell_done(self, episode: Episode, accepted: Proposal | None) -> Told:
        change = episode.change
        told = Told(
            change.seq,
            change.at,
            message(f"story.done.{change.kind}"),
            self._members.describe_phone(change.device),
            str(episode.before or ""),
            str(episode.after or ""),
            self._describe_accepted(accepted) if accepted else None,
            describe_gains(self._header, episode),
            self._describe_way_back(change.seq) if self._members.keeps else None,
        )
        if episode.renaming is not None:
            names = (", ".join(names or ()) for names in episode.renaming)
            return told._replace(before=next(names), after=next(names), gained=None)
        if episode.options_change is not None:
            switched = _describe_switching(episode.options_change, self._header.players)
            return told._replace(after=switched, gained=None)
        return told

    def _describe_accepted(self, proposal: Proposal) -> Text:
        if proposal.answered_by == proposal.device:
            return message("story.nobody-else")
        phone = self._members.describe_phone(proposal.answered_by)
        return message("story.accepted", phone=phone)

    def _describe_way_back(self, seq: int) -> Text | None:
        if seq not in self._places:
            return None
        waits = self.state.table_options.consent and not self.is_alone
        is_free = self._places[seq] >= self._end or not waits
        return message("story.take-back" if is_free else "story.propose-back")

    # A proposal

    def _tell_proposed(self, proposal: Proposal) -> Told:
        is_own = proposal.device == self._members.device
        can_answer = proposal.answer is Answer.PENDING and self._members.keeps
        if is_own:
            answers = ["accept", "withdraw"] if self.is_alone else ["withdraw"]
        else:
            answers = ["accept", "decline"]
        phone = self._members.describe_phone(proposal.answered_by)
        is_turned_down = proposal.answer in _TURNED_DOWN
        return Told(
            proposal.number,
            proposal.at,
            self._describe_proposal(proposal.amendment),
            self._members.describe_phone(proposal.device),
            *self._describe_effect(proposal.amendment),
            message(f"story.answered.{proposal.answer}", phone=phone) if is_turned_down else None,
            answers=tuple(answers) if can_answer else (),
            waits_for_another=is_own and can_answer and not self.is_alone,
        )

    def _describe_proposal(self, amendment: Amendment) -> Text:
        kind, target, _ = amendment
        if kind in (ChangeKind.UNDONE, ChangeKind.SWITCHED):
            return message(f"story.proposed.{kind}")
        if target not in self._entries:
            return message(f"story.proposed.{kind}.gone")
        return message(f"story.proposed.{kind}", number=self._entries[target][0])

    def _describe_effect(self, amendment: Amendment) -> tuple[str, Text | str]:
        """What stands there now, and what would after it, in words."""
        kind, target, statement = amendment
        if isinstance(statement, dict):
            return "", _describe_switching(statement, self._header.players)
        if kind is ChangeKind.UNDONE:
            done = self._episodes[target]
            return str(done.after or ""), str(done.before or "")
        _, before = self._entries.get(target, (None, None))
        return "" if kind is ChangeKind.INSERTED else str(before or ""), str(statement or "")


def _describe_switching(change: OptionsChange, players: Sequence[str]) -> Text:
    """What holds once options were switched, in sentences."""
    switched = [
        message(f"switched.{name}-{'on' if value else 'off'}")
        for name in ("consent", "findings", "muggins")
        if (value := change.get(name)) is not None
    ]
    if counting := change.get("counting"):
        names = [players[seat] for seat in sorted(counting)]
        switched.append(message("switched.counts", names=listed(names), count=len(names)))
    elif counting is not None:
        switched.append(message("switched.nobody-counts"))
    return sentences(*switched)
