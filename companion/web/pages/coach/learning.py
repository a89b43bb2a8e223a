"""Who practises on this device, what its signed cookie keeps of that, and how practice went."""

from datetime import date, timedelta
from typing import Any, NamedTuple

from flask import current_app, session

from companion.coach.key import Key
from companion.coach.lessons import LESSONS
from companion.coach.schedule import (
    Practice,
    Schedule,
)
from companion.pictures.pegboard import Pegboard, lay_pegboard
from companion.rules.games import GAMES
from companion.tables.errors import NoSuchLearner
from companion.tables.learners import Learner, LearnerService
from companion.web.clock import today
from companion.words import Text, message

#: The ground that stands for the tables of this device, and the one to begin with.
OWN = "own"
FIRST_GROUND = "race-horse"
#: The holes of the board on which a day's right answers are pegged, and its width in px.
_BOARD_HOLES = 15
_BOARD_WIDTH = 250.0
#: So many days with their puzzle solved are kept: a cookie has little room.
_MOST_SOLVED = 60


def _keep(name: str, value: Any) -> None:
    session[name] = value
    session.permanent = True


def learners() -> LearnerService:
    """Where this app keeps what people learnt."""
    kept: LearnerService = current_app.extensions["learner_service"]
    return kept


def learner() -> Learner | None:
    """Who practises on this device, under a picked name or without; None before an answer."""
    known = session.get("learner")
    if known is None:
        return None
    try:
        return learners().of(known)
    except NoSuchLearner:
        forget_learner()
        return None


def keep_learner(found: Learner) -> Learner:
    """Let this device be that learner's own."""
    _keep("learner", found.id)
    return found


def forget_learner() -> None:
    """Let this device be nobody's; what was learnt stays where it is."""
    session.pop("learner", None)
    session.pop("pegged", None)


def schedule() -> Schedule:
    """What was practised on this device, and how it went."""
    known = learner()
    return Schedule() if known is None else known.schedule


class Pegged(NamedTuple):
    """The right answers of a day, as they are pegged on a little board."""

    day: str
    right: int = 0
    #: How many there were before the last answer.
    before: int = 0
    #: The question answered last: it is pegged once.
    last: str = ""

    @property
    def is_new(self) -> bool:
        """Whether the last answer moved the peg."""
        return self.right > self.before

    @property
    def board(self) -> Pegboard:
        """The board with both pegs; once it is full it begins anew."""
        done = (self.right - 1) // _BOARD_HOLES * _BOARD_HOLES if self.right else 0
        behind = max(0, self.before - done)
        return lay_pegboard(_BOARD_HOLES, _BOARD_WIDTH).with_pegs(self.right - done, behind)


def pegged() -> Pegged:
    """The right answers of today on this device."""
    day = today().isoformat()
    kept = session.get("pegged", ())
    if len(kept) != len(Pegged._fields) or kept[0] != day:
        return Pegged(day)
    return Pegged(*kept)


def remember(key: Key, *, is_right: bool, milliseconds: int | None) -> Pegged:
    """Keep an answer and peg it where it is right; a question counts once."""
    known = learner() or keep_learner(learners().start())
    try:
        learners().answer(known.id, key, is_right=is_right, milliseconds=milliseconds)
    except NoSuchLearner:
        # Forgotten on another device at that moment: it is the first answer of somebody new.
        forget_learner()
        known = keep_learner(learners().start())
        learners().answer(known.id, key, is_right=is_right, milliseconds=milliseconds)
    board = pegged()
    if board.last != str(key):
        board = Pegged(board.day, board.right + is_right, board.right, str(key))
        session["pegged"] = board
    return board


def chosen_ground() -> str:
    """What this device practises on: a game, or `OWN` for its tables."""
    ground = session.get("ground", FIRST_GROUND)
    return ground if ground == OWN or ground in GAMES else FIRST_GROUND


def choose_ground(ground: str) -> None:
    """Practise on another game or on the device's tables from now on."""
    if ground == OWN or ground in GAMES:
        _keep("ground", ground)


def lessons_done() -> list[str]:
    """The lessons that this device came to the end of."""
    return [name for name in session.get("lessons", []) if name in LESSONS]


def remember_lesson(name: str) -> None:
    """Keep that this device came to the end of a lesson."""
    if name not in lessons_done():
        _keep("lessons", [*lessons_done(), name])


def solved_days() -> set[date]:
    """The days whose puzzle was solved on this device, as far back as it remembers."""
    return {date.fromordinal(day) for day in session.get("solved", [])}


def remember_solved(day: date) -> None:
    """Keep that the puzzle of a day was solved."""
    days = solved_days()
    if day not in days:
        _keep("solved", sorted(each.toordinal() for each in {*days, day})[-_MOST_SOLVED:])


def days_in_a_row(last: date) -> int:
    """How many days in a row were solved, up to this one, or to the day before while it is open."""
    days = solved_days()
    first = day = last if last in days else last - timedelta(1)
    while day in days:
        day -= timedelta(1)
    return (first - day).days


def describe_practice(practice: Practice) -> Text:
    """A practice as people say it: `What does it count? · Doubles`"""
    kind, skill = practice
    return message("practise.practice", drill=kind.heading, skill=skill.heading)
