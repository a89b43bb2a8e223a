"""Opening a table and entering what happens at it; refusals beside successes."""

from datetime import UTC, datetime

import pytest

from companion.db.database import Database
from companion.record.header import Header, read_header
from companion.rules.errors import Refusal, UnknownPlayer, WrongPlayers
from companion.tables.errors import NoSuchTable, RecordBroken
from companion.tables.request_stamp import RequestStamp
from companion.tables.table_service import TableService
from tests.tables.scribe import (
    amend,
    corrected,
    deleted,
    enter,
    everything,
    inserted,
    log,
    opened,
    record,
    said,
    stamp,
)
from tests.thorough import some
from tests.web.thumb import CASES, transcript_of

GAMES = sorted(path.stem for path in CASES.glob("*.record"))


def test_a_new_table_has_nothing_led(table_service: TableService) -> None:
    state = table_service.look(opened(table_service))
    assert (state.version, state.hand_number, state.entries) == (0, 0, ())
    assert state.game.awaits_lead
    assert (state.undo, state.redo, state.refused) == (None, None, None)


def test_a_table_keeps_its_header_and_how_it_is_played(table_service: TableService) -> None:
    header = read_header(
        "game: race-horse\nplayers: Ana, Ben, Cyd, Dee\nsides: Ana & Cyd, Ben & Dee\n"
        "target: 30\nrule: spinners = first"
    )
    first = table_service.open(header)
    again = table_service.open(header, is_pegs_only=True, again_from=first)
    assert table_service.look(first).header == table_service.look(again).header == header
    assert not table_service.look(first).is_pegs_only
    assert table_service.look(again).is_pegs_only


def test_a_table_that_cannot_be_seated_is_not_opened(table_service: TableService) -> None:
    with pytest.raises(WrongPlayers):
        table_service.open(Header("seven-rocks", ("Ana", "Ben")))
    with pytest.raises(WrongPlayers):
        table_service.open(Header("race-horse", ("Ana", "Ana")))


def test_nobody_finds_a_table_that_was_not_opened(table_service: TableService) -> None:
    opened(table_service)
    for use in (table_service.look, table_service.read, table_service.changes):
        with pytest.raises(NoSuchTable):
            use("nowhere")
    stamp = RequestStamp(0, "key")
    with pytest.raises(NoSuchTable):
        table_service.enter("nowhere", said("lead: Ana"), stamp)
    with pytest.raises(NoSuchTable):
        table_service.undo("nowhere", stamp)
    with pytest.raises(NoSuchTable):
        table_service.redo("nowhere", stamp)
    with pytest.raises(NoSuchTable):
        amend(table_service, "nowhere", corrected(1, "lead: Ana"), stamp)
    with pytest.raises(NoSuchTable):
        amend(table_service, "nowhere", deleted(1), stamp)
    with pytest.raises(NoSuchTable):
        table_service.rename("nowhere", ("Ana", "Ben"), stamp)


def test_an_entry_is_the_next_version_and_is_there_for_every_desk(
    table_service: TableService, database: Database
) -> None:
    table_id = opened(table_service, "lead: Ana", "Ana: 6-4")
    other = TableService(database)
    assert other.look(table_id).version == 2
    assert other.look(table_id).game.scores == (2, 0)
    enter(other, table_id, "Ana: 4-4 on 6-4")
    assert table_service.look(table_id).version == 3
    assert record(table_service, table_id) == ["lead: Ana", "Ana: 6-4", "Ana: 4-4 on 6-4"]


def test_a_tile_set_without_a_host_is_kept_with_it(table_service: TableService) -> None:
    table_id = opened(table_service, "lead: Ana", "Ana: 6-3", "Ben: 3-1")
    assert record(table_service, table_id)[-1] == "Ben: 3-1 on 6-3"


@pytest.mark.parametrize(
    "line",
    ["Ben: 6-4", "Ana: passes", "Ana: left 5 pips", "lead: Ben", "Ana: draws 1", "Zoe: 6-4"],
)
def test_a_refused_entry_changes_nothing(table_service: TableService, line: str) -> None:
    table_id = opened(table_service, "lead: Ana")
    before = everything(table_service, table_id)
    with pytest.raises(Refusal):
        table_service.enter(table_id, said(line), stamp(table_service, table_id))
    assert everything(table_service, table_id) == before
    enter(table_service, table_id, "Ana: 6-4")


def test_a_stranger_plays_at_no_table(table_service: TableService) -> None:
    table_id = opened(table_service)
    with pytest.raises(UnknownPlayer):
        table_service.enter(table_id, said("lead: Zoe"), stamp(table_service, table_id))
    with pytest.raises(UnknownPlayer):
        table_service.enter(table_id, said("ruling: Zoe +3"), stamp(table_service, table_id))


def test_nothing_is_entered_after_an_entry_that_no_longer_holds(
    table_service: TableService,
) -> None:
    table_id = opened(table_service, "lead: Ana", "Ana: 6-3", "Ben: 3-1")
    amend(table_service, table_id, corrected(2, "Ana: 6-5"), stamp(table_service, table_id))
    before = everything(table_service, table_id)
    with pytest.raises(RecordBroken):
        table_service.enter(table_id, said("Ana: 1-0"), stamp(table_service, table_id))
    assert everything(table_service, table_id) == before


def test_a_change_is_kept_with_its_time_and_its_device(database: Database) -> None:
    at = datetime(2026, 7, 1, 12, tzinfo=UTC)
    table_service = TableService(database, now=lambda: at, token=lambda: "the-table")
    assert opened(table_service, "lead: Ana") == "the-table"
    (change,) = table_service.changes("the-table")
    assert change.at == at
    assert (change.seq, change.kind, change.device) == (1, "entered", "Zoe's phone")
    assert change.statement == "lead: 1"


def test_the_log_of_changes_only_grows(table_service: TableService) -> None:
    table_id = opened(table_service)
    before = log(table_service, table_id)
    for change in (
        lambda: enter(table_service, table_id, "lead: Ana"),
        lambda: enter(table_service, table_id, "Ana: 6-4"),
        lambda: enter(table_service, table_id, "Ana: 4-4"),
        lambda: table_service.undo(table_id, stamp(table_service, table_id)),
        lambda: table_service.redo(table_id, stamp(table_service, table_id)),
        lambda: amend(
            table_service, table_id, corrected(2, "Ana: 5-4"), stamp(table_service, table_id)
        ),
        lambda: table_service.rename(table_id, ("Eve", "Ben"), stamp(table_service, table_id)),
        lambda: amend(table_service, table_id, deleted(3), stamp(table_service, table_id)),
        lambda: amend(
            table_service, table_id, inserted(6, "ruling: Eve +1"), stamp(table_service, table_id)
        ),
    ):
        change()
        after = log(table_service, table_id)
        assert after[:-1] == before
        assert after[-1][0] == len(after) == table_service.look(table_id).version
        before = after


@pytest.mark.parametrize("name", some(GAMES, 16))
def test_a_game_entered_at_a_desk_has_the_scores_of_its_record(
    table_service: TableService, name: str
) -> None:
    case = transcript_of(name)
    assert case.header is not None and case.game is not None
    table_id = table_service.open(case.header)
    for entry in case.entries:
        state = table_service.enter(table_id, entry.statement, stamp(table_service, table_id))
        assert state.game.scores == entry.game.scores
    state = TableService(table_service.database).look(table_id)
    assert state.game == case.game
    assert table_service.read(table_id).entries[-1].game == case.game


# Names


def test_what_was_played_stays_with_the_seat_when_people_are_renamed(
    table_service: TableService,
) -> None:
    table_id = opened(
        table_service, "lead: Ana", "Ana: 6-3", "Ben: 3-1", "ruling: Ben +2, as agreed"
    )
    state = table_service.rename(table_id, ("Ben", "Ana"), stamp(table_service, table_id))
    assert state.game.seating.players == ("Ben", "Ana")
    assert state.game.scores == (0, 2)
    assert record(table_service, table_id) == [
        *("lead: Ben", "Ben: 6-3", "Ana: 3-1 on 6-3", "ruling: Ana +2, as agreed"),
    ]
    enter(table_service, table_id, "Ben: 1-0")


def test_partners_keep_their_rulings_under_other_names(table_service: TableService) -> None:
    header = "game: race-horse\nplayers: Ana, Ben, Cyd, Dee\nsides: Ana & Cyd, Ben & Dee"
    table_id = opened(table_service, "lead: Ana", "ruling: Ana & Cyd +3", header=header)
    table_service.rename(table_id, ("Eve", "Ben", "Cyd", "Dee"), stamp(table_service, table_id))
    assert record(table_service, table_id)[-1] == "ruling: Eve & Cyd +3"


def test_renaming_is_no_change_of_the_record_that_undo_takes_back(
    table_service: TableService,
) -> None:
    table_id = opened(table_service, "lead: Ana", "Ana: 6-3")
    table_service.rename(table_id, ("Eve", "Ben"), stamp(table_service, table_id))
    state = table_service.undo(table_id, stamp(table_service, table_id))
    assert state.game.seating.players == ("Eve", "Ben")
    assert record(table_service, table_id) == ["lead: Eve"]


@pytest.mark.parametrize("names", [("Ana",), ("Ana", "Ana"), ("Ana", "Ben", "Cyd", "Dee", "Eve")])
def test_names_that_do_not_seat_the_same_people_are_refused(
    table_service: TableService, names: tuple[str, ...]
) -> None:
    table_id = opened(table_service, "lead: Ana", "Ana: 6-3")
    before = everything(table_service, table_id)
    with pytest.raises(Refusal):
        table_service.rename(table_id, names, stamp(table_service, table_id))
    assert everything(table_service, table_id) == before
