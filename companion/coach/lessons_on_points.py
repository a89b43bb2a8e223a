"""The lessons on what a tile earns, and what a hand is worth when it is over."""

from companion.coach.lesson import Action, Lesson, Screen, record_of, tiles_of
from companion.coach.schedule import Practice
from companion.coach.skills import Kind, Skill

TURNS = Lesson(
    "turns",
    "Turns, draws and surges",
    (
        Screen(
            "A tile that scores earns another turn, and so does a double.",
            record_of("Ana: 6-4"),
            Action.TURN,
            "Ana's lead counts 10. Who sets the next tile?",
        ),
        Screen(
            "After any other tile the turn goes on to the next player.",
            record_of("Ana: 6-4", "Ana: 4-1"),
            Action.TURN,
            "The count is 7 now. Who sets the next tile?",
        ),
        Screen(
            "Who has nothing that fits draws until a tile does. In Race Horse that tile is set "
            "and ends the turn, even if it scores.",
            record_of("Ana: 6-5", "Ben: draws 2", "Ben: 6-0"),
            Action.TURN,
            "Ben drew the 6-0 and made a 5. Who is next?",
        ),
        Screen(
            "A surge is a run of tiles in one turn: each one earns the next.",
            record_of("Ana: 6-5", "Ben: 6-3"),
            Action.EARNING,
            "Which of your tiles lets you go on?",
            hand=tiles_of("5-5 5-4 3-1"),
        ),
        Screen(
            "Keep doubles and reducers together: one tile scores, the next one goes on from there.",
            record_of("Ana: 6-5", "Ben: 6-3", "Ana: 5-5"),
            Action.EARNING,
            "You go on after the 5-5. Which tile keeps the surge alive?",
            hand=tiles_of("5-2 5-4 3-1"),
        ),
    ),
    Practice(Kind.TILES, Skill.MOD_FIVE_CHANGES),
)

#: Two tiles each, so that a hand is over soon.
_SHORT = "tiles-each = 2"
SETTLING = Lesson(
    "settlement",
    "The settlement",
    (
        Screen(
            "Who sets the last tile dominoes. In Race Horse the winner takes the pips that the "
            "others hold.",
            record_of("Ana: 6-4", "Ana: 4-1", "Ben: left 6-5 2-2", rule=_SHORT),
            Action.SETTLEMENT,
            "Ben has the 6-5 and the 2-2. What does Ana peg?",
            numbers=(1, 3, 5, 15),
        ),
        Screen(
            "Pips are rounded to five: 1 and 2 over go down, 3 and 4 over go up.",
            record_of("Ana: 6-4", "Ana: 4-1", "Ben: left 6-6 1-0", rule=_SHORT),
            Action.SETTLEMENT,
            "Ben holds 13 pips. What does Ana peg?",
            numbers=(2, 3, 13, 15),
        ),
        Screen(
            "Several hands are added first and rounded once.",
            record_of(
                "Ana: 6-4",
                "Ana: 4-1",
                "Ben: left 6-5 1-0",
                "Cyd: left 5-5 1-1",
                players="Ana, Ben, Cyd",
                rule=_SHORT,
            ),
            Action.SETTLEMENT,
            "Ben has 12 pips, Cyd has 12. What does Ana peg?",
            numbers=(4, 5, 6, 24),
        ),
        Screen(
            "In Celko's way nobody takes anything: everybody loses what is left in hand.",
            record_of(
                "Ana: 6-4",
                "Ana: 4-1",
                "Ben: left 6-5 2-0",
                game="race-horse-celko",
                rule=_SHORT,
            ),
            Action.SETTLEMENT,
            "Ben holds 13 pips. How many points does Ben lose?",
            numbers=(0, 10, 13, 15),
        ),
        Screen(
            "In RaceHorse (1990) points are whole pips, so nothing is divided.",
            record_of(
                "Ana: 6-3",
                "Ben: 3-1",
                "Ana: 6-0",
                "Ben: left 6-5",
                game="racehorse-1990",
                rule=_SHORT,
            ),
            Action.SETTLEMENT,
            "Ben holds 11 pips. How many points does Ana take?",
            numbers=(2, 10, 11, 15),
        ),
    ),
    Practice(Kind.SETTLEMENT, Skill.ROUNDING),
)
