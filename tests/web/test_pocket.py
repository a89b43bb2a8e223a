"""The app to take along, at a server that has it; and the pages of an app that is alone."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.db.errors import DatabaseTrouble
from companion.i18n import message
from companion.offline.phone.phone_views import blueprint
from companion.offline.phone.rescue import open_whole
from companion.web.app import create_app
from tests.web.phones import phone
from tests.web.words import worded


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "pocket"
    (folder / "engine").mkdir(parents=True)
    for name in ("index.html", "worker.js", "release.js", "engine/std-1.zip"):
        (folder / name).write_text(f"{name} as it is")
    for ending in ("br", "gz"):
        (folder / f"engine/std-1.zip.{ending}").write_text(f"by {ending}")
    return folder


@pytest.fixture
def has_pocket(app: Flask, folder: Path) -> FlaskClient:
    app.config["POCKET"] = str(folder)
    return phone(app)


def test_it_is_offered_where_people_come_by_https(has_pocket: FlaskClient) -> None:
    assert b'href="/pocket/"' in has_pocket.get("/", base_url="https://club.example").data
    assert b'href="/pocket/"' not in has_pocket.get("/").data


def test_a_server_without_one_has_no_such_page(client: FlaskClient) -> None:
    assert client.get("/pocket/").status_code == 404
    assert b"/pocket/" not in client.get("/", base_url="https://club.example").data


def test_its_files_travel_as_they_were_compressed(has_pocket: FlaskClient) -> None:
    for accepted, encoding, text in [
        ("gzip, br", "br", b"by br"),
        ("gzip", "gzip", b"by gz"),
        ("identity", None, b"engine/std-1.zip as it is"),
    ]:
        headers = {"Accept-Encoding": accepted}
        with has_pocket.get("/pocket/engine/std-1.zip", headers=headers) as answer:
            assert answer.headers.get("Content-Encoding") == encoding
            assert answer.data == text


def test_its_worker_may_compile_and_is_looked_at_again(has_pocket: FlaskClient) -> None:
    with has_pocket.get("/pocket/worker.js") as answer:
        policy = answer.headers["Content-Security-Policy"]
        assert "'wasm-unsafe-eval'" in policy
        assert "'unsafe-eval'" not in policy
        assert answer.cache_control.no_cache


@pytest.mark.parametrize("path", ["../secret", "engine/../../secret", "%2e%2e/secret"])
def test_nothing_outside_of_the_folder_can_be_had(
    has_pocket: FlaskClient, folder: Path, path: str
) -> None:
    (folder.parent / "secret").write_text("the key")
    answer = has_pocket.get(f"/pocket/{path}")
    assert answer.status_code == 404


# ---- Alone


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[FlaskClient]:
    """The app as it is in a phone."""
    app = create_app(
        {
            "DATABASE_URL": f"sqlite:///{tmp_path}/tables.db",
            "IS_ALONE": True,
            "JOURNAL": "MEMORY",
            "SECRET_KEY": "test",
            "TESTING": True,
            "WTF_CSRF_ENABLED": False,
        }
    )
    app.register_blueprint(blueprint)
    database = app.extensions["table_service"].database
    database.migrate()
    yield phone(app)
    database.close()


def open_table(client: FlaskClient, lead: str = "0") -> str:
    """The path of a new table."""
    form = {"game": "race-horse", "lead": lead, "name-0": "Ana", "name-1": "Ben"}
    return client.post("/new", data=form).location


def test_who_is_alone_is_offered_no_code_and_no_invitation(alone: FlaskClient) -> None:
    assert b'action="/code"' not in alone.get("/").data
    table = open_table(alone)
    page = alone.get(table).data
    assert b"/join" not in page
    assert b"/hand-over" in page
    assert alone.get(f"{table}/join").location == f"{table}/hand-over"


def test_who_is_alone_is_told_what_to_do_instead(alone: FlaskClient) -> None:
    table = open_table(alone)
    assert str(message("hand-over.alone")) in alone.get(f"{table}/hand-over").text


def test_a_page_of_this_phone_is_not_sent_as_a_link_that_leads_nowhere(alone: FlaskClient) -> None:
    table = open_table(alone)
    assert b"data-picture" in alone.get(f"{table}/audit").data
    assert b"data-share=" not in alone.get(f"{table}/audit").data


def test_a_table_that_is_not_on_this_phone_is_to_be_handed_over(alone: FlaskClient) -> None:
    answer = alone.get("/t/nothing-here")
    assert answer.status_code == 404
    assert str(message("problem.no-table-here.sentence")) in answer.text


def test_who_saved_nothing_for_two_weeks_is_reminded(alone: FlaskClient) -> None:
    reminder = str(message("pocket.remind"))
    opened = datetime.now(UTC)
    open_table(alone)
    assert reminder not in alone.get("/").text
    alone.application.config["NOW"] = lambda: opened + timedelta(days=15)
    assert reminder in alone.get("/").text
    saved = alone.post("/phone/everything")
    assert saved.headers["Content-Disposition"].startswith("attachment")
    # The list of apps may have been closed without a choice.
    assert reminder in alone.get("/").text
    alone.post("/phone/saved")
    assert reminder not in alone.get("/").text


def test_what_was_saved_is_brought_back_and_what_was_not_is_refused(alone: FlaskClient) -> None:
    open_table(alone)
    file = alone.post("/phone/everything").data
    brought = alone.post("/phone/", data={"file": (BytesIO(file), "all.saved")})
    assert brought.location == "/phone/?brought=0&beside=0"
    for damaged in (
        b"",
        b"no file of ours",
        file[:-40],
        BytesIO(file).read().replace(b"PK", b"PX"),
    ):
        answer = alone.post("/phone/", data={"file": (BytesIO(damaged), "all.saved")})
        assert answer.status_code == 422
        assert str(message("pocket.not-saved")) in answer.text


#: What no phone says of itself.
UNTRUE = (
    '{"session": {}}',
    '{"session": {"device": null}, "cookies": {}}',
    '{"session": {"tables": "abc"}, "cookies": {}}',
    '{"session": {"held": {"abc": 1}}, "cookies": {}}',
    '{"session": {"solved": [3, "ff"]}, "cookies": {}}',
    '{"session": {"pegged": ["2026-11-25", "1", 2]}, "cookies": {}}',
    '{"session": {"misses": {"count": 3}}, "cookies": {}}',
    '{"session": {"lessons": ["%s"]}, "cookies": {}}' % ("x" * 500),
    '{"session": {}, "cookies": {"look": 1}}',
    '{"session": {}, "cookies": {"look": "dark; Path=/"}}',
    '{"session": {}, "cookies": {"a b": "dark"}}',
)


def test_a_file_that_says_of_its_phone_what_none_says_is_refused(alone: FlaskClient) -> None:
    saved = BytesIO(alone.post("/phone/everything").data)
    for untrue in UNTRUE:
        whole = BytesIO()
        with ZipFile(saved) as file, ZipFile(whole, "w") as changed:
            changed.writestr("tables.backup", file.read("tables.backup"))
            changed.writestr("phone.json", untrue)
        answer = alone.post("/phone/", data={"file": (BytesIO(whole.getvalue()), "all.saved")})
        assert answer.status_code == 422, untrue
        assert str(message("pocket.not-saved")) in answer.text, untrue


# ---- Damaged


def rub_out(file: Path, page: int) -> None:
    """Make a page of a database of noughts, as one that a browser lost."""
    with file.open("r+b") as pages:
        pages.seek(page * 4096)
        pages.write(bytes(4096))


def page_of(file: Path, name: str) -> int:
    """Where a table or an index begins."""
    with closing(sqlite3.connect(file)) as database:
        query = "SELECT rootpage - 1 FROM sqlite_master WHERE name = ?"
        return int(database.execute(query, [name]).fetchone()[0])


def changed(file: Path, *statements: str) -> None:
    with closing(sqlite3.connect(file)) as database:
        for statement in statements:
            database.execute(statement)
        database.commit()


#: How a file is damaged, and how many of its two tables can still be read.
DAMAGES: dict[str, tuple[Callable[[Path], object], int]] = {
    "an index lost": (lambda file: rub_out(file, page_of(file, "change_by_place")), 2),
    "learners lost": (lambda file: rub_out(file, page_of(file, "learner")), 2),
    "tables lost": (lambda file: rub_out(file, page_of(file, "game_table")), 0),
    "cut off": (lambda file: file.write_bytes(file.read_bytes()[: 8 * 4096]), 0),
    "no database": (lambda file: file.write_bytes(b"Dear Ana" * 4096), 0),
    "of something else": (
        lambda file: (file.unlink(), changed(file, "CREATE TABLE letter (text)")),
        0,
    ),
    "a column less": (
        lambda file: changed(file, "ALTER TABLE attempt DROP COLUMN milliseconds"),
        2,
    ),
    "of no version": (
        lambda file: changed(file, "UPDATE alembic_version SET version_num = 'x'"),
        2,
    ),
    "an entry lost": (
        lambda file: (
            changed(file, "DELETE FROM change WHERE seq = 1"),
            rub_out(file, page_of(file, "racer")),
        ),
        1,
    ),
}


def test_damaged_tables_are_noticed_and_what_is_left_of_them_comes_back(
    alone: FlaskClient, tmp_path: Path
) -> None:
    tables, damaged = (tmp_path / name for name in ("tables.db", "damaged.db"))
    alone.application.config["DAMAGED"] = str(damaged)
    service = alone.application.extensions["table_service"]
    empty = tables.read_bytes()
    led, _ = open_table(alone), open_table(alone, lead="later")
    whole = tables.read_bytes()
    open_whole(service.database)
    for name, (damage, readable) in DAMAGES.items():
        service.database.close()
        tables.write_bytes(whole)
        damage(tables)
        with pytest.raises(DatabaseTrouble):
            open_whole(service.database)
        service.database.close()
        tables.rename(damaged)
        told = damaged.read_bytes()
        tables.write_bytes(empty)
        for page in (alone.get("/"), alone.post(f"{led}/undo")):
            assert page.status_code == 503
            assert str(message("pocket.damage.title")) in page.text
        counted = message("pocket.damage.readable", count=readable)
        none = message("pocket.damage.none-readable")
        assert str(counted if readable else none) in page.text, name
        saved = alone.post("/phone/left").data
        with ZipFile(BytesIO(saved)) as file:
            assert file.read("damaged.db") == told
        refused = alone.post("/phone/", data={"file": (BytesIO(b"no file"), "all.saved")})
        assert refused.status_code == 422
        assert str(message("pocket.damage.title")) in refused.text
        brought = alone.post("/phone/", data={"file": (BytesIO(saved), "all.saved")})
        if not readable:
            # Else they would be gone, with nothing in their place.
            assert brought.status_code == 422 and damaged.exists(), name
            assert str(message("pocket.damage.no-table")) in brought.text
            damaged.unlink()
        else:
            assert brought.location == f"/phone/?brought={readable}&beside=0", name
            assert not damaged.exists()
        assert alone.get("/").status_code == 200
        (tmp_path / "rescued.db").unlink()


def test_who_starts_over_has_an_empty_phone(alone: FlaskClient, tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.db"
    alone.application.config["DAMAGED"] = str(damaged)
    damaged.write_bytes(b"Dear Ana")
    assert alone.get("/rules").status_code == 503
    assert alone.post("/phone/again").location == "/"
    assert alone.get("/rules").status_code == 200


def test_health_is_answered_without_a_thread(alone: FlaskClient) -> None:
    assert alone.get("/healthz").status_code == 200


@pytest.mark.parametrize(("name", "status"), [("no-room", 507), ("newer-tables", 503), ("x", 404)])
def test_what_the_worker_cannot_do_is_a_page(alone: FlaskClient, name: str, status: int) -> None:
    answer = alone.get(f"/phone/problem/{name}")
    assert answer.status_code == status
    assert "<h1>" in answer.text


def test_a_phone_alone_says_nothing_of_other_phones(alone: FlaskClient) -> None:
    address = open_table(alone, lead="later")
    page = alone.get(address).text
    # The dot that says a page is live is there while taps wait, and else hidden by this.
    assert " data-alone" in page.partition("<head>")[0]
    assert f'href="{address}/join"' not in page
    assert not worded("options.on-every-phone").search(alone.get(f"{address}/customs").text)


def test_where_there_are_other_phones_a_table_says_so(client: FlaskClient) -> None:
    address = open_table(client, lead="later")
    page = client.get(address).text
    assert " data-alone" not in page.partition("<head>")[0]
    assert f'href="{address}/join"' in page
    assert worded("options.on-every-phone").search(client.get(f"{address}/customs").text)
