"""Races: opened by one, joined by others, run to hole 15, deleted after a day.

Anyone who knows a race's id may watch it, and join before the start. A racer is known by a secret
on their phone; two who share a phone have the same. Nothing here knows the web.
"""

import json
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection, delete
from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from companion.coach.challenges.race import COUNTDOWN, LONGEST_HEAD_START, MOST_RACERS, judge
from companion.db.database import Database
from companion.db.race_models import RaceRow, RacerRow
from companion.db.table_models import may_exist
from companion.i18n import message
from companion.learners import errors
from companion.learners.race_state import RaceState, state_of
from companion.rules.player_names import check_names

#: How long a race can be seen: an evening's race still the next morning.
RACES_LAST = timedelta(days=1)
_SEEDS = 10**10
_AT_ONCE = 100


@dataclass(eq=False)
class RaceService:
    """Where races are kept; an unknown or outdated id raises `NoSuchRace`.

    `now` and `token` give the time and unguessable ids, `seed` the seed of the questions.
    """

    database: Database
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    token: Callable[[], str] = lambda: secrets.token_urlsafe(16)
    seed: Callable[[], int] = lambda: secrets.randbelow(_SEEDS)

    def open(self, game: str, names: Sequence[str], secret: str, *, is_shared: bool = False) -> str:
        """A new race in a game's layouts with the racers so far; returns its id.

        Raises `WrongPlayers`.
        """
        check_names(names)
        with self.database.writing() as session:
            forget_races(session.connection(), self.now() - RACES_LAST)
            row = self._new_row(game, is_shared=is_shared)
            session.add(row)
            session.flush()
            for name in names:
                _add(session, row.id, name, secret)
            return row.id

    def look(self, race_id: str) -> RaceState:
        """The race now."""
        with self.database.reading() as session:
            row = self._row(session, race_id)
            return state_of(row, _racers(session, race_id))

    def join(self, race_id: str, name: str, secret: str) -> None:
        """Join a race; a phone that is in it already renames its racer.

        Raises `RaceHasBegun`, or `RaceFull`, also for a third racer on the one phone of a race.
        Raises `WrongPlayers` for what can't be a name, or is taken.
        """
        with self._before_the_start(race_id) as (session, row, racers):
            if row.is_shared:
                raise errors.RaceFull(message("holes.refused.shared"))
            own = [racer for racer in racers if racer.secret == secret]
            check_names([*(racer.name for racer in racers if racer not in own[:1]), name])
            if own:
                own[0].name = name
            elif len(racers) == MOST_RACERS:
                raise errors.RaceFull(message("holes.refused.full"))
            else:
                _add(session, race_id, name, secret)

    def leave(self, race_id: str, secret: str) -> None:
        """Leave a race; raises `RaceHasBegun` or `NoRacer`."""
        with self._before_the_start(race_id) as (session, _, racers):
            for racer in _own(racers, secret):
                session.delete(racer)

    def set_head_start(self, race_id: str, secret: str, lane: int, seconds: int) -> None:
        """Give someone a head start; any racer may do so for anyone.

        Raises `RaceHasBegun` or `NoRacer`.
        """
        with self._before_the_start(race_id) as (_, _, racers):
            _own(racers, secret)
            if not 0 <= lane < len(racers):
                raise errors.NoRacer
            racers[lane].head_start = max(0, min(LONGEST_HEAD_START, seconds))

    def start(self, race_id: str, secret: str) -> None:
        """Start the race in a moment; two starts count as one.

        Raises `NoRacer` or `TooFewRacers`.
        """
        with self._changing(race_id) as (_, row, racers):
            _own(racers, secret)
            if len(racers) < 2:
                raise errors.TooFewRacers(message("holes.refused.alone"))
            row.started_at = row.started_at or self.now() + COUNTDOWN

    def answer(
        self, race_id: str, secret: str, lane: int, question: int, said: str, at: int
    ) -> RaceState:
        """The race after an answer, tapped at so many milliseconds by its phone's clock.

        The question's number is from 0, and the answer is judged here. Raises `NoRacer`,
        `NoAnswer`, and as `Race.answered`.
        """
        seen = self.look(race_id)
        if lane not in seen.lanes_of(secret):
            raise errors.NoRacer
        # Outside the transaction, because it takes time.
        verdict = judge(seen.key(question), said)
        with self._changing(race_id) as (_, row, racers):
            state = state_of(row, racers)
            now = state.milliseconds(self.now())
            race = state.race.answered(
                lane, question, said, is_right=verdict.is_right, at=at, now=now
            )
            racers[lane].given = json.dumps(race.lanes[lane].given)
        return state._replace(race=race, version=state.version + 1)

    def again(self, race_id: str, secret: str) -> str:
        """The next race of the same people, who have joined already; the same for all who ask.

        Raises `NoRacer` or `RaceStillOn`.
        """
        with self._changing(race_id) as (session, row, racers):
            _own(racers, secret)
            if not state_of(row, racers).is_over(self.now()):
                raise errors.RaceStillOn(message("holes.refused.still-on"))
            if row.again is None:
                following = self._new_row(row.game, is_shared=row.is_shared)
                session.add(following)
                session.flush()
                for racer in racers:
                    _add(session, following.id, racer.name, racer.secret, racer.head_start)
                row.again = following.id
            return row.again

    @contextmanager
    def _changing(self, race_id: str) -> Iterator[tuple[Session, RaceRow, list[RacerRow]]]:
        """A race's rows, locked until the end, and its next version."""
        with self.database.writing() as session:
            row = self._row(session, race_id, for_update=True)
            yield session, row, _racers(session, race_id)
            row.version += 1

    @contextmanager
    def _before_the_start(self, race_id: str) -> Iterator[tuple[Session, RaceRow, list[RacerRow]]]:
        with self._changing(race_id) as (session, row, racers):
            if row.started_at is not None:
                raise errors.RaceHasBegun(message("holes.refused.begun"))
            yield session, row, racers

    def _row(self, session: Session, race_id: str, *, for_update: bool = False) -> RaceRow:
        row = None
        if may_exist(race_id):
            row = session.get(RaceRow, race_id, with_for_update=for_update)
        if row is None or row.created_at <= self.now() - RACES_LAST:
            raise errors.NoSuchRace(race_id)
        return row

    def _new_row(self, game: str, *, is_shared: bool) -> RaceRow:
        return RaceRow(
            id=self.token(), created_at=self.now(), game=game, seed=self.seed(), is_shared=is_shared
        )


def old_races(before: datetime) -> SelectOfScalar[str]:
    """The ids of the races that were opened before then."""
    return select(RaceRow.id).where(col(RaceRow.created_at) < before)


def forget_races(connection: Connection, before: datetime) -> int:
    """Delete some of those, a few at a time so that nobody waits for it; returns how many."""
    ids = [*connection.scalars(old_races(before).limit(_AT_ONCE).with_for_update(skip_locked=True))]
    connection.execute(delete(RaceRow).where(col(RaceRow.id).in_(ids)))
    return len(ids)


def _add(session: Session, race_id: str, name: str, secret: str, head_start: int = 0) -> None:
    numbers = [racer.number for racer in _racers(session, race_id)]
    session.add(
        RacerRow(
            race_id=race_id,
            number=max(numbers, default=0) + 1,
            secret=secret,
            name=name,
            head_start=head_start,
        )
    )
    session.flush()


def _racers(session: Session, race_id: str) -> list[RacerRow]:
    of_race = select(RacerRow).where(col(RacerRow.race_id) == race_id)
    return list(session.exec(of_race.order_by(col(RacerRow.number))))


def _own(racers: Sequence[RacerRow], secret: str) -> list[RacerRow]:
    """The racers of a phone; raises `NoRacer` if it has none."""
    own = [racer for racer in racers if secret and racer.secret == secret]
    if not own:
        raise errors.NoRacer
    return own
