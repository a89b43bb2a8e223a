"""The folders of the templates, the static files and the words."""

from pathlib import Path
from typing import Literal

_PACKAGE = Path(__file__).resolve().parent


def folder(name: Literal["locale", "static", "templates"]) -> Path:
    """The folder with this name: inside an installed package, beside it in a source checkout.

    Raises `FileNotFoundError` if there is none in either place.
    """
    for home in (_PACKAGE, _PACKAGE.parent):
        if (found := home / name).is_dir():
            return found
    raise FileNotFoundError(f"no folder {name!r} in {_PACKAGE} or beside it")
