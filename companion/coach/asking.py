"""A question in the making: its key, the game that it is asked by, and what it is chosen by."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from companion.coach.chance import Chance
from companion.coach.key import Key
from companion.coach.positions import Ground, Position, find_position
from companion.coach.question import Question
from companion.coach.skills import rule_of
from companion.referee.book import Book, Reason
from companion.rules.rules import Rules
from companion.words import Text


class Asking(NamedTuple):
    """What a drill makes its question from; the same key and positions make the same question."""

    key: Key
    ground: Ground
    chance: Chance
    #: The positions of a table's own record, asked about where they suit.
    own: tuple[Position, ...]

    @property
    def rules(self) -> Rules:
        """The rules that it is asked by."""
        return self.ground.rules

    @property
    def book(self) -> Book:
        """These with their sources."""
        return self.ground.book

    def find(self, suits: Callable[[Position], bool]) -> Position:
        """A position that suits, about as hard as the key says."""
        return find_position(self.ground, self.key.level, self.chance, suits, self.own)

    def question(
        self,
        prompt: Text,
        answer: Iterable[object],
        reasons: Iterable[Reason | Text],
        about: Position | None = None,
        **more: Any,
    ) -> Question:
        """The question, about a layout as it lies where a position is given."""
        if about is not None:
            more = {"layout": about.layout, "placements": about.placements, **more}
        rule = rule_of(self.key.kind, self.key.skill)
        return Question.by(self.book, rule, prompt, answer, reasons, **more)
