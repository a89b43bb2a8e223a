"""A question of a drill or a lesson: where it is found, and what its page shows of it."""

import secrets
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from flask import url_for
from markupsafe import Markup

from companion.coach.drills import question
from companion.coach.key import Key
from companion.coach.lessons import LESSONS, Lesson
from companion.coach.positions import LEVELS, book_named
from companion.coach.question import Question, Verdict
from companion.coach.schedule import Practice, practices_by
from companion.coach.screens import ask_screen
from companion.pictures.board import Board, Mark, draw_board
from companion.referee.arms import describe_layout
from companion.rules.errors import Refusal
from companion.rules.games import GAMES
from companion.web.clock import now
from companion.web.pages.coach.grounds import TablePositions, chosen_grounds, own_of
from companion.web.pages.coach.learning import Pegged, schedule
from companion.words import Message, Text, message, sentences

_SEEDS = 10**10


class TableWentOn(Refusal, code="table-went-on"):
    """The table of a question is not as it was when the question was asked."""


class QuestionAddress(NamedTuple):
    """A question by what its page keeps of it."""

    key: Key
    #: The source of a table's positions; empty for random hands.
    source: str = ""

    @property
    def question(self) -> Question:
        """The question; raises `NoSuchQuestion`, or `TableWentOn` where its layouts are gone."""
        own = own_of(self.source.partition(".")[0]) if self.source else None
        if self.source and (own is None or own.source != self.source):
            raise TableWentOn(message("practise.table-went-on"))
        return _question(self.key, own)


@lru_cache(maxsize=256)
def _question(key: Key, own: TablePositions | None) -> Question:
    # The answer comes soon after the question, mostly to the same process.
    return question(key, own.positions if own else ())


def next_question(among: Iterable[Practice]) -> QuestionAddress:
    """The next question of these practices, as the schedule has it."""
    seed, wanted = secrets.randbelow(_SEEDS), tuple(among)
    # A game that has nothing to ask in a drill leaves it to one that has.
    for game, source in (*chosen_grounds(seed), *((each, "") for each in GAMES)):
        if practices := practices_by(book_named(game).rules, wanted):
            return QuestionAddress(schedule().next_key(now(), game, seed, practices), source)
    raise LookupError("Every drill has a game.")


def drill_page(
    drill: str,
    address: QuestionAddress,
    question: Question,
    pegged: Pegged,
    verdict: Verdict | None = None,
    problem: Text | None = None,
) -> dict[str, Any]:
    """A question of the drill with this name in the address, or what is said to its answer."""
    key, here = address.key, url_for("practise.ask", drill=drill)
    frame = {
        "title": message("practise.title", drill=key.kind.heading),
        "name": key.skill.heading,
        "under": _describe_rules(address),
        "back": url_for("practise.home"),
        "back_label": message("practise.back"),
        "step": key.level,
        "steps": LEVELS,
        "step_label": message("practise.level", level=key.level, most=LEVELS),
        "asks": key.kind.value,
        # The numbers to answer with that would score, and nought.
        "scoring": {0, *filter(book_named(key.game).rules.scores, range(1, 40))},
        # Where an answer is posted with these fields.
        "action": here,
        "fields": {"question": key} | ({"of": address.source} if address.source else {}),
        "onward": here,
        "onward_label": message("practise.next"),
        # The right answers of today.
        "day": pegged,
    }
    return _question_page(question, frame, verdict, problem)


def _describe_rules(address: QuestionAddress) -> Text:
    name, *house_rules = address.key.game.split("~")
    of = "own" if address.source else "random"
    rules = "house-rules" if house_rules else "plain"
    return message(f"practise.under.{of}.{rules}", game=GAMES[name].title)


def lesson_page(
    lesson: Lesson, screen: int, verdict: Verdict | None = None, problem: Text | None = None
) -> dict[str, Any]:
    """A screen of a lesson, counted from 1, or what is said of a tap there."""
    last = len(lesson.screens)
    onward = url_for("practise.lesson", name=lesson.name, screen=screen + 1)
    if screen == last:
        onward = url_for("practise.ask", drill=lesson.practice.kind)
    frame = {
        "title": message("lessons.screen-title", lesson=lesson.heading, number=screen, last=last),
        "name": lesson.heading,
        "back": url_for("practise.lessons"),
        "back_label": message("lessons.back"),
        "step": screen,
        "steps": last,
        "step_label": message("lessons.screen", number=screen, last=last),
        "asks": lesson.screens[screen - 1].action.value,
        # Where an answer is asked about: nothing of it is kept.
        "action": url_for("practise.lesson", name=lesson.name, screen=screen),
        "onward": onward,
        "onward_label": message("lessons.to-the-drill" if screen == last else "practise.next"),
        # What it teaches before it asks.
        "text": lesson.text(screen),
    }
    return _question_page(screen_question(lesson.name, screen), frame, verdict, problem)


@lru_cache(maxsize=64)
def screen_question(lesson: str, screen: int) -> Question:
    """What a screen asks, counted from 1: the same for everybody."""
    return ask_screen(LESSONS[lesson], screen)


def _question_page(
    question: Question, frame: dict[str, Any], verdict: Verdict | None, problem: Text | None
) -> dict[str, Any]:
    position, board, reaches = question.position, None, list[tuple[Mark, str]]()
    if position is not None:
        board = draw_board(position.layout, position.laid)
        board = board._replace(last=position.last or board.last)
        if not verdict:
            reaches = list(_reaches(question, board))
            # What the ends count is told only once that gives nothing away.
            board = board._replace(marks=())
    return {
        "frame": frame,
        "question": question,
        "board": board,
        "described": describe_layout(question.placements),
        # The open ends that are answers, each with its value.
        "reaches": reaches,
        # Why an answer was none.
        "problem": problem,
        "verdict": verdict,
        "headline": verdict and _marked(verdict.headline),
        "heard": sentences(problem, *(_heard(verdict) if verdict else ())),
    }


def _reaches(question: Question, board: Board) -> Iterator[tuple[Mark, str]]:
    values = {choice.value for choice in question.choices}
    for mark in board.marks:
        if mark.end and (value := f"{mark.end[0]}/{mark.end[1]}") in values:
            yield mark, value


def _marked(headline: Message) -> Text:
    """The verdict at a glance, the right answer told apart."""
    answer = Markup('<b class="answer">{}</b>').format(headline["answer"])
    arguments = dict(headline.arguments) | {"answer": answer}
    return replace(headline, arguments=tuple(arguments.items()))


def _heard(verdict: Verdict) -> Iterator[Text]:
    """What a screen reader says after an answer."""
    yield message("coach.verdict.heard", verdict=verdict.headline)
    yield from verdict.notes
    yield from (reason.sentence for reason in verdict.reasons[-1:])
