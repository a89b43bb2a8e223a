"""A question of a drill or a lesson: where it is found, and what its page shows of it."""

import re
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple

from flask import url_for
from markupsafe import Markup

from companion.coach.drills import question
from companion.coach.key import Key
from companion.coach.lessons import LESSONS, Lesson
from companion.coach.positions import LEVELS, Position, positions_of
from companion.coach.question import Question, Verdict
from companion.coach.schedule import Practice
from companion.coach.screens import ask_screen
from companion.pictures.board import Board, Mark, draw_board
from companion.referee.arms import describe_layout
from companion.rules.errors import Refusal
from companion.rules.games import GAMES
from companion.tables.errors import NoSuchTable
from companion.web.clock import now
from companion.web.device import known_tables, table_service
from companion.web.guard import visit
from companion.web.pages.coach.learning import FIRST_GROUND, OWN, Pegged, chosen_ground, schedule
from companion.words import Message, Text, message, sentences

#: So many tables are looked through for a layout and no more.
_MOST_LOOKS = 8
#: Of a long evening the layouts of its last hands.
_MOST_POSITIONS = 300
_SEEDS = 10**10
_GAME_NAME = re.compile("[a-z0-9~=-]{1,200}")


class TableWentOn(Refusal, code="table-went-on"):
    """The table of a question is not as it was when the question was asked."""


# Equal only to itself: it is what questions are remembered by, and may be long.
@dataclass(frozen=True, eq=False)
class TablePositions:
    """What a table of this device gives to practise on: the layouts of its hands that are over."""

    game: str
    positions: tuple[Position, ...]
    #: The table with what tells these positions from any others.
    source: str


class QuestionAddress(NamedTuple):
    """A question by what its page keeps of it."""

    key: Key
    #: The source of a table's positions; empty for random hands.
    source: str = ""

    @property
    def question(self) -> Question:
        """The question; raises `NoSuchQuestion`, or `TableWentOn` where its layouts are gone."""
        own = _own_of(self.source.partition(".")[0]) if self.source else None
        if self.source and (own is None or own.source != self.source):
            raise TableWentOn(message("practise.table-went-on"))
        return _question(self.key, own)


@lru_cache(maxsize=256)
def _question(key: Key, own: TablePositions | None) -> Question:
    # The answer comes soon after the question, mostly to the same process.
    return question(key, own.positions if own else ())


def next_question(among: Iterable[Practice]) -> QuestionAddress:
    """The next question of these practices, as the schedule has it."""
    seed = secrets.randbelow(_SEEDS)
    game, source = chosen_ground(), ""
    if game == OWN:
        own = next(_own_grounds(seed), None)
        game, source = (own.game, own.source) if own else (FIRST_GROUND, "")
    return QuestionAddress(schedule().next_key(now(), game, seed, among), source)


def has_own() -> bool:
    """Whether a table of this device has a hand that is over."""
    return any(_own_grounds(0))


def _own_grounds(seed: int) -> Iterator[TablePositions]:
    """What each table of this device gives, another one first for each seed."""
    tables = known_tables()
    first = seed % max(1, len(tables))
    for table_id in (tables[first:] + tables[:first])[:_MOST_LOOKS]:
        own = _own_of(table_id)
        if own is not None and own.positions:
            yield own


def _own_of(table_id: str) -> TablePositions | None:
    """What a table gives to practise on; None where this device may not watch it."""
    try:
        return _own(table_id, visit(table_id).state.version)
    except NoSuchTable:
        return None


@lru_cache(maxsize=32)
def _own(table_id: str, _version: int) -> TablePositions:
    record = table_service().read(table_id)
    header, entries = record.header, record.entries
    # Nobody studies a hand that is still played.
    over = [number for number, entry in enumerate(entries, 1) if not entry.game.hand_is_on]
    positions = positions_of(entries[: max(over, default=0)])[-_MOST_POSITIONS:]
    mark = blake2b(repr([each.placements for each in positions]).encode(), digest_size=6)
    # The game with its house rules, as a question's key names it.
    changes = (f"{name}={value}" for name, value in header.changes if name != "tiles-each")
    game = "~".join((header.game, *changes))
    if _GAME_NAME.fullmatch(game) is None:
        game = header.game
    return TablePositions(game, positions, f"{table_id}.{mark.hexdigest()}")


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
