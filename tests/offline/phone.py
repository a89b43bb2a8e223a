"""A phone: a browser with a profile of its own on the disk, which can be killed and come back."""

import os
import shutil
import signal
from contextlib import suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Error, Page, Playwright, expect

#: The first visit compiles and starts Python, on a machine with other work to do.
PATIENCE = 120_000
#: A hand in progress, the boneyard not empty; it is Ana's turn.
OPEN_HAND = "game: race-horse\nplayers: Ana, Ben\n\nlead: Ana\nAna: 6-4\nAna: 4-4\n"


class Phone:
    """A browser whose profile lies in `profile`."""

    def __init__(self, playwright: Playwright, profile: Path, options: dict[str, Any]) -> None:
        self._playwright = playwright
        self._options = options
        self.profile = profile
        self.context: BrowserContext | None = None

    def open(self, address: str) -> Page:
        """A page at this address; the browser is started where it is not on."""
        if self.context is None:
            self.context = self._playwright.chromium.launch_persistent_context(
                self.profile,
                viewport={"width": 360, "height": 640},
                has_touch=True,
                **self._options,
            )
            self.context.set_default_timeout(PATIENCE)
        page = self.context.new_page()
        page.goto(address)
        return page

    def kill(self) -> None:
        """Kill the browser with all its processes on the spot, as when a battery is empty."""
        assert self.context is not None
        for process in _processes_with(f"--user-data-dir={self.profile}"):
            os.kill(process, signal.SIGKILL)
        # What is left is Playwright's own side of it.
        with suppress(Error):
            self.context.close()
        self.context = None
        for lock in self.profile.glob("Singleton*"):
            lock.unlink(missing_ok=True)

    def close(self) -> None:
        """Close the browser in good order."""
        if self.context is not None:
            self.context.close()
            self.context = None

    def twin(self, profile: Path) -> "Phone":
        """Another phone with the same on its disk."""
        shutil.copytree(self.profile, profile, ignore=shutil.ignore_patterns("Singleton*"))
        return Phone(self._playwright, profile, self._options)


def install(page: Page) -> None:
    """Wait until a first visit is over, and open the app."""
    expect(page.locator("#ready")).to_be_visible(timeout=PATIENCE)
    page.locator("#open").click()
    expect(page.locator(".hero")).to_be_visible(timeout=PATIENCE)


def _processes_with(argument: str) -> list[int]:
    found = []
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            command = (folder / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if argument.encode() in command:
            found.append(int(folder.name))
    return found


def bring_in(page: Page, record: str) -> str:
    """The address of a table that is made of a record."""
    page.goto(page.evaluate("navigator.serviceWorker.ready.then(({ scope }) => `${scope}import`)"))
    page.locator("textarea[name=record]").fill(record)
    page.locator("form.setup > button").click()
    page.wait_for_url("**/t/*")
    return page.url


def export_of(page: Page, table: str) -> dict[str, Any]:
    """The verdict of a table, as the app saves it."""
    told: dict[str, Any] = page.evaluate(
        "async (address) => (await fetch(address)).json()", f"{table}/record.json"
    )
    return told


def last_seen(page: Page) -> int:
    """The version of the table that a page shows."""
    return int(page.locator("#table").get_attribute("data-version") or "")


def ask_worker(page: Page, what: str, **more: object) -> Any:
    """What the worker answers to a question about itself."""
    return page.evaluate(
        """(what) => new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = ({ data }) => resolve(data);
          navigator.serviceWorker.controller.postMessage(what, [port2]);
        })""",
        {"ask": what, **more},
    )
