"""What comes with a tap: what its phone had seen, its own key, and the values of its form."""

import re
import unicodedata
from hashlib import blake2b

from flask import request
from werkzeug.exceptions import BadRequest

from companion.rules.tile import Tile
from companion.tables.state import RequestStamp
from companion.web.device import device

_MOST = 10**6
_LONGEST_REASON = 80
#: Format characters and blanks, as Unicode calls them: alone they show nothing.
_UNSEEN = frozenset({"Cf", "Zl", "Zp", "Zs"})
#: 16 bytes, by chance.
_OWN_KEY = re.compile("[0-9a-f]{32}")


def stamp() -> RequestStamp:
    """What was seen, and a key that the very same tap has again when it is sent again."""
    name = device()
    mark = repr((name, _own_key() or _whole_form()))
    key = blake2b(mark.encode(), digest_size=16).hexdigest()
    return RequestStamp(parse_number(request.form.get("seen", "")), key, name, is_keepers=True)


def _own_key() -> str | None:
    """The key that the page's script gave the tap: a tap that waited may have seen more since."""
    key = request.form.get("key", "")
    return key if _OWN_KEY.fullmatch(key) else None


def _whole_form() -> tuple[str, list[tuple[str, str]]]:
    """What makes a tap without a key of its own: where it goes, and all that it says."""
    fields = request.form.items(multi=True)
    return request.path, sorted((name, value) for name, value in fields if name != "csrf_token")


def parse_tile(text: str | None) -> Tile | None:
    """The tile named in a form; None where none was. Raises `BadRequest`."""
    if not text:
        return None
    try:
        return Tile.parse(text)
    except ValueError:
        raise BadRequest from None


def parse_number(text: str) -> int:
    """The number in a form; raises `BadRequest`."""
    try:
        number = int(text)
    except ValueError:
        raise BadRequest from None
    if abs(number) > _MOST:
        raise BadRequest
    return number


def parse_name(text: str) -> str:
    """A name without blanks around it and composed, so that one name is written one way.

    Empty where there is nothing to see.
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    is_seen = any(unicodedata.category(character) not in _UNSEEN for character in name)
    return name if is_seen else ""


def parse_reason(text: str) -> str:
    """A reason as one line of the record can carry it: no comments, no control characters."""
    kept = (" " if c == "#" or unicodedata.category(c) == "Cc" else c for c in text)
    return " ".join("".join(kept).split())[:_LONGEST_REASON].rstrip()
