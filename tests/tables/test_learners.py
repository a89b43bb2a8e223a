"""Learners: a name without an account, answers that count once, progress nobody else overwrites."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text

from companion.coach.drills.question_key import QuestionKey
from companion.coach.drills.skills import DrillKind, Practice, Skill
from companion.coach.learning.memory import Attempt
from companion.coach.learning.schedule import Schedule
from companion.db.database import Database
from companion.learners.errors import NameTaken, NoSuchLearner, WrongCode
from companion.learners.learner_service import LearnerService
from companion.rules.errors import WrongPlayers
from tests.tables.scribe import refused

START = datetime(2026, 3, 6, 19, 0, tzinfo=UTC)


def key(seed: int, kind: DrillKind = DrillKind.COUNT, skill: Skill = Skill.DOUBLES) -> QuestionKey:
    return QuestionKey(kind, skill, "race-horse", 1, seed)


@pytest.fixture
def learners(database: Database) -> LearnerService:
    """A clock that goes on by ten seconds whenever somebody looks at it."""
    seconds = iter(range(0, 100_000, 10))
    return LearnerService(database, now=lambda: START + timedelta(seconds=next(seconds)))


def test_a_picked_name_is_a_learner_with_nothing_answered(learners: LearnerService) -> None:
    ana = learners.start("Ana")
    assert ana.name == "Ana"
    assert ana.schedule == Schedule()
    assert len(ana.id) >= 20
    assert re.fullmatch("[A-HJKMNP-Z2-9]{6}", ana.code)
    assert learners.of(ana.id) == ana
    assert learners.attempts(ana.id) == ()


@pytest.mark.parametrize("name", ["Ana", "ANA", "ana"])
def test_a_name_is_given_once_whatever_its_capitals(learners: LearnerService, name: str) -> None:
    learners.start("Ana")
    with pytest.raises(NameTaken):
        learners.start(name)


@pytest.mark.parametrize("name", ["", " Ana", "A" * 25, "Ana, Ben", "lead", "a\0b"])
def test_a_name_is_one_that_a_player_could_have(learners: LearnerService, name: str) -> None:
    with pytest.raises(WrongPlayers):
        learners.start(name)


def test_two_who_pick_a_name_at_the_same_moment_do_not_share_it(learners: LearnerService) -> None:
    def pick(_: int) -> str:
        try:
            return learners.start("Ana").id
        except NameTaken:
            return ""

    with ThreadPoolExecutor(4) as pool:
        ids = [*pool.map(pick, range(4))]
    assert len([each for each in ids if each]) == 1


def test_another_device_enters_by_the_code(learners: LearnerService) -> None:
    ana, zoe = learners.start("Ana Maria"), learners.start("Zoë")
    assert learners.enter("ana maria", f" {ana.code.lower()} ") == ana
    assert learners.enter("ZOË", zoe.code) == zoe


@pytest.mark.parametrize("name", ["Ana", "Zoe", "a\0b", "x" * 500])
@pytest.mark.parametrize("code", ["", "AAAAAA", "ß", "x" * 500])
def test_nobody_enters_without_it(learners: LearnerService, name: str, code: str) -> None:
    learners.start("Ana")
    with refused("refused.wrong-code"):
        learners.enter(name, code)


@pytest.mark.parametrize("learner_id", ["", "Ana", "a\0b", "x" * 500])
def test_no_id_can_be_made_up(learners: LearnerService, learner_id: str) -> None:
    learners.start("Ana")
    with pytest.raises(NoSuchLearner):
        learners.of(learner_id)
    with pytest.raises(NoSuchLearner):
        learners.reset(learner_id)
    # An answer is the first of somebody new.
    assert learners.answer(learner_id, key(1), is_right=True).learner.id != learner_id


def test_an_answer_is_remembered_and_moves_the_schedule(learners: LearnerService) -> None:
    ana = learners.start("Ana")
    after = learners.answer(ana.id, key(1), is_right=False, milliseconds=3500).learner
    assert after.schedule == Schedule().after(
        Attempt(START, Practice(DrillKind.COUNT, Skill.DOUBLES), 1, False, 3500, "race-horse")
    )
    assert learners.of(ana.id) == after
    (attempt,) = learners.attempts(ana.id)
    assert attempt == Attempt(
        START, Practice(DrillKind.COUNT, Skill.DOUBLES), 1, False, 3500, "race-horse"
    )


def test_a_question_counts_once_however_often_it_is_answered(learners: LearnerService) -> None:
    ana = learners.start("Ana")
    once = learners.answer(ana.id, key(1), is_right=False)
    again = learners.answer(ana.id, key(1), is_right=True)
    assert once.is_new and not again.is_new and again.learner == once.learner
    assert len(learners.attempts(ana.id)) == 1


def test_answers_sent_at_the_same_moment_all_count(learners: LearnerService) -> None:
    ana = learners.start("Ana")
    with ThreadPoolExecutor(4) as pool:
        keys = [key(number // 2) for number in range(12)]
        [*pool.map(lambda each: learners.answer(ana.id, each, is_right=True), keys)]
    assert len(learners.attempts(ana.id)) == 6


@pytest.mark.parametrize("milliseconds", [0, -5, 10**12])
def test_a_time_that_cannot_be_is_not_kept(learners: LearnerService, milliseconds: int) -> None:
    ana = learners.start("Ana")
    learners.answer(ana.id, key(1), is_right=True, milliseconds=milliseconds)
    assert learners.attempts(ana.id)[0].milliseconds is None


def test_nobodys_answers_are_anybody_elses(learners: LearnerService) -> None:
    ana, ben = learners.start("Ana"), learners.start("Ben")
    learners.answer(ana.id, key(1), is_right=True)
    assert learners.of(ben.id) == ben
    assert learners.attempts(ben.id) == ()
    learners.answer(ben.id, key(1), is_right=False)
    assert [each.is_right for each in learners.attempts(ana.id)] == [True]


def test_who_starts_anew_keeps_the_name_and_the_code(learners: LearnerService) -> None:
    ana, ben = learners.start("Ana"), learners.start("Ben")
    learners.answer(ana.id, key(1), is_right=True)
    learners.answer(ben.id, key(1), is_right=True)
    assert learners.reset(ana.id) == ana
    assert learners.attempts(ana.id) == ()
    assert len(learners.attempts(ben.id)) == 1
    learners.answer(ana.id, key(1), is_right=True)
    assert len(learners.attempts(ana.id)) == 1


def test_who_leaves_is_forgotten_and_the_name_is_free(learners: LearnerService) -> None:
    ana = learners.start("Ana")
    learners.answer(ana.id, key(1), is_right=True)
    learners.remove(ana.id)
    with pytest.raises(NoSuchLearner):
        learners.of(ana.id)
    assert learners.attempts(learners.start("ANA").id) == ()


def test_other_devices_are_shut_out_and_nothing_is_lost(learners: LearnerService) -> None:
    ana = learners.start("Ana")
    known = learners.answer(ana.id, key(1), is_right=True).learner
    again = learners.shut_out(ana.id)
    assert (again.name, again.schedule) == ("Ana", known.schedule)
    assert len(learners.attempts(again.id)) == 1
    with pytest.raises(NoSuchLearner):
        learners.of(ana.id)
    with pytest.raises(WrongCode):
        learners.enter("Ana", ana.code)
    assert learners.enter("Ana", again.code) == again


def test_a_schedule_that_cannot_be_read_is_told_again_by_the_answers(
    learners: LearnerService, database: Database
) -> None:
    ana = learners.start("Ana")
    for seed in range(9):
        is_right, took_hint = seed != 1, seed in (3, 5)
        known = learners.answer(
            ana.id, key(seed), is_right=is_right, milliseconds=900, took_hint=took_hint
        )
    assert [each.took_hint for each in learners.attempts(ana.id)].count(True) == 2
    with database.writing() as session:
        session.execute(text("UPDATE learner SET schedule = 'of another version'"))
    assert learners.of(ana.id) == known.learner
    assert learners.answer(ana.id, key(0), is_right=True).learner == known.learner


def test_the_round_of_a_page_is_kept_with_the_rules_that_were_broken(
    learners: LearnerService,
) -> None:
    ana = learners.start("Ana")
    learners.answer(ana.id, key(1), is_right=True, page="count")
    learners.answer(ana.id, key(2), is_right=False, page="count", broken="exposed-double")
    learners.answer(ana.id, key(2), is_right=False, page="count", broken="exposed-double")
    found = learners.of(ana.id).schedule.round
    assert found is not None and found.page == "count"
    assert [each.broken for each in found.answers] == ["", "exposed-double"]
    assert {each.game for each in found.answers} == {"race-horse"}


def test_a_device_practises_without_a_name_until_one_is_picked(learners: LearnerService) -> None:
    device, other = learners.start(), learners.start()
    assert (device.name, other.name) == ("", "")
    learners.answer(device.id, key(1), is_right=True)
    ana = learners.call(device.id, "Ana")
    assert (ana.id, ana.name) == (device.id, "Ana")
    assert len(learners.attempts(ana.id)) == 1
    assert learners.enter("ANA", ana.code).id == ana.id
    with pytest.raises(NameTaken):
        learners.call(other.id, "ana")
    with pytest.raises(WrongPlayers):
        learners.call(other.id, "")
    with pytest.raises(NoSuchLearner):
        learners.call("nobody", "Ben")
    assert learners.of(other.id) == other


def test_nobody_enters_as_a_device_without_a_name(learners: LearnerService) -> None:
    device = learners.start()
    for name in ("", f"\n{device.id}", device.id):
        with pytest.raises(WrongCode):
            learners.enter(name, device.code)
    again = learners.shut_out(device.id)
    assert again.name == "" and learners.of(again.id) == again
