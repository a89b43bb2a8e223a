"""Dates as people write them."""

from datetime import date

from companion.i18n import Text, message


def describe_date(day: date) -> Text:
    """A date in words: `22 November 2026`."""
    month = message(f"date.month-{day.month}")
    return message("date.day", day=day.day, month=month, year=f"{day.year}")


def describe_day(day: date) -> Text:
    """A date of this year, in short: `22 Nov`."""
    month = message(f"date.short-month-{day.month}")
    return message("date.short", day=day.day, month=month)
