"""Events of a stream, put into bytes once for all phones that receive them.

`shown` brings a page, with its revision as the id, and `changed` the lines that differ from the one
before. `ping` says that the line works and the table is as it was shown. `away` says that nobody
knows the table now, until one of the others comes. `again` tells the phone to open another stream,
`reload` that its rights have changed. `watching` counts the phones that only watch the
table, including this one if it does.
"""

import zlib
from typing import NamedTuple

from companion.db.notify import Revision

_GZIP_HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
#: Milliseconds: the most in all, and for each phone, that phones take to come back together.
_MOST_SPREAD = 10_000
_SPREAD = 4


class Encoding(NamedTuple):
    """How the bytes of a stream travel, by its request."""

    is_gzip: bool = False
    is_chunked: bool = False

    @property
    def opening(self) -> bytes:
        """What a stream begins with."""
        return self._framed(_GZIP_HEADER) if self.is_gzip else b""

    @property
    def closing(self) -> bytes:
        """What a stream ends with."""
        return b"0\r\n\r\n" if self.is_chunked else b""

    def encode(self, text: str) -> bytes:
        """The same bytes for every stream: compressed without regard to what went before."""
        data = text.encode()
        if self.is_gzip:
            compressor = zlib.compressobj(wbits=-zlib.MAX_WBITS)
            data = compressor.compress(data) + compressor.flush(zlib.Z_SYNC_FLUSH)
        return self._framed(data)

    def _framed(self, data: bytes) -> bytes:
        return b"%x\r\n%b\r\n" % (len(data), data) if self.is_chunked else data


class Event:
    """One event, encoded when the first stream asks for it."""

    def __init__(self, kind: str, *data: str, revision: Revision | None = None) -> None:
        self.kind = kind
        lines = [f"id: {revision}"] if revision is not None else []
        lines += [f"event: {kind}", *(f"data: {line}" for line in data or ".")]
        self.text = "\n".join([*lines, "", ""])
        self._encoded: dict[Encoding, bytes] = {}

    @property
    def is_last(self) -> bool:
        """Whether the stream ends with it."""
        return self.kind in ("again", "reload")

    def encoded(self, encoding: Encoding) -> bytes:
        """Its bytes on streams with that encoding."""
        if encoding not in self._encoded:
            self._encoded[encoding] = encoding.encode(self.text)
        return self._encoded[encoding]


PING = Event("ping")
AWAY = Event("away")
AGAIN = Event("again")
RELOAD = Event("reload")


def spread_again(phones: int) -> Event:
    """For so many phones at once: within how many milliseconds to open another stream."""
    return Event("again", f"{min(_MOST_SPREAD, phones * _SPREAD)}")
