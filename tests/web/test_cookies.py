"""Cookies: by https for this host alone, and no phone loses its tables over a name."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.web.app import create_app
from tests.web.phones import cookie_of

SECRET = "test"
BY_HTTPS = "https://dominoes.example.org"


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    settings = {"SECRET_KEY": SECRET, "WTF_CSRF_ENABLED": False}
    made = create_app({"DATABASE_URL": f"sqlite:///{tmp_path}/t.db", **settings})
    made.extensions["table_service"].database.migrate()
    yield made
    made.extensions["table_service"].database.close()


@pytest.fixture
def zoe(app: Flask) -> FlaskClient:
    return app.test_client()


def cookies_set(zoe: FlaskClient, address: str, base_url: str, **form: str) -> dict[str, str]:
    """The cookies that an answer sets, each with its flags."""
    answer = zoe.post(address, data=form, base_url=base_url)
    assert answer.status_code == 303
    headers = answer.headers.getlist("Set-Cookie")
    return {header.partition("=")[0]: header.partition(";")[2].strip() for header in headers}


NEW = {"game": "race-horse", "name-0": "Ana", "name-1": "Ben", "lead": "later"}


def test_by_https_every_cookie_is_for_this_host_alone(zoe: FlaskClient) -> None:
    for address, form in (("/new", NEW), ("/look", {"theme": "dark"})):
        for name, flags in cookies_set(zoe, address, BY_HTTPS, **form).items():
            assert name.startswith("__Host-")
            assert "Secure" in flags and "Path=/" in flags and "Domain" not in flags


def test_without_https_cookies_have_plain_names(zoe: FlaskClient) -> None:
    assert {*cookies_set(zoe, "/new", "http://localhost", **NEW)} == {"session"}
    assert {*cookies_set(zoe, "/look", "http://localhost", theme="dark")} == {"look"}


def test_a_phone_that_came_before_the_name_keeps_its_tables(app: Flask, zoe: FlaskClient) -> None:
    kept = {"device": "anas-phone", "tables": ["a table"], "_permanent": True}
    zoe.set_cookie("session", cookie_of(SECRET, kept), domain="dominoes.example.org")
    zoe.set_cookie("look", "digits.plain.dark", domain="dominoes.example.org")
    page = zoe.get("/", base_url=BY_HTTPS)
    assert 'data-faces="digits" data-colours="plain" data-theme="dark"' in page.text
    assert zoe.get_cookie("session", domain="dominoes.example.org") is None
    with zoe.session_transaction(base_url=BY_HTTPS) as session:
        assert kept.items() <= session.items()


def test_the_plain_name_counts_no_more_beside_the_own_one(zoe: FlaskClient) -> None:
    zoe.post("/new", data=NEW, base_url=BY_HTTPS)
    with zoe.session_transaction(base_url=BY_HTTPS) as session:
        own = session["device"]
    planted = cookie_of(SECRET, {"device": "zoes-phone"})
    zoe.set_cookie("session", planted, domain="dominoes.example.org")
    zoe.get("/", base_url=BY_HTTPS)
    with zoe.session_transaction(base_url=BY_HTTPS) as session:
        assert session["device"] == own
    assert zoe.get_cookie("session", domain="dominoes.example.org") is None


def test_a_cookie_that_nobody_here_signed_is_none(zoe: FlaskClient) -> None:
    forged = cookie_of("another secret", {"device": "anas-phone"})
    zoe.set_cookie("session", forged, domain="dominoes.example.org")
    assert zoe.get("/", base_url=BY_HTTPS).status_code == 200
    with zoe.session_transaction(base_url=BY_HTTPS) as session:
        assert "device" not in session
