"""A lesson: a few screens, each with a position and something to do there."""

from enum import StrEnum
from typing import NamedTuple

from companion.coach.schedule import Practice
from companion.coach.skills import Kind, Skill
from companion.rules.tile import Tile
from companion.words import Text, message

_HEADER = {"game": "race-horse", "players": "Ana, Ben"}


class Action(StrEnum):
    """What a screen asks for."""

    #: Tap the end where `tile` goes.
    END = "end"
    #: Choose a tile of the hand that can be set, that scores, or that earns another turn.
    FITTING = "fitting"
    SCORING = "scoring"
    EARNING = "earning"
    #: Choose the count, the points of the last tile, or those of the settlement.
    COUNT = "count"
    WORTH = "worth"
    SETTLEMENT = "settlement"
    #: Choose who acts next.
    TURN = "turn"


class Screen(NamedTuple):
    """A position as a record, and what is asked about it."""

    record: str
    action: Action
    #: The tile to be set on the end that is tapped.
    tile: Tile | None = None
    #: The tiles to choose from.
    hand: tuple[Tile, ...] = ()
    #: The numbers to choose from.
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
        """What is to be learnt on a screen, the first being 1, in a sentence or two."""
        return message(f"lesson.{self.name}.{number}.text")

    def prompt(self, number: int) -> Text:
        """What is asked there."""
        return message(f"lesson.{self.name}.{number}.prompt")


def parse_lesson(text: str) -> Lesson:
    """A lesson as it is written down: its name and practice, and a line for each screen."""
    heading, *screens = text.splitlines()
    name, practice = heading.split(": ")
    kind, skill = practice.split()
    return Lesson(name, Practice(Kind(kind), Skill(skill)), tuple(map(_parse_screen, screens)))


def _parse_screen(line: str) -> Screen:
    name, choices, plays, *header = (part.strip() for part in line.split("|"))
    given = dict(each.split(": ") for part in header for each in part.split("; "))
    lines = [f"{key}: {value}" for key, value in (_HEADER | given).items()]
    record = "\n".join([*lines, "lead: Ana", *plays.split("; "), ""])
    action = Action(name)
    if "-" not in choices:
        return Screen(record, action, numbers=tuple(map(int, choices.split())))
    tiles = tuple(map(Tile.parse, choices.split()))
    return (
        Screen(record, action, tiles[0])
        if action is Action.END
        else Screen(record, action, None, tiles)
    )
