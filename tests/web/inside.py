"""Whether what lies over or above a page is inside the window: menus, dialogs, banners.

The scripts are plain JavaScript, so any driver can ask any engine.
"""

from typing import Any

#: The windows to try, from the smallest phone to a desk; one of them lies on its side.
SIZES = ((320, 568), (360, 640), (390, 844), (640, 360), (768, 1024), (1280, 800))

#: Shows whatever can lie over or above a table, at once.
SHOW_ALL = """() => {
    for (const folded of document.querySelectorAll(".menu, .draw")) folded.open = true;
    const strip = document.getElementById("waiting");
    for (const part of [strip, ...strip.querySelectorAll("[data-part]")]) part.hidden = false;
    strip.querySelector("[data-part=notice]").textContent = "The table moved on. ".repeat(4);
}"""

#: What reaches out of the window, in words; empty if nothing does. A page that scrolls may go on
#: below, but nothing that lies over it may.
OUTSIDE = """() => {
    const OVER = ["[open] > .menu-list", "[open] > .numbers", "dialog[open]", ".lot"];
    const BANNERS = ["#asking", ".alert", ".waiting", ".last-seen", ".problem", "[role=alert]"];
    const { innerWidth: width, innerHeight: height } = window;
    const page = document.scrollingElement;
    const isSeen = (part) => part.getClientRects().length && !part.closest(".heard");
    const found = (names) => [...document.querySelectorAll(names.join())].filter(isSeen);
    const outside = [];
    const look = (part, isWhole) => {
        const box = part.getBoundingClientRect();
        const out = { left: -box.left, right: box.right - width };
        if (isWhole) Object.assign(out, { top: -box.top, bottom: box.bottom - height });
        const name = part.id || part.className || part.textContent.trim() || part.localName;
        for (const [side, by] of Object.entries(out)) {
            if (by > 1) outside.push(`${name} is ${Math.round(by)} px out at the ${side}`);
        }
    };
    for (const part of found(OVER)) {
        look(part, true);
        // What is in it is in the window, or it scrolls down to it.
        const scrolls = getComputedStyle(part).overflowY !== "visible";
        const inside = part.querySelectorAll("a, button");
        for (const each of [...inside].filter(isSeen)) look(each, !scrolls);
    }
    for (const part of found(BANNERS)) look(part, page.scrollHeight <= height + 1);
    const across = page.scrollWidth - width;
    if (across > 0) outside.push(`the page scrolls ${across} px sideways`);
    return outside;
}"""


def outside_of_windows(page: Any) -> dict[tuple[int, int], list[str]]:
    """What is out of place on the page of a table that shows all, by the size of the window."""
    page.evaluate(SHOW_ALL)
    found = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        found[width, height] = page.evaluate(OUTSIDE)
    return {size: wrong for size, wrong in found.items() if wrong}
