"""A run against the clock: how long it lasts, and what its answers come to.

A phone judges while it runs, so that nothing waits; here all of it is worked out again before a
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
    """What a phone says of its run cannot have happened so; `why` names the reason."""

    def __init__(self, why: str) -> None:
        super().__init__(message(f"sprint.refused.{why}"))
        self.why = why


class Pace(NamedTuple):
    """How long a run lasts, and what answers bring; as a script takes it, too."""

    #: How long it lasts, where answers change that; 0 where each question has its own time.
    pool: int = 0
    #: How long each question has; 0 where there is one pool of time.
    each: int = 0
    #: So many right answers in a row bring time, and again so many; the last holds for all further.
    streak: int = 0
    bonuses: tuple[int, ...] = ()
    #: No more is added in all, and so much is taken off for a miss.
    most_added: int = 0
    miss: int = 0
    #: A right answer pegs one, and one more for each such streak before it, up to this.
    most_pegs: int = 1
    #: The questions; 0 for as many as there is time for.
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
    """What was said to a question, and when; nothing where its time was up."""

    key: QuestionKey
    said: str
    at: int


class Miss(NamedTuple):
    """A question that was not answered rightly; no verdict where nothing was said."""

    key: QuestionKey
    said: str
    verdict: Verdict | None


class Result(NamedTuple):
    """What a run came to: its score in pegs, and how long it lasted, in milliseconds."""

    score: int = 0
    right: int = 0
    best_combo: int = 0
    milliseconds: int = 0
    misses: tuple[Miss, ...] = ()

    @property
    def answered(self) -> int:
        """How many questions came to an end."""
        return self.right + len(self.misses)


class _SoFar(NamedTuple):
    """How a run stands on its way."""

    ends: int
    combo: int = 0
    added: int = 0
    result: Result = Result()


def judge_run(
    pace: Pace,
    keys: Sequence[QuestionKey],
    answers: Sequence[RunAnswer],
) -> Result:
    """What a run at this pace came to; raises `RunRefused`, or `NoAnswer` for what is none."""
    _check_order(keys, answers)
    so_far, before = _SoFar(pace.pool), 0
    for key, said, at in answers:
        _check_time(pace, so_far, before, said, at)
        verdict = question(key).judge(said) if said else None
        so_far, before = _after(pace, so_far, RunAnswer(key, said, at), verdict), at
    lasted = before if pace.each else so_far.ends
    return so_far.result._replace(milliseconds=lasted)


def check_elapsed(answers: Sequence[RunAnswer], elapsed: int) -> None:
    """Raise `RunRefused` where answers took longer than the time between dealing and sending."""
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
    # Only where a question has a time of its own can that run out.
    if is_over or (not said and (not pace.each or took < pace.each)):
        raise RunRefused("time-was-up")
    if took < pace.least:
        raise RunRefused("too-quick")


def _after(pace: Pace, so_far: _SoFar, answer: RunAnswer, verdict: Verdict | None) -> _SoFar:
    """How the run stands after an answer."""
    result = so_far.result
    if verdict is None or not verdict.is_right:
        miss = Miss(answer.key, answer.said, verdict)
        result = result._replace(misses=(*result.misses, miss))
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
    """The time that so many right answers in a row bring."""
    if not pace.streak or combo % pace.streak:
        return 0
    return pace.bonuses[min(combo // pace.streak, len(pace.bonuses)) - 1]
