"""Home: the tables of this device; and other names for the people at one."""

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from companion.i18n import message
from companion.record.header import read_header
from companion.rules.games import GAMES
from companion.tables.table_service import TableService
from companion.tables.table_state import TableState
from tests.web.boxes import boxes
from tests.web.conftest import SECRET
from tests.web.phones import PHONE, cookie_of
from tests.web.serving import Serving
from tests.web.words import shown, shows

MARKUP = "<b>Ana</b>"
LONG = "W" * 24


def opened(client: FlaskClient, *names: str, **said: str) -> str:
    """The id of a table that Ana leads, or whoever sits first."""
    form = {f"name-{seat}": name for seat, name in enumerate(names)}
    form |= {"game": "race-horse", "seats": f"{len(names)}", "lead": "0"} | said
    answer = client.post("/new", data=form)
    assert answer.status_code == 303, answer.text
    return answer.location.removeprefix("/t/")


def looked_at(app: Flask, table_id: str) -> TableState:
    state: TableState = app.extensions["table_service"].look(table_id)
    return state


def renamed(client: FlaskClient, table_id: str, *names: str, seen: int = 1):  # type: ignore[no-untyped-def]
    form = {f"name-{seat}": name for seat, name in enumerate(names)}
    return client.post(f"/t/{table_id}/names", data=form | {"seen": f"{seen}"})


def test_home_offers_a_table_and_in_one_line_the_rules_of_all_games(client: FlaskClient) -> None:
    page = client.get("/").text
    assert 'href="/new"' in page
    assert str(message("home.tables")) not in page
    assert f'href="/rules">{message("home.games", count=len(GAMES))}</a>' in page
    assert not any(str(preset.summary) in page for preset in GAMES.values())


def test_home_lists_the_tables_of_this_device_alone(app: Flask, client: FlaskClient) -> None:
    table_id = opened(client, "Ana", "Ben")
    page = client.get("/").text
    assert f'href="/t/{table_id}"' in page
    assert f"Ana</bdi></b> {message('turn.leads-any')}" in page
    assert f'href="/t/{table_id}"' not in app.test_client().get("/").text


def test_a_running_table_stands_before_a_finished_one(client: FlaskClient) -> None:
    running = opened(client, "Ana", "Ben")
    finished = opened(client, "Cyd", "Dee", **{"pegs-only": "yes", "target": "5"})
    ruling = {"side": "1", "points": "5", "seen": "1"}
    assert client.post(f"/t/{finished}/ruling", data=ruling).status_code == 303
    page = client.get("/").text
    assert page.index(f'href="/t/{running}"') < page.index(f'href="/t/{finished}"')
    # Whoever won stands out.
    assert "<bdi>Cyd</bdi> 0, <b><bdi>Dee</bdi> 5</b>" in page


def test_a_table_where_nothing_was_entered_can_be_put_away_and_brought_back(
    app: Flask, client: FlaskClient, stranger: FlaskClient
) -> None:
    table_id = opened(client, "Ana", "Ben")
    away = f"/t/{table_id}/away"
    assert f'action="{away}"' in client.get("/").text
    assert stranger.post(away).status_code == 404
    there = client.post(away).location
    page = client.get(there).text
    assert shows(page, "home.is-away", people="Ana and Ben")
    assert f'action="{away}"' not in page and f'href="/t/{table_id}">' in page
    client.get(f"/t/{table_id}")
    assert not shows(client.get(there).text, "home.is-away", people="Ana and Ben")
    # Once there is an entry the table stays, even if it was undone since.
    client.post(f"/t/{table_id}/set", data={"tile": "6-4", "seen": "1"})
    client.post(f"/t/{table_id}/undo", data={"seen": "2"})
    assert client.post(away).location == "/"
    page = client.get("/").text
    assert f'href="/t/{table_id}"' in page and f'action="{away}"' not in page


#: Not Ana's: other tests of this server let hers into clubs.
OTHER_PHONE = "other-phone"


def test_fourteen_tables_fit_on_two_screens_and_tell_their_day(
    page: Page, server: Serving, behind: TableService
) -> None:
    header = read_header("game: race-horse\nplayers: Ana, Ben")
    tables = [behind.open(header, keeper=OTHER_PHONE) for _ in range(14)]
    says = {"device": OTHER_PHONE, "_permanent": True, "tables": tables}
    page.set_viewport_size(PHONE)
    page.context.add_cookies(
        [{"name": "session", "value": cookie_of(SECRET, says), "url": server.address}]
    )
    page.goto(f"{server.address}/")
    assert page.evaluate("document.documentElement.scrollHeight") <= 1600
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    rows = boxes(page.locator("main li"))
    assert len(rows) == 14 and all(44 <= row["height"] <= 46 for row in rows[3:])
    # The day, as this phone's clock has it.
    day = "new Intl.DateTimeFormat(undefined, {day: 'numeric', month: 'short'}).format()"
    expect(page.locator("main li time").last).to_have_text(page.evaluate(day))
    away = page.get_by_role("button", name=shown("home.put-away", people="Ana and Ben")).last
    assert away.bounding_box()["width"] >= 44  # type: ignore[index]
    away.click()
    expect(page.get_by_role("link", name=shown("home.bring-back"))).to_be_visible()
    expect(page.locator("main li")).to_have_count(13)


def test_scores_below_nought_have_a_proper_minus(client: FlaskClient) -> None:
    table_id = opened(client, "Ana", "Ben")
    client.post(f"/t/{table_id}/ruling", data={"side": "0", "points": "-3", "seen": "1"})
    assert "−3" in client.get("/").text


def test_a_table_that_is_gone_is_left_out(app: Flask, client: FlaskClient) -> None:
    with client.session_transaction() as session:
        session["tables"] = ["nowhere"]
    assert client.get("/").status_code == 200
    assert client.get("/new").status_code == 200


@pytest.mark.parametrize("path", ["", "/customs", "/rules"])
def test_markup_in_a_name_is_only_text(client: FlaskClient, path: str) -> None:
    table_id = opened(client, MARKUP, LONG)
    for address in (f"/t/{table_id}{path}", "/", "/new", f"/new?again={table_id}"):
        page = client.get(address).text
        assert MARKUP not in page
        assert "&lt;b&gt;Ana" in page


# Names


def test_the_names_at_a_table_can_be_changed(app: Flask, client: FlaskClient) -> None:
    table_id = opened(client, "Player 1", "Player 2")
    page = client.get(f"/t/{table_id}/customs").text
    assert 'value="Player 1"' in page and 'name="seen" value="1"' in page
    answer = renamed(client, table_id, "Ana", "  Ben ")
    assert (answer.status_code, answer.location) == (303, f"/t/{table_id}")
    assert looked_at(app, table_id).game.seating.players == ("Ana", "Ben")


def test_partners_stay_partners_under_other_names(app: Flask, client: FlaskClient) -> None:
    table_id = opened(client, "Ana", "Ben", "Cyd", "Dee", partners="yes")
    page = client.get(f"/t/{table_id}/customs").text
    assert shows(page, "new.against", one="Ana & Cyd", other="Ben & Dee")
    renamed(client, table_id, "Eve", "Ben", "Cyd", "Dee")
    assert looked_at(app, table_id).game.seating.side_names == ("Eve & Cyd", "Ben & Dee")


@pytest.mark.parametrize(
    ("typed", "refusal", "known"),
    [
        ("Ben", "same-name", {}),
        ("W" * 25, "name-length", {"length": 25}),
        ("", "name-length", {"length": 0}),
        ("A & B", "name-character", {}),
        ("ruling", "name-reserved", {}),
    ],
)
def test_a_refused_name_comes_back_as_typed(
    app: Flask, client: FlaskClient, typed: str, refusal: str, known: dict[str, object]
) -> None:
    table_id = opened(client, "Ana", "Ben")
    answer = renamed(client, table_id, typed, "Ben")
    assert answer.status_code == 422
    assert shows(answer.text, f"refused.{refusal}", **known)
    assert f'value="{typed.replace("&", "&amp;")}"' in answer.text
    assert looked_at(app, table_id).game.seating.players == ("Ana", "Ben")


def test_names_typed_on_an_old_page_are_asked_for_again(app: Flask, client: FlaskClient) -> None:
    table_id = opened(client, "Ana", "Ben")
    client.post(f"/t/{table_id}/set", data={"tile": "6-4", "seen": "1"})
    answer = renamed(client, table_id, "Eve", "Ben", seen=1)
    assert answer.status_code == 409
    assert 'value="Eve"' in answer.text and 'name="seen" value="2"' in answer.text
    assert looked_at(app, table_id).game.seating.players == ("Ana", "Ben")


def test_nobody_can_be_renamed_at_no_table(client: FlaskClient) -> None:
    assert client.get("/t/nowhere/customs").status_code == 404
    assert renamed(client, "nowhere", "Ana", "Ben").status_code == 404
