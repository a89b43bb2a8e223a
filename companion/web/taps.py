"""What comes with a tap: what its phone had seen, its own key, and the values of its form."""

import re
import unicodedata
from hashlib import blake2b

from flask import request
from werkzeug.exceptions import BadRequest

from companion.rules.tile import Tile
from companion.tables.sitting import Tap
from companion.web.devices import device

_MOST = 10**6
_LONGEST_REASON = 80
#: 16 bytes, by chance.
_OWN_KEY = re.compile("[0-9a-f]{32}")


def tap() -> Tap:
    """What was seen, and a key that the very same tap has again when it is sent again."""
    name = device()
    mark = repr((name, _own_key() or _form_said()))
    key = blake2b(mark.encode(), digest_size=16).hexdigest()
    return Tap(number_said(request.form.get("seen", "")), key, name)


def _own_key() -> str | None:
    """The key that the page's script gave the tap: a tap that waited may have seen more since."""
    key = request.form.get("key", "")
    return key if _OWN_KEY.fullmatch(key) else None


def _form_said() -> tuple[str, list[tuple[str, str]]]:
    """What makes a tap without a key of its own: where it goes, and all that it says."""
    said = request.form.items(multi=True)
    return request.path, sorted((name, value) for name, value in said if name != "csrf_token")


def tile_said(text: str | None) -> Tile | None:
    """The tile named in a form; None where none was. Raises `BadRequest`."""
    if not text:
        return None
    try:
        return Tile.parse(text)
    except ValueError:
        raise BadRequest from None


def number_said(text: str) -> int:
    """The number in a form; raises `BadRequest`."""
    try:
        number = int(text)
    except ValueError:
        raise BadRequest from None
    if abs(number) > _MOST:
        raise BadRequest
    return number


def reason_said(text: str) -> str:
    """A reason as one line of the record can carry it: no comments, no control characters."""
    kept = (" " if c == "#" or unicodedata.category(c) == "Cc" else c for c in text)
    return " ".join("".join(kept).split())[:_LONGEST_REASON].rstrip()
