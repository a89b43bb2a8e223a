"""A layout that was seen: compared with the record of its table, or brought to a free board."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from flask import url_for

from companion.i18n import Text, listed, message
from companion.record.statements import HandLed, Statement
from companion.referee.seen.layout_check import (
    Differing,
    LayoutDifference,
    Repair,
    SaidLine,
    check_layout,
)
from companion.referee.seen.order_of_play import PossibleOrder, describe_misfits, possible_orders
from companion.referee.seen.seen_layout import SeenLayout
from companion.rules.errors import Refusal
from companion.tables.table_state import ReplayedRecord, TableState
from companion.web.rulings.ask_page import AskingPage, ask_page
from companion.web.ui.free_board import FreeBoard, parse_question
from companion.web.ui.hand_entries import EntryLine, line_of
from companion.web.ui.position_address import PositionQuestion
from companion.web.ui.tray import TRAY_ORDER, TrayTile

#: More moments at which a tile can have been played are no help.
_MOST_MOMENTS = 4


class ShownDifference(NamedTuple):
    """A difference in words, the entry that is wrong, and the ways to fix it."""

    sentence: Text
    line: EntryLine | None
    ways: tuple[tuple[Text | str, str], ...]
    #: Whether only the tile is asked for, so that nobody has to keep score for it.
    is_question: bool


class LayoutCheck(NamedTuple):
    """What the tiles that lie say of a record."""

    verdict: Text
    differences: tuple[ShownDifference, ...] = ()


def layout_check(state: TableState, written: ReplayedRecord, text: str) -> LayoutCheck:
    """The tiles of a text compared with the hand at a table."""
    record: list[tuple[int, Statement]] = [(each.line, each.with_host) for each in written.entries]
    hand: list[SaidLine] = [(each.line, each.with_host) for each in state.entries]
    if any(isinstance(statement, HandLed) for _, statement in written.unheard):
        return LayoutCheck(message("check.fix-first"))
    try:
        seen = SeenLayout.parse(text)
    except Refusal as refusal:
        return LayoutCheck(refusal.message)
    found = check_layout(state.start, [*hand, *written.unheard], seen)
    if not found:
        return LayoutCheck(message("check.agrees", count=len(seen.tiles)))
    shown = _Shown(state, seen, dict([*record, *written.unheard]))
    return LayoutCheck(message("check.differs", count=len(found)), tuple(map(shown.of, found)))


def tray_of_layout(state: TableState, text: str) -> list[TrayTile]:
    """All 28 tiles, chosen those that a text says lie there, else those that were entered."""
    lies = {*text.split(".")} if text else {*map(str, state.game.dealt.layout.tiles)}
    return [TrayTile(tile, False, True, str(tile) in lies) for tile in TRAY_ORDER]


class _Shown(NamedTuple):
    state: TableState
    seen: SeenLayout
    record: dict[int, Statement]

    def of(self, found: LayoutDifference) -> ShownDifference:
        """A difference as it is shown."""
        sentence = message(f"check.{found.kind}", tile=found.tile, other=found.other)
        line, start = None, self.state.start
        if found.line is not None:
            said = self.record[found.line]
            line = line_of(self._number(found.line), found.line, said, start.seating, start.rules)
        is_question = found.kind is Differing.IN_DOUBT
        return ShownDifference(sentence, line, tuple(self._ways(found)), is_question)

    def _ways(self, found: LayoutDifference) -> Iterator[tuple[Text | str, str]]:
        table_id, fix = self.state.id, message("check.fix")
        for tile in found.choices:
            lies = str(self.seen.settled(found.tile, tile))
            yield str(tile), url_for("referee.audit", table_id=table_id, lies=lies)
        for repair in found.repairs[:_MOST_MOMENTS]:
            if found.kind is Differing.NOT_ENTERED:
                yield self._moment(repair)
            else:
                yield fix, self._entry("record.edit", repair)
        if found.kind is Differing.NOT_THERE:
            yield fix, url_for("record.edit", table_id=table_id, seq=found.line)

    def _moment(self, repair: Repair) -> tuple[Text, str]:
        line, (player, tile, host, _) = repair
        if line is None:
            address = url_for("play.show", table_id=self.state.id, tile=tile, on=host)
            return message("check.enter", player=player), address
        words = message("check.fix-before", player=player, number=self._number(line))
        return words, self._entry("record.miss", repair)

    def _entry(self, endpoint: str, repair: Repair) -> str:
        line, (player, tile, host, claim) = repair
        who = self.state.header.seating.seat(player)
        named = {"as": "tile", "who": who, "tile": tile, "on": host, "claim": claim}
        chosen: dict[str, Any] = {name: "" if v is None else str(v) for name, v in named.items()}
        return url_for(endpoint, table_id=self.state.id, seq=line, **chosen)

    def _number(self, line: int) -> int:
        return [*self.record].index(line) + 1


def brought_in(board: FreeBoard, text: str, back: str) -> PositionQuestion | AskingPage:
    """The question about the tiles of a text; a page where something must be asked or doesn't fit.

    Raises `UnreadableLayout`.
    """
    seen, question = SeenLayout.parse(text), board.question
    orders = possible_orders(question.board.game.dealt, seen)
    questions = [question.laying(order.laid) for order in orders]
    problems = tuple(_problems(orders[0], seen)) if orders else ()
    if len(orders) == 1 and not problems:
        return questions[0]
    brought = parse_question(questions[0].as_query() if questions else question.as_query())
    page = replace(ask_page(brought, back=back), problems=(*brought.problems, *problems))
    if len(orders) < 2:
        return page
    options = [
        (
            order.lead,
            url_for("referee.ask", **each.as_query(), back=back or None),
            message("entry.tile", tile=order.lead),
        )
        for order, each in zip(orders, questions, strict=True)
    ]
    return replace(page, prompt=message("seen.which-first"), options=options, ends={}, answer=None)


def _problems(order: PossibleOrder, seen: SeenLayout) -> Iterator[Text]:
    yield from describe_misfits(order, seen)
    if seen.doubts:
        yield message("seen.not-sure", count=len(seen.doubts), tiles=listed(seen.doubts))
