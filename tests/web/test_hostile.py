"""A hostile client at a real server: refused with a sentence, nothing changed, nothing told."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine
from sqlmodel import SQLModel

from tests.web.hostile import CHUNKED, URLENCODED, Reply, Zoe
from tests.web.serving import Serving, serving

TABLE = {"game": "race-horse", "name-0": "Ana", "name-1": "Ben", "lead": "0"}
#: A tile that Ana may set.
TILE = {"tile": "6-4", "seen": "1"}
BOUNDARY = "Content-Type: multipart/form-data; boundary=x\r\n"
PART = b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'
NINES = "9" * 5000


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    folder = tmp_path_factory.mktemp("hostile")
    with serving(folder, None, "--log", COMPANION_LIMITS="on") as started:
        yield started


@pytest.fixture(scope="session")
def ana(server: Serving) -> Zoe:
    """What Zoe would have if she got hold of Ana's phone: then her forms are well made."""
    page = Zoe(server.port).ask("GET", "/new")
    opened = Zoe(server.port, page.cookie, page.token).post("/new", TABLE)
    assert opened.status == 303
    return Zoe(server.port, opened.cookie, page.token)


@pytest.fixture(scope="session")
def table(ana: Zoe) -> str:
    """The address of a table at which Ana leads."""
    found = re.search(r'href="(/t/[^"/?]+)"', ana.ask("GET", "/").body)
    assert found is not None
    return found[1]


@pytest.fixture(autouse=True)
def nothing_changed(server: Serving, ana: Zoe, table: str) -> Iterator[None]:
    """After each of these tests all rows are as before, and the log is clean."""
    before = rows(server.data)
    written = len(server.log())
    yield
    assert rows(server.data) == before
    log = server.log()[written:]
    assert "Traceback" not in log, log
    for secret in (*secrets_in(before), ana.token, ana.cookie.partition("=")[2], "Ana", "sesame"):
        assert secret not in log


def rows(data: Path) -> dict[str, list[tuple[object, ...]]]:
    """All that is kept."""
    engine = create_engine(f"sqlite:///{data}/tables.db")
    with engine.connect() as connection:
        kept = {
            table.name: [tuple(row) for row in connection.execute(table.select())]
            for table in SQLModel.metadata.sorted_tables
        }
    engine.dispose()
    return kept


def secrets_in(kept: dict[str, list[tuple[object, ...]]]) -> list[str]:
    return [str(link[0]) for link in kept["link"]]


def refused(reply: Reply, *statuses: int) -> None:
    """It is one of these refusals, a sentence tells so, and nothing of the inside shows."""
    assert reply.status in statuses, (reply.status, reply.body[:500])
    assert re.search(r"[A-Z][a-z]+ .*|Bad Request", re.sub(r"<[^>]+>", " ", reply.body))
    for inside in ("Traceback", "companion/", "site-packages", "sqlalchemy", "werkzeug"):
        assert inside not in reply.body


def test_a_well_made_tap_would_have_been_counted(ana: Zoe, table: str) -> None:
    # Beside all the refusals: an old tap, so that nothing changes here either.
    assert ana.post(f"{table}/set", {**TILE, "seen": "0"}).status == 409


# Forms that were not made here


@pytest.mark.parametrize("token", ["", "open-sesame", "\xff\x00", "a" * 2000])
def test_a_form_without_the_pages_token_is_refused(ana: Zoe, table: str, token: str) -> None:
    forger = ana._replace(token=token)
    for deed in ("set", "draw", "undo", "ruling", "names", "record/1/delete"):
        refused(forger.post(f"{table}/{deed}", TILE), 400)
    refused(forger.post("/new", TABLE), 400)


@pytest.mark.parametrize(
    "header", ["Origin: https://evil.example", "Referer: http://evil.example/"]
)
def test_another_sites_page_cannot_post_for_a_phone(ana: Zoe, table: str, header: str) -> None:
    refused(ana._replace(token="").post(f"{table}/set", TILE, f"{header}\r\n"), 400)


def test_the_token_of_another_phone_is_refused(server: Serving, ana: Zoe, table: str) -> None:
    own = Zoe(server.port).ask("GET", "/new")
    refused(ana._replace(token=own.token).post(f"{table}/set", TILE), 400)


@pytest.mark.parametrize(
    "tamper",
    [
        lambda cookie: cookie[:-2] + ("aa" if cookie[-2:] != "aa" else "bb"),
        lambda cookie: cookie.replace(".", ".A", 1),
        lambda cookie: cookie.partition(".")[0],
        lambda cookie: "session=eyJkZXZpY2UiOiJhbmFzLXBob25lIn0.aaaa.bbbb",
        lambda cookie: "session=" + "." * 3000,
    ],
)
def test_a_cookie_that_was_changed_says_nothing(ana: Zoe, table: str, tamper) -> None:  # type: ignore[no-untyped-def]
    forger = ana._replace(cookie=tamper(ana.cookie))
    refused(forger.post(f"{table}/set", TILE), 400)
    refused(forger.ask("GET", table), 404)


def test_a_cookie_from_before_the_table_was_opened_opens_nothing(
    server: Serving, ana: Zoe, table: str
) -> None:
    page = Zoe(server.port).ask("GET", "/new")
    old = Zoe(server.port, page.cookie, page.token)
    refused(old.post(f"{table}/set", TILE), 404)
    refused(old.ask("GET", table), 404)


def test_names_cannot_smuggle_a_line_into_a_header_or_a_record(ana: Zoe, table: str) -> None:
    smuggled = "Ana\r\nSet-Cookie: zoe=1"
    reply = ana.post(f"{table}/names", {"name-0": smuggled, "name-1": "Ben", "seen": "0"})
    assert reply.status == 409
    assert "zoe" not in reply.header
    refused(ana.post("/join", {"who": smuggled}), 404)


# Too much


def test_more_than_a_form_needs_is_refused(ana: Zoe, table: str) -> None:
    refused(ana.post(f"{table}/set", {**TILE, "reason": "a" * 70_000}), 413)
    refused(ana.ask("POST", f"{table}/set", f"{URLENCODED}Content-Length: 99999999999\r\n"), 413)
    refused(ana.ask("POST", f"{table}/set", BOUNDARY, PART * 1100 + b"--x--\r\n"), 413)


def test_a_body_without_an_end_is_not_listened_to(ana: Zoe, table: str) -> None:
    endless = ana.request("POST", f"{table}/set", URLENCODED + CHUNKED)
    endless += (b"1000\r\n" + b"a" * 4096 + b"\r\n") * 2000
    refused(ana.send(endless), 411)


@pytest.mark.parametrize(
    "header", [f"X-A: {'a' * 20_000}\r\n", "".join(f"X-{n}: a\r\n" for n in range(3000))]
)
def test_more_header_than_a_phone_sends_is_refused(ana: Zoe, header: str) -> None:
    refused(ana.ask("GET", "/", header), 431)


def test_an_address_without_an_end_is_refused(ana: Zoe) -> None:
    refused(ana.ask("GET", "/" + "a" * 20_000), 431)


@pytest.mark.parametrize("number", [NINES, "-" + NINES, "1e5", "inf", "٣", "1_000_000_0", ""])
def test_a_number_that_no_table_has_is_refused(ana: Zoe, table: str, number: str) -> None:
    refused(ana.post(f"{table}/set", {**TILE, "seen": number}), 400, 409)
    refused(ana.post(f"{table}/ruling", {"side": number, "points": "5", "seen": "1"}), 400)
    if number:
        refused(ana.post(f"{table}/draw", {"tiles": number, "seen": "1"}), 400, 422)
        refused(ana.post(f"{table}/record/1", {"as": number, "seen": "1"}), 400)
    refused(ana.ask("GET", f"{table}/record/{NINES[:30]}"), 404)


# Odd methods, odd bytes


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "TRACE", "PROPFIND", "GET"])
def test_other_methods_are_refused(ana: Zoe, table: str, method: str) -> None:
    refused(ana.ask(method, f"{table}/set"), 405)


@pytest.mark.parametrize(
    "path", ["/t/%00", "/t/%ff%fe", "/t/%zz%", "/t/a%0d%0aX:%20y", "/%2e%2e/t"]
)
def test_an_address_of_odd_bytes_is_no_address(ana: Zoe, path: str) -> None:
    refused(ana.ask("GET", path), 404)


@pytest.mark.parametrize(
    "path",
    [
        "/static/../companion/web/app.py",
        "/static/..%2f..%2fpyproject.toml",
        "/static/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
        "/static/..%5c..%5cpyproject.toml",
        "/static/%00",
        "/static/",
        "//etc/passwd",
    ],
)
def test_nothing_but_static_files_is_served(ana: Zoe, path: str) -> None:
    refused(ana.ask("GET", path), 404)


@pytest.mark.parametrize(
    "request_line",
    [
        b"GET /j/open-sesame HTTP/9.9",
        b"get / HTTP/1.1",
        b"GET /\xff\xfe\x00 HTTP/1.1",
        b"GET /",
        b"POST / HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 6",
        b"POST / HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked",
        b"POST / HTTP/1.1\r\nContent-Length: -5",
        b"GET / HTTP/1.1\r\nCookie: look=\x00",
        b"GET / HTTP/1.1\r\nX-A: b\r\n c",
    ],
)
def test_what_is_no_http_is_refused(ana: Zoe, request_line: bytes) -> None:
    refused(ana.send(request_line + b"\r\n\r\n"), 400)


@pytest.mark.parametrize(
    "tile",
    ["6-4\x00", "٦-4", "7-7", "6-4 on 6-4", "<b>"],
)
def test_what_is_no_tile_is_refused(ana: Zoe, table: str, tile: str) -> None:
    refused(ana.post(f"{table}/set", {**TILE, "tile": tile}), 400)
    refused(ana.post(f"{table}/set", {**TILE, "on": tile}), 400)


@pytest.mark.parametrize(
    "back", ["https://evil.example/", "//evil.example", "/\\evil.example", "/\r\nX-Zoe: y", "/\x00"]
)
def test_nobody_is_sent_to_another_site(ana: Zoe, back: str) -> None:
    answer = ana.post("/look", {"theme": "auto", "back": back})
    assert (answer.status, answer.location) == (303, "/")
    assert "Zoe" not in answer.header


@pytest.mark.parametrize("host", ["evil.example", '"><script>'])
def test_another_name_in_the_request_is_on_no_page(ana: Zoe, table: str, host: str) -> None:
    page = ana.send(ana.request("GET", table).replace(b"localhost", host.encode()))
    assert host not in page.body
    assert host not in page.header


def test_a_proxy_that_is_none_is_not_believed(ana: Zoe) -> None:
    page = ana.ask(
        "GET", "/", "SCRIPT_NAME: /evil\r\nX-Forwarded-Proto: https\r\nForwarded: host=evil\r\n"
    )
    assert page.status == 200
    assert "evil" not in page.body
    assert "Strict-Transport-Security" not in page.header
