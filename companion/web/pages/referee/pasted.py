"""A record that was pasted: the question about the last hand in it."""

from typing import NamedTuple

from companion.record.replay import laid_by
from companion.web.pages.shared.hands import hands_of
from companion.web.pages.shared.pasted_record import PastedRecord
from companion.web.pages.shared.position import Question
from companion.words import Text, message


class ParsedRecord(NamedTuple):
    """The question, as far as the record holds, and what is wrong with the rest."""

    question: Question | None
    problem: Text | str | None = None


def parse_pasted(text: str) -> ParsedRecord:
    """What a record asks; nothing here raises."""
    pasted = PastedRecord.parse(text)
    if pasted.problem:
        return ParsedRecord(None, pasted.problem)
    record, refused, problem = pasted.transcript, pasted.refused, None
    if refused is not None:
        problem = message("ask.line", line=refused.line, refusal=refused.refusal.message)
    if record.header is None or record.start is None:
        return ParsedRecord(None, problem)
    for hand in reversed([*hands_of(record.start, record.entries)]):
        if placements := laid_by(hand.entries):
            question = Question.by_rules_of(record.header).laying(placements)
            return ParsedRecord(question._replace(hand=hand.number), problem)
    return ParsedRecord(None, problem or message("ask.no-tile-set"))
