"""Where the templates and the static files lie."""

from pathlib import Path
from typing import Literal

_PACKAGE = Path(__file__).resolve().parent


def folder(name: Literal["templates", "static"]) -> Path:
    """The folder of this name: inside an installed package, beside it in a source checkout.

    Raises `FileNotFoundError` where neither has one.
    """
    for home in (_PACKAGE, _PACKAGE.parent):
        if (found := home / name).is_dir():
            return found
    raise FileNotFoundError(f"no folder {name!r} in {_PACKAGE} or beside it")
