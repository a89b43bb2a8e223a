"""A pseudo-language: every message of the catalogue, a third longer and with no plain letter.

Whatever still has plain letters on a page, in a picture or from a command was not taken from
the catalogue; whatever breaks has no room for a longer language.
"""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from hatch_build import LOCALE, read_catalogue

LANGUAGE = "qps"
_PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ACCENTED = "àƀçđéƒğĥíĵķĺḿñóþǫŕšţúṽŵẋýžÀƁÇĐÉƑĞĤÍĴĶĹḾÑÓÞǪŔŠŢÚṼŴẊÝŽ"
_ACCENTS = str.maketrans(_PLAIN, _ACCENTED)
_PLACEHOLDER = re.compile(r"(\{\w+\})")
_ADDRESS = re.compile(r"https?://\S+")
_WORD = re.compile(r"[A-Za-z]{2,}")

#: What people read in an attribute.
_READ = {"alt", "aria-label", "aria-description", "content", "data-entered", "data-heard"}
_READ |= {"placeholder", "title"}
_UNREAD = {"script", "style"}


def pseudo(wording: str) -> str:
    """A wording in the pseudo-language, its placeholders as they were."""
    parts = _PLACEHOLDER.split(wording)
    worded = "".join(
        part if number % 2 else part.translate(_ACCENTS) for number, part in enumerate(parts)
    )
    # The joints of a row have no words, and stay as they are.
    plain = "".join(parts[::2])
    has_words = any(map(str.isalpha, plain))
    return f"{worded}{'ē' * -(-len(plain) // 3)}" if has_words else worded


def write_pseudo(locale: Path) -> Path:
    """Compile the pseudo-language below a folder, and return that folder."""
    whole = Catalog(locale="en", fuzzy=False)
    for entry in read_catalogue(LOCALE / "en" / "LC_MESSAGES"):
        if entry.id:
            texts = entry.string
            said = tuple(map(pseudo, texts)) if isinstance(texts, tuple) else pseudo(texts)
            whole.add(entry.id, said)
    folder = locale / LANGUAGE / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "companion.mo").open("wb") as file:
        write_mo(file, whole)
    return locale


def plain_words(text: str, known: set[str]) -> list[str]:
    """The words of a text that have only plain letters, without addresses and what is known."""
    found = _WORD.findall(_ADDRESS.sub("", text))
    # Hardly a text has any, and to take apart what is known takes longer than to read it.
    parts = {part.lower() for name in known for part in _WORD.findall(name)} if found else set()
    return [word for word in found if word.lower() not in parts]


class Reader(HTMLParser):
    """Reads a page as people do: its texts, and the attributes that are read out."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open.append(tag)
        named = dict(attrs)
        is_viewport = tag == "meta" and named.get("name") != "description"
        for name, value in attrs:
            if name in _READ and value and not (name == "content" and is_viewport):
                self.texts.append(value)

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if data.strip() and not _UNREAD & set(self._open):
            self.texts.append(data.strip())


def texts_of(page: str) -> Iterator[str]:
    """Everything that people read on a page, or in a picture."""
    reader = Reader()
    reader.feed(page)
    yield from reader.texts
