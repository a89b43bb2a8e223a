"""`companion backup`, `restore` and `tables`: what whoever looks after a server types."""

import io
import json
import re
import secrets
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.cli import main
from companion.db.database import Database
from companion.i18n import message
from companion.tables.table_access import AccessService
from companion.tables.table_service import TableService
from tests.tables.scribe import opened
from tests.web.words import worded

YES = str(message("storage.yes"))
ONE_TABLE = message("storage.tables", count=1)
DELETED = message("storage.deleted", tables=ONE_TABLE)

DAY = datetime(2026, 1, 31, 20, 0, tzinfo=UTC)
WON = ("lead: Ana", "ruling: Ana +61, agreed")


@pytest.fixture
def table_service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TableService]:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    database = Database(f"sqlite:///{tmp_path}/tables.db")
    database.migrate()
    yield TableService(database, now=lambda: DAY)
    database.close()


def told(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    """What a command prints, wherever."""
    assert main(arguments) == status
    said = capsys.readouterr()
    assert "Traceback" not in said.err
    return said.out + said.err


def test_tables_are_listed_with_their_scores(
    table_service: TableService, capsys: pytest.CaptureFixture[str]
) -> None:
    on = opened(table_service, "lead: Ana", "Ana: 6-4")
    won = opened(table_service, *WON)
    states = str(message("storage.on")), str(message("storage.finished"))
    on_now, finished = (state.ljust(max(map(len, states))) for state in states)
    entries = message("storage.entries", count=2)
    lines = sorted(told(capsys, "tables").splitlines())
    assert lines == sorted(
        [
            f"{on}  2026-01-31 20:00  {on_now}  race-horse  Ana 2, Ben 0  ({entries})",
            f"{won}  2026-01-31 20:00  {finished}  race-horse  Ana 61, Ben 0  ({entries})",
        ]
    )
    assert told(capsys, "tables", "list").splitlines() != []


def test_a_record_is_exported_as_text_and_with_its_verdict(
    table_service: TableService, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    table_id = opened(table_service, "lead: Ana", "Ana: 6-4")
    text = told(capsys, "tables", "export", table_id)
    assert text == "game: race-horse\nplayers: Ana, Ben\n\nlead: Ana\nAna: 6-4\n"
    file = tmp_path / "friday.record"
    assert told(capsys, "tables", "export", table_id, str(file)) == ""
    assert file.read_text(encoding="utf-8") == text
    assert json.loads(told(capsys, "tables", "export", table_id, "--json"))["scores"]["Ana"] == 2


def test_the_link_to_keep_score_is_printed_for_who_lost_every_phone(
    table_service: TableService, capsys: pytest.CaptureFixture[str]
) -> None:
    table_id = opened(table_service, "lead: Ana")
    access_service = AccessService(table_service.database)
    club = ("--public-url", "https://dominoes.example.org/")
    link = told(capsys, "tables", "link", table_id, *club)
    secret = link.removeprefix("https://dominoes.example.org/j/").removesuffix("\n")
    assert access_service.keep(secret, "anas-new-phone", "Ana") == table_id
    here = told(capsys, "tables", "link", table_id, "--host", "127.0.0.1", "--port", "8123")
    assert here == f"http://127.0.0.1:8123/j/{secret}\n"
    # Where no host is named it is this machine, as `serve` names it.
    assert re.fullmatch(
        rf"http://[0-9.]+:8000/j/{secret}\n", told(capsys, "tables", "link", table_id)
    )


def test_no_table_has_a_name_that_a_command_takes_for_an_option(
    table_service: TableService, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(secrets, "token_urlsafe", lambda _bytes: "-MKUMOeKFNeJLGHF")
    table_id = opened(table_service, "lead: Ana")
    assert told(capsys, "tables", "export", table_id).startswith("game: race-horse\n")


def test_a_table_is_deleted_when_asked_twice(
    table_service: TableService, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = opened(table_service, "lead: Ana")
    for answer in ("no\n", "", "\n"):
        monkeypatch.setattr("sys.stdin", io.StringIO(answer))
        said = told(capsys, "tables", "delete", table_id, status=1)
        assert said.startswith(str(message("storage.delete", tables=ONE_TABLE, yes=YES)))
        assert str(message("storage.nothing-deleted")) in said
        assert table_service.look(table_id).id == table_id
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{YES}\n"))
    assert told(capsys, "tables", "delete", table_id).endswith(f"{DELETED}\n")
    assert told(capsys, "tables") == ""


def test_what_ended_before_a_day_is_deleted_and_nothing_else(
    table_service: TableService, capsys: pytest.CaptureFixture[str]
) -> None:
    on = opened(table_service, "lead: Ana", "Ana: 6-4")
    opened(table_service, *WON)
    told(capsys, "tables", "delete", "--finished-before", "2026-01-31", "--yes")
    assert len(told(capsys, "tables").splitlines()) == 2
    said = told(capsys, "tables", "delete", "--finished-before", "2026-02-01", "--yes")
    assert said == f"{DELETED}\n"
    assert [line.split()[0] for line in told(capsys, "tables").splitlines()] == [on]


@pytest.mark.parametrize(
    "words", [("export", "nowhere"), ("link", "nowhere"), ("delete", "nowhere", "--yes")]
)
def test_a_table_that_there_is_not_is_told(
    table_service: TableService, capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    said = told(capsys, "tables", *words, status=2)
    assert said == f"companion: {message('storage.no-table', id='nowhere')}\n"


@pytest.mark.parametrize(
    "words", [("delete",), ("delete", "x", "--finished-before", "2026-01-31"),
              ("delete", "--finished-before", "yesterday")]
)  # fmt: skip
def test_what_to_delete_is_said_once_and_clearly(words: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(("tables", *words))
    assert ended.value.code == 2


def test_a_backup_is_made_and_restored(
    table_service: TableService,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table_id = opened(table_service, "lead: Ana", "Ana: 6-4")
    file = tmp_path / "friday.backup"
    made = message("storage.backed-up", file=file, tables=ONE_TABLE)
    assert told(capsys, "backup", str(file)) == f"{made}\n"
    refused = message("backup.tables-already")
    assert str(refused) in told(capsys, "restore", str(file), status=2)
    restored = message("storage.restored", tables=ONE_TABLE)
    assert told(capsys, "restore", str(file), "--replace") == f"{restored}\n"
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/another.db")
    assert told(capsys, "restore", str(file)) == f"{restored}\n"
    assert table_id in told(capsys, "tables")


def test_a_backup_that_is_not_there_or_cannot_be_written_is_told(
    table_service: TableService, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    missing = f"{tmp_path}/nowhere/friday.backup"
    for command in ("backup", "restore"):
        said = told(capsys, command, missing, status=2)
        assert said.startswith("companion: ")
        assert said.endswith(": No such file or directory\n")


def test_a_database_that_is_away_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://ana:secret@127.0.0.1:1/club")
    said = told(capsys, "tables", status=2)
    assert worded("database.unusable").search(said)
    assert "secret" not in said


def test_tidying_shows_first_and_deletes_what_is_really_meant(
    table_service: TableService, capsys: pytest.CaptureFixture[str]
) -> None:
    table_service.now = lambda: datetime.now(UTC) - timedelta(days=400)
    untouched = opened(table_service, *WON)
    table_service.now = lambda: datetime.now(UTC)
    kept = opened(table_service, *WON)
    none = {"codes": message("storage.codes", count=0)}
    none["learners"] = message("storage.learners", count=0)
    none["races"] = message("storage.races", count=0)
    *listed, would = told(capsys, "tables", "tidy").splitlines()
    assert [line.split()[0] for line in listed] == [untouched]
    assert would == str(message("storage.would-tidy", tables=ONE_TABLE, **none))
    assert table_service.look(untouched).id == untouched
    nothing = message("storage.tables", count=0)
    # A year and more is not long for everybody.
    longer = told(capsys, "tables", "tidy", "--untouched-for", "500")
    assert longer.strip() == str(message("storage.would-tidy", tables=nothing, **none))
    done = told(capsys, "tables", "tidy", "--really")
    assert done.strip() == str(message("storage.tidied", tables=ONE_TABLE, **none))
    assert [table.id for table, _, _ in table_service.listing()] == [kept]
