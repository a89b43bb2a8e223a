"""A record brought in is a table like one that was entered line by line; and a table removed."""

from pathlib import Path

import pytest
from sqlalchemy import func
from sqlmodel import SQLModel, select

from companion.record.replay import Transcript, replay
from companion.record.statements import HandLed
from companion.tables.database import Database
from companion.tables.desk import Desk
from companion.tables.door import Door
from companion.tables.errors import NoSuchTable
from companion.tables.sitting import Tap
from tests.tables.scribe import correct, enter, log, opened, record, redo, seen, tap, undo

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


def brought_in(desk: Desk, text: str, keeper: str = "") -> str:
    transcript = told(text)
    assert transcript.header is not None
    return desk.bring_in(transcript.header, transcript.entries, keeper=keeper)


def told(text: str) -> Transcript:
    transcript = replay(text)
    assert transcript.refused is None
    return transcript


def entered(desk: Desk, transcript: Transcript) -> str:
    assert transcript.header is not None
    table_id = desk.open(transcript.header)
    for seq, entry in enumerate(transcript.entries):
        desk.enter(table_id, entry.statement, Tap(seq, f"{seq}"))
    return table_id


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_brought_in_is_the_game_it_tells(desk: Desk, path: Path) -> None:
    transcript = told(path.read_text("utf-8"))
    table_id = brought_in(desk, path.read_text("utf-8"))
    assert record(desk, table_id) == [str(entry.with_host) for entry in transcript.entries]
    sitting = desk.look(table_id)
    assert sitting.game == transcript.game
    assert sitting.version == len(transcript.entries)


@pytest.mark.parametrize("name", ["race-horse-3", "seven-rocks-4p", "thin-ruling"])
def test_it_looks_as_if_every_line_had_been_entered_by_hand(desk: Desk, name: str) -> None:
    text = next(path for path in RECORDS if path.stem == name).read_text("utf-8")
    by_hand = seen(Desk(desk.database).look(entered(desk, told(text))))
    at_once = seen(desk.look(brought_in(desk, text)))
    for shown in (by_hand, at_once):
        del shown["id"], shown["is_pegs_only"]
    assert at_once == by_hand


def test_each_hand_starts_where_the_one_before_it_ended(desk: Desk) -> None:
    sitting = desk.look(brought_in(desk, TWO_HANDS))
    assert sitting.hand_number == 2
    assert sitting.start.scores == (2, 0)
    assert sitting.back_scores == (2, 0)
    assert sitting.game.scores == (4, 0)


def test_undo_and_redo_go_on_across_its_hands(desk: Desk) -> None:
    table_id = brought_in(desk, TWO_HANDS)
    lines = record(desk, table_id)
    assert undo(desk, table_id, times=3).game.scores == (0, 0)
    assert record(desk, table_id) == lines[:2]
    redo(desk, table_id, times=3)
    assert record(desk, table_id) == lines
    assert desk.look(table_id).game == told(TWO_HANDS).game


def test_it_can_be_corrected_and_gone_on_with(desk: Desk) -> None:
    table_id = brought_in(desk, TWO_HANDS)
    assert correct(desk, table_id, "Ben: left 6-5", "Ben: left 6-6").game.scores == (4, 0)
    enter(desk, table_id, "Ben: left 5-5", "lead: Ana")
    assert desk.look(table_id).hand_number == 3


def test_a_header_alone_is_a_table_at_which_nothing_was_led(desk: Desk) -> None:
    table_id = brought_in(desk, HEADER)
    assert record(desk, table_id) == []
    assert desk.look(table_id).hand_number == 0
    assert desk.look(table_id).undo is None


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
    desk: Desk, lines: str, is_pegs_only: bool
) -> None:
    assert desk.look(brought_in(desk, HEADER + lines)).is_pegs_only is is_pegs_only


def test_whoever_brings_it_in_keeps_score(desk: Desk, database: Database) -> None:
    table_id = brought_in(desk, TWO_HANDS, keeper="anas-phone")
    assert Door(database).company(table_id, "anas-phone").keeps
    assert not Door(database).company(table_id, "zoes-phone").may_watch


def test_a_long_record_is_brought_in_whole(desk: Desk) -> None:
    header = f"{HEADER}rule: tiles-each = 1\ntarget: 100000\n"
    hands = "lead: Ana\nAna: 6-3\nBen: left 6-5\n" * 2000
    table_id = brought_in(desk, header + hands)
    sitting = desk.look(table_id)
    assert sitting.version == 6000
    assert sitting.hand_number == 2000
    assert sitting.game.scores == (4000, 0)
    assert isinstance(sitting.entries[0].statement, HandLed)


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
    desk: Desk, database: Database
) -> None:
    table_id = brought_in(desk, TWO_HANDS, keeper="anas-phone")
    Door(database).links(table_id)
    assert rows_of(database, table_id) > 5
    desk.remove(table_id)
    assert rows_of(database, table_id) == 0
    for looks in (desk.look, desk.read, desk.changes, Desk(database).look, desk.remove):
        with pytest.raises(NoSuchTable):
            looks(table_id)


def test_a_tap_on_a_table_removed_is_refused(desk: Desk) -> None:
    table_id = brought_in(desk, TWO_HANDS)
    late = tap(desk, table_id)
    desk.remove(table_id)
    with pytest.raises(NoSuchTable):
        desk.undo(table_id, late)


def test_other_tables_stay_as_they_are(desk: Desk) -> None:
    gone, stays = brought_in(desk, TWO_HANDS), opened(desk, "lead: Ana", "Ana: 6-3")
    before = log(desk, stays)
    desk.remove(gone)
    assert log(desk, stays) == before


def test_a_game_that_went_on_from_it_goes_on(desk: Desk) -> None:
    gone = brought_in(desk, TWO_HANDS)
    again = desk.open(desk.look(gone).header, again_from=gone)
    desk.remove(gone)
    assert enter(desk, again, "lead: Ana").hand_number == 1


def test_nothing_is_removed_where_there_is_nothing(desk: Desk) -> None:
    stays = opened(desk, "lead: Ana")
    for none in ("nothing", "", "no such table!", stays + "x"):
        with pytest.raises(NoSuchTable):
            desk.remove(none)
    assert record(desk, stays) == ["lead: Ana"]
