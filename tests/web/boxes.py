"""Where things stand on a page, all of them asked at once: each question takes as long as a tap."""

from playwright.sync_api import Locator

_BOXES = """(all) => all.map((each) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return { x, y, width, height };
})"""


def boxes(found: Locator) -> list[dict[str, float]]:
    """The box of each, in pixels from the upper left corner of what is seen."""
    told: list[dict[str, float]] = found.evaluate_all(_BOXES)
    return told
