"""Behind a club's proxy: who asks, by which name, and cookies that https keeps."""

import math
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.cli import main
from companion.cli.arguments import parser
from companion.i18n import Text, message
from companion.web.app import create_app
from companion.web.security.proxy import is_this_machine_alone
from tests.thorough import thorough
from tests.web.hostile import Zoe
from tests.web.serving import serving

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


@pytest.mark.parametrize(
    ("asks", "is_believed"),
    [
        ("192.0.2.1", True),
        ("::ffff:192.0.2.1", True),
        ("2001:db8::7", True),
        ("192.0.2.2", False),
        ("127.0.0.1", False),
        ("", False),
    ],
)
def test_a_proxy_that_is_named_is_believed_and_nobody_else(
    tmp_path: Path, asks: str, is_believed: bool
) -> None:
    club = made(tmp_path, IS_BEHIND_PROXY=True, PROXIES=("192.0.2.1", "2001:db8::/64"))
    page = club.test_client().get("/new", headers=BY_HTTPS, environ_base={"REMOTE_ADDR": asks})
    assert ("Secure" in page.headers["Set-Cookie"]) is is_believed
    club.extensions["table_service"].database.close()


def test_only_the_last_hop_is_believed(tmp_path: Path) -> None:
    club = made(tmp_path, IS_BEHIND_PROXY=True, RATELIMIT_ENABLED=True)
    zoe = club.test_client()
    # What she claims herself stands before what the proxy adds.
    claims = [{"X-Forwarded-For": f"198.51.100.{number}, 192.0.2.7"} for number in range(30)]
    statuses = [zoe.get("/j/guess", headers=claim).status_code for claim in claims]
    assert statuses.count(404) <= 22 and statuses[-1] == 429
    club.extensions["table_service"].database.close()


@thorough
def test_of_300_guesses_with_300_claimed_addresses_nearly_all_are_refused(tmp_path: Path) -> None:
    options = ("--workers", "2", "--behind-proxy", "192.0.2.1")
    with serving(tmp_path, None, *options, COMPANION_LIMITS="") as server:

        def guess(number: int) -> int:
            claim = f"X-Forwarded-For: 198.51.{number % 100}.{number // 100}\r\n"
            return Zoe(server.port).ask("GET", f"/j/guess-{number}", claim).status

        began = time.monotonic()
        with ThreadPoolExecutor(8) as hands:
            statuses = Counter(hands.map(guess, range(300)))
        spent = time.monotonic() - began
    # Each worker has its part of them, in a minute.
    assert 0 < statuses[404] <= 20 * math.ceil(spent / 60)
    assert statuses[429] == 300 - statuses[404]


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--behind-proxy",), message("serve.proxy-unnamed", host="0.0.0.0")),
        (("--host", "::", "--behind-proxy"), message("serve.proxy-unnamed", host="::")),
    ],
)
def test_who_can_be_reached_by_anybody_has_to_name_the_proxy(
    options: tuple[str, ...], why: Text, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(("serve", *options)) == 1
    assert capsys.readouterr().err == f"companion: {why}\n"


@pytest.mark.parametrize("written", ["proxy.example", "192.0.2.1/", "192.0.2.1,", "", "999.0.0.1"])
def test_what_is_no_address_is_no_proxy(written: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(("serve", "--behind-proxy", written))
    assert ended.value.code == 2
    assert str(message("serve.no-proxy", written=written)) in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "proxies"),
    [
        ((), None),
        (("--behind-proxy", "--local"), ()),
        (("--behind-proxy", "192.0.2.1,2001:db8::/64"), ("192.0.2.1/32", "2001:db8::/64")),
    ],
)
def test_a_proxy_may_be_named_or_be_on_this_machine(
    options: tuple[str, ...], proxies: tuple[str, ...] | None
) -> None:
    assert parser().parse_args(("serve", *options)).behind_proxy == proxies


@pytest.mark.parametrize(
    ("host", "is_alone"),
    [("127.0.0.1", True), ("127.9.9.9", True), ("::1", True), ("localhost", True),
     ("0.0.0.0", False), ("::", False), ("192.168.1.5", False), ("kitchen.local", False)],
)  # fmt: skip
def test_only_this_machine_gets_to_a_loopback_address(host: str, is_alone: bool) -> None:
    assert is_this_machine_alone(host) is is_alone
