"""Phones that listen hold no thread, and are forgotten once they are gone, whatever happened."""

import socket
import struct
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.thorough import some
from tests.web.keeper import Keeper
from tests.web.serving import Serving, serving
from tests.web.test_club import HEADER

PHONES = 30
#: Seconds: longer than any machine is busy with something else.
PATIENCE = 120.0


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Serving]:
    with serving(tmp_path, None, "--threads", "2") as started:
        yield started


def listening(keeper: Keeper, table: str, version: str = "1.1") -> socket.socket:
    """A phone's line on which a stream has begun, by that version of HTTP."""
    line = socket.create_connection(("127.0.0.1", keeper.port), timeout=PATIENCE)
    asks = (
        f"GET {table}/live HTTP/{version}",
        "Host: 127.0.0.1",
        "Accept: text/event-stream",
        f"Cookie: {keeper.cookie}",
    )
    line.sendall("\r\n".join([*asks, "", ""]).encode())
    told = b""
    while b"event: shown" not in told:
        told += line.recv(65536)
    return line


def connections(server: Serving) -> int:
    """How many sockets the worker has open."""
    (worker,) = server.workers()
    number = 0
    for file in Path(f"/proc/{worker}/fd").iterdir():
        # One may be closed while they are counted.
        with suppress(FileNotFoundError):
            number += str(file.readlink()).startswith("socket:")
    return number


def switched_off(line: socket.socket) -> None:
    """The phone's system takes leave of its lines."""
    line.close()


def broken(line: socket.socket) -> None:
    """The line breaks off in the middle."""
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    line.close()


def talkative(line: socket.socket) -> None:
    """The phone says something where it should listen."""
    line.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")


def more_phones_listen_than_there_are_threads_and_those_that_are_gone_are_forgotten(
    server: Serving,
) -> None:
    keeper = Keeper(server.port)
    table = keeper.open_table(HEADER._replace(changes=()))
    before = connections(server)
    lines = [listening(keeper, table) for _ in range(PHONES)]
    assert connections(server) == before + PHONES
    # There are threads left that answer.
    assert keeper.post(f"{table}/lead", {"who": "0", "seen": "0"}).status == 303
    for number, line in enumerate(lines):
        (switched_off, broken, talkative)[number % 3](line)
    until = time.monotonic() + PATIENCE
    while connections(server) > before:
        assert time.monotonic() < until, f"{connections(server) - before} are still held"
        time.sleep(0.05)
    for line in lines:
        line.close()
    keeper.close()


@pytest.mark.parametrize("version", some(["1.1", "1.0"], 1))
def test_a_server_that_stops_sends_its_phones_away_and_waits_for_none(
    server: Serving, version: str
) -> None:
    more_phones_listen_than_there_are_threads_and_those_that_are_gone_are_forgotten(server)
    keeper = Keeper(server.port)
    table = keeper.open_table(HEADER._replace(changes=()))
    line = listening(keeper, table, version)
    half = half_a_request(server)
    assert server.process is not None
    server.process.terminate()
    told = b""
    while part := line.recv(65536):
        told += part
    ending = b"0\r\n\r\n" if version == "1.1" else b""
    assert told.endswith(b"event: again\ndata: 4\n\n" + (b"\r\n" + ending if ending else b""))
    assert half.recv(65536).startswith(b"HTTP/1.1 408 ")
    assert server.process.wait(timeout=PATIENCE) == 0
    line.close()
    half.close()
    keeper.close()


def half_a_request(server: Serving) -> socket.socket:
    """A line whose request never ends; a second later, when the server has begun to read it."""
    line = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
    line.sendall(b"POST /new HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900000\r\n\r\n")
    line.sendall(b"a" * 65536)
    # So much would prolong it by a minute.
    line.sendall(b"a" * 65536)
    time.sleep(1.0)
    return line
