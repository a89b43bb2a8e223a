"""Tiles in a picture: which lie joined, and how a page takes them."""

from math import cos, radians, sin
from typing import Any

from playwright.sync_api import Page, expect

from tests.web.serving import Serving

#: Each by its halves, its middle and its turn in degrees, in widths of a tile; then what is joined.
LAYOUTS: list[tuple[list[tuple[int, int, float, float, int]], str]] = [
    # End to end, with a gap and a turn.
    ([(6, 4, 0, 0, 0), (4, 2, 2.3, 0, 0), (2, 0, 4.4, 0.2, 15)], "6-4~4-2 4-2~2-0"),
    # A spinner with four arms.
    (
        [
            (4, 4, 0, 0, 90),
            (6, 4, -1.6, 0, 0),
            (4, 1, 1.6, 0, 0),
            (5, 4, 0, -2.1, 90),
            (4, 3, 0, 2.1, 90),
        ],
        "4-4~6-4 4-4~4-1 4-4~5-4 4-4~4-3",
    ),
    # Round a corner: beside a half, and right at a double.
    ([(6, 4, 0, 0, 0), (4, 2, 1.6, 0.5, 90)], "6-4~4-2"),
    ([(4, 4, 0, 0, 90), (4, 1, 1.05, 0.5, 90)], "4-4~4-1"),
    # Side by side, or touching with other numbers: no join.
    ([(6, 4, 0, 0, 0), (4, 2, 0, 1.1, 0)], ""),
    ([(6, 4, 0, 0, 0), (5, 2, 1.6, 0.5, 90)], ""),
    # Two ends that clearly meet and differ are told: one was misread.
    ([(6, 4, 0, 0, 0), (3, 2, 2.1, 0, 0)], "6-4~3-2"),
]
JOINED = """async ([address, layouts]) => {
  const { writeLayout } = await import(address);
  return layouts.map((tiles) => writeLayout(tiles));
}"""
TAKEN = """(tiles) => document.getElementById("photo").dispatchEvent(
  new CustomEvent("companion:tiles", { bubbles: true, detail: { tiles } }))"""


def seen(first: int, second: int, x: float, y: float, turn: int) -> dict[str, Any]:
    """A tile in a picture that was taken at a slant."""
    corners = []
    for along, across in ((-1, 0.5), (-1, -0.5), (1, -0.5), (1, 0.5)):
        right = x + along * cos(radians(turn)) - across * sin(radians(turn))
        down = y + along * sin(radians(turn)) + across * cos(radians(turn))
        away = 1 + 0.03 * right + 0.05 * down
        corners.append([300 + 50 * (right + 0.3 * down) / away, 300 + 50 * down / away])
    name = f"{max(first, second)}-{min(first, second)}"
    return {"tile": name, "halves": [first, second], "corners": corners, "doubt": False}


def pairs(words: str) -> set[frozenset[str]]:
    return {frozenset(word.split("~")) for word in words.replace(".", " ").split() if "~" in word}


def test_a_picture_says_which_tiles_lie_joined_and_a_free_board_takes_them(
    page: Page, server: Serving
) -> None:
    page.goto(f"{server.address}/ask?game=race-horse")
    layouts = [[seen(*tile) for tile in tiles] for tiles, _ in LAYOUTS]
    module = page.locator("[data-layout]").get_attribute("data-layout")
    written = page.evaluate(JOINED, [module, layouts])
    assert [pairs(text) for text in written] == [pairs(joins) for _, joins in LAYOUTS]
    # One that was added by hand has no corners, and lies apart.
    page.evaluate(TAKEN, [*layouts[1], {"tile": "6-6", "halves": [6, 6], "corners": None}])
    page.wait_for_url("**lies=**")
    expect(page.locator(".problem")).to_have_count(1)
    expect(page.locator("#asked")).to_contain_text("= 15")
