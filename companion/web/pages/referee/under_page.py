"""What the page of other rules shows: a record told by another game, and the form that asks."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.record.header import Header
from companion.record.replay import Entry, LineRefused
from companion.record.statements import HandLed
from companion.referee.comparison import compare
from companion.referee.under import Called, describe_game, under
from companion.rules.errors import Refusal
from companion.rules.games import GAMES
from companion.rules.seating import Seating
from companion.web.pages.referee.answer import Answer, Part, answer_of
from companion.web.pages.shared.hands import line_of
from companion.web.pages.shared.house_rules import HouseRule, house_rules, parse_rules
from companion.words import Text, message

#: A longer record is a season, not an argument.
MOST_ENTRIES = 2000
#: Of a record with more hands than this, only the one in which they part is told line by line.
_MOST_HANDS_TOLD = 40


class OtherRules(NamedTuple):
    """What was asked for: another game, or none for the record's own, and changed rules."""

    game: str = ""
    rules: Mapping[str, str] = {}

    @classmethod
    def parse(cls, form: Mapping[str, str]) -> "OtherRules":
        """What a form or an address says."""
        return cls(form.get("game", ""), parse_rules(form))

    @property
    def changes(self) -> dict[str, str]:
        """The settings that were changed."""
        return {name: value for name, value in self.rules.items() if value}

    def __bool__(self) -> bool:
        """Whether anything was asked for."""
        return bool(self.game or self.changes)


class Told(NamedTuple):
    """A record as its own game accepts it, and what people call a line of it."""

    header: Header
    entries: Sequence[Entry]
    refused: LineRefused | None = None
    called: Called = "line"


class UnderPage(NamedTuple):
    """Everything that the page shows; without a header there is only the form."""

    header: Header | None = None
    asked: OtherRules = OtherRules()
    #: Every setting, to be changed once it is known whose.
    house_rules: tuple[HouseRule, ...] = ()
    #: Why these people cannot play the other game at all.
    problem: Text | None = None
    answer: Answer | None = None


def under_page(told: Told, asked: OtherRules, links: Mapping[int, str] | None = None) -> UnderPage:
    """The page of a record under the rules asked for; `links` lead to the reasons of its lines."""
    header = told.header
    answer, problem = None, None
    if asked:
        try:
            answer = _answer(told, asked, links or {})
        except Refusal as refusal:
            problem = refusal.message
    own, chosen = header.rules, GAMES.get(asked.game)
    rules = house_rules(chosen.rules if chosen else own, asked.rules, others={"": own})
    return UnderPage(header, asked, rules, problem, answer)


def numbered(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The entries of a table by the numbers that people call them by."""
    return tuple(entry._replace(line=number) for number, entry in enumerate(entries, 1))


def _answer(told: Told, asked: OtherRules, links: Mapping[int, str]) -> Answer:
    """The comparison; raises the `Refusal` of rules by which these people cannot play."""
    header = told.header
    if len(told.entries) > MOST_ENTRIES:
        raise Refusal(message("under.too-long", most=MOST_ENTRIES))
    other = header.under(asked.game or None, asked.changes.items())
    comparison = compare(header, told.entries, other)
    ruling = under(comparison, told.refused, called=told.called)
    told_by = message(
        "under.told-by",
        here=describe_game(header),
        there=describe_game(other),
    )
    answer = answer_of(ruling, told_by, players=header.players, name="under-other-rules")
    hands = sum(part.section.is_folded for part in answer.parts)
    is_short = hands <= _MOST_HANDS_TOLD
    parts = tuple(_hand(part, header.seating, is_short=is_short) for part in answer.parts)
    return answer._replace(parts=parts, links=links)


def _hand(part: Part, seating: Seating, *, is_short: bool) -> Part:
    """A hand with its entries as they are listed; of a long record, what it came to."""
    section = part.section
    if not section.is_folded or section.table is None:
        return part
    rows = section.table.rows
    if not is_short and not any(row.is_marked for row in rows):
        rows = rows[-1:]
    listed_rows = tuple(
        row._replace(
            head=line_of(row.line, row.line, row.head, seating),
            # Who leads is said by the line itself.
            notes=row.notes if len(row.notes) > 1 or type(row.head) is not HandLed else (),
        )
        for row in rows
        if row.line is not None
    )
    table = section.table._replace(rows=listed_rows)
    return part._replace(section=section._replace(table=table))
