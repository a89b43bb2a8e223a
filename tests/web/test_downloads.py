"""Files that are kept: by the browser, or by the page where a worker may be the only server."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.tables.table_service import TableService
from tests.thorough import thorough
from tests.web.network import cut_off
from tests.web.serving import Serving
from tests.web.test_home_screen import is_kept
from tests.web.thumb import laid
from tests.web.words import shown

pytestmark = pytest.mark.browser_context_args(has_touch=True)


@pytest.fixture
def table(server: Serving, behind: TableService) -> str:
    """The address of a table at which the 6-4 lies."""
    return f"{server.address}/t/{laid(behind, 'game: race-horse', '6-4')}"


def saved(page: Page, path: Path) -> tuple[str, str, str]:
    """The name of what a tap on the first download keeps, where it came from, and what it says."""
    with page.expect_download() as keeping:
        page.locator("a[download]").first.tap()
    keeping.value.save_as(path)
    name, whence = keeping.value.suggested_filename, keeping.value.url.partition(":")[0]
    return name, whence, path.read_text(encoding="utf-8")


@thorough
def test_without_a_worker_a_file_is_the_browsers_own_affair(
    page: Page, table: str, tmp_path: Path
) -> None:
    page.goto(f"{table}/record#text")
    name, whence, text = saved(page, tmp_path / "saved")
    assert (name, whence) == ("race-horse.txt", "http") and text.endswith("Ana: 6-4\n")


@pytest.mark.browser_context_args(has_touch=True, service_workers="allow")
class TestWithWorker:
    """In a browser that keeps the app."""

    @pytest.fixture
    def home(self, page: Page, server: Serving) -> str:
        page.goto(server.address)
        is_kept(page, "/")
        return server.address

    def test_a_file_comes_through_the_page_by_its_name(
        self, page: Page, home: str, table: str, tmp_path: Path
    ) -> None:
        page.goto(f"{table}/record#text")
        name, whence, text = saved(page, tmp_path / "text")
        assert (name, whence) == ("race-horse.txt", "blob") and text.endswith("Ana: 6-4\n")
        page.goto(f"{table}/record#text")
        page.locator("a[download$='.txt']").evaluate("link => link.remove()")
        name, whence, text = saved(page, tmp_path / "verdict")
        assert (name, whence) == ("race-horse.json", "blob") and json.loads(text)

    @thorough
    def test_a_file_that_does_not_come_is_told(self, page: Page, home: str, table: str) -> None:
        page.goto(f"{table}/record#text")
        cut_off(page.context)
        page.locator("a[download]").first.tap()
        expect(page.get_by_role("alert")).to_have_text(shown("script.app.went-wrong"))

    @thorough
    def test_what_a_form_answers_with_is_kept_by_the_name_it_has(
        self, page: Page, home: str, tmp_path: Path
    ) -> None:
        asked(page, home)
        button = page.locator("[data-download]")
        button.evaluate("button => { button.dataset.download = 'another.svg'; }")
        with page.expect_download() as keeping:
            button.tap()
        assert keeping.value.suggested_filename == "under-other-rules.svg"
        assert keeping.value.url.startswith("blob:")

    def test_what_a_form_is_refused_for_is_a_page(self, page: Page, home: str) -> None:
        asked(page, home)
        page.locator("#game").select_option("")
        page.locator("[data-download]").tap()
        expect(page).to_have_url(f"{home}/under.svg")
        expect(page.locator("[data-house-rules]")).to_be_visible()


def asked(page: Page, home: str) -> None:
    page.goto(f"{home}/under")
    page.locator("#record").fill("game: race-horse\nplayers: Ana, Ben\nlead: Ana\nAna: 6-4")
    page.locator("#game").select_option("race-horse-celko")
    page.locator("#by-rules button.big").tap()
