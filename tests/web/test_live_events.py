"""Events are put into bytes once: the same for every phone, whatever it was sent before."""

import json
import zlib

import pytest

from companion.db.notify import Revision
from companion.web.live.events import AGAIN, PING, Encoding, Event, spread_again
from companion.web.live.fragments import Fragment

TABLE = "\n".join(f"<p>line {number}</p>" for number in range(40))


def changed(lines: list[str], event: Event) -> list[str]:
    """What a phone makes of a change, as `static/live.js` does."""
    data = event.text.partition("data: ")[2]
    for start, end, *others in reversed(json.loads(data)):
        lines[start:end] = others
    return lines


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("<p>line 7</p>", "<p>line seven</p>"),
        ("<p>line 0</p>\n", ""),
        ("<p>line 39</p>", "<p>line 39</p>\n<p>line 40</p>"),
        ("<p>line 3</p>\n<p>line 4</p>", "<p>„drei“ \u2028 and\n4</p>"),
    ],
)
def test_a_change_makes_what_was_shown_before_what_is_shown_now(old: str, new: str) -> None:
    before = Fragment(Revision(1), TABLE)
    after = Fragment(Revision(2), TABLE.replace(old, new))
    event = after.since(before)
    assert event.kind == "changed"
    assert event.text.startswith("id: 2.0\nevent: changed\ndata: [[")
    assert changed(before.lines, event) == after.lines


def test_a_change_that_is_hardly_smaller_is_the_whole() -> None:
    before = Fragment(Revision(1), TABLE)
    after = Fragment(Revision(2), TABLE.replace("line", "row"))
    assert after.since(before) is after.shown


@pytest.mark.parametrize("first", [0, 1, 2])
def test_compressed_events_fit_any_stream(first: int) -> None:
    events = [Fragment(Revision(1), TABLE).shown, PING, AGAIN][first:]
    encoding = Encoding(is_gzip=True)
    stream = encoding.opening + b"".join(event.encoded(encoding) for event in events)
    read = zlib.decompressobj(16 + zlib.MAX_WBITS).decompress(stream)
    assert read.decode() == "".join(event.text for event in events)


def test_an_event_is_encoded_once_for_each_encoding() -> None:
    chunked = Encoding(is_chunked=True)
    assert PING.encoded(chunked) is PING.encoded(Encoding(is_chunked=True))
    assert PING.encoded(chunked) == b"15\r\nevent: ping\ndata: .\n\n\r\n"
    assert PING.encoded(Encoding()) == b"event: ping\ndata: .\n\n"


def test_the_more_phones_are_sent_away_the_longer_they_may_take() -> None:
    assert spread_again(10).text == "event: again\ndata: 40\n\n"
    assert spread_again(100_000).text == "event: again\ndata: 10000\n\n"
