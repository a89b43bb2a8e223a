"""The table says what happened, as short or as long as a phone wants, and gives no count away."""

import html
import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from companion.i18n import message
from companion.record.header import read_header
from companion.tables.request_stamp import RequestStamp
from companion.tables.table_options import TableOptions
from companion.tables.table_service import TableService
from tests.tables.scribe import amend, corrected, enter
from tests.web.phones import ANAS_PHONE, PHONE
from tests.web.serving import Serving
from tests.web.thumb import laid

TWO = "game: race-horse\nplayers: Ana, Ben"
FIRST = ("lead: Ana", "Ana: 6-4")


def heard(client: FlaskClient, table_id: str, since: float = 0) -> tuple[Any, ...]:
    """What a phone says that has said everything up to some moment: short, longer, everything."""
    page = client.get(f"/t/{table_id}").text
    found = re.search("data-spoken='([^']*)'", page)
    assert found is not None
    said = [each for each in json.loads(html.unescape(found[1]))["said"] if each[0] > since]
    return tuple(
        " ".join(sentence for _, lengths, sentence in said if length in lengths.split())
        for length in ("score", "turn", "all")
    )


@pytest.mark.parametrize(
    ("header", "lines", "said"),
    [
        (TWO, FIRST, ("10, 2 pegs.", "10, 2 pegs. Ana again.")),
        (TWO, [*FIRST, "Ana: 4-1"], ("", "Ben.")),
        (TWO, [*FIRST, "Ana: draws 1"], ("", "Ana.")),
        (TWO, FIRST[:1], ("", "Ana leads.")),
        # From ten holes on you hear what is needed, once a turn.
        (f"{TWO}\ntarget: 6", FIRST, ("10, 2 pegs. Ana needs 4.",)),
        (f"{TWO}\ntarget: 6", [*FIRST, "Ana: 4-4"], ("",)),
        (f"{TWO}\ntarget: 6", [*FIRST, "Ana: 4-1"], ("Ben needs 6.", "Ben. Ben needs 6.")),
        (f"{TWO}\ntarget: 2", FIRST, ("10, 2 pegs. Ana wins the game with 2.",) * 2),
        # A hand that is settled says where all stand.
        (
            f"{TWO}\nrule: tiles-each = 1",
            [*FIRST, "Ben: left 5-5"],
            ("Ana takes 10 pips: 2 pegs. Ana 4, Ben 0.",),
        ),
        (f"{TWO}\nrule: game-ends = at-once", ["lead: Ana", "ruling: Ben +3"], ("Ben +3.",)),
        # A count that is called aloud is for people to tell.
        ("game: racehorse-1990\nplayers: Ana, Ben", ["lead: Ana", "Ana: 6-4, claims 10"], ("",)),
        ("game: muggins\nplayers: Ana, Ben", FIRST, ("", "Ben.", "Ana’s 6-4. Ben.")),
    ],
)
def test_an_entry_is_said_in_three_lengths(
    client: FlaskClient, table_service: TableService, header: str, lines: Any, said: tuple[str, ...]
) -> None:
    table_id = table_service.open(read_header(header), keeper=ANAS_PHONE)
    enter(table_service, table_id, *lines)
    assert heard(client, table_id, len(lines) - 1)[: len(said)] == said


def test_a_count_is_told_once_nobody_can_call_it_any_more(
    client: FlaskClient, table_service: TableService
) -> None:
    options = TableOptions(counting=frozenset({0, 1}), muggins=True)
    header = read_header("game: muggins\nplayers: Ana, Ben\nrule: announce = required")
    table_id = table_service.open(header, keeper=ANAS_PHONE, table_options=options)
    enter(table_service, table_id, "lead: Ana", "Ana: 6-4, claims 10")
    asked = str(message("counted.who-claims", who="Ana", claim=10))
    short, longer, whole = heard(client, table_id, 1)
    assert short == longer == asked and whole == f"Ana’s 6-4. {asked}"
    table_service.leave_unclaimed(table_id, RequestStamp(2, "nobody"))
    assert heard(client, table_id, 2)[:2] == ("10 points.", "10 points. Ben.")


def test_a_fix_is_said_by_what_it_comes_to_and_an_option_is_not_said(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table_service.open(read_header(TWO), keeper=ANAS_PHONE)
    enter(table_service, table_id, *FIRST)
    amend(table_service, table_id, corrected(2, "Ana: 5-5"), RequestStamp(2, "fix"))
    fixed = "Now Ana 2, Ben 0."
    assert heard(client, table_id, 2) == (fixed, f"{fixed} Ana again.", f"{fixed} Ana again.")
    table_service.undo(table_id, RequestStamp(3, "undo"))
    assert heard(client, table_id, 3)[0] == fixed
    before = client.get(f"/t/{table_id}").text
    renamed = table_service.rename(table_id, ("Anna", "Ben"), RequestStamp(4, "name"))
    assert renamed.version == 5
    (record,) = re.findall('(&#34;|")record\\1: *\\1(.*?)\\1', before)
    assert record[1] in client.get(f"/t/{table_id}").text


#: A phone with voices of its own, unless the address says otherwise, which keeps what it says.
VOICES = """(() => {
    const said = [];
    const own = { name: "own", lang: "en-GB", localService: true };
    const away = { name: "away", lang: "en-GB", localService: false };
    const getVoices = () => (location.hash === "#mute" ? [away] : [away, own]);
    const synthesis = { getVoices, speak: (each) => said.push(each), cancel: () => {},
        addEventListener: () => {} };
    Object.defineProperty(window, "speechSynthesis", { value: synthesis });
    window.SpeechSynthesisUtterance = function (text) { this.text = text; };
    window.said = () => said.splice(0).map((each) => each.voice.name + ": " + each.text);
})()"""


@pytest.mark.browser_context_args(viewport=PHONE)
def test_a_phone_says_what_is_new_once_by_a_voice_of_its_own(
    page: Page, server: Serving, behind: TableService
) -> None:
    table_id = laid(behind, TWO, "6-4")

    def entered(*lines: str) -> None:
        enter(behind, table_id, *lines)
        version = behind.look(table_id).version
        page.locator(f"#table[data-version='{version}']").wait_for()

    page.add_init_script(VOICES)
    page.goto(f"{server.address}/t/{table_id}/customs")
    page.locator("[name=voice][value=turn]").click()
    expect(page.locator("[name=voice][value=turn][aria-pressed=true]")).to_be_enabled()
    page.goto(f"{server.address}/t/{table_id}")
    expect(page.locator("[data-link=live]")).to_be_attached()
    assert page.evaluate("said()") == []
    # The touch before the first word is silent.
    page.locator("#turn").click()
    assert page.evaluate("said()") == ["own: "]
    entered("Ana: 4-1")
    assert page.evaluate("said()") == ["own: Ben."]
    page.locator("#tile-1-0").click()
    expect(page.locator("[data-entered*='1-0']")).to_be_attached()
    assert page.evaluate("said()") == ["own: Ana."]
    # What came while nothing could be heard is one utterance, and is not said again.
    page.evaluate(
        "() => { Object.defineProperty(document, 'hidden', { value: true, configurable: true });"
        " document.dispatchEvent(new Event('visibilitychange')); }"
    )
    enter(behind, table_id, "Ana: 6-3 on 6-4", "Ben: 5-0")
    page.evaluate(
        "() => { delete document.hidden; document.dispatchEvent(new Event('visibilitychange')); }"
    )
    page.locator(f"#table[data-version='{behind.look(table_id).version}']").wait_for()
    (once,) = page.evaluate("said()")
    assert once.endswith("Ana.") or once.endswith("Ben again.")
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    page.locator("button.undo").click()
    expect(page.locator("button.redo")).to_be_visible()
    (fixed,) = page.evaluate("said()")
    assert fixed.startswith("own: Now Ana 2, Ben ")
    page.reload()
    expect(page.locator("[data-link=live]")).to_be_attached()
    assert page.evaluate("said()") == []
    page.goto(f"{server.address}/t/{table_id}/customs#mute")
    expect(page.locator("#voice-note")).to_have_text(str(message("script.voice.none")))
    expect(page.locator("[name=voice][value=turn]")).to_be_disabled()
