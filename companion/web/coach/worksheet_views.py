"""Sheets of questions for printing: what to have on one, and the sheet of a code."""

import secrets
from collections.abc import Iterable
from typing import Final, NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.coach.challenges.worksheet import (
    DRILL,
    NUMBERS,
    SEEDS,
    NoSuchSheet,
    NothingToAsk,
    Worksheet,
    games_asking,
)
from companion.coach.drills.practice_positions import LEVELS
from companion.coach.drills.question import Label, Question, Wanted
from companion.coach.drills.skills import DrillKind, Skill
from companion.coach.learning.practice_rounds import MIXED
from companion.i18n import Text, listed, message
from companion.pictures.board_drawing import BoardDrawing
from companion.pictures.layout_crop import Size
from companion.referee.layout_text import describe_layout
from companion.rules.games import GAMES
from companion.web.coach.drill_felt import board_of
from companion.web.security import policy
from companion.web.ui.game_picker import remember_game
from companion.web.ui.practice_session import FIRST_GROUND, chosen_ground

blueprint = Blueprint("sheets", __name__)
policy.set_policy(blueprint, policy.anyone, policy.ordinary)

#: The room for a layout on a phone if a half is 18 px wide, in halves: larger ones are cropped,
#: unless every tile must be looked at.
_PHONE: Final = Size(17.8, 14)
#: On paper two questions fit side by side. Three do if no layout is broader than the first of
#: these, and one if a layout is broader than the second: a half is 4 mm or more.
_THIRD, _HALF = 14.2, 22.2
#: In up to so many games something is named by where it is, or else by where it isn't.
_MOST_NAMED = 3
#: If there are more words than these, they are not printed for circling: there is room to write.
_MOST_TO_CIRCLE = 4


@blueprint.get("/sheets")
def choose(problem: Text | None = None) -> str:
    """What a sheet should be about, how hard, and how many questions."""
    ground = chosen_ground()
    game = ground if ground in GAMES else FIRST_GROUND
    chosen = {"about": MIXED, "game": game, "level": "1", "number": "12", "code": ""}
    return render_template(
        "coach/choose_sheet.html",
        chosen=chosen | {name: request.args[name] for name in chosen if name in request.args},
        mixed=MIXED,
        skills=[WorksheetSubject.of(skill, skill.heading) for skill in Skill],
        drills=[WorksheetSubject.of(f"{DRILL}{kind}", kind.heading) for kind in DrillKind],
        levels=range(LEVELS + 1),
        numbers=NUMBERS,
        problem=problem,
    )


@blueprint.get("/sheets/new")
def make() -> ResponseReturnValue:
    """Make a new sheet, or find the one whose code was typed."""
    parts = [request.args.get(name, "") for name in ("about", "game", "level", "number")]
    code = request.args.get("code", "").strip() or ".".join([*parts, str(secrets.randbelow(SEEDS))])
    sheet = Worksheet.parse(code)
    remember_game(sheet.game)
    return redirect(url_for("sheets.show", code=sheet), 303)


@blueprint.get("/sheets/<code>")
@policy.public
@policy.limited("12 per minute")
def show(code: str) -> str:
    """A sheet: its questions on one page, the answers on the next."""
    sheet = Worksheet.parse(code)
    tasks, game = list(map(_task, sheet.questions, sheet.kinds)), GAMES[sheet.game]
    columns = 3 if all(task.is_narrow for task in tasks) else 2
    return render_template("coach/sheet.html", sheet=sheet, game=game, tasks=tasks, columns=columns)


@blueprint.errorhandler(NoSuchSheet)
def no_such_sheet(refusal: NoSuchSheet) -> tuple[str, int]:
    """There is no sheet of that kind or code: the form says why."""
    return choose(refusal.message), 422 if isinstance(refusal, NothingToAsk) else 404


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

    @property
    def is_broad(self) -> bool:
        """Whether its layout is so broad that it has a row of its own on paper."""
        return self.board is not None and self.board.view.width > _HALF

    @property
    def is_narrow(self) -> bool:
        """Whether three like it fit side by side."""
        return self.board is None or self.board.view.width <= _THIRD


class WorksheetSubject(NamedTuple):
    """The subjects of sheets, what a form calls them, and which games have them."""

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


def _titles(games: Iterable[str]) -> Text:
    return listed(GAMES[game].title for game in games)


def _task(question: Question, kind: DrillKind) -> Task:
    position, board = question.position, None
    if position is not None:
        # The ends are not marked; only the tile asked about stands out.
        board = board_of(question, kind, _PHONE)
        board = board._replace(last=position.last, marks=())
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
