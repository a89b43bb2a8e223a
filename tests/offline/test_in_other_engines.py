"""The same in Firefox, and in WebKit, whose engine every iPhone has: by taps, with no network."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from companion.record.replay import Entry, Transcript
from companion.record.statements import TurnPassed
from tests.offline.driven import DrivenPage
from tests.offline.firefox import firefox
from tests.offline.static_host import hosting
from tests.offline.webkit import webkit
from tests.thorough import thorough
from tests.web.inside import OUTSIDE, outside_of_windows
from tests.web.serving import serving
from tests.web.thumb import Thumb, transcript_of

Starts = Callable[[Path], AbstractContextManager[DrivenPage]]
LOADED = "document.readyState === 'complete'"
#: How many px the numbers on a ring or a tile are from its middle, taken together, and which.
OFF_CENTRE = """() => {
    const middle = (each) => {
        const { x, y, width, height } = each.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
    };
    const off = (shape) => {
        const [texts, { x, y }] = [[...shape.querySelectorAll("text")].map(middle),
            middle(shape.querySelector(".mark, .face"))];
        const mean = (axis) => texts.reduce((sum, at) => sum + at[axis], 0) / texts.length;
        return [Math.hypot(mean("x") - x, mean("y") - y), shape.textContent];
    };
    const rings = [...document.querySelectorAll(".ring:has(text)")].map(off);
    // What is shown by reference has no place of its own; a copy of it has.
    const tiles = [...document.querySelectorAll("use[href*=t]")].map((shown) => {
        const copy = document.querySelector(shown.getAttribute("href")).cloneNode(true);
        copy.setAttribute("transform", shown.getAttribute("transform") ?? "");
        shown.after(copy);
        const told = copy.querySelector("text") && off(copy);
        copy.remove();
        return told;
    });
    return [...rings, ...tiles.filter(Boolean)];
}"""
#: The choices whose field the system draws, dark on dark where it is dark.
DRAWN_BY_SYSTEM = """() => [...document.querySelectorAll("select")]
    .filter((each) => getComputedStyle(each).appearance !== "none")
    .map((each) => each.name)"""


@pytest.mark.parametrize(
    ("starts", "name"),
    [
        # A short game is stored and started as a long one is.
        (webkit, "thin-ended-target"),
        pytest.param(webkit, "race-horse-3", marks=thorough),
        pytest.param(firefox, "thin-ended-target", marks=thorough),
    ],
)
def test_a_game_played_without_network_is_there_when_the_browser_was_killed(
    folder: Path, tmp_path: Path, starts: Starts, name: str
) -> None:
    record = transcript_of(name)
    with hosting(folder) as host:
        with starts(tmp_path) as phone:
            phone.goto(host.address)
            phone.locator("#ready:not([hidden])").wait_for()
            host.stop()
            phone.locator("#open").click()
            # Whole, before the next page is asked for: Firefox may never tell that it has come.
            phone.wait_for_function(f"{LOADED} && document.querySelector('.hero') !== null")
            play(phone, host.address, record, record.entries)
            table = phone.url
            assert phone.errors() == []
        with starts(tmp_path) as phone:
            phone.goto(table)
            phone.locator("#table").wait_for()
            thumb = Thumb(phone, host.address)
            assert thumb.scores() == list(record.game.scores)
            version = thumb.version()
            phone.locator(".undo").click()
            phone.locator(f"#table[data-version='{version + 1}']").wait_for()
            assert outside_of_windows(phone) == {}
            numbers_are_centred(phone)
            phone.goto(f"{host.address}practise/count")
            phone.locator("[name=said]").click()
            phone.locator(".verdict").wait_for()
            numbers_are_centred(phone)
            assert phone.errors() == []


def test_the_pages_of_a_server_are_whole_in_the_engine_of_iphones(tmp_path: Path) -> None:
    record = transcript_of("thin-ended-domino")
    with serving(tmp_path) as server, webkit(tmp_path) as phone:
        phone.goto(server.address)
        phone.evaluate("document.cookie = 'look=digits.coloured.dark; path=/'")
        play(phone, server.address, record, record.entries[:-2])
        assert outside_of_windows(phone) == {}
        numbers_are_centred(phone)
        phone.reload()  # The menu stays open, as it was, until it is tapped.
        phone.locator(".menu[open] summary").click()
        phone.locator(".menu:not([open])").wait_for()
        Thumb(phone, server.address).enter(record.entries[-2].statement)
        phone.locator(".phase-left").wait_for()
        border = "([pips]) => getComputedStyle(pips).borderTopStyle"
        assert phone.locator(".told-pips input").evaluate_all(border) == "solid"
        assert outside_of_windows(phone) == {}
        phone.set_viewport_size({"width": 320, "height": 568})
        for path in ("", "new", "ask", "practise", "practise/count", "rules/race-horse", "import"):
            phone.goto(f"{server.address}/{path}")
            phone.evaluate(
                "document.querySelectorAll('details').forEach((each) => each.open = true)"
            )
            assert phone.evaluate(OUTSIDE) == [], path
            assert phone.evaluate(DRAWN_BY_SYSTEM) == [], path
        assert phone.errors() == []


def play(phone: DrivenPage, address: str, record: Transcript, entries: tuple[Entry, ...]) -> None:
    """Enter those of a record by taps, at a table of its header."""
    thumb = Thumb(phone, address.rstrip("/"))
    thumb.open_table(record.header)
    for entry in entries:
        thumb.enter(entry.statement)
        if not isinstance(entry.statement, TurnPassed):
            assert thumb.scores() == list(entry.game.scores)


def numbers_are_centred(phone: DrivenPage) -> None:
    """Those of the ends on the felt, and of tiles with digits."""
    told = phone.evaluate(OFF_CENTRE)
    assert told
    assert [text for away, text in told if away > 2] == []
