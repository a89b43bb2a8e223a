"""Notices: whoever changes a table, every process that listens learns of it."""

import subprocess
import sys
from collections.abc import Iterator
from queue import Empty, Queue
from threading import Event, Thread
from time import monotonic, sleep

import pytest
from sqlalchemy import text

from companion.db.database import Database
from companion.db.notify import Notice, Revision, listen
from companion.db.table_models import LeadsTo
from companion.tables.errors import NoSuchTable
from companion.tables.request_stamp import RequestStamp, StaleTap
from companion.tables.table_access import AccessService
from companion.tables.table_service import TableService
from tests.databases import away
from tests.tables.scribe import (
    amend,
    corrected,
    deleted,
    enter,
    inserted,
    opened,
    said,
    stamp,
    undo,
)

PATIENCE = 120.0
#: As long as nothing is heard for so long, nothing was said.
MOMENT = 0.3


class Ear:
    """Somebody who listens at a database, in a thread of their own."""

    def __init__(self, url: str) -> None:
        self.database = Database(url)
        self.notices: Queue[Notice] = Queue()
        self.stopped = Event()
        self.fails = 0
        self.losses = 0
        arguments = (self.database, self.heard, self.lost, self.stopped)
        self.thread = Thread(target=listen, args=arguments, daemon=True)
        self.thread.start()

    def heard(self, notice: Notice | None) -> None:
        if notice is None:
            return
        self.notices.put(notice)
        if self.fails:
            self.fails -= 1
            with self.database.reading() as session:
                session.execute(text("SELECT nothing FROM nowhere"))

    def lost(self) -> None:
        self.losses += 1

    def hears(self, table_id: str) -> None:
        """Wait for a notice that may be about a table."""
        while True:
            notice = self.notices.get(timeout=PATIENCE)
            if not notice or table_id in notice:
                return

    def hears_nothing(self) -> None:
        with pytest.raises(Empty):
            self.notices.get(timeout=MOMENT)

    def is_quiet(self) -> None:
        """Wait until everything that was said is heard."""
        while True:
            try:
                self.notices.get(timeout=MOMENT)
            except Empty:
                return


@pytest.fixture
def ear(url: str, database: Database) -> Iterator[Ear]:
    listening = Ear(url)
    # The first notice comes at once: it listens now.
    assert listening.notices.get(timeout=PATIENCE) == Notice()
    yield listening
    listening.stopped.set()
    listening.thread.join(PATIENCE)
    assert not listening.thread.is_alive()
    listening.database.close()


def test_every_kind_of_change_is_heard(table_service: TableService, ear: Ear) -> None:
    table_id = opened(table_service, "lead: Ana", "Ana: 6-3", "Ben: 3-1")
    for change in (
        lambda: enter(table_service, table_id, "Ana: 1-0"),
        lambda: undo(table_service, table_id),
        lambda: table_service.redo(table_id, stamp(table_service, table_id)),
        lambda: amend(
            table_service, table_id, corrected(2, "Ana: 4-3"), stamp(table_service, table_id)
        ),
        lambda: amend(
            table_service, table_id, inserted(3, "Ben: draws 1"), stamp(table_service, table_id)
        ),
        lambda: amend(table_service, table_id, deleted(4), stamp(table_service, table_id)),
        lambda: table_service.rename(table_id, ("Eve", "Ben"), stamp(table_service, table_id)),
        lambda: table_service.remove(table_id),
    ):
        ear.is_quiet()
        change()
        ear.hears(table_id)


def test_a_change_of_rights_is_heard_and_moves_the_mark(
    table_service: TableService, database: Database, ear: Ear
) -> None:
    table_id = opened(table_service, "lead: Ana")
    access_service = AccessService(database)
    before = table_service.mark(table_id)
    secret = access_service.links(table_id)[LeadsTo.KEEP]
    ear.is_quiet()
    access_service.keep(secret, "bens-phone", "Ben")
    ear.hears(table_id)
    assert table_service.mark(table_id) > before
    assert table_service.mark(table_id).version == before.version


def test_what_is_refused_moves_no_mark(table_service: TableService, ear: Ear) -> None:
    table_id = opened(table_service, "lead: Ana", "Ana: 6-3")
    before = table_service.mark(table_id)
    ear.is_quiet()
    with pytest.raises(StaleTap):
        table_service.enter(table_id, said("Ben: 3-1"), RequestStamp(1, "an old tap"))
    ear.hears_nothing()
    assert table_service.mark(table_id) == before


def test_a_change_in_another_process_is_heard(
    url: str, table_service: TableService, ear: Ear
) -> None:
    table_id = opened(table_service, "lead: Ana")
    ear.is_quiet()
    program = (
        "import sys\n"
        "from companion.db.database import Database\n"
        "from companion.tables.table_service import TableService\n"
        "from tests.tables.scribe import enter\n"
        "enter(TableService(Database(sys.argv[1])), sys.argv[2], 'Ana: 6-4')\n"
    )
    subprocess.run([sys.executable, "-c", program, url, table_id], check=True, timeout=120)
    ear.hears(table_id)
    assert table_service.mark(table_id) == Revision(2)


def test_who_could_not_look_is_told_again(table_service: TableService, ear: Ear) -> None:
    ear.is_quiet()
    ear.fails = 1
    table_id = opened(table_service, "lead: Ana")
    ear.hears(table_id)
    # Without a name: nobody knows what was missed.
    while ear.notices.get(timeout=PATIENCE) != Notice():
        pass


@pytest.mark.parametrize("kind", ["postgresql"])
def test_listening_goes_on_after_the_connection_broke(
    table_service: TableService, database: Database, ear: Ear
) -> None:
    ear.is_quiet()
    with database.engine.connect() as connection:
        connection.execute(
            text(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE query LIKE 'LISTEN %' OR query = 'SELECT 1'"
            )
        )
    assert ear.notices.get(timeout=PATIENCE) == Notice()
    table_id = opened(table_service, "lead: Ana")
    ear.hears(table_id)
    # The next connection held, so nobody was told that the database is away.
    assert ear.losses == 0


def test_a_database_that_is_away_is_told_as_lost_and_heard_of_once_it_is_back(
    url: str, table_service: TableService, ear: Ear
) -> None:
    ear.is_quiet()
    with away(url):
        until = monotonic() + PATIENCE
        while not ear.losses:
            assert monotonic() < until, "nobody said so"
            sleep(0.02)
        assert ear.notices.empty()
    assert ear.notices.get(timeout=PATIENCE) == Notice()
    table_id = opened(table_service, "lead: Ana")
    ear.hears(table_id)


def test_marks_are_those_of_the_tables_that_there_are(table_service: TableService) -> None:
    first, second = opened(table_service, "lead: Ana"), opened(table_service)
    assert table_service.marks({first, second, "nowhere"}) == {
        first: Revision(1),
        second: Revision(0),
    }
    assert table_service.mark(first) == Revision(1)
    with pytest.raises(NoSuchTable):
        table_service.mark("nowhere")


def test_the_later_mark_is_the_greater_one() -> None:
    assert Revision(2) > Revision(1, 9)
    assert Revision(2, 1) > Revision(2)
    assert str(Revision(12, 3)) == "12.3"
