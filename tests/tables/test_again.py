"""Playing again: the same people at the next table, and the games that they won on one day."""

from datetime import UTC, datetime, timedelta

import pytest

from companion.db.database import Database
from companion.record.header import read_header
from companion.stats.evening import clock_of
from companion.tables.errors import NoSuchTable
from companion.tables.play_again import next_after, play_again, winners_of_day
from companion.tables.table_access import AccessService
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


def day(table_service: TableService, table_id: str) -> list[str]:
    """Who won each game of the day of a table, in order; `-` if nobody has yet."""
    state = table_service.look(table_id)
    winners = winners_of_day(table_service, state, clock_of(state.table_options.zone))
    return sorted("&".join(each) or "-" for each in winners.values())


def test_all_games_of_the_same_people_count_however_their_tables_were_opened(
    table_service: TableService,
) -> None:
    one = first(table_service, "Ana")
    assert day(table_service, one) == ["Ana"]
    two, three = again(table_service, one, "Ben"), first(table_service, "Ana")
    # The same people sit in another order, one of them typed otherwise, and nobody has won yet.
    header = read_header(SHORT.replace("Ana, Ben", "Ben, ana"))
    enter(table_service, table_service.open(header, keeper="Ana's phone"), "lead: ana")
    for table_id in (one, two, three):
        assert day(table_service, table_id) == ["-", "Ana", "Ana", "Ben"]
    table_service.remove(two)
    assert day(table_service, one) == ["-", "Ana", "Ana"]


def test_games_of_other_phones_are_not_counted_and_of_others_only_what_these_people_won(
    table_service: TableService,
) -> None:
    one = first(table_service, "Ana")
    for players, winner in (("Ana, Cyd", "Ana"), ("Cyd, Ben", "Cyd"), ("Cyd, Dee", "Dee")):
        lead = players.split(",")[0]
        header = read_header(SHORT.replace("Ana, Ben", players))
        table_id = table_service.open(header, keeper="Ana's phone")
        enter(table_service, table_id, f"lead: {lead}", f"ruling: {winner} +6")
    # Another Ana and Ben: neither phone hears of the other's games.
    other = won(table_service, table_service.open(read_header(SHORT), keeper="Zoe's phone"), "Ben")
    assert (day(table_service, one), day(table_service, other)) == (["-", "Ana", "Ana"], ["Ben"])
    # Who watches one of them there does not see the other here.
    AccessService(table_service.database).ask(other, "Ana's phone", "Ana")
    assert day(table_service, one) == ["-", "Ana", "Ana"]


def test_an_evening_ends_at_five_by_the_clock_of_the_phone_that_opened_the_table(
    table_service: TableService, clock: Clock
) -> None:
    # It is five in the afternoon in New York, and nine hours later two in the morning.
    options = TableOptions(zone="America/New_York")
    opened = [table_service.open(read_header(SHORT), keeper="A", table_options=options)]
    for hours in (9, 2.9, 0.2):
        clock.wait(hours)
        opened.append(table_service.open(read_header(SHORT), keeper="A", table_options=options))
    for table_id in opened:
        won(table_service, table_id, "Ana")
    assert [len(day(table_service, table_id)) for table_id in opened] == [3, 3, 3, 1]


def test_nobody_plays_again_at_a_table_that_is_gone(table_service: TableService) -> None:
    state = table_service.look(first(table_service))
    table_service.remove(state.id)
    with pytest.raises(NoSuchTable):
        play_again(table_service, state, "Ana's phone")
