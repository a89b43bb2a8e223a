"""How soon a tap on an answer is seen: its mark, its verdict with the reasons, a storm's verdict.

From the click to the first frame after it, in Chromium at 360 by 640 px, its processor as it
is and slowed down as a phone's may be; the server is this machine, so no network is in it.

    python benchmarks/practise_feel.py [--taps 60] [--slowdown 4]
"""

import argparse
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import quantiles
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Page, sync_playwright

from companion.coach.drills.drill_questions import question
from companion.coach.drills.question_key import QuestionKey
from companion.coach.drills.skills import DRILLS, DrillKind
from tests.conftest import BROWSERS
from tests.web.serving import serving

KINDS = (DrillKind.COUNT, DrillKind.SCORE, DrillKind.SPINNERS)
#: Of what is drawn at the next frame nothing is left to do when a message comes after it.
FRAME = """
    const frame = () => new Promise((done) => requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => done(performance.now());
        port2.postMessage(null);
    }));
"""
DRILL = f"""async (value) => {{
    {FRAME}
    const verdict = new Promise((done) => {{
        const seen = new MutationObserver(async () => {{
            if (!document.querySelector(".outcome")) return;
            seen.disconnect();
            done(await frame());
        }});
        seen.observe(document.body, {{ childList: true, subtree: true }});
    }});
    const began = performance.now();
    document.querySelector(`.reply form button[value="${{value}}"]`).click();
    const scripted = performance.now() - began;
    if (!document.querySelector(".is-marked")) throw new Error("no mark");
    const marked = await frame();
    return [scripted, marked - began, await verdict - began];
}}"""
#: What the script takes, and what until both the verdict and the next question are drawn.
STORM = f"""async () => {{
    {FRAME}
    const isLow = () => run.cards.length < run.answers.length + 2;
    while (run.clock() - run.before <= run.pace.least || isLow()) await frame();
    const said = [...document.querySelectorAll("[data-part]:not([hidden]) [name=said]")];
    const right = said.find(({{ value }}) => run.card.right.includes(value));
    const stage = document.querySelector("[data-stage]"), before = run.card;
    delete stage.dataset.verdict;
    const began = performance.now();
    right.click();
    if (stage.dataset.verdict !== "right" || run.card === before) throw new Error("no verdict");
    const scripted = performance.now() - began;
    getComputedStyle(stage).color;
    stage.getBoundingClientRect();
    const laid = performance.now() - began;
    return [scripted, laid, await frame() - began];
}}"""


def drill_taps(page: Page, address: str, taps: int) -> Iterator[list[float]]:
    """For each tap: milliseconds to the mark set, to its frame, and to the verdict's frame."""
    for seed in range(taps):
        kind = KINDS[seed % len(KINDS)]
        key = QuestionKey(kind, DRILLS[kind][0], "race-horse", 1 + seed % 2, seed)
        page.goto(f"{address}/practise/{kind}?question={key}")
        yield page.evaluate(DRILL, next(iter(question(key).answer)))


def storm_taps(page: Page, address: str, taps: int) -> Iterator[list[float]]:
    """For each tap: milliseconds to the verdict set, to it laid out, and to its frame."""
    for number in range(taps):
        if number % 25 == 0:
            page.goto(f"{address}/storm")
            page.locator("[data-start]").click()
        yield page.evaluate(STORM)


def tell(name: str, rows: tuple[str, ...], felt: list[list[float]]) -> None:
    for row, values in zip(rows, zip(*felt, strict=True), strict=True):
        parts = quantiles(values, n=20, method="inclusive")
        print(f"{name:14}{row:34}{parts[9]:>8.1f}{parts[18]:>8.1f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--taps", type=int, default=60)
    parser.add_argument("--slowdown", type=float, default=4)
    options = parser.parse_args()
    path = next(filter(None, map(shutil.which, BROWSERS)))
    phone: dict[str, Any] = {"viewport": {"width": 360, "height": 640}}
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page(**phone)
        processor = page.context.new_cdp_session(page)
        print(f"{'ms':48}{'p50':>8}{'p95':>8}")
        for rate in (1, options.slowdown):
            processor.send("Emulation.setCPUThrottlingRate", {"rate": rate})
            list(storm_taps(page, server.address, 6))
            storm = [*storm_taps(page, server.address, options.taps)]
            rows = ("tap to verdict, script", "to verdict laid out", "to verdict, seen")
            tell(f"storm, {rate:g} x", rows, storm)
            drill = [*drill_taps(page, server.address, options.taps)]
            rows = ("tap to mark, script", "tap to mark, seen", "tap to verdict, seen")
            tell(f"drill, {rate:g} x", rows, drill)
        browser.close()


if __name__ == "__main__":
    main()
