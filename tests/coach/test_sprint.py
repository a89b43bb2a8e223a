"""Which questions come when the clock runs: the same everywhere, ever harder, one tap each."""

import os
import subprocess
import sys

import pytest

from companion.coach.challenges.sprint_questions import (
    COUNTS,
    DEAL,
    FEW,
    RUNGS,
    is_one_tap,
    numbers_of,
    sprint_keys,
)
from companion.coach.drills.drill_questions import question
from companion.coach.drills.practice_positions import LEVELS, book_named
from companion.coach.drills.question import Wanted
from companion.coach.drills.question_key import NoSuchQuestion, QuestionKey
from companion.coach.drills.skills import HEADS, DrillKind, Skill, has_drill
from tests.coach.asked import GROUNDS
from tests.thorough import is_thorough, sampled

SEEDS = range(sampled(12))
STORMS = GROUNDS if is_thorough() else ("race-horse", "fives-and-threes", GROUNDS[-2])


@pytest.fixture(scope="module")
def storms() -> list[tuple[QuestionKey, ...]]:
    """The first deal of a storm for each ground."""
    return [sprint_keys(ground, seed, DEAL) for seed, ground in enumerate(STORMS)]


def test_the_same_seed_brings_the_same_questions_everywhere() -> None:
    asked = "from tests.coach.test_sprint import few; print(*few())"
    elsewhere = {"PYTHONHASHSEED": "7", "PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.run(
        [sys.executable, "-c", asked], check=True, env=elsewhere, capture_output=True
    )
    assert run.stdout.decode().split() == few()


def few() -> list[str]:
    """The beginning of a storm."""
    return list(map(str, sprint_keys("race-horse", 7, 4)))


def test_another_seed_or_another_game_brings_other_questions() -> None:
    first, second = (sprint_keys("race-horse", seed, 6) for seed in (1, 2))
    assert not {*first} & {*second}
    others = sprint_keys("muggins", 1, 6)
    assert [key.seed for key in first] != [key.seed for key in others]


def test_the_next_questions_go_on_from_the_first() -> None:
    assert sprint_keys("muggins", 5, 9)[:4] == sprint_keys("muggins", 5, 4)


def test_every_question_of_a_storm_is_answered_by_one_tap(
    storms: list[tuple[QuestionKey, ...]],
) -> None:
    for keys in storms:
        for key in keys:
            asked = question(key)
            assert asked.wanted is not Wanted.SEVERAL, key
            (right,) = asked.answer
            if asked.choices:
                assert right in {choice.value for choice in asked.choices}
                assert len(asked.choices) <= 9
            else:
                assert int(right) in numbers_of(key, asked), key


def test_a_storm_becomes_harder_and_never_easier(storms: list[tuple[QuestionKey, ...]]) -> None:
    for keys in storms:
        levels = [key.level for key in keys]
        assert levels == sorted(levels)
        assert (levels[0], levels[-1]) == (0, 4)


def test_a_storm_asks_only_what_its_game_has(storms: list[tuple[QuestionKey, ...]]) -> None:
    for keys in storms:
        rules = book_named(keys[0].game).rules
        assert all(has_drill(rules, key.kind) for key in keys)
        assert len({key.kind for key in keys}) >= 4


def test_no_question_comes_twice_in_a_storm(storms: list[tuple[QuestionKey, ...]]) -> None:
    for keys in storms:
        told = [(asked.prompt, asked.placements) for asked in map(question, keys)]
        assert len({*told}) == len(told)


@pytest.mark.parametrize("kind", HEADS)
def test_a_ladder_has_ten_rungs_of_one_drill(kind: DrillKind) -> None:
    for ground in STORMS:
        if not has_drill(book_named(ground).rules, kind):
            continue
        for seed in SEEDS:
            keys = sprint_keys(ground, seed, RUNGS, ladder=kind)
            assert [key.kind for key in keys] == [kind] * RUNGS
            assert all(is_one_tap(key, question(key)) for key in keys)
            levels = [key.level for key in keys]
            assert levels == sorted(levels)


def test_a_ladder_begins_where_its_skill_does_and_ends_at_the_top() -> None:
    keys = sprint_keys("race-horse", 1, RUNGS, ladder=DrillKind.COMPLEMENT)
    assert (keys[0].level, keys[-1].level) == (0, LEVELS)
    keys = sprint_keys("race-horse", 1, RUNGS, ladder=DrillKind.DOUBLE_AND_ADD)
    assert (keys[0].level, keys[-1].level) == (1, LEVELS)


def test_what_is_told_in_fifths_has_a_board_of_few_numbers() -> None:
    def board(ground: str, kind: DrillKind, skill: Skill) -> range:
        key = QuestionKey(kind, skill, ground, 1, 1)
        return numbers_of(key, question(key))

    assert board("race-horse", DrillKind.COUNT, Skill.DOUBLES) == COUNTS
    assert board("race-horse", DrillKind.ROUNDING, Skill.ROUNDING) == FEW
    assert board("race-horse-celko", DrillKind.ROUNDING, Skill.ROUNDING) == COUNTS
    assert board("race-horse", DrillKind.TILES, Skill.REDUCTION) == range(0)


@pytest.mark.parametrize(
    ("game", "ladder"),
    [
        ("whist", None),
        ("race-horse~spinners=many", None),
        ("race-horse", DrillKind.WORTH),
        ("race-horse", DrillKind.COUNT),
    ],
)
def test_what_a_game_does_not_have_is_not_dealt(game: str, ladder: DrillKind | None) -> None:
    with pytest.raises(NoSuchQuestion):
        sprint_keys(game, 1, DEAL, ladder=ladder)
