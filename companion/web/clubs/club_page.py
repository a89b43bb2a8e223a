"""What a club shows at a glance, and the places of the world that it can be in."""

from datetime import timedelta
from typing import NamedTuple, Self
from zoneinfo import available_timezones

from companion.clubs.club import Club
from companion.clubs.club_tables import ClubTable
from companion.web.clock import now
from companion.web.security.club_guard import clubs

#: Of the tables that nobody finished, and of those that somebody won.
_MOST_RUNNING, _MOST_FINISHED = 12, 6
#: What nobody touched for longer is not being played any more.
_LATELY = timedelta(days=1)


class LatelyPlayed(NamedTuple):
    """The last tables of a club, the one opened last first."""

    tables: tuple[ClubTable, ...]

    @classmethod
    def at(cls, club: Club) -> Self:
        """Those of a club."""
        return cls(clubs().tables.latest(club, _MOST_RUNNING + _MOST_FINISHED))

    @property
    def running(self) -> list[ClubTable]:
        """Those at which somebody plays."""
        lately = now() - _LATELY
        running = (each for each in self.tables if not each.is_over and each.changed_at > lately)
        return [*running][:_MOST_RUNNING]

    @property
    def finished(self) -> list[ClubTable]:
        """Those at which somebody won."""
        return [table for table in self.tables if table.is_over][:_MOST_FINISHED]


def zones_of(club: Club) -> list[str]:
    """The world's regions, without what is kept for older machines, and where the club is."""
    return sorted({*filter(_is_a_place, available_timezones()), "UTC", club.zone})


def _is_a_place(zone: str) -> bool:
    region = zone.partition("/")[0]
    return "/" in zone and region not in ("Etc", "SystemV", "US", "posix", "right")
