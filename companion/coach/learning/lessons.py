"""The seven lessons, from the first tile to the settlement and to threes: a few screens each.

A screen is a position, as a record, and something to do there: what to tap, what is right, why.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple

from companion.coach.drills.skills import DrillKind, Practice, Skill
from companion.i18n import Text, message
from companion.rules.tile import Tile

# Each lesson has its name and the practice that it leads to, and then its screens: the question,
# what there is to choose from (or the tile to be played on an end), the record after Ana's lead,
# and its header unless it is two players of Race Horse.
_WRITTEN = """
ends: count plain-sums
    end        | 6-1          | Ana: 6-3
    fitting    | 6-5 4-1 5-2  | Ana: 6-3; Ben: 6-1
    end        | 3-2          | Ana: 6-3; Ben: 6-1; Ana: 5-1
    count      | 3 7 8 13     | Ana: 6-3; Ben: 6-1; Ana: 4-1
    scoring    | 3-2 4-2 6-4  | Ana: 6-3; Ben: 6-1; Ana: 4-1

doubles: spinners covered-spinners
    count      | 6 11 16 21   | Ana: 6-5; Ben: 5-5
    count      | 8 13 16 18   | Ana: 6-5; Ben: 5-5; Ben: 5-2 on 5-5
    end        | 5-3          | Ana: 6-5; Ben: 5-5; Ben: 5-2 on 5-5
    count      | 8 12 17 22   | Ana: 6-5; Ben: 5-5; Ben: 5-2 on 5-5; Ana: 5-4 on 5-5
    fitting    | 5-2 4-0 3-2  | Ana: 4-4; Ana: 4-2; Ana: 2-2 on 4-2; Ana: 6-2 on 2-2 | rule: spinners = first

counting: score doubles
    worth      | 0 2 3 10     | Ana: 5-3; Ben: 6-5; Ana: 4-3
    worth      | 0 1 7        | Ana: 6-5; Ben: 6-6; Ben: 6-2 on 6-6
    count      | 5 6 11 12    | Ana: 6-5; Ben: 6-1
    count      | 6 11 16 1    | Ana: 6-5; Ben: 6-1; Ana: 5-5
    scoring    | 5-3 2-1 5-4  | Ana: 6-5; Ben: 6-1

reducing: tiles reduction
    count      | 5 11 12 17   | Ana: 6-5; Ben: 6-6
    scoring    | 6-0 5-1 6-2  | Ana: 6-5; Ben: 6-6
    worth      | 0 1 5        | Ana: 6-5; Ben: 6-6; Ben: 6-0 on 6-6
    scoring    | 4-2 4-3 5-3  | Ana: 6-3; Ben: 6-4
    scoring    | 4-0 5-3 4-1  | Ana: 5-4; Ben: 4-4

turns: tiles mod-five-changes
    turn       |              | Ana: 6-4
    turn       |              | Ana: 6-4; Ana: 4-1
    turn       |              | Ana: 6-5; Ben: draws 2; Ben: 6-0
    earning    | 5-5 5-4 3-1  | Ana: 6-5; Ben: 6-3
    earning    | 5-2 5-4 3-1  | Ana: 6-5; Ben: 6-3; Ana: 5-5

settlement: settlement rounding
    settlement | 1 2 3 15     | Ana: 6-4; Ana: 4-1; Ben: left 6-5 2-2 | rule: tiles-each = 2
    settlement | 2 3 13 15    | Ana: 6-4; Ana: 4-1; Ben: left 6-6 1-0 | rule: tiles-each = 2
    settlement | 2 4 5 24     | Ana: 6-4; Ana: 4-1; Ben: left 6-5 1-0; Cyd: left 5-5 1-1 | players: Ana, Ben, Cyd; rule: tiles-each = 2
    settlement | 3 10 13 15   | Ana: 6-4; Ana: 4-1; Ben: left 6-5 2-0 | game: race-horse-celko; rule: tiles-each = 2
    settlement | 2 10 11 15   | Ana: 6-3; Ben: 3-1; Ana: 6-0; Ben: left 6-5 | game: racehorse-1990; rule: tiles-each = 2

fives-and-threes: worth worths
    worth      | 0 3 4 9      | Ana: 6-3 | game: fives-and-threes
    worth      | 3 5 8 15     | Ana: 6-3; Ben: 6-6 | game: fives-and-threes
    scoring    | 4-1 3-0 5-3  | Ana: 6-3; Ben: 6-6; Ana: 6-4 | game: fives-and-threes
    best       | 4-2 5-3 3-3  | Ana: 6-3; Ben: 6-6; Ana: 6-4 | game: fives-and-threes
    winning    | 6-2 3-3 3-0  | Ana: 6-3; Ben: 6-6; ruling: Ana +54 | game: fives-and-threes
"""  # noqa: E501

# The screen to look at again after misses: by the rule that a mistake broke, if that is the best
# guide, else by the practice, else by the skill.
_TEACHES = """
exposed-double          doubles 1
covered-double          doubles 2
spinner-count           doubles 4
count.plain-sums        ends 4
score.plain-sums        counting 1
change.reduction        counting 3
change.doubles          counting 4
tiles.reduction         reducing 2
to-pegs.plain-sums      counting 1
settlement.rounding     settlement 1
plain-sums              ends 4
doubles                 doubles 1
covered-spinners        doubles 2
reduction               reducing 1
mod-five-changes        counting 5
worths                  fives-and-threes 2
rounding                settlement 2
"""

_HEADER = {"game": "race-horse", "players": "Ana, Ben"}


class Action(StrEnum):
    """What a screen asks for."""

    #: Tap the end where the tile goes.
    END = "end"
    #: Choose a tile of the hand that can be played, that scores, or that earns another turn.
    FITTING = "fitting"
    SCORING = "scoring"
    EARNING = "earning"
    #: Choose the tile that scores most, or that wins the game.
    BEST = "best"
    WINNING = "winning"
    #: Choose the count, the points of the last tile, or those of the settlement.
    COUNT = "count"
    WORTH = "worth"
    SETTLEMENT = "settlement"
    #: Choose who acts next.
    TURN = "turn"


class Screen(NamedTuple):
    """A position as a record, what is asked about it, and the tiles or numbers to choose from."""

    record: str
    action: Action
    hand: tuple[Tile, ...] = ()
    numbers: tuple[int, ...] = ()


class Lesson(NamedTuple):
    """A lesson by its name in an address, and the practice that it leads to."""

    name: str
    practice: Practice
    screens: tuple[Screen, ...]

    @property
    def heading(self) -> Text:
        """What it is called."""
        return message(f"lesson.{self.name}.title")

    def text(self, number: int) -> Text:
        """The thing to learn on a screen, the first being 1, in a sentence or two."""
        return message(f"lesson.{self.name}.{number}.text")

    def prompt(self, number: int) -> Text:
        """The question there."""
        return message(f"lesson.{self.name}.{number}.prompt")


def _parse_lesson(text: str) -> Lesson:
    heading, *screens = text.splitlines()
    name, practice = heading.split(": ")
    kind, skill = practice.split()
    return Lesson(name, Practice(DrillKind(kind), Skill(skill)), tuple(map(_parse_screen, screens)))


def _parse_screen(line: str) -> Screen:
    action, choices, plays, *header = (part.strip() for part in line.split("|"))
    given = dict(each.split(": ") for part in header for each in part.split("; "))
    lines = [f"{key}: {value}" for key, value in (_HEADER | given).items()]
    record = "\n".join([*lines, "lead: Ana", *plays.split("; "), ""])
    if "-" in choices:
        return Screen(record, Action(action), tuple(map(Tile.parse, choices.split())))
    return Screen(record, Action(action), numbers=tuple(map(int, choices.split())))


LESSONS: Mapping[str, Lesson] = {
    lesson.name: lesson for lesson in map(_parse_lesson, _WRITTEN.strip().split("\n\n"))
}

_SCREENS: Mapping[str, tuple[str, int]] = {
    about: (lesson, int(screen))
    for about, lesson, screen in map(str.split, _TEACHES.strip().splitlines())
}


def screen_for(practice: Practice, broken: Iterable[str] = ()) -> tuple[Lesson, int] | None:
    """The screen that teaches what was missed, the first being 1; None if no lesson does.

    `broken` are the rules that the mistake breaks, by their names in a book.
    """
    for about in (*broken, str(practice), practice.skill):
        if about in _SCREENS:
            name, screen = _SCREENS[about]
            return LESSONS[name], screen
    return None
