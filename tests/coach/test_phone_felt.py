"""A small phone has room for nearly all layouts of the higher levels."""

from itertools import product

from companion.coach.drills.drill_questions import question
from companion.coach.drills.question_key import PHONE, QuestionKey
from companion.coach.drills.skills import DrillKind, Skill
from companion.web.coach.drill_felt import asked_felt

_GAMES = ("race-horse", "five-up", "seven-toed-pete")
_ASKED = ((DrillKind.SCORE, Skill.DOUBLES), (DrillKind.COUNT, Skill.DOUBLES))


def test_most_layouts_that_are_asked_for_have_room_though_one_in_eight_has_none() -> None:
    crowded, count = 0, 0
    for (kind, skill), game, level, seed in product(_ASKED, _GAMES, (3, 4), range(6)):
        felt = asked_felt(question(QuestionKey(kind, skill, game, level, seed)), kind, None, 0)
        assert felt is not None
        crowded += PHONE.scale_of(felt.board.view) < 1
        count += 1
    # Of layouts taken as they come it is one in eight.
    assert count == 72 and crowded <= 2
