"""A record brought in is a table like one that was entered line by line; and a table removed."""

from pathlib import Path

import pytest
from sqlalchemy import func
from sqlmodel import SQLModel, select

from companion.db.database import Database
from companion.record.replay import Transcript, replay
from companion.record.statements import HandLed
from companion.tables.errors import NoSuchTable
from companion.tables.request_stamp import RequestStamp
from companion.tables.table_access import AccessService
from companion.tables.table_service import TableService
from tests.tables.scribe import (
    amend,
    correct,
    corrected,
    deleted,
    enter,
    inserted,
    log,
    members_of,
    opened,
    record,
    redo,
    refused,
    seen,
    stamp,
    undo,
)
from tests.thorough import sampled, some

RECORDS = sorted((Path(__file__).parents[1] / "cases" / "games").glob("*.record"))
HEADER = "game: race-horse\nplayers: Ana, Ben\n"
TWO_HANDS = """
game: race-horse
players: Ana, Ben
rule: tiles-each = 1
lead: Ana
Ana: 6-3
Ben: left 6-5
lead: Ana
Ana: 6-4
"""


def brought_in(table_service: TableService, text: str, keeper: str = "") -> str:
    transcript = told(text)
    assert transcript.header is not None
    return table_service.open(transcript.header, transcript.entries, keeper=keeper)


def told(text: str) -> Transcript:
    transcript = replay(text)
    assert transcript.refused is None
    return transcript


def entered(table_service: TableService, transcript: Transcript) -> str:
    assert transcript.header is not None
    table_id = table_service.open(transcript.header)
    for seq, entry in enumerate(transcript.entries):
        table_service.enter(table_id, entry.statement, RequestStamp(seq, f"{seq}"))
    return table_id


@pytest.mark.parametrize("path", some(RECORDS, 16), ids=lambda path: path.stem)
def test_a_record_brought_in_is_the_game_it_tells(table_service: TableService, path: Path) -> None:
    transcript = told(path.read_text("utf-8"))
    table_id = brought_in(table_service, path.read_text("utf-8"))
    assert record(table_service, table_id) == [str(entry.with_host) for entry in transcript.entries]
    state = table_service.look(table_id)
    assert state.game == transcript.game
    assert state.version == len(transcript.entries)


@pytest.mark.parametrize("name", ["race-horse-3", "seven-rocks-4p", "thin-ruling"])
def test_it_looks_as_if_every_line_had_been_entered_by_hand(
    table_service: TableService, name: str
) -> None:
    text = next(path for path in RECORDS if path.stem == name).read_text("utf-8")
    by_hand = seen(TableService(table_service.database).look(entered(table_service, told(text))))
    at_once = seen(table_service.look(brought_in(table_service, text)))
    for shown in (by_hand, at_once):
        del shown["id"], shown["is_pegs_only"], shown["opened_at"]
    assert at_once == by_hand


def test_each_hand_starts_where_the_one_before_it_ended(table_service: TableService) -> None:
    state = table_service.look(brought_in(table_service, TWO_HANDS))
    assert state.hand_number == 2
    assert state.start.scores == (2, 0)
    assert state.now.backs == (2, 0)
    assert state.game.scores == (4, 0)


def test_undo_and_redo_go_on_across_its_hands(table_service: TableService) -> None:
    table_id = brought_in(table_service, TWO_HANDS)
    lines = record(table_service, table_id)
    assert undo(table_service, table_id, times=3).game.scores == (0, 0)
    assert record(table_service, table_id) == lines[:2]
    redo(table_service, table_id, times=3)
    assert record(table_service, table_id) == lines
    assert table_service.look(table_id).game == told(TWO_HANDS).game


def test_it_can_be_corrected_and_gone_on_with(table_service: TableService) -> None:
    table_id = brought_in(table_service, TWO_HANDS)
    assert correct(table_service, table_id, "Ben: left 6-5", "Ben: left 6-6").game.scores == (4, 0)
    enter(table_service, table_id, "Ben: left 5-5", "lead: Ana")
    assert table_service.look(table_id).hand_number == 3


def test_a_header_alone_is_a_table_at_which_nothing_was_led(table_service: TableService) -> None:
    table_id = brought_in(table_service, HEADER)
    assert record(table_service, table_id) == []
    assert table_service.look(table_id).hand_number == 0
    assert table_service.look(table_id).undo is None


@pytest.mark.parametrize(
    ("lines", "is_pegs_only"),
    [
        ("lead: Ana\nruling: Ana +5\nruling: Ben +10", True),
        ("lead: Ana", False),
        ("lead: Ana\nAna: 6-3\nruling: Ana +5", False),
        ("", False),
    ],
)
def test_a_lead_and_rulings_alone_are_a_table_of_pegs_only(
    table_service: TableService, lines: str, is_pegs_only: bool
) -> None:
    assert (
        table_service.look(brought_in(table_service, HEADER + lines)).is_pegs_only is is_pegs_only
    )


def test_whoever_brings_it_in_keeps_score(table_service: TableService, database: Database) -> None:
    table_id = brought_in(table_service, TWO_HANDS, keeper="anas-phone")
    assert members_of(table_service, table_id, "anas-phone").keeps
    assert not members_of(table_service, table_id, "zoes-phone").may_watch


def test_a_long_record_is_brought_in_whole(table_service: TableService) -> None:
    header = f"{HEADER}rule: tiles-each = 1\ntarget: 100000\n"
    number = sampled(6000)
    hands = "lead: Ana\nAna: 6-3\nBen: left 6-5\n" * number
    table_id = brought_in(table_service, header + hands)
    state = table_service.look(table_id)
    assert state.version == 3 * number
    assert state.hand_number == number
    assert state.game.scores == (2 * number, 0)
    assert isinstance(state.entries[0].statement, HandLed)


# ---- Removing ----------------------------------------------------------------------------------


def rows_of(database: Database, table_id: str) -> int:
    with database.reading() as session:
        return sum(
            session.exec(
                select(func.count()).select_from(rows).where(rows.c.table_id == table_id)
            ).one()
            for rows in SQLModel.metadata.tables.values()
            if "table_id" in rows.c
        )


def test_a_table_removed_is_gone_with_all_that_belongs_to_it(
    table_service: TableService, database: Database
) -> None:
    table_id = brought_in(table_service, TWO_HANDS, keeper="anas-phone")
    AccessService(database).links(table_id)
    assert rows_of(database, table_id) > 5
    table_service.remove(table_id)
    assert rows_of(database, table_id) == 0
    for looks in (
        table_service.look,
        table_service.read,
        table_service.changes,
        TableService(database).look,
        table_service.remove,
    ):
        with pytest.raises(NoSuchTable):
            looks(table_id)


def test_a_tap_on_a_table_removed_is_refused(table_service: TableService) -> None:
    table_id = brought_in(table_service, TWO_HANDS)
    late = stamp(table_service, table_id)
    table_service.remove(table_id)
    with pytest.raises(NoSuchTable):
        table_service.undo(table_id, late)


def test_other_tables_stay_as_they_are(table_service: TableService) -> None:
    gone, stays = (
        brought_in(table_service, TWO_HANDS),
        opened(table_service, "lead: Ana", "Ana: 6-3"),
    )
    before = log(table_service, stays)
    table_service.remove(gone)
    assert log(table_service, stays) == before


def test_a_game_that_went_on_from_it_goes_on(table_service: TableService) -> None:
    gone = brought_in(table_service, TWO_HANDS)
    again = table_service.open(table_service.look(gone).header, again_from=gone)
    table_service.remove(gone)
    assert enter(table_service, again, "lead: Ana").hand_number == 1


def test_nothing_is_removed_where_there_is_nothing(table_service: TableService) -> None:
    stays = opened(table_service, "lead: Ana")
    for none in ("nothing", "", "no such table!", stays + "x"):
        with pytest.raises(NoSuchTable):
            table_service.remove(none)
    assert record(table_service, stays) == ["lead: Ana"]


def test_a_full_record_takes_no_entry_and_no_insertion(table_service: TableService) -> None:
    # Its header has two lines, and one statement more has room.
    text = f"{HEADER}lead: Ana\n" + "ruling: Ana +0\n" * 3_996
    table_id = brought_in(table_service, text)
    full = enter(table_service, table_id, "ruling: Ana +5")
    with refused("refused.too-long"):
        enter(table_service, table_id, "ruling: Ana +5")
    with refused("refused.too-long"):
        insertion = inserted(9, "ruling: Ana +5")
        amend(table_service, table_id, insertion, stamp(table_service, table_id))
    assert table_service.look(table_id) == full
    # One put right takes no room, and one struck out makes some.
    for amendment in (corrected(9, "ruling: Ben +5"), deleted(10), inserted(11, "ruling: Ana +5")):
        amend(table_service, table_id, amendment, stamp(table_service, table_id))
    with refused("refused.too-long"):
        enter(table_service, table_id, "ruling: Ana +5")
    undo(table_service, table_id)
    assert enter(table_service, table_id, "ruling: Ana +5").game.scores == (10, 5)
