"""What older versions kept is read, though nobody could enter it now."""

from sqlmodel import Session, col, update

from companion.db.database import Database
from companion.db.table_models import CHANGES, TABLES
from companion.record.header import read_header
from companion.tables.older import kept_header, kept_statement
from companion.tables.table_service import TableService
from tests.tables.scribe import enter, opened, record

HEADER = "game: race-horse\nplayers: {}"


def test_names_of_before_are_read_without_what_nobody_sees() -> None:
    assert kept_header(HEADER.format("An\u200ba, \u202eBen")).players == ("Ana", "Ben")
    assert kept_header(HEADER.format("Ana, ANA")).players == ("Ana", "ANA")
    assert kept_header(HEADER.format("Ana, An\u00ada, Ana 2")).players == (
        "Ana",
        "Ana 2",
        "Ana 2 3",
    )
    assert kept_header(HEADER.format("Ana, \u200b")).players == ("Ana", "Player 2")


def test_partners_of_before_stay_partners() -> None:
    written = HEADER.format("Ana, Ben, Cy\u200bd, Dee") + "\nsides: Ana & Cy\u200bd, Ben & Dee"
    header = kept_header(written + "\ntarget: 30\nrule: points = pips")
    assert header.seating.side_names == ("Ana & Cyd", "Ben & Dee")
    assert (header.rules.target, header.changes) == (30, (("target", "30"), ("points", "pips")))


def test_names_that_can_stand_are_read_as_they_are() -> None:
    written = HEADER.format("Ana, Ben")
    assert kept_header(written) == read_header(written)


def test_a_reason_of_before_is_read_as_far_as_a_reason_goes() -> None:
    kept = kept_statement(f"ruling: 1 +3, a \u202ebet, {'and so on ' * 900}")
    assert str(kept).startswith("ruling: 1 +3, a bet, and so on") and len(str(kept)) < 100


def test_a_table_of_before_goes_on(database: Database, table_service: TableService) -> None:
    table_id = opened(table_service, "lead: Ana", "ruling: Ben +3, a bet")
    with Session(database.engine) as session:
        here = col(TABLES.c.id) == table_id
        session.execute(update(TABLES).where(here).values(header=HEADER.format("Ana, An\u200ba")))
        reason = CHANGES.c.seq == 2
        session.execute(update(CHANGES).where(reason).values(statement=f"ruling: 2 +3, {'a' * 99}"))
        session.commit()
    again = TableService(database)
    enter(again, table_id, "Ana: 6-4")
    assert record(again, table_id)[-2:] == [f"ruling: Ana 2 +3, {'a' * 80}", "Ana: 6-4"]
