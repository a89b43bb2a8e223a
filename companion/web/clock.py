"""The time of day: asked for here and nowhere else, so that a test can set it."""

from datetime import UTC, date, datetime

from flask import current_app


def now() -> datetime:
    """The time in UTC."""
    told: datetime = current_app.config["NOW"]()
    return told.astimezone(UTC)


def today() -> date:
    """The day in UTC, which is the same everywhere."""
    return now().date()
