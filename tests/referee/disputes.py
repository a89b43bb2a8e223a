"""What tables of all twelve games argue about, and what settles it."""

import textwrap
from collections.abc import Iterator
from typing import NamedTuple

from companion.record.replay import Transcript, replay
from companion.referee.explain.key_answers import KeyAnswer, key_answers, opened_first
from companion.referee.explain.why_and_what_if import why
from companion.referee.rule_book import Book

FOUR = "players: Ana, Ben, Cyd, Dee"
ALL_DEALT = "rule: another-turn = none / rule: tiles-each = 14 / lead: Ana"
BLOCK = f"{ALL_DEALT} / Ana: 6-3 / Ben: passes / Ana: passes"


class Argued(NamedTuple):
    """A question about the last entry of a record, and the sentence and the rule that settle it."""

    game: str
    what: str
    #: The question, the id of the sentence, and the rule.
    about: str
    says: str
    rule: str
    record: str

    @property
    def transcript(self) -> Transcript:
        """The record, replayed."""
        told = replay(self.record)
        assert told.header is not None and told.refused is None, (self, told.refused)
        return told

    def answers(self) -> tuple[tuple[KeyAnswer, ...], KeyAnswer]:
        """The answers about its last entry, and which of them is open at first."""
        told = self.transcript
        assert told.header is not None and told.start is not None
        book, entry = Book.of(told.header), told.entries[-1]
        before = told.entries[-2].game if told.entries[1:] else told.start
        ruling = why(book, before, entry)
        answers = key_answers(book, before, entry, ruling)
        return answers, opened_first(answers, ruling)

    @property
    def answer(self) -> KeyAnswer:
        """The answer to its question."""
        return next(each for each in self.answers()[0] if each.dispute == self.about)


def _read(written: str) -> Iterator[Argued]:
    lines = [line.strip() for line in textwrap.dedent(written).split("\n") if line.strip()]
    for title, question, told in zip(lines[::3], lines[1::3], lines[2::3], strict=True):
        game, what = title.split(": ")
        about, says, rule = question.split()
        record = [f"game: {game}", *told.split(" / ")]
        if not any(line.startswith("players") for line in record):
            record.insert(1, "players: Ana, Ben")
        yield Argued(game, what, about, says, rule, "\n".join(record))


#: The game and what it is about; the question, the sentence, the rule; the record.
DISPUTES = tuple(
    _read(
        f"""
        race-horse: a drawn double
          turn why.drawn-ends-turn drawn-tile
          lead: Ana / Ana: 6-3 / Ben: draws 1 / Ben: 3-3
        race-horse: a covered spinner
          points why.both-sides-covered covered-double
          lead: Ana / Ana: 6-4 / Ana: 4-4 / Ana: 4-1 on 4-4
        race-horse: zero
          points why.nought-scores-not zero-scores
          lead: Ana / Ana: 0-0
        race-horse: who won the block
          points why.lowest lowest-wins
          {BLOCK} / Ana: left 60 pips / Ben: left 99 pips
        race-horse: rounding
          points why.rounded nearest-five
          rule: tiles-each = 1 / lead: Ana / Ana: 6-3 / Ben: left 6-5
        race-horse: the next lead
          lead why.dominoer-leads-next next-lead
          rule: tiles-each = 1 / lead: Ana / Ana: 6-3 / Ben: left 6-5
        race-horse: pass or draw
          draw refused.must-draw draw
          lead: Ana / Ana: 6-3
        race-horse-celko: own hands
          points why.rounded nearest-five
          rule: tiles-each = 1 / lead: Ana / Ana: 6-3 / Ben: left 6-5
        race-horse-celko: the target in a hand
          over why.has-target-but-goes-on game-ends
          target: 10 / lead: Ana / Ana: 5-5
        racehorse-1990: a wrong call
          points why.announced-wrongly announce
          lead: Ana / Ana: 6-4, claims 15
        racehorse-1990: a last tile that scores
          turn why.draws-what-is-owed last-tile
          rule: tiles-each = 1 / lead: Ana / Ana: 6-4, claims 10
        racehorse-1990: a drawn tile
          turn why.drawn-all-the-same drawn-tile
          lead: Ana / Ana: 6-3 / Ben: draws 1 / Ben: 3-3
        seven-toed-pete: the lead
          allowed why.double-led lead-tile
          lead: Ana / Ana: 6-6
        seven-toed-pete: a lead passed on
          draw why.knocking-says-no-lead lead-tile
          {FOUR} / lead: Ana / Ana: passes
        seven-toed-pete: washed up
          turn why.washed-up last-tile
          {FOUR} / rule: tiles-each = 1 / rule: drawing = none / lead: Ana / Ana: 6-4
        seven-toed-pete-chips: a count in chips
          points why.worth-nothing points
          lead: Ana / Ana: 6-4
        seven-toed-pete-chips: the lead goes round
          lead why.lead-goes-round next-lead
          rule: tiles-each = 2 / lead: Ana / Ana: 6-4 / Ana: 6-2 / Ben: left 4-3 1-0
        seven-rocks: a double
          turn why.earns-no-turn another-turn
          {FOUR} / lead: Ana / Ana: 6-6
        seven-rocks: no boneyard
          draw why.all-dealt tiles-each
          {FOUR} / lead: Ana / Ana: 6-6 / Ben: passes
        five-up: a double counts both halves
          points why.exposed exposed-double
          lead: Ana / Ana: 6-4 / Ben: 4-4
        five-up: a score
          turn why.earns-no-turn another-turn
          lead: Ana / Ana: 6-4
        all-fives: a second double
          points why.both-sides-joined covered-double
          lead: Ana / Ana: 6-6 / Ben: 6-4 / Ana: 4-4 / Ben: 4-1 on 4-4
        all-fives: a pass in a row
          over dispute.not-blocked blocked
          {ALL_DEALT} / Ana: 6-3 / Ben: passes
        muggins: a count not called
          points why.not-announced announce
          lead: Ana / Ana: 6-4
        muggins: the lead goes round
          lead why.lead-goes-round next-lead
          rule: tiles-each = 1 / lead: Ana / Ana: 6-3 / Ben: left 6-5
        sniff: three ways covered
          points why.ways-one-half spinner-count
          lead: Ana / Ana: 5-5 / Ben: 5-1 / Ana: 5-2 / Ben: 5-3 on 5-5
        sniff: four ways covered
          points why.all-ways-covered spinner-count
          lead: Ana / Ana: 5-5 / Ben: 5-1 / Ana: 5-2 / Ben: 5-3 on 5-5 / Ana: 5-4 on 5-5
        fives-and-threes: fifteen
          points why.fifth-and-third points
          lead: Ana / Ana: 6-6 / Ben: 6-3
        fives-and-threes: past the target
          points why.passes-target target-reached
          target: 7 / lead: Ana / Ana: 6-6 / Ben: 6-3
        fives-and-threes: a partner is out
          over why.out-but-partner-plays partners-out
          {FOUR} / sides: Ana & Cyd, Ben & Dee / rule: tiles-each = 1 / lead: Ana / Ana: 6-4
        fives-and-threes: nothing is drawn
          draw why.never-drawn drawing
          lead: Ana / Ana: 6-6
        merry-go-round: the spinner first
          allowed why.spinner-first spinner-first
          lead: Ana / Ana: 6-6 / Ben: 6-1 / Ana: 6-2
        merry-go-round: a double leads
          allowed why.double-led lead-tile
          lead: Ana / Ana: 6-6
        """
    )
)
