"""Who practises on this device: under a picked name, or the device for itself."""

from typing import NamedTuple

from flask import current_app, session

from companion.coach.key import Key
from companion.coach.schedule import Schedule
from companion.tables.errors import NoSuchLearner
from companion.tables.learners import Learner, LearnerService
from companion.web.clock import now

#: The holes of the board on which a day's right answers are pegged.
BOARD_HOLES = 15


def learners() -> LearnerService:
    """Where this app keeps what people learnt."""
    kept: LearnerService = current_app.extensions["learner_service"]
    return kept


def learner() -> Learner | None:
    """Who practises on this device; None before the first answer."""
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
    session["learner"] = found.id
    session.permanent = True
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
    def holes(self) -> tuple[int, int]:
        """Where the front peg stands and where the one behind it: a full board begins anew."""
        done = (self.right - 1) // BOARD_HOLES * BOARD_HOLES if self.right else 0
        return self.right - done, max(0, self.before - done)


def pegged() -> Pegged:
    """The right answers of today on this device."""
    today = now().date().isoformat()
    kept = session.get("pegged", ())
    if len(kept) != len(Pegged._fields) or kept[0] != today:
        return Pegged(today)
    return Pegged(*kept)


def remember(key: Key, *, is_right: bool, milliseconds: int | None) -> Pegged:
    """Keep an answer and peg it where it is right; a question counts once."""
    known = learner() or keep_learner(learners().start_unnamed())
    learners().answer(known.id, key, is_right=is_right, milliseconds=milliseconds)
    board = pegged()
    if board.last != str(key):
        board = Pegged(board.day, board.right + is_right, board.right, str(key))
        session["pegged"] = board
    return board
