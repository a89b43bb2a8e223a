"""How the coach words things: in the catalogue's words alone, and as people say them."""

from pathlib import Path

import pytest

from companion.coach.drills.drill_questions import question
from companion.coach.drills.practice_positions import book_named
from companion.coach.drills.question import Question, Verdict
from companion.coach.drills.question_key import QuestionKey
from companion.coach.drills.skills import PRACTICES, has_drill
from companion.coach.learning.lessons import LESSONS
from companion.coach.learning.screen_questions import ask_screen
from companion.i18n import Catalogue, speaking
from tests.thorough import is_thorough
from tests.words.pseudo import LANGUAGE, plain_words, write_pseudo

#: The players of the drills.
NAMES = {"Ana", "Ben", "Cyd", "Dee"}


def verdicts(asked: Question) -> list[Verdict]:
    """What is said to the right answer and to each likely wrong one."""
    if asked.choices:
        return [asked.judge(choice.value) for choice in asked.choices]
    return [asked.judge(value) for value in (*asked.answer, *asked.slips, "999")]


def every_question() -> list[Question]:
    games = ("race-horse", "seven-toed-pete-chips", "racehorse-1990", "race-horse-celko")
    games += ("fives-and-threes", "sniff", "merry-go-round")
    keys = [
        QuestionKey(*practice, game, level, 61)
        for practice in PRACTICES
        for number, game in enumerate(games)
        for level in (practice.skill.lowest_level, 2, 4)
        if is_thorough() or (number + level) % 4 < 2
        if has_drill(book_named(game).rules, practice.kind)
    ]
    screens = [
        ask_screen(lesson, number)
        for lesson in LESSONS.values()
        for number in range(1, len(lesson.screens) + 1)
    ]
    return [*map(question, keys), *screens]


def test_no_question_and_no_verdict_has_a_word_that_is_not_from_the_catalogue(
    tmp_path: Path,
) -> None:
    with speaking(Catalogue.read(LANGUAGE, write_pseudo(tmp_path))):
        for asked in every_question():
            texts = [asked.prompt, *(choice.label for choice in asked.choices)]
            for verdict in verdicts(asked):
                texts += [
                    verdict.headline,
                    *verdict.notes,
                    *(why.sentence for why in verdict.reasons),
                ]
            assert [text for text in map(str, texts) if plain_words(text, NAMES)] == []


@pytest.mark.parametrize(
    ("key", "given", "said"),
    [
        (
            "count.doubles.racehorse-1990.3.61",
            "25",
            [
                "What is the count?",
                "You said 25, but it is 17",
                "Did you count the 4-4? It is covered, so leave it out.",
                "One side of the 5-5 is free, so both its halves count: 5 + 5 = 10.",
                "All four sides of the 4-4 are covered, so it counts nothing.",
                "10 + 2 + 3 + 2 = 17.",
            ],
        ),
        (
            "score.doubles.seven-rocks.4.61",
            "no",
            [
                "Does it score, and how many points?",
                "You said no score, but it is 15 points",
                "Did you count the 6-6? It is covered, so leave it out.",
                "One side of the 0-0 is free, but blanks count nothing.",
                "One side of the 3-3 is free, so both its halves count: 3 + 3 = 6.",
                "Both sides of the 5-5 are covered, so it counts nothing.",
                "Both sides of the 1-1 are covered, so it counts nothing.",
                "All four sides of the 6-6 are covered, so it counts nothing.",
                "6 + 0 + 3 + 6 = 15.",
                "15 is a multiple of five: 15 points.",
            ],
        ),
        (
            "need.mod-five-changes.racehorse-1990.1.61",
            "3 1",
            [
                "The count is 7. Which changes make it score?",
                "You said +1 and +3, but it is −2 and +3",
                "You missed −2. 7 − 2 = 5: it scores. The 6-4 does it.",
                "Not +1. 7 + 1 = 8: no score. The 1-1 does that.",
                "7 is 2 over 5 and 3 short of 10: −2 or +3. Then go on by fives.",
            ],
        ),
        (
            "count.plain-sums.race-horse.2.61",
            "30",
            [
                "What is the count?",
                "You said 30, but it is 8",
                "Go from end to end: 2 on the 3-2, 1 on the 2-1, 1 on the 3-1 and 4 on the 4-3.",
                "All four sides of the 3-3 are covered, so it counts nothing.",
                "2 + 1 + 1 + 4 = 8.",
            ],
        ),
        (
            "settlement.rounding.seven-toed-pete.3.61",
            "4",
            [
                "Washed up: Dee. Ana goes out. How many pegs does Ana get?",
                "Right: 4 pegs",
                "Ana won the hand.",
                "One peg for every five pips, after rounding.",
                "Ana takes 10 + 8 = 18 pips, rounded to 20: 4 pegs.",
            ],
        ),
    ],
)
def test_a_question_and_its_verdict_as_people_read_them(
    key: str, given: str, said: list[str]
) -> None:
    asked = question(QuestionKey.parse(key))
    verdict = asked.judge(given)
    texts = (
        asked.prompt,
        verdict.headline,
        *verdict.notes,
        *(why.sentence for why in verdict.reasons),
    )
    assert list(map(str, texts)) == said
