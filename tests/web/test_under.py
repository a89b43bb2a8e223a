"""Under other rules: where two games part over a record, and how both scores run on."""

import html
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from companion.record.header import read_header
from companion.tables.desk import Desk
from companion.web.rulings.under_page import MOST_ENTRIES
from tests.tables.scribe import delete, enter
from tests.web.drawings import SVG, drawing, drawn, said
from tests.web.phones import ANAS_PHONE
from tests.web.serving import Serving
from tests.web.test_accessibility import is_clean
from tests.web.thumb import laid

#: Two tiles each; under Celko's settlement the same points are told otherwise.
SCORED = ("lead: Ana", "Ana: 6-4", "Ana: 4-4 on 6-4", "Ben: left 3-1 5-0")
#: The 6-6 is covered on both sides, and then an end of it is played on.
SPUN = (
    *("lead: Ana", "Ana: 6-6", "Ana: 6-1", "Ben: 6-2", "Ana: 6-3"),
    *("Ben: 3-2 on 6-3", "Ben: 2-2 on 6-2"),
)


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {
        **browser_context_args,
        "viewport": {"width": 360, "height": 640},
        "bypass_csp": True,
        "reduced_motion": "reduce",
    }


def table(desk: Desk, *lines: str, header: str = "", players: str = "Ana, Ben") -> str:
    said = read_header(f"game: race-horse\nplayers: {players}\n{header}")
    table_id = desk.open(said, keeper=ANAS_PHONE)
    enter(desk, table_id, *lines)
    return table_id


def read(page: str) -> str:
    """The words of a page."""
    main = page.partition("<main>")[2]
    words = html.unescape(re.sub("<form.*</form>|<[^>]*>", " ", main, flags=re.DOTALL)).replace(
        "\u2060", ""
    )
    return " ".join(words.split())


def test_first_it_is_asked_which_rules(client: FlaskClient, desk: Desk) -> None:
    page = client.get(f"/t/{table(desk, *SCORED, header='rule: tiles-each = 2')}/under")
    assert page.status_code == 200
    assert "Race Horse, as it is played here" in page.text
    assert "As the game has it: 2 tiles each." in page.text
    assert "They part" not in page.text


def test_where_two_games_part_is_told_with_both_sentences_and_the_rules_behind_them(
    client: FlaskClient, desk: Desk
) -> None:
    table_id = table(desk, *SCORED, header="rule: tiles-each = 2")
    asked = "game=race-horse-celko&rule-tiles-each=2"
    page = client.get(f"/t/{table_id}/under?{asked}").text
    words = read(page)
    assert "They part on entry 2: Ana: 6-4" in words
    assert "6 + 4 = 10 → 2 pegs. Ana goes on." in words
    assert "6 + 4 = 10 → 10 points. Ana goes on." in words
    assert "Points for a count" in words and "The whole count is scored." in words
    assert page.count('class="why-felt"') == 1
    assert page.count("<cite>") >= 2


def test_the_scores_run_side_by_side_hand_by_hand(client: FlaskClient, desk: Desk) -> None:
    table_id = table(desk, *SCORED, header="rule: tiles-each = 2")
    asked = "game=race-horse-celko&rule-tiles-each=2"
    words = read(client.get(f"/t/{table_id}/under?{asked}").text)
    assert "Hand by hand" in words and "Hand 1" in words
    assert "Ana 4, Ben 0 | , by the other rules 10 · −10 Ana 10, Ben -10" in words


def test_a_layout_that_two_rules_count_differently_is_shown_twice(
    client: FlaskClient, desk: Desk
) -> None:
    table_id = table(desk, "lead: Ana", "Ana: 6-6")
    page = client.get(f"/t/{table_id}/under?rule-exposed-double=when-dead").text
    assert page.count('class="why-felt"') == 2
    page = client.get(f"/t/{table_id}/under?rule-points=pips").text
    assert "Both games say the same of every entry." in read(page)


def test_a_play_that_the_other_rules_refuse_ends_their_telling(
    client: FlaskClient, desk: Desk
) -> None:
    words = read(client.get(f"/t/{table(desk, *SPUN)}/under?rule-spinners=none").text)
    assert "They part on entry 5: Ana: 6-3" in words
    assert "The other telling ends there." in words
    assert "A double has two sides and no ends." in words or "no ends" in words
    assert "The same plays, by those of the other rules that refuse none of them:" in words
    assert "Left out Spinners:" in words


def test_what_a_form_left_as_it_is_does_not_stay_in_the_address(
    client: FlaskClient, desk: Desk
) -> None:
    table_id = table(desk, *SCORED, header="rule: tiles-each = 2")
    answer = client.get(f"/t/{table_id}/under?game=&rule-target=30&rule-spinners=")
    assert answer.status_code == 302
    assert answer.headers["Location"] == f"/t/{table_id}/under?rule-target=30"


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ("game=seven-rocks", "Seven Rocks takes 4 players, not 2."),
        ("game=whist", "whist"),
        ("rule-spinners=some", "The rule spinners has no value “some”"),
        ("rule-target=<b>", "The rule target is a number, not “<b>”"),
        ("rule-tiles-each=15", "28 tiles cannot be dealt to 2 players with 15 each."),
    ],
)
def test_rules_that_these_people_cannot_play_by_are_refused_in_a_sentence(
    client: FlaskClient, desk: Desk, asked: str, sentence: str
) -> None:
    table_id = table(desk, *SPUN)
    for page in ("under", "under.svg"):
        answer = client.get(f"/t/{table_id}/{page}?{asked}")
        assert answer.status_code == 422
        assert sentence in read(answer.text)
        assert "<b>”" not in answer.text


def test_before_the_first_lead_both_say_the_same(client: FlaskClient, desk: Desk) -> None:
    words = read(client.get(f"/t/{table(desk)}/under?game=race-horse-celko").text)
    assert "Both games say the same of every entry." in words
    assert "Hand by hand" not in words


def test_an_entry_that_no_longer_holds_ends_both_tellings(client: FlaskClient, desk: Desk) -> None:
    table_id = table(desk, *SPUN)
    delete(desk, table_id, "Ana: 6-1 on 6-6")
    assert client.get(f"/t/{table_id}/under?rule-target=30").status_code == 200


def test_who_watches_may_ask_and_a_stranger_may_not(
    app: Flask, stranger: FlaskClient, desk: Desk
) -> None:
    table_id = table(desk, *SPUN)
    assert stranger.get(f"/t/{table_id}/under?rule-target=30").status_code == 404
    app.extensions["door"].ask(table_id, "zoes-phone", "Zoe")
    with stranger.session_transaction() as session:
        session["device"] = "zoes-phone"
    assert stranger.get(f"/t/{table_id}/under?rule-target=30").status_code == 200


def test_names_are_no_markup(client: FlaskClient, desk: Desk) -> None:
    table_id = table(desk, "lead: <i>Ana", players="<i>Ana, Ben")
    page = client.get(f"/t/{table_id}/under?game=race-horse-celko").text
    assert "<i>Ana" not in page and "&lt;i&gt;Ana" in page


def test_it_is_reached_from_the_record_the_end_the_reasons_and_the_rules(
    client: FlaskClient, desk: Desk
) -> None:
    table_id = table(desk, *SPUN)
    for page in ("record", "end", "why/2", "rules"):
        assert f'href="/t/{table_id}/under"' in client.get(f"/t/{table_id}/{page}").text
    assert 'href="/under"' in client.get("/import").text


RECORD = "game: race-horse\nplayers: Ana, Ben\n" + "\n".join(SPUN)


def test_a_pasted_record_is_told_by_its_lines_and_kept_nowhere(
    client: FlaskClient, desk: Desk
) -> None:
    assert client.get("/under").status_code == 200
    page = client.post("/under", data={"record": RECORD, "rule-spinners": "none"})
    words = read(page.text)
    assert "They part on line 7: Ana: 6-3" in words
    assert "/t/" not in page.text
    again = client.post("/under", data={"record": RECORD})
    assert "As the game has it" in again.text and "They part" not in again.text


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        ("", "There is nothing in it."),
        ("game: whist", "whist"),
        ("game: race-horse\nplayers: Ana", "players"),
    ],
)
def test_what_is_no_record_is_refused(client: FlaskClient, record: str, sentence: str) -> None:
    for address in ("/under", "/under.svg"):
        page = client.post(address, data={"record": record, "game": "race-horse-celko"})
        assert page.status_code == 422
        assert sentence in page.text


def test_a_record_is_told_as_far_as_its_own_game_accepts_it(client: FlaskClient) -> None:
    page = client.post("/under", data={"record": f"{RECORD}\nCyd: 5-5", "rule-spinners": "none"})
    assert page.status_code == 200
    assert "Line 10 is refused by its own game" in read(page.text)


def test_the_picture_has_where_they_part_what_each_says_and_both_scores(
    client: FlaskClient, desk: Desk
) -> None:
    table_id = table(desk, *SCORED, header="rule: tiles-each = 2")
    asked = "game=race-horse-celko&rule-tiles-each=2"
    picture = drawing(client, f"/t/{table_id}/under.svg?{asked}")
    told = said(picture)
    for words in (
        "They part on entry 2: Ana: 6-4",
        "6 + 4 = 10 → 2 pegs.",
        "6 + 4 = 10 → 10 points.",
        "Points for a count",
        "The whole count is scored.",
        "Both scores",
        "4 Ana 0 Ben",
        "10 Ana −10 Ben",
    ):
        assert words in told
    assert "Hand by hand" not in told
    assert len(picture.findall(f"{SVG}rect[@fill='#24513f']")) == 1


def test_the_picture_shows_twice_what_two_rules_count_differently(
    client: FlaskClient, desk: Desk
) -> None:
    table_id = table(desk, "lead: Ana", "Ana: 6-6")
    picture = drawing(client, f"/t/{table_id}/under.svg?rule-exposed-double=when-dead")
    assert len(picture.findall(f"{SVG}rect[@fill='#24513f']")) == 2
    assert "as Race Horse counts it" in said(picture)


def test_the_picture_says_where_the_other_telling_ends(client: FlaskClient, desk: Desk) -> None:
    told = said(drawing(client, f"/t/{table(desk, *SPUN)}/under.svg?rule-spinners=none"))
    assert "The other telling ends there." in told
    assert "so far" in told


def test_the_picture_says_who_won(client: FlaskClient, desk: Desk) -> None:
    table_id = table(desk, "lead: Ana", "Ana: 5-5", header="target: 2")
    told = said(drawing(client, f"/t/{table_id}/under.svg?rule-target=30"))
    assert "2 Ana won 0 Ben" in told and "2 Ana 0 Ben" in told


def test_a_pasted_record_has_a_picture_to_be_saved_and_no_address(client: FlaskClient) -> None:
    asked = {"record": RECORD, "rule-spinners": "none"}
    page = client.post("/under", data=asked).text
    assert '<button form="by-rules" formaction="/under.svg">' in page
    assert '<form id="by-rules" method="post" action="/under"' in page
    answer = client.post("/under.svg", data=asked)
    told = said(drawn(answer))
    assert answer.headers["Content-Disposition"] == "attachment; filename=under-other-rules.svg"
    assert "They part on line 7: Ana: 6-3" in told
    assert "http" not in told
    again = client.post("/under.svg", data={"record": RECORD})
    assert again.status_code == 422 and "As the game has it" in again.text


def test_a_season_is_too_long_to_be_compared(client: FlaskClient) -> None:
    rulings = "\nruling: Ana +1" * (MOST_ENTRIES + 1)
    record = f"game: race-horse\nplayers: Ana, Ben\ntarget: 9999\nlead: Ana{rulings}"
    page = client.post("/under", data={"record": record, "rule-spinners": "none"})
    assert page.status_code == 422
    assert "too long for this" in read(page.text)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_the_whole_question_is_answered(
    page: Page, server: Serving, behind: Desk, scheme: Any
) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.goto(f"{server.address}/t/{laid(behind, 'game: race-horse', '6-6', '6-1', '6-2', '6-3')}")
    page.goto(f"{page.url}/under")
    page.get_by_label("The game", exact=True).select_option("racehorse-1990")
    page.locator(".house summary").click()
    announce = page.get_by_label("Announcing").locator("option").first
    expect(announce).to_contain_text("As the game has it: A count that is not announced")
    page.get_by_label("Spinners").select_option("none")
    page.get_by_role("button", name="Tell it by these rules").click()
    expect(page).to_have_url(re.compile(r"under\?game=racehorse-1990&rule-spinners=none$"))
    expect(page.locator(".ruling-told")).to_contain_text("They part on entry")
    for part in page.locator("details").all():
        part.evaluate("part => { part.open = true; }")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    is_clean(page)
