"""The felt of a question: its layout, cropped if arms are long, with hints by the level."""

from typing import Final, NamedTuple

from companion.coach.drills.practice_positions import lay
from companion.coach.drills.question import Question
from companion.coach.drills.question_key import PHONE
from companion.coach.drills.skills import DrillKind
from companion.pictures.board_drawing import BoardDrawing, Mark, Marking, draw_board
from companion.pictures.layout_crop import Size, crop
from companion.pictures.shapes import Box, LaidTile, Point
from companion.pictures.waiting_place import waits_beside
from companion.rules.layout import Placement

#: In the others a ring would give the answer away.
_HINTED: Final = {
    DrillKind.COUNT,
    DrillKind.SCORE,
    DrillKind.CHANGE,
    DrillKind.TILES,
    DrillKind.BEST,
    DrillKind.NEED,
}
#: On a wall there is room for all tiles.
WALL: Final = Size(99, 99)
#: At this level a ring comes for each tap on Hint; below it they are all there, above it none.
ON_REQUEST: Final = 2


class FeltStep(NamedTuple):
    """A mark or a tile that appears or fades at a step; if None, it is there from the start."""

    at: int | None
    mark: Mark | None = None
    laid: LaidTile | None = None
    #: How far away a tile comes from.
    way: Point = Point(0, 0)


class DrillFelt(NamedTuple):
    """The drawing of a question, or of its answer."""

    #: The tiles on the table, and the part of the felt that is shown.
    board: BoardDrawing
    #: The rings that help, and how many of them are visible.
    hints: tuple[Mark, ...] = ()
    given: int = 0
    #: All open ends, if one of them may be the answer.
    ends: tuple[Mark, ...] = ()
    #: The tile to come as it waits, and its place.
    waiting: LaidTile | None = None
    place: LaidTile | None = None
    #: The new tiles of the answer, those that go, and the tiles that are the answer.
    comes: tuple[FeltStep, ...] = ()
    marks: tuple[FeltStep, ...] = ()
    gone: tuple[FeltStep, ...] = ()
    lit: tuple[FeltStep, ...] = ()
    #: The same with no tile left out, if some are.
    whole: BoardDrawing | None = None


def asked_felt(
    question: Question, asks: str, level: int | None, given: int, room: Size = PHONE
) -> DrillFelt | None:
    """The felt before the answer, with hints by the level; None if there is no layout."""
    position = question.position
    if position is None:
        return None
    board, shown = board_of(question, asks, room), cropped(question, asks, room)
    whole = whole_of(question, asks, room=room)
    whole = whole and whole._replace(marks=())
    felt = DrillFelt(board._replace(marks=()), ends=board.marks, whole=whole)
    if waits(question):
        *others, laid = board.tiles
        waiting, view = waiting_on(board)
        felt = felt._replace(
            board=felt.board._replace(tiles=tuple(others), view=view, last=None),
            waiting=waiting,
            place=laid,
        )
        shown = shown[:-1]
    if level is None or level > ON_REQUEST or asks not in _HINTED:
        return felt
    before = lay(position.layout.rules, question.placements)
    hints = draw_board(before, shown, Marking.COUNTED if level else Marking.ENDS).marks
    if level:
        hints = tuple(mark._replace(counts=None) for mark in hints)
    return felt._replace(hints=hints, given=given if level == ON_REQUEST else len(hints))


def waits(question: Question) -> bool:
    """Whether the last tile is still to be played."""
    assert question.position is not None
    return len(question.placements) < len(question.position.laid)


def cropped(question: Question, asks: str, room: Size = PHONE) -> tuple[Placement, ...]:
    """The layout shown: all of it if every tile must be looked at."""
    position = question.position
    assert position is not None
    if asks == DrillKind.EXHAUSTED:
        return position.laid
    asked = {choice.tile for choice in question.choices}
    named = ({position.last, position.laid[-1][1]} | asked) - {None}
    return crop(position.laid, position.layout.rules.spinners, room, frozenset(named))


def board_of(question: Question, asks: str, room: Size = PHONE) -> BoardDrawing:
    """The board of a layout, cropped if it should be."""
    assert question.position is not None
    board = draw_board(question.position.layout, cropped(question, asks, room))
    return board._replace(last=question.position.last or board.last)


def counted_board(question: Question) -> BoardDrawing | None:
    """All of a layout with what its ends count; None for a question without one."""
    position = question.position
    if position is None:
        return None
    board = draw_board(position.layout, position.laid)
    return board._replace(last=position.last or board.last)


def whole_of(
    question: Question, asks: str, comes: tuple[Placement, ...] = (), room: Size = PHONE
) -> BoardDrawing | None:
    """The layout with no tile left out, and with the new tiles.

    None if all of it is shown anyway.
    """
    position = question.position
    assert position is not None
    has_room = room.scale_of(board_of(question, asks, room).view) >= 1
    if has_room and cropped(question, asks, room) == position.laid:
        return None
    if waits(question):
        comes = ()
    layout = lay(position.layout.rules, (*position.laid, *comes))
    board = draw_board(layout, (*position.laid, *comes))
    return board._replace(last=position.last or board.last)


def waiting_on(board: BoardDrawing) -> tuple[LaidTile, Box]:
    """The place where the last tile waits."""
    *others, laid = board.tiles
    boxes = [each.box for each in (*others, *board.gaps)]
    return waits_beside(laid, boxes, board.view)
