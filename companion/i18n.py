"""Words: every sentence that people read, by its id, in the language of the reader.

Code gives *what* to say: `message("refused.already-set", tile=tile)`. How to say it is written
once, in the catalogue of a language (`locale/en/LC_MESSAGES/companion.po`, compiled on install and
before tests). A message becomes words when it is written out: by `str`, or in a template.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from gettext import GNUTranslations
from html import escape
from pathlib import Path
from typing import Any

from companion.assets import folder

ENGLISH = "en"

#: Words in a script that runs from right to left: they would turn round the numbers beside them.
_LEFTWARD = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+(?: [\u0590-\u08ff\ufb1d-\ufdff]+)*"
)


class Catalogue:
    """The words of one language, as gettext keeps them."""

    def __init__(self, language: str, translations: GNUTranslations) -> None:
        self.language = language
        self._translations = translations

    @classmethod
    def read(cls, language: str, locale: Path | None = None) -> "Catalogue":
        """The compiled catalogue of a language; raises `FileNotFoundError` if there is none."""
        home = (locale or folder("locale")) / language / "LC_MESSAGES"
        with (home / "companion.mo").open("rb") as compiled:
            return cls(language, GNUTranslations(compiled))

    def wording(self, message_id: str, count: int | None = None) -> str:
        """The wording of a message, its arguments as `{names}`; by `count`, if it has a plural.

        Raises `LookupError` for an id that is not in the catalogue: a mistake of ours.
        """
        if count is None:
            found = self._translations.gettext(message_id)
        else:
            found = self._translations.ngettext(message_id, message_id, abs(count))
        if found == message_id:
            raise LookupError(f"the catalogue of {self.language!r} has no message {message_id!r}")
        return found

    def wordings(self, prefix: str) -> dict[str, str | list[str]]:
        """All messages whose ids begin so, by the rest of their ids; a list if it has a plural."""
        # gettext looks up single messages and lists none; it keeps them here.
        kept: dict[str | tuple[str, int], str] = self._translations._catalog  # type: ignore[attr-defined]
        single: dict[str, str] = {}
        counted: dict[str, list[str]] = {}
        for key, wording in kept.items():
            match key:
                case str(name) if name.startswith(prefix):
                    single[name.removeprefix(prefix)] = wording
                case (name, _) if name.startswith(prefix):
                    counted.setdefault(name.removeprefix(prefix), []).append(wording)
        return {**single, **counted}

    @property
    def plural_form(self) -> str:
        """The wording to use for `n`, as gettext writes it and a script reads it: `(n != 1)`."""
        return self._translations.info()["plural-forms"].partition("plural=")[2].rstrip(";")


_read = cache(Catalogue.read)
_current: ContextVar[Catalogue | None] = ContextVar("catalogue", default=None)


def current() -> Catalogue:
    """The catalogue in the language of the current reader."""
    return _current.get() or _read(ENGLISH)


@contextmanager
def speaking(catalogue: Catalogue) -> Iterator[None]:
    """Use this catalogue for the reader within the block."""
    before = _current.set(catalogue)
    try:
        yield
    finally:
        _current.reset(before)


class Text:
    """Something to say: plain by `str`, as HTML in a template."""

    def __str__(self) -> str:
        return self._worded(_plain)

    def __html__(self) -> str:
        return self._worded(_html)

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def _worded(self, show: Callable[[Any], str]) -> str:
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Message(Text):
    """One message of the catalogue, with the arguments of its wording.

    Arguments are shown as they are: a name, a tile, a number, another text. Only `count` picks the
    plural; it can be named as well.
    """

    id: str
    arguments: tuple[tuple[str, Any], ...] = ()
    count: int | None = None

    def __getitem__(self, name: str) -> Any:
        """The argument with that name; raises `KeyError`."""
        return dict(self.arguments)[name]

    def _worded(self, show: Callable[[Any], str]) -> str:
        wording = current().wording(self.id, self.count)
        if show is _html:
            wording = escape(wording, quote=False).replace('"', "&#34;")
        if not self.arguments:
            return wording
        return wording.format_map({name: show(value) for name, value in self.arguments})


@dataclass(frozen=True, slots=True)
class Listed(Text):
    """Several things in a row: `6, 4 and 1`, `6-1 or 6-2`."""

    things: tuple[Any, ...]
    joint: str = "and"

    def _worded(self, show: Callable[[Any], str]) -> str:
        *first, last = map(show, self.things)
        if not first:
            return last
        catalogue = current()
        begun = catalogue.wording("list.comma").join(first)
        # Only the catalogue says how a language joins the last one.
        return catalogue.wording(f"list.{self.joint}").format(first=begun, last=last)


@dataclass(frozen=True, slots=True)
class Sentences(Text):
    """Sentences that follow one another."""

    parts: tuple[Any, ...]

    def _worded(self, show: Callable[[Any], str]) -> str:
        return " ".join(map(show, self.parts))


@dataclass(frozen=True, slots=True)
class Signed(Text):
    """A number that shows which way it goes: `+3`, `−3`."""

    number: int

    def _worded(self, show: Callable[[Any], str]) -> str:
        return f"+{self.number}" if self.number > 0 else _plain(self.number)


def message(message_id: str, /, *, count: int | None = None, **arguments: Any) -> Message:
    """Something to say: a message of the catalogue, with the arguments of its wording.

    If the message has a plural, `count` is how many there are; the wording may name it.
    """
    if count is not None:
        arguments["count"] = count
    return Message(message_id, tuple(arguments.items()), count)


def listed(things: Iterable[Any], joint: str = "and") -> Text:
    """Several things in a row, joined by `and` or `or`; raises `ValueError` for none."""
    found = tuple(things)
    if not found:
        raise ValueError("nothing to list")
    return Listed(found, joint)


def sentences(*parts: Text | None) -> Sentences:
    """Sentences that follow one another, without those that are None."""
    return Sentences(tuple(part for part in parts if part is not None))


def in_json(key: str, text: Text | str | None) -> dict[str, Any]:
    """A text in JSON: its words, and beside them the id and the arguments of its message."""
    known = _for_programs(text) if isinstance(text, Text) else {"id": None, "args": {}}
    return {key: text and str(text), f"{key}_id": known["id"], f"{key}_args": known["args"]}


def _for_programs(value: Any) -> Any:
    """An argument in JSON; a text as its own id and arguments."""
    match value:
        case Message(id, arguments):
            return {"id": id, "args": {name: _for_programs(each) for name, each in arguments}}
        case Listed(things, joint):
            return {"id": f"list.{joint}", "args": {"things": [*map(_for_programs, things)]}}
        case Sentences(parts):
            return {"id": "sentences", "args": {"parts": [*map(_for_programs, parts)]}}
        case Signed(number):
            return {"id": "signed", "args": {"number": number}}
    return value if value is None or isinstance(value, int) else str(value)


def isolated(text: str) -> str:
    """A text whose leftward words don't turn round what is beside them."""
    # Characters rather than an element, which can't be in an attribute or a picture.
    return text if text.isascii() else _LEFTWARD.sub("\u2068\\g<0>\u2069", text)


def _plain(value: Any) -> str:
    if isinstance(value, int) and value < 0:
        return f"\N{MINUS SIGN}{-value}"
    return str(value)


def _html(value: Any) -> str:
    if hasattr(value, "__html__"):
        return str(value.__html__())
    shown = escape(_plain(value))
    if not _LEFTWARD.search(shown):
        return shown
    # A name is one thing, whatever else is in it; of several, each has its score beside it.
    is_name = isinstance(value, str) and "," not in value
    return f"\u2068{shown}\u2069" if is_name else isolated(shown)
