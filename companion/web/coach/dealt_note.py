"""What was dealt for a run against the clock: a signed note that the device brings back.

The note is all that is kept of a deal until its result comes. It says which questions were dealt,
to whom and when: the server tells them again, and believes nothing that a phone says of them.
"""

import json
import secrets
from datetime import timedelta
from typing import Any, NamedTuple

from flask import current_app
from itsdangerous import BadSignature, URLSafeSerializer

from companion.coach.challenges.sprint_questions import MOST_QUESTIONS, sprint_keys
from companion.coach.challenges.timed_run import LADDER, STORM, Pace, RunAnswer, RunRefused
from companion.coach.drills.question_key import NoSuchQuestion, QuestionKey
from companion.coach.drills.skills import DrillKind
from companion.i18n import message
from companion.learners.sprint_service import SprintCourse
from companion.web.clock import now
from companion.web.coach.question_page import remembered_question
from companion.web.security.device_session import device

#: What is no ladder.
STORM_COURSE = "storm"
#: A result that was held up on a phone without network is taken so much later and no more.
_LASTS = timedelta(days=7)
_SEEDS = 2**48


class NotOurs(RunRefused, code="not-ours"):
    """A deal that was never made, or made to another device."""


class TooLate(RunRefused, code="too-late"):
    """A result of a deal that was made long ago."""


class NoAnswers(ValueError):
    """What was sent is no list of answers."""


class Dealt(NamedTuple):
    """A deal: by what name, on which course, in which game, from which seed, when, and to whom."""

    id: str
    course: str
    game: str
    seed: int
    #: In milliseconds of the server's clock.
    at: int
    device: str

    @classmethod
    def new(cls, course: SprintCourse) -> "Dealt":
        """A deal to the device that asks."""
        name = secrets.token_urlsafe(12)
        return cls(name, course.name, course.game, secrets.randbelow(_SEEDS), _now(), device())

    @classmethod
    def read(cls, note: str) -> "Dealt":
        """The deal of a note; raises `NotOurs` for one that is forged or another device's."""
        try:
            dealt = cls(*_notes().loads(note))
        except (BadSignature, TypeError):
            raise NotOurs(message("sprint.refused.not-ours")) from None
        if dealt.device != device():
            raise NotOurs(message("sprint.refused.not-ours"))
        return dealt

    @property
    def note(self) -> str:
        """What the device keeps of it."""
        return str(_notes().dumps(self))

    @property
    def elapsed(self) -> int:
        """The milliseconds since it was made; raises `TooLate` after a week."""
        elapsed = _now() - self.at
        if elapsed > _LASTS.total_seconds() * 1000:
            raise TooLate(message("sprint.refused.too-late"))
        return elapsed

    @property
    def ladder(self) -> DrillKind | None:
        """The drill that is climbed; None in a storm."""
        return None if self.course == STORM_COURSE else DrillKind(self.course)

    @property
    def pace(self) -> Pace:
        """How long it lasts."""
        return LADDER if self.ladder else STORM

    def keys(self, number: int = MOST_QUESTIONS) -> tuple[QuestionKey, ...]:
        """The keys of its first so many questions."""
        number = min(number, self.pace.questions or number)
        return sprint_keys(
            self.game, self.seed, number, ladder=self.ladder, ask=remembered_question
        )


def parse_answers(text: str) -> list[RunAnswer]:
    """What a phone tells of a run, `[[key, said, at], …]`; raises `NoAnswers`."""
    try:
        told: list[Any] = json.loads(text)
        rows = [*told] if isinstance(told, list) else [told]
        answers = [RunAnswer(QuestionKey.parse(key), said, at) for key, said, at in rows]
    except (ValueError, TypeError, NoSuchQuestion, RecursionError):
        raise NoAnswers from None
    sound = all(isinstance(each.said, str) and type(each.at) is int for each in answers)
    if not sound or len(answers) > MOST_QUESTIONS or any(each.at < 0 for each in answers):
        raise NoAnswers
    return answers


def _notes() -> URLSafeSerializer:
    return URLSafeSerializer(str(current_app.secret_key), salt="dealt")


def _now() -> int:
    return int(now().timestamp() * 1000)
