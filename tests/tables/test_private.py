"""Files that hold secrets: their owner reads them, from the first byte on, and nobody else."""

import os
import stat
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.db.database import Database
from companion.db.private_files import create
from companion.upkeep.backup import back_up
from companion.web.machine import data_folder, secret_key

NOW = datetime(2026, 11, 22, 7, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def everybody_may_read() -> Iterator[None]:
    """What is made without care is for everybody."""
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with closing(Database(f"sqlite:///{tmp_path}/tables.db")) as made:
        yield made


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_database_and_what_lies_beside_it_is_its_owners_alone(
    database: Database, tmp_path: Path
) -> None:
    database.migrate()
    with database.transaction():
        modes = {path.name: mode(path) for path in tmp_path.glob("tables.db*")}
    assert modes == dict.fromkeys(["tables.db", "tables.db-wal", "tables.db-shm"], 0o600)


def test_a_database_that_everybody_could_read_is_closed_to_them(
    database: Database, tmp_path: Path
) -> None:
    (tmp_path / "tables.db").touch(0o644)
    database.migrate()
    assert {mode(path) for path in tmp_path.glob("tables.db*")} == {0o600}


def test_a_database_behind_a_link_is_made_where_the_link_leads(
    database: Database, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "disk"
    elsewhere.mkdir()
    (tmp_path / "tables.db").symlink_to(elsewhere / "club.db")
    database.migrate()
    assert mode(elsewhere / "club.db") == 0o600


def test_the_folder_and_the_secret_are_made_for_their_owner_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "made"))
    monkeypatch.delenv("SECRET_KEY", raising=False)
    secret = secret_key()
    assert mode(data_folder()) == 0o700
    assert mode(tmp_path / "made" / "secret") == 0o600
    (tmp_path / "made" / "secret").chmod(0o644)
    assert secret_key() == secret
    assert mode(tmp_path / "made" / "secret") == 0o600


def test_a_backup_is_written_over_nothing_that_a_link_leads_to(
    database: Database, tmp_path: Path
) -> None:
    database.migrate()
    precious = tmp_path / "precious"
    precious.write_text("Ana's letters")
    file = tmp_path / "friday.backup"
    for name in ("friday.backup", "friday.backup.part"):
        (tmp_path / name).symlink_to(precious)
    back_up(database, file, NOW)
    assert precious.read_text() == "Ana's letters"
    assert not file.is_symlink()
    assert mode(file) == 0o600


def test_a_new_file_is_made_through_no_link(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "precious")
    for name in ("link", "there"):
        (tmp_path / "there").touch()
        with pytest.raises(FileExistsError):
            create(tmp_path / name)
    assert not (tmp_path / "precious").exists()
