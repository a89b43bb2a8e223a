"""The network of a phone in tests: cut, deaf, or slow to answer."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import BrowserContext, Page, Route

#: Whether the page itself, and its worker if it has one, get nothing from the server any more.
IS_CUT = """async () => {
  const gets = (query) =>
    fetch(`/worker.js${query}`, { cache: "no-store" }).then(() => true, () => false);
  return !(await gets("")) && !(await gets(`?v=${Math.random()}`));
}"""


def cut_off(context: BrowserContext) -> None:
    """Cut a phone off, and wait until nothing gets through.

    The browser says that it is cut off before its network knows.
    """
    context.set_offline(True)
    end = time.monotonic() + 120
    for page in context.pages:
        while not page.evaluate(IS_CUT):
            assert time.monotonic() < end, "the network is still there"


def deafen(page: Page) -> None:
    """Let a page hear nothing of what others enter, as where the network is slow."""
    page.route("**/live?*", lambda route: route.abort())
    page.reload()


@contextmanager
def no_answer_yet(page: Page, pattern: str = "**/*") -> Iterator[list[Route]]:
    """The answers to what a page asks in this block come when it is over, in the list's order."""
    asked: list[Route] = []
    is_over = False

    def meet(route: Route) -> None:
        if is_over:
            route.continue_()
        else:
            asked.append(route)

    page.route(pattern, meet)
    yield asked
    is_over = True
    for route in asked:
        route.continue_()
