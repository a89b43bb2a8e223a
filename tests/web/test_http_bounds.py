"""What the server reads as a request, what it refuses, and what it tells the app."""

import asyncio
import json
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import Context
from io import BytesIO
from typing import Any

import pytest
from flask import Flask, request, stream_with_context
from werkzeug.datastructures import FileStorage
from werkzeug.test import EnvironBuilder, encode_multipart

from companion.clubs.transfer.club_file import LARGEST_FILE
from companion.i18n import message
from companion.web.app import create_app
from companion.web.security.proxy import house_of
from companion.web.serving.asgi import AsgiApp, House, environ_of, portions
from tests.web.hostile import Reply, Zoe
from tests.web.houses import HOUSES
from tests.web.serving import Serving, serving

PATIENCE = 120.0
HOST = b"Host: localhost\r\n"
GET = b"GET /healthz HTTP/1.1\r\n" + HOST + b"\r\n"
LAST = b"GET /healthz HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n"
POST = b"POST /code HTTP/1.1\r\n" + HOST
PART = b"6-4 " * 50_000


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with serving(tmp_path_factory.mktemp("bounds"), COMPANION_LIMITS="on") as started:
        yield started
        assert "Traceback" not in started.log()


def answer_to(server: Serving, *said: bytes) -> bytes:
    """All that the server answers to this until it closes."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as line:
        for part in said:
            line.sendall(part)
        answer = b""
        while part := line.recv(65536):
            answer += part
    return answer


@pytest.mark.parametrize(
    ("said", "status"),
    [
        (POST + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 411),
        (POST + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n", 501),
        (POST + b"Transfer-Encoding: xchunked\r\n\r\n", 501),
        (POST + b"Transfer-Encoding : chunked\r\n\r\n", 400),
        (POST.replace(b"1.1", b"1.0") + b"Transfer-Encoding: chunked\r\n\r\n", 411),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\na\r\n" * 60_000, 411),
        (POST + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\n", 400),
        (POST + b"Content-Length: +5\r\n\r\n", 400),
        (POST + b"Content-Length: 5_0\r\n\r\n", 400),
        (POST + b"Content-Length: 99999999999\r\n\r\n", 413),
        (POST + b"Expect: 100-continue\r\nContent-Length: 99999999999\r\n\r\n", 413),
        (b"GET / HTTP/1.1\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\n" + HOST + b"Host: evil\r\n\r\n", 400),
        (b"GET / HTTP/9.9\r\n" + HOST + b"\r\n", 400),
        (b"get / HTTP/1.1\r\n" + HOST + b"\r\n", 400),
        (b"GET healthz HTTP/1.1\r\n" + HOST + b"\r\n", 400),
        (b"OPTIONS * HTTP/1.1\r\n" + HOST + b"\r\n", 400),
        (b"GET / HTTP/1.1\r\n" + HOST + b"X\x00: a\r\n\r\n", 400),
        (GET[:-2] + b"X: a\r\n b\r\n\r\n", 400),
        (GET[:-2] + b"X: a\n\tb\n\n", 400),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01", 400),
        (b"GET /" + b"a" * 17_000 + b" HTTP/1.1\r\n" + HOST + b"\r\n", 431),
        (GET[:-2] + b"X: " + b"a" * 17_000 + b"\r\n\r\n", 431),
        (GET[:-2] + b"X: a\r\n" * 40_000 + b"\r\n", 431),
        (GET[:-2] + b"X: " + b"a" * 40_000, 431),
    ],
)
def test_what_is_no_request_is_refused_with_few_bytes(
    server: Serving, said: bytes, status: int
) -> None:
    # Also after one that was answered.
    for before in ((), (GET,)):
        answer = answer_to(server, *before, said).rpartition(b"HTTP/1.1 ")[2]
        assert answer.startswith(f"{status} ".encode()) and len(answer) < 250


def test_a_body_that_is_too_long_is_refused_though_its_client_goes_on(server: Serving) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as line:
        line.sendall(POST + b"Content-Length: %d\r\n\r\n" % (LARGEST_FILE + 1))
        for _ in range(20):
            line.sendall(b"a" * 65536)
        assert line.recv(65536).startswith(b"HTTP/1.1 413 ")
        with pytest.raises(OSError):
            for _ in range(LARGEST_FILE):
                line.sendall(b"a" * 65536)


def upload(server: Serving, address: str, file: bytes) -> Reply:
    """The answer to a file in the form at an address, as a browser sends it."""
    form = Zoe(server.port).ask("GET", address.removesuffix("/bring"))
    data = {"csrf_token": form.token, "file": FileStorage(BytesIO(file), "saved")}
    boundary, body = encode_multipart(data)
    header = f"Content-Type: multipart/form-data; boundary={boundary}\r\n"
    return Zoe(server.port, form.cookie).ask("POST", address, header, body)


def test_a_file_comes_in_up_to_the_largest_and_beyond_it_a_sentence_says_so(
    server: Serving,
) -> None:
    record = "game: race-horse\nplayers: Ana, Ben\nlead: Ana\nAna: 5-5"
    for size in (944_000, LARGEST_FILE - 1000):
        saved = json.dumps({"record": record, "entries": ["x" * (size - 200)]})
        assert upload(server, "/import", saved.encode()).status == 303, size
        assert upload(server, "/clubs/bring", bytes(size)).status == 422, size
    for address in ("/import", "/clubs/bring"):
        refused = upload(server, address, bytes(LARGEST_FILE))
        assert refused.status == 413 and refused.body == str(message("problem.413.sentence"))


def test_what_follows_a_last_request_is_not_heard(server: Serving) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as line:
        line.sendall(LAST)
        line.sendall(GET)
        answer = b""
        with suppress(ConnectionResetError):
            while part := line.recv(65536):
                answer += part
    assert answer.count(b"HTTP/1.1 ") == answer.count(b"HTTP/1.1 200 ") == 1


def test_half_a_request_behind_a_whole_one_is_closed_in_time(server: Serving) -> None:
    half = POST + b"Content-Length: 5\r\n\r\na=1"
    assert b"HTTP/1.1 408 " in answer_to(server, GET + half)


def test_one_request_after_the_other_is_answered_in_order(server: Serving) -> None:
    answer = answer_to(server, GET + GET.replace(b"/healthz", b"/nowhere") + LAST)
    statuses = [part[:3] for part in answer.split(b"HTTP/1.1 ")[1:]]
    assert statuses == [b"200", b"404", b"200"]


def test_a_request_may_come_in_parts_and_its_client_hang_up_for_the_answer(server: Serving) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as line:
        line.sendall(GET[:20])
        line.sendall(GET[20:])
        line.shutdown(socket.SHUT_WR)
        assert line.recv(65536).startswith(b"HTTP/1.1 200 ")


def test_who_asks_for_the_head_alone_gets_no_body(server: Serving) -> None:
    answer = answer_to(server, LAST.replace(b"GET", b"HEAD"))
    assert b"content-length: 13\r\n" in answer.lower() and answer.endswith(b"\r\n\r\n")


def test_who_waits_to_be_asked_for_a_body_is_asked(server: Serving) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as line:
        line.sendall(POST + b"Expect: 100-continue\r\nContent-Length: 3\r\n\r\n")
        assert line.recv(65536).startswith(b"HTTP/1.1 100 ")
        line.sendall(b"a=1")
        assert line.recv(65536).startswith(b"HTTP/1.1 400 ")


def test_an_address_as_a_proxy_is_asked_for_it_is_the_same_address(server: Serving) -> None:
    assert answer_to(server, LAST.replace(b" /", b" http://evil.example/")).startswith(
        b"HTTP/1.1 200 "
    )


# What the app is told


def environ(*headers: tuple[bytes, bytes], body: bytes = b"") -> dict[str, Any]:
    scope = {
        "method": "GET",
        "http_version": "1.1",
        "path": "/t/A",
        "query_string": b"b=%42",
        "server": ("127.0.0.1", 8000),
        "client": ("127.0.0.2", 9),
        "headers": headers,
    }
    return environ_of(scope, body)


def test_an_app_is_told_what_was_asked_and_by_whom() -> None:
    asked = environ((b"content-type", b"text/plain"), (b"x-a", b"1"), (b"x-a", b"2"))
    assert (asked["PATH_INFO"], asked["QUERY_STRING"]) == ("/t/A", "b=%42")
    assert (asked["REMOTE_ADDR"], asked["CONTENT_TYPE"]) == ("127.0.0.2", "text/plain")
    assert asked["HTTP_X_A"] == "1,2"
    assert "CONTENT_LENGTH" not in asked


def test_a_header_by_nearly_the_same_name_is_not_told() -> None:
    asked = environ((b"x_forwarded_for", b"192.0.2.7"), (b"script_name", b"/evil"))
    assert "HTTP_X_FORWARDED_FOR" not in asked
    assert asked["SCRIPT_NAME"] == ""


# What the app answers


def test_what_the_app_is_in_the_middle_of_goes_from_thread_to_thread() -> None:
    app = Flask(__name__)

    @app.get("/")
    def parts() -> Iterator[bytes]:
        @stream_with_context
        def each() -> Iterator[bytes]:
            for _ in range(3):
                yield PART if request.path == "/" else b""

        return each()

    answer = portions(app, EnvironBuilder("/").get_environ())
    context, made = Context(), []
    for _ in range(4):
        with ThreadPoolExecutor(1) as another:
            made.append(another.submit(context.run, next, answer).result())
    assert [more for _, _, more in made] == [True, True, True, False]
    assert b"".join(part for _, part, _ in made) == PART * 3


def test_one_that_nobody_wants_is_closed_by_any_thread() -> None:
    closed = []

    class Body:
        def __iter__(self) -> Iterator[bytes]:
            yield from (PART, PART)

        def close(self) -> None:
            closed.append(True)

    def app(_environ: object, start: Any) -> Body:
        start("200 OK", [])
        return Body()

    answer = portions(app, {})
    assert next(answer)[2]
    with ThreadPoolExecutor(1) as another:
        another.submit(answer.close).result()
    assert closed == [True]


# Who gives way


class Line:
    """A connection that waits, or does not, and may be closed."""

    def __init__(self, house: House, *, is_waiting: bool = True) -> None:
        self.is_waiting = True
        self.is_closed = False
        self.transport = self
        house.let_in(self)  # type: ignore[arg-type]
        self.is_waiting = is_waiting

    def abort(self) -> None:
        self.is_closed = True


def test_who_waits_and_came_first_gives_way_in_its_own_house() -> None:
    house = House(1, 2, 100)
    lines = [Line(house, is_waiting=False), Line(house), Line(house)]
    assert [line.is_closed for line in lines] == [False, True, False]
    assert not Line(House(1, 2, 100)).is_closed


def test_who_is_answered_gives_way_to_nobody() -> None:
    house = House(1, 2, 100)
    first, second = (Line(house, is_waiting=False) for _ in range(2))
    assert Line(house).is_closed
    assert not first.is_closed and not second.is_closed
    del house.connections[first]  # type: ignore[arg-type]
    assert not Line(house).is_closed


@pytest.mark.parametrize(("proxies", "house"), [((), "192.0.2.1"), (("192.0.2.1",), "192.0.2.9")])
def test_only_a_proxy_is_believed_who_asks(proxies: tuple[str, ...], house: str) -> None:
    settings = {"IS_BEHIND_PROXY": bool(proxies), "PROXIES": proxies, "SECRET_KEY": "test"}
    app = create_app({**settings, "DATABASE_URL": "sqlite://"})

    async def is_of_that_house() -> bool:
        asgi = AsgiApp(app, threads=1, most_files=100)
        asks = asgi.house_of("192.0.2.1", [b"192.0.2.7, 192.0.2.9"])
        return asks is asgi.house_of(house, [])

    # In a thread of its own: a browser of another test may have a loop here that runs.
    with ThreadPoolExecutor(1) as another:
        assert another.submit(asyncio.run, is_of_that_house()).result()


@pytest.mark.parametrize(("one", "other", "are_one"), HOUSES)
def test_a_house_is_one_whatever_address_of_its_own_it_comes_from(
    one: str, other: str, are_one: bool
) -> None:
    assert (house_of(one) == house_of(other)) is are_one
