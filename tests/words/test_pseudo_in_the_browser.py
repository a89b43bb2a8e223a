"""In a language a third longer than English nothing breaks on the smallest phone."""

from collections import Counter
from urllib.parse import urlsplit

from flask import Flask
from playwright.sync_api import Browser, Route

from tests.thorough import is_thorough
from tests.web.phones import phone
from tests.words.pages import pages_of

SMALLEST = {"width": 360, "height": 640}
HOST = "http://localhost"
#: How many pages of a kind are looked at, and of how many kinds one is.
_OF_A_KIND, _ONE_IN = (20, 1) if is_thorough() else (1, 2)
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


def test_no_page_is_wider_than_the_phone_and_no_button_cuts_its_words(
    app: Flask, browser: Browser
) -> None:
    context = browser.new_context(viewport=SMALLEST, service_workers="block")  # type: ignore[arg-type]
    page = context.new_page()
    client = phone(app)

    def answer(route: Route) -> None:
        asked = urlsplit(route.request.url)
        with client.get(f"{asked.path}?{asked.query}") as answered:
            route.fulfill(
                status=answered.status_code, headers=dict(answered.headers), body=answered.data
            )

    page.route(f"{HOST}/**", answer)
    broken, visits = {}, Counter[str]()
    for shown in pages_of(app, of_a_kind=1):
        visits[shown.endpoint] += 1
        is_page = shown.status == 200 and not shown.text.lstrip().startswith("<svg")
        if not is_page or visits[shown.endpoint] > _OF_A_KIND or len(visits) % _ONE_IN:
            continue
        page.goto(f"{HOST}{shown.address}", wait_until="domcontentloaded")
        if found := page.evaluate(BROKEN):
            broken[f"{shown.endpoint} {shown.address}"] = found
    context.close()
    assert not broken, "\n".join(f"{at}: {found}" for at, found in broken.items())
