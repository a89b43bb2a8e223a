"""Messages: what is to be said, by id and arguments, put into words when somebody reads it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from html import escape
from re import compile as pattern
from typing import Any

from companion.words.catalogue import current

#: A name in a script that runs from right to left would turn the numbers beside it round.
_LEFTWARD = pattern("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_MINUS = "\N{MINUS SIGN}"

#: How a value is shown: `_plain` or `_html`.
_Show = Callable[[Any], str]


class Text:
    """Something to be said: plain by `str`, as HTML in a template."""

    def __str__(self) -> str:
        return self._worded(_plain)

    def __html__(self) -> str:
        return self._worded(_html)

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def _worded(self, show: _Show) -> str:
        raise NotImplementedError


@dataclass(frozen=True, slots=True, repr=False)
class Message(Text):
    """One message of the catalogue, with what its wording names.

    Arguments are shown as they are: a name, a tile, a number, another text. `count` picks the
    plural and can be named as well.
    """

    id: str
    arguments: tuple[tuple[str, Any], ...] = ()
    count: int | None = None

    def __repr__(self) -> str:
        arguments = "".join(f", {name}={value!r}" for name, value in self.arguments)
        return f"message({self.id!r}{arguments})"

    def __getitem__(self, name: str) -> Any:
        """The argument of that name; raises `KeyError`."""
        return dict(self.arguments)[name]

    def _worded(self, show: _Show) -> str:
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

    def _worded(self, show: _Show) -> str:
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

    def _worded(self, show: _Show) -> str:
        return " ".join(map(show, self.parts))


@dataclass(frozen=True, slots=True)
class Signed(Text):
    """A number that says which way it goes: `+3`, `−3`."""

    number: int

    def _worded(self, show: _Show) -> str:
        return f"+{self.number}" if self.number > 0 else _plain(self.number)


def message(message_id: str, /, *, count: int | None = None, **arguments: Any) -> Message:
    """What is to be said: a message of the catalogue, with what its wording names.

    Where the catalogue has a plural, `count` is how many there are; the wording may name it.
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


def _plain(value: Any) -> str:
    if isinstance(value, int) and value < 0:
        return f"{_MINUS}{-value}"
    return str(value)


def _html(value: Any) -> str:
    if hasattr(value, "__html__"):
        return str(value.__html__())
    shown = escape(_plain(value))
    if isinstance(value, str) and _LEFTWARD.search(value):
        # Characters rather than an element, which no attribute can hold.
        return f"\u2068{shown}\u2069"
    return shown
