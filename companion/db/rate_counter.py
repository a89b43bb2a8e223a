"""Tallies: how often something was tried lately, in one count for all processes."""

import hmac
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import sha256

from sqlalchemy import Connection, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite

from companion.db.database import Database
from companion.db.table_models import TALLIES

_SECONDS_BETWEEN_SWEEPS = 60.0
_SWEEP = "tally"


class RateCounter:
    """Counts by name, each for a while. Raises `DatabaseAway` where they cannot be had.

    Names are kept as a digest that needs the `secret`: they may hold an address or a code.
    """

    def __init__(self, database: Database, secret: str) -> None:
        self._database = database
        self._secret = secret.encode()
        self._insert = sqlite.insert if database.is_sqlite else postgresql.insert
        self._swept_at = 0.0

    def numbers(self, names: Sequence[str]) -> list[int]:
        """How often each was counted."""
        digests = [*map(self._digest, names)]
        query = select(TALLIES.c.name, TALLIES.c.number).where(TALLIES.c.name.in_(digests))
        with self._database.snapshot() as connection:
            found = {row.name: row.number for row in connection.execute(query)}
        return [found.get(digest, 0) for digest in digests]

    def add(self, name: str, amount: int, most: int, until: float) -> bool:
        """Count once more unless there would be more than `most`; tells whether it did.

        In one statement: of two who come at once, both are counted or one is too many. The
        count may be forgotten after `until`, in seconds of the clock.
        """
        if amount > most:
            return False
        new = self._insert(TALLIES).values(
            name=self._digest(name), number=amount, until=datetime.fromtimestamp(until, UTC)
        )
        number = TALLIES.c.number + amount
        counted = new.on_conflict_do_update(
            index_elements=["name"], set_={"number": number}, where=number <= most
        ).returning(TALLIES.c.number)
        with self._database.transaction() as connection:
            is_counted = connection.execute(counted).first() is not None
        self._sweep_from_time_to_time()
        return is_counted

    def take_back(self, name: str) -> None:
        """Count once less."""
        of_name = update(TALLIES).where(TALLIES.c.name == self._digest(name), TALLIES.c.number > 0)
        with self._database.transaction() as connection:
            connection.execute(of_name.values(number=TALLIES.c.number - 1))

    def _digest(self, name: str) -> str:
        return hmac.new(self._secret, name.encode(), sha256).hexdigest()

    def _sweep_from_time_to_time(self) -> None:
        now = time.time()
        if now - self._swept_at < _SECONDS_BETWEEN_SWEEPS:
            return
        self._swept_at = now
        with self._database.transaction() as connection:
            self._sweep(connection, datetime.fromtimestamp(now, UTC))

    def _sweep(self, connection: Connection, now: datetime) -> None:
        # Two that sweep at once would wait for each other's rows.
        self._database.wait_in_line(connection, _SWEEP)
        connection.execute(delete(TALLIES).where(TALLIES.c.until < now))
