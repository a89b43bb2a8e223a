"""Appointments as an iCalendar file."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from icalendar import Calendar, Event

from companion.exports.calendar_file import Appointment, calendar_file

LONDON = ZoneInfo("Europe/London")
NOW = datetime(2026, 11, 23, 15, 0, tzinfo=UTC)
MATCH = Appointment(
    "c.1@companion",
    datetime(2026, 12, 1, 20, 0, tzinfo=LONDON),
    timedelta(hours=3),
    "Dogs – Aces",
    place="The Crown; 1, High St",
    note="Tuesday League, round 1",
)


def read(*appointments: Appointment, name: str = "League") -> list[Event]:
    written = calendar_file("c@companion", name, appointments, NOW)
    return [*Calendar.from_ical(written).events]


def test_a_match_is_an_event_at_its_time_in_its_zone() -> None:
    [event] = read(MATCH)
    assert event.start == datetime(2026, 12, 1, 20, 0, tzinfo=LONDON)
    assert event.end - event.start == timedelta(hours=3)
    assert event.start.utcoffset() == timedelta(0)
    [summer] = read(MATCH._replace(starts_at=datetime(2026, 7, 1, 20, 0, tzinfo=LONDON)))
    assert summer.start.utcoffset() == timedelta(hours=1)
    assert (event.uid, event.summary, event["location"]) == (
        MATCH.uid,
        "Dogs – Aces",
        "The Crown; 1, High St",
    )


def test_a_calendar_is_told_of_the_zone() -> None:
    written = calendar_file("c@companion", "League", [MATCH], NOW).decode()
    assert "BEGIN:VTIMEZONE\r\nTZID:Europe/London\r\n" in written
    assert "DTSTART;TZID=Europe/London:20261201T200000\r\n" in written


def test_the_same_appointments_make_the_same_file() -> None:
    files = {calendar_file("c@companion", "League", [MATCH], NOW) for _ in range(3)}
    assert len(files) == 1


def test_a_match_that_is_off_is_cancelled_by_a_newer_revision() -> None:
    [event] = read(MATCH._replace(is_cancelled=True, revision=2))
    assert (event.status, event.sequence) == ("CANCELLED", 2)


@pytest.mark.parametrize(
    "text",
    [
        "a; b, c\\ d: e",
        "two\nlines",
        "Dogs\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:Evil",
        "الصقور – Ñandú – 鷹の会",
        "é" * 200,
    ],
)
def test_no_text_becomes_anything_else(text: str) -> None:
    [event] = read(MATCH._replace(summary=text, place=text, note=text), name=text)
    expected = text.replace("\r\n", "\n")
    assert [event[name] for name in ("summary", "location", "description")] == [expected] * 3
    written = calendar_file("c@companion", text, [MATCH], NOW)
    assert all(len(line) <= 75 for line in written.split(b"\r\n"))
    assert written.split(b"\r\n").count(b"BEGIN:VEVENT") == 1


def test_no_appointment_is_an_empty_calendar() -> None:
    assert read() == []


def test_a_time_without_a_zone_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="zone"):
        read(MATCH._replace(starts_at=datetime(2026, 12, 1, 20, 0)))
