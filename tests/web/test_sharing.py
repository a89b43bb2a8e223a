"""Taking a record, a picture or a link along: what the browser can do with it is offered."""

from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, Route, expect

from companion.tables.table_service import TableService
from tests.thorough import some, thorough
from tests.web.phones import PHONE
from tests.web.serving import Serving
from tests.web.test_accessibility import is_clean
from tests.web.thumb import laid
from tests.web.words import shown

pytestmark = pytest.mark.browser_context_args(viewport=PHONE, has_touch=True, bypass_csp=True)

TWO = "game: race-horse"
OVER = f"{TWO}\ntarget: 2"
#: The last one on a page is for the record: a picture can be sent as well.
SHARE, COPY = "[data-share-file] >> nth=-1", "[data-copy]"
#: A phone with something to send things with, which takes files; what it was given is kept.
SHARING = """
    window.given = [];
    window.takesFiles = true;
    window.says = null;
    const own = (name, value) => Object.defineProperty(navigator, name, { value });
    own("canShare", ({ files }) => window.takesFiles && files.length === 1);
    own("share", async ({ files = [], ...words }) => {
        if (window.says) { window.isOver = true; throw new DOMException("", window.says); }
        const read = (file) => [file.name, file.type, file.size];
        window.given.push({ ...words, files: files.map(read), content: await files[0]?.text() });
    });
"""


@pytest.fixture
def table(server: Serving, behind: TableService) -> str:
    """The address of a table at which the 6-4 lies, which won."""
    return f"{server.address}/t/{laid(behind, OVER, '6-4')}"


def given(page: Page) -> dict[str, Any]:
    """What the phone was given to send, once."""
    page.wait_for_function("window.given.length")
    (one,) = page.evaluate("window.given")
    return dict(one)


# ---- A record ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seen", some(["record#text", "end#export"], 1))
def test_a_record_is_shared_as_a_file(page: Page, table: str, seen: str) -> None:
    page.add_init_script(SHARING)
    page.goto(f"{table}/{seen}")
    page.locator(SHARE).tap()
    sent = given(page)
    assert sent["files"][0][:2] == ["race-horse.txt", "text/plain"]
    assert sent["content"].endswith("lead: Ana\nAna: 6-4\n")
    assert sent["title"] == page.title()


@thorough
def test_where_no_files_are_taken_a_record_is_shared_as_text(page: Page, table: str) -> None:
    page.add_init_script(f"{SHARING}; window.takesFiles = false")
    page.goto(f"{table}/record#text")
    page.locator(SHARE).tap()
    sent = given(page)
    assert sent["files"] == [] and sent["text"].endswith("Ana: 6-4\n")


def test_a_record_is_copied_and_the_button_says_so(page: Page, table: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{table}/record#text")
    page.locator(COPY).focus()
    page.keyboard.press("Enter")
    expect(page.locator(COPY)).to_have_text(shown("script.copied"))
    expect(page.locator("#heard")).to_have_text(shown("script.copied"))
    assert page.evaluate("navigator.clipboard.readText()").endswith("Ana: 6-4\n")
    expect(page.locator(COPY)).to_have_text(shown("record.copy"))


@thorough
def test_who_thought_better_of_it_hears_nothing(page: Page, table: str) -> None:
    page.add_init_script(f"{SHARING}; window.says = 'AbortError'")
    page.goto(f"{table}/record#text")
    page.locator(SHARE).tap()
    page.wait_for_function("window.isOver")
    page.evaluate("window.says = null")
    page.locator(SHARE).tap()
    given(page)
    expect(page.get_by_role("alert")).to_have_count(0)


@thorough
def test_a_file_that_came_too_late_for_its_tap_is_there_for_the_next(
    page: Page, table: str
) -> None:
    page.add_init_script(f"{SHARING}; window.says = 'NotAllowedError'")
    page.goto(f"{table}/record#text")
    page.locator(SHARE).tap()
    expect(page.get_by_role("alert")).to_have_text(shown("script.app.went-wrong"))
    page.route("**/record.txt", lambda route: route.abort())
    page.evaluate("window.says = null")
    page.locator(SHARE).tap()
    given(page)
    expect(page.get_by_role("alert")).to_have_count(0)


@pytest.mark.parametrize("button", some([SHARE, COPY], 1))
def test_a_file_that_does_not_come_is_told(page: Page, table: str, button: str) -> None:
    page.add_init_script(SHARING)
    page.goto(f"{table}/record#text")
    page.route("**/record.txt", lambda route: route.fulfill(status=503))
    page.locator(button).tap()
    expect(page.get_by_role("alert")).to_have_text(shown("script.app.went-wrong"))
    is_clean(page)


@thorough
def test_a_game_that_is_over_offers_its_record_in_one_row(
    client: FlaskClient, table_service: TableService, page: Page, table: str
) -> None:
    over, on = laid(table_service, OVER, "6-4"), laid(table_service, TWO, "6-4")
    assert f'href="/t/{over}/end"' in client.get(f"/t/{over}").text
    link = '<a class="button" href="/t/{}/record.txt" download="race-horse.txt">'
    assert link.format(over) in client.get(f"/t/{over}/end").text
    assert link.format(on) not in client.get(f"/t/{on}/end").text
    page.add_init_script(SHARING)
    page.goto(f"{table}/end#export")
    row = page.get_by_role("group", name=shown("page.record")).locator("> *")
    expect(row).to_have_text([shown(f"record.{name}") for name in ("save", "share", "copy")])
    assert len({(part.bounding_box() or {})["y"] for part in row.all()}) == 1
    is_clean(page)


@thorough
def test_a_record_with_its_buttons_is_clear_to_everybody(page: Page, table: str) -> None:
    page.add_init_script(SHARING)
    page.goto(f"{table}/record#text")
    expect(page.locator(SHARE)).to_be_visible()
    is_clean(page)


# ---- A picture ---------------------------------------------------------------------------------


def test_a_picture_is_shared_as_every_phone_shows_it(page: Page, table: str) -> None:
    page.add_init_script(SHARING)
    page.goto(f"{table}/why/2")
    page.locator(SHARE).tap()
    ((name, kind, size),) = given(page)["files"]
    assert (name, kind) == ("why-2.png", "image/png") and size > 5000


@thorough
def test_where_no_files_are_taken_a_picture_is_only_saved(page: Page, table: str) -> None:
    page.add_init_script(f"{SHARING}; window.takesFiles = false")
    page.goto(f"{table}/why/2")
    expect(page.locator("[data-share]")).to_be_visible()
    expect(page.locator(SHARE)).to_be_hidden()


@thorough
def test_on_a_board_that_is_asked_a_picture_is_offered_with_each_answer(
    page: Page, server: Serving
) -> None:
    page.add_init_script(SHARING)
    page.goto(f"{server.address}/ask?lay=6-4")
    page.locator("#tile-4-4").tap()
    expect(page.locator(".sum")).to_have_text("6 + 8 = 14")
    page.locator(SHARE).tap()
    assert given(page)["files"][0][0] == "referee.png"


# ---- On a kitchen's plain http -----------------------------------------------------------------

KITCHEN = "http://kitchen.test"


def bring_to_the_kitchen(page: Page, server: Serving) -> None:
    def in_the_kitchen(route: Route) -> None:
        route.fulfill(response=route.fetch(url=route.request.url.replace(KITCHEN, server.address)))

    page.route(f"{KITCHEN}/**", in_the_kitchen)


def test_on_plain_http_an_invitation_is_copied_or_selected(
    page: Page, server: Serving, table: str
) -> None:
    bring_to_the_kitchen(page, server)
    page.goto(f"{table.replace(server.address, KITCHEN)}/join")
    assert page.evaluate("!navigator.clipboard && !navigator.share")
    invite = page.locator(".to-watch")
    address = invite.locator("[data-whole]").input_value()
    page.evaluate("addEventListener('copy', () => { window.copied = getSelection().toString(); })")
    invite.locator("[data-copy-link]").tap()
    expect(invite.locator("[data-copy-link]")).to_have_text(shown("script.link-copied"))
    assert page.evaluate("window.copied") == address
    # Where the old clipboard is gone too, and to share, the phone's own menu is left.
    page.evaluate("document.execCommand = () => false")
    invite.locator("[data-share]").tap()
    expect(invite.locator("[data-share]")).to_have_text(shown("script.hold-to-share"))
    assert page.evaluate("getSelection().toString()") == address
    is_clean(page)


@thorough
def test_an_invitation_is_shared_where_the_phone_can(page: Page, table: str) -> None:
    page.add_init_script(SHARING.replace("await files[0]", "await files?.[0]"))
    page.goto(f"{table}/join")
    page.locator(".to-watch [data-share]").tap()
    assert given(page)["url"] == page.locator(".to-watch [data-whole]").input_value()


@thorough
def test_on_plain_http_a_record_is_only_saved(page: Page, server: Serving, table: str) -> None:
    bring_to_the_kitchen(page, server)
    for seen in ("record#text", "end", "why/2"):
        page.goto(f"{table.replace(server.address, KITCHEN)}/{seen}")
        assert page.evaluate("isSecureContext") is False
        expect(page.locator("a[download]").first).to_be_visible()
        for button in page.locator(f"{SHARE}, {COPY}, [data-share]").all():
            expect(button).to_be_hidden()
