"""A learner's schedule as a line of JSON: only a note, since the answers give it too."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from fsrs import Card
from pydantic import PlainSerializer, PlainValidator, TypeAdapter

from companion.coach.drills.practice_positions import LEVELS
from companion.coach.drills.skills import DrillKind, Practice, Skill
from companion.coach.learning.memory import LastAsked
from companion.coach.learning.schedule import Schedule


def _parse_practice(name: object) -> Practice:
    kind, skill = str(name).split(".")
    return Practice(DrillKind(kind), Skill(skill))


_NamedPractice = Annotated[Practice, PlainValidator(_parse_practice), PlainSerializer(str)]


@dataclass(frozen=True)
class _Kept(Schedule):
    """A schedule with its practices by name."""

    cards: Mapping[_NamedPractice, Card] = field(default_factory=dict)
    asked: Mapping[_NamedPractice, LastAsked] = field(default_factory=dict)


_KEPT = TypeAdapter(_Kept)


def write_schedule(schedule: Schedule) -> str:
    """The schedule as a line to store."""
    return _KEPT.dump_json(_Kept(**vars(schedule))).decode()


def read_schedule(text: str) -> Schedule:
    """The schedule stored in it; raises `ValueError` if it isn't one."""
    kept = _KEPT.validate_json(text)
    levels = (each.level - skill.lowest_level for skill, each in kept.standings.items())
    moments = [card.due for card in kept.cards.values()] + [each.at for each in kept.asked.values()]
    if kept.round is not None and kept.round.at is not None:
        moments.append(kept.round.at)
    if any(each.tzinfo is None for each in moments) or not all(
        0 <= each <= LEVELS for each in levels
    ):
        raise ValueError("Nobody stands there.")
    return Schedule(**vars(kept))
