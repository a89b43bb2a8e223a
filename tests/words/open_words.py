"""What is read on a page before anything on it is unfolded."""

from collections.abc import Iterable
from html.parser import HTMLParser
from itertools import pairwise

from tests.words.pages import Page

#: At most so many words are open on a page; the rest is a tap away.
MOST_WORDS = 350
_NO_END = {"area", "br", "col", "hr", "img", "input", "link", "meta", "source"}
_UNREAD = {"datalist", "dialog", "head", "script", "select", "style", "svg", "template"}
#: The classes of what only screen readers and paper show.
_UNSEEN = {"heard", "on-paper", "sheet-foot"}


class _Reader(HTMLParser):
    """Counts the words that are seen at once."""

    def __init__(self) -> None:
        super().__init__()
        self.words = 0
        self._around: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        classes = {*(named.get("class") or "").split()}
        if tag in _UNREAD or "hidden" in named or classes & _UNSEEN:
            tag = f"{tag} unseen"
        elif tag == "details" and "open" not in named:
            tag = "details closed"
        if tag not in _NO_END:
            self._around.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while self._around and self._around.pop().split()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        # What unfolds a part is seen, whether that is open or not.
        is_folded = any(
            tag == "details closed" and within != "summary"
            for tag, within in pairwise([*self._around, ""])
        )
        if not is_folded and not any(tag.endswith("unseen") for tag in self._around):
            self.words += sum(any(map(str.isalpha, word)) for word in data.split())


def words_open(page: str) -> int:
    """How many words of a page are seen before anything is unfolded."""
    reader = _Reader()
    reader.feed(page)
    return reader.words


def walls(pages: Iterable[Page]) -> list[str]:
    """The pages on which too much is open, with their words."""
    counted = ((words_open(page.text), page) for page in pages if not page.text.startswith("<svg"))
    return [f"{words} words: {page.address}" for words, page in counted if words > MOST_WORDS]
