"""Makes the pictures that the README shows, and the icon of phones that take no SVG.

    python docs/picture.py

It starts the app in a folder of its own, enters a hand on a phone-sized page, and
writes `docs/table-light.png`, `docs/table-dark.png` and `static/icon-touch.png`.
"""

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from companion.record.replay import replay  # noqa: E402
from tests.conftest import BROWSER_OPTIONS, BROWSERS  # noqa: E402
from tests.web.serving import serving  # noqa: E402
from tests.web.thumb import Thumb  # noqa: E402

HAND = """
game: race-horse
players: Ana, Ben
lead: Ana
ruling: Ana +29
ruling: Ben +24
Ana: 6-4
Ana: 4-4
Ana: 6-6
Ana: 6-2
Ana: 2-2
Ana: 2-0 on 2-2
Ben: 5-4
Ben: 6-1
Ana: draws 1
Ana: 4-3 on 4-4
Ben: 2-1 on 6-1
Ben: 5-5 on 5-4
"""


def main() -> None:
    """Take all pictures."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder)) as server,
        sync_playwright() as driver,
    ):
        browser = driver.chromium.launch(
            executable_path=next(filter(None, map(shutil.which, BROWSERS))),
            args=[*BROWSER_OPTIONS, "--no-sandbox"],
        )
        for theme in ("light", "dark"):
            picture(browser, server.address, theme)
        touch_icon(browser)
        browser.close()


def picture(browser: Browser, address: str, theme: str) -> None:
    """The hand, entered and seen in one theme."""
    context = browser.new_context(
        viewport={"width": 360, "height": 640}, device_scale_factor=2, color_scheme=theme
    )  # type: ignore[arg-type]
    page = context.new_page()
    thumb = Thumb(page, address)
    record = replay(HAND)
    assert record.header is not None
    assert record.refused is None, record.refused
    thumb.open_table(record.header)
    for entry in record.entries:
        thumb.enter(entry.statement)
    page.wait_for_timeout(600)
    page.screenshot(path=ROOT / "docs" / f"table-{theme}.png")
    context.close()


def touch_icon(browser: Browser) -> None:
    """The icon without its own round corners, as the phone cuts them itself."""
    page = browser.new_page(viewport={"width": 180, "height": 180})
    page.goto((ROOT / "static" / "icon-maskable.svg").as_uri())
    page.screenshot(path=ROOT / "static" / "icon-touch.png")
    page.close()


if __name__ == "__main__":
    main()
