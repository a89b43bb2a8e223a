"""Backups: all rows in one file, from either database into either, or nothing at all."""

import gzip
import json
import stat
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlmodel import SQLModel

from companion.db.database import Database
from companion.tables.table_options import TableOptions
from companion.tables.table_service import TableService
from companion.upkeep.backup import back_up, restore
from tests.databases import KINDS, fresh
from tests.tables.scribe import correct, enter, opened, record, refused, switch, undo
from tests.thorough import is_thorough

#: Where the other of two databases is all the same, or what is wrong is in the file.
EITHER = KINDS if is_thorough() else KINDS[:1]
on_either = pytest.mark.parametrize("kind", EITHER, indirect=True)
into_either = pytest.mark.parametrize("other", EITHER, indirect=True)
NOW = datetime(2026, 11, 21, 7, 0, tzinfo=UTC)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "friday.backup"


@pytest.fixture(params=KINDS)
def other(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    """Another database, in which there is nothing at all."""
    folder = tmp_path / "other"
    folder.mkdir()
    cluster: Callable[[], str] = lambda: request.getfixturevalue("postgres_url")  # noqa: E731
    with fresh(request.param, folder, cluster) as url:
        made = Database(url)
        yield made
        made.close()


@pytest.fixture
def tables(table_service: TableService) -> list[str]:
    """Tables at which people played, took back and put right."""
    one = opened(table_service, "lead: Ana", "Ana: 6-4", "Ana: 6-6", "Ana: draws 2", "Ana: 6-2")
    correct(table_service, one, "Ana: draws 2", "Ana: draws 1")
    two = opened(
        table_service, "lead: Béla", "Béla: 5-5", header="game: race-horse\nplayers: Béla, 安娜"
    )
    undo(table_service, two)
    switch(table_service, two, TableOptions(counting=frozenset({0}), findings=False))
    return [one, two, table_service.open(table_service.look(one).header, keeper="anas-phone")]


def rows(database: Database) -> dict[str, list[tuple[Any, ...]]]:
    """All that is kept, times as they are on the clock of the world."""
    with database.reading() as session:
        return {
            table.name: sorted(
                tuple(v.replace(tzinfo=UTC) if isinstance(v, datetime) else v for v in row)
                for row in session.execute(table.select())
            )
            for table in SQLModel.metadata.sorted_tables
        }


def test_a_backup_brings_every_row_into_either_database(
    table_service: TableService, tables: list[str], other: Database, file: Path
) -> None:
    assert back_up(table_service.database, file, NOW) == 3
    assert restore(other, file) == 3
    assert rows(other) == rows(table_service.database)
    again = TableService(other)
    for table_id in tables:
        assert record(again, table_id) == record(table_service, table_id)
        assert again.look(table_id).table_options == table_service.look(table_id).table_options
    enter(again, tables[0], "Ben: draws 1")


def test_a_backup_is_its_owners_alone_and_whole_or_not_there(
    table_service: TableService, tables: list[str], file: Path
) -> None:
    back_up(table_service.database, file, NOW)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in file.parent.glob("*.part")] == []
    with pytest.raises(OSError, match="nowhere"):
        back_up(table_service.database, file.parent / "nowhere" / "friday.backup", NOW)


@into_either
def test_a_backup_shows_one_moment_though_people_go_on_playing(
    table_service: TableService,
    tables: list[str],
    other: Database,
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = rows(table_service.database)
    told = json.dumps

    # There and back, or the game would end before the backup does.
    points = cycle(("+5", "-5"))

    def somebody_plays(line: Any) -> str:
        if "table" in line:
            enter(table_service, tables[1], f"ruling: Béla {next(points)}, meanwhile")
        return told(line)

    monkeypatch.setattr("companion.upkeep.backup.json.dumps", somebody_plays)
    back_up(table_service.database, file, NOW)
    monkeypatch.undo()
    assert rows(table_service.database) != before
    restore(other, file)
    assert rows(other) == before


def test_a_database_with_tables_is_left_alone_unless_told_otherwise(
    table_service: TableService, tables: list[str], file: Path
) -> None:
    back_up(table_service.database, file, NOW)
    backed_up = rows(table_service.database)
    enter(table_service, tables[1], "ruling: Béla +5, after it")
    before = rows(table_service.database)
    with refused("backup.tables-already"):
        restore(table_service.database, file)
    assert rows(table_service.database) == before
    assert restore(table_service.database, file, replaces=True) == 3
    assert rows(table_service.database) == backed_up


@on_either
def test_a_migrated_database_without_tables_counts_as_empty(
    table_service: TableService, tables: list[str], other: Database, file: Path
) -> None:
    back_up(table_service.database, file, NOW)
    other.migrate()
    assert restore(other, file) == 3


def written(file: Path, lines: str) -> None:
    file.write_bytes(gzip.compress(lines.encode()))


@on_either
@pytest.mark.parametrize(
    "damage",
    [
        lambda whole: whole[: len(whole) // 2],
        lambda whole: gzip.compress(gzip.decompress(whole).rpartition(b"\n{")[0]),
        lambda whole: gzip.compress(
            gzip.decompress(whole).replace(b'"game: race', b'"game: rac\xff')
        ),
        lambda whole: gzip.compress(gzip.decompress(whole).replace(b"[", b"", 1)),
        lambda whole: gzip.compress(gzip.decompress(whole).replace(b'"version"', b'"nonsense"')),
        lambda whole: gzip.compress(gzip.decompress(whole).replace(b'"change"', b'"nothing"')),
        lambda whole: gzip.compress(gzip.decompress(whole).replace(b"+00:00", b"+99:99")),
        lambda whole: gzip.compress(gzip.decompress(whole).replace(b'{"rows": ', b'{"rows": 1')),
        lambda whole: whole[:-8] + bytes(8),
    ],
)
def test_of_a_damaged_backup_nothing_is_restored(
    table_service: TableService, tables: list[str], file: Path, damage: Callable[[bytes], bytes]
) -> None:
    back_up(table_service.database, file, NOW)
    before = rows(table_service.database)
    file.write_bytes(damage(file.read_bytes()))
    with refused("backup.damaged"):
        restore(table_service.database, file, replaces=True)
    assert rows(table_service.database) == before


@on_either
@pytest.mark.parametrize(
    "other_file", [b"", b"game: race-horse\n", gzip.compress(b"[]\n", mtime=0)]
)
def test_another_file_is_no_backup(database: Database, file: Path, other_file: bytes) -> None:
    file.write_bytes(other_file)
    with refused("backup.no-backup"):
        restore(database, file)


@on_either
@pytest.mark.parametrize("newer", [{"companion-backup": 2}, {"revision": "9999"}])
def test_a_backup_of_a_newer_version_is_left_alone(
    table_service: TableService, tables: list[str], file: Path, newer: dict[str, object]
) -> None:
    header = {"companion-backup": 1, "revision": "0001", "made-at": "", **newer}
    written(file, json.dumps(header))
    before = rows(table_service.database)
    with refused("backup.newer"):
        restore(table_service.database, file, replaces=True)
    assert rows(table_service.database) == before


def test_of_an_empty_database_there_is_no_backup(other: Database, file: Path) -> None:
    with refused("backup.no-tables"):
        back_up(other, file, NOW)
    assert not file.exists()


def test_a_backup_of_the_present_version_says_which(
    table_service: TableService, file: Path
) -> None:
    back_up(table_service.database, file, NOW)
    with table_service.database.reading() as session:
        revision = session.execute(text("SELECT version_num FROM alembic_version")).scalar_one()
    first = json.loads(gzip.decompress(file.read_bytes()).partition(b"\n")[0])
    assert first == {"companion-backup": 1, "revision": revision, "made-at": NOW.isoformat()}
