"""Clients that mean harm, at a server of this machine, and a phone that plays meanwhile."""

import re
import socket
import struct
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from statistics import median
from threading import Event
from typing import NamedTuple

from tests.web.keeper import Keeper
from tests.web.serving import Serving
from tests.web.test_club import HEADER

#: Another address of this machine than the phones of these tests have.
ELSEWHERE = "127.0.0.2"
#: Seconds, on a machine with other work to do; before, there was no answer at all.
PROMPT = 2.0
LATE = 8.0
_PATIENCE = 120.0
_PAUSE = 0.1

HALF_HEADER = b"GET / HTTP/1.1\r\nHost: localhost\r\nCookie: se"
HALF_BODY = b"POST /new HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\ngame=race"
LEFT_OPEN = b"GET /healthz HTTP/1.0\r\n\r\n"
_ASKS = b"GET /rules HTTP/1.1\r\nHost: localhost\r\n\r\n"
_BEGINS_A_BODY = b"POST /new HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"


class Attack(NamedTuple):
    """So many connections from an address that say this, and are left open."""

    number: int
    says: bytes
    address: str = "127.0.0.1"


@contextmanager
def held(server: Serving, attack: Attack) -> Iterator[list[socket.socket]]:
    """The connections of an attack, those that were let in."""
    with ExitStack() as all_of_them:
        lines = []
        for _ in range(attack.number):
            with suppress(OSError):
                line = connected(server.port, attack.address)
                all_of_them.enter_context(line)
                line.sendall(attack.says)
                lines.append(line)
        yield lines


def connected(port: int, address: str = ELSEWHERE, *, reads_little: bool = False) -> socket.socket:
    """A connection from that address."""
    line = socket.socket()
    line.settimeout(_PATIENCE)
    if reads_little:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.bind((address, 0))
    try:
        line.connect(("127.0.0.1", port))
    except OSError:
        line.close()
        raise
    return line


def come_and_go(server: Serving) -> None:
    """Be let in for nothing, a hundred times."""
    for _ in range(50):
        connected(server.port).close()
        _break_off(connected(server.port))


def ask_much_at_once(server: Serving) -> None:
    """Ask fifty times before the first answer, then read them all."""
    with connected(server.port) as line:
        line.sendall(_ASKS * 49 + _ASKS.replace(b"1.1", b"1.0"))
        while line.recv(65536):
            pass


def send_crumbs(server: Serving) -> None:
    """Send a body in pieces of one byte."""
    with connected(server.port) as line:
        line.sendall(_BEGINS_A_BODY + b"1\r\na\r\n" * 60_000)
        line.recv(65536)


def _break_off(line: socket.socket) -> None:
    """Close without taking leave."""
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    line.close()


@contextmanager
def flooding(*floods: Callable[[], object]) -> Iterator[None]:
    """Do these over and over, each in a thread of its own, until the block ends."""
    is_over = Event()

    def flood(act: Callable[[], object]) -> None:
        while not is_over.is_set():
            with suppress(OSError):
                act()

    with ThreadPoolExecutor(len(floods)) as hands:
        done = [hands.submit(flood, act) for act in floods]
        try:
            yield
        finally:
            is_over.set()
        for each in done:
            each.result(timeout=_PATIENCE)


def is_closed(line: socket.socket) -> bool:
    """Whether the server has closed it by now."""
    line.setblocking(False)
    try:
        while line.recv(65536):
            pass
    except BlockingIOError:
        return False
    except OSError:
        pass
    return True


class Player:
    """A phone at a table of its own that pegs points, on one connection and on new ones."""

    def __init__(self, port: int) -> None:
        self._keeper = Keeper(port)
        self._table = self._keeper.open_table(HEADER._replace(changes=()))
        self._keeper.post(f"{self._table}/lead", {"who": "0", "seen": "0"})
        self._number = 0

    def taps(self, times: int = 10) -> list[float]:
        """Seconds that each of so many taps took."""
        return [self._tap() for _ in range(times)]

    def _tap(self) -> float:
        line = self._keeper.another_line() if self._number % 2 else self._keeper
        self._number += 1
        points = "1" if self._number < 50 else "-1"
        form = {"side": "0", "points": points, "reason": f"{self._number}"}
        began = time.monotonic()
        seen = {"seen": f"{self._number}"}
        while True:
            answer = line.post_until_answered(f"{self._table}/ruling", form | seen)
            # At a door with a crowd of one's own house: not now. A phone's page asks again too.
            if answer.status != 503:
                break
        spent = time.monotonic() - began
        assert answer.status == 303, answer
        if line is not self._keeper:
            line.close()
        time.sleep(_PAUSE)
        return spent

    def close(self) -> None:
        self._keeper.close()


def are_prompt(spent: list[float]) -> bool:
    """Whether these came at once; on a machine with other work to do some may be late."""
    return median(spent) < PROMPT and max(spent) < LATE


def megabytes(server: Serving) -> float:
    """What the workers hold in memory."""
    statuses = [Path(f"/proc/{pid}/status").read_text() for pid in server.workers()]
    sizes = [re.search(r"VmRSS:\s+([0-9]+)", status) for status in statuses]
    return sum(int(size[1]) for size in sizes if size) / 1024
