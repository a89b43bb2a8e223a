"""A few pages and taps before anybody asks: what they compile, the first real ones need not."""

import json
import re
from urllib.parse import urlencode

from companion.offline.phone.wsgi_bridge import Bridge

_PAGES = ("/", "/rules", "/rules/race-horse", "/import", "/practise", "/phone")
_TILES = ("6-4", "5-5", "6-6", "4-0", "6-5", "5-0", "0-0")
_OF_TABLE = ("", "/record", "/board", "/record.txt", "/end")
_FORM = ("Content-Type", "application/x-www-form-urlencoded")
_HOST = "http://localhost"


def warm_up(bridge: Bridge) -> None:
    """Open pages, play the beginning of a hand, and take something back."""
    home = f"{_HOST}{bridge.root}"
    for path in _PAGES:
        _get(bridge, f"{home}{path}")
    table = _open_table(bridge, home)
    for number, tile in enumerate(_TILES):
        _tap(bridge, table, "set", number, tile=tile)
    _tap(bridge, table, "draw", 98, tiles="1")
    _tap(bridge, table, "undo", 99)
    for path in _OF_TABLE:
        _get(bridge, f"{table}{path}")
    _get(bridge, f"{table}/live?seen=0.0")
    _get(bridge, f"{home}/")


def _open_table(bridge: Bridge, home: str) -> str:
    """The address of a new table."""
    token = re.findall(r'name="csrf_token" value="([^"]+)"', _get(bridge, f"{home}/new"))[0]
    form = {"game": "race-horse", "lead": "0", "name-0": "Ana", "name-1": "Ben"}
    asked = json.dumps(["POST", f"{home}/new", [_FORM]])
    answer, _ = bridge.answer(asked, urlencode({"csrf_token": token, **form}).encode())
    headers = dict(json.loads(answer)[1])
    return f"{_HOST}{headers['Location'].removeprefix(_HOST)}"


def _tap(bridge: Bridge, table: str, deed: str, number: int, **form: str) -> None:
    page = _get(bridge, table)
    version = re.findall(r'data-version="(\d+)"', page)[0]
    token = ("X-CSRFToken", re.findall(r'"X-CSRFToken": "([^"]+)"', page)[0])
    asked = json.dumps(["POST", f"{table}/{deed}", [_FORM, token, ("HX-Request", "true")]])
    stamp = {"seen": version, "key": f"{number:032x}"}
    bridge.answer(asked, urlencode({**stamp, **form}).encode())


def _get(bridge: Bridge, address: str) -> str:
    _, body = bridge.answer(json.dumps(["GET", address, []]), b"")
    return body.decode()
