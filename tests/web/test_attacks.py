"""One hostile client stops nobody: others' taps stay quick, memory small, and it ends well."""

import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.databases import fresh
from tests.thorough import some
from tests.web.attackers import (
    ELSEWHERE,
    HALF_BODY,
    HALF_HEADER,
    LEFT_OPEN,
    Attack,
    Player,
    are_prompt,
    ask_much_at_once,
    come_and_go,
    connected,
    flooding,
    held,
    is_closed,
    megabytes,
    send_crumbs,
)
from tests.web.keeper import Keeper
from tests.web.serving import Serving, serving
from tests.web.test_club import HEADER

#: Of a file that a phone may fetch.
SIZE = 8 * 1024 * 1024
FETCH = b"GET /pocket/engine/large HTTP/1.1\r\nHost: localhost\r\n\r\n"
#: Seconds: until the last deadline has passed, and somebody had time to look.
ALL_DEADLINES = 60.0
#: What an attack may cost: the buffers of a house, and Python's own way with memory.
MEGABYTES = 80


SERVERS = some([("sqlite", 1), ("postgresql", 2)], 1)
#: For what the database has no part in.
on_one_server = pytest.mark.parametrize("server", SERVERS[:1], indirect=True, ids=["sqlite"])


@pytest.fixture(scope="module", params=SERVERS, ids=lambda it: it[0])
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Serving]:
    kind, workers = request.param
    folder = tmp_path_factory.mktemp("attacked")
    pocket = with_a_large_file(folder / "pocket")
    options = ("--workers", f"{workers}", "--pocket", f"{pocket}")
    with (
        fresh(kind, folder, lambda: request.getfixturevalue("postgres_url")) as url,
        serving(folder, None, *options, DATABASE_URL=url, COMPANION_LIMITS="on") as started,
    ):
        yield started


def with_a_large_file(pocket: Path) -> Path:
    (pocket / "engine").mkdir(parents=True)
    (pocket / "release.js").touch()
    (pocket / "engine" / "large").write_bytes(bytes(range(256)) * (SIZE // 256))
    return pocket


@pytest.fixture
def player(server: Serving) -> Iterator[Player]:
    """Ana, who plays; when the attack is over all is well, and nothing was lost or swollen."""
    ana = Player(server.port)
    before = megabytes(server)
    yield ana
    assert are_prompt(ana.taps(3))
    assert megabytes(server) - before < MEGABYTES
    assert "Traceback" not in server.log()
    ana.close()


@pytest.mark.parametrize(
    "attack",
    [
        # From the same house it is the deadlines that help, and who is silent gives way.
        pytest.param(Attack(40, LEFT_OPEN), id="answered and left open"),
        pytest.param(Attack(64, HALF_HEADER), id="half a header"),
        pytest.param(Attack(64, HALF_BODY), id="half a body"),
        pytest.param(Attack(640, b""), id="silent"),
        pytest.param(Attack(640, b"", ELSEWHERE), id="silent elsewhere"),
        pytest.param(Attack(320, HALF_BODY, ELSEWHERE), id="half a body elsewhere"),
    ],
)
def test_who_holds_connections_holds_up_nobody(
    server: Serving, player: Player, attack: Attack
) -> None:
    with held(server, attack):
        assert are_prompt(player.taps())


@on_one_server
def test_who_says_nothing_or_half_of_it_is_closed_in_time(server: Serving) -> None:
    slow = connected(server.port)
    slow.sendall(HALF_BODY)
    with (
        held(server, Attack(5, HALF_HEADER)) as headers,
        held(server, Attack(5, HALF_BODY)) as bodies,
        held(server, Attack(5, b"")) as silent,
        slow,
    ):
        # Drop by drop is no way round it.
        until = time.monotonic() + ALL_DEADLINES
        waiting = {*headers, *bodies, *silent}
        while waiting:
            assert time.monotonic() < until, f"{len(waiting)} are still open"
            waiting -= {line for line in waiting if is_closed(line)}
            for line in headers:
                if line in waiting:
                    line.send(b"x")
            time.sleep(0.2)


@on_one_server
def test_an_answer_by_the_old_rules_is_closed_at_once(server: Serving) -> None:
    with connected(server.port) as line:
        line.sendall(LEFT_OPEN)
        told = b""
        while part := line.recv(65536):
            told += part
        assert told.startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize("number", [56, 200])
def test_who_holds_many_streams_leaves_streams_for_others(
    server: Serving, player: Player, number: int
) -> None:
    keeper = Keeper(server.port)
    table = keeper.open_table(HEADER._replace(changes=()))
    asks = (
        f"GET {table}/live HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n"
        f"Cookie: {keeper.cookie}\r\n\r\n"
    ).encode()
    with held(server, Attack(number, asks, ELSEWHERE)) as lines:
        answers = [first_of(line) for line in lines]
        # One phone gets a third of what its house may ask for in a second.
        statuses = {answer[:12] for answer in answers}
        assert statuses <= {b"HTTP/1.1 200", b"HTTP/1.1 204", b"HTTP/1.1 429"}
        listening = sum(answer.startswith(b"HTTP/1.1 200") for answer in answers)
        assert min(number, 60) <= listening <= 100 * 2
        with connected(server.port, "127.0.0.1") as bens:
            bens.sendall(asks)
            assert first_of(bens).startswith(b"HTTP/1.1 200")
        assert are_prompt(player.taps())
    keeper.close()


def first_of(line: socket.socket) -> bytes:
    try:
        return line.recv(65536)
    except OSError:
        return b""


def test_who_reads_nothing_of_large_answers_holds_up_nobody(
    server: Serving, player: Player
) -> None:
    lines = [connected(server.port, reads_little=True) for _ in range(64)]
    for line in lines:
        line.sendall(FETCH)
    assert are_prompt(player.taps())
    for line in lines:
        line.close()


@on_one_server
def test_a_slow_phone_is_sent_all_of_a_large_file(server: Serving) -> None:
    with connected(server.port) as line:
        line.sendall(FETCH)
        told = bytearray()
        while len(told) < SIZE:
            part = line.recv(64 * 1024)
            assert part
            told += part
            time.sleep(0.01)
    assert told.partition(b"\r\n\r\n")[2][: 1 << 20] == bytes(range(256)) * (1 << 12)


def test_who_comes_and_goes_thousands_of_times_holds_up_nobody(
    server: Serving, player: Player
) -> None:
    with flooding(*[lambda: come_and_go(server)] * 2):
        assert are_prompt(player.taps())


def test_who_asks_without_an_end_holds_up_nobody(server: Serving, player: Player) -> None:
    with flooding(*[lambda: ask_much_at_once(server)] * 4):
        assert are_prompt(player.taps())


@on_one_server
def test_a_body_in_crumbs_costs_no_more_than_one_in_pieces(server: Serving, player: Player) -> None:
    with flooding(*[lambda: send_crumbs(server)] * 4):
        assert are_prompt(player.taps())
