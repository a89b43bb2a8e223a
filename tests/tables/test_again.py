"""Playing again: the same people at the next table, and the games they won on one day."""

from datetime import UTC, datetime, timedelta

import pytest

from companion.db.database import Database
from companion.record.header import read_header
from companion.tables.errors import NoSuchTable
from companion.tables.play_again import games_won, next_after, play_again
from companion.tables.table_options import TableOptions
from companion.tables.table_service import TableService
from tests.tables.scribe import enter

SHORT = "game: race-horse\nplayers: Ana, Ben\ntarget: 6\nrule: game-ends = at-once"


class Clock:
    """The time, which goes on as a test says."""

    def __init__(self) -> None:
        self.now = datetime(2026, 7, 1, 21, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def wait(self, hours: float) -> None:
        self.now += timedelta(hours=hours)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def table_service(database: Database, clock: Clock) -> TableService:
    return TableService(database, now=clock)


def first(table_service: TableService, winner: str = "Ana") -> str:
    options = TableOptions(counting=frozenset({1}), findings=False)
    header = read_header(SHORT)
    table_id = table_service.open(
        header, is_pegs_only=True, keeper="Ana's phone", table_options=options
    )
    return won(table_service, table_id, winner)


def won(table_service: TableService, table_id: str, winner: str) -> str:
    enter(table_service, table_id, "lead: Ana", f"ruling: {winner} +6")
    return table_id


def again(table_service: TableService, table_id: str, winner: str) -> str:
    next_id = play_again(table_service, table_service.look(table_id), "Ana's phone")
    return won(table_service, next_id, winner)


def test_the_next_table_has_the_same_people_rules_and_options(table_service: TableService) -> None:
    table_id = first(table_service)
    before = table_service.look(table_id)
    after = table_service.look(play_again(table_service, before, "Ana's phone"))
    assert (after.header, after.table_options) == (before.header, before.table_options)
    assert after.is_pegs_only
    assert after.game.scores == (0, 0)
    assert after.seen_by("Ana's phone").keeps


def test_two_phones_that_play_again_come_to_one_table(table_service: TableService) -> None:
    before = table_service.look(first(table_service))
    assert next_after(table_service, before.id) is None
    next_id = play_again(table_service, before, "Ana's phone")
    assert play_again(table_service, before, "Ben's phone") == next_id
    assert next_after(table_service, before.id) == next_id
    # The other phones at the table learn of it.
    assert table_service.look(before.id).access > before.access


def test_games_are_counted_by_who_won_them(table_service: TableService) -> None:
    one = first(table_service, "Ana")
    two = again(table_service, one, "Ben")
    three = again(table_service, two, "Ana")
    assert games_won(table_service, one) == {}
    assert games_won(table_service, two) == {"Ana": 1, "Ben": 1}
    assert games_won(table_service, three) == {"Ana": 2, "Ben": 1}


def test_an_evening_goes_on_past_midnight_and_ends_with_the_night(
    table_service: TableService, clock: Clock
) -> None:
    one = first(table_service, "Ana")
    clock.wait(hours=5)
    two = again(table_service, one, "Ana")
    assert games_won(table_service, two) == {"Ana": 2, "Ben": 0}
    clock.wait(hours=7)
    three = again(table_service, two, "Ben")
    assert games_won(table_service, three) == {}


def test_a_game_that_is_corrected_or_deleted_counts_as_it_is_then(
    table_service: TableService,
) -> None:
    one = first(table_service, "Ana")
    two = again(table_service, one, "Ben")
    three = again(table_service, two, "Ben")
    table_service.remove(one)
    assert games_won(table_service, three) == {"Ana": 0, "Ben": 2}
    table_service.remove(two)
    assert games_won(table_service, three) == {}


def test_nobody_plays_again_at_a_table_that_is_gone(table_service: TableService) -> None:
    state = table_service.look(first(table_service))
    table_service.remove(state.id)
    with pytest.raises(NoSuchTable):
        play_again(table_service, state, "Ana's phone")
