"""A record that was pasted: the question about the last hand in it."""

from collections.abc import Iterable
from typing import NamedTuple

from companion.record.replay import Entry, laid_by
from companion.record.statements import HandLed
from companion.rules.errors import Refusal
from companion.web.records.bring_in_page import BringInPage, text_of_record
from companion.web.rulings.question import Question


class Pasted(NamedTuple):
    """The question, as far as the record holds, and what is wrong with the rest."""

    question: Question | None
    problem: str = ""


def read_pasted(text: str) -> Pasted:
    """What a record asks; nothing here raises."""
    try:
        brought = BringInPage(text_of_record(text))
    except Refusal as refusal:
        return Pasted(None, refusal.sentence)
    told, refused = brought.transcript, brought.refused
    problem = f"Line {refused.line}: {refused.refusal.sentence}" if refused else ""
    if told.header is None:
        return Pasted(None, problem)
    for number, entries in reversed(_hands(told.entries)):
        if placements := laid_by(entries):
            asked = Question.by_rules_of(told.header).laying(placements)
            return Pasted(asked._replace(hand=number), problem)
    return Pasted(None, problem or "No tile was set in it yet.")


def _hands(entries: Iterable[Entry]) -> list[tuple[int, list[Entry]]]:
    """The hands with their numbers, from 1."""
    hands: list[tuple[int, list[Entry]]] = []
    for entry in entries:
        if isinstance(entry.statement, HandLed):
            hands.append((len(hands) + 1, []))
        hands[-1][1].append(entry)
    return hands
