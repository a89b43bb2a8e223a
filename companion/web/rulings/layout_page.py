"""A layout that was seen: compared with the record of its table, or brought to a free board."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from flask import url_for

from companion.i18n import Text, listed, message
from companion.record.statements import HandLed
from companion.referee.seen.layout_check import Differing, LayoutDifference, check_layout
from companion.referee.seen.order_of_play import describe_misfits, possible_orders
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
    ways: tuple[tuple[Any, str], ...]


class LayoutCheck(NamedTuple):
    """What the tiles that lie say of a record."""

    verdict: Text
    differences: tuple[ShownDifference, ...] = ()


def compared(state: TableState, written: ReplayedRecord, lies: str, *, keeps: bool) -> LayoutCheck:
    """The tiles of a text beside the hand at a table, for a phone that keeps score or not."""
    record = [*((each.line, each.with_host) for each in written.entries), *written.unheard]
    hand = [*((each.line, each.with_host) for each in state.entries), *written.unheard]
    if any(isinstance(statement, HandLed) for _, statement in written.unheard):
        return LayoutCheck(message("check.fix-first"))
    try:
        seen = SeenLayout.parse(lies)
    except Refusal as refusal:
        return LayoutCheck(refusal.message)
    lines = {
        seq: line_of(number, seq, statement, state.start.seating, state.start.rules)
        for number, (seq, statement) in enumerate(record, 1)
    }
    shown = tuple(
        ShownDifference(
            message(f"check.{each.kind}", tile=each.tile, other=each.other),
            lines.get(each.line or 0),
            tuple(dict(_ways(each, state, seen, lines, keeps=keeps)).items()),
        )
        for each in check_layout(state.start, hand, seen)
    )
    agrees = message("check.agrees", count=len(seen.tiles))
    return LayoutCheck(message("check.differs", count=len(shown)) if shown else agrees, shown)


def _ways(
    found: LayoutDifference,
    state: TableState,
    seen: SeenLayout,
    lines: Mapping[int, EntryLine],
    *,
    keeps: bool,
) -> Iterator[tuple[Any, str]]:
    """What a tile in doubt can be, or where each fix is made, with its values filled in."""
    at: dict[str, Any] = {"table_id": state.id}
    for tile in found.choices:
        yield tile, url_for("referee.audit", **at, lies=str(seen.settled(found.tile, tile)))
    if not keeps:
        return
    if found.kind is Differing.NOT_THERE:
        yield message("check.fix"), url_for("record.edit", **at, seq=found.line)
    for line, (player, tile, host, claim) in found.repairs[:_MOST_MOMENTS]:
        who = state.header.seating.seat(player)
        named = {"as": "tile", "who": who, "tile": tile, "on": host, "claim": claim}
        chosen: dict[str, Any] = {name: "" if v is None else str(v) for name, v in named.items()}
        if found.kind is not Differing.NOT_ENTERED:
            yield message("check.fix"), url_for("record.edit", **at, seq=line, **chosen)
        elif line is not None:
            words = message("check.fix-before", player=player, number=lines[line].number)
            yield words, url_for("record.miss", **at, seq=line, **chosen)
        else:
            # The table asks where it goes.
            yield message("check.enter", player=player), url_for("play.show", **at, tile=str(tile))


def tray_of_layout(state: TableState, lies: str) -> list[TrayTile]:
    """All 28 tiles, chosen those that a text says lie there, else those that were entered."""
    words = lies.split(".") if lies else map(str, state.game.dealt.layout.tiles)
    chosen = {word.partition("_")[0] for word in words}
    return [TrayTile(tile, False, True, str(tile) in chosen) for tile in TRAY_ORDER]


def brought_in(board: FreeBoard, lies: str, back: str) -> PositionQuestion | AskingPage:
    """The question about the tiles of a text; a page where something is asked or doesn't fit."""
    question, hand = board.question, board.question.board.game.dealt
    try:
        seen = SeenLayout.parse(lies)
    except Refusal as refusal:
        return ask_page(board, refusal.message, back=back)
    orders = possible_orders(hand, seen)
    questions = [question.laying(order.laid) for order in orders]
    problems = [*describe_misfits(orders[0], seen)]
    if seen.doubts:
        told = message("seen.not-sure", count=len(seen.doubts), tiles=listed(seen.doubts))
        problems.append(told)
    if len(orders) == 1 and not problems:
        return questions[0]
    page = ask_page(parse_question(questions[0].as_query()), back=back)
    page = replace(page, problems=(*page.problems, *problems))
    if len(orders) == 1:
        return page
    options = [
        (
            lead,
            url_for("referee.ask", **each.as_query(), back=back or None),
            message("entry.tile", tile=lead),
        )
        for each in questions
        for lead in [each.steps[0][0]]
    ]
    return replace(page, prompt=message("seen.which-first"), options=options, ends={}, answer=None)
