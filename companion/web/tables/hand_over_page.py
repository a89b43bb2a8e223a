"""The page that hands a table over: its link, to here or to another address, and its QR code."""

import re
from typing import Any
from urllib.parse import urlsplit

from companion.i18n import Text, message
from companion.rules.errors import Refusal
from companion.tables.table_state import TableState
from companion.web.ui.qr_links import names_this_machine, qr_of

#: What a phone still reads from another one's screen that is 360 px wide.
_LONGEST_QR = 1500
_LONGEST_ADDRESS = 200
_HOST = re.compile(r"[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\]")
_PATH = re.compile(r"[\w.~%/-]*", re.ASCII)


class WrongAddress(Refusal, code="address"):
    """No page can be at such an address."""


def hand_over_page(state: TableState, letters: str, own_home: str, typed: str) -> dict[str, Any]:
    """The page for a table that was packed; `typed` is the address where it is to go, if any."""
    home, problem = own_home, None
    try:
        home = parse_home(typed) if typed else own_home
    except WrongAddress as refusal:
        problem = refusal.message
    link, host = f"{home}#table={letters}", urlsplit(home).netloc
    return {
        "state": state,
        "typed": typed,
        "problem": problem,
        # Where the link leads, if that is not here.
        "elsewhere": home if home != own_home else None,
        "link": link,
        "qr": qr_of(link, error="l") if len(link) <= _LONGEST_QR else None,
        "unreachable": host if names_this_machine(host) else None,
    }


def parse_home(typed: str) -> str:
    """The first page of a Companion by what somebody typed; raises `WrongAddress`."""
    address = typed if "://" in typed else f"https://{typed}"
    try:
        parts = urlsplit(address)
        host = (parts.hostname or "").encode("idna").decode()
        port = "" if parts.port is None else f":{parts.port}"
    except ValueError:
        raise _wrong() from None
    host = f"[{host}]" if ":" in host else host
    is_plain = parts.scheme in ("http", "https") and not (parts.query or parts.fragment)
    is_written_well = _HOST.fullmatch(host) and _PATH.fullmatch(parts.path)
    if "@" in parts.netloc or len(typed) > _LONGEST_ADDRESS or not (is_plain and is_written_well):
        raise _wrong()
    return f"{parts.scheme}://{host}{port}{parts.path.rstrip('/')}/"


def _wrong() -> WrongAddress:
    example: Text = message("hand-over.example")
    return WrongAddress(message("hand-over.wrong-address", example=example))
