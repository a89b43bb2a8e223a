"""Writers at a SQLite file wait in line, in whichever thread or process they are."""

import threading
from pathlib import Path

from companion.tables.one_writer import OneWriter


def test_a_writer_of_another_process_waits_until_the_first_is_done(tmp_path: Path) -> None:
    file = f"{tmp_path}/tables.db"
    # Each opens the folder for itself, as two processes do.
    first, second = OneWriter(file), OneWriter(file)
    told: list[str] = []

    def write() -> None:
        with second:
            told.append("second")

    with first:
        other = threading.Thread(target=write)
        other.start()
        other.join(timeout=0.1)
        told.append("first")
    other.join(timeout=20)
    assert told == ["first", "second"]
    first.close()
    second.close()


def test_a_database_in_memory_needs_no_folder() -> None:
    for file in (None, "", ":memory:"):
        alone = OneWriter(file)
        with alone:
            pass
        alone.close()
