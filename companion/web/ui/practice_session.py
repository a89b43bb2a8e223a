"""The learner on this device, what its signed cookie keeps, and how practice went."""

from datetime import date
from typing import Any, NamedTuple, cast

from flask import current_app, session

from companion.coach.drills.question_key import QuestionKey
from companion.coach.learning.lessons import LESSONS
from companion.coach.learning.schedule import Schedule
from companion.learners.errors import NoSuchLearner
from companion.learners.learner_classes import ClassService
from companion.learners.learner_service import KeptAnswer, Learner, LearnerService
from companion.pictures.pegboard import Pegboard, lay_pegboard
from companion.rules.games import GAMES
from companion.web.clock import today
from companion.web.ui.game_picker import remember_game

#: The ground that stands for the tables of this device, and the one to begin with.
OWN = "own"
FIRST_GROUND = "race-horse"
#: The holes of the board on which a day's right answers are pegged, and its width in px.
BOARD_HOLES = 15
_BOARD_WIDTH = 250.0
#: Of so many days it is kept whether their puzzle was solved: a cookie has little room.
_MOST_SOLVED = 400


def _keep(name: str, value: Any) -> None:
    session[name] = value
    session.permanent = True


def learners() -> LearnerService:
    """The service that keeps what people learnt."""
    return cast(LearnerService, current_app.extensions["learner_service"])


def class_service() -> ClassService:
    """The service that knows who can see whose progress."""
    return cast(ClassService, current_app.extensions["class_service"])


def own_class() -> str:
    """The id of this device's class; empty if it has none."""
    return str(session.get("class", ""))


def learner() -> Learner | None:
    """The learner on this device, with a picked name or without; None before an answer."""
    known = known_id()
    if known is None:
        return None
    try:
        return learners().of(known)
    except NoSuchLearner:
        forget_learner()
        return None


def known_id() -> str | None:
    """The id of the learner whose own this device is, without a look whether there is one yet."""
    return session.get("learner")


def keep_learner(learner_id: str) -> None:
    """Let this device be that learner's own."""
    if learner_id != known_id():
        session.pop("joined", None)
    _keep("learner", learner_id)


def forget_learner() -> None:
    """Let this device be nobody's; what was learnt stays where it is."""
    for name in ("joined", "learner", "pegged", "pegged-by"):
        session.pop(name, None)


def schedule() -> Schedule:
    """What was practised on this device, and how it went."""
    known = learner()
    return Schedule() if known is None else known.schedule


class PracticePegs(NamedTuple):
    """The right answers of a day, as they are pegged on a little board."""

    day: str
    right: int = 0
    #: How many there were before the last answer.
    before: int = 0

    @property
    def is_new(self) -> bool:
        """Whether the last answer moved the peg."""
        return self.right > self.before

    @property
    def board(self) -> Pegboard:
        """The board with both pegs; once it is full it begins again."""
        done = (self.right - 1) // BOARD_HOLES * BOARD_HOLES if self.right else 0
        behind = max(0, self.before - done)
        return lay_pegboard(BOARD_HOLES, _BOARD_WIDTH).with_pegs(self.right - done, behind)


def pegged() -> PracticePegs:
    """The right answers of today on this device."""
    day = today().isoformat()
    kept = session.get("pegged", ())
    if len(kept) != len(PracticePegs._fields) or kept[0] != day:
        return PracticePegs(day)
    return PracticePegs(*kept)


class Practising(NamedTuple):
    """How practice stands on this device: today's pegs, and what comes next."""

    pegged: PracticePegs
    schedule: Schedule


def practising() -> Practising:
    """How practice stands now."""
    return Practising(pegged(), schedule())


def practising_at(key: QuestionKey) -> Practising:
    """How practice stands where an answer is shown: only the latest one moves the peg."""
    board = pegged()
    if session.get("pegged-by") != str(key):
        board = board._replace(before=board.right)
    return Practising(board, schedule())


def peg(key: QuestionKey, kept: KeptAnswer, *, is_right: bool) -> Practising:
    """Peg an answer just kept where it is right; this device is its learner's own."""
    if kept.learner.id != known_id():
        forget_learner()
    keep_learner(kept.learner.id)
    board = pegged()
    board = PracticePegs(board.day, board.right + (kept.is_new and is_right), board.right)
    if kept.is_new:
        session["pegged"] = board
    # One that was answered before moves nothing, wherever it is shown.
    session["pegged-by"] = str(key) if kept.is_new else ""
    return Practising(board, kept.learner.schedule)


def chosen_ground() -> str:
    """What this device practises on: a game, or `OWN` for its tables."""
    ground = session.get("ground", FIRST_GROUND)
    return ground if ground == OWN or ground in GAMES else FIRST_GROUND


def choose_ground(ground: str) -> None:
    """Practise on another game or on the device's tables from now on."""
    if ground == OWN or ground in GAMES:
        _keep("ground", ground)
        remember_game(ground)


def lessons_done() -> list[str]:
    """The lessons that this device came to the end of."""
    return [name for name in session.get("lessons", []) if name in LESSONS]


def remember_lesson(name: str) -> None:
    """Keep that this device came to the end of a lesson."""
    if name not in lessons_done():
        _keep("lessons", [*lessons_done(), name])


def solved_days() -> set[date]:
    """The days whose puzzle was solved on this device, as far back as it remembers."""
    return _days_kept("solved")


def streak_days() -> set[date]:
    """Those of them that were solved on the day itself, before its solution was shown."""
    return _days_kept("in-time")


def _days_kept(name: str) -> set[date]:
    last, days = session.get(name, (0, "0"))
    kept = int(days, 16)
    return {date.fromordinal(last - back) for back in range(_MOST_SOLVED) if kept >> back & 1}


def remember_solved(day: date) -> None:
    """Keep that the puzzle of a day was solved, and whether that was in time for a streak."""
    if day in solved_days():
        return
    is_in_time = day == today() and session.get("told") != day.toordinal()
    _keep_days("in-time", streak_days() | ({day} if is_in_time else set()))
    _keep_days("solved", solved_days() | {day})


def remember_shown(day: date) -> None:
    """Keep that the solution of today's puzzle was looked at before it was found."""
    if day == today() and day not in solved_days():
        _keep("told", day.toordinal())


def _keep_days(name: str, days: set[date]) -> None:
    last = max(days, default=date.min).toordinal()
    kept = sum(1 << last - each.toordinal() for each in days)
    # A bit a day, the last one first.
    _keep(name, [last, f"{kept & (1 << _MOST_SOLVED) - 1:x}"])
