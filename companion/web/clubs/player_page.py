"""What somebody's games come to, in all or within a period, and the games behind each number."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple

from werkzeug.exceptions import NotFound

from companion.clubs.club import Club
from companion.i18n import Text, message
from companion.pictures.charts import Trend, draw_trend
from companion.pictures.shapes import Box
from companion.rules.games import GAMES, game_named
from companion.stats.head_to_head import Rivals, rivals_of
from companion.stats.period import Period, months_of, years_of
from companion.stats.person_stats import Person, WinRecord, person
from companion.stats.played_game import PlayedGame
from companion.stats.ratings import Rating
from companion.stats.recent_form import form_of, skill_of
from companion.web.clubs.player_numbers import PlayerNumber, numbers_of
from companion.web.security.club_guard import clubs

_PLOT = Box(40, 10, 340, 110)


class ShownPerson(NamedTuple):
    """Somebody's games of a period, and everything that follows from them."""

    club: Club
    games: Sequence[PlayedGame]
    who: Person
    rivals: Rivals
    #: Every number of the page, by the key under which its games are listed.
    numbers: Mapping[str, PlayerNumber]

    @property
    def form(self) -> Sequence[float]:
        """How it went from game to game."""
        return form_of(self.who.sittings)

    @property
    def skill(self) -> Sequence[float]:
        """How well they played from game to game."""
        return skill_of(self.who.sittings)

    def groups(self) -> dict[str, list[tuple[str, Text | str, WinRecord]]]:
        """Games won by kind of game, by how many played, by partner: key, title, what was won."""
        kinds = [(kind, each) for kind, each in self.who.by_kind.items() if kind in GAMES]
        seats = sorted(self.who.by_seats.items())
        partners = [(each.person, each.standing) for each in self.rivals.partnerships]
        return {
            "kind": [(kind, game_named(kind).title, each) for kind, each in kinds],
            "seats": [(f"{at}", message("new.seats", count=at), each) for at, each in seats],
            "partner": [(f"{who}", self.club.names[who], each) for who, each in partners],
        }

    def games_behind(self, key: str) -> list[PlayedGame]:
        """The games behind a number of the page, the latest first."""
        behind = {*self.numbers[key].counted.tables}
        return [game for game in reversed(self.games) if game.table_id in behind]


def person_of(club: Club, games: Sequence[PlayedGame], number: int, said: str) -> ShownPerson:
    """Somebody in the period that an address says: a year or month, or all; raises `NotFound`."""
    played = _period(said).of(games)
    who = person(played, number)
    # Head to head counts the games that somebody won.
    rivals = rivals_of([each for each in who.sittings if each.game.has_result])
    numbers = numbers_of(who, rivals, club.names.__getitem__)
    return ShownPerson(club, played, who, rivals, numbers)


def _period(said: str) -> Period:
    """The year or month that an address tells: `2026`, `2026-11`; raises `NotFound`."""
    if not said:
        return Period()
    try:
        if len(said) == len("2026"):
            return Period.year(date(int(said), 1, 1).year)
        day = date.fromisoformat(f"{said}-01")
    except ValueError:
        raise NotFound from None
    return Period.month(day.year, day.month)


def periods_of(games: Sequence[PlayedGame], number: int, said: str) -> tuple[list[str], list[date]]:
    """The years in which somebody played, and the months of the one that is shown."""
    played = [game for game in games if number in game.people]
    years = [f"{period.first:%Y}" for period in years_of(played)]
    months = [each.first for each in months_of(played) if each.first is not None]
    return years, [first for first in months if f"{first:%Y}" == said[:4] in years]


def ratings_of(club: Club, games: tuple[PlayedGame, ...], number: int) -> list[tuple[str, Rating]]:
    """How strong somebody plays each game, those that they played most first."""
    if not club.shows_ratings:
        return []
    ratings = clubs().ratings.ratings(club.id, games)
    own = [(kind, ratings.of(kind, number)) for kind in ratings.by_kind]
    played = (each for each in own if each[1].games)
    return sorted(played, key=lambda each: -each[1].games)


def trend_of(shares: Sequence[float]) -> Trend | None:
    """How it goes from game to game; none where one game is all there is."""
    if len(shares) < 2:
        return None
    return draw_trend([(at, 100 * share) for at, share in enumerate(shares)], 100, _PLOT)
