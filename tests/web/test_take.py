"""A table taken over by its link: opened here once, gone on with, compared where it is here."""

import re
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.record.record_link import PackedTable, pack
from companion.tables.hand_over import HandOverService
from companion.tables.table_service import TableService
from tests.tables.carrying import FIRST, HEADER, MORE, OTHER, consenting, opened
from tests.tables.scribe import enter, everything, record
from tests.web.phones import ANAS_PHONE, phone
from tests.web.words import hrefs, read, shows

BEN = "bens-phone"


@pytest.fixture
def carrying(table_service: TableService) -> HandOverService:
    return HandOverService(table_service)


@pytest.fixture
def ben(app: Flask) -> FlaskClient:
    return phone(app, BEN)


def letters_of(*lines: str, origin: str = "", header: str = HEADER) -> str:
    """A table with these entries, packed."""
    return pack(PackedTable("\n".join([header, "", *lines, ""]), origin))


def bring(client: FlaskClient, letters: str, **said: str) -> TestResponse:
    """What the script of the first page sends, or a button after it."""
    return client.post("/take", data={"table": letters} | said)


def press(client: FlaskClient, page: str, action: str, **said: str) -> TestResponse:
    """Send a form of the page that was shown, with one of its buttons."""
    forms = re.findall(r'<form method="post" action="([^"]*)">(.*?)</form>', page, re.DOTALL)
    within = next(
        each
        for address, each in forms
        if address == action and all(f'name="{name}"' in each for name in said)
    )
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', within))
    return client.post(action, data=fields | said)


def id_of(answer: TestResponse) -> str:
    assert answer.status_code == 303, read(answer.text)
    return answer.location.removeprefix("/t/")


def count_of_tables(carrying: HandOverService) -> int:
    return sum(1 for _ in carrying.tables.listing())


# ---- A table that is not here ------------------------------------------------------------------


def test_it_is_asked_first_and_says_whose_table_it_is(
    ben: FlaskClient, carrying: HandOverService
) -> None:
    answer = bring(ben, letters_of(*FIRST, *MORE, origin="anas-table"))
    assert answer.status_code == 200 and count_of_tables(carrying) == 0
    assert "Race Horse to 61 Ana 2 Ben 0 Ana plays a tile or draws · hand 1" in read(answer.text)
    opened_here = press(ben, answer.text, "/take", open="yes")
    table_id = id_of(opened_here)
    assert record(carrying.tables, table_id) == [*FIRST, *MORE]
    assert hrefs(ben.get("/").text, table_id) == [f"/t/{table_id}"] * 2
    assert ben.get(f"/t/{table_id}/hand-over").status_code == 200


def test_the_same_form_sent_twice_opens_it_once(
    ben: FlaskClient, carrying: HandOverService
) -> None:
    letters = letters_of(*FIRST, origin="anas-table")
    ids = {id_of(bring(ben, letters, open="yes")) for _ in range(2)}
    # And the link opened once more, without a question.
    assert ids == {id_of(bring(ben, letters))}
    assert count_of_tables(carrying) == 1


def test_a_bare_table_and_one_that_was_won_are_shown_as_they_are(ben: FlaskClient) -> None:
    bare = read(bring(ben, letters_of(origin="x")).text)
    assert "hand 1" not in bare and "Ana 0 Ben 0" in bare
    won = letters_of("lead: Ana", "Ana: 6-4", header=f"{HEADER}\ntarget: 2")
    assert "Ana wins" in read(bring(ben, won).text)


def test_points_pegged_without_tiles_are_shown_as_such(ben: FlaskClient) -> None:
    page = bring(ben, letters_of("lead: Ana", "ruling: Ana +5")).text
    assert shows(page, "home.pegs-only")


# ---- A table that is here ----------------------------------------------------------------------


def test_a_link_of_a_table_that_is_here_as_it_is_leads_straight_to_it(
    client: FlaskClient, carrying: HandOverService
) -> None:
    table_id = opened(carrying, *FIRST)
    assert id_of(bring(client, carrying.pack(table_id))) == table_id
    assert hrefs(client.get("/").text, table_id), "and the phone knows it again"


def test_what_goes_on_from_here_is_offered_and_entered(
    client: FlaskClient, carrying: HandOverService
) -> None:
    table_id = opened(carrying, *FIRST)
    answer = bring(client, letters_of(*FIRST, *MORE, origin=table_id))
    assert answer.status_code == 200 and shows(answer.text, "take.goes-on", count=2)
    assert record(carrying.tables, table_id) == [*FIRST]
    for _ in range(2):
        went_on = press(client, answer.text, f"/t/{table_id}/take")
        assert id_of(went_on) == table_id
    assert record(carrying.tables, table_id) == [*FIRST, *MORE]


def test_where_more_is_here_the_page_leads_to_it(
    client: FlaskClient, carrying: HandOverService
) -> None:
    table_id = opened(carrying, *FIRST, *MORE)
    before = everything(carrying.tables, table_id)
    answer = bring(client, letters_of(*FIRST, origin=table_id), open="yes")
    assert shows(answer.text, "take.falls-short", count=2)
    assert hrefs(answer.text, "/t/") == [f"/t/{table_id}"]
    assert everything(carrying.tables, table_id) == before and count_of_tables(carrying) == 1


def test_where_they_part_both_entries_are_shown(
    client: FlaskClient, carrying: HandOverService
) -> None:
    table_id = opened(carrying, *FIRST, *MORE)
    page = bring(client, letters_of(*FIRST, *OTHER, origin=table_id)).text
    assert shows(page, "take.parts", hand=1, number=5)
    here, brought = (read(part) for part in page.partition('class="parting"')[2].split("<h2")[1:3])
    assert "Ben draws 2" in here and "Ben 6-2 on 6-4" in brought
    assert shows(page, "take.more", count=1) and shows(page, "take.more", count=2)
    assert hrefs(page, "/t/") == [f"/t/{table_id}"]


def test_what_was_handed_over_is_taken_instead(
    client: FlaskClient, carrying: HandOverService
) -> None:
    table_id = opened(carrying, *FIRST, *MORE)
    page = bring(client, letters_of(*FIRST, *OTHER, origin=table_id)).text
    for _ in range(2):
        assert id_of(press(client, page, f"/t/{table_id}/take", replaces="yes")) == table_id
    assert record(carrying.tables, table_id) == [*FIRST, *OTHER]
    story = client.get(f"/t/{table_id}/record").text
    assert "<del>Ben: draws 2</del>" in story and "<del>Ben: 6-1 on 6-4</del>" in story


def test_both_are_kept(client: FlaskClient, carrying: HandOverService) -> None:
    table_id = opened(carrying, *FIRST, *MORE)
    page = bring(client, letters_of(*FIRST, *OTHER, origin=table_id)).text
    apart = {id_of(press(client, page, "/take", apart="yes")) for _ in range(2)}
    assert len(apart) == 1 and table_id not in apart and count_of_tables(carrying) == 2
    assert record(carrying.tables, table_id) == [*FIRST, *MORE]
    assert record(carrying.tables, apart.pop()) == [*FIRST, *OTHER]


def test_where_another_phone_has_to_accept_changes_nothing_is_taken(
    client: FlaskClient, carrying: HandOverService
) -> None:
    table_id = consenting(carrying, *FIRST, *MORE)
    before = everything(carrying.tables, table_id)
    page = bring(client, letters_of(*FIRST, *OTHER, origin=table_id)).text
    answer = press(client, page, f"/t/{table_id}/take", replaces="yes")
    assert answer.status_code == 422
    assert shows(answer.text, "refused.ask-first") and shows(answer.text, "take.parts")
    assert everything(carrying.tables, table_id) == before


def test_a_table_that_moved_on_meanwhile_is_compared_again(
    client: FlaskClient, carrying: HandOverService
) -> None:
    table_id = opened(carrying, *FIRST)
    page = bring(client, letters_of(*FIRST, *MORE, origin=table_id)).text
    enter(carrying.tables, table_id, "Ben: 6-2 on 6-4")
    answer = press(client, page, f"/t/{table_id}/take")
    assert answer.status_code == 409
    assert shows(answer.text, "refused.stale") and shows(answer.text, "take.parts", number=5)
    assert record(carrying.tables, table_id) == [*FIRST, "Ben: 6-2 on 6-4"]


# ---- Refusals ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("letters", "problem"),
    [
        ("", "damaged"),
        ("1abc", "damaged"),
        ("<img src=x>", "damaged"),
        (letters_of(*FIRST)[:-3], "damaged"),
        ("9" + letters_of(*FIRST)[1:], "other-version"),
        ("1" * 140_000, "too-long"),
    ],
)
def test_what_is_no_table_is_refused(ben: FlaskClient, letters: str, problem: str) -> None:
    answer = bring(ben, letters, open="yes")
    assert answer.status_code == 422
    assert shows(answer.text, f"carried.{problem}") and "<img" not in answer.text


def test_a_record_that_does_not_stand_can_be_put_right(
    ben: FlaskClient, carrying: HandOverService
) -> None:
    answer = bring(ben, letters_of(*FIRST, "Ben: 5-5", origin="x"), open="yes")
    assert answer.status_code == 422 and count_of_tables(carrying) == 0
    assert shows(answer.text, "import.line-refused", line=8)
    assert "Ben: 5-5\n</textarea>" in unescape(answer.text)


def test_more_lines_than_a_table_takes_are_refused(ben: FlaskClient) -> None:
    answer = bring(ben, letters_of("lead: Ana", *["ruling: Ana +0"] * 20_001))
    assert answer.status_code == 422 and shows(answer.text, "refused.too-long", most="4,000")


def test_a_body_that_is_too_large_is_refused(ben: FlaskClient) -> None:
    assert bring(ben, "1" * 600_000).status_code == 413


def test_a_stranger_who_brings_the_record_of_a_table_learns_nothing(
    stranger: FlaskClient, carrying: HandOverService
) -> None:
    table_id = opened(carrying, *FIRST, *MORE)
    before = everything(carrying.tables, table_id)
    known, unknown = (
        bring(stranger, letters_of(*FIRST, origin=origin)).text for origin in (table_id, "nobodys")
    )
    # What the page brings once more differs, and its token.
    brought = re.compile('type="hidden" name="[^"]*" value="[^"]*"')
    assert brought.sub("", known) == brought.sub("", unknown)
    letters = letters_of(*FIRST, *OTHER, origin=table_id)
    for said in ({}, {"replaces": "yes"}):
        form = {"table": letters, "seen": "6"} | said
        assert stranger.post(f"/t/{table_id}/take", data=form).status_code == 404
    assert id_of(bring(stranger, letters, open="yes")) != table_id
    assert everything(carrying.tables, table_id) == before


def test_a_page_of_another_site_takes_nothing_over(app: Flask, carrying: HandOverService) -> None:
    app.config["WTF_CSRF_ENABLED"] = True
    assert bring(phone(app), letters_of(*FIRST), open="yes").status_code == 400
    assert count_of_tables(carrying) == 0


# ---- By the page that brings records in --------------------------------------------------------


@pytest.mark.parametrize(
    "pasted",
    ["{}", "{}\n", "Go on, please:\r\n{}.", "({})", "<{}>"],
)
def test_a_link_can_be_pasted_where_records_are(
    ben: FlaskClient, carrying: HandOverService, pasted: str
) -> None:
    link = f"https://club.example/#table={letters_of(*FIRST, origin='anas-table')}"
    table_id = id_of(ben.post("/import", data={"record": pasted.format(link)}))
    assert record(carrying.tables, table_id) == [*FIRST]
    assert id_of(bring(ben, letters_of(*FIRST, origin="anas-table"))) == table_id


def test_a_link_in_a_comment_of_a_record_is_a_comment(
    ben: FlaskClient, carrying: HandOverService
) -> None:
    text = f"# https://club.example/#table=1abc\n{HEADER}\nlead: Ana\n"
    assert record(carrying.tables, id_of(ben.post("/import", data={"record": text}))) == [
        "lead: Ana"
    ]


def test_a_damaged_link_is_shown_as_it_was_pasted(ben: FlaskClient) -> None:
    answer = ben.post("/import", data={"record": "see https://club.example/#table=1abc"})
    assert answer.status_code == 422 and shows(answer.text, "carried.damaged")
    assert "see https://club.example/#table=1abc</textarea>" in unescape(answer.text)


def test_a_record_brought_in_twice_is_one_table(
    client: FlaskClient, carrying: HandOverService
) -> None:
    text = "\n".join([HEADER, *FIRST])
    ids = {id_of(client.post("/import", data={"record": text})) for _ in range(2)}
    assert len(ids) == 1 and count_of_tables(carrying) == 1


def test_a_record_that_goes_on_from_a_table_is_offered_to_it(
    client: FlaskClient, carrying: HandOverService
) -> None:
    table_id = id_of(client.post("/import", data={"record": "\n".join([HEADER, *FIRST])}))
    answer = client.post("/import", data={"record": "\n".join([HEADER, *FIRST, *MORE])})
    assert answer.status_code == 200 and shows(answer.text, "take.goes-on", count=2)
    press(client, answer.text, f"/t/{table_id}/take")
    assert record(carrying.tables, table_id) == [*FIRST, *MORE]
    assert carrying.tables.look(table_id).seen_by(ANAS_PHONE).keeps
