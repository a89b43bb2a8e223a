"""An explanation: all that the referee can say of an entry, of a refusal, of a mere thought."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from companion.record.replay import Entry
from companion.referee.reason import Reason
from companion.rules.hand import Play
from companion.rules.layout import End
from companion.rules.tile import Tile


class About(StrEnum):
    """What people ask of an entry, in the order in which they ask it."""

    ALLOWED = "allowed"
    POINTS = "points"
    TURN = "turn"
    #: What is asked where nobody plays, and so nobody is next.
    ANOTHER_TURN = "another-turn"
    ENDED = "ended"
    SETTLED = "settled"
    GAME = "game"
    NEXT_LEAD = "next-lead"


class Answer(NamedTuple):
    """The reasons that answer one question."""

    about: About
    reasons: tuple[Reason, ...]


class Spot(NamedTuple):
    """An open end, or a double that is covered all round, and why it counts what it does."""

    end: End
    reasons: tuple[Reason, ...]

    @property
    def is_open(self) -> bool:
        """Whether a tile can still go there."""
        return self.end.places > 0


class Change(NamedTuple):
    """The count by the change: what it was, which ends went and which came, in pips."""

    before: int
    went: tuple[End, ...]
    came: tuple[End, ...]
    total: int
    sentence: str


class Count(NamedTuple):
    """A count with the reason for every spot, the sum written out, and the change.

    `covered` are the doubles on which nothing is open any more; they count nothing.
    """

    spots: tuple[Spot, ...]
    covered: tuple[Spot, ...]
    total: int
    written: str
    change: Change


@dataclass(frozen=True)
class Explanation:
    """Why an accepted entry came to what it did.

    `told` is the entry in a sentence or two, `count` is there for a tile set.
    """

    entry: Entry
    told: str
    count: Count | None
    answers: tuple[Answer, ...]

    @property
    def play(self) -> Play | None:
        """The tile set, where it went and what it earned; None for any other entry."""
        if self.count is None or self.entry.game.hand is None:
            return None
        return self.entry.game.hand.play

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """All reasons in the order in which they are read."""
        spots = () if self.count is None else (*self.count.spots, *self.count.covered)
        of_spots = tuple(reason for spot in spots for reason in spot.reasons)
        return of_spots + tuple(reason for answer in self.answers for reason in answer.reasons)


class WhyNot(NamedTuple):
    """Why an entry is refused: the code of the record format, and the reasons.

    The first reason says what the refusal says, the others what lies behind it.
    """

    code: str
    reasons: tuple[Reason, ...]

    @property
    def sentence(self) -> str:
        """What a person needs to hear."""
        return self.reasons[0].sentence


class WhatIf(NamedTuple):
    """What a tile would do on a host: explained, or refused with the reason."""

    tile: Tile
    host: Tile | None
    explanation: Explanation | None = None
    why_not: WhyNot | None = None

    @property
    def is_legal(self) -> bool:
        """Whether it could be set there."""
        return self.explanation is not None
