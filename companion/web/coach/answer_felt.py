"""The felt of an answer: what it moves and lights there, and the sum term by term.

Everything that an answer adds has its step. The steps follow each other, and the sum is written
along with them. Without motion, everything is there at once.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

from companion.coach.drills.question import Question
from companion.coach.drills.question_key import PHONE
from companion.coach.learning.answer_steps import ShownAnswer, show
from companion.i18n import Text, message
from companion.pictures.board_drawing import BoardDrawing, Mark, draw_board
from companion.pictures.layout_crop import Size
from companion.pictures.shapes import LaidTile, Point
from companion.web.coach.drill_felt import (
    DrillFelt,
    FeltStep,
    board_of,
    cropped,
    waiting_on,
    waits,
    whole_of,
)


class SumLine(NamedTuple):
    """A sum, and at which step each of its terms is written; None if it is there from the start."""

    about: object
    terms: tuple[tuple[int | None, Text | str], ...]


def answered_felt(question: Question, asks: str, room: Size = PHONE) -> DrillFelt | None:
    """The felt with the answer; None if there is no layout."""
    if question.position is None:
        return None
    shown = show(asks, question)
    if shown.comes:
        return _with_tiles(question, asks, shown, room)
    board = board_of(question, asks, room)
    felt = DrillFelt(board._replace(marks=()), whole=whole_of(question, asks, room=room))
    if shown.layout is None:
        return felt._replace(marks=tuple(FeltStep(None, mark) for mark in board.marks))
    if not shown.sums:
        # The question is which tiles are there, and possibly none are.
        return felt._replace(lit=tuple(_lit(board, shown)))
    return felt._replace(marks=tuple(_marks(board, shown)))


def lines_of(question: Question, asks: str, *, is_told: bool = True) -> tuple[SumLine, ...]:
    """The sums of an answer, each term at its step; or those that stand there before it."""
    shown, steps = show(asks, question), count()

    def step(line: int, term: Text | str) -> int:
        if shown.change is not None:
            return {"−": 1, "+": 2, "=": 3}.get(str(term)[0], 0)
        return line if shown.comes or shown.telling else next(steps)

    return tuple(
        SumLine(
            each.about, tuple((step(line, term) if is_told else None, term) for term in each.terms)
        )
        for line, each in enumerate(shown.sums if is_told else shown.asked)
    )


def heard_of(question: Question, asks: str) -> Iterator[Text]:
    """The sums of an answer for reading aloud."""
    for each in show(asks, question).sums:
        if each.about is None:
            yield message("coach.sum", sum=each.written)
        else:
            yield message("coach.shown.about", about=each.about, sum=each.written)


def _with_tiles(question: Question, asks: str, shown: ShownAnswer, room: Size) -> DrillFelt:
    """The tiles move to their places; what they cover fades, and what they show appears."""
    assert shown.before is not None and shown.layout is not None
    placements = cropped(question, asks, room)
    if waits(question):
        placements = placements[:-1]
    before = draw_board(shown.before, placements)
    board = draw_board(shown.layout, (*placements, *shown.comes))
    new = {tile for tile, _ in shown.comes}
    view = board.view
    starts = dict[LaidTile, Point]()
    if waits(question):
        waiting, view = waiting_on(board)
        starts[board.tiles[-1]] = waiting.centre
    below = Point((view.left + view.right) / 2, view.bottom + 1)
    comes = tuple(
        FeltStep(at, laid=laid, way=_way(laid, starts.get(laid, below)))
        for at, laid in enumerate(laid for laid in board.tiles if laid.tile in new)
    )
    lies = tuple(laid for laid in board.tiles if laid.tile not in new)
    felt = DrillFelt(board._replace(tiles=lies, marks=(), view=view, last=None), comes=comes)
    marks, gone = _rings(before, board, shown)
    return felt._replace(marks=marks, gone=gone, whole=whole_of(question, asks, shown.comes, room))


def _way(laid: LaidTile, start: Point) -> Point:
    return Point(start.x - laid.centre.x, start.y - laid.centre.y)


def _rings(
    before: BoardDrawing, after: BoardDrawing, shown: ShownAnswer
) -> tuple[tuple[FeltStep, ...], tuple[FeltStep, ...]]:
    """The rings with the answer, and those that fade."""
    if shown.change is None:
        # Each tile is shown by itself: the rings at the others' places stay as they were.
        taken = {host for _, host in shown.comes}
        left = [mark for mark in before.marks if mark.end and mark.end[0] not in taken]
        return tuple(FeltStep(None, mark) for mark in left), ()
    was, now = (Counter(map(_name, board.marks)) for board in (before, after))
    marks = tuple(FeltStep(None if _name(mark) in was else 2, mark) for mark in after.marks)
    return marks, tuple(FeltStep(1, mark) for mark in before.marks if _name(mark) not in now)


def _name(mark: Mark) -> object:
    return mark.end or mark.centre, mark.counts


def _marks(board: BoardDrawing, shown: ShownAnswer) -> Iterator[FeltStep]:
    """The rings one after the other: one for each end that counts, or each double asked about."""
    assert shown.layout is not None
    if shown.telling:
        centres = {laid.tile: laid.centre for laid in board.tiles}
        for at, (double,) in enumerate(shown.telling):
            for mark in board.marks:
                if (mark.end and mark.end[0] == double) or mark.centre == centres.get(double):
                    yield FeltStep(at, mark)
        return
    counted = {(end.host, end.pips): at for at, end in enumerate(shown.layout.counted_ends)}
    for mark in board.marks:
        yield FeltStep(counted.get(mark.end, len(counted)) if mark.end else len(counted), mark)


def _lit(board: BoardDrawing, shown: ShownAnswer) -> Iterator[FeltStep]:
    for at, tiles in enumerate(shown.telling):
        yield from (FeltStep(at, laid=laid) for laid in board.tiles if laid.tile in tiles)
