"""How answers are shown: the sum leads to the answer, and the tile lies where it makes it."""

import re
from collections.abc import Iterator

import pytest

from companion.coach.drills.drill_questions import question
from companion.coach.drills.question import Question
from companion.coach.drills.question_key import QuestionKey
from companion.coach.drills.skills import DRILLS, PRACTICES, DrillKind, Practice, Skill, has_drill
from companion.coach.learning.answer_steps import show
from companion.coach.learning.lessons import LESSONS, screen_for
from companion.i18n import Message
from companion.rules.games import GAMES
from companion.rules.settings import Rules
from tests.coach.asked import asked
from tests.thorough import is_thorough, sampled

GAME_NAMES = ("race-horse", "fives-and-threes", "race-horse-celko", "sniff", "muggins")
LEVELS = (1, 2, 3, 4)


def questions(kind: DrillKind) -> list[tuple[Rules, Question]]:
    return [
        (GAMES[game].rules, question(QuestionKey(kind, skill, game, level, seed)))
        for number, game in enumerate(GAME_NAMES)
        if has_drill(GAMES[game].rules, kind)
        for skill in DRILLS[kind]
        for level in LEVELS
        for seed in range(sampled(18))
        if is_thorough() or (number + level + seed) % 4 == 1
    ]


def total(terms: tuple[object, ...]) -> int:
    """What the signed terms come to, whatever else is said of that."""
    signed = [str(term).replace("− ", "-").replace("+ ", "") for term in terms]
    return sum(map(int, (term for term in signed if term[0] not in "=→÷")))


@pytest.mark.parametrize("kind", [DrillKind.COUNT, DrillKind.SCORE, DrillKind.CHANGE])
def test_the_sum_leads_to_the_count(kind: DrillKind) -> None:
    for _, of in questions(kind):
        (line,) = show(kind, of).sums
        if kind is not DrillKind.SCORE:
            assert str(total(line.terms)) in of.answer
        # What it is worth is said below; a single end is the count already.
        assert "→" not in line.written
        if line.terms[0] != str(total(line.terms)):
            assert f" = {total(line.terms)}" in line.written


@pytest.mark.parametrize("kind", [DrillKind.TILES, DrillKind.BEST])
def test_each_right_tile_is_set_where_it_scores_most(kind: DrillKind) -> None:
    for rules, of in questions(kind):
        shown = show(kind, of)
        assert shown.before is not None and shown.layout is not None
        assert {str(tile) for tile, _ in shown.comes} <= of.answer
        assert len(shown.sums) == len(of.answer)
        assert all(rules.scores(total(line.terms)) for line in shown.sums)
        assert {*shown.layout.tiles} - {*shown.before.tiles} == {tile for tile, _ in shown.comes}


def test_a_needed_change_is_shown_by_a_tile_that_makes_it() -> None:
    for rules, of in questions(DrillKind.NEED):
        shown = show(DrillKind.NEED, of)
        assert all(rules.scores(total(line.terms)) for line in shown.sums)
        assert len(shown.comes) <= len(of.answer)


def test_the_doubles_show_what_they_count() -> None:
    for _, of in questions(DrillKind.SPINNERS):
        sums = show(DrillKind.SPINNERS, of).sums
        if len(of.answer) == 1 and not any(choice.tile for choice in of.choices):
            assert [line.written for line in sums] == [*of.answer]
        else:
            assert {str(line.about) for line in sums if line.written != "0"} == of.answer


def test_the_seven_tiles_of_a_number_tell_that_it_is_out() -> None:
    for _, of in questions(DrillKind.EXHAUSTED):
        telling = show(DrillKind.EXHAUSTED, of).telling
        if any(choice.tile for choice in of.choices):
            told = {str(tile) for tiles in telling for tile in tiles}
            assert told == {choice.value for choice in of.choices} - of.answer
        else:
            assert len(telling) == len(of.answer)
            assert all(len(tiles) == 7 for tiles in telling)


def test_the_pips_left_lead_to_the_points_of_a_settlement() -> None:
    seen = 0
    for _, of in questions(DrillKind.SETTLEMENT):
        if sums := show(DrillKind.SETTLEMENT, of).sums:
            seen += 1
            (points,) = of.answer
            assert sums[-1].written.split()[-1] == points
            pips = {sum(tile.pips for tile in tiles) for _, tiles in of.hands}
            assert {int(line.terms[0]) for line in sums[:-1]} <= pips
    assert seen


def test_a_misses_lesson_is_there_and_teaches_its_skill() -> None:
    for practice in PRACTICES:
        if (found := screen_for(practice)) is not None:
            lesson, screen = found
            assert lesson is LESSONS[lesson.name] and 1 <= screen <= len(lesson.screens)
    plain = Practice(DrillKind.COUNT, Skill.PLAIN_SUMS)
    assert screen_for(plain) == (LESSONS["ends"], 4)
    # What was done wrong says it better than what was asked.
    assert screen_for(plain, ["covered-double"]) == (LESSONS["doubles"], 2)
    assert screen_for(Practice(DrillKind.EXHAUSTED, Skill.WHAT_IS_OUT)) is None


def written_sums(of: Question, kind: DrillKind) -> Iterator[str]:
    """Every sum that a question writes: among its reasons, and as it is shown."""
    for reason in of.reasons:
        if isinstance(reason.sentence, Message) and reason.sentence.id == "coach.sum":
            yield str(reason.sentence["sum"])
    yield from (each.written for each in show(kind, of).sums)


@pytest.mark.parametrize("kind", DrillKind)
def test_every_sum_that_is_written_is_true(kind: DrillKind) -> None:
    for key, _, of in asked(kind):
        for written in written_sums(of, kind):
            # What an arrow leads to is rounded, or worth that; no sum goes across it.
            for part in re.split(" → |, |; ", written):
                sides = [side for side in part.split(" = ") if re.fullmatch(r"[0-9 +−×÷]+", side)]
                assert len({*map(worked_out, sides)}) <= 1, f"{key}: {written}"


def worked_out(side: str) -> float:
    """What one side of a sum comes to."""
    found, sign = 0.0, 1
    for term in re.split(" (?=[+−])|(?<=[+−]) ", side.strip()):
        if term in "+−":
            sign = 1 if term == "+" else -1
            continue
        value, *more = re.split(" ([×÷]) ", term)
        result = float(value)
        for how, number in zip(more[::2], more[1::2], strict=True):
            result = result * int(number) if how == "×" else result / int(number)
        found += sign * result
    return found
