"""Several workers, many phones: what was acknowledged is there, once, whatever happens."""

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from itertools import count
from pathlib import Path
from random import Random

import pytest

from companion.db.database import Database
from companion.record.header import Header
from companion.record.statements import PointsRuled
from companion.tables.table_service import TableService
from tests.thorough import is_thorough, some
from tests.web.keeper import Keeper, tap_for
from tests.web.serving import Serving, serving
from tests.web.thumb import transcript_of

HEADER = Header("race-horse", ("Ana", "Ben"), None, (("target", "99999"),))
PHONES = 8
TAPS = 30 if is_thorough() else 9
POSTS = 1000 if is_thorough() else 200
#: In seconds, on a machine with other work to do.
PATIENCE = 120


@pytest.fixture
def club(url: str, tmp_path: Path) -> Iterator[Serving]:
    with serving(tmp_path, None, "--workers", "2", DATABASE_URL=url) as started:
        yield started


@pytest.fixture
def table_service(url: str) -> Iterator[TableService]:
    database = Database(url)
    yield TableService(database)
    database.close()


@pytest.fixture
def phones(club: Serving) -> Iterator[list["Phone"]]:
    made = [Phone(club.port) for _ in range(PHONES)]
    yield made
    for phone in made:
        phone.keeper.close()


class Phone:
    """A phone at a table of its own that pegs points, each with a reason of its own."""

    def __init__(self, port: int) -> None:
        self.keeper = Keeper(port)
        self.table = self.keeper.open_table(HEADER._replace(changes=()))
        self.keeper.post(f"{self.table}/lead", {"who": "0", "seen": "0"})
        self.acknowledged: list[str] = []

    @property
    def table_id(self) -> str:
        return self.table.rpartition("/")[2]

    def peg(self, number: int) -> None:
        """One tap, sent again until it is answered."""
        answer = self.keeper.post_until_answered(f"{self.table}/ruling", self.form(number))
        assert answer.status == 303, answer
        self.acknowledged.append(f"tap {number}")

    def form(self, number: int) -> dict[str, str]:
        points = {"side": f"{number % 2}", "points": "1" if number < 50 else "-1"}
        return {"seen": f"{number + 1}", "reason": f"tap {number}", **points}


def reasons(table_service: TableService, table_id: str) -> list[str]:
    """The reasons of all points pegged at a table, in order."""
    statements = [entry.statement for entry in table_service.read(table_id).entries]
    return [said.reason for said in statements if isinstance(said, PointsRuled)]


def kill_a_worker(club: Serving) -> None:
    os.kill(club.workers()[0], signal.SIGKILL)


def renew_the_workers(club: Serving) -> None:
    assert club.process is not None
    club.process.send_signal(signal.SIGHUP)


@pytest.mark.parametrize("disturb", some([kill_a_worker, renew_the_workers], 1))
def test_every_acknowledged_entry_is_there_once_also_when_the_server_is_told_to_stop(
    club: Serving,
    table_service: TableService,
    phones: list[Phone],
    disturb: Callable[[Serving], None],
) -> None:
    interleaved_and_repeated_posts_are_the_record_of_one_phone(club, table_service)
    halfway = threading.Barrier(PHONES + 1)

    def play(phone: Phone) -> None:
        for number in range(TAPS):
            if number == TAPS // 3:
                halfway.wait(timeout=PATIENCE)
            phone.peg(number)

    with ThreadPoolExecutor(PHONES) as hands:
        playing = [hands.submit(play, phone) for phone in phones]
        halfway.wait(timeout=PATIENCE)
        disturb(club)
        for done in playing:
            done.result(timeout=PATIENCE)
    for phone in phones:
        assert len(phone.acknowledged) == TAPS
        assert reasons(table_service, phone.table_id) == phone.acknowledged
    # The same phones go on.
    is_told_to_stop_and_finishes_what_it_began(club, table_service, phones)


def is_told_to_stop_and_finishes_what_it_began(
    club: Serving, table_service: TableService, phones: list[Phone]
) -> None:
    warm = threading.Barrier(PHONES + 1)

    def play(phone: Phone) -> None:
        for number in count(TAPS):
            if number == TAPS + 5:
                warm.wait(timeout=PATIENCE)
            try:
                answer = phone.keeper.post(f"{phone.table}/ruling", phone.form(number))
            except (OSError, HTTPException):
                return
            assert answer.status == 303, answer
            phone.acknowledged.append(f"tap {number}")

    with ThreadPoolExecutor(PHONES) as hands:
        playing = [hands.submit(play, phone) for phone in phones]
        warm.wait(timeout=PATIENCE)
        assert club.process is not None
        club.process.terminate()
        assert club.process.wait(timeout=PATIENCE) == 0
        for done in playing:
            done.result(timeout=PATIENCE)
    for phone in phones:
        # Drained: what was saved was acknowledged too.
        assert reasons(table_service, phone.table_id) == phone.acknowledged
        assert len(phone.acknowledged) >= TAPS + 5


def interleaved_and_repeated_posts_are_the_record_of_one_phone(
    club: Serving, table_service: TableService
) -> None:
    """At the same server: two workers take seconds to start."""
    record = transcript_of("race-horse-3")
    assert record.header is not None
    players = record.header.players
    ana = Keeper(club.port)
    table = ana.open_table(record.header)
    entries = record.entries if is_thorough() else record.entries[:16]
    stamps = [tap_for(entry.statement, players) for entry in entries]
    alone = ana.open_table(record.header)
    for number, (path, form) in enumerate(stamps):
        assert ana.post(f"{alone}/{path}", {**form, "seen": f"{number}"}).status == 303
    reached = [0]

    def play(seed: int) -> int:
        """Send taps around the latest that anybody heard of: old ones, early ones, the next."""
        line, random = ana.another_line(), Random(seed)
        sent = 0
        while reached[0] < len(stamps) or sent < POSTS // PHONES:
            number = random.randint(max(0, reached[0] - 6), min(reached[0] + 1, len(stamps) - 1))
            path, form = stamps[number]
            answer = line.post(
                f"{table}/{path}", {**form, "seen": f"{number}", "key": f"{number:032x}"}
            )
            assert answer.status in (303, 409), (stamps[number], answer.text)
            if answer.status == 303:
                reached[0] = max(reached[0], number + 1)
            sent += 1
        line.close()
        return sent

    with ThreadPoolExecutor(PHONES) as hands:
        sent = sum(hands.map(play, range(PHONES)))
    ana.close()
    assert sent >= POSTS
    assert statements(table_service, table) == statements(table_service, alone)
    assert len(table_service.changes(table.rpartition("/")[2])) == len(stamps)


def statements(table_service: TableService, table: str) -> list[str]:
    return [str(entry.statement) for entry in table_service.read(table.rpartition("/")[2]).entries]
