"""What a printable sheet shows: its questions drawn, and the answers with their reasons."""

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from companion.coach.challenges.worksheet import (
    DRILL,
    NUMBERS,
    NoSuchSheet,
    Worksheet,
    games_asking,
)
from companion.coach.drills.game_families import by_family
from companion.coach.drills.practice_positions import LEVELS
from companion.coach.drills.question import Label, Question, Verdict, Wanted
from companion.coach.drills.skills import DrillKind, Skill
from companion.coach.learning.practice_rounds import MIXED
from companion.i18n import Text, listed, message
from companion.pictures.board_drawing import BoardDrawing
from companion.pictures.layout_crop import Size
from companion.referee.layout_text import describe_layout
from companion.rules.games import GAMES
from companion.web.coach.drill_felt import board_of
from companion.web.ui.practice_session import FIRST_GROUND, chosen_ground

#: How much room a layout has on a phone where a half is 18 px wide, in halves: what is larger is
#: cropped, where not every tile has to be looked at.
_PHONE: Final = Size(17.8, 14)
#: On paper two questions stand side by side, three where no layout is broader than the first of
#: these, and one where a layout is broader than the second: a half is 4 mm and more.
_THIRD, _HALF = 14.2, 22.2
#: In so many games something is named by where it is, or by where it is not.
_MOST_NAMED = 3
#: More words than these are not printed to be circled: there is room to write one.
_MOST_TO_CIRCLE = 4


class Task(NamedTuple):
    """A question of a sheet as it is printed, and what is told of it on the page of answers."""

    question: Question
    board: BoardDrawing | None
    described: Text
    #: Whether its layout is so broad that it has a row of its own on paper.
    is_broad: bool
    #: How one of its choices is marked with a pencil; None where there is room to write.
    how: Text | None
    answer: Label
    #: Why, step by step: the last one settles it.
    reasons: tuple[Text, ...]


def sheets_form(typed: Mapping[str, str]) -> dict[str, Any]:
    """What a sheet can be made of, and what is chosen as far as somebody chose."""
    ground = chosen_ground()
    chosen = {
        "about": MIXED,
        "game": ground if ground in GAMES else FIRST_GROUND,
        "level": "1",
        "number": "12",
        "code": "",
    }
    return {
        "chosen": chosen | {name: typed[name] for name in chosen if name in typed},
        "mixed": MIXED,
        "skills": [_subject(skill, skill.heading) for skill in Skill],
        "drills": [_subject(f"{DRILL}{kind}", kind.heading) for kind in DrillKind],
        "families": by_family(GAMES.values()),
        "levels": range(LEVELS + 1),
        "numbers": NUMBERS,
    }


def _subject(about: str, heading: Text) -> dict[str, Any]:
    """What a sheet can be about, and which games ask it."""
    asking = games_asking(about)
    missing = [game for game in GAMES if game not in asking]
    where = None
    if missing and len(asking) <= _MOST_NAMED:
        where = message("sheets.only-in", about=heading, games=_titles(asking))
    elif missing and len(missing) <= _MOST_NAMED:
        where = message("sheets.not-in", about=heading, games=_titles(missing))
    elif missing:
        where = message("sheets.in-some", about=heading)
    return {"value": about, "heading": where or heading, "games": asking}


def _titles(games: Iterable[str]) -> Text:
    return listed(GAMES[game].title for game in games)


def parse_sheet(typed: Mapping[str, str], seed: int) -> Worksheet:
    """The sheet that a form asks for: that of its code, or a new one. Raises `NoSuchSheet`."""
    if code := typed.get("code", "").strip():
        return Worksheet.parse(code)
    parts = [typed.get(name, "") for name in ("about", "game", "level", "number")]
    if not all(parts):
        raise NoSuchSheet(message("sheets.no-such-code"))
    return Worksheet.parse(".".join([*parts, str(seed)]))


def sheet_page(sheet: Worksheet) -> dict[str, Any]:
    """A sheet as it is printed."""
    tasks = list(map(_task, sheet.questions, sheet.kinds))
    return {
        "sheet": sheet,
        "heading": message("sheets.heading", about=sheet.heading, level=sheet.level),
        "game": GAMES[sheet.game].title,
        "columns": 3 if all(map(_is_narrow, tasks)) else 2,
        "tasks": tasks,
        # The same kind of sheet with other questions.
        "another": {name: getattr(sheet, name) for name in ("about", "game", "level", "number")},
    }


def _is_narrow(task: Task) -> bool:
    return task.board is None or task.board.view.width <= _THIRD


def _task(question: Question, kind: DrillKind) -> Task:
    position, board = question.position, None
    if position is not None:
        # Nothing is told of the ends; what stands out is the tile that is asked about.
        board = board_of(question, kind, _PHONE)
        board = board._replace(last=position.last, marks=())
    verdict = _verdict(question)
    return Task(
        question,
        board,
        describe_layout(question.placements),
        board is not None and board.view.width > _HALF,
        _how(question),
        verdict.headline["answer"],
        tuple(reason.sentence for reason in verdict.reasons),
    )


def _verdict(question: Question) -> Verdict:
    """What the referee says to the right answer."""
    if question.wanted is Wanted.ONE:
        return question.judge(min(question.answer))
    return question.judge(" ".join(sorted(question.answer)))


def _how(question: Question) -> Text | None:
    is_long = len(question.choices) > _MOST_TO_CIRCLE and not question.choices[0].tile
    if question.wanted is Wanted.NUMBER or (question.wanted is Wanted.ONE and is_long):
        return None
    return message(f"sheets.circle.{question.wanted}")
