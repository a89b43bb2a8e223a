"""A line for each request: what happened, and nothing that nobody may know."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.web.app import create_app
from companion.web.request_log import log_requests

LINE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ (\S+) (\S+) (\d{3}) \d+\.\d ms (\d+) bytes\n")


@pytest.fixture
def lines() -> list[str]:
    return []


@pytest.fixture
def app(tmp_path: Path, lines: list[str]) -> Iterator[Flask]:
    made = create_app(
        {
            "DATABASE_URL": f"sqlite:///{tmp_path}/t.db",
            "SECRET_KEY": "test",
            "WTF_CSRF_ENABLED": False,
        }
    )

    @made.get("/j/<secret>/further")
    def link(secret: str) -> str:
        return secret

    @made.get("/somewhere/<code>")
    def by_code(code: str) -> str:
        raise ValueError("a slip of ours")

    made.wsgi_app = log_requests(made.wsgi_app, lines.append)  # type: ignore[method-assign]
    made.extensions["table_service"].database.migrate()
    yield made
    made.extensions["table_service"].database.close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def told(lines: list[str]) -> tuple[str | Any, ...]:
    """Method, path, status and bytes of the only line."""
    (line,) = lines
    matched = LINE.fullmatch(line)
    assert matched is not None, line
    return matched.groups()


def test_a_request_is_told_with_its_path_status_and_length(
    client: FlaskClient, lines: list[str]
) -> None:
    with client.get("/rules/race-horse") as answer:
        length = len(answer.data)
    assert told(lines) == ("GET", "/rules/race-horse", "200", f"{length}")


def test_queries_cookies_and_form_values_are_not_told(
    client: FlaskClient, lines: list[str]
) -> None:
    client.set_cookie("look", "digits.plain.dark")
    client.post("/look?secret=open-sesame", data={"theme": "dark", "back": "/?Zoe"}).close()
    assert told(lines)[:3] == ("POST", "/look", "303")


def test_the_secret_of_a_link_is_not_told(client: FlaskClient, lines: list[str]) -> None:
    client.get("/j/open-sesame/further").close()
    assert told(lines)[:3] == ("GET", "/j/***/further", "200")


def test_a_mistyped_link_may_be_nearly_a_secret_and_is_not_told(
    client: FlaskClient, lines: list[str]
) -> None:
    client.get("/J/open-sesam").close()
    assert told(lines)[:3] == ("GET", "-", "404")


def test_a_line_stays_one_line_whatever_the_address_holds(
    client: FlaskClient, lines: list[str]
) -> None:
    client.get("/t/a%0Ab%1B[31m/end").close()
    assert told(lines)[:3] == ("GET", "/t/a%0Ab%1B%5B31m/end", "404")


def test_a_failure_of_ours_is_logged_without_the_code_in_its_address(
    client: FlaskClient, lines: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    answer = client.get("/somewhere/open-sesame")
    assert answer.status_code == 500
    assert "slip" not in answer.text
    answer.close()
    assert told(lines)[:3] == ("GET", "/somewhere/***", "500")
    assert "Failed: GET /somewhere/***" in caplog.text
    assert "a slip of ours" in caplog.text
    assert "sesame" not in caplog.text


def test_a_kitchen_has_no_log(app: Flask) -> None:
    assert not app.config["LOGS_REQUESTS"]
