"""Runs against the clock: each deal counts once, and the best of each learner is known."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from companion.coach.challenges.timed_run import Result
from companion.db.database import Database
from companion.learners.errors import CountedAlready
from companion.learners.learner_service import LearnerService
from companion.learners.sprint_service import SprintCourse, best_run, keep_run

STORM = SprintCourse("storm", "race-horse")
LADDER = SprintCourse("worth", "fives-and-threes")


def ran(score: int, milliseconds: int = 60_000) -> Result:
    return Result(score, score, score, milliseconds)


@pytest.fixture
def learners(database: Database) -> LearnerService:
    return LearnerService(database)


@pytest.fixture
def ana(database: Database) -> str:
    """Ana's id."""
    return LearnerService(database).start("Ana").id


def test_the_best_run_of_a_course_is_known(learners: LearnerService, ana: str) -> None:
    assert best_run(learners, ana, STORM) is None
    assert keep_run(learners, ana, "first", STORM, ran(12)) == (ana, None)
    assert keep_run(learners, ana, "second", STORM, ran(9)) == (ana, ran(12))
    assert best_run(learners, ana, STORM) == ran(12)


def test_of_two_that_came_as_far_the_quicker_is_the_best(
    learners: LearnerService, ana: str
) -> None:
    for deal, milliseconds in (("first", 21_000), ("second", 14_500), ("third", 19_000)):
        keep_run(learners, ana, deal, LADDER, ran(10, milliseconds))
    best = best_run(learners, ana, LADDER)
    assert best is not None
    assert best.milliseconds == 14_500


def test_each_game_and_each_learner_has_a_best_of_its_own(
    database: Database, learners: LearnerService, ana: str
) -> None:
    ben = LearnerService(database).start("Ben").id
    keep_run(learners, ana, "first", STORM, ran(12))
    keep_run(learners, ana, "second", LADDER, ran(7))
    assert best_run(learners, ben, STORM) is None
    assert best_run(learners, ana, STORM._replace(game="muggins")) is None
    assert best_run(learners, ana, LADDER) == ran(7)


def test_a_deal_counts_once(learners: LearnerService, ana: str) -> None:
    keep_run(learners, ana, "first", STORM, ran(12))
    with pytest.raises(CountedAlready):
        keep_run(learners, ana, "first", STORM, ran(90))
    assert best_run(learners, ana, STORM) == ran(12)


def test_a_deal_that_is_sent_twice_at_a_time_counts_once(
    learners: LearnerService, ana: str
) -> None:
    def keep(score: int) -> bool:
        try:
            keep_run(learners, ana, "first", STORM, ran(score))
        except CountedAlready:
            return False
        return True

    with ThreadPoolExecutor(4) as several:
        assert sum(several.map(keep, range(1, 5))) == 1


@pytest.mark.parametrize("nobody", ["zoe", "", "\n", None])
def test_the_run_of_nobody_known_is_the_first_of_somebody_new(
    learners: LearnerService, nobody: str | None
) -> None:
    learner_id, before = keep_run(learners, nobody, "first", STORM, ran(12))
    assert learner_id != nobody and before is None
    assert best_run(learners, learner_id, STORM) == ran(12)


def test_runs_go_where_the_learner_goes(
    database: Database, learners: LearnerService, ana: str
) -> None:
    keep_run(learners, ana, "first", STORM, ran(12))
    anew = learners.shut_out(ana).id
    assert best_run(learners, anew, STORM) == ran(12)
    learners.reset(anew)
    assert best_run(learners, anew, STORM) is None
    keep_run(learners, anew, "second", STORM, ran(5))
    learners.remove(anew)
    assert best_run(learners, anew, STORM) is None
