"""From a worker's request to the app and back."""

import json
from urllib.parse import urlencode

import pytest
from flask import Flask, Response, request, session

from companion.offline.phone.wsgi_bridge import Bridge


@pytest.fixture
def bridge() -> Bridge:
    app = Flask(__name__)
    app.secret_key = "test"

    @app.post("/echo/<name>")
    def echo(name: str) -> Response:
        session["name"] = name
        response = Response(f"{request.url} {request.form['tile']} {request.headers['Hx-Request']}")
        response.set_cookie("look", "digits.plain")
        return response

    @app.get("/who")
    def who() -> str:
        return f"{session.get('name')} {request.cookies.get('look')}"

    @app.get("/forget")
    def forget() -> Response:
        session.clear()
        response = Response()
        response.delete_cookie("look")
        return response

    made = Bridge(app)
    made.root = "/pocket"
    return made


def asked(bridge: Bridge, method: str, path: str, body: bytes = b"") -> tuple[int, str, object]:
    form = ("Content-Type", "application/x-www-form-urlencoded")
    told = json.dumps([method, f"https://club.example{path}", [form, ("HX-Request", "true")]])
    answer, content = bridge.answer(told, body)
    status, headers, cookies = json.loads(answer)
    assert "set-cookie" not in {name.lower() for name, _ in headers}
    return status, content.decode(), cookies


def test_a_form_below_a_folder_reaches_the_app_as_it_would_at_a_server(bridge: Bridge) -> None:
    body = urlencode({"tile": "6-4"}).encode()
    status, text, _ = asked(bridge, "POST", "/pocket/echo/Zo%C3%AB?seen=3", body)
    assert status == 200
    assert text == "https://club.example/pocket/echo/Zoë?seen=3 6-4 true"


def test_cookies_are_kept_and_told_where_they_changed(bridge: Bridge) -> None:
    body = urlencode({"tile": "6-4"}).encode()
    _, _, cookies = asked(bridge, "POST", "/pocket/echo/Ana", body)
    assert isinstance(cookies, dict) and cookies["look"] == "digits.plain"
    assert asked(bridge, "GET", "/pocket/who")[1:] == ("Ana digits.plain", None)


def test_a_cookie_that_is_deleted_is_gone(bridge: Bridge) -> None:
    asked(bridge, "POST", "/pocket/echo/Ana", urlencode({"tile": "6-4"}).encode())
    asked(bridge, "GET", "/pocket/forget")
    assert asked(bridge, "GET", "/pocket/who")[1] == "None None"


def test_a_page_that_is_not_there_is_an_answer_too(bridge: Bridge) -> None:
    assert asked(bridge, "GET", "/pocket/nowhere")[0] == 404
