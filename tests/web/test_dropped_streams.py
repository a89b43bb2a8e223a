"""A phone that is gone makes room for another one, however its line broke."""

import socket
import struct
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.keeper import Keeper
from tests.web.serving import Serving, serving
from tests.web.test_club import HEADER

#: Of the server's threads eight are for taps.
SEATS = 3
#: Seconds: two pings that cannot be sent. By itself no stream ends so soon.
PATIENCE = 15.0


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Serving]:
    with serving(tmp_path, None, "--threads", f"{8 + SEATS}") as started:
        yield started


def listening(keeper: Keeper, table: str) -> tuple[socket.socket, int]:
    """A phone's line on which it asked for a stream, and the status of the answer."""
    line = socket.create_connection(("127.0.0.1", keeper.port), timeout=PATIENCE)
    asks = (
        f"GET {table}/live HTTP/1.1",
        "Host: 127.0.0.1",
        "Accept: text/event-stream",
        f"Cookie: {keeper.cookie}",
    )
    line.sendall("\r\n".join([*asks, "", ""]).encode())
    return line, int(line.recv(12).split()[1])


def switched_off(line: socket.socket) -> None:
    """The phone's system takes leave of its lines."""
    line.close()


def broken(line: socket.socket) -> None:
    """The line breaks off in the middle."""
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    line.close()


def test_phones_that_are_gone_leave_their_seats_to_others(server: Serving) -> None:
    keeper = Keeper(server.port)
    table = keeper.open_table(HEADER._replace(changes=()))
    lines = [listening(keeper, table) for _ in range(SEATS)]
    assert [status for _, status in lines] == [200] * SEATS
    # There is no room for one more: that one asks from time to time.
    one_more, status = listening(keeper, table)
    one_more.close()
    assert status == 204
    for (line, _), leaves in zip(lines, (switched_off, broken, switched_off), strict=True):
        leaves(line)
    until = time.monotonic() + PATIENCE
    free: list[socket.socket] = []
    while len(free) < SEATS:
        assert time.monotonic() < until, f"{SEATS - len(free)} seats are still taken"
        line, status = listening(keeper, table)
        if status == 200:
            free.append(line)
        else:
            line.close()
            time.sleep(0.25)
    for line in free:
        line.close()
    keeper.close()
