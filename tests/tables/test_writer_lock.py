"""Writers at a SQLite file wait in line, in whichever thread or process they are."""

import threading
from pathlib import Path

from companion.db.database import Database
from companion.db.sqlite import WriterLock


def test_a_writer_of_another_process_waits_until_the_first_is_done(tmp_path: Path) -> None:
    file = f"{tmp_path}/tables.db"
    # Each opens the folder for itself, as two processes do.
    first, second = WriterLock(file), WriterLock(file)
    told: list[str] = []

    def write() -> None:
        with second.held():
            told.append("second")

    with first.held():
        other = threading.Thread(target=write)
        other.start()
        other.join(timeout=0.1)
        told.append("first")
    other.join(timeout=120)
    assert told == ["first", "second"]
    first.close()
    second.close()


def test_a_database_in_memory_needs_no_folder() -> None:
    alone = WriterLock(None)
    with alone.held():
        pass
    alone.close()


def test_who_makes_the_file_waits_in_line_too(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    database = Database(f"sqlite:///{file}")
    migrating = threading.Thread(target=database.migrate)
    other = WriterLock(str(file))
    with other.held():
        migrating.start()
        migrating.join(0.3)
        assert not file.exists()
    migrating.join(timeout=120)
    database.answer()
    database.close()
    other.close()
