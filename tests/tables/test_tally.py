"""Tallies: one count for all processes, exact though many come at once, forgotten in time."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlmodel import select

from companion.db.database import Database
from companion.db.rate_counter import RateCounter
from companion.db.table_models import TALLIES
from companion.web.security.limit_storage import TallyStorage

SECRET = "no secret among these tests"
LATER = time.time() + 3600


@pytest.fixture
def tally(database: Database) -> RateCounter:
    return RateCounter(database, SECRET)


def names_in(database: Database) -> list[str]:
    with database.snapshot() as connection:
        return [*connection.scalars(select(TALLIES.c.name))]


def test_what_is_counted_stays_below_the_most(tally: RateCounter) -> None:
    assert [tally.add("Ana", 1, 3, LATER) for _ in range(5)] == [True] * 3 + [False] * 2
    assert tally.add("Ben", 1, 3, LATER)
    assert tally.numbers(["Ana", "Ben", "Cyd"]) == [3, 1, 0]
    assert not tally.add("Dee", 4, 3, LATER)


def test_of_many_at_once_no_one_too_many_is_counted(url: str, tally: RateCounter) -> None:
    databases = [Database(url) for _ in range(2)]
    others = [RateCounter(database, SECRET) for database in databases]
    with ThreadPoolExecutor(8) as hands:
        counted = hands.map(lambda n: others[n % 2].add("Ana", 1, 20, LATER), range(60))
        assert sum(counted) == 20
    for database in databases:
        database.close()


def test_what_was_taken_back_can_be_counted_again(tally: RateCounter) -> None:
    tally.take_back("Ana")
    assert tally.add("Ana", 1, 1, LATER)
    tally.take_back("Ana")
    assert tally.numbers(["Ana"]) == [0]
    assert tally.add("Ana", 1, 1, LATER)


def test_who_reads_the_database_reads_no_address(database: Database, tally: RateCounter) -> None:
    tally.add("192.0.2.7", 1, 3, LATER)
    (name,) = names_in(database)
    assert "192" not in name
    assert RateCounter(database, "another secret").numbers(["192.0.2.7"]) == [0]


def test_what_is_over_is_swept_away(database: Database) -> None:
    RateCounter(database, SECRET).add("Ana", 1, 3, time.time() - 1)
    assert names_in(database) == []
    RateCounter(database, SECRET).add("Ben", 1, 3, LATER)
    assert len(names_in(database)) == 1


def test_the_span_before_counts_as_far_as_it_is_within_the_last_minute(
    tally: RateCounter, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage, now = TallyStorage(tally=tally), 1_800_000_000.0
    monkeypatch.setattr("companion.web.security.limit_storage.time.time", lambda: now)
    assert [storage.acquire_sliding_window_entry("Ana", 4, 60) for _ in range(5)] == [True] * 4 + [
        False
    ]
    # Half of the next minute is over: two of the four still count.
    now += 90
    assert [storage.acquire_sliding_window_entry("Ana", 4, 60) for _ in range(3)] == [True] * 2 + [
        False
    ]
    now += 120
    assert storage.acquire_sliding_window_entry("Ana", 4, 60)
