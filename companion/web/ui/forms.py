"""What comes with a tap: what its phone had seen, its own key, and the values of its form."""

import re
import secrets
import unicodedata
from hashlib import blake2b

from flask import request
from werkzeug.exceptions import BadRequest

from companion.clubs.transfer.club_file import LARGEST_FILE
from companion.record.number_bounds import TooLarge
from companion.record.replay import LARGEST_RECORD
from companion.rules.player_names import without_unseen
from companion.rules.tile import Tile
from companion.tables.request_stamp import RequestStamp
from companion.web.security.table_guard import device

_MOST = 10**6
#: Of what was typed as a name, that much is looked at: a page takes far fewer characters, and to
#: compose thousands of marks on one letter takes its time.
_MOST_OF_A_NAME = 200
#: 16 bytes, by chance.
_OWN_KEY = re.compile("[0-9a-f]{32}")


def stamp() -> RequestStamp:
    """What was seen, and a key that the very same tap has again when it is sent again."""
    name, form = device(), request.form
    # The page's script gives a tap its own key: one that waited may have seen more since.
    # Any other is where it goes, and all that it says.
    said = sorted(each for each in form.items(multi=True) if each[0] != "csrf_token")
    own_key = form.get("key", "")
    mark = repr((name, own_key if _OWN_KEY.fullmatch(own_key) else (request.path, said)))
    key = blake2b(mark.encode(), digest_size=16).hexdigest()
    return RequestStamp(parse_number(form.get("seen", "")), key, name, is_keepers=True)


def allow_a_record(_endpoint: str | None, _values: dict[str, object] | None) -> None:
    """Let a form be as large as a record, or as a file; called before anything reads it."""
    # A form without files may be a million fields, and reading these takes time.
    may_have_file = request.mimetype == "multipart/form-data"
    request.max_content_length = LARGEST_FILE if may_have_file else LARGEST_RECORD
    request.max_form_memory_size = request.max_content_length


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
        return parse_typed(text)
    except TooLarge:
        raise BadRequest from None


def parse_typed(text: str) -> int:
    """The number that someone typed; raises `BadRequest`, or `TooLarge` for one no table needs."""
    try:
        number = int(text)
    except ValueError:
        raise BadRequest from None
    if abs(number) > _MOST:
        raise TooLarge
    return number


def parse_name(text: str) -> str:
    """A name, composed and without blanks around it; empty where there is nothing to see."""
    name = " ".join(unicodedata.normalize("NFC", text[:_MOST_OF_A_NAME]).split())
    return name if without_unseen(name).strip() else ""


def parse_label(text: str, longest: int | None = None) -> str:
    """What a phone or a club is called: a name of so many characters, all of which show."""
    return without_unseen(parse_name(text)[:longest]).strip()


def draw_lots(players: int) -> int:
    """The seat that the lot falls on, each as likely as the others."""
    return secrets.randbelow(players)
