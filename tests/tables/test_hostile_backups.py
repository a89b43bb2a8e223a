"""Backups that somebody wrote by hand: each is refused with a sentence, and nothing is changed."""

import gzip
import json
import tracemalloc
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from companion.db.database import Database
from companion.db.table_models import HandStartRow, LeadsTo
from companion.tables.table_access import AccessService
from companion.tables.table_service import TableService
from companion.upkeep.backup import back_up, restore
from tests.databases import KINDS, fresh
from tests.tables.scribe import opened, record, refused, undo
from tests.thorough import is_thorough, some

NOW = datetime(2026, 11, 22, 7, 0, tzinfo=UTC)
AT = NOW.isoformat()

Lines = list[Any]
Change = Callable[[Lines], Lines | None]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "friday.backup"


@pytest.fixture(scope="module", params=KINDS if is_thorough() else KINDS[:1])
def kept(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Database]:
    """A database with a table at which Ana keeps score, and took something back.

    All tests have the same one: what is refused changes nothing, as each of them sees.
    """
    folder = tmp_path_factory.mktemp("kept")
    with fresh(request.param, folder, lambda: request.getfixturevalue("postgres_url")) as url:
        made = Database(url)
        made.migrate()
        table_service = TableService(made)
        table_id = opened(table_service, "lead: Ana", "Ana: 6-4", "Ana: 6-6", "Ana: draws 2")
        undo(table_service, table_id)
        access_service = AccessService(made)
        access_service.keep(access_service.links(table_id)[LeadsTo.KEEP], "anas-phone", "Ana")
        yield made
        made.close()


@pytest.fixture
def database(kept: Database) -> Database:
    return kept


@pytest.fixture(scope="module")
def backed_up(kept: Database, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """What an honest backup of it says."""
    file = tmp_path_factory.mktemp("honest") / "friday.backup"
    back_up(kept, file, NOW)
    return gzip.decompress(file.read_bytes())


@pytest.fixture
def honest(backed_up: bytes) -> Lines:
    """Its lines, for a test to make of them what it likes."""
    return [json.loads(line) for line in backed_up.splitlines()]


def written(file: Path, lines: Lines) -> None:
    file.write_bytes(gzip.compress("\n".join(map(json.dumps, lines)).encode()))


def rows_of(lines: Lines, table: str) -> list[tuple[int, list[Any], list[str]]]:
    """Where the rows of a kind stand, what they hold, and the names of their columns."""
    found, columns, name = [], [], ""
    for number, line in enumerate(lines):
        if isinstance(line, dict):
            columns, name = line.get("columns", []), line.get("table", "")
        elif name == table:
            found.append((number, line, columns))
    assert found, table
    return found


def put(table: str, column: str, value: Any, having: str = "") -> Change:
    """A backup in which one value is another one, in the last row that says what it has to."""

    def change(lines: Lines) -> None:
        rows = [row for row in rows_of(lines, table) if not having or having in row[1]]
        _, values, columns = rows[-1]
        values[columns.index(column)] = value

    return change


def again(table: str, **other: Any) -> Change:
    """A backup with a row twice, in which some values are others."""

    def change(lines: Lines) -> None:
        number, values, columns = rows_of(lines, table)[-1]
        doubled = [other.get(name, value) for name, value in zip(columns, values, strict=True)]
        lines.insert(number + 1, doubled)
        lines[-1]["rows"] += 1

    return change


def section(name: str, columns: list[str], *rows: list[Any]) -> Change:
    def change(lines: Lines) -> None:
        lines[-1:-1] = [{"table": name, "columns": columns}, *rows]
        lines[-1]["rows"] += len(rows)

    return change


def hand_start(scores: str, backs: str, leader: int) -> Change:
    """A backup that notes what the second hand started from."""

    def change(lines: Lines) -> None:
        ((_, values, columns),) = rows_of(lines, "game_table")
        noted = [values[columns.index("id")], 2, 3, scores, backs, leader]
        section("hand_start", [*HandStartRow.model_fields], noted)(lines)

    return change


HOSTILE = {
    "a number of a thousand digits": put("game_table", "version", 10**1000),
    "a number that one database takes and the other does not": put("change", "seq", 2**40),
    "a word for a number": put("game_table", "version", "nine"),
    "a number for a word": put("game_table", "header", 7),
    "a list for a word": put("game_table", "header", ["game: race-horse"]),
    "a number for yes and no": put("game_table", "is_pegs_only", 1),
    "no number at all": put("change", "place", float("nan"), having="entered"),
    "nothing where something has to be": put("game_table", "header", None),
    "a time that there is not": put("game_table", "changed_at", "yesterday"),
    "a byte that ends a text": put("game_table", "header", "game: race-horse\0"),
    "half a character": put("link", "secret", "\ud800"),
    "a header of no game": put("game_table", "header", "game: chess\nplayers: Ana, Ben"),
    "a header of nothing": put("game_table", "header", ""),
    "too many players for the game": put(
        "game_table", "header", "game: race-horse\nplayers: Ana, Ben, Cyd, Dee, Zoe"
    ),
    "an id that leads nowhere": put("game_table", "id", "no id\n"),
    "an origin that leads nowhere": put("game_table", "origin", "no id\n"),
    "options that nobody wrote": put("game_table", "table_options", "[" * 20_000),
    "options of another kind": put("game_table", "table_options", '{"counting": [99]}'),
    "options with more than there is": put("game_table", "table_options", '{"zoe": true}'),
    "a hand below the first": put("game_table", "hand", -1),
    "a side that wins and is not there": put("game_table", "winner", 7),
    "a statement that says nothing": put("change", "statement", "hello", having="entered"),
    "a statement of nobody": put("change", "statement", "9: 6-4", having="entered"),
    "a change of no kind": put("change", "kind", "dreamt"),
    "a change that takes itself back": put("change", "target", 5, having="undone"),
    "a change that takes nothing back": put("change", "target", None, having="undone"),
    "a worth of nothing": put("change", "worth", None, having="undone"),
    "a worth for nobody": put(
        "change", "worth", "[[[0],null,true],[[0],null,true]]", having="undone"
    ),
    "a line without a place": put("change", "place", None, having="entered"),
    "scores of nobody": hand_start("0 0 0 0 0", "0 0", 0),
    "scores that are none": hand_start("0 0", "one two", 0),
    "a lead of nobody": hand_start("0 0", "0 0", 9),
    "a link to nothing": put("link", "leads_to", "all"),
    "a phone that may do anything": put("member", "role", "rules"),
    "a table twice": again("game_table"),
    "a change of a table that is not there": again("change", table_id="nowhere"),
    "a version of its own": section("alembic_version", ["version_num"], ["9999"]),
    "a table of nobody's": section("sqlite_master", ["name"], ["zoe"]),
    "a column twice": section("link", ["secret", "secret"], ["a", "b"]),
    "a column that there is not": section("link", ["zoe"], ["a"]),
    "columns that are none": section("link", [["secret"]], ["a"]),
    "a proposal of nothing": section(
        "proposal",
        ["table_id", "number", "at", "key", "device", "kind", "target", "answer", "answered_by"],
        ["nowhere", 1, AT, "a", "zoe", "corrected", 1, "pending", ""],
    ),
    "a learner of no id": section(
        "learner",
        ["id", "name", "name_key", "code", "schedule"],
        ["no id\n", "Zoe", "zoe", "AAAAAA", "{}"],
    ),
    "an answer to no question": section(
        "attempt",
        ["learner_id", "seq", "at", "question", "kind", "skill", "level", "is_right"],
        ["zoe", 1, AT, "what?", "count", "doubles", 1, True],
    ),
    "a class that is asked no question": section(
        "class", ["id", "code", "names", "question", "asked"], ["zoes", "AAAAAA", "", "what?", 1]
    ),
    "a run on no course": section(
        "sprint",
        [
            *("learner_id", "deal", "at", "course", "game", "score", "right", "misses"),
            *("best_combo", "milliseconds"),
        ],
        ["zoe", "a", AT, "gale", "race-horse", 1, 1, 0, 1, 1],
    ),
    "a version that is an order": lambda lines: lines[0].update(revision="head"),
    "a version that is none": lambda lines: lines[0].update(revision=["0001"]),
    "no version": lambda lines: lines[0].pop("revision"),
    "a row before its columns": lambda lines: lines.insert(1, ["a"]),
    "a line that is only a word": lambda lines: lines.insert(2, "zoe"),
    "fewer rows than it says": lambda lines: lines[-1].update(rows=10**6),
}


@pytest.mark.parametrize("what", some(HOSTILE, 15))
def test_a_backup_that_cannot_be_true_changes_nothing(
    table_service: TableService, honest: Lines, file: Path, what: str
) -> None:
    (table_id,) = (state.id for state, _, _ in table_service.listing())
    before = record(table_service, table_id)
    HOSTILE[what](honest)
    written(file, honest)
    with refused("backup.damaged"):
        restore(table_service.database, file, replaces=True)
    # The database goes on as it was.
    assert record(TableService(table_service.database), table_id) == before


def test_the_honest_one_is_restored(table_service: TableService, honest: Lines, file: Path) -> None:
    written(file, honest)
    assert restore(table_service.database, file, replaces=True) == 1


@pytest.mark.parametrize(
    "line", ["[" * 100_000, '{"a":' * 100_000, "1" * 5_000, "[" + "9" * 5_000 + "]", "\x00", "nul"]
)
def test_a_line_that_is_none_changes_nothing(
    database: Database, honest: Lines, file: Path, line: str
) -> None:
    lines = [*map(json.dumps, honest)]
    for place in (0, 2):
        file.write_bytes(gzip.compress("\n".join([*lines[:place], line, *lines[place:]]).encode()))
        with refused("backup.damaged"):
            restore(database, file, replaces=True)


@pytest.mark.parametrize("inside", some([b"a", b"[1]\n", b'["a"]\n' * 10], 1))
def test_a_small_file_that_unpacks_to_gigabytes_is_given_up_soon(
    database: Database, honest: Lines, file: Path, inside: bytes
) -> None:
    head = "\n".join(map(json.dumps, honest[:2])) + "\n"
    with gzip.open(file, "wb", compresslevel=1) as packed:
        packed.write(head.encode())
        for _ in range(128):
            packed.write(inside * (1024 * 1024 // len(inside)))
    assert file.stat().st_size < 2 * 1024 * 1024
    tracemalloc.start()
    with refused("backup.damaged"):
        restore(database, file, replaces=True)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 32 * 1024 * 1024
