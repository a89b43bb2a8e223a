"""In the pseudo-language, a third longer than English, every page that links lead to.

What has plain letters was not taken from the catalogue, what a screen reader needs is there, and
nothing breaks on the smallest phone.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from flask import Flask
from playwright.sync_api import Browser, Route

from tests.thorough import is_thorough
from tests.web.phones import phone
from tests.words.markup import unclear
from tests.words.open_words import walls
from tests.words.pages import Page, pages_of
from tests.words.pseudo import plain_words, texts_of
from tests.words.test_pseudo import KNOWN, RECORD

#: What is typed to watch a table.
_CODE = re.compile(r"\b[2-9A-Z]{3} [2-9A-Z]{3}\b")
SMALLEST = {"width": 360, "height": 640}
HOST = "http://localhost"
#: How many pages of a kind are looked at, and of how many kinds one is.
_OF_A_KIND, _ONE_IN = (20, 1) if is_thorough() else (1, 5)
#: What is wider than the page, or than the button that it is the face of.
BROKEN = """() => {
  const wide = document.documentElement.scrollWidth > innerWidth
    ? [`the page is ${document.documentElement.scrollWidth} px wide`] : [];
  const cut = [...document.querySelectorAll('button, .button, summary, legend, h1, h2')]
    .map((at) => [at, getComputedStyle(at)])
    .filter(([at, style]) => at.offsetParent && style.textOverflow !== 'ellipsis')
    .filter(([at, style]) => style.display !== 'inline' && at.scrollWidth > at.clientWidth + 1)
    .map(([at]) => `${at.tagName} ${at.className}: ${at.textContent.trim().slice(0, 60)}`)
    // A sign alone has room around it for a thumb.
    .filter((told) => !told.endsWith('⋯'));
  return [...wide, ...cut];
}"""


def test_every_page_is_from_the_catalogue_clear_to_everybody_and_breaks_on_no_phone(
    app: Flask, browser: Browser
) -> None:
    leaks: dict[str, set[str]] = defaultdict(set)
    broken, visits, too_long, hard = {}, Counter[str](), [], []
    # One walk for all, as it takes seconds.
    with on_the_smallest_phone(app, browser) as breaks:
        for shown in pages_of(app, *((3, (), 1) if is_thorough() else (1, (), 2))):
            visits[shown.endpoint] += 1
            if shown.status != 200:
                continue
            too_long += walls([shown])
            hard += unclear(shown)
            for text in texts_of(shown.text):
                if plain_words(_CODE.sub("", text), KNOWN | RECORD):
                    leaks[shown.endpoint].add(text)
            is_page = not shown.text.lstrip().startswith("<svg")
            is_seen = visits[shown.endpoint] <= _OF_A_KIND and len(visits) % _ONE_IN == 0
            if is_page and is_seen and (found := breaks(shown)):
                broken[f"{shown.endpoint} {shown.address}"] = found
    assert visits.total() > 100
    told = "\n".join(f"{at}: {text}" for at, texts in sorted(leaks.items()) for text in texts)
    assert not leaks, f"{sum(map(len, leaks.values()))} texts:\n{told}"
    assert not too_long and not hard
    assert not broken, "\n".join(f"{at}: {found}" for at, found in broken.items())


@contextmanager
def on_the_smallest_phone(app: Flask, browser: Browser) -> Iterator[Callable[[Page], list[str]]]:
    """Asks what breaks on a page of the app, shown on such a phone."""
    context = browser.new_context(viewport=SMALLEST, service_workers="block")  # type: ignore[arg-type]
    page, client = context.new_page(), phone(app)

    def answer(route: Route) -> None:
        asked = urlsplit(route.request.url)
        with client.get(f"{asked.path}?{asked.query}") as answered:
            route.fulfill(
                status=answered.status_code, headers=dict(answered.headers), body=answered.data
            )

    def breaks(shown: Page) -> list[str]:
        page.goto(f"{HOST}{shown.address}", wait_until="domcontentloaded")
        found: list[str] = page.evaluate(BROKEN)
        return found

    page.route(f"{HOST}/**", answer)
    yield breaks
    context.close()
