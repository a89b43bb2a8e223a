"""How quick the app is in a browser that has it to itself, with no server, and what it takes.

Plays against a folder that `companion offline` made, in headless Chromium: a first visit, taps,
starts. With `--slow` the threads of its pages and of its worker are each held to a quarter of a
core by control groups (Linux, version 1, as root), a stand-in for a phone.

    python benchmarks/phone.py FOLDER [--slow]
"""

import argparse
import os
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from shutil import which
from statistics import median, quantiles
from typing import Any

from playwright.sync_api import Page, sync_playwright

from tests.conftest import BROWSER_OPTIONS, BROWSERS
from tests.offline.phone import Phone, ask_worker, bring_in, install
from tests.offline.static_host import hosting

CASES = Path(__file__).parents[1] / "tests" / "cases" / "games"
OPEN_HAND = "game: race-horse\nplayers: Ana, Ben\n\nlead: Ana\nAna: 6-4\nAna: 4-4\n"
GROUPS = Path("/sys/fs/cgroup/cpu")
#: Of each 100 ms, in microseconds.
QUARTER = "25000"
TAPS = 60
STARTS = 7
#: When each sentence of a first visit appeared.
STEPS = """window.steps = [];
addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
  steps.push([performance.now(), document.getElementById("bar").value]);
}).observe(document.getElementById("step"), { childList: true }));"""
#: From a tap to the frame after its answer is on the page, in ms.
TAP = """(selector) => new Promise((resolve) => {
  const began = performance.now();
  document.addEventListener("htmx:afterSwap", () => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(performance.now() - began);
    port2.postMessage(0);
  }), { once: true });
  document.querySelector(selector).click();
})"""


def main(folder: Path, is_slow: bool) -> None:
    """Print a row a figure."""
    browser = next(filter(None, map(which, BROWSERS)))
    tell("yardstick: 20 million steps", [yardstick() for _ in range(3)], "s")
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    options = {"executable_path": browser, "args": [*BROWSER_OPTIONS, *sandbox]}
    slowed = (
        held_back(lambda: threads_of(renderers(), "ServiceWorker")) if is_slow else nullcontext()
    )
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright, slowed:
        phone = Phone(playwright, Path(home) / "profile", options)
        with hosting(folder) as host:
            page = phone.open("about:blank")
            page.add_init_script(STEPS)
            page.goto(host.address)
            page.locator("#ready").wait_for(timeout=120_000)
            tell("first visit, fetching apart", [first_visit(page)], "s")
            install(page)
            address = host.address
        table = bring_in(page, OPEN_HAND)
        tell(
            "storage",
            [page.evaluate("async () => (await navigator.storage.estimate()).usage / 1e6")],
            "MB",
        )
        tell("tap to picture", taps(page, table), "ms")
        print("steps of the last start, ms:", ask_worker(page, "state")["laps"])
        starts = []
        rest(page)
        for _ in range(STARTS):
            phone.close()
            page = phone.open("about:blank")
            starts.append(timed(page, table))
            rest(page)
        tell("a table in a fresh browser", starts, "s")
        page.wait_for_timeout(5000)
        tell("memory, settled", [memory()], "MB")
        for record in sorted(CASES.glob("*.record")):
            page.goto(bring_in(page, record.read_text()))
        page.wait_for_timeout(5000)
        tell("memory, after 32 games", [memory()], "MB")
        # A browser tidies up after its pages when it rests.
        page.wait_for_timeout(30_000)
        tell("the same half a minute later", [memory()], "MB")
        page.goto(table)
        tell("worker stopped, the next page", [stopped(page) for _ in range(STARTS)], "s")
        assert address in page.url
        phone.close()


def yardstick() -> float:
    """How long this machine takes to add 20 million numbers, in seconds."""
    began, total = time.perf_counter(), 0
    for number in range(20_000_000):
        total += number
    return time.perf_counter() - began


def first_visit(page: Page) -> float:
    """From the last file to the app, in seconds."""
    steps = page.evaluate("() => steps")
    fetched = max(when for when, part in steps if part <= 0.5)
    return float(max(when for when, _ in steps) - fetched) / 1000


def taps(page: Page, table: str) -> list[float]:
    """A tile set and taken back, again and again."""
    page.goto(table)
    page.wait_for_timeout(1000)
    return [page.evaluate(TAP, each) for _ in range(TAPS) for each in ("#tile-4-1", ".undo")]


def stopped(page: Page) -> float:
    """The page that is loaded after the browser stopped the worker, as it does to save memory."""
    rest(page)
    address = page.url
    # The stream of a table would wake it at once.
    page.goto("about:blank")
    session = page.context.new_cdp_session(page)
    session.send("ServiceWorker.enable")
    session.send("ServiceWorker.stopAllWorkers")
    session.detach()
    page.wait_for_timeout(300)
    return timed(page, address)


def rest(page: Page) -> None:
    """Look at a page for a while: then the worker keeps a copy of it."""
    page.wait_for_timeout(4000)


def timed(page: Page, address: str) -> float:
    """How long a page takes until it is loaded, in seconds."""
    began = time.perf_counter()
    page.goto(address)
    return time.perf_counter() - began


def memory() -> float:
    """The proportional memory of the largest process of pages and workers, in MB."""
    return max((pss(process) for process in renderers()), default=0) / 1000


def pss(process: int) -> int:
    with suppress(OSError):
        for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1])
    return 0


def renderers() -> list[int]:
    """The processes of pages and workers."""
    return [
        int(folder.name)
        for folder in Path("/proc").iterdir()
        if folder.name.isdigit() and b"--type=renderer" in command_of(folder)
    ]


def command_of(folder: Path) -> bytes:
    try:
        return (folder / "cmdline").read_bytes()
    except OSError:
        return b""


@contextmanager
def held_back(threads: Callable[[], Iterator[int]]) -> Iterator[None]:
    """Hold these threads to a quarter of a core, also those that come later."""
    is_over = threading.Event()
    made: dict[int, Path] = {}

    def hold() -> None:
        while not is_over.wait(0.02):
            for task in threads():
                if task not in made:
                    made[task] = group_of(task)

    watcher = threading.Thread(target=hold, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        is_over.set()
        watcher.join()
        for group in made.values():
            with suppress(OSError):
                group.rmdir()


def threads_of(processes: Iterable[int], workers: str | tuple[str, ...]) -> Iterator[int]:
    """The main threads of these processes, and their threads with names that begin so."""
    for process in processes:
        with suppress(OSError):
            for task in Path(f"/proc/{process}/task").iterdir():
                if int(task.name) == process or (task / "comm").read_text().startswith(workers):
                    yield int(task.name)


def group_of(task: int) -> Path:
    group = GROUPS / f"companion-{task}"
    with suppress(OSError):
        group.mkdir(exist_ok=True)
        (group / "cpu.cfs_quota_us").write_text(QUARTER)
        (group / "tasks").write_text(str(task))
    return group


def tell(what: str, figures: list[Any], unit: str) -> None:
    worst = quantiles(figures, n=20)[-1] if len(figures) > 1 else figures[0]
    print(
        f"{what:32}{median(figures):9.2f} {unit}   p95 {worst:9.2f} {unit}   of {len(figures)}",
        flush=True,
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--slow", action="store_true")
    options = parser.parse_args()
    main(options.folder, options.slow)
