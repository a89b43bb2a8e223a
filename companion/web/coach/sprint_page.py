"""Storms and ladders: where one starts, what is dealt for one, and what it came to."""

from collections.abc import Iterator
from typing import NamedTuple, cast

from flask import current_app

from companion.coach.challenges.sprint_questions import DEAL, FIRST_DEAL, LADDERS, ladders_of
from companion.coach.challenges.timed_run import Pace, Result, RunAnswer, check_elapsed, judge_run
from companion.coach.drills.drill_questions import question
from companion.coach.drills.practice_positions import book_named
from companion.coach.drills.question_key import NoSuchQuestion
from companion.coach.drills.skills import DrillKind, has_drill
from companion.i18n import Text, message
from companion.learners.sprint_service import STORM_COURSE, Best, SprintCourse, SprintService
from companion.rules.games import GAMES
from companion.web.coach.deal_questions import deal, number_boards
from companion.web.coach.dealt_note import Dealt
from companion.web.coach.missed_question import Missed
from companion.web.ui.position_sources import chosen_grounds
from companion.web.ui.practice_session import keep_learner, known_id, learner


def sprints() -> SprintService:
    """Where this app keeps what runs came to."""
    return cast(SprintService, current_app.extensions["sprint_service"])


def course_of(name: str) -> SprintCourse:
    """The storm, or the ladder of a drill, in the game that is practised here.

    A game without that ladder leaves it to one that has it; raises `NoSuchQuestion`.
    """
    grounds = [game for game, _ in chosen_grounds(0)]
    if name == STORM_COURSE:
        return SprintCourse(name, grounds[0])
    if name not in {*LADDERS}:
        raise NoSuchQuestion(name)
    for game in (*grounds, *GAMES):
        if has_drill(book_named(game).rules, DrillKind(name)):
            return SprintCourse(name, game)
    raise NoSuchQuestion(name)


def ladders_here() -> list[SprintCourse]:
    """The ladders of the game that is practised here, or of all games where it has none."""
    game, _ = next(chosen_grounds(0))
    return list(map(course_of, ladders_of(book_named(game).rules) or LADDERS))


def best_of(course: SprintCourse) -> Best | None:
    """The best run of who practises on this device; None before the first."""
    known = learner()
    return known and sprints().best(known.id, course)


def dealt_data(dealt: Dealt, first: int = 0) -> dict[str, object]:
    """What a phone gets of a deal: its questions from the `first` on, and how it is run.

    Ten come first, which takes a tenth of the time; then those that make it thirty, then thirty.
    """
    last = (first // DEAL + 1) * DEAL if first else FIRST_DEAL
    keys = dealt.keys(last)[first:]
    cards = [card._asdict() for card in deal(keys)]
    if first:
        return {"cards": cards}
    return {
        "deal": dealt.note,
        "game": dealt.game,
        "at": dealt.at,
        "pace": dealt.pace._asdict(),
        "boards": number_boards(dealt.game),
        "cards": cards,
    }


class Settled(NamedTuple):
    """What a run came to, and the best before it."""

    course: SprintCourse
    pace: Pace
    result: Result
    before: Best | None

    @property
    def best(self) -> Best:
        """The best with this run."""
        result = self.result
        this = Best(result.score, result.right, result.best_combo, result.milliseconds)
        return max((self.before or this, this), key=lambda each: each.rank)

    @property
    def heard(self) -> Text:
        """What a screen reader says of it."""
        result = self.result
        came = {"score": result.score, "right": result.right, "misses": len(result.misses)}
        if self.is_new_best:
            return message("sprint.heard-best", **came)
        return message("sprint.heard", **came)

    @property
    def is_new_best(self) -> bool:
        """Whether nothing before came as far."""
        return self.result.score > 0 and (self.before is None or self.best != self.before)

    def misses(self) -> Iterator[Missed]:
        """What was not answered rightly, one after another."""
        for key, _, verdict in self.result.misses:
            yield Missed.of(key, question(key), verdict)


def settle(dealt: Dealt, answers: list[RunAnswer]) -> Settled:
    """Judge a run again and keep what it came to; raises `RunRefused` and `CountedAlready`."""
    check_elapsed(answers, dealt.elapsed)
    keys = dealt.keys(len(answers))
    result = judge_run(dealt.pace, keys, answers)
    course = SprintCourse(dealt.course, dealt.game)
    kept = sprints().keep(known_id(), dealt.id, course, result)
    keep_learner(kept.learner_id)
    return Settled(course, dealt.pace, result, kept.before)
