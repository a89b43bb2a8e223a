"""A phone that keeps score over a connection of its own, without a browser."""

import re
import time
from http.client import HTTPConnection, HTTPException
from typing import ClassVar, NamedTuple
from urllib.parse import urlencode

from companion.record.header import Header
from companion.record.statements import (
    HandLed,
    PipsLeft,
    PointsRuled,
    Statement,
    TilesDrawn,
    TileSet,
    TilesLeft,
)

_PATIENCE = 120.0


class Answer(NamedTuple):
    """What came back."""

    status: int
    text: str
    location: str


class Keeper:
    """A phone with its cookie and its token; another connection may share both."""

    FORM: ClassVar = {"Content-Type": "application/x-www-form-urlencoded"}

    def __init__(self, port: int, cookie: str = "", token: str = "") -> None:
        self.port = port
        self.cookie = cookie
        self.token = token
        self._line = self._connected()
        if not token:
            page = self.ask("GET", "/new").text
            self.token = re.findall(r'name="csrf_token" value="([^"]+)"', page)[0]

    def another_line(self) -> "Keeper":
        """The same phone on another connection."""
        return Keeper(self.port, self.cookie, self.token)

    def open_table(self, header: Header) -> str:
        """The address of a new table; nobody leads yet."""
        names = {f"name-{seat}": name for seat, name in enumerate(header.players)}
        opened = self.post("/new", {"game": header.game, "lead": "later", **names})
        assert opened.status == 303, opened.text
        return opened.location

    def post(self, path: str, form: dict[str, str]) -> Answer:
        """One form; raises `OSError` or `HTTPException` where no answer came."""
        return self.ask("POST", path, self.form(form), self.FORM)

    def form(self, form: dict[str, str]) -> str:
        """A form with the token, as it is sent."""
        return urlencode({"csrf_token": self.token, **form})

    def post_until_answered(self, path: str, form: dict[str, str]) -> Answer:
        """One form, sent again for as long as no answer comes."""
        until = time.monotonic() + _PATIENCE
        while True:
            try:
                return self.post(path, form)
            except (OSError, HTTPException):
                if time.monotonic() > until:
                    raise
                time.sleep(0.01)

    def ask(
        self, method: str, path: str, body: str = "", header: dict[str, str] | None = None
    ) -> Answer:
        try:
            self._line.request(method, path, body, {**(header or {}), "Cookie": self.cookie})
            answer = self._line.getresponse()
            text = answer.read().decode()
        except (OSError, HTTPException):
            self._line.close()
            self._line = self._connected()
            raise
        if cookie := re.match("session=[^;]+", answer.getheader("Set-Cookie") or ""):
            self.cookie = cookie[0]
        return Answer(answer.status, text, answer.getheader("Location") or "")

    def close(self) -> None:
        self._line.close()

    def _connected(self) -> HTTPConnection:
        return HTTPConnection("127.0.0.1", self.port, timeout=_PATIENCE)


def tap_for(statement: Statement, players: tuple[str, ...]) -> tuple[str, dict[str, str]]:
    """Where a statement is posted, and the form that says it."""
    match statement:
        case HandLed(player):
            return "lead", {"who": f"{players.index(player)}"}
        case TileSet(_, tile, host, claim):
            said = "silent" if claim is None else f"{claim}"
            return "set", {"tile": f"{tile}", "said": said, **({"on": f"{host}"} if host else {})}
        case TilesDrawn(_, tiles):
            return "draw", {"tiles": f"{tiles}"}
        case TilesLeft(player, tiles):
            pips = sum(tile.pips for tile in tiles)
            return "left", {"who": f"{players.index(player)}", "pips": f"{pips}"}
        case PipsLeft(player, pips):
            return "left", {"who": f"{players.index(player)}", "pips": f"{pips}"}
        case PointsRuled(side, points, reason):
            form = {"points": f"{points}", "reason": reason or ""}
            return "ruling", {"side": f"{players.index(side.split(' & ')[0])}", **form}
    return "pass", {}
