"""Sheets for paper: the same code is the same sheet, and its questions are the drills' own."""

from collections import Counter

import pytest

from companion.coach.challenges import worksheet
from companion.coach.challenges.worksheet import DRILL, NUMBERS, NoSuchSheet, Worksheet
from companion.coach.drills.practice_positions import LEVELS
from companion.coach.drills.question import Wanted
from companion.coach.drills.skills import DRILLS, DrillKind, Skill, has_drill
from companion.coach.learning.practice_rounds import MIXED
from companion.coach.learning.schedule import PRACTICES
from companion.rules.games import GAMES
from tests.thorough import is_thorough

CODES = ("mixed.race-horse.2.20.7", "rounding.seven-rocks.4.8.0", "drill-best.five-up.1.12.99999")


@pytest.mark.parametrize("code", CODES)
def test_a_code_brings_back_the_same_sheet(code: str) -> None:
    sheet = Worksheet.parse(code)
    assert str(sheet) == code and Worksheet.parse(f" {code.upper()} ") == sheet
    asked = [(str(each.prompt), each.placements, each.answer) for each in sheet.questions]
    worksheet._questions.cache_clear()
    again = Worksheet.parse(code).questions
    assert asked == [(str(each.prompt), each.placements, each.answer) for each in again]
    assert len(asked) == sheet.number


def test_another_seed_is_another_sheet() -> None:
    one, other = (Worksheet.parse(f"doubles.race-horse.2.8.{seed}") for seed in (1, 2))
    assert [each.placements for each in one.questions] != [
        each.placements for each in other.questions
    ]


@pytest.mark.parametrize(
    "code",
    [
        *("", "mixed", "mixed.race-horse.2.12", "mixed.race-horse.2.12.7.7", "é.race-horse.2.8.1"),
        *("mixed.whist.2.12.7", "whist.race-horse.2.12.7", "drill-.race-horse.2.12.7"),
        *("mixed.race-horse.9.12.7", "mixed.race-horse.2.13.7", "mixed.race-horse.2.12.100000"),
        *("mixed.race-horse~spinners=none.2.12.7", "x" * 500),
    ],
)
def test_a_code_that_nothing_has_is_refused(code: str) -> None:
    with pytest.raises(NoSuchSheet) as refused:
        Worksheet.parse(code)
    assert refused.value.code == "no-such-sheet" and str(refused.value.message)


def test_what_a_game_never_asks_is_on_no_sheet_of_it() -> None:
    assert not has_drill(GAMES["race-horse"].rules, DrillKind.WORTH)
    with pytest.raises(NoSuchSheet):
        Worksheet.parse("worths.race-horse.1.8.1")
    with pytest.raises(NoSuchSheet):
        Worksheet.parse("drill-worth.race-horse.1.8.1")
    assert Worksheet.parse("worths.fives-and-threes.1.8.1").practices


def test_a_sheet_is_about_what_it_says() -> None:
    for skill in Skill:
        sheet = Worksheet(skill.value, "fives-and-threes", 1, 8, 3)
        asked = {practice.skill for practice in sheet.practices}
        assert asked <= {skill} and {p.kind for p in sheet.practices} <= {
            kind for kind, skills in DRILLS.items() if skill in skills
        }
    for kind, skills in DRILLS.items():
        sheet = Worksheet(f"{DRILL}{kind}", "race-horse", 1, 8, 3)
        assert {practice.skill for practice in sheet.practices} <= {*skills}


def test_a_bit_of_everything_asks_each_practice_before_any_twice() -> None:
    sheet = Worksheet.parse(f"{MIXED}.race-horse.1.20.5")
    rules = Counter(str(question.rule.name) for question in sheet.questions)
    assert len(rules) >= 6
    assert len(sheet.practices) == len([p for p in PRACTICES if p.kind is not DrillKind.WORTH])


@pytest.mark.parametrize("game", list(GAMES) if is_thorough() else ["race-horse", "muggins"])
@pytest.mark.parametrize("level", range(LEVELS + 1))
def test_no_two_questions_of_a_sheet_are_alike(game: str, level: int) -> None:
    for seed in range(20 if is_thorough() else 1):
        questions = Worksheet(MIXED, game, level, NUMBERS[-1], seed).questions
        told = [(str(q.prompt), q.placements, q.hands, q.choices) for q in questions]
        assert all(told.count(each) == 1 for each in told)
        for question in questions:
            said = question.answer if question.wanted is not Wanted.ONE else [*question.answer][:1]
            assert question.judge(" ".join(said)).is_right
