"""The ways from the table to each question: how many taps each takes, and what stands there."""

import re
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.coach.drills.skills import DrillKind, Skill
from companion.db.table_models import LeadsTo
from companion.i18n import message
from companion.tables.table_access import AccessService
from companion.tables.table_options import TableOptions
from companion.tables.table_service import TableService
from tests.tables.scribe import correct, enter, switch
from tests.web.phones import ANAS_PHONE, phone
from tests.web.thumb import laid, transcript_of
from tests.web.words import hrefs, read, shows

TILES = ("6-4", "4-4", "4-1 on 4-4", "Ben: draws 2", "6-1 on 6-4")
#: How many taps it takes from the table page to each question, at most.
TAPS = {
    # The last entry, a score, and whether one may draw or pass.
    "why/6": 1,
    "why?side=0": 1,
    "turn": 1,
    # A tile on the felt; whatever else is an entry, by the record.
    "why/3": 2,
    "record/3": 2,
    "what-if?at=3": 2,
    "why/5": 3,
    "record/5": 3,
    "what-if?at=5": 3,
    # The pages of the table: the menu, and a line of it.
    **dict.fromkeys(("free-board", "audit", "under", "rules"), 2),
    **dict.fromkeys(("record", "end", "join", "hand-over", "customs"), 2),
    **dict.fromkeys(("what-if", "by", "board", "club"), 3),
}
#: What is no page of a table for somebody who keeps score there; some lead to where it is now.
NO_PAGES = {
    "after",
    "delete",
    "fix",
    "names",
    "review",
    "story",
    "why",
    "ask",
    "live",
    "strips",
    "record.txt",
    "record.json",
    "audit.svg",
    "under.svg",
    "end.svg",
    "end.csv",
    "end.json",
}
#: What a player held is asked of a tile or a number, on the page of all 28 tiles.
NO_PAGES |= {"turn.svg", "what-if.svg", "held", "held.svg"}


#: What practice has to offer, and how many taps from its home that is, at most.
PRACTICE = {
    **dict.fromkeys(("practise/mixed", "puzzle", "storm", "lessons", "race"), 1),
    **dict.fromkeys(("lessons/ends/1", "practise/mistakes", "practise/progress"), 1),
    **dict.fromkeys(("ladders", "surge", "puzzle/week", "sheets", "class"), 2),
    "practise/placement": 1,
    # Race Horse has neither this skill nor its drill.
    **{f"practise/{skill}.{skill.lowest_level}": 2 for skill in Skill if skill is not Skill.WORTHS},
    **{f"practise/{kind}": 2 for kind in DrillKind if kind is not DrillKind.WORTH},
}


def taps_to(client: FlaskClient, home: str, address: str, most: int) -> int | None:
    """The fewest taps from the table page to an address; None where it takes more than `most`."""
    reached, seen = {home: 0}, set[str]()
    while left := [each for each in reached if each not in seen and reached[each] < most]:
        here = min(left, key=lambda each: reached[each])
        seen.add(here)
        for link, taps in _links(client.get(here).text, is_table=here.partition("?")[0] == home):
            if link.startswith(home):
                reached[link] = min(reached.get(link, most), reached[here] + taps)
            if link == address and reached[link] <= most:
                return reached[link]
    return None


def _links(page: str, *, is_table: bool) -> Iterator[tuple[str, int]]:
    """Where a page leads; a link in the menu of the table takes a tap more."""
    menu = re.search(r'<details class="menu">.*?</details>', page, re.DOTALL) if is_table else None
    inside = menu[0] if menu else ""
    for link in hrefs(page.replace(inside, "")):
        yield link.partition("#")[0], 1
    for link in hrefs(inside):
        yield link, 2


@pytest.mark.parametrize(("question", "most"), TAPS.items())
def test_each_question_is_so_many_taps_from_the_table(
    client: FlaskClient, table_service: TableService, question: str, most: int
) -> None:
    home = f"/t/{laid(table_service, 'game: race-horse', *TILES)}"
    assert taps_to(client, home, f"{home}/{question}", most) is not None


def test_all_that_practice_has_is_two_taps_from_its_home_at_most(client: FlaskClient) -> None:
    at_once = {link.partition("#")[0] for link in hrefs(client.get("/practise").text)} - {"/"}
    then = {
        way for link in at_once if not {*link} & {*".?"} for way in hrefs(client.get(link).text)
    }
    assert {way for way, taps in PRACTICE.items() if taps == 1} <= {each[1:] for each in at_once}
    assert {*PRACTICE} <= {each.partition("#")[0][1:] for each in (*at_once, *then)}


def test_every_page_of_the_table_is_among_these_questions(app: Flask) -> None:
    start = "/t/<table_id>/"
    pages = {
        rule.rule.removeprefix(start)
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith(start) and "GET" in (rule.methods or ()) and "<int" not in rule.rule
    }
    assert pages - NO_PAGES == {each for each in TAPS if re.fullmatch("[a-z-]+", each)}


def test_a_tile_on_the_felt_offers_why_fix_it_and_what_else(
    client: FlaskClient, table_service: TableService
) -> None:
    home = f"/t/{laid(table_service, 'game: race-horse', *TILES)}"
    assert hrefs(client.get(home).text, "?about=") == [f"{home}?about={n}" for n in (2, 3, 4, 6)]
    page = client.get(f"{home}?about=4").text
    assert shows(page, "change.tile", player="Ana", tile="4-1")
    offered = [f"{home}/why/4", f"{home}/record/4", f"{home}/what-if?at=4"]
    assert [each for each in hrefs(page) if each in offered] == offered
    # Tiles can still be set, and open ends still be picked up.
    assert 'id="tile-6-6"' in page and hrefs(page, "?on=")


def test_while_an_end_is_chosen_a_tile_on_the_felt_is_no_target(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = laid(table_service, "game: race-horse", *TILES)
    for picked in ("?on=6-1", "?tile=1-0"):
        assert not hrefs(client.get(f"/t/{table_id}{picked}").text, "?about=")


def test_who_watches_is_offered_why_and_what_else_but_cannot_fix_it(
    app: Flask, stranger: FlaskClient, table_service: TableService
) -> None:
    home = f"/t/{laid(table_service, 'game: race-horse', *TILES)}"
    access_service: AccessService = app.extensions["access_service"]
    links = access_service.links(home.removeprefix("/t/"))
    stranger.get(f"/j/{links[LeadsTo.WATCH]}")
    page = stranger.get(f"{home}?about=4").text
    assert {f"{home}/why/4", f"{home}/what-if?at=4"} <= {*hrefs(page)}
    for seen in (page, stranger.get(f"{home}/record").text):
        assert not hrefs(seen, f"{home}/record/")


def test_to_fix_a_mistake_each_entry_leads_to_its_form(
    client: FlaskClient, table_service: TableService
) -> None:
    home = f"/t/{laid(table_service, 'game: race-horse', *TILES)}"
    for moved in ("fix", "story"):
        assert client.get(f"{home}/{moved}").location == f"{home}/record"
    page = client.get(f"{home}/record").text
    assert shows(page, "record.fix-what-is-wrong")
    assert [n for n in range(1, 7) if f"{home}/record/{n}" in hrefs(page)] == [*range(1, 7)]
    for here in (f"{home}/why/3", f"{home}/record/3", f"{home}/what-if?at=3"):
        others = {f"{home}/why/3", f"{home}/record/3", f"{home}/what-if?at=3"} - {here}
        assert others <= {*hrefs(client.get(here).text)}


def test_why_is_offered_after_a_hand_is_settled_and_after_the_game(
    client: FlaskClient, table_service: TableService
) -> None:
    header = "game: race-horse\nrule: tiles-each = 1"
    table_id = laid(table_service, header, "6-3", "Ben: left 6-5")
    assert table_service.look(table_id).game.awaits_lead
    assert f"/t/{table_id}/why/3" in hrefs(client.get(f"/t/{table_id}").text)


def test_one_comes_back_from_the_free_board(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = laid(table_service, "game: race-horse", *TILES)
    asked = client.get(f"/t/{table_id}/free-board", follow_redirects=True)
    assert "lay=6-4.4-4.4-1" in asked.request.url
    tapped = hrefs(asked.text, f"back=/t/{table_id}")[0]
    for page in (asked.text, client.get(tapped).text):
        assert f"/t/{table_id}" in hrefs(page)
    (about,) = hrefs(client.get(f"/t/{table_id}/why/3").text, "/ask?")
    assert f"/t/{table_id}/why/3" in hrefs(client.get(about).text)


@pytest.mark.parametrize(
    "back",
    ["//evil.test", "https://evil.test/t/x", "/t/\\evil", "javascript:alert(1)", "/t/" + "x" * 300],
)
def test_the_way_back_leads_to_a_table_alone(client: FlaskClient, back: str) -> None:
    page = client.get("/ask", query_string={"back": back}).text
    assert not hrefs(page, "back=") and str(message("ask.back")) not in page
    assert "evil" not in page


def test_may_i_pass_is_answered_with_the_rule(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = laid(table_service, "game: race-horse", *TILES)
    answer = client.get(f"/t/{table_id}/turn")
    assert answer.headers["Location"] == f"/t/{table_id}/why/6?about=draw"
    page = client.get(f"/t/{table_id}/turn", follow_redirects=True).text
    assert shows(page, "dispute.draws-if-stuck", player="Ana")
    assert shows(page, "refused.must-draw", count=12)
    assert str(message("law.draw.sentence")) in read(page)
    assert "/why/6.svg?" in client.get(f"/t/{table_id}/turn.svg").headers["Location"]


def test_who_is_washed_up_is_said_beside_the_turn_and_at_the_name(
    client: FlaskClient, table_service: TableService
) -> None:
    told = transcript_of("thin-ended-washed-up")
    assert told.header is not None
    entries = told.entries[:33]
    table_id = table_service.open(told.header, entries, keeper=ANAS_PHONE)
    page = client.get(f"/t/{table_id}").text
    assert shows(page, "turn.others-washed-up", players="Ana")
    (address,) = hrefs(page, "about=last-tile")
    assert address == f"/t/{table_id}/why/33?about=last-tile"
    assert shows(client.get(address).text, "why.washed-up", player="Ana")


def test_whose_access_was_ended_hears_so_and_whom_to_ask(
    app: Flask, stranger: FlaskClient, table_service: TableService
) -> None:
    table_id = laid(table_service, "game: race-horse", *TILES)
    access_service: AccessService = app.extensions["access_service"]
    watch = access_service.links(table_id)[LeadsTo.WATCH]
    assert shows(stranger.get(f"/t/{table_id}").text, "problem.no-such-table.title")
    stranger.get(f"/j/{watch}")
    assert stranger.get(f"/t/{table_id}").status_code == 200
    access_service.call(table_id, ANAS_PHONE, "Ana")
    access_service.end_watching(table_id)
    gone = stranger.get(f"/t/{table_id}")
    assert gone.status_code == 404
    assert shows(gone.text, "problem.access-ended.sentence", who="Ana")
    table_service.remove(table_id)
    assert shows(stranger.get(f"/t/{table_id}").text, "problem.table-deleted.title")


def test_after_an_accepted_change_undo_asks_the_others(
    app: Flask, client: FlaskClient, table_service: TableService
) -> None:
    table_id = laid(table_service, "game: race-horse", *TILES)
    correct(table_service, table_id, "Ana: 4-1 on 4-4", "Ana: 4-2 on 4-4")
    access_service: AccessService = app.extensions["access_service"]
    access_service.keep(access_service.links(table_id)[LeadsTo.KEEP], "bens-phone", "Ben")
    switch(table_service, table_id, TableOptions(consent=True))
    for page in (client.get(f"/t/{table_id}").text, client.get(f"/t/{table_id}/record").text):
        assert shows(page, "change.ask-to-undo", change=message("change.correction"))
    enter(table_service, table_id, "Ana: 1-0 on 6-1")
    assert not shows(client.get(f"/t/{table_id}").text, "change.ask-to-undo")


# What a change would do, before it is made


def test_a_correction_tells_what_it_does_before_it_is_made(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = laid(table_service, "game: race-horse", "6-4", "6-6", "4-1", "Ben: 1-1")
    address, form = f"/t/{table_id}/record/2", {"what": "tile", "who": "0", "tile": "6-3"}
    form |= {"seen": str(table_service.look(table_id).version)}
    assert f'formaction="{address}/effect"' in client.get(address).text
    page = client.post(f"{address}/effect", data=form).text
    assert shows(page, "effect.scores", sides=message("effect.side", side="Ana", points="−2"))
    # Each later entry of the hand that does not fit any more, and why.
    listed = read(page.partition('<ol class="lines misfits">')[2].partition("</ol>")[0])
    assert shows(page, "effect.misfits", count=3)
    turn, on_6_4, on_4_1 = re.findall(r"\d (?:Ana|Ben) .*?(?=\d (?:Ana|Ben) |$)", listed)
    assert "6-6" in turn and shows(turn, "refused.not-your-turn", turn="Ben", player="Ana")
    assert "fit on the 6-4" in on_6_4 and "fit on the 4-1" in on_4_1
    assert '<input type="hidden" name="tile" value="6-3">' in page
    assert f'action="{address}"' in page
    assert table_service.look(table_id).refused is None, "nothing was changed"
    page = client.post(f"/t/{table_id}/record/5/delete/effect", data=form).text
    assert shows(page, "effect.no-score") and f'action="/t/{table_id}/record/5/delete"' in page
    refused = client.post(f"{address}/effect", data=form | {"tile": "6-6"})
    assert refused.status_code == 200
    wrong = client.post(f"/t/{table_id}/record/5/effect", data=form)
    assert wrong.status_code == 422


def test_a_proposal_tells_what_it_does_before_it_is_accepted(
    app: Flask, client: FlaskClient, table_service: TableService
) -> None:
    table_id = laid(table_service, "game: race-horse", "6-4", "6-6", "4-1", "Ben: 1-1")
    access_service: AccessService = app.extensions["access_service"]
    access_service.keep(access_service.links(table_id)[LeadsTo.KEEP], "bens-phone", "Ben")
    switch(table_service, table_id, TableOptions(consent=True))
    state = table_service.look(table_id)
    form = {"what": "tile", "who": "0", "tile": "6-3", "seen": str(state.version)}
    assert client.post(f"/t/{table_id}/record/2", data=form).status_code == 303
    page = phone(app, "bens-phone").get(f"/t/{table_id}/record").text
    assert shows(page, "effect.breaks", number=3)
    assert shows(page, "effect.scores", sides=message("effect.side", side="Ana", points="−2"))
