"""What the pages of practice show, as ready values: the coach's home, and a question."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from companion.coach.question import NONE, Judgement, Question, Wanted
from companion.coach.schedule import PRACTICES, Practice, Schedule, practices_of
from companion.coach.skills import DRILLS, SKILLS, Drill, Kind
from companion.pictures.pegboard import Pegboard, lay_pegboard
from companion.referee.layout_told import layout_told
from companion.rules.games import GAMES
from companion.rules.tile import Tile
from companion.web.practice.asked import OWN, Asked
from companion.web.practice.learning import BOARD_HOLES, Pegged
from companion.web.scene import Scene, scene_of

#: The address of the drill that the schedule chooses by itself.
MIXED = "mixed"
_TILE = re.compile("[0-6]-[0-6]")
#: What a prompt tells of a hand that is drawn below it.
_HAND_TOLD = re.compile(r"\w+ has (?:[0-6]-[0-6] ?)+\. ")
#: A reason for what a double counts.
_DOUBLE_TOLD = re.compile(r"(?:Both sides of|One side of|On) the [0-6]-[0-6] ")
_BOARD_WIDTH = 250.0
#: The numbers that are one tap away: by five across, and what is over a five downwards.
NUMBERS = tuple(tuple(range(over, 40 + over, 5)) for over in range(5))


class DrillCard(NamedTuple):
    """A drill to be chosen."""

    kind: Kind
    drill: Drill
    is_next: bool


@dataclass(frozen=True)
class PractisePage:
    """The coach's home: what comes next, every drill, and what they are about."""

    schedule: Schedule
    upcoming: Practice
    ground: str
    #: Whether its own tables were chosen, and none of them has a hand that is over.
    lacks_own: bool

    @property
    def cards(self) -> list[DrillCard]:
        """Every drill, the one that comes next told apart."""
        return [DrillCard(kind, DRILLS[kind], kind is self.upcoming.kind) for kind in DRILLS]

    @property
    def next_told(self) -> str:
        """What comes next: `What does it count? · Doubles`"""
        return f"{DRILLS[self.upcoming.kind].title} · {SKILLS[self.upcoming.skill].title}"

    @property
    def grounds(self) -> list[tuple[str, str]]:
        """What can be practised on: random hands of a game, or this device's tables."""
        games = [(name, f"Random hands of {preset.title}") for name, preset in GAMES.items()]
        return [(OWN, "My own tables, hands that are over"), *games]


def practices_for(drill: str) -> tuple[Practice, ...]:
    """What the drill of an address practises; nothing where there is no such drill."""
    if drill == MIXED:
        return PRACTICES
    return practices_of(Kind(drill)) if drill in {*Kind} else ()


class Option(NamedTuple):
    """An answer to tap: a tile, or words; how it turned out, once it is told."""

    value: str
    label: str
    tile: Tile | None


@dataclass(frozen=True)
class DrillPage:
    """A question as it is asked, and what is said of its answer."""

    #: The drill by its name in the address.
    drill: str
    asked: Asked
    question: Question
    pegged: Pegged
    judgement: Judgement | None = None
    #: What the person should hear besides: why an answer was none.
    problem: str = ""

    @property
    def title(self) -> str:
        """What is practised, in the head of the page."""
        return DRILLS[self.question.key.kind].title

    @property
    def skill(self) -> str:
        """The skill that the question is for."""
        return SKILLS[self.question.key.skill].title

    @property
    def ground(self) -> str:
        """By which rules it is asked."""
        game, *house_rules = self.question.key.game.split("~")
        told = GAMES[game].title
        if self.asked.source:
            told += ", your table"
        return f"{told}, house rules" if house_rules else told

    @property
    def rules_of(self) -> str:
        """The game whose rules page explains it."""
        return self.question.key.game.partition("~")[0]

    @property
    def level(self) -> int:
        """How hard it is."""
        return self.question.key.level

    @property
    def prompt(self) -> str:
        """What is asked; hands that are drawn are not told as well."""
        prompt = self.question.prompt
        return _HAND_TOLD.sub("", prompt) if self.question.hands else prompt

    @property
    def widget(self) -> str:
        """How it is answered: on a board of numbers, by keys, by one tap or by several."""
        wanted = self.question.wanted
        if wanted is not Wanted.NUMBER:
            return wanted.value
        return "keys" if self.question.unit else "numbers"

    @property
    def options(self) -> list[Option]:
        """What there is to tap."""
        return [
            Option(value, label, Tile.parse(label) if _TILE.fullmatch(label) else None)
            for value, label, _ in self.question.choices
        ]

    @cached_property
    def scene(self) -> Scene | None:
        """The layout; what its ends count is marked only once that gives nothing away."""
        asked = self.question
        if asked.layout is None:
            return None
        laid, layout = asked.placements, asked.layout
        if asked.tile is not None:
            # It lies there already, but paler: the question is what it would do.
            laid = (*laid, (asked.tile, asked.host))
            layout = layout.set_tile(asked.tile, asked.host)
        scene = scene_of(layout, laid)
        marks = scene.marks if self.judgement else ()
        return scene._replace(marks=marks, last=asked.marked or asked.tile)

    @property
    def layout_told(self) -> str:
        """The layout for who hears it."""
        return layout_told(self.question.placements)

    @property
    def board(self) -> Pegboard:
        """The right answers of today as pegs."""
        board = lay_pegboard(BOARD_HOLES, 0, 0, _BOARD_WIDTH)
        return board.with_pegs(*self.pegged.holes)

    # Once it is answered

    @property
    def verdict(self) -> str:
        """What comes before the right answer: `Right:`, or what was said instead."""
        assert self.judgement is not None
        return "Right:" if self.judgement.is_right else f"You said {self._said}, but it is"

    @property
    def answer(self) -> str:
        """The right answer with its unit: `3 pegs`."""
        assert self.judgement is not None
        told = self._with_unit(self.judgement.answer)
        return told if self.judgement.is_right else _within(told)

    @property
    def _said(self) -> str:
        assert self.judgement is not None
        labels = {choice.value: choice.label for choice in self.question.choices}
        said = self.judgement.said.split()
        if said == [NONE]:
            return "none of them"
        told = [labels.get(value, value) for value in labels if value in said] or said
        return _within(self._with_unit(", ".join(told)))

    def _with_unit(self, told: str) -> str:
        unit = self.question.unit
        return f"{told} {unit[:-1] if told == '1' else unit}" if unit else told

    @property
    def conclusion(self) -> str:
        """The reason that settles it: the sum, the change, what the hand comes to."""
        return "" if self._is_told(last := self.question.reasons[-1]) else last

    @property
    def reasons(self) -> list[str]:
        """What leads there, without what was said of the mistake already."""
        return [reason for reason in self.question.reasons[:-1] if not self._is_told(reason)]

    def _is_told(self, reason: str) -> bool:
        """Whether the likely mistake says as much: why one double counts so is enough then."""
        assert self.judgement is not None
        mistakes = " ".join(self.judgement.mistakes)
        return reason in mistakes or bool(mistakes and _DOUBLE_TOLD.match(reason))

    @property
    def heard(self) -> str:
        """What a screen reader says after an answer."""
        return " ".join(self._heard())

    def _heard(self) -> Iterator[str]:
        if self.problem:
            yield self.problem
        if self.judgement is None:
            return
        yield f"{self.verdict} {self.answer}."
        yield from self.judgement.mistakes
        yield self.conclusion


def _within(told: str) -> str:
    """An answer within a sentence: `no score`."""
    return told[:1].lower() + told[1:]
