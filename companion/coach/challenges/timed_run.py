"""A run against the clock: how long it lasts, and how its answers score.

The phone judges while it runs, so that nothing waits. Here everything is computed again before a
score is believed. Times are in milliseconds on the run's own clock, which begins with its first
question.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from companion.coach.challenges.sprint_questions import RUNGS
from companion.coach.drills.drill_questions import question
from companion.coach.drills.question import Verdict
from companion.coach.drills.question_key import QuestionKey
from companion.i18n import message
from companion.rules.errors import Refusal


class RunRefused(Refusal, code="run-refused"):
    """What a phone reports of its run can't have happened; `why` names the reason."""

    def __init__(self, why: str) -> None:
        super().__init__(message(f"sprint.refused.{why}"))
        self.why = why


class Pace(NamedTuple):
    """How long a run lasts, and what answers earn; a script gets it, too."""

    #: How long it lasts at first, if answers change that; 0 if each question has its own time.
    pool: int = 0
    #: How long each question has; 0 if there is one pool of time.
    each: int = 0
    #: How many right answers in a row add time, step by step; the last step repeats.
    streak: int = 0
    bonuses: tuple[int, ...] = ()
    #: The most that can be added in all, and how much a miss takes off.
    most_added: int = 0
    miss: int = 0
    #: A right answer pegs one, and one more for each such streak before it, up to this.
    most_pegs: int = 1
    #: How many questions there are; 0 for as many as time allows.
    questions: int = 0
    #: No thumb is quicker.
    least: int = 120


STORM = Pace(
    pool=60_000,
    streak=5,
    bonuses=(2_000, 3_000, 4_000, 5_000),
    most_added=60_000,
    miss=3_000,
    most_pegs=3,
)
LADDER = Pace(each=3_000, questions=RUNGS)


class RunAnswer(NamedTuple):
    """The answer to a question, and when; empty if its time ran out."""

    key: QuestionKey
    said: str
    at: int


class Miss(NamedTuple):
    """A question without a right answer; no verdict if there was no answer."""

    key: QuestionKey
    verdict: Verdict | None


class Result(NamedTuple):
    """The result of a run: its score in pegs, and how long it lasted, in milliseconds."""

    score: int = 0
    right: int = 0
    best_combo: int = 0
    milliseconds: int = 0
    misses: tuple[Miss, ...] = ()

    @property
    def answered(self) -> int:
        """How many questions were finished."""
        return self.right + len(self.misses)


class _SoFar(NamedTuple):
    """A run in progress."""

    ends: int
    combo: int = 0
    added: int = 0
    result: Result = Result()


def judge_run(pace: Pace, keys: Sequence[QuestionKey], answers: Sequence[RunAnswer]) -> Result:
    """The result of a run at this pace; raises `RunRefused`, or `NoAnswer` for what is none."""
    _check_order(keys, answers)
    so_far, before = _SoFar(pace.pool), 0
    for key, said, at in answers:
        _check_time(pace, so_far, before, said, at)
        verdict = question(key).judge(said) if said else None
        so_far, before = _after(pace, so_far, key, verdict), at
    lasted = before if pace.each else so_far.ends
    return so_far.result._replace(milliseconds=lasted)


def check_elapsed(answers: Sequence[RunAnswer], elapsed: int) -> None:
    """Raise `RunRefused` if the answers took longer than the time between dealing and sending."""
    if answers and answers[-1].at > elapsed:
        raise RunRefused("sent-too-soon")


def _check_order(keys: Sequence[QuestionKey], answers: Sequence[RunAnswer]) -> None:
    known, answered = {*keys}, set[QuestionKey]()
    for number, answer in enumerate(answers):
        if answer.key not in known:
            raise RunRefused("not-dealt")
        if answer.key in answered:
            raise RunRefused("answered-twice")
        if keys[number] != answer.key:
            raise RunRefused("skipped-ahead")
        answered.add(answer.key)
    for before, after in pairwise(answers):
        if after.at < before.at:
            raise RunRefused("time-ran-back")


def _check_time(pace: Pace, so_far: _SoFar, before: int, said: str, at: int) -> None:
    took = at - before
    is_over = took > pace.each if pace.each else at >= so_far.ends
    # Only if a question has its own time can that run out.
    if is_over or (not said and (not pace.each or took < pace.each)):
        raise RunRefused("time-was-up")
    if took < pace.least:
        raise RunRefused("too-quick")


def _after(pace: Pace, so_far: _SoFar, key: QuestionKey, verdict: Verdict | None) -> _SoFar:
    """The run after an answer."""
    result = so_far.result
    if verdict is None or not verdict.is_right:
        result = result._replace(misses=(*result.misses, Miss(key, verdict)))
        return _SoFar(so_far.ends - pace.miss, 0, so_far.added, result)
    combo = so_far.combo + 1
    bonus = min(_bonus(pace, combo), pace.most_added - so_far.added)
    streaks = so_far.combo // pace.streak if pace.streak else 0
    result = result._replace(
        score=result.score + min(1 + streaks, pace.most_pegs),
        right=result.right + 1,
        best_combo=max(result.best_combo, combo),
    )
    return _SoFar(so_far.ends + bonus, combo, so_far.added + bonus, result)


def _bonus(pace: Pace, combo: int) -> int:
    """The time that so many right answers in a row add."""
    if not pace.streak or combo % pace.streak:
        return 0
    return pace.bonuses[min(combo // pace.streak, len(pace.bonuses)) - 1]
