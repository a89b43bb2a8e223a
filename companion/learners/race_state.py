"""A race now: its rows, who runs in which lane, and whether it is over."""

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from companion.coach.challenges.race import Given, Race, key_of, keys_of
from companion.coach.drills.question_key import QuestionKey
from companion.db.race_models import RaceRow, RacerRow

_ONE_MILLISECOND = timedelta(milliseconds=1)


class RaceState(NamedTuple):
    """A race now."""

    id: str
    version: int
    game: str
    seed: int
    is_shared: bool
    started_at: datetime | None
    race: Race
    #: The secret on the phone of each lane.
    secrets: tuple[str, ...]
    #: The race that the same people run next.
    again: str | None

    def keys(self, number: int) -> tuple[QuestionKey, ...]:
        """The keys of the first so many questions; raises as `keys_of`."""
        return keys_of(self.game, self.seed, number, is_shared=self.is_shared)

    def key(self, question: int) -> QuestionKey:
        """The key of a question by its number, from 0."""
        return key_of(self.game, self.seed, question, is_shared=self.is_shared)

    def lanes_of(self, secret: str) -> tuple[int, ...]:
        """The numbers of the lanes that a phone runs in, from 0."""
        return tuple(lane for lane, each in enumerate(self.secrets) if secret and each == secret)

    def milliseconds(self, now: datetime) -> int:
        """How long it has been running; below 0 before that, and while nobody has started it."""
        return -1 if self.started_at is None else (now - self.started_at) // _ONE_MILLISECOND

    def is_over(self, now: datetime) -> bool:
        """Whether nobody can answer any more."""
        return self.started_at is not None and self.race.is_over(self.milliseconds(now))

    def version_at(self, now: datetime) -> int:
        """The version, plus one once it is over: time ends a race that nobody changes."""
        return self.version + self.is_over(now)


def state_of(row: RaceRow, racers: Sequence[RacerRow]) -> RaceState:
    """The race of these rows."""
    given = [tuple(Given(*each) for each in json.loads(racer.given)) for racer in racers]
    lanes = zip(racers, given, strict=True)
    return RaceState(
        id=row.id,
        version=row.version,
        game=row.game,
        seed=row.seed,
        is_shared=row.is_shared,
        started_at=row.started_at,
        race=Race.between((racer.name, racer.head_start, each) for racer, each in lanes),
        secrets=tuple(racer.secret for racer in racers),
        again=row.again,
    )
