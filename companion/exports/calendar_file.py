"""A calendar: appointments as an iCalendar file (RFC 5545), which every calendar takes."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from icalendar import Event

_PROGRAM = "-//Companion//Fixtures//EN"
#: Of a zone, the changes of its clocks so long before and after are told.
_A_YEAR = timedelta(366)


class AppointmentStatus(StrEnum):
    """Whether an appointment stands."""

    CONFIRMED = "CONFIRMED"
    #: It will not be then. A calendar strikes it out, or drops it.
    CANCELLED = "CANCELLED"


class Appointment(NamedTuple):
    """Something at a time. `uid` stays the same as long as it is the same appointment."""

    uid: str
    #: With its time zone.
    starts_at: datetime
    lasts: timedelta
    summary: str
    place: str = ""
    note: str = ""
    status: AppointmentStatus = AppointmentStatus.CONFIRMED
    #: Grows with every change, so that a calendar takes the newer one.
    revision: int = 0
    address: str = ""


def calendar_file(
    uid: str, name: str, appointments: Iterable[Appointment], stamp: datetime
) -> bytes:
    """An iCalendar file of that name, as it stood at the stamp; raises `ValueError` without zones.

    Times are written in their own zone, with what a calendar needs to know of it.
    """
    # Imported here: it costs a start 50 ms, and few ask for a calendar.
    from icalendar import Calendar, vText

    found = tuple(appointments)
    if any(each.starts_at.tzinfo is None for each in found):
        raise ValueError("an appointment has a time zone")
    calendar = Calendar.new(prodid=_PROGRAM, uid=uid)
    # As texts: the library writes a plain name without escaping it.
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
        status=STATUS(each.status),
        sequence=each.revision,
        stamp=stamp,
        url=each.address or None,
    )
