"""Compiles the catalogues of words, when Companion is installed or packed."""

from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LOCALE = Path(__file__).parent / "locale"


def read_catalogue(folder: Path) -> Catalog:
    """The words of a language as its folder has them; raises `PoFileError` for what is none."""
    with (folder / "companion.po").open("rb") as words:
        return read_po(words, locale=folder.parent.name, abort_invalid=True)


def compile_catalogues(locale: Path = LOCALE) -> None:
    """Write each language's compiled catalogue beside its words, where those are newer."""
    for folder in locale.glob("*/LC_MESSAGES"):
        compiled = folder / "companion.mo"
        changed = (folder / "companion.po").stat().st_mtime
        if compiled.exists() and compiled.stat().st_mtime >= changed:
            continue
        draft = compiled.with_suffix(".part")
        with draft.open("wb") as file:
            write_mo(file, read_catalogue(folder))
        draft.replace(compiled)


class CompileCatalogues(BuildHookInterface):  # type: ignore[type-arg]
    """Runs for a wheel and for an editable installation alike."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before anything is packed."""
        compile_catalogues()
