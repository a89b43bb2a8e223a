"""What the referee's knowledge brings to eyes that err: no pictures, readings by chance.

Halves are read right in so many of 100. Then it is told how many tiles are right, how many are
asked, and how many are wrong without being asked: by the eyes alone, if each tile exists once, and
with all that is known (which tiles and how many a hand can have, all 28, halves that meet).

    python benchmarks/camera_prior.py [--scenes 1000] [--seed 29]
"""

import argparse
import shutil
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Route, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT)]

from tests.conftest import BROWSERS  # noqa: E402

PAGE = "http://localhost/"
MEASURE = """async (wanted) => (await import("/benchmarks/camera_prior.js")).measure(wanted)"""
#: Halves right in 97 of 100, and in 99.3: how clear they are to the eyes.
EYES = {97.0: 3.55, 99.3: 4.3}
#: Eyes that know how sure they can be, and eyes that are surer.
TEMPERATURES = {"honest": 1.0, "too sure": 0.5}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--scenes", type=int, default=1000, help="of each kind")
    parser.add_argument("--seed", type=int, default=29)
    chosen = parser.parse_args()
    browser_path = next(filter(None, map(shutil.which, BROWSERS)))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        page = browser.new_page()
        page.set_default_timeout(0)
        page.route("**/*", _serve)
        page.goto(PAGE)
        for right, clearness in EYES.items():
            for honesty, temperature in TEMPERATURES.items():
                print(f"\n{right} of 100 halves right, {honesty}")
                tell(page, vars(chosen) | {"clearness": clearness, "temperature": temperature})
        browser.close()


def tell(page: Page, wanted: dict[str, Any]) -> None:
    """Measure and print a line for each kind of scene and knowledge."""
    for kind, by_knowledge in page.evaluate(MEASURE, wanted).items():
        for knowledge, figures in by_knowledge.items():
            shares = (
                100 * figures[name] / figures["tiles"] for name in ("right", "asked", "wrong")
            )
            right, asked, wrong = shares
            print(
                f"{kind:8}{knowledge:20}right {right:6.2f}  asked {asked:6.2f}  wrong {wrong:6.3f}"
            )


def _serve(route: Route) -> None:
    path = ROOT / route.request.url.removeprefix(PAGE)
    route.fulfill(path=path) if path.is_file() else route.fulfill(
        body="<!doctype html>", content_type="text/html"
    )


if __name__ == "__main__":
    main()
