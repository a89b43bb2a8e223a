"""Behind a club's proxy: who asks, by which name, and cookies that https keeps."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.web.app import create_app
from companion.words import message

BY_HTTPS = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "dominoes.example.org"}


def made(folder: Path, **settings: Any) -> Flask:
    url = f"sqlite:///{folder}/t.db"
    app = create_app({"DATABASE_URL": url, "SECRET_KEY": "test", **settings})
    app.extensions["table_service"].database.migrate()
    return app


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Flask]:
    app = made(tmp_path, IS_BEHIND_PROXY=True, TRUSTED_HOSTS=["dominoes.example.org"])
    yield app
    app.extensions["table_service"].database.close()


@pytest.fixture
def kitchen(tmp_path: Path) -> Iterator[Flask]:
    app = made(tmp_path)
    yield app
    app.extensions["table_service"].database.close()


def test_by_https_cookies_are_kept_to_https(club: Flask) -> None:
    client = club.test_client()
    page = client.get("/new", headers=BY_HTTPS)
    assert "; Secure; HttpOnly; Path=/; SameSite=Lax" in page.headers["Set-Cookie"]
    assert page.headers["Strict-Transport-Security"] == "max-age=31536000"
    token = page.text.partition('name="csrf_token" value="')[2].partition('"')[0]
    look = client.post(
        "/look",
        data={"theme": "dark", "csrf_token": token},
        headers={**BY_HTTPS, "Referer": "https://dominoes.example.org/"},
    )
    assert look.status_code == 303
    assert look.headers["Set-Cookie"].endswith("; Secure; Path=/; SameSite=Lax")


def test_in_a_kitchen_cookies_go_without_https(kitchen: Flask) -> None:
    page = kitchen.test_client().get("/new")
    assert "Secure" not in page.headers["Set-Cookie"]
    assert "HttpOnly; Path=/; SameSite=Lax" in page.headers["Set-Cookie"]
    assert "Strict-Transport-Security" not in page.headers


def test_in_a_kitchen_nobody_is_believed_to_be_a_proxy(kitchen: Flask) -> None:
    page = kitchen.test_client().get("/new", headers=BY_HTTPS)
    assert "Secure" not in page.headers["Set-Cookie"]
    assert "Strict-Transport-Security" not in page.headers


@pytest.mark.parametrize("host", ["evil.example", "dominoes.example.org.evil.example", "a b", '"'])
def test_a_club_answers_to_its_own_name_alone(club: Flask, host: str) -> None:
    answer = club.test_client().get("/", headers={"Host": host})
    assert answer.status_code == 400
    assert answer.text == f"{message('problem.another-name')}\n"


def test_a_name_that_is_none_is_on_no_page(kitchen: Flask) -> None:
    answer = kitchen.test_client().get("/new", headers={"Host": '"><b>zoe'})
    assert "zoe" not in answer.text
