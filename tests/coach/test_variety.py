"""Questions enough: thirty that look different at each level, or a few facts to know by heart."""

from itertools import product

import pytest

from companion.coach.drills.drill_questions import look_of, question
from companion.coach.drills.mental_drills import facts_to_know
from companion.coach.drills.practice_positions import book_named
from companion.coach.drills.question_key import WIDE, QuestionKey
from companion.coach.drills.skills import DRILLS, HEADS, PRACTICES, DrillKind, Practice, has_drill
from companion.rules.games import GAMES
from tests.coach.again import AGAIN
from tests.coach.asked import levels_of
from tests.thorough import is_thorough, thorough

ENOUGH = 30
#: In plain runs: pegs and threes, with spinners and without.
PLAIN = ("race-horse", "fives-and-threes")
#: Those whose questions are numbers alone, and quickly made.
OF_NUMBERS = (*HEADS, DrillKind.ROUNDING, DrillKind.TO_GO)


def assert_varied(practice: Practice, game: str) -> None:
    kind, rules = practice.kind, book_named(game).rules
    for level in levels_of(practice.skill) if has_drill(rules, kind) else ():
        facts, looks = facts_to_know(rules, kind, level), set[object]()
        seeds = iter(range(WIDE, WIDE + (150 if facts else 1000)))
        while len(looks) < (facts or ENOUGH) and (seed := next(seeds, None)):
            looks.add(look_of.__wrapped__(QuestionKey(*practice, game, level, seed)))
        assert len(looks) == (facts or ENOUGH), f"{practice} {game} {level}"
        assert facts < ENOUGH
        more = {look_of(QuestionKey(*practice, game, level, seed)) for seed in range(facts)}
        assert more <= looks


@pytest.mark.parametrize("kind", OF_NUMBERS)
def test_numbers_alone_have_thirty_questions_or_are_a_few_facts(kind: DrillKind) -> None:
    for game in GAMES if is_thorough() else PLAIN:
        assert_varied(Practice(kind, DRILLS[kind][0]), game)


@thorough
@pytest.mark.parametrize("practice", [each for each in PRACTICES if each.kind not in OF_NUMBERS])
def test_layouts_and_hands_have_thirty_questions(practice: Practice) -> None:
    for game in GAMES:
        assert_varied(practice, game)


def test_a_wider_range_is_answered_as_the_rules_say_and_an_older_key_keeps_its_question() -> None:
    for kind, game in product((DrillKind.TO_GO, DrillKind.ROUNDING), ("race-horse", "muggins")):
        for level, seed in product((1, 3), range(WIDE, WIDE + 3)):
            of = question(QuestionKey(kind, DRILLS[kind][0], game, level, seed))
            assert of.answer == AGAIN[kind](of, book_named(game).rules)
    older = question(QuestionKey.parse("to-go.counting-out.race-horse.1.9999999999"))
    assert str(older.prompt) == "Ana has 60, and 61 wins. How many pegs to go?"
