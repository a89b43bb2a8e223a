"""The deal of a run against the clock: a signed note that the device brings back.

The note is all that is kept of a deal until its result comes. It says which questions were dealt,
for which device and when. The server computes them again, and believes nothing that a phone says of
them.
"""

import secrets
from datetime import timedelta
from typing import Annotated, NamedTuple

from flask import current_app
from itsdangerous import BadSignature, URLSafeSerializer
from pydantic import Field, NonNegativeInt, TypeAdapter
from werkzeug.exceptions import BadRequest

from companion.coach.challenges.sprint_questions import MOST_QUESTIONS, sprint_keys
from companion.coach.challenges.timed_run import LADDER, STORM, Pace, RunAnswer, RunRefused
from companion.coach.drills.practice_positions import LEVELS
from companion.coach.drills.question_key import NoSuchQuestion, QuestionKey
from companion.coach.drills.skills import DrillKind
from companion.learners.sprint_service import STORMS, SprintCourse
from companion.web.clock import now
from companion.web.security.table_guard import device

#: How late a result may arrive that was held up on a phone without network.
_LASTS = timedelta(days=7)
_SEEDS = 2**48
_ROWS = TypeAdapter(
    Annotated[list[tuple[str, str, NonNegativeInt]], Field(max_length=MOST_QUESTIONS)]
)


class Dealt(NamedTuple):
    """A deal: its name, its course, its game, its seed, when it was made, and its device."""

    id: str
    course: str
    game: str
    seed: int
    #: In milliseconds of the server's clock.
    at: int
    device: str

    @classmethod
    def new(cls, course: SprintCourse) -> "Dealt":
        """A deal for the device that asks."""
        name = secrets.token_urlsafe(12)
        return cls(name, course.name, course.game, secrets.randbelow(_SEEDS), _now(), device())

    @classmethod
    def read(cls, note: str) -> "Dealt":
        """The deal in a note; raises `RunRefused` for a forged one or another device's."""
        try:
            dealt = cls(*_notes().loads(note))
        except (BadSignature, TypeError):
            raise RunRefused("not-ours") from None
        if dealt.device != device():
            raise RunRefused("not-ours")
        return dealt

    @property
    def note(self) -> str:
        """The note for the device."""
        return str(_notes().dumps(self))

    @property
    def elapsed(self) -> int:
        """The milliseconds since it was made; raises `RunRefused` after a week."""
        elapsed = _now() - self.at
        if elapsed > _LASTS.total_seconds() * 1000:
            raise RunRefused("too-late")
        return elapsed

    @property
    def ladder(self) -> DrillKind | None:
        """The drill of the ladder; None in a storm."""
        return None if self.course in STORMS else DrillKind(self.course)

    @property
    def pace(self) -> Pace:
        """How long it lasts."""
        return LADDER if self.ladder else STORM

    def keys(self, number: int = MOST_QUESTIONS) -> tuple[QuestionKey, ...]:
        """The keys of its first so many questions."""
        number = min(number, self.pace.questions or number)
        highest = STORMS.index(self.course) if self.course in STORMS else LEVELS
        return sprint_keys(self.game, self.seed, number, ladder=self.ladder, highest=highest)


def parse_answers(text: str) -> list[RunAnswer]:
    """What a phone says of a run, `[[key, said, at], …]`; raises `BadRequest`."""
    try:
        rows = _ROWS.validate_json(text, strict=True)
        return [RunAnswer(QuestionKey.parse(key), said, at) for key, said, at in rows]
    except (ValueError, NoSuchQuestion):
        raise BadRequest from None


def _notes() -> URLSafeSerializer:
    return URLSafeSerializer(str(current_app.secret_key), salt="dealt")


def _now() -> int:
    return int(now().timestamp() * 1000)
