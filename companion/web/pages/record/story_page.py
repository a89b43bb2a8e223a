"""What the page of a record's story shows, as ready values: its changes, and what is proposed."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from companion.record.statements import Statement
from companion.tables.amendments import Amendment
from companion.tables.history import Episode, describe_gains, story
from companion.tables.members import Members
from companion.tables.options import OptionsChange
from companion.tables.proposals import Proposal
from companion.tables.rows import Answer, ChangeKind, ChangeRow
from companion.tables.service import ReplayedRecord
from companion.tables.state import TableState
from companion.web.pages.shared.switching import describe_switching
from companion.words import Text, message

#: A page of more is no reading any more; the record keeps them all.
_MOST_SHOWN = 300
_TURNED_DOWN = (Answer.DECLINED, Answer.WITHDRAWN)

Words = Text | str


class Told(NamedTuple):
    """A change, made or proposed, in words: what stood there before, and what after."""

    #: The change, or the proposal.
    number: int
    at: datetime
    title: Text
    #: Whose phone did it, as far as that is known.
    phone: Words
    before: Words
    after: Words
    #: What another phone said to it; empty where none was asked or has answered.
    answer: Words
    #: Who won by it.
    gained: Words = ""
    #: How this phone can take it back by itself: `Propose to take it back`; empty where not.
    back: Words = ""
    #: What this phone can answer, as addresses call it.
    answers: tuple[str, ...] = ()
    waits_for_another: bool = False
    is_new: bool = False


class StoryPage(NamedTuple):
    """Everything that the page shows."""

    state: TableState
    #: What was changed besides entering, the latest first.
    done: tuple[Told, ...]
    #: What waits for another phone.
    waiting: tuple[Told, ...]
    #: What was proposed and not made, the latest first.
    turned_down: tuple[Told, ...]
    #: Whether this phone keeps score and no other does, so that none could accept.
    is_alone: bool
    problem: Words


def story_page(
    state: TableState,
    written: ReplayedRecord,
    changes: Sequence[ChangeRow],
    proposals: Sequence[Proposal],
    members: Members,
    *,
    problem: Words = "",
    proposed: int | None = None,
) -> StoryPage:
    """The story of a table; `proposed` is the proposal that this phone just made."""
    teller = _Teller(state, written, changes, proposals, members)
    waiting = [each for each in proposals if each.answer is Answer.PENDING]
    turned_down = [each for each in proposals if each.answer in _TURNED_DOWN]
    return StoryPage(
        state,
        tuple(teller.done()),
        tuple(teller.proposed(each, is_new=each.number == proposed) for each in waiting),
        tuple(map(teller.proposed, reversed(turned_down))),
        teller.is_alone,
        problem,
    )


class _Teller:
    """Puts the changes and proposals of one table into words, for one phone."""

    def __init__(
        self,
        state: TableState,
        written: ReplayedRecord,
        changes: Sequence[ChangeRow],
        proposals: Sequence[Proposal],
        members: Members,
    ) -> None:
        self.header = written.header
        self.members = members
        self.is_alone = members.keeps and not members.other_keepers
        self.waits = state.table_options.consent and not self.is_alone
        self.episodes = {each.seq: each for each in story(written.header, changes)}
        #: Where those changes were made that can be taken back by themselves.
        self.places = {change.seq: change.place for change in changes if change.stands}
        #: Where the record ends; what was changed there is free.
        self.end = max((change.place for change in changes if change.is_live), default=0.0)
        self.accepted = {each.change: each for each in proposals if each.change is not None}
        heard = [(entry.line, entry.with_host) for entry in written.entries]
        listed = enumerate((*heard, *written.unheard), 1)
        #: The entries as they stand by the changes that made them, with their numbers.
        self.entries = {seq: (number, statement) for number, (seq, statement) in listed}

    def done(self) -> Iterator[Told]:
        for episode in reversed([*self.episodes.values()][-_MOST_SHOWN:]):
            is_of_record = episode.renaming is None and episode.options_change is None
            yield Told(
                episode.seq,
                episode.at,
                message(f"story.done.{episode.kind}"),
                self.members.describe_phone(episode.device),
                *self._difference(episode),
                self._describe_accepted(self.accepted.get(episode.seq)),
                gained=describe_gains(self.header, episode) if is_of_record else "",
                back=self._back(episode.seq) if self.members.keeps else "",
            )

    def proposed(self, proposal: Proposal, *, is_new: bool = False) -> Told:
        is_own = proposal.device == self.members.device
        can_answer = proposal.answer is Answer.PENDING and self.members.keeps
        return Told(
            proposal.number,
            proposal.at,
            self._describe_proposal(proposal.amendment),
            self.members.describe_phone(proposal.device),
            *self._effect(proposal.amendment),
            self._describe_answer(proposal),
            answers=self._answers(is_own=is_own) if can_answer else (),
            waits_for_another=is_own and can_answer and not self.is_alone,
            is_new=is_new,
        )

    def _difference(self, episode: Episode) -> tuple[Words, Words]:
        """What stood there before a change, and what after."""
        if episode.renaming is not None:
            names = (episode.renaming.before or (), episode.renaming.after)
            return ", ".join(names[0]), ", ".join(names[1])
        if episode.options_change is not None:
            return "", describe_switching(episode.options_change, self.header.players)
        return _written(episode.before), _written(episode.after)

    def _describe_accepted(self, proposal: Proposal | None) -> Words:
        if proposal is None:
            return ""
        if proposal.answered_by == proposal.device:
            return message("story.nobody-else")
        phone = self.members.describe_phone(proposal.answered_by)
        return message("story.accepted", phone=phone)

    def _back(self, seq: int) -> Words:
        place = self.places.get(seq)
        if place is None:
            return ""
        if self.waits and place < self.end:
            return message("story.propose-back")
        return message("story.take-back")

    def _describe_proposal(self, amendment: Amendment) -> Text:
        kind, target, _ = amendment
        if kind in (ChangeKind.UNDONE, ChangeKind.SWITCHED):
            return message(f"story.proposed.{kind}")
        if target not in self.entries:
            return message(f"story.proposed.{kind}.gone")
        return message(f"story.proposed.{kind}", number=self.entries[target][0])

    def _describe_answer(self, proposal: Proposal) -> Words:
        if proposal.answer not in _TURNED_DOWN:
            return ""
        phone = self.members.describe_phone(proposal.answered_by)
        return message(f"story.answered.{proposal.answer}", phone=phone)

    def _answers(self, *, is_own: bool) -> tuple[str, ...]:
        if not is_own:
            return ("accept", "decline")
        return ("accept", "withdraw") if self.is_alone else ("withdraw",)

    def _effect(self, amendment: Amendment) -> tuple[Words, Words]:
        """What stands there now, and what would after it, in words."""
        kind, target, statement = amendment
        if isinstance(statement, OptionsChange):
            return "", describe_switching(statement, self.header.players)
        if kind is ChangeKind.UNDONE:
            done = self.episodes[target]
            return _written(done.after), _written(done.before)
        _, before = self.entries.get(target, (None, None))
        return "" if kind is ChangeKind.INSERTED else _written(before), _written(statement)


def _written(statement: Statement | None) -> str:
    """A statement as the record writes it."""
    return "" if statement is None else str(statement)
