"""By which name somebody asks: one that cannot be a name is told so, on no page with links."""

import io
import sys
from collections.abc import Iterable

import pytest
from flask import Flask

from companion.i18n import message

LONG = "a" * 64


def answer(app: Flask, host: str, path: str, method: str = "GET") -> tuple[str, str]:
    """The status and the text for somebody who asks by this name, as a server hands it on."""
    told: list[str] = []
    body: Iterable[bytes] = app(
        {
            "REQUEST_METHOD": method,
            "SCRIPT_NAME": "",
            "PATH_INFO": path,
            "QUERY_STRING": "",
            "SERVER_NAME": "127.0.0.1",
            "SERVER_PORT": "8000",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "HTTP_HOST": host,
            "REMOTE_ADDR": "127.0.0.1",
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(),
            "wsgi.errors": sys.stderr,
        },
        lambda status, _header, _error=None: told.append(status),  # type: ignore[arg-type]
    )
    return told[0][:3], b"".join(body).decode()


@pytest.mark.parametrize("host", ["a..b", ".a", "..", LONG, f"{LONG}.org", f"b.{LONG}:80"])
@pytest.mark.parametrize("path", ["/", "/nowhere", "/t/AAAA/join", "/healthz", "/j/AAAA"])
def test_what_is_no_name_is_told_so(app: Flask, host: str, path: str) -> None:
    with app.test_request_context():
        sentence = f"{message('problem.another-name')}\n"
    for method in ("GET", "POST"):
        assert answer(app, host, path, method) == ("400", sentence)


@pytest.mark.parametrize(
    "host", ["", "a.", "xn--a", "ex ample", "[::1", "[::1]:80", "a:b", "a_b", "\xff", "<b>"]
)
def test_any_other_name_is_answered(app: Flask, host: str) -> None:
    for path, status in (("/", "200"), ("/nowhere", "404"), ("/t/AAAA/join", "404")):
        assert answer(app, host, path)[0] == status


def test_a_name_as_people_type_it_leads_home(app: Flask) -> None:
    assert answer(app, "dominoes.example.org", "/")[0] == "200"
