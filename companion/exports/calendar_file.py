"""Appointments as an iCalendar file (RFC 5545), which every calendar can read."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from icalendar import Event

_PROGRAM = "-//Companion//Fixtures//EN"
#: How long before and after the appointments the file knows when clocks change.
_A_YEAR = timedelta(366)


class Appointment(NamedTuple):
    """An appointment; `uid` stays the same when it changes."""

    uid: str
    #: With its time zone.
    starts_at: datetime
    lasts: timedelta
    summary: str
    place: str = ""
    note: str = ""
    #: Calendars then cross it out, or remove it.
    is_cancelled: bool = False
    #: Grows with every change, so that calendars know the latest.
    revision: int = 0


def calendar_file(
    uid: str, name: str, appointments: Iterable[Appointment], stamp: datetime
) -> bytes:
    """An iCalendar file of that name, made at `stamp`; raises `ValueError` without time zones."""
    # Imported here: it takes 50 ms, and few people need a calendar.
    from icalendar import Calendar, vText

    found = tuple(appointments)
    if any(each.starts_at.tzinfo is None for each in found):
        raise ValueError("an appointment has a time zone")
    calendar = Calendar.new(prodid=_PROGRAM, uid=uid)
    # As `vText`: the library does not escape a plain name.
    for property_name in ("name", "x-wr-calname"):
        calendar.add(property_name, vText(name))
    for each in found:
        calendar.add_component(_event(each, stamp))
    if found:
        days = [each.starts_at.date() for each in found]
        calendar.add_missing_timezones(min(days) - _A_YEAR, max(days) + _A_YEAR)
    return bytes(calendar.to_ical())


def _event(each: Appointment, stamp: datetime) -> "Event":
    from icalendar import STATUS, Event

    return Event.new(
        uid=each.uid,
        start=each.starts_at,
        end=each.starts_at + each.lasts,
        summary=each.summary,
        location=each.place or None,
        description=each.note or None,
        status=STATUS.CANCELLED if each.is_cancelled else STATUS.CONFIRMED,
        sequence=each.revision,
        stamp=stamp,
    )
