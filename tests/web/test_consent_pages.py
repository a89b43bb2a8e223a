"""Consent on the pages: a change further back is proposed here and accepted there."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.db.table_models import LeadsTo
from companion.i18n import message
from companion.record.header import read_header
from companion.tables.table_access import AccessService
from companion.tables.table_options import TableOptions
from companion.tables.table_service import TableService
from tests.tables.scribe import enter, record
from tests.tables.scribe import switch as tables_switch
from tests.web.phones import ANAS_PHONE, phone
from tests.web.words import deeds, read, shows

BEN = "bens-phone"
BENS = message("phone.of", name="Ben")
LINES = ("lead: Ana", "Ana: 6-3", "Ben: 3-1", "Ana: 1-0")
SWITCHED_OFF = message("switched.consent-off")
SWITCHED_ON = 'name="consent" value="yes" checked'
TO_6_4 = {"what": "tile", "who": "0", "tile": "6-4"}


def opened(table_service: TableService, *lines: str) -> str:
    """A table kept by Ana's phone and Ben's."""
    header = read_header("game: race-horse\nplayers: Ana, Ben")
    table_id = table_service.open(header, keeper=ANAS_PHONE)
    access_service = AccessService(table_service.database)
    access_service.keep(access_service.links(table_id)[LeadsTo.KEEP], BEN, "Ben")
    enter(table_service, table_id, *lines)
    return table_id


@pytest.fixture
def table_id(table_service: TableService) -> str:
    return opened(table_service, *LINES)


@pytest.fixture
def ben(app: Flask) -> FlaskClient:
    return phone(app, BEN)


def switch(client: FlaskClient, table_service: TableService, table_id: str, **form: str) -> Any:
    """Post the form with these boxes ticked, and the one of what passes and draws prove."""
    state = table_service.look(table_id)
    seen = {"seen": state.version, "access": state.access, "findings": "yes"}
    return client.post(f"/t/{table_id}/customs", data=seen | form)


def proposes(page: str) -> bool:
    """Whether the form of an entry proposes what is put into it."""
    return shows(page, "entry.is-proposed")


def offers(page: str, message_id: str) -> bool:
    """Whether a page has a button that says this."""
    return f"{message(message_id)}</button>" in page


def ask_for_consent(client: FlaskClient, table_service: TableService, table_id: str) -> None:
    assert switch(client, table_service, table_id, consent="yes").status_code == 303


def propose(client: FlaskClient, table_service: TableService, table_id: str, **said: str) -> Any:
    state = table_service.look(table_id)
    form = {"seen": state.version, "access": state.access, **TO_6_4, **said}
    return client.post(f"/t/{table_id}/record/2", data=form)


def answer(
    client: FlaskClient, table_service: TableService, table_id: str, said: str, number: int = 1
) -> Any:
    form = {"seen": table_service.look(table_id).version}
    return client.post(f"/t/{table_id}/story/{number}/{said}", data=form)


def take_back(client: FlaskClient, table_service: TableService, table_id: str, number: int) -> Any:
    state = table_service.look(table_id)
    seen = {"seen": state.version, "access": state.access}
    return client.post(f"/t/{table_id}/story/changes/{number}/back", data=seen)


def test_a_table_is_switched_to_it_at_once(
    client: FlaskClient, table_service: TableService, table_id: str
) -> None:
    assert SWITCHED_ON not in client.get(f"/t/{table_id}/customs").text
    ask_for_consent(client, table_service, table_id)
    assert SWITCHED_ON in client.get(f"/t/{table_id}/customs").text
    before = table_service.mark(table_id)
    ask_for_consent(client, table_service, table_id)
    assert table_service.mark(table_id) == before, "nothing was switched, so nobody is told"


def test_a_phone_that_keeps_score_alone_cannot_ask_another(
    client: FlaskClient, table_service: TableService
) -> None:
    header = read_header("game: race-horse\nplayers: Ana, Ben")
    table_id = table_service.open(header, keeper=ANAS_PHONE)
    page = client.get(f"/t/{table_id}/customs").text
    assert 'name="consent" value="yes" disabled' in page
    assert shows(page, "options.consent-alone")
    refused = switch(client, table_service, table_id, counts="1", consent="yes")
    assert refused.status_code == 422
    assert shows(refused.text, "refused.nobody-to-accept")
    assert table_service.look(table_id).table_options == TableOptions()


def test_where_points_are_pegged_without_tiles_only_consent_is_switched(
    client: FlaskClient, table_service: TableService
) -> None:
    header = read_header("game: race-horse\nplayers: Ana, Ben")
    table_id = table_service.open(header, is_pegs_only=True, keeper=ANAS_PHONE)
    page = client.get(f"/t/{table_id}/customs").text
    assert not shows(page, "options.counting")
    assert not shows(page, "options.findings")
    assert client.post(f"/t/{table_id}/customs", data={}).status_code == 303
    assert table_service.look(table_id).table_options == TableOptions()


def test_the_form_says_that_it_proposes(
    client: FlaskClient, table_service: TableService, table_id: str
) -> None:
    assert not proposes(client.get(f"/t/{table_id}/record/2").text)
    ask_for_consent(client, table_service, table_id)
    page = client.get(f"/t/{table_id}/record/2").text
    assert proposes(page) and shows(page, "entry.propose-deletion")
    assert proposes(client.get(f"/t/{table_id}/record/4/before").text)
    # What stands last is put right by whoever entered it wrongly.
    assert not proposes(client.get(f"/t/{table_id}/record/4").text)


def test_a_correction_waits_until_the_other_phone_accepts_it(
    client: FlaskClient, ben: FlaskClient, table_service: TableService, table_id: str
) -> None:
    ask_for_consent(client, table_service, table_id)
    answered = propose(client, table_service, table_id)
    assert answered.headers["Location"] == f"/t/{table_id}/record?proposed=1#proposals"
    assert record(table_service, table_id)[1] == "Ana: 6-3"
    own = client.get(answered.headers["Location"]).text
    assert shows(own, "story.waits-for-another")
    assert offers(own, "story.answer.withdraw") and not offers(own, "story.answer.accept")
    others = ben.get(f"/t/{table_id}/record").text
    assert shows(others, "story.proposed.corrected", number=2)
    assert "<ins>Ana: 6-4</ins>" in others
    assert offers(others, "story.answer.accept") and not offers(others, "story.answer.withdraw")
    assert answer(ben, table_service, table_id, "accept").status_code == 303
    assert record(table_service, table_id)[1] == "Ana: 6-4"
    assert shows(client.get(f"/t/{table_id}/record").text, "story.accepted", phone=BENS)


def test_a_deletion_and_an_insertion_are_proposed_as_well(
    client: FlaskClient, table_service: TableService, table_id: str
) -> None:
    ask_for_consent(client, table_service, table_id)
    seen = {"seen": table_service.look(table_id).version}
    ruling = {"what": "ruling", "side": "1", "points": "1", "reason": "<b>bet"}
    for where, form in (("3/delete", {}), ("3/before", ruling)):
        made = client.post(f"/t/{table_id}/record/{where}", data=seen | form)
        assert "/record?proposed=" in made.headers["Location"]
    page = client.get(f"/t/{table_id}/record").text
    assert shows(page, "story.proposed.deleted", number=3)
    assert shows(page, "story.proposed.inserted", number=3)
    assert "&lt;b&gt;bet" in page and "<b>bet" not in page
    assert record(table_service, table_id)[1:] == [
        *("Ana: 6-3", "Ben: 3-1 on 6-3", "Ana: 1-0 on 3-1")
    ]


def test_it_is_declined_there_or_withdrawn_here(
    client: FlaskClient, ben: FlaskClient, table_service: TableService, table_id: str
) -> None:
    ask_for_consent(client, table_service, table_id)
    propose(client, table_service, table_id)
    assert answer(client, table_service, table_id, "accept").status_code == 422
    assert answer(client, table_service, table_id, "decline").status_code == 422
    assert answer(ben, table_service, table_id, "withdraw").status_code == 422
    assert answer(ben, table_service, table_id, "decline").status_code == 303
    # The very same once more is another tap.
    propose(client, table_service, table_id)
    assert answer(client, table_service, table_id, "withdraw", 2).status_code == 303
    page = client.get(f"/t/{table_id}/record").text
    assert shows(page, "story.answered.declined", phone=BENS)
    assert shows(page, "story.answered.withdrawn", phone=message("phone.this"))
    late = answer(ben, table_service, table_id, "accept", 2)
    assert late.status_code == 422
    assert shows(late.text, "refused.no-such-proposal")
    assert record(table_service, table_id)[1] == "Ana: 6-3"


def test_what_cannot_stand_is_refused_in_the_form(
    client: FlaskClient, table_service: TableService, table_id: str
) -> None:
    ask_for_consent(client, table_service, table_id)
    form = {"seen": table_service.look(table_id).version, "what": "tile", "who": "1", "tile": "5-5"}
    page = client.post(f"/t/{table_id}/record/3", data=form)
    assert page.status_code == 422
    assert shows(page.text, "refused.no-match", tile="5-5") and proposes(page.text)


def test_an_accepted_change_is_not_undone_but_proposed_back(
    client: FlaskClient, ben: FlaskClient, table_service: TableService, table_id: str
) -> None:
    ask_for_consent(client, table_service, table_id)
    propose(client, table_service, table_id)
    answer(ben, table_service, table_id, "accept")
    page = client.get(f"/t/{table_id}/record").text
    assert not shows(page, "change.undo", change=message("change.correction"))
    undone = client.post(
        f"/t/{table_id}/record/undo", data={"seen": table_service.look(table_id).version}
    )
    assert undone.status_code == 422
    assert shows(undone.text, "refused.ask-first")
    page = client.get(f"/t/{table_id}/record").text
    assert page.count(f"{message('story.propose-back')}</button>") == 1
    back = take_back(client, table_service, table_id, 6)
    assert back.headers["Location"] == f"/t/{table_id}/record?proposed=2#proposals"
    assert record(table_service, table_id)[1] == "Ana: 6-4"
    page = ben.get(f"/t/{table_id}/record").text
    assert shows(page, "story.proposed.undone")
    assert "<del>Ana: 6-4</del>" in page and "<ins>Ana: 6-3</ins>" in page
    assert answer(ben, table_service, table_id, "accept", 2).status_code == 303
    assert record(table_service, table_id)[1] == "Ana: 6-3"
    page = client.get(f"/t/{table_id}/record").text
    assert not shows(page, "story.propose-back")
    assert read(page).count(str(message("story.accepted", phone=BENS))) == 2
    assert take_back(client, table_service, table_id, 6).status_code == 422
    assert take_back(client, table_service, table_id, 99).status_code == 422


def test_where_nobody_has_to_accept_it_a_change_further_back_is_taken_back_at_once(
    client: FlaskClient, stranger: FlaskClient, table_service: TableService, table_id: str
) -> None:
    propose(client, table_service, table_id)
    assert record(table_service, table_id)[1] == "Ana: 6-4"
    page = client.get(f"/t/{table_id}/record").text
    assert offers(page, "story.take-back") and not offers(page, "story.propose-back")
    assert take_back(stranger, table_service, table_id, 5).status_code == 404
    old = client.post(f"/t/{table_id}/story/changes/5/back", data={"seen": 4})
    assert old.status_code == 409
    assert (
        take_back(client, table_service, table_id, 5).headers["Location"]
        == f"/t/{table_id}/record#changes"
    )
    assert record(table_service, table_id)[1] == "Ana: 6-3"


@pytest.mark.parametrize("said", ["accept", "decline", "withdraw"])
def test_who_only_watches_and_a_stranger_answer_nothing(
    app: Flask,
    client: FlaskClient,
    stranger: FlaskClient,
    table_service: TableService,
    table_id: str,
    said: str,
) -> None:
    ask_for_consent(client, table_service, table_id)
    propose(client, table_service, table_id)
    assert answer(stranger, table_service, table_id, said).status_code == 404
    app.extensions["access_service"].ask(table_id, "zoes-phone", "Zoe")
    zoe = phone(app, "zoes-phone")
    assert answer(zoe, table_service, table_id, said).status_code == 403
    assert switch(zoe, table_service, table_id).status_code == 403
    assert take_back(zoe, table_service, table_id, 5).status_code == 403
    assert table_service.look(table_id).table_options.consent
    page = zoe.get(f"/t/{table_id}/record").text
    assert shows(page, "story.proposed.corrected", number=2) and 'method="post"' not in page


def test_an_answer_that_nobody_can_give_is_no_answer(
    client: FlaskClient, table_service: TableService, table_id: str
) -> None:
    assert answer(client, table_service, table_id, "dance").status_code == 404
    assert answer(client, table_service, table_id, "accept", 99).status_code == 422


def test_it_is_switched_off_when_the_other_phone_accepts_that(
    client: FlaskClient, ben: FlaskClient, table_service: TableService, table_id: str
) -> None:
    ask_for_consent(client, table_service, table_id)
    assert not shows(client.get(f"/t/{table_id}/customs").text, "options.waits")
    proposed = switch(client, table_service, table_id)
    assert proposed.headers["Location"] == f"/t/{table_id}/record?proposed=1#proposals"
    for each in (client, ben):
        page = each.get(f"/t/{table_id}/customs").text
        assert SWITCHED_ON in page and shows(page, "options.waits")
    assert shows(ben.get(f"/t/{table_id}").text, "alert.proposal-unnamed")
    # One who would do without it too is shown what waits already.
    assert (
        switch(ben, table_service, table_id).headers["Location"].endswith("?proposed=1#proposals")
    )
    assert answer(client, table_service, table_id, "accept").status_code == 422
    # Until then a change further back goes on waiting.
    assert "/record?proposed=2" in propose(client, table_service, table_id).headers["Location"]
    page = ben.get(f"/t/{table_id}/record").text
    assert f"<b>{message('story.proposed.switched')}</b>" in page
    assert f"<ins>{SWITCHED_OFF}</ins>" in page
    assert answer(ben, table_service, table_id, "accept").status_code == 303
    assert SWITCHED_ON not in client.get(f"/t/{table_id}/customs").text
    assert record(table_service, table_id)[1] == "Ana: 6-3"


def test_the_story_tells_what_was_switched_on_which_phone_and_who_accepted_it(
    client: FlaskClient, ben: FlaskClient, table_service: TableService, table_id: str
) -> None:
    ask_for_consent(client, table_service, table_id)
    switch(client, table_service, table_id)
    answer(ben, table_service, table_id, "accept")
    propose(client, table_service, table_id)
    switch(client, table_service, table_id, counts="1", consent="yes")
    another = message("phone.another")
    switched = f"{message('story.done.switched')} · {another}"
    waits = message("switched.consent-on")
    gained = message("history.gained", name="Ana", points=message("unit.pegs", count=2))
    accepted = message("story.accepted", phone=message("phone.this"))
    assert deeds(ben.get(f"/t/{table_id}/record").text) == [
        f"{switched} {waits} {message('switched.counts', names='Ben', count=1)}",
        f"{message('story.done.corrected')} · {another} Ana: 6-3 → {message('story.became')} "
        f"Ana: 6-4 {gained} {message('history.no-longer-holds')} {message('story.propose-back')}",
        f"{switched}, {accepted} {SWITCHED_OFF}",
        f"{switched} {waits}",
    ]


def test_a_switch_is_kept_whatever_was_entered_since_the_form_was_opened(
    client: FlaskClient, table_service: TableService, table_id: str
) -> None:
    form = {"seen": table_service.look(table_id).version, "findings": "yes", "counts": "0"}
    enter(table_service, table_id, "Ben: 6-6")
    assert client.post(f"/t/{table_id}/customs", data=form).status_code == 303
    assert table_service.look(table_id).table_options == TableOptions(counting=frozenset({0}))
    # Sent again after another phone switched it back, it changes nothing.
    tables_switch(table_service, table_id, TableOptions())
    assert client.post(f"/t/{table_id}/customs", data=form).status_code == 303
    assert table_service.look(table_id).table_options == TableOptions()
    assert client.post(f"/t/{table_id}/customs", data={"consent": "yes"}).status_code == 400


def test_the_last_keeper_changes_and_switches_alone_and_the_story_says_so(
    app: Flask, client: FlaskClient, table_service: TableService, table_id: str
) -> None:
    ask_for_consent(client, table_service, table_id)
    propose(client, table_service, table_id)
    app.extensions["access_service"].take_back(table_id, BEN)
    page = client.get(f"/t/{table_id}/record").text
    assert shows(page, "story.alone")
    assert offers(page, "story.answer.accept") and offers(page, "story.answer.withdraw")
    assert not proposes(client.get(f"/t/{table_id}/record/2").text)
    made = propose(client, table_service, table_id, tile="6-5")
    assert made.headers["Location"].startswith(f"/t/{table_id}/record?at=")
    assert record(table_service, table_id)[1] == "Ana: 6-5"
    assert switch(client, table_service, table_id).headers["Location"] == f"/t/{table_id}"
    assert not table_service.look(table_id).table_options.consent
    story = read(client.get(f"/t/{table_id}/record").text)
    assert f"{message('phone.this')}, {message('story.nobody-else')}" in story
    refused = switch(client, table_service, table_id, consent="yes")
    assert refused.status_code == 422
