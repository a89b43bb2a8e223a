"""What the record's pages show, as ready values: hands, entries, one entry, what was changed."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from companion.record.replay import replay
from companion.record.statements import HandLed
from companion.referee.reneges import findings
from companion.referee.verdicts import Verdict, verdict_of_record
from companion.referee.words import entry_told
from companion.rules.game import Game
from companion.tables.company import Company
from companion.tables.desk import Written
from companion.tables.sitting import Sitting
from companion.web.records.hand_story import HandStory, Line, hands_of, line_of, what_said
from companion.web.records.record_form import Said
from companion.web.rulings.proof_page import finding_told
from companion.web.table.table_page import TablePage

#: Of a record with more hands than this, only those that are looked at are told in full.
_MOST_HANDS_TOLD = 60


@dataclass(frozen=True)
class ListedHand:
    """A hand with its entries as they are listed; without them where it is not looked at."""

    story: HandStory
    lines: tuple[Line, ...]
    is_open: bool


@dataclass(frozen=True)
class RecordPage:
    """Everything that the record's page shows."""

    sitting: Sitting
    written: Written
    #: How often it was changed besides entering.
    changes: int
    company: Company
    #: How many changes wait for another phone.
    proposals: int = 0
    problem: str = ""
    #: The entry just changed.
    at: int | None = None
    #: A ruling that was refused, as it was typed.
    ruling_said: Said | None = None

    @property
    def title(self) -> str:
        """The name of the game."""
        return self.written.header.preset.title

    @property
    def game(self) -> Game:
        """The game after the last entry that holds."""
        return self.written.game

    @property
    def sides(self) -> list[tuple[int, str, int]]:
        """The sides with their scores."""
        names, scores = self.game.seating.side_names, self.game.scores
        return [
            (side, name, score)
            for side, (name, score) in enumerate(zip(names, scores, strict=True))
        ]

    @property
    def named_sides(self) -> list[tuple[int, str]]:
        """The sides by name."""
        return list(enumerate(self.game.seating.side_names))

    @property
    def ruling(self) -> Said:
        """The form for points by agreement."""
        return self.ruling_said or Said("ruling")

    @property
    def can_rule(self) -> bool:
        """Whether points can be agreed on now."""
        game = self.game
        is_open = self.written.refused is None and game.hand is not None and not game.is_over
        return is_open and self.company.keeps

    @property
    def undo_label(self) -> str:
        """What undo takes back."""
        return TablePage(self.sitting, self.company).undo_label

    @property
    def redo_label(self) -> str:
        """What redo brings back."""
        return TablePage(self.sitting, self.company).redo_label

    @cached_property
    def findings(self) -> dict[int, str]:
        """What the referee can prove, by the number of the entry that proves it."""
        numbered = (
            entry._replace(line=number) for number, entry in enumerate(self.written.entries, 1)
        )
        found = findings(self.written.start, numbered)
        return {each.line: finding_told(each, each.since) for each in found}

    @cached_property
    def hands(self) -> list[ListedHand]:
        """The record hand by hand; open are the last one and those that are looked at."""
        listed: list[ListedHand] = []
        number = 1
        stories = list(hands_of(self.written.start, self.written.entries))
        for story in stories:
            is_open = story is stories[-1] or any(
                at in self.findings or entry.line == self.at
                for at, entry in enumerate(story.entries, number)
            )
            # A season at one table would be a page that no phone can hold.
            is_told = is_open or len(stories) <= _MOST_HANDS_TOLD
            lines = tuple(self._lines(story, number)) if is_told else ()
            listed.append(ListedHand(story, lines, is_open))
            number += len(story.entries)
        return listed

    def _lines(self, story: HandStory, number: int) -> Iterator[Line]:
        before = story.before
        for at, entry in enumerate(story.entries, number):
            line = line_of(at, entry.line, entry.statement, entry.game.seating)
            gained = [
                now - then for now, then in zip(entry.game.scores, before.scores, strict=True)
            ]
            is_lead = isinstance(entry.statement, HandLed)
            yield replace(
                line,
                said=what_said(entry.with_host),
                told="" if is_lead else entry_told(before, entry),
                gains=tuple((side, points) for side, points in enumerate(gained) if points),
                scores=entry.game.scores,
                finding=self.findings.get(at, ""),
            )
            before = entry.game

    @cached_property
    def unheard(self) -> list[Line]:
        """The first entry that no longer holds, and all that wait behind it."""
        first = len(self.written.entries) + 1
        return [
            line_of(number, seq, statement, self.written.start.seating)
            for number, (seq, statement) in enumerate(self.written.unheard, first)
        ]


def export_of(written: Written) -> str:
    """The record as text; what no longer holds is kept as comments."""
    lines = [str(written.header)]
    for entry in written.entries:
        if isinstance(entry.statement, HandLed):
            lines.append("")
        lines.append(str(entry.with_host))
    if written.refused is not None:
        lines.extend(["", f"# To be mended: {written.refused.refusal.sentence}"])
        lines.extend(f"# {statement}" for _, statement in written.unheard)
    return "\n".join(lines) + "\n"


def verdict_told(text: str) -> Verdict:
    """The verdict of a record, and as `record` its text, so that it can be brought in again."""
    transcript = replay(text)
    found = [] if transcript.start is None else findings(transcript.start, transcript.entries)
    return verdict_of_record(transcript, found) | {"record": text}
