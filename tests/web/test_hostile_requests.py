"""Ten thousand hostile requests at every address, by `--thorough`: none finds a mistake of ours."""

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any
from urllib.parse import quote

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from companion.record.header import read_header
from companion.tables.table_service import TableService
from tests.tables.scribe import enter
from tests.thorough import sampled, some
from tests.web.phones import ANAS_PHONE, phone

PARTS, REQUESTS_EACH = len(some(range(20), 10)), sampled(500)
_ARGUMENT = re.compile(r"<(?:[^:>]*:)?([a-z_]+)>")
_LINES = ("lead: Ana", "Ana: 6-4", "Ana: 4-4", "Ana: 4-1 on 4-4", "ruling: Ben +3, a bet")
#: What people type, and what nobody would.
_WORDS = (
    *("", " ", "0", "1", "-1", "2", "3", "7", "99999999999999999999", "9" * 5000, "1e9", "inf"),
    *("nan", "٣", "²", "½", "0x10", "1_0", "+1", "−3", "on", "yes", "null", "None", "true"),
    *("6-4", "4-6", "7-7", "6-4 on 4-4", "6-4@6-4", "6-4.4-4.5-5", ".", "-", "6", "🁣", "0-0 " * 99),
    *("Ana", "ANA", "Ana & Cyd", "A" * 5000, "\0", "\x1b[2J", "\ud800", "\u202eanA", "\u200b"),
    *(
        "a\u0301" * 2000,
        "👨‍👩‍👧",
        "עדנה",
        "<script>",
        "{{7*7}}",
        "%s%n",
        "'; drop table change; --",
    ),
    *("../../etc/passwd", "//evil", "javascript:alert(1)", "http://[::1", "a\r\nX: y", "\n" * 3000),
    *("lead", "tile", "draw", "pass", "left", "ruling", "keep", "watch", "accept", "undo", "redo"),
    *("race-horse", "seven-rocks", "whist", "target", "fifths", "first", "all", "many words " * 50),
    *("game: race-horse\nplayers: Ana, Ben\nlead: Ana\nAna: 6-4\n", "#table=1AAAA", "#table="),
    *(
        "players: a,a,a\nsides: b&b&b",
        '{"record":',
        '{"record": "game: x"}',
        "[" * 3000,
        "{" * 3000,
    ),
    *('{"a":1e999}', "\\u0000", "=" * 3000, "A" * 60_000, "1" + "A" * 600, "[]", "{}", "(" * 500),
)
#: Those that an address can have.
_SHORT = (*(word for word in _WORDS if len(word) < 300), *map(str, range(1, 9)))
#: The fields and parameters that pages have, and some that none has.
_FIELDS = (
    *("seen", "key", "tile", "on", "claim", "tiles", "side", "points", "reason", "what", "who"),
    *("name-0", "name-1", "name-2", "name-9", "seats", "lead", "game", "target", "partners"),
    *("rule-points", "rule-tiles-each", "rule-spinners", "again", "record", "table", "up-to"),
    *("open", "apart", "replaces", "at", "part", "as", "near", "proposed", "lay", "hand", "hold"),
    *("into", "show", "step", "question", "said", "milliseconds", "ground", "name", "code"),
    *("device", "other", "back", "theme", "consent", "counts", "muggins", "to", "into-hand"),
    *("lane", "seconds", "way"),
    *("left", "pips", "version", "since", "v", "after", "day", "level", "skill", "pegs-only", "é"),
)
_HEADERS: tuple[tuple[str, str], ...] = (
    ("HX-Request", "true"),
    ("HX-Target", "x" * 500),
    ("Accept-Language", "*;q=9," * 100),
    ("Accept-Encoding", "gzip;q=nan, br;q=-1"),
    ("If-None-Match", '"' * 300),
    ("If-Modified-Since", "yesterday"),
    ("Range", "bytes=9-1,-5,a-"),
    ("Last-Event-ID", "9" * 400),
    ("Cookie", "look=" + "%" * 500),
    ("Cookie", "session=.eJw; look=a.b.c.d; ; ="),
    ("Content-Type", "multipart/form-data"),
    ("Content-Type", "multipart/form-data; boundary=" + "x" * 300),
    ("Content-Type", "application/json"),
    ("Content-Type", "text/plain; charset=utf-99"),
    ("Content-Encoding", "gzip"),
    ("X-Forwarded-For", "a, b, c"),
    ("X-HTTP-Method-Override", "DELETE"),
)


@pytest.fixture
def app(app: Flask) -> Iterator[Flask]:
    # What goes wrong is told as people would be told it.
    app.config.update(TESTING=False, PROPAGATE_EXCEPTIONS=False)
    yield app


@pytest.mark.parametrize("part", range(PARTS))
def test_no_request_makes_the_server_make_a_mistake(
    app: Flask, table_service: TableService, part: int
) -> None:
    zoe = _Hostile(app, table_service, Random(part))
    for number in range(REQUESTS_EACH):
        asked = zoe.request()
        answer = zoe.client.open(**asked)
        status = answer.status_code
        answer.close()
        shown = json.dumps({name: repr(each)[:300] for name, each in asked.items()}, indent=1)
        assert status < 500, f"part {part}, request {number}: {status}\n{shown}"


class _Hostile:
    """Somebody who got hold of Ana's phone, and sends whatever comes to mind."""

    def __init__(self, app: Flask, table_service: TableService, random: Random) -> None:
        self.app, self.table_service, self.random = app, table_service, random
        self.client: FlaskClient = phone(app)
        self.rules = list(app.url_map.iter_rules())
        self.table_id = ""

    def request(self) -> dict[str, Any]:
        """Something well made in all but a few of its parts."""
        self._sit_down()
        rule = self.random.choice(self.rules)
        methods = sorted((rule.methods or set()) - {"OPTIONS"})
        method = self.random.choice([*methods, *methods, "POST", "DELETE"])
        headers = self.random.sample(_HEADERS, self.random.choice([0, 0, 1, 2]))
        asked: dict[str, Any] = {"path": self._path(rule), "method": method, "headers": headers}
        asked["query_string"] = self._values()
        if method == "POST":
            is_bytes = self.random.random() < 0.1
            asked["data"] = self.random.randbytes(300) if is_bytes else self._values()
        return asked

    def _sit_down(self) -> None:
        """A table to be hostile at, if the last one was deleted or given away."""
        if self.table_service.visits({self.table_id: ""}, ANAS_PHONE):
            return
        header = read_header("game: race-horse\nplayers: Ana, Ben")
        self.table_id = self.table_service.open(header, keeper=ANAS_PHONE)
        enter(self.table_service, self.table_id, *_LINES)

    def _path(self, rule: Rule) -> str:
        return _ARGUMENT.sub(lambda found: quote(self._value_for(found[1])), rule.rule)

    def _value_for(self, name: str) -> bytes:
        is_table = name == "table_id" and self.random.random() < 0.9
        word = self.table_id if is_table else self.random.choice(_SHORT)
        return word.encode(errors="surrogatepass")

    def _values(self) -> dict[str, bytes]:
        names = self.random.sample(_FIELDS, self.random.randint(0, 6))
        values = {name: self.random.choice(_WORDS) for name in names}
        if self.random.random() < 0.5:
            values["seen"] = str(self.table_service.look(self.table_id).version)
        return {name: each.encode(errors="surrogatepass") for name, each in values.items()}
