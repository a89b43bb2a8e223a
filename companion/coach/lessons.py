"""The six lessons, from the first tile to the settlement. Their positions are records."""

from collections.abc import Mapping

from companion.coach.lesson import Action, Lesson, Screen, record_of, tiles_of
from companion.coach.lessons_on_points import SETTLING, TURNS
from companion.coach.schedule import Practice
from companion.coach.skills import Kind, Skill
from companion.rules.tile import Tile

_TILES_AND_ENDS = Lesson(
    "ends",
    "Tiles and ends",
    (
        Screen(
            "A hand starts with one tile, the lead. Each of its halves is an open end.",
            record_of("Ana: 6-3"),
            Action.END,
            "You hold the 6-1. Tap the end where it goes.",
            tile=Tile(6, 1),
        ),
        Screen(
            "Two tiles meet with the same pips. The other half is the new end of the arm.",
            record_of("Ana: 6-3", "Ben: 6-1"),
            Action.FITTING,
            "Which of these tiles can be set now?",
            hand=tiles_of("6-5 4-1 5-2"),
        ),
        Screen(
            "Every arm ends in one open half. What lies between is closed for the whole hand.",
            record_of("Ana: 6-3", "Ben: 6-1", "Ana: 4-1"),
            Action.END,
            "Tap the end where the 3-2 goes.",
            tile=Tile(3, 2),
        ),
        Screen(
            "The count is the sum of all open ends.",
            record_of("Ana: 6-3", "Ben: 6-1", "Ana: 4-1"),
            Action.COUNT,
            "What is the count?",
            numbers=(4, 7, 10, 14),
        ),
        Screen(
            "A count of 5, 10, 15 and so on scores.",
            record_of("Ana: 6-3", "Ben: 6-1", "Ana: 4-1"),
            Action.SCORING,
            "Which of your tiles scores?",
            hand=tiles_of("3-2 4-2 6-4"),
        ),
    ),
    Practice(Kind.COUNT, Skill.PLAIN_SUMS),
)

_DOUBLES = Lesson(
    "doubles",
    "Doubles and spinners",
    (
        Screen(
            "A double lies across the arm. While one of its sides is free, both its halves count.",
            record_of("Ana: 6-5", "Ben: 5-5"),
            Action.COUNT,
            "What is the count?",
            numbers=(6, 11, 16, 21),
        ),
        Screen(
            "The next tile on it covers the other side. From then on the double counts nothing.",
            record_of("Ana: 6-5", "Ben: 5-5", "Ben: 5-2 on 5-5"),
            Action.COUNT,
            "What is the count now?",
            numbers=(8, 13, 18, 10),
        ),
        Screen(
            "A spinner has two ends as well. They open when both sides are covered.",
            record_of("Ana: 6-5", "Ben: 5-5", "Ben: 5-2 on 5-5"),
            Action.END,
            "Tap where the 5-3 goes.",
            tile=Tile(5, 3),
        ),
        Screen(
            "A tile on a spinner's end is a new arm and counts its outer half.",
            record_of("Ana: 6-5", "Ben: 5-5", "Ben: 5-2 on 5-5", "Ana: 5-3 on 5-5"),
            Action.COUNT,
            "What is the count?",
            numbers=(8, 11, 16, 21),
        ),
        Screen(
            "In some games only the first double is a spinner. On any other one nothing more "
            "can be set once its sides are covered.",
            record_of(
                "Ana: 4-4",
                "Ana: 4-2",
                "Ana: 2-2 on 4-2",
                "Ana: 6-2 on 2-2",
                rule="spinners = first",
            ),
            Action.FITTING,
            "Which of these tiles can be set?",
            hand=tiles_of("5-2 4-0 3-2"),
        ),
    ),
    Practice(Kind.SPINNERS, Skill.COVERED_SPINNERS),
)

_COUNTING = Lesson(
    "counting",
    "Counting",
    (
        Screen(
            "Race Horse pegs a fifth of the count: 5 is one peg, 10 are two.",
            record_of("Ana: 6-5", "Ben: 6-6", "Ben: 6-3 on 6-6", "Ana: 3-3", "Ana: 5-4"),
            Action.WORTH,
            "What does Ana's 5-4 peg?",
            numbers=(0, 1, 2, 4),
        ),
        Screen(
            "A count that is no multiple of five pegs nothing.",
            record_of("Ana: 6-5", "Ben: 6-6", "Ben: 6-2 on 6-6"),
            Action.WORTH,
            "What does Ben's 6-2 peg?",
            numbers=(0, 1, 2, 3),
        ),
        Screen(
            "Count by the change. The count was 11: the 6 went, and a 1 came.",
            record_of("Ana: 6-5", "Ben: 6-1"),
            Action.COUNT,
            "What is the count now?",
            numbers=(5, 6, 12, 17),
        ),
        Screen(
            "A double takes the place of its single half: a 5 went, two fives came.",
            record_of("Ana: 6-5", "Ben: 6-1", "Ana: 5-5"),
            Action.COUNT,
            "The count was 6. What is it now?",
            numbers=(6, 11, 16, 1),
        ),
        Screen(
            "Say what you need before you look at your tiles: from 6 it is −1 or +4.",
            record_of("Ana: 6-5", "Ben: 6-1"),
            Action.SCORING,
            "Which of your tiles scores?",
            hand=tiles_of("5-3 2-1 5-4"),
        ),
    ),
    Practice(Kind.SCORE, Skill.DOUBLES),
)

_REDUCING = Lesson(
    "reducing",
    "Reducing",
    (
        Screen(
            "A count is not only added to. Cover a large end with a small half, and it falls.",
            record_of("Ana: 6-5", "Ben: 6-6"),
            Action.COUNT,
            "What is the count before it falls?",
            numbers=(5, 11, 12, 17),
        ),
        Screen(
            "17 is 2 over 15 and 7 over 10. A double that is covered takes 12 away.",
            record_of("Ana: 6-5", "Ben: 6-6"),
            Action.SCORING,
            "Which of your tiles scores?",
            hand=tiles_of("6-0 5-1 6-2"),
        ),
        Screen(
            "The 12 of the double went, and nothing came.",
            record_of("Ana: 6-5", "Ben: 6-6", "Ben: 6-0 on 6-6"),
            Action.WORTH,
            "What does Ben's 6-0 peg?",
            numbers=(0, 1, 2, 3),
        ),
        Screen(
            "Blanks and ones reduce best: they take an end away and put next to nothing there.",
            record_of("Ana: 6-3", "Ben: 6-4"),
            Action.SCORING,
            "The count is 7. Which of your tiles brings it to 5?",
            hand=tiles_of("4-2 4-3 5-3"),
        ),
        Screen(
            "From 13 you need −3, −8 or +2.",
            record_of("Ana: 5-4", "Ben: 4-4"),
            Action.SCORING,
            "Which of your tiles scores?",
            hand=tiles_of("4-0 5-3 4-1"),
        ),
    ),
    Practice(Kind.TILES, Skill.REDUCTION),
)

LESSONS: Mapping[str, Lesson] = {
    lesson.name: lesson
    for lesson in (_TILES_AND_ENDS, _DOUBLES, _COUNTING, _REDUCING, TURNS, SETTLING)
}
