"""Classes: a grown-up sees whoever lets them, by a code that makes nobody the learner."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from sqlmodel import func, select

from companion.coach.drills.question_key import QuestionKey
from companion.coach.drills.skills import DrillKind, Skill
from companion.db.database import Database
from companion.db.learner_models import ClassMemberRow
from companion.learners.errors import ClassFull, NoSuchLearner, NoSuchMember, WrongCode
from companion.learners.learner_classes import ClassService
from companion.learners.learner_service import LearnerService
from companion.learners.mistake_answers import MistakeKey, remember
from companion.rules.errors import WrongPlayers
from tests.tables.scribe import refused

#: A Friday.
START = datetime(2026, 3, 6, 19, 0, tzinfo=UTC)
MONDAY = datetime(2026, 3, 2, tzinfo=UTC)


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


def test_who_says_the_name_and_the_code_sees_how_a_learner_gets_on(
    classes: ClassService, learners: LearnerService
) -> None:
    ana, ben = learners.start("Ana"), learners.start("Ben")
    own = classes.enter(None, "BEN", classes.show(ben.id).code)
    code = classes.show(ana.id).code
    assert classes.enter(own, "ana", f" {code[:3]}-{code[3:].lower()} ") == own
    answer(learners, ana.id, 1)
    answer(learners, ana.id, 2, is_right=False)
    seen, other = classes.members(own)
    assert (seen.learner.name, seen.answered, seen.game) == ("Ana", 2, "five-up")
    assert [each.is_right for each in seen.latest] == [True, False]
    assert (other.learner.name, other.answered, other.latest, other.game) == ("Ben", 0, (), "")
    assert classes.member(own, seen.number) == seen


def test_the_code_is_not_the_one_that_makes_a_device_the_learners_own(
    classes: ClassService, learners: LearnerService
) -> None:
    ana = learners.start("Ana")
    code = classes.show(ana.id).code
    assert re.fullmatch("[A-HJKMNP-Z2-9]{6}", code) and code != ana.code
    with pytest.raises(WrongCode):
        learners.enter("Ana", code)
    with pytest.raises(WrongCode):
        classes.enter(None, "Ana", ana.code)


@pytest.mark.parametrize("name", ["Ana", "Ben", "Zoe", "", "a\0b", "x" * 500])
@pytest.mark.parametrize("code", ["", "AAAAAA", "ß", "x" * 500])
def test_nobody_sees_anybody_without_it(
    classes: ClassService, learners: LearnerService, name: str, code: str
) -> None:
    classes.show(learners.start("Ana").id)
    learners.start("Ben")  # Who shows nothing has no code at all.
    with refused("refused.wrong-code"):
        classes.enter(None, name, code)


def test_a_learner_sees_how_many_look_and_ends_it(
    classes: ClassService, learners: LearnerService
) -> None:
    ana = learners.start("Ana")
    assert classes.shown(ana.id) is None
    code = classes.show(ana.id).code
    assert classes.show(ana.id).code == code
    first, second = (classes.enter(None, "Ana", code) for _ in range(2))
    assert first != second and classes.shown(ana.id) == (code, 2)
    classes.hide(ana.id)
    assert classes.shown(ana.id) is None
    assert names(classes, first) == names(classes, second) == []
    with pytest.raises(WrongCode):
        classes.enter(first, "Ana", code)
    assert classes.show(ana.id).looking == 0


def test_who_is_entered_twice_is_in_a_class_once(
    classes: ClassService, learners: LearnerService
) -> None:
    code = classes.show(learners.start("Ana").id).code
    own = classes.enter(None, "Ana", code)
    assert classes.enter(own, "Ana", code) == own
    assert names(classes, own) == ["Ana"]


def test_a_grown_up_lets_somebody_go_and_nobody_else(
    classes: ClassService, learners: LearnerService
) -> None:
    ana, ben = learners.start("Ana"), learners.start("Ben")
    own = classes.enter(None, "Ana", classes.show(ana.id).code)
    other = classes.enter(None, "Ben", classes.show(ben.id).code)
    (seen,) = classes.members(own)
    classes.remove(own, seen.number)
    assert names(classes, own) == [] and names(classes, other) == ["Ben"]
    for number in (seen.number, 2, -1):
        with pytest.raises(NoSuchMember):
            classes.remove(own, number)
        with pytest.raises(NoSuchMember):
            classes.member(own, number)
    assert classes.shown(ana.id) is not None


@pytest.mark.parametrize("class_id", ["", "Ana", "a\0b", "x" * 500])
def test_no_class_can_be_made_up(
    classes: ClassService, learners: LearnerService, class_id: str
) -> None:
    classes.enter(None, "Ana", classes.show(learners.start("Ana").id).code)
    assert classes.members(class_id) == ()
    with pytest.raises(NoSuchMember):
        classes.member(class_id, 1)


def test_who_shuts_others_out_or_goes_is_seen_by_nobody(
    classes: ClassService, learners: LearnerService, database: Database
) -> None:
    ana, ben = learners.start("Ana"), learners.start("Ben")
    own = classes.enter(None, "Ana", classes.show(ana.id).code)
    classes.enter(own, "Ben", classes.show(ben.id).code)
    again = learners.shut_out(ana.id)
    assert classes.shown(again.id) is None and names(classes, own) == ["Ben"]
    learners.remove(ben.id)
    assert names(classes, own) == []
    with database.reading() as session:
        assert session.exec(select(func.count()).select_from(ClassMemberRow)).one() == 0


def test_who_starts_anew_is_still_seen_with_nothing_answered(
    classes: ClassService, learners: LearnerService
) -> None:
    ana = learners.start("Ana")
    own = classes.enter(None, "Ana", classes.show(ana.id).code)
    answer(learners, ana.id, 1)
    learners.reset(ana.id)
    (seen,) = classes.members(own)
    assert (seen.answered, seen.latest) == (0, ())


def test_only_somebody_with_a_name_is_seen(classes: ClassService, learners: LearnerService) -> None:
    with pytest.raises(WrongPlayers):
        classes.show(learners.start().id)
    for ask in (classes.show, classes.shown, classes.hide):
        with pytest.raises(NoSuchLearner):
            ask("nobody")


def test_a_class_has_an_end_and_so_has_who_looks(
    classes: ClassService, learners: LearnerService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.learners.learner_classes._MOST_LEARNERS", 1)
    monkeypatch.setattr("companion.learners.learner_classes._MOST_LOOKING", 2)
    codes = {name: classes.show(learners.start(name).id).code for name in ("Ana", "Ben")}
    own = classes.enter(None, "Ana", codes["Ana"])
    with pytest.raises(ClassFull) as full:
        classes.enter(own, "Ben", codes["Ben"])
    assert full.value.code == "class-full"
    classes.enter(None, "Ana", codes["Ana"])
    with refused("class.refused.seen-by-many"):
        classes.enter(None, "Ana", codes["Ana"])


def test_a_day_of_practice_counts_once_and_only_from_then_on(
    classes: ClassService, learners: LearnerService
) -> None:
    ana = learners.start("Ana")
    own = classes.enter(None, "Ana", classes.show(ana.id).code)
    assert classes.days(classes.members(own), MONDAY) == {1: 0}
    moments = [MONDAY - timedelta(seconds=1), MONDAY, MONDAY + timedelta(hours=23), START]
    for seed, at in enumerate(moments):
        answer(LearnerService(learners.database, now=lambda at=at: at), ana.id, seed)  # type: ignore[misc]
    assert classes.days(classes.members(own), MONDAY) == {1: 2}


def test_answers_to_own_mistakes_are_none_of_what_a_class_sees(
    classes: ClassService, learners: LearnerService, database: Database
) -> None:
    ana = learners.start("Ana")
    own = classes.enter(None, "Ana", classes.show(ana.id).code)
    answer(learners, ana.id, 1)
    on_sunday = START + timedelta(days=2)
    remember(database, ana.id, MistakeKey("a-table", 1, 7), on_sunday, is_right=True)
    (seen,) = classes.members(own)
    assert (seen.answered, len(seen.latest), seen.game) == (1, 1, "five-up")
    assert classes.days([seen], MONDAY) == {seen.number: 1}
