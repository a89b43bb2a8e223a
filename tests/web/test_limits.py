"""Limits: a club's phones play undisturbed behind one address, a flood is turned away."""

import math
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, request
from flask.testing import FlaskClient

from companion.db.table_models import LeadsTo
from companion.i18n import message
from companion.tables.proposals import ProposalService
from companion.tables.table_access import AccessService
from companion.tables.table_service import TableService
from companion.web.app import create_app
from companion.web.security import policy
from tests.databases import KINDS, away
from tests.tables.scribe import opened
from tests.thorough import some
from tests.web.addresses import addresses
from tests.web.hostile import Zoe
from tests.web.houses import HOUSES
from tests.web.serving import serving

HOUSE = {"REMOTE_ADDR": "192.0.2.7"}
OTHER = {"REMOTE_ADDR": "192.0.2.8"}
TABLE = {"game": "race-horse", "name-0": "Ana", "name-1": "Ben", "lead": "later"}


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    made = create_app(
        {
            "DATABASE_URL": f"sqlite:///{tmp_path}/t.db",
            "SECRET_KEY": "test",
            "WTF_CSRF_ENABLED": False,
            "RATELIMIT_ENABLED": True,
        }
    )
    made.extensions["table_service"].database.migrate()
    yield made
    made.extensions["table_service"].database.close()


def test_one_address_may_open_many_tables_but_no_flood_of_them(
    app: Flask, table_service: TableService
) -> None:
    zoe = app.test_client()
    for _ in range(30):
        assert zoe.post("/new", data=TABLE, environ_base=HOUSE).status_code == 303
    refused = zoe.post("/new", data=TABLE, environ_base=HOUSE)
    assert refused.status_code == 429
    assert str(message("problem.too-much.sentence")) in refused.text
    assert 1 <= int(refused.headers["Retry-After"]) <= 61
    # A record brought in, or a table taken over, is a table too.
    for brings_in in ("/import", "/take"):
        assert zoe.post(brings_in, environ_base=HOUSE).status_code == 429
    # A fresh cookie is no fresh start.
    assert app.test_client().post("/new", data=TABLE, environ_base=HOUSE).status_code == 429
    assert zoe.post("/new", data=TABLE, environ_base=OTHER).status_code == 303
    assert zoe.get("/new", environ_base=HOUSE).status_code == 200


EVENING = "game: race-horse\nplayers: Ana, Ben\nlead: Ana\n" + "ruling: Ana +0\n" * 300


@pytest.fixture
def tight(monkeypatch: pytest.MonkeyPatch) -> None:
    """Room for a few looks at records."""
    monkeypatch.setattr(policy.COMPUTING, "rates", "8 per hour")
    monkeypatch.setattr(policy.COMPUTING, "parts", 1)


def test_who_lets_long_records_be_replayed_again_and_again_is_refused(
    tight: None, app: Flask
) -> None:
    zoe = app.test_client()
    table = zoe.post("/import", data={"record": EVENING}, environ_base=HOUSE).headers["Location"]
    statuses = [zoe.get(f"{table}/record", environ_base=HOUSE).status_code for _ in range(9)]
    assert statuses == [200] * 8 + [429]
    refused = zoe.get(f"{table}/record.json", environ_base=HOUSE)
    assert refused.status_code == 429 and 1 <= int(refused.headers["Retry-After"]) <= 3601
    assert str(message("problem.too-much.sentence")) in refused.text
    # What replays no whole record goes on, and so does everybody else.
    assert zoe.get(table, environ_base=HOUSE).status_code == 200
    assert zoe.get(f"{table}/record", environ_base=OTHER).status_code == 200


def test_whatever_replays_a_record_is_counted(
    app: Flask, table_service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = create_app({**app.config, "RATELIMIT_ENABLED": False})
    ana, replaying = app.test_client(), set[str | None]()
    location = ana.post("/import", data={"record": EVENING}).headers["Location"]
    table_id = location.rpartition("/")[2]

    def counts(made: Callable[..., Any]) -> Callable[..., Any]:
        def counting(*values: Any, **named: Any) -> Any:
            replaying.add(request.endpoint)
            return made(*values, **named)

        return counting

    monkeypatch.setattr(TableService, "read", counts(TableService.read))
    monkeypatch.setattr(ProposalService, "foresee", counts(ProposalService.foresee))
    link = AccessService(table_service.database).links(table_id)[LeadsTo.WATCH]
    pages = {"seq": 2, "side": 0, "number": 1}
    for _, method, address in addresses(app, table_id, link, **pages):
        if "delete" not in address and method == "GET":
            ana.get(f"{address}?at=2")
    assert {"record.show", "referee.what_if", "finish.draw"} <= replaying
    for endpoint in replaying:
        assert endpoint and policy.COMPUTING in (policy.policy_of(app, endpoint).limits or ()), (
            endpoint
        )
    app.extensions["table_service"].database.close()


def test_an_evening_behind_one_address_never_comes_near_it(app: Flask) -> None:
    # What is counted are looks, however long a record is.
    record = {"record": EVENING[:200].rpartition("\n")[0]}
    tables = [
        (phone, phone.post("/import", data=record, environ_base=HOUSE).location)
        for phone in (app.test_client(), app.test_client())
    ]
    # All of this within a second or two.
    for page in ("record", "end", "why", "record.txt") * 15:
        for phone, table in tables:
            assert phone.get(f"{table}/{page}", environ_base=HOUSE).status_code != 429


def test_a_loud_phone_takes_nothing_from_its_neighbours_behind_the_same_address(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(policy.REQUESTS, "rates", "90 per hour")
    monkeypatch.setattr(policy.COMPUTING, "rates", "30 per hour")
    app = create_app({**app.config, "RATELIMIT_ENABLED": True})

    def asks(phone: FlaskClient, address: str, times: int) -> Counter[int]:
        return Counter(phone.get(address, environ_base=HOUSE).status_code for _ in range(times))

    loud, ben, stranger = (app.test_client() for _ in range(3))
    table = loud.post("/new", data=TABLE, environ_base=HOUSE).headers["Location"]
    bens = ben.post("/new", data=TABLE, environ_base=HOUSE).headers["Location"]
    assert asks(loud, f"{table}/record", 20) == {200: 10, 429: 10}
    assert asks(loud, table, 30) == {200: 10, 429: 20}
    # Without its cookie it gets another part, together with all who have none.
    assert asks(stranger, "/rules", 40) == {200: 28, 429: 12}
    # What was refused to either is nobody's loss.
    assert asks(ben, f"{bens}/record", 12) == {200: 10, 429: 2}
    assert asks(ben, bens, 18) == {200: 18}
    app.extensions["table_service"].database.close()


def test_who_guesses_links_and_codes_is_soon_refused(app: Flask) -> None:
    zoe = app.test_client()
    for number in range(10):
        assert zoe.get(f"/j/guess-{number}", environ_base=HOUSE).status_code == 404
        answer = zoe.post("/code", data={"code": f"AAAAA{number}"}, environ_base=HOUSE)
        assert answer.status_code == 404
    assert zoe.get("/j/guess-10", environ_base=HOUSE).status_code == 429
    assert zoe.post("/code", data={"code": "AAAAAA"}, environ_base=HOUSE).status_code == 429
    # Who plays in the same house goes on.
    assert zoe.get("/", environ_base=HOUSE).status_code == 200


def test_an_invitation_that_leads_nowhere_is_a_guess_like_any_other(app: Flask) -> None:
    zoe = app.test_client()
    with zoe.session_transaction() as session:
        session["invited"] = "x" * 22
    for _ in range(10):
        assert zoe.get("/join", environ_base=HOUSE).status_code == 404
        assert zoe.post("/join", environ_base=HOUSE).status_code == 404
    assert zoe.get("/join", environ_base=HOUSE).status_code == 429
    assert zoe.get("/j/guess", environ_base=HOUSE).status_code == 429


def test_who_guesses_the_code_of_a_learner_is_soon_refused(app: Flask) -> None:
    zoe = app.test_client()
    guess = {"name": "Ana", "code": "AAAAAA"}
    address = "/practise/progress/enter"
    statuses = [zoe.post(address, data=guess, environ_base=HOUSE).status_code for _ in range(21)]
    assert statuses == [404] * 20 + [429]


def test_one_code_is_guessed_by_many_addresses_no_more_often_than_by_one(app: Flask) -> None:
    address = "/practise/progress/enter"

    def guess(number: int, name: str) -> int:
        asks = {"REMOTE_ADDR": f"198.51.100.{number}"}
        form = {"name": name, "code": f"AAAA{number:02}"}
        return app.test_client().post(address, data=form, environ_base=asks).status_code

    # However she writes the name.
    names = ("Ana", "ana", "  ANA ", "\uff21na")
    assert {guess(number, names[number % 4]) for number in range(20)} == {404}
    assert {guess(number, names[number % 4]) for number in range(20, 24)} == {429}
    assert guess(25, "Ben") == 404
    codes = [
        app.test_client()
        .post("/code", data={"code": "aaa-aaa"}, environ_base={"REMOTE_ADDR": f"203.0.113.{asks}"})
        .status_code
        for asks in range(21)
    ]
    assert codes == [404] * 20 + [429]


def test_who_has_the_right_link_or_code_is_no_guesser(
    app: Flask, table_service: TableService
) -> None:
    links = AccessService(table_service.database).links(opened(table_service, "lead: Ana"))
    for _ in range(25):
        phone = app.test_client()
        watch = phone.get(f"/j/{links[LeadsTo.WATCH]}", environ_base=HOUSE)
        code = phone.post("/code", data={"code": links[LeadsTo.CODE]}, environ_base=HOUSE)
        assert (watch.status_code, code.status_code) == (303, 303)
    assert app.test_client().get("/j/guess", environ_base=HOUSE).status_code == 404


def test_while_the_database_is_away_no_page_fails_for_its_limit(
    app: Flask, table_service: TableService
) -> None:
    zoe = app.test_client()
    table_service.database.engine.dispose()
    with away(app.config["DATABASE_URL"]):
        assert zoe.get("/rules", environ_base=HOUSE).status_code == 200
        # Nothing was learnt, so nothing was guessed.
        statuses = [zoe.get("/j/guess", environ_base=HOUSE).status_code for _ in range(25)]
    assert {*statuses} == {503}
    assert zoe.get("/j/guess", environ_base=HOUSE).status_code == 404


def test_a_form_too_large_to_read_is_no_way_to_a_new_count(app: Flask) -> None:
    zoe = app.test_client()
    guess = {"code": "AAAAAA"}
    for _ in range(20):
        assert zoe.post("/code", data=guess, environ_base=HOUSE).status_code == 404
    flood = {"code": "A" * 100_000}
    assert zoe.post("/code", data=flood, environ_base=HOUSE).status_code in (413, 429)
    assert zoe.post("/code", data=guess, environ_base=HOUSE).status_code == 429


@pytest.mark.parametrize("kind", some(KINDS, 1))
def test_of_all_workers_together_nobody_gets_more_guesses(url: str, tmp_path: Path) -> None:
    options = ("--workers", "2")
    with serving(tmp_path, None, *options, DATABASE_URL=url, COMPANION_LIMITS="") as server:

        def guess(number: int) -> int:
            return Zoe(server.port).ask("GET", f"/j/guess-{number}").status

        began = time.monotonic()
        with ThreadPoolExecutor(8) as hands:
            statuses = Counter(hands.map(guess, range(60)))
        spent = time.monotonic() - began
    # Each worker has its part of them; of the next minute's some come early.
    assert 0 < statuses[404] <= 20 * math.ceil(spent / 60)
    assert statuses[429] == 60 - statuses[404]


def test_a_class_practises_behind_one_address_and_a_flood_is_turned_away(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = {"question": "rounding.rounding.race-horse.1.7", "said": "5"}
    monkeypatch.setattr(policy.ANSWERS, "rates", "40 per minute")
    monkeypatch.setattr(policy.ANSWERS, "parts", 1)
    app = create_app({**app.config, "RATELIMIT_ENABLED": True})
    zoe = app.test_client()
    statuses = [
        zoe.post("/practise/mixed", data=form, environ_base=HOUSE).status_code for _ in range(41)
    ]
    assert statuses == [303] * 40 + [429]
    assert zoe.get("/practise/mixed", environ_base=HOUSE).status_code == 200
    app.extensions["table_service"].database.close()


def test_thirty_phones_of_a_club_are_not_disturbed_behind_one_address(
    app: Flask, table_service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A minute of theirs takes some seconds here.
    for limit in (policy.REQUESTS, policy.COMPUTING):
        monkeypatch.setattr(limit, "rates", limit.rates.partition("; ")[2])
    app = create_app({**app.config, "RATELIMIT_ENABLED": True})
    links = AccessService(table_service.database).links(opened(table_service, "lead: Ana"))
    for _ in range(30):
        each = app.test_client()
        code = each.post("/code", data={"code": links[LeadsTo.CODE]}, environ_base=HOUSE)
        table = each.post("/new", data=TABLE, environ_base=HOUSE).headers["Location"]
        asked = [*("/away",) * 38, f"{table}/record", f"{table}/end"]
        assert code.status_code == 303
        assert {each.get(page, environ_base=HOUSE).status_code for page in asked} == {200}
    app.extensions["table_service"].database.close()


def test_a_flood_of_requests_is_turned_away(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy.REQUESTS, "rates", "15 per minute")
    app = create_app({**app.config, "RATELIMIT_ENABLED": True})
    zoe = app.test_client()
    statuses = [zoe.get("/rules", environ_base=HOUSE).status_code for _ in range(8)]
    assert statuses == [200] * 5 + [429] * 3
    # Another page is no way round it, nor a table; and what costs nothing stays free.
    assert zoe.get("/", environ_base=HOUSE).status_code == 429
    assert zoe.get("/t/guessed", environ_base=HOUSE).status_code == 429
    for free in ("/static/companion.css", "/healthz"):
        with zoe.get(free, environ_base=HOUSE) as answer:
            assert answer.status_code == 200
    app.extensions["table_service"].database.close()


@pytest.mark.parametrize(("one", "other", "are_one"), HOUSES)
def test_who_asks_is_a_house_and_not_one_of_its_many_addresses(
    app: Flask, one: str, other: str, are_one: bool
) -> None:
    asked = []
    for address in (one, other):
        with app.test_request_context(environ_base={"REMOTE_ADDR": address}):
            asked.append(policy.who())
    assert (asked[0] == asked[1]) is are_one


def test_an_app_that_is_not_told_to_count_does_not() -> None:
    app = create_app({"DATABASE_URL": "sqlite://", "SECRET_KEY": "test"})
    zoe = app.test_client()
    assert {zoe.get("/rules").status_code for _ in range(300)} == {200}
    app.extensions["table_service"].database.close()
