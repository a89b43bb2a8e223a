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
#: What the page has of cameras is remembered, so that a test sees whether one is left running.
REMEMBERED = """() => {
  const [devices, ask] = [navigator.mediaDevices, navigator.mediaDevices.getUserMedia];
  window.cameras = [];
  devices.getUserMedia = async (wanted) => {
    const stream = await ask.call(devices, wanted);
    cameras.push(...stream.getTracks());
    return stream;
  };
}"""
ALL_OFF = """(count) => new Promise((done, failed) => {
  const isOff = ({ readyState }) => readyState === "ended";
  const look = () => cameras.length === count && cameras.every(isOff) && done();
  setInterval(look, 50);
  setTimeout(failed, 120_000, new Error("a camera is left on"));
})"""


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
    closed_while_it_starts(page)
    read = opened(page, BENS)
    expect(page.locator("dialog .reader-frames polygon")).to_have_count(len(BENS))
    expect(read).to_contain_text(worded("script.camera.pips", count=pips(BENS)))
    corrected_and_back(page, read)
    not_counted(page, read)
    not_taken_for_another(page)
    taken(page, BENS)
    assert behind.look(table_id).version == version, "nothing is entered without a tap"
    page.locator("[data-tell]").tap()
    expect(page.locator(".tray[data-of=Cyd]")).to_be_visible()
    show(video, CYDS)
    opened(page, CYDS)
    taken(page, CYDS)
    page.locator("[data-tell]").tap()
    expect(page.locator(".tray[data-held]")).to_have_count(0)
    page.evaluate(ALL_OFF, 3)
    ends = [entry.statement for entry in behind.look(table_id).entries[-2:]]
    assert [{str(tile) for tile in told.tiles} for told in ends] == [names(BENS), names(CYDS)]


def closed_while_it_starts(page: Page) -> None:
    """Whoever closes the dialog at once leaves no camera running."""
    page.evaluate(REMEMBERED)
    page.locator("#photo").tap()
    expect(page.locator("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    page.evaluate(ALL_OFF, 1)
    expect(page.locator("dialog")).to_have_count(0)


def opened(page: Page, hand: list[Halves]) -> Locator:
    """The camera's dialog, as soon as it has read this hand."""
    page.locator("#photo").tap()
    read = page.locator("dialog .reader[data-state=done]")
    expect(read).to_be_visible()
    assert read_in(read) == names(hand)
    return read


def corrected_and_back(page: Page, read: Locator) -> None:
    """A tap on a tile, and it is the next likely one; another tap, and it is itself again."""
    item = read.locator("ol li").first
    right = str(item.get_attribute("data-tile"))
    item.locator("button").tap()
    other = page.locator(f".fix-sheet .likely button:not([value='{right}'])").first
    wrong = other.get_attribute("value")
    other.tap()
    expect(item).to_have_attribute("data-tile", str(wrong))
    renamed(page, item, right)
    expect(item).to_have_attribute("data-doubt", "false")


def renamed(page: Page, item: Locator, name: str) -> None:
    sheet = page.locator(".fix-sheet")
    item.locator("button").tap()
    sheet.get_by_role("button", name=worded("script.camera.another")).tap()
    sheet.locator(f".tray button[value='{name}']").tap()
    expect(item).to_have_attribute("data-tile", name)


def not_counted(page: Page, read: Locator) -> None:
    """A tile that lies, and a second of one name: both are asked, and neither is counted."""
    items = read.locator("ol li")
    twin, *_, third, fourth = [str(each.get_attribute("data-tile")) for each in items.all()]
    renamed(page, items.nth(2), twin)
    renamed(page, items.nth(3), "6-4")
    expect(read).to_contain_text(worded("script.camera.left-out", tiles=f"{twin}, 6-4"))
    expect(read).to_contain_text(worded("script.camera.too-few"))
    for at in (0, 3):
        expect(items.nth(at)).to_have_attribute("data-doubt", "true")
    renamed(page, items.nth(2), third)
    expect(items.first).to_have_attribute("data-doubt", "false")
    # Taken away, and added again: only what isn't there yet, and doesn't lie, can be added.
    items.last.locator("button").tap()
    sheet = page.locator(".fix-sheet")
    sheet.get_by_role("button", name=worded("script.camera.not-a-tile")).tap()
    expect(items).to_have_count(3)
    read.get_by_role("button", name=worded("script.camera.add")).tap()
    for there in (twin, "6-4"):
        expect(sheet.locator(f".tray button[value='{there}']")).to_be_disabled()
    sheet.locator(f".tray button[value='{fourth}']").tap()
    expect(read).to_contain_text(worded("script.camera.pips", count=pips(BENS)))


def not_taken_for_another(page: Page) -> None:
    """Another phone told Ben's meanwhile, and Cyd is asked for as many tiles."""
    title = str(page.locator("#photo").get_attribute("data-title"))
    swapped(page, "What Cyd has left")
    page.get_by_role("button", name=worded("camera.take-left")).tap()
    expect(page.get_by_text(worded("script.camera.moved-on"))).to_be_visible()
    swapped(page, title)


def swapped(page: Page, title: str) -> None:
    """The table is drawn anew, and its button asks for what somebody has left."""
    anew = """(button, title) => {
      button.replaceWith(button.cloneNode(true));
      document.getElementById("photo").dataset.title = title;
    }"""
    page.locator("#photo").evaluate(anew, title)


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
