"""What is left, counted by the camera: a rendered video stands in for the tiles on a table."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, BrowserType, Locator, Page, expect

from companion.tables.table_service import TableService
from tests.web.conftest import SECRET
from tests.web.phones import PHONE, as_phone
from tests.web.serving import Serving
from tests.web.thumb import laid
from tests.web.words import worded
from tools.camera.scenes import Halves
from tools.camera.video import film

#: Ana goes out by herself: each of these scores, or is a double.
HEADER = "game: race-horse\nplayers: Ana, Ben, Cyd\nrule: tiles-each = 4"
PLAYED = ("6-4", "4-4 on 6-4", "6-6 on 6-4", "6-1 on 6-6")
BENS: list[Halves] = [(5, 0), (3, 1), (2, 2), (6, 3)]
CYDS: list[Halves] = [(5, 5), (4, 2), (1, 0), (3, 0)]
SEED = 23


@pytest.fixture
def video(tmp_path: Path) -> Path:
    return tmp_path / "table.y4m"


@pytest.fixture
def seeing(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any], video: Path
) -> Iterator[BrowserContext]:
    """Ana's phone, whose camera shows the video from its beginning, each time it is opened."""
    show(video, BENS)
    camera = (
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-video-capture={video}",
    )
    options = {**browser_type_launch_args}
    options["args"] = [*options.get("args", []), *camera]
    browser = browser_type.launch(**options)
    yield browser.new_context(
        storage_state=as_phone(SECRET),  # type: ignore[arg-type]
        viewport=PHONE,  # type: ignore[arg-type]
        has_touch=True,
        service_workers="block",
    )
    browser.close()


def test_the_camera_fills_the_tray_hand_after_hand(
    seeing: BrowserContext, server: Serving, behind: TableService, video: Path
) -> None:
    page = seeing.new_page()
    table_id = laid(behind, HEADER, *PLAYED)
    version = behind.look(table_id).version
    page.goto(f"{server.address}/t/{table_id}")
    page.locator("input[name=pips]").fill("15")
    read = opened(page, BENS)
    expect(page.locator("dialog .reader-frames polygon")).to_have_count(len(BENS))
    expect(read).to_contain_text(worded("script.camera.pips", count=pips(BENS)))
    corrected_and_back(page, read)
    not_counted(page, read)
    taken(page, BENS)
    assert behind.look(table_id).version == version, "nothing is entered without a tap"
    page.locator("[data-tell]").tap()
    expect(page.locator(".tray[data-of=Cyd]")).to_be_visible()
    show(video, CYDS)
    opened(page, CYDS)
    taken(page, CYDS)
    page.locator("[data-tell]").tap()
    expect(page.locator(".tray[data-held]")).to_have_count(0)
    ends = [entry.statement for entry in behind.look(table_id).entries[-2:]]
    assert [{str(tile) for tile in told.tiles} for told in ends] == [names(BENS), names(CYDS)]


def opened(page: Page, hand: list[Halves]) -> Locator:
    """The camera's dialog, as soon as it has read this hand."""
    page.locator("#photo").tap()
    read = page.locator("dialog .reader[data-state=done]")
    expect(read).to_be_visible()
    assert read_in(read) == names(hand)
    return read


def corrected_and_back(page: Page, read: Locator) -> None:
    """A tap on a tile, and it is the next likely one; another tap, and it is itself again."""
    item, sheet = read.locator("ol li").first, page.locator(".fix-sheet")
    right = item.get_attribute("data-tile")
    item.locator("button").tap()
    other = sheet.locator(f".likely button:not([value='{right}'])").first
    wrong = other.get_attribute("value")
    other.tap()
    expect(item).to_have_attribute("data-tile", str(wrong))
    item.locator("button").tap()
    sheet.get_by_role("button", name=worded("script.camera.another")).tap()
    sheet.locator(f".tray button[value='{right}']").tap()
    expect(item).to_have_attribute("data-tile", str(right))
    expect(item).to_have_attribute("data-doubt", "false")


def not_counted(page: Page, read: Locator) -> None:
    """A tile that lies, and a second of one name: both are asked, and the sum stays as it was."""
    first = read.locator("ol li").first
    twin = first.get_attribute("data-tile")
    for tile in ("6-4", twin):
        read.get_by_role("button", name=worded("script.camera.add")).tap()
        page.locator(f".fix-sheet .tray button[value='{tile}']").tap()
    told = worded("script.camera.left-out", tiles=f"6-4, {twin}")
    expect(read.get_by_text(told)).to_be_visible()
    expect(first).to_have_attribute("data-doubt", "true")
    expect(read.locator("li[data-tile='6-4']")).to_have_attribute("data-doubt", "true")
    expect(read).to_contain_text(worded("script.camera.pips", count=pips(BENS)))
    # Without the second, the first has no doubt any more.
    read.locator("li").last.locator("button").tap()
    page.locator(".fix-sheet").get_by_role("button", name=worded("script.camera.not-a-tile")).tap()
    expect(first).to_have_attribute("data-doubt", "false")


def taken(page: Page, hand: list[Halves]) -> None:
    """The tray has the ticks that taps would have made, and tells their sum."""
    page.get_by_role("button", name=worded("camera.take-left")).tap()
    expect(page.locator("dialog")).to_have_count(0)
    ticked = page.locator(".tray[data-held] input:checked")
    expect(ticked).to_have_count(len(hand))
    assert {box.get_attribute("value") for box in ticked.all()} == names(hand)
    expect(page.locator("[data-tell]")).to_be_focused()
    expect(page.locator("[data-tell]")).to_contain_text(re.compile(rf"\b{pips(hand)}\b"))


def show(video: Path, hand: list[Halves]) -> None:
    """From the next time that the camera is opened."""
    made = video.with_suffix(".made")
    film(made, [SEED], hands=[hand])
    made.replace(video)


def read_in(read: Locator) -> set[str | None]:
    return {item.get_attribute("data-tile") for item in read.locator("ol li").all()}


def names(hand: list[Halves]) -> set[str]:
    return {f"{max(halves)}-{min(halves)}" for halves in hand}


def pips(hand: list[Halves]) -> int:
    return sum(map(sum, hand))
