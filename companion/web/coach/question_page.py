"""A question of a drill: where it is found, and what its page shows of it."""

import secrets
from itertools import chain
from typing import Any, NamedTuple
from urllib.parse import urlencode

from flask import url_for
from werkzeug.datastructures import MultiDict

from companion.coach.challenges.sprint_questions import LADDERS
from companion.coach.drills.drill_questions import question
from companion.coach.drills.practice import Practice, practices_by
from companion.coach.drills.practice_positions import LEVELS, book_named
from companion.coach.drills.question import Question, Verdict
from companion.coach.drills.question_key import QuestionKey
from companion.coach.learning.lessons import screen_for
from companion.coach.learning.schedule import Schedule
from companion.i18n import Text, message
from companion.rules.errors import Refusal
from companion.rules.games import GAMES
from companion.web.clock import now
from companion.web.coach.drill_felt import ON_REQUEST
from companion.web.coach.framed_question import framed, numbers_that_score
from companion.web.coach.round_page import (
    Onward,
    describe_place,
    marks_of,
    onward_from,
    round_beside,
    round_shown,
)
from companion.web.ui.position_sources import (
    chosen_grounds,
    describe_game,
    own_of,
    practices_on,
)
from companion.web.ui.practice_session import Practising

_SEEDS = 10**10
#: All tiles of a set of double-twelve are shorter by far.
_LONGEST_ANSWER = 1000


class TableWentOn(Refusal, code="table-went-on"):
    """The table of a question is not as it was when the question was asked."""


class QuestionAddress(NamedTuple):
    """A question by what its page keeps of it."""

    key: QuestionKey
    #: The source of a table's positions; empty for random hands.
    source: str = ""
    #: Whether a round asked it; one from a link is of none.
    is_of_round: bool = False
    #: The storm or ladder among whose misses it is tried again; empty for none.
    missed_in: str = ""

    @property
    def fields(self) -> dict[str, str]:
        """What an address and a form keep of it."""
        kept = {"question": str(self.key)}
        if self.source:
            kept["of"] = self.source
        if self.missed_in:
            kept["missed"] = self.missed_in
        return kept | ({"round": "1"} if self.is_of_round else {})

    @property
    def question(self) -> Question:
        """The question; raises `NoSuchQuestion`, or `TableWentOn` where its layouts are gone."""
        own = own_of(self.source.partition(".")[0]) if self.source else None
        if self.source and (own is None or own.source != self.source):
            raise TableWentOn(message("practise.table-went-on"))
        return question(self.key, own)


def said_in(given: MultiDict[str, str]) -> str:
    """The answer in a form or an address, cut where no answer is as long.

    In an address it always stands: nothing at all may mean none of the choices.
    """
    return " ".join(given.getlist("said"))[:_LONGEST_ANSWER]


def next_question(drill: str, kept: Schedule) -> QuestionAddress:
    """The next question of a drill's page, as a schedule has it."""
    seed, here = secrets.randbelow(_SEEDS), practices_on(drill)
    practice = kept.next(now(), here, drill)
    level = kept.level(practice.skill)
    # A game that does not ask for it leaves it to one that does.
    grounds = chain(chosen_grounds(seed), chosen_grounds(0), ((each, "") for each in GAMES))
    for game, source in grounds:
        if practices_by(book_named(game).rules, [practice]):
            key = QuestionKey(practice.kind, practice.skill, game, level, seed)
            return QuestionAddress(key, source, is_of_round=True)
    raise LookupError("Every drill has a game.")


def drill_page(
    drill: str,
    address: QuestionAddress,
    question: Question,
    practising: Practising,
    verdict: Verdict | None = None,
    problem: Text | None = None,
    hints: int = 0,
    *,
    looks_again: bool = False,
) -> dict[str, Any]:
    """A question of the drill with this name in the address, or what is said to its answer.

    `hints` is how many rings were asked for, and whether what was missed is to be learnt again.
    """
    key, here = address.key, url_for("practise.ask", drill=drill)
    asks_for_hints = key.level == ON_REQUEST
    fields = address.fields | ({"hint": str(hints)} if asks_for_hints else {})
    place, onward = _place(drill, address, practising.schedule, is_answered=verdict is not None)
    lesson = None
    # Once a round is over, what it came to is told before all else.
    if looks_again and verdict and onward.page is not None:
        lesson = _look_again(onward.page, key, verdict)
    frame = {
        "title": message("practise.title", drill=key.kind.heading),
        "name": key.skill.heading,
        "under": message(
            "practise.under",
            level=key.level,
            rules=describe_game(key.game, is_own=bool(address.source)),
        ),
        "back": url_for("practise.home"),
        "back_label": message("practise.back"),
        # Which miss was tried, once it was.
        "tried": str(key) if address.missed_in and verdict else None,
        "asks": key.kind.value,
        "scoring": numbers_that_score(book_named(key.game).rules),
        # Where an answer is posted with these fields.
        "action": here,
        "fields": fields,
        # Where the same is shown again; what was answered is not asked again.
        "here": onward.address if verdict else f"{here}?{urlencode(fields)}",
        "hint": asks_for_hints and f"{here}?{urlencode(fields | {'hint': str(hints + 1)})}",
        "onward": onward.address,
        "onward_label": onward.label,
        "is_swapped": onward.is_next,
        "lesson": lesson,
        # The right answers of today.
        "day": practising.pegged,
    }
    if address.missed_in:
        place |= {"back": onward.address, "back_label": onward.label}
    return framed(question, frame | place, verdict, problem, (key.level, hints))


def _place(
    drill: str, address: QuestionAddress, kept: Schedule, *, is_answered: bool
) -> tuple[dict[str, Any], Onward]:
    """How far a question is in its round, and where it leads; one of no round leads to one."""
    level = address.key.level
    if not address.is_of_round:
        label: Text = message("practise.level", level=level, most=LEVELS)
        beside = _to_misses(address) or round_beside(drill, kept)
        return {"step": level, "steps": LEVELS, "step_label": label}, beside
    found = round_shown(kept, drill, is_answered=is_answered)
    label = describe_place(found, level, is_answered=is_answered)
    # The questions of the round, each right, wrong or open.
    return {"marks": marks_of(found), "step_label": label}, onward_from(drill, found)


def _to_misses(address: QuestionAddress) -> Onward | None:
    """The way back to the misses among which a question is tried again."""
    if not address.missed_in:
        return None
    label, anchor = message("sprint.to-misses"), "misses"
    back = url_for("sprint.storm", _anchor=anchor)
    if address.missed_in in {*LADDERS}:
        back = url_for("sprint.ladder", kind=address.missed_in, _anchor=anchor)
    return Onward(back, label, None, is_next=False)


def _look_again(drill: str, key: QuestionKey, verdict: Verdict) -> tuple[str, Text] | None:
    """The lesson to go to instead, and what the way there says."""
    broken = (rule.name for rule in verdict.broken)
    if (found := screen_for(Practice(key.kind, key.skill), broken)) is None:
        return None
    lesson, screen = found
    address = url_for("practise.lesson", name=lesson.name, screen=screen, then=drill)
    return address, message("practise.look-again", lesson=lesson.heading)
