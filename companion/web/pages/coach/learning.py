"""Who practises on this device, what its signed cookie keeps of that, and how practice went."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from math import ceil
from typing import Any, NamedTuple

from flask import current_app, session

from companion.coach.key import Key
from companion.coach.lessons import LESSONS
from companion.coach.schedule import (
    Attempt,
    Practice,
    Schedule,
    Stretch,
    by_day,
    by_week,
    stretch_of,
)
from companion.coach.skills import Skill, drills_for
from companion.pictures.charts import Trend, draw_trend
from companion.pictures.pegboard import Pegboard, lay_pegboard
from companion.pictures.shape import Box
from companion.rules.games import GAMES
from companion.tables.errors import NoSuchLearner
from companion.tables.learners import Learner, LearnerService
from companion.web.clock import now, today
from companion.web.pages.shared.dates import describe_day
from companion.words import Text, message

#: The ground that stands for the tables of this device, and the one to begin with.
OWN = "own"
FIRST_GROUND = "race-horse"
#: The holes of the board on which a day's right answers are pegged, and its width in px.
_BOARD_HOLES = 15
_BOARD_WIDTH = 250.0
#: So many days with their puzzle solved are kept: a cookie has little room.
_MOST_SOLVED = 60
#: More days than these of practice are shown week by week.
_MOST_DAYS = 14
_PLOT = Box(46, 10, 340, 110)
_SMALL = Box(4, 4, 116, 36)


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


def progress_page() -> dict[str, Any]:
    """How practice went on this device and what comes next."""
    known = learner()
    attempts = learners().attempts(known.id) if known else ()
    kept = known.schedule if known else Schedule()
    upcoming = kept.next(now())
    is_long = len({each.at.date() for each in attempts}) > _MOST_DAYS
    by = by_week if is_long else by_day
    stretches = by(attempts)
    by_skill = {skill: [e for e in attempts if e.practice.skill is skill] for skill in Skill}
    return {
        "learner": known,
        "upcoming": describe_practice(upcoming),
        "reason": _reason(kept, upcoming, now()),
        # What one dot stands for.
        "stretch": "week" if is_long else "day",
        "rows": list(map(_figures, stretches)),
        "total": _total(attempts),
        "accuracy": _accuracy(stretches, _PLOT),
        "speed": _speed(stretches),
        # Each skill: how it stands, how it went, and where it is practised.
        "skills": [
            {
                "skill": skill,
                "level": kept.level(skill),
                "drill": drills_for(skill)[0],
                "total": _total(own),
                "chart": _accuracy(by(own), _SMALL),
                "rows": list(map(_figures, by(own))),
            }
            for skill, own in by_skill.items()
        ],
    }


def describe_practice(practice: Practice) -> Text:
    """A practice as people say it: `What does it count? · Doubles`"""
    kind, skill = practice
    return message("practise.practice", drill=kind.heading, skill=skill.heading)


def _reason(kept: Schedule, upcoming: Practice, at: datetime) -> Text:
    due, standing = kept.due(upcoming), kept.standings.get(upcoming.skill)
    if due is None:
        return message("progress.next.new")
    if due > at:
        return message("progress.next.soonest")
    if standing is not None and standing.in_a_row < 0:
        return message("progress.next.went-wrong")
    return message("progress.next.due")


def _accuracy(stretches: tuple[Stretch, ...], box: Box) -> Trend | None:
    """How right the answers were, in hundredths."""
    values = [(each.begins.toordinal(), 100 * each.accuracy) for each in stretches]
    return draw_trend(values, 100, box) if values else None


def _speed(stretches: tuple[Stretch, ...]) -> Trend | None:
    """How long right answers took, in seconds; None where none was timed."""
    timed = [
        (each.begins.toordinal(), each.milliseconds / 1000)
        for each in stretches
        if each.milliseconds is not None
    ]
    slowest = max((seconds for _, seconds in timed), default=0.0)
    return draw_trend(timed, max(1, ceil(slowest)), _PLOT) if timed else None


def _total(attempts: Sequence[Attempt]) -> dict[str, Any] | None:
    return _figures(stretch_of(attempts[0].at.date(), attempts)) if attempts else None


def _figures(stretch: Stretch) -> dict[str, Any]:
    """The answers of a stretch as people read them: how many, how right, how quick."""
    time = None
    if stretch.milliseconds is not None:
        time = message("progress.seconds", number=f"{stretch.milliseconds / 1000:.1f}")
    return {
        "begins": describe_day(stretch.begins),
        "answered": stretch.answered,
        "right": message("progress.percent", number=f"{100 * stretch.accuracy:.0f}"),
        # None where no right answer was timed.
        "time": time,
    }
