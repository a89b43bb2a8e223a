"""Classes: a grown-up sees whoever joins by the link, and asks all of them one question."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from sqlmodel import func, select

from companion.coach.drills.drill_questions import question
from companion.coach.drills.question import NoAnswer
from companion.coach.drills.question_key import QuestionKey
from companion.coach.drills.skills import DrillKind, Skill
from companion.db.database import Database
from companion.db.learner_models import ClassMemberRow
from companion.learners.errors import ClassFull, NoSuchClass, NoSuchMember
from companion.learners.learner_classes import ClassService
from companion.learners.learner_service import LearnerService
from companion.learners.mistake_answers import MistakeKey, remember
from companion.rules.errors import WrongPlayers
from tests.tables.scribe import refused

#: A Friday.
START = datetime(2026, 3, 6, 19, 0, tzinfo=UTC)
MONDAY = datetime(2026, 3, 2, tzinfo=UTC)
KEY = QuestionKey(DrillKind.COUNT, Skill.DOUBLES, "five-up", 1, 7)


@pytest.fixture
def learners(database: Database) -> LearnerService:
    return LearnerService(database, now=lambda: START)


@pytest.fixture
def classes(learners: LearnerService) -> ClassService:
    return ClassService(learners, now=lambda: START)


def answer(learners: LearnerService, learner_id: str, seed: int, *, is_right: bool = True) -> None:
    key = QuestionKey(DrillKind.COUNT, Skill.DOUBLES, "five-up", 1, seed)
    learners.answer(learner_id, key, is_right=is_right, milliseconds=4000)


def names(classes: ClassService, class_id: str) -> list[str]:
    return [member.learner.name for member in classes.members(class_id)]


def test_who_joins_by_the_link_is_seen_under_the_name_of_the_class(
    classes: ClassService, learners: LearnerService
) -> None:
    own = classes.open(None, ["Ana", "Émile"])
    found = classes.look(own)
    code = found.row.code
    assert re.fullmatch("[A-HJKMNP-Z2-9]{6}", code) and found.free_names == ["Ana", "Émile"]
    assert classes.look(f"{code[:3]}-{code[3:].lower()}") == found
    # One practises already, under another name; the other is new.
    ana = learners.start("Anna the first")
    assert classes.join(own, ana.id, "Ana") == ana.id
    ben = classes.join(own, None, "Ben")
    answer(learners, ana.id, 1)
    answer(learners, ana.id, 2, is_right=False)
    seen, other = classes.members(own)
    assert (seen.learner.name, seen.answered, seen.game) == ("Ana", 2, "five-up")
    assert [each.is_right for each in seen.latest] == [True, False]
    assert (other.learner.id, other.learner.name, other.answered) == (ben, "Ben", 0)
    assert classes.member(own, seen.number) == seen and learners.of(ana.id).name != "Ana"
    assert classes.look(own).free_names == ["Émile"]


def test_a_name_is_had_once_in_a_class_and_a_refused_one_leaves_nobody(
    classes: ClassService, learners: LearnerService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.learners.learner_classes._MOST_LEARNERS", 2)
    own, other = classes.open(None), classes.open(None)
    ana = classes.join(own, None, "Ana")
    with refused("class.refused.name-taken"):
        classes.join(own, None, "ANA")
    for wrong in ("", "a\0b", "x" * 25):
        with pytest.raises(WrongPlayers):
            classes.join(own, None, wrong)
    assert classes.join(own, ana, "Anna") == ana and names(classes, own) == ["Anna"]
    # Elsewhere the name is free.
    classes.join(other, None, "Anna")
    classes.join(own, None, "Ana")
    with pytest.raises(ClassFull) as full:
        classes.join(own, None, "Ben")
    assert full.value.code == "class-full"
    with learners.database.reading() as session:
        assert session.exec(select(func.count()).select_from(ClassMemberRow)).one() == 3


def test_a_class_that_was_never_opened_gets_its_link_and_keeps_its_members(
    classes: ClassService, learners: LearnerService, database: Database
) -> None:
    cyd = learners.start("Cyd")
    with database.writing() as session:
        session.add(
            ClassMemberRow(class_id="old", number=3, learner_id=cyd.id, since=START, name="Cyd")
        )
    assert names(classes, "old") == ["Cyd"] and classes.joined(cyd.id) == [("Cyd", "")]
    with pytest.raises(NoSuchClass):
        classes.look("old")
    assert classes.open("old") == "old"
    classes.join("old", None, "Ben")
    code = classes.look("old").row.code
    assert names(classes, "old") == ["Ben", "Cyd"]
    # Opening it again changes the names to pick from, and nothing else.
    classes.open("old", ["Dee"])
    assert classes.look("old").row.code == code and names(classes, "old") == ["Ben", "Cyd"]
    with pytest.raises(WrongPlayers):
        classes.open("old", ["Dee", "Dee"])


def test_either_of_the_two_ends_it_and_the_learner_keeps_all(
    classes: ClassService, learners: LearnerService
) -> None:
    own, other = classes.open(None), classes.open(None)
    ana = classes.join(own, None, "Ana")
    assert classes.join(other, ana, "Ana") == ana and len(classes.joined(ana)) == 2
    ben = classes.join(other, None, "Ben")
    (seen,) = classes.members(own)
    classes.remove(own, seen.number)
    assert names(classes, own) == [] and names(classes, other) == ["Ana", "Ben"]
    for number in (seen.number, 2, -1):
        with pytest.raises(NoSuchMember):
            classes.remove(own, number)
        with pytest.raises(NoSuchMember):
            classes.member(own, number)
    classes.hide(ana)
    assert not classes.joined(ana) and names(classes, other) == ["Ben"]
    # So does who shuts other devices out, or goes.
    again = learners.shut_out(classes.join(own, ana, "Ana"))
    learners.remove(ben)
    assert not classes.joined(again.id)
    assert names(classes, own) == names(classes, other) == []


@pytest.mark.parametrize("class_id", ["", "Ana", "a\0b", "x" * 500])
def test_no_class_can_be_made_up(classes: ClassService, class_id: str) -> None:
    classes.join(classes.open(None), None, "Ana")
    assert classes.members(class_id) == ()
    with pytest.raises(NoSuchMember):
        classes.member(class_id, 1)
    with pytest.raises(NoSuchClass):
        classes.look(class_id)


def test_all_are_asked_the_same_and_the_last_answer_in_time_counts(
    classes: ClassService, learners: LearnerService
) -> None:
    own = classes.open(None)
    ana, ben, cyd = (classes.join(own, None, name) for name in ("Ana", "Ben", "Cyd"))
    right = min(question(KEY).answer)

    def said() -> list[str | None]:
        return [each.said for each in classes.look(own).roll]

    classes.answer(own, ana, 0, right)
    classes.ask(own, KEY)
    found = classes.look(own)
    assert (found.key, found.row.asked, said()) == (KEY, 1, [None, None, None])
    with pytest.raises(NoAnswer):
        classes.answer(own, ana, 1, "many")
    # Of another question, of nobody; the last one counts.
    for learner_id, asked, answered in (
        *((ana, 2, "1"), ("nobody", 1, "1"), (ana, 1, "1"), (ana, 1, right)),
        (ben, 1, "39"),
    ):
        classes.answer(own, learner_id, asked, answered)
    assert said() == [right, "39", None]
    classes.end(own)
    classes.answer(own, cyd, 1, right)
    assert said()[2] is None
    # Once all have answered, it is over; what was answered is gone with the next one.
    classes.ask(own, KEY._replace(seed=8))
    ends_at = classes.look(own).row.ends_at
    for each in (ana, ben, cyd):
        assert ends_at is not None and ends_at > START
        classes.answer(own, each, 2, "39")
        ends_at = classes.look(own).row.ends_at
    assert ends_at == START and said() == ["39"] * 3
    # It counts in the class alone.
    assert not learners.attempts(ana) and not learners.of(ana).schedule.standings


def test_who_starts_anew_is_still_seen_with_nothing_answered(
    classes: ClassService, learners: LearnerService
) -> None:
    own = classes.open(None)
    ana = classes.join(own, None, "Ana")
    answer(learners, ana, 1)
    learners.reset(ana)
    (seen,) = classes.members(own)
    assert (seen.answered, seen.latest) == (0, ())


def test_a_day_of_practice_counts_once_and_only_from_then_on(
    classes: ClassService, learners: LearnerService
) -> None:
    own = classes.open(None)
    ana = classes.join(own, None, "Ana")
    assert classes.days(classes.members(own), MONDAY) == {1: 0}
    moments = [MONDAY - timedelta(seconds=1), MONDAY, MONDAY + timedelta(hours=23), START]
    for seed, at in enumerate(moments):
        answer(LearnerService(learners.database, now=lambda at=at: at), ana, seed)  # type: ignore[misc]
    assert classes.days(classes.members(own), MONDAY) == {1: 2}


def test_answers_to_own_mistakes_are_none_of_what_a_class_sees(
    classes: ClassService, learners: LearnerService, database: Database
) -> None:
    own = classes.open(None)
    ana = classes.join(own, None, "Ana")
    answer(learners, ana, 1)
    on_sunday = START + timedelta(days=2)
    remember(database, ana, MistakeKey("a-table", 1, 7), on_sunday, is_right=True)
    (seen,) = classes.members(own)
    assert (seen.answered, len(seen.latest), seen.game) == (1, 1, "five-up")
    assert classes.days([seen], MONDAY) == {seen.number: 1}
