"""What a printable sheet shows: its questions drawn, and the answers with their reasons."""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from companion.coach.challenges.worksheet import (
    NoSuchSheet,
    Worksheet,
    games_asking,
)
from companion.coach.drills.question import Label, Question, Verdict, Wanted
from companion.coach.drills.skills import DrillKind
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
    """A question of a sheet as it is printed, and what stands about it on the page of answers."""

    question: Question
    board: BoardDrawing | None
    described: Text
    #: How one of its choices is marked with a pencil; None where there is room to write.
    how: Text | None
    answer: Label
    #: Why, step by step: the last one settles it.
    reasons: tuple[Text, ...]

    @property
    def is_broad(self) -> bool:
        """Whether its layout is so broad that it has a row of its own on paper."""
        return self.board is not None and self.board.view.width > _HALF

    @property
    def is_narrow(self) -> bool:
        """Whether three like it stand side by side."""
        return self.board is None or self.board.view.width <= _THIRD


class WorksheetSubject(NamedTuple):
    """What a sheet can be about, what a form calls it, and which games ask it."""

    value: str
    heading: Text
    games: tuple[str, ...]

    @classmethod
    def of(cls, about: str, heading: Text) -> "WorksheetSubject":
        """A skill or a drill, with a word on where it is asked if that is not everywhere."""
        asking = games_asking(about)
        missing = [game for game in GAMES if game not in asking]
        if missing and len(asking) <= _MOST_NAMED:
            heading = message("sheets.only-in", about=heading, games=_titles(asking))
        elif missing and len(missing) <= _MOST_NAMED:
            heading = message("sheets.not-in", about=heading, games=_titles(missing))
        elif missing:
            heading = message("sheets.in-some", about=heading)
        return cls(about, heading, asking)


def chosen_sheet(typed: Mapping[str, str]) -> dict[str, str]:
    """What a form says, as far as someone chose."""
    ground = chosen_ground()
    game = ground if ground in GAMES else FIRST_GROUND
    chosen = {"about": MIXED, "game": game, "level": "1", "number": "12", "code": ""}
    return chosen | {name: typed[name] for name in chosen if name in typed}


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


def tasks_of(sheet: Worksheet) -> list[Task]:
    """The questions of a sheet as they are printed."""
    return list(map(_task, sheet.questions, sheet.kinds))


def _task(question: Question, kind: DrillKind) -> Task:
    position, board = question.position, None
    if position is not None:
        # Nothing is said of the ends; what stands out is the tile that is asked about.
        board = board_of(question, kind, _PHONE)
        board = board._replace(last=position.last, marks=())
    verdict = _verdict(question)
    return Task(
        question,
        board,
        describe_layout(question.placements),
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
