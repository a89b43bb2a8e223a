"""A catalogue: what each message is called in one language, as gettext keeps it."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import GNUTranslations
from pathlib import Path

from companion.assets import folder

ENGLISH = "en"

#: Where the compiled catalogue of a language lies below the folder of all.
_COMPILED = Path("LC_MESSAGES", "companion.mo")


class Catalogue:
    """The words of one language."""

    def __init__(self, language: str, translations: GNUTranslations) -> None:
        self.language = language
        self._translations = translations

    @classmethod
    def read(cls, language: str, locale: Path | None = None) -> "Catalogue":
        """The compiled catalogue of a language; raises `FileNotFoundError` where there is none."""
        with ((locale or folder("locale")) / language / _COMPILED).open("rb") as compiled:
            return cls(language, GNUTranslations(compiled))

    def wording(self, message_id: str, count: int | None = None) -> str:
        """How a message is worded, its arguments as `{names}`; for so many, where it counts.

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
        """All messages whose ids begin so, by the rest of their ids; a list where it counts."""
        # gettext looks single messages up and lists none; this is where it keeps them.
        kept: dict[str | tuple[str, int], str] = self._translations._catalog  # type: ignore[attr-defined]
        found: dict[str, str | list[str]] = {}
        counted: dict[str, dict[int, str]] = {}
        for key, wording in kept.items():
            if isinstance(key, str):
                if key.startswith(prefix):
                    found[key.removeprefix(prefix)] = wording
            elif key[0].startswith(prefix):
                counted.setdefault(key[0].removeprefix(prefix), {})[key[1]] = wording
        for name, forms in counted.items():
            found[name] = [forms[number] for number in sorted(forms)]
        return found

    @property
    def plural_form(self) -> str:
        """Which wording holds for `n`, as gettext writes it and a script reads it: `(n != 1)`."""
        return self._translations.info()["plural-forms"].partition("plural=")[2].rstrip(";")


@cache
def _of(language: str) -> Catalogue:
    return Catalogue.read(language)


_current: ContextVar[Catalogue | None] = ContextVar("catalogue", default=None)


def current() -> Catalogue:
    """The catalogue in which whoever reads now is spoken to."""
    return _current.get() or _of(ENGLISH)


@contextmanager
def speaking(catalogue: Catalogue) -> Iterator[None]:
    """Speak so to whoever reads within the block."""
    before = _current.set(catalogue)
    try:
        yield
    finally:
        _current.reset(before)
