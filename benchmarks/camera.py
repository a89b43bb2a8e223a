"""How well tiles are read: 2,000 drawn photos with known tiles, in Chromium.

Each photo is read alone, and one in `--known` again with what a table knows: which tiles can be
there, and how many. The nets never learned from these seeds. A tile is *found* if something is read
where it lies, *right* if it is the tile, and *doubted* if the reader asks. *Wrong* and *extra* are
those without doubt. An extra one lies where no tile is.

    python benchmarks/camera.py [--count 2000] [--first 1000000] [--kinds hand set] [--processes 2]
                                [--known 1] [--faults 20] [--static DIR]
"""

import argparse
import shutil
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from playwright.sync_api import Page, Route, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT)]

from tests.conftest import BROWSERS  # noqa: E402
from tools.camera.photo import Pixels, Truth, photo  # noqa: E402

#: The kinds of photos, in this order and again.
KINDS = ("hand", "layout", "hand", "set", "hand", "backs", "hand", "layout", "hand", "none")
COLUMNS = ("tiles", "found", "right", "doubted", "missed", "wrong", "extra", "extra?", "in four")
PAGE = "http://localhost/"
READ = """async ({ knowledge, width, height }) => {
    const { readTiles } = await import("/static/tile-reader.js");
    window.pixels ??= new Uint8ClampedArray(await (await fetch("/photo")).arrayBuffer());
    const image = new ImageData(new Uint8ClampedArray(window.pixels), width, height);
    const began = performance.now();
    const { tiles } = await readTiles(image, knowledge);
    return { tiles, milliseconds: performance.now() - began };
}"""


@dataclass(slots=True)
class Figures:
    """Counts by what the photos have in common: of all, of a kind, a set, a ground, a length."""

    rows: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    milliseconds: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def add(self, groups: Iterable[str], counts: Counter[str]) -> None:
        for group in groups:
            self.rows[group] += counts

    def merge(self, others: "Figures") -> None:
        for group, counts in others.rows.items():
            self.rows[group] += counts
        self.milliseconds += others.milliseconds
        self.faults += others.faults


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--first", type=int, default=1_000_000, help="the first seed")
    parser.add_argument("--kinds", nargs="+", default=KINDS)
    parser.add_argument("--known", type=int, default=1, help="each, each second …, 0: none")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--static", type=Path, default=ROOT / "static", help="of another checkout")
    parser.add_argument("--faults", type=int, default=0, help="how many faults to name")
    chosen = parser.parse_args()
    seeds = [
        (chosen.first + index, chosen.kinds[index % len(chosen.kinds)])
        for index in range(chosen.count)
    ]
    parts = [seeds[start :: chosen.processes] for start in range(chosen.processes)]
    alone, known = Figures(), Figures()
    with ProcessPoolExecutor(chosen.processes) as pool:
        for of_alone, of_known in pool.map(partial(measure, chosen.static, chosen.known), parts):
            alone.merge(of_alone)
            known.merge(of_known)
    for title, figures in (("alone", alone), ("with what a table knows", known)):
        if figures.milliseconds:
            tell(title, figures, chosen.faults)


def measure(static: Path, every: int, seeds: list[tuple[int, str]]) -> tuple[Figures, Figures]:
    """Reads these photos, without and with knowledge."""
    alone, known = Figures(), Figures()
    browser_path = next(filter(None, map(shutil.which, BROWSERS)))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        page = browser.new_page()
        shown: dict[str, bytes] = {}
        page.route("**/*", partial(_serve, static, shown))
        page.goto(PAGE)
        for seed, kind in seeds:
            pixels, truth = photo(seed, kind)
            shown["photo"] = rgba(pixels)
            page.evaluate("delete window.pixels")
            knowledge = {"isLayout": True} if kind == "layout" else {}
            judge(alone, truth, _read(page, pixels, knowledge))
            if every and seed // len(KINDS) % every == 0:
                judge(known, truth, _read(page, pixels, knowledge | knowledge_of(truth)))
        browser.close()
    return alone, known


def _serve(static: Path, shown: dict[str, bytes], route: Route) -> None:
    path = route.request.url.removeprefix(PAGE).partition("?")[0]
    if path == "photo":
        route.fulfill(body=shown["photo"])
    elif path.startswith("static/"):
        file = static / path.removeprefix("static/")
        route.fulfill(path=file) if file.is_file() else route.fulfill(status=404)
    else:
        route.fulfill(body="<!doctype html>", content_type="text/html")


def _read(page: Page, pixels: Pixels, knowledge: dict[str, Any]) -> dict[str, Any]:
    high, wide, _ = pixels.shape
    told = {"knowledge": knowledge, "width": wide, "height": high}
    read: dict[str, Any] = page.evaluate(READ, told)
    return read


def rgba(pixels: Pixels) -> bytes:
    """As an ImageData holds it."""
    opaque = np.full((*pixels.shape[:2], 1), 255, np.uint8)
    return np.concatenate([pixels, opaque], axis=2).tobytes()


def knowledge_of(truth: Truth) -> dict[str, Any]:
    """What a table could know: these tiles and some others are possible, and how many there are."""
    rng = np.random.default_rng([truth["seed"], 9])
    every = [f"{high}-{low}" for high in range(7) for low in range(high + 1)]
    there = {tile["tile"] for tile in truth["tiles"]}
    others = [name for name in every if name not in there and rng.random() < 0.5]
    return {"possible": sorted([*there, *others]), "count": len(truth["tiles"])}


def judge(figures: Figures, truth: Truth, reading: dict[str, Any]) -> None:
    """Compares a reading with the truth."""
    figures.milliseconds.append(reading["milliseconds"])
    left = [*reading["tiles"]]
    missed = 0
    for tile in truth["tiles"]:
        seen = next((one for one in left if lies_at(one, tile)), None)
        if seen:
            left.remove(seen)
        if tile["partly"]:
            continue
        counts = _judged(tile, seen)
        figures.add(_groups(truth, tile), counts)
        missed += counts["missed"]
        if counts["wrong"]:
            figures.faults.append(f"{tile['tile']} as {seen['tile']}{_where(truth, seen)}")
    for one in left:
        doubt = "extra?" if one["doubt"] else "extra"
        figures.add(_groups(truth, None), Counter({doubt: 1}))
        if not one["doubt"]:
            figures.faults.append(f"extra {one['tile']}{_where(truth, one)}")
    if missed:
        figures.faults.append(f"{missed} of {len(truth['tiles'])} missed{_where(truth)}")


def _judged(tile: Truth, seen: dict[str, Any] | None) -> Counter[str]:
    if not seen:
        return Counter({"tiles": 1, "missed": 1})
    is_right = seen["tile"] == tile["tile"]
    return Counter(
        {
            "tiles": 1,
            "found": 1,
            "right": int(is_right),
            "doubted": int(seen["doubt"]),
            "wrong": int(not is_right and not seen["doubt"]),
            "in four": int(tile["tile"] in seen["likely"]),
        }
    )


def lies_at(seen: dict[str, Any], tile: Truth) -> bool:
    """Whether the middles are nearer than half the width of the tile."""
    corners, there = np.array(tile["corners"]), np.array(seen["corners"])
    apart = np.hypot(*(corners.mean(0) - there.mean(0)))
    return bool(apart < 0.5 * min(_sides(tile["corners"])))


def _sides(corners: list[list[float]]) -> tuple[float, float]:
    """How wide and how long."""
    at = np.array(corners)
    wide = np.hypot(*(at[1] - at[0])) + np.hypot(*(at[2] - at[3]))
    long = np.hypot(*(at[2] - at[1])) + np.hypot(*(at[3] - at[0]))
    return float(wide / 2), float(long / 2)


def _groups(truth: Truth, tile: Truth | None) -> Iterator[str]:
    yield "all"
    yield f"photos: {truth['kind']}"
    yield f"set: {truth['set']}"
    yield f"ground: {truth['ground']}"
    if tile:
        long = max(_sides(tile["corners"]))
        edge = next((edge for edge in (40, 60, 100, 200) if long < edge), None)
        yield f"length: under {edge:3}" if edge else "length: 200 and over"


def _where(truth: Truth, seen: dict[str, Any] | None = None) -> str:
    at = ""
    if seen:
        x, y = np.array(seen["corners"]).mean(0)
        at = f" at {x:.0f}, {y:.0f}"
    return f": photo({truth['seed']}, {truth['kind']!r}){at}, {truth['set']} on {truth['ground']}"


def tell(title: str, figures: Figures, faults: int) -> None:
    """Prints a row for each group: counts, and the first group's shares."""
    times = sorted(figures.milliseconds)
    print(
        f"\n{title}: {len(times)} photos, {median(times):.0f} ms each, at most {times[-1]:.0f} ms"
    )
    print(f"{'':24}" + "".join(f"{name:>9}" for name in COLUMNS))
    for group, counts in sorted(figures.rows.items()):
        print(f"{group:24}" + "".join(f"{counts[name]:9,}" for name in COLUMNS))
    every = figures.rows["all"]
    shares = (f"{name} {every[name] / max(every['tiles'], 1):.2%}" for name in COLUMNS[1:])
    print("of all tiles: " + ", ".join(shares))
    for fault in islice(figures.faults, faults):
        print(f"  {fault}")


if __name__ == "__main__":
    main()
