"""Sheets of questions for printing: what to have on one, and the sheet of a code."""

import secrets
from math import ceil
from statistics import median_low
from typing import Final, NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.coach.challenges import worksheet
from companion.coach.drills.practice_positions import LEVELS
from companion.coach.drills.question import Label, Question, Wanted
from companion.coach.drills.skills import DrillKind, Skill
from companion.coach.learning.practice_rounds import MIXED
from companion.i18n import Text, message
from companion.pictures.board_drawing import BoardDrawing, Marking, draw_board
from companion.pictures.layout_crop import Size
from companion.referee.layout_text import describe_layout
from companion.rules.games import GAMES
from companion.web.security import policy
from companion.web.ui.game_picker import remember_game
from companion.web.ui.practice_session import FIRST_GROUND, chosen_ground, schedule

blueprint = Blueprint("sheets", __name__)
policy.set_policy(blueprint, policy.anyone, policy.ordinary)

#: The breadth of a layout on a phone if a half is 18 px wide, in halves.
_PHONE: Final = 17.8
#: How wide a half is on paper at size 1, in mm, and the sizes that there are.
_HALF: Final = 4.77
_SIZES: Final = (1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.75, 2, 2.5, 3)
#: At level 0 a tile is as large as children draw one.
_LEAST_FOR_A_CHILD: Final = 2
#: What a page has for questions, in mm, both on A4 and on Letter, the first one with a head; and
#: its columns.
_PAPER: Final = Size(190, 249)
_HEAD: Final = 26
_COLUMNS: Final = 6
_FEWEST_COLUMNS: Final = 2
#: What the frame of a question takes in breadth and its words in height, in mm.
_FRAME, _WORDS = 6, 20
#: What a hand takes in height, each of its tiles and its name in breadth, in halves.
_HAND, _TILE, _NAME = 1.4, 2.2, 3
#: If there are more words than these, they are not printed for circling: there is room to write.
_MOST_TO_CIRCLE = 4


@blueprint.get("/sheets")
def choose(problem: Text | None = None) -> str:
    """What a sheet should be about, how hard, and how many questions."""
    game = request.args.get("game", chosen_ground())
    game = game if game in GAMES else FIRST_GROUND
    kept = schedule()
    level = median_low(map(kept.level, kept.opened or [Skill.PLAIN_SUMS]))
    chosen = {"about": MIXED, "level": str(level), "number": "12", "code": ""}
    return render_template(
        "coach/choose_sheet.html",
        chosen=chosen | request.args.to_dict() | {"game": game},
        mixed=MIXED,
        skills=[skill for skill in Skill if worksheet.is_asked(skill, game)],
        drills=[kind for kind in DrillKind if worksheet.is_asked(f"{worksheet.DRILL}{kind}", game)],
        drill=worksheet.DRILL,
        levels=range(LEVELS + 1),
        numbers=worksheet.NUMBERS,
        problem=problem,
    )


@blueprint.get("/sheets/new")
def make() -> ResponseReturnValue:
    """Make a new sheet, or find the one whose code was typed."""
    parts = [request.args.get(name, "") for name in ("about", "game", "level", "number")]
    if (parts[0], parts[2]) == (MIXED, "0"):
        parts[0] = worksheet.FIRST
    seed = str(secrets.randbelow(worksheet.SEEDS))
    code = request.args.get("code", "").strip() or ".".join([*parts, seed])
    sheet = worksheet.Worksheet.parse(code)
    remember_game(sheet.game)
    return redirect(url_for("sheets.show", code=sheet), 303)


@blueprint.get("/sheets/<code>")
@policy.public
@policy.limited("12 per minute")
def show(code: str) -> str:
    """A sheet: its questions on one page, the answers on the next."""
    sheet = worksheet.Worksheet.parse(code)
    tasks = list(map(_task, sheet.questions))
    size, pages = largest_pages(tasks, 1 if sheet.level else _LEAST_FOR_A_CHILD)
    shown = {"sheet": sheet, "game": GAMES[sheet.game], "tasks": tasks}
    return render_template("coach/sheet.html", **shown, size=size, pages=pages)


@blueprint.errorhandler(worksheet.NoSuchSheet)
def no_such_sheet(refusal: worksheet.NoSuchSheet) -> tuple[str, int]:
    """There is no sheet of that kind or code: the form says why."""
    return choose(refusal.message), 422 if isinstance(refusal, worksheet.NothingToAsk) else 404


class Task(NamedTuple):
    """A question of a sheet as it is printed, and its lines on the page of answers."""

    question: Question
    board: BoardDrawing | None
    described: Text
    #: How to mark one of its choices with a pencil; None if there is room to write.
    how: Text | None
    answer: Label
    #: Why, step by step: the last one decides it.
    reasons: tuple[Text, ...]
    #: How much of a row it takes on paper, in columns.
    columns: int = 0

    @property
    def halves(self) -> Size:
        """The room that its picture takes, in halves."""
        if self.board is not None:
            return Size(self.board.view.width, self.board.view.height)
        longest = max((len(tiles) for _, tiles in self.question.hands), default=0)
        return Size(_TILE * longest + _NAME, _HAND * len(self.question.hands))

    @property
    def is_broad(self) -> bool:
        """Whether it is too broad for a phone, where paper shows every tile."""
        return self.halves.width > _PHONE

    def height(self, size: float) -> float:
        """The height that it takes on paper, in mm."""
        return self.halves.height * size * _HALF + _WORDS * (0.7 + 0.3 * size)


def largest_pages(tasks: list[Task], least: float) -> tuple[float, list[list[Task]]]:
    """The pages of a sheet, as few as at the least size, and the largest size that they allow."""
    broadest = max(task.halves.width for task in tasks) * _HALF
    most = max(least, (_PAPER.width - _FRAME) / broadest)
    every = {size: _pages(tasks, size) for size in _SIZES if least <= size <= most}
    size = max(size for size, pages in every.items() if len(pages) == len(every[least]))
    return size, every[size]


def _pages(tasks: list[Task], size: float) -> list[list[Task]]:
    """As few pages as possible, the fullest no fuller than it must be."""
    rows = _rows(tasks, size)
    every = [_filled(rows, size, height) for height in range(int(_PAPER.height), 0, -5)]
    return [pages for pages in every if len(pages) == len(every[0])][-1]


def _filled(rows: list[list[Task]], size: float, height: float) -> list[list[Task]]:
    pages, left = [list[Task]()], height - _HEAD
    for row in rows:
        takes = max(task.height(size) for task in row)
        if takes > left and pages[-1]:
            pages.append([])
            left = height
        pages[-1] += row
        left -= takes
    return pages


def _rows(tasks: list[Task], size: float) -> list[list[Task]]:
    """As many questions to a row as there are columns for their pictures."""
    rows = [list[Task]()]
    for task in tasks:
        needed = ceil((task.halves.width * size * _HALF + _FRAME) / _PAPER.width * _COLUMNS)
        columns = min(max(needed, _FEWEST_COLUMNS, ceil(size)), _COLUMNS)
        if sum(each.columns for each in rows[-1]) + columns > _COLUMNS:
            rows.append([])
        rows[-1].append(task._replace(columns=columns))
    return rows


def _task(question: Question) -> Task:
    position, board = question.position, None
    if position is not None:
        # Only the tile asked about stands out.
        board = draw_board(position.layout, position.laid, Marking.NONE)
        board = board._replace(last=position.last)
    right = sorted(question.answer)
    verdict = question.judge(right[0] if question.wanted is Wanted.ONE else " ".join(right))
    return Task(
        question,
        board,
        describe_layout(question.placements),
        _how(question),
        verdict.headline["answer"],
        tuple(reason.sentence for reason in verdict.reasons),
    )


def _how(question: Question) -> Text | None:
    is_long = len(question.choices) > _MOST_TO_CIRCLE and not question.choices[0].tile
    if question.wanted is Wanted.NUMBER or (question.wanted is Wanted.ONE and is_long):
        return None
    return message(f"sheets.circle.{question.wanted}")
