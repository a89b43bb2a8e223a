"""Opening a table and entering what happens at it; refusals beside successes."""

from datetime import UTC, datetime

import pytest

from companion.record.header import Header, read_header
from companion.rules.errors import Refusal, UnknownPlayer, WrongPlayers
from companion.tables.database import Database
from companion.tables.desk import Desk
from companion.tables.errors import MendFirst, NoSuchTable
from companion.tables.sitting import Tap
from tests.tables.scribe import (
    corrected,
    deleted,
    enter,
    everything,
    inserted,
    log,
    opened,
    record,
    said,
    tap,
)
from tests.web.thumb import CASES, transcript_of

GAMES = sorted(path.stem for path in CASES.glob("*.record"))


def test_a_new_table_has_nothing_led(desk: Desk) -> None:
    sitting = desk.look(opened(desk))
    assert (sitting.version, sitting.hand_number, sitting.entries) == (0, 0, ())
    assert sitting.game.awaits_lead
    assert (sitting.undo, sitting.redo, sitting.refused) == (None, None, None)


def test_a_table_keeps_its_header_and_how_it_is_played(desk: Desk) -> None:
    header = read_header(
        "game: race-horse\nplayers: Ana, Ben, Cyd, Dee\nsides: Ana & Cyd, Ben & Dee\n"
        "target: 30\nrule: spinners = first"
    )
    first = desk.open(header)
    again = desk.open(header, is_pegs_only=True, again_from=first)
    assert desk.look(first).header == desk.look(again).header == header
    assert not desk.look(first).is_pegs_only
    assert desk.look(again).is_pegs_only


def test_a_table_that_cannot_be_seated_is_not_opened(desk: Desk) -> None:
    with pytest.raises(WrongPlayers):
        desk.open(Header("seven-rocks", ("Ana", "Ben")))
    with pytest.raises(WrongPlayers):
        desk.open(Header("race-horse", ("Ana", "Ana")))


def test_nobody_finds_a_table_that_was_not_opened(desk: Desk) -> None:
    opened(desk)
    for use in (desk.look, desk.read, desk.changes):
        with pytest.raises(NoSuchTable):
            use("nowhere")
    tap = Tap(0, "key")
    with pytest.raises(NoSuchTable):
        desk.enter("nowhere", said("lead: Ana"), tap)
    with pytest.raises(NoSuchTable):
        desk.undo("nowhere", tap)
    with pytest.raises(NoSuchTable):
        desk.redo("nowhere", tap)
    with pytest.raises(NoSuchTable):
        desk.amend("nowhere", corrected(1, "lead: Ana"), tap)
    with pytest.raises(NoSuchTable):
        desk.amend("nowhere", deleted(1), tap)
    with pytest.raises(NoSuchTable):
        desk.rename("nowhere", ("Ana", "Ben"), tap)


def test_an_entry_is_the_next_version_and_is_there_for_every_desk(
    desk: Desk, database: Database
) -> None:
    table_id = opened(desk, "lead: Ana", "Ana: 6-4")
    other = Desk(database)
    assert other.look(table_id).version == 2
    assert other.look(table_id).game.scores == (2, 0)
    enter(other, table_id, "Ana: 4-4 on 6-4")
    assert desk.look(table_id).version == 3
    assert record(desk, table_id) == ["lead: Ana", "Ana: 6-4", "Ana: 4-4 on 6-4"]


def test_a_tile_set_without_a_host_is_kept_with_it(desk: Desk) -> None:
    table_id = opened(desk, "lead: Ana", "Ana: 6-3", "Ben: 3-1")
    assert record(desk, table_id)[-1] == "Ben: 3-1 on 6-3"


@pytest.mark.parametrize(
    "line",
    ["Ben: 6-4", "Ana: passes", "Ana: left 5 pips", "lead: Ben", "Ana: draws 1", "Zoe: 6-4"],
)
def test_a_refused_entry_changes_nothing(desk: Desk, line: str) -> None:
    table_id = opened(desk, "lead: Ana")
    before = everything(desk, table_id)
    with pytest.raises(Refusal):
        desk.enter(table_id, said(line), tap(desk, table_id))
    assert everything(desk, table_id) == before
    enter(desk, table_id, "Ana: 6-4")


def test_a_stranger_plays_at_no_table(desk: Desk) -> None:
    table_id = opened(desk)
    with pytest.raises(UnknownPlayer):
        desk.enter(table_id, said("lead: Zoe"), tap(desk, table_id))
    with pytest.raises(UnknownPlayer):
        desk.enter(table_id, said("ruling: Zoe +3"), tap(desk, table_id))


def test_nothing_is_entered_after_an_entry_that_no_longer_holds(desk: Desk) -> None:
    table_id = opened(desk, "lead: Ana", "Ana: 6-3", "Ben: 3-1")
    desk.amend(table_id, corrected(2, "Ana: 6-5"), tap(desk, table_id))
    before = everything(desk, table_id)
    with pytest.raises(MendFirst):
        desk.enter(table_id, said("Ana: 1-0"), tap(desk, table_id))
    assert everything(desk, table_id) == before


def test_a_change_is_kept_with_its_time_and_its_device(database: Database) -> None:
    at = datetime(2026, 7, 1, 12, tzinfo=UTC)
    desk = Desk(database, now=lambda: at, token=lambda: "the-table")
    assert opened(desk, "lead: Ana") == "the-table"
    (change,) = desk.changes("the-table")
    assert change.at == at
    assert (change.seq, change.kind, change.device) == (1, "entered", "Zoe's phone")
    assert change.statement == "lead: 1"


def test_the_log_of_changes_only_grows(desk: Desk) -> None:
    table_id = opened(desk)
    before = log(desk, table_id)
    for change in (
        lambda: enter(desk, table_id, "lead: Ana"),
        lambda: enter(desk, table_id, "Ana: 6-4"),
        lambda: enter(desk, table_id, "Ana: 4-4"),
        lambda: desk.undo(table_id, tap(desk, table_id)),
        lambda: desk.redo(table_id, tap(desk, table_id)),
        lambda: desk.amend(table_id, corrected(2, "Ana: 5-4"), tap(desk, table_id)),
        lambda: desk.rename(table_id, ("Eve", "Ben"), tap(desk, table_id)),
        lambda: desk.amend(table_id, deleted(3), tap(desk, table_id)),
        lambda: desk.amend(table_id, inserted(6, "ruling: Eve +1"), tap(desk, table_id)),
    ):
        change()
        after = log(desk, table_id)
        assert after[:-1] == before
        assert after[-1][0] == len(after) == desk.look(table_id).version
        before = after


@pytest.mark.parametrize("name", GAMES)
def test_a_game_entered_at_a_desk_has_the_scores_of_its_record(desk: Desk, name: str) -> None:
    case = transcript_of(name)
    assert case.header is not None and case.game is not None
    table_id = desk.open(case.header)
    for entry in case.entries:
        sitting = desk.enter(table_id, entry.statement, tap(desk, table_id))
        assert sitting.game.scores == entry.game.scores
    sitting = Desk(desk.database).look(table_id)
    assert sitting.game == case.game
    assert desk.read(table_id).entries[-1].game == case.game


# Names


def test_what_was_played_stays_with_the_seat_when_people_are_renamed(desk: Desk) -> None:
    table_id = opened(desk, "lead: Ana", "Ana: 6-3", "Ben: 3-1", "ruling: Ben +2, as agreed")
    sitting = desk.rename(table_id, ("Ben", "Ana"), tap(desk, table_id))
    assert sitting.game.seating.players == ("Ben", "Ana")
    assert sitting.game.scores == (0, 2)
    assert record(desk, table_id) == [
        *("lead: Ben", "Ben: 6-3", "Ana: 3-1 on 6-3", "ruling: Ana +2, as agreed"),
    ]
    enter(desk, table_id, "Ben: 1-0")


def test_partners_keep_their_rulings_under_other_names(desk: Desk) -> None:
    header = "game: race-horse\nplayers: Ana, Ben, Cyd, Dee\nsides: Ana & Cyd, Ben & Dee"
    table_id = opened(desk, "lead: Ana", "ruling: Ana & Cyd +3", header=header)
    desk.rename(table_id, ("Eve", "Ben", "Cyd", "Dee"), tap(desk, table_id))
    assert record(desk, table_id)[-1] == "ruling: Eve & Cyd +3"


def test_renaming_is_no_change_of_the_record_that_undo_takes_back(desk: Desk) -> None:
    table_id = opened(desk, "lead: Ana", "Ana: 6-3")
    desk.rename(table_id, ("Eve", "Ben"), tap(desk, table_id))
    sitting = desk.undo(table_id, tap(desk, table_id))
    assert sitting.game.seating.players == ("Eve", "Ben")
    assert record(desk, table_id) == ["lead: Eve"]


@pytest.mark.parametrize("names", [("Ana",), ("Ana", "Ana"), ("Ana", "Ben", "Cyd", "Dee", "Eve")])
def test_names_that_do_not_seat_the_same_people_are_refused(
    desk: Desk, names: tuple[str, ...]
) -> None:
    table_id = opened(desk, "lead: Ana", "Ana: 6-3")
    before = everything(desk, table_id)
    with pytest.raises(Refusal):
        desk.rename(table_id, names, tap(desk, table_id))
    assert everything(desk, table_id) == before
