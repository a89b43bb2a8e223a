"""What someone's games add up to, in all or within a period, and the games behind each number."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from werkzeug.exceptions import NotFound

from companion.clubs.club import Club
from companion.i18n import Text, message
from companion.pictures.charts import Trend, draw_trend
from companion.pictures.shapes import Box
from companion.rules.games import GAMES, game_named
from companion.stats.head_to_head import Rivals, rivals_of
from companion.stats.person_stats import CountedNumber, Person, WinRecord, person
from companion.stats.played_game import PlayedGame
from companion.stats.ratings import Rating
from companion.web.clock import now
from companion.web.security.club_guard import clubs

_PLOT = Box(40, 10, 340, 110)
#: A year or a month, as a date begins: `2026`, `2026-11`.
_PERIOD = re.compile("(?!0000)[0-9]{4}(-(0[1-9]|1[0-2]))?")


class PlayerNumber(NamedTuple):
    """A number with its games, and a heading for these, such as `won against Ben`."""

    counted: CountedNumber
    about: Text


class ShownPerson(NamedTuple):
    """Someone's games of a period, and everything that follows from them."""

    club: Club
    games: Sequence[PlayedGame]
    who: Person
    rivals: Rivals
    #: Every number of the page by its key: `won`, `won.kind.race-horse`, `lost-to.3`.
    numbers: Mapping[str, PlayerNumber]

    def groups(self) -> dict[str, list[tuple[str, Text | str, WinRecord]]]:
        """Games won by kind of game, by number of players, by partner: key, title, wins."""
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
    """Someone in the period of an address: a year or month, or all; raises `NotFound`."""
    if said and not _PERIOD.fullmatch(said):
        raise NotFound
    played = [game for game in games if game.day.isoformat().startswith(said)]
    who = person(played, number)
    # Head to head counts the games that someone won.
    rivals = rivals_of([each for each in who.sittings if each.game.has_result])
    numbers = dict(_numbers(who, rivals, club.names))
    return ShownPerson(club, played, who, rivals, numbers)


def periods_of(games: Sequence[PlayedGame], number: int, said: str) -> tuple[list[str], list[date]]:
    """The years in which someone played, and the months of the one that is shown."""
    months = {game.day.replace(day=1) for game in games if number in game.people}
    years = {month.isoformat()[:4] for month in months}
    shown = (month for month in months if month.isoformat()[:4] == said[:4])
    return sorted(years, reverse=True), sorted(shown, reverse=True)


def ratings_of(club: Club, games: tuple[PlayedGame, ...], number: int) -> list[tuple[str, Rating]]:
    """How strong someone is at each game, those that they played most first."""
    if not club.shows_ratings:
        return []
    ratings = clubs().ratings.ratings(club.id, games).on(club.day_of(now()))
    own = [(kind, ratings.of(kind, number)) for kind in ratings.by_kind]
    played = sorted((each for each in own if each[1].games), key=lambda each: -each[1].games)
    # While none is shown, the one that comes first.
    return [each for each in played if not each[1].missing] or played[:1]


def trend_of(shares: Sequence[float]) -> Trend | None:
    """The trend from game to game; none for a single game."""
    if len(shares) < 2:
        return None
    return draw_trend([(at, 100 * share) for at, share in enumerate(shares)], 100, _PLOT)


def _numbers(
    person: Person, rivals: Rivals, called: Mapping[int, str]
) -> Iterator[tuple[str, PlayerNumber]]:
    yield from _standing("", person.standing, message("club.about.all"))
    for kind, standing in person.by_kind.items():
        title = game_named(kind).title
        yield from _standing(f".kind.{kind}", standing, message("club.about.kind", game=title))
    for seats, standing in person.by_seats.items():
        yield from _standing(f".seats.{seats}", standing, message("new.seats", count=seats))
    for partnership in rivals.partnerships:
        about = message("club.about.partner", name=called[partnership.person])
        yield from _standing(f".partner.{partnership.person}", partnership.standing, about)
    for meeting in rivals.meetings:
        name = called[meeting.person]
        for key, counted in (
            ("met", meeting.met),
            ("beat", meeting.won),
            ("lost-to", meeting.lost),
        ):
            about = message(f"club.about.{key}", name=name)
            yield f"{key}.{meeting.person}", PlayerNumber(counted, about)
    for unit, play in person.play.items():
        yield f"best-turn.{unit}", PlayerNumber(play.best_turn, message("club.about.best-turn"))
        yield f"points.{unit}", PlayerNumber(play.points, message("club.about.points"))
        # The points available come from turns whose tiles are all known.
        yield f"measured.{unit}", PlayerNumber(play.available, message("club.about.measured"))
    for key, counted in (
        ("surge", person.longest_surge),
        ("dominoes", person.dominoes),
        ("washed-up", person.washed_up),
        ("said", person.said),
        ("said-rightly", person.said_rightly),
    ):
        yield key, PlayerNumber(counted, message(f"club.about.{key}"))


def _standing(group: str, standing: WinRecord, about: Text) -> Iterator[tuple[str, PlayerNumber]]:
    # Games that are not over yet, or never will be, count for nothing.
    yield f"games{group}", PlayerNumber(standing.decided, about)
    won = message("club.about.won", about=about) if group else message("club.about.won-all")
    yield f"won{group}", PlayerNumber(standing.won, won)
