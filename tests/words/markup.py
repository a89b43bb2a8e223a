"""What a screen reader needs of a page, read from its markup.

Axe asks the same of some pages in a browser, and how they look beside it (`is_clean`).
"""

from collections import Counter
from html.parser import HTMLParser

from tests.words.pages import Page

_NO_END = {"area", "br", "col", "hr", "img", "input", "link", "meta", "source"}
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
#: What says what it is for or about.
_SAYING = {"a", "button", "summary", "title", *_HEADINGS}
#: Where the page's scripts fill in what is said, or nobody is led to.
_SCRIPTS = {"hidden", "data-part", "data-reach"}
#: Fields whose words are their own.
_NAMED_BY_THEMSELVES = {"hidden", "submit", "button", "reset"}
_NAMES = ("aria-label", "aria-labelledby", "title")
#: What names other parts of the page.
_LEADS = ("for", "aria-labelledby", "aria-describedby", "aria-controls")
#: Where something pressed may not lie in something pressed.
_PRESSED = {"a", "button", "select", "textarea", "label", "summary"}
_INSIDE = {"a", "button", "select", "textarea", "summary"}
_PARENTS = {"li": {"ul", "ol", "menu"}, "dt": {"dl", "div"}, "dd": {"dl", "div"}}


class _Part:
    """An element that is open, and what was said in it so far."""

    def __init__(self, tag: str, attrs: dict[str, str | None]) -> None:
        self.tag = tag
        self.attrs = attrs
        self.said = any(attrs.get(name) for name in _NAMES)

    def __str__(self) -> str:
        named = " ".join(f"{name}={value}" for name, value in self.attrs.items())
        return f"<{self.tag} {named}>"[:120]


class _Reader(HTMLParser):
    """Notes what is missing, as it comes."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.ids = Counter[str]()
        self.leads: list[tuple[str, str]] = []
        self.fields: list[_Part] = []
        self.labelled = set[str]()
        self.levels: list[int] = []
        self.mains = 0
        self._around: list[_Part] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        part = _Part(tag, dict(attrs))
        named, above = part.attrs, [each.tag for each in self._around]
        if "template" not in above:
            self._note(part, named, above)
        if tag not in _NO_END:
            self._around.append(part)

    def _note(self, part: _Part, named: dict[str, str | None], above: list[str]) -> None:
        if named.get("id"):
            self.ids[named["id"] or ""] += 1
        self.leads += [
            (f"{part}", each) for name in _LEADS for each in (named.get(name) or "").split()
        ]
        if part.tag == "label" and named.get("for"):
            self.labelled.add(named["for"] or "")
        if part.tag in ("input", "select", "textarea"):
            if named.get("type") not in _NAMED_BY_THEMSELVES:
                part.said = part.said or "label" in above
                self.fields.append(part)
            elif named.get("type") != "hidden" and not named.get("value"):
                self.found.append(f"no name: {part}")
        if part.tag == "img":
            if named.get("alt") is None:
                self.found.append(f"no alt: {part}")
            elif named["alt"]:
                self._say()
        if part.tag in _INSIDE and _PRESSED & {*above} - {"label"}:
            self.found.append(f"inside another: {part}")
        if part.tag in _PARENTS and above and above[-1] not in _PARENTS[part.tag]:
            self.found.append(f"in no list: {part}")
        if part.tag == "html" and not named.get("lang"):
            self.found.append("no language")
        if part.tag == "svg" and named.get("aria-label"):
            self._say()
        self.mains += part.tag == "main"
        is_shown = all(_SCRIPTS.isdisjoint(each.attrs) for each in (*self._around, part))
        if part.tag in _HEADINGS and is_shown:
            self.levels.append(int(part.tag[1]))

    def handle_endtag(self, tag: str) -> None:
        while self._around:
            part = self._around.pop()
            if part.tag == tag:
                is_seen = "template" not in [each.tag for each in self._around]
                if tag in _SAYING and not part.said and is_seen and _SCRIPTS.isdisjoint(part.attrs):
                    self.found.append(f"nothing said: {part}")
                return

    def handle_data(self, data: str) -> None:
        if data.strip():
            self._say()

    def _say(self) -> None:
        for part in self._around:
            part.said = True

    def all_found(self) -> list[str]:
        """What is wrong on the whole page."""
        found = self.found + [f"twice: #{name}" for name, times in self.ids.items() if times > 1]
        found += [
            f"leads nowhere: {part} {name}" for part, name in self.leads if not self.ids[name]
        ]
        found += [
            f"no name: {part}"
            for part in self.fields
            if not part.said and part.attrs.get("id") not in self.labelled
        ]
        if self.mains != 1:
            found.append(f"{self.mains} mains")
        if self.levels.count(1) != 1:
            found.append(f"{self.levels.count(1)} first headings")
        found += [
            f"h{level} after h{before}"
            for before, level in zip(self.levels, self.levels[1:], strict=False)
            if level > before + 1
        ]
        return found


def unclear(page: Page) -> list[str]:
    """What on a page is not clear to everybody."""
    if page.text.lstrip().startswith("<svg"):
        return []
    reader = _Reader()
    reader.feed(page.text)
    return [f"{page.address}: {found}" for found in reader.all_found()]
