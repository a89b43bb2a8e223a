"""A layout that was seen: compared with the record of its table, or brought to a free board."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from flask import url_for

from companion.i18n import Text, message
from companion.record.replay import LineRefused
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
#: A difference in words, the entry that is wrong, the ways to fix it, each with its address, and
#: whether it may have to be deleted.
ShownDifference = tuple[Text, EntryLine | None, Mapping[Any, str], bool]


@dataclass(frozen=True)
class LayoutComparison:
    """What the tiles that were seen say of a hand; only who keeps score can fix it."""

    state: TableState
    written: ReplayedRecord
    seen: SeenLayout | Refusal
    keeps: bool
    #: Whether someone says that these are all tiles that lie.
    is_whole: bool

    @cached_property
    def result(self) -> tuple[Text, list[ShownDifference]]:
        """Whether they agree, in words, and each difference."""
        refused, unheard = self.written.refused, self.written.unheard
        if refused and any(isinstance(statement, HandLed) for _, statement in unheard):
            return self._waiting_for(refused)
        if isinstance(seen := self.seen, Refusal):
            return seen.message, []
        laid = self.state.game.dealt.layout.tiles
        # Too little of the layout, or of a hand: that accuses nobody.
        if not self.is_whole and 3 * len(seen.joined_to(laid)) < 2 * len(laid):
            there = sum(tile in seen.tiles for tile in laid)
            anyway = {message("check.compare"): self._address("referee.audit", whole=1)}
            told = message("check.shows-few", there=there, count=len(laid))
            return told, [(message("check.is-whole"), None, anyway, False)]
        if shown := [*self._differences(seen)]:
            return message("check.differs", count=len(shown)), shown
        if refused:
            return self._waiting_for(refused)
        return message("check.agrees", count=len(seen.tiles)), []

    @cached_property
    def _lines(self) -> dict[int, EntryLine]:
        start, written = self.state.start, self.written
        record = [*((each.line, each.with_host) for each in written.entries), *written.unheard]
        return {
            seq: line_of(number, seq, statement, start.seating, start.rules)
            for number, (seq, statement) in enumerate(record, 1)
        }

    def _waiting_for(self, first: LineRefused) -> tuple[Text, list[ShownDifference]]:
        """How many entries don't fit any more, and why the first of them doesn't."""
        fix = {message("check.fix"): self._address("record.edit", seq=first.line)}
        why, line = first.refusal.message, self._lines[first.line]
        told = message("check.fix-first", count=len(self.written.unheard))
        return told, [(why, line, fix if self.keeps else {}, False)]

    def _differences(self, seen: SeenLayout) -> Iterator[ShownDifference]:
        audit = partial(url_for, "referee.audit", table_id=self.state.id, whole=1)
        hand = [*((each.line, each.with_host) for each in self.state.entries)]
        for found in check_layout(self.state.start, [*hand, *self.written.unheard], seen):
            ways = {tile: audit(lies=str(seen.settled(found.tile, tile))) for tile in found.choices}
            told = message(f"check.{found.kind}", tile=found.tile, other=found.other)
            fixes = dict(self._fixes(found)) if self.keeps else {}
            line, is_gone = self._lines.get(found.line or 0), found.kind is Differing.NOT_THERE
            yield told, line, ways | fixes, self.keeps and is_gone

    def _fixes(self, found: LayoutDifference) -> Iterator[tuple[Any, str]]:
        """Where an entry is fixed or added, with its values filled in."""
        if found.line and not found.repairs:
            number = self._lines[found.line].number
            fix = self._address("record.edit", seq=found.line)
            yield message("entry.title", number=number), fix
        last_first = sorted(found.repairs, key=lambda repair: repair[0] is not None)
        for line, (player, tile, host, claim) in last_first[:_MOST_MOMENTS]:
            who = self.state.header.seating.seat(player)
            named = {"as": "tile", "who": who, "tile": tile, "on": host, "claim": claim}
            chosen = {name: "" if v is None else str(v) for name, v in named.items()}
            if found.kind is not Differing.NOT_ENTERED:
                yield message("check.fix"), self._address("record.edit", seq=line, **chosen)
            elif line is not None:
                number = self._lines[line].number
                words = message("check.fix-before", player=player, number=number)
                yield words, self._address("record.miss", seq=line, **chosen)
            else:
                # The table asks where it goes.
                at_table = url_for("play.show", table_id=self.state.id, tile=str(tile))
                yield message("check.enter", player=player), at_table

    def _address(self, endpoint: str, **values: Any) -> str:
        """An address at the table, from which one comes back to these tiles."""
        return url_for(endpoint, table_id=self.state.id, **values, lies=str(self.seen))


def tray_of_layout(state: TableState, seen: SeenLayout | Refusal | None) -> list[TrayTile]:
    """All 28 tiles, chosen those that are said to lie there, else those that were entered."""
    laid = state.game.dealt.layout.tiles
    chosen = seen.tiles if isinstance(seen, SeenLayout) else laid
    return [TrayTile(tile, False, True, tile in chosen) for tile in TRAY_ORDER]


def brought_in(
    board: FreeBoard, seen: SeenLayout | Refusal, back: str
) -> PositionQuestion | AskingPage:
    """The question about the tiles of a text; a page where something is asked or doesn't fit."""
    question, hand = board.question._replace(hand=0), board.question.board.game.dealt
    if isinstance(seen, Refusal):
        return ask_page(board, seen.message, back=back)
    orders = possible_orders(hand, seen)
    questions = [question.laying(laid) for _, laid in orders]
    ask = partial(url_for, "referee.ask", back=back or None)
    problems, query = [*describe_misfits(orders[0][0], seen)], board.question.as_query()
    doubts = [
        (
            message("check.in-doubt", tile=doubted),
            {tile: ask(**query, lies=str(seen.settled(doubted, tile))) for tile in choices},
        )
        for doubted, choices in seen.doubts.items()
    ]
    if len(orders) == 1 and not problems and not doubts:
        return questions[0]
    page = ask_page(parse_question(questions[0].as_query()), back=back)
    page = replace(page, problems=(*page.problems, *problems), doubts=doubts)
    if len(orders) == 1 or doubts:
        return page
    options = [
        (
            layout.first_double,
            ask(**each.as_query()),
            message("entry.tile", tile=layout.first_double),
        )
        for (layout, _), each in zip(orders, questions, strict=True)
    ]
    return replace(page, prompt=message("seen.which-first"), options=options, ends={}, answer=None)
