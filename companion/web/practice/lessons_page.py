"""What the pages of the lessons show, as ready values: the shelf, and a screen."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from companion.coach.lesson import Action, Lesson
from companion.coach.lessons import LESSONS
from companion.coach.question import Choice, Judgement
from companion.coach.skills import DRILLS
from companion.coach.task import Task
from companion.referee.layout_told import layout_told
from companion.rules.tile import Tile
from companion.web.scene import Mark, Scene, scene_of

_BY_TILE = frozenset({Action.FITTING, Action.SCORING, Action.EARNING})


class Spine(NamedTuple):
    """A lesson on the shelf."""

    lesson: Lesson
    sentence: str
    is_done: bool


def shelf(done: Collection[str]) -> list[Spine]:
    """All lessons in their order."""
    return [Spine(lesson, lesson.screens[0].text, name in done) for name, lesson in LESSONS.items()]


@lru_cache(maxsize=64)
def task_of(lesson: str, screen: int) -> Task:
    """What a screen asks, counted from 1: the same for everybody."""
    return Task.of(LESSONS[lesson].screens[screen - 1])


class Reach(NamedTuple):
    """An open end to be tapped, and the answer that it gives."""

    mark: Mark
    choice: Choice


@dataclass(frozen=True)
class LessonPage:
    """A screen of a lesson, and what is said of a tap."""

    lesson: Lesson
    #: Which screen, counted from 1.
    at: int
    judgement: Judgement | None = None
    problem: str = ""

    @property
    def task(self) -> Task:
        """What is asked."""
        return task_of(self.lesson.name, self.at)

    @property
    def last(self) -> int:
        """The number of the last screen."""
        return len(self.lesson.screens)

    @property
    def is_last(self) -> bool:
        """Whether a drill comes next."""
        return self.at == self.last

    @property
    def drill_title(self) -> str:
        """The drill that the lesson leads to."""
        return DRILLS[self.lesson.practice.kind].title

    @cached_property
    def scene(self) -> Scene:
        """The layout; what its ends count is marked only with the verdict."""
        task = self.task
        assert task.game.hand is not None
        scene = scene_of(task.game.hand.layout, task.placements)
        return scene if self.judgement else scene._replace(marks=())

    @property
    def reaches(self) -> list[Reach]:
        """The ends to be tapped; none where something else is asked, or all is answered."""
        if self.task.screen.action is not Action.END or self.judgement:
            return []
        assert self.task.game.hand is not None
        scene = scene_of(self.task.game.hand.layout, self.task.placements)
        choices = {choice.value: choice for choice in self.task.choices}
        named = ((mark, f"{mark.end[0]}/{mark.end[1]}") for mark in scene.marks if mark.end)
        return [Reach(mark, choices[name]) for mark, name in named if name in choices]

    @property
    def layout_told(self) -> str:
        """The layout for who hears it."""
        return layout_told(self.task.placements)

    @property
    def options(self) -> list[tuple[Choice, Tile | None]]:
        """What there is to tap, a tile with its face."""
        by_tile = self.task.screen.action in _BY_TILE
        return [
            (choice, Tile.parse(choice.value) if by_tile else None) for choice in self.task.choices
        ]

    # Once it is answered

    @property
    def verdict(self) -> str:
        """What comes before the right answer: `Right:`, or what was said instead."""
        assert self.judgement is not None
        if self.judgement.is_right:
            return "Right:"
        said = self.judgement.said
        labels = (choice.label for choice in self.task.choices if choice.value == said)
        return f"You said {next(labels)}, but it is"

    @property
    def heard(self) -> str:
        """What a screen reader says after a tap."""
        return " ".join(self._heard())

    def _heard(self) -> Iterator[str]:
        if self.problem:
            yield self.problem
        if self.judgement is not None:
            yield f"{self.verdict} {self.judgement.answer}."
            yield from self.judgement.mistakes
            yield from self.judgement.reasons[-1:]
