"""Ratings: how strong people are at a kind of game, and how sure that is.

By the Plackett-Luce model, which takes any number of sides and partners. Between games a rating
becomes less sure, as Glicko has it. Ratings can be continued, so a new game costs only itself.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from functools import cache
from math import sqrt
from threading import Lock
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from cachetools import LRUCache

from companion.stats.played_game import PlayedGame

if TYPE_CHECKING:
    from openskill.models import PlackettLuce, PlackettLuceRating

#: The rating of a beginner in the model: the strength, and its deviation.
_MU, _SIGMA = 25.0, 25.0 / 3
#: What a day without a game adds to the variance (Glickman, "The Glicko system", step 1). Twenty
#: years make even the surest rating a beginner's; a week adds as much as the games of an evening.
_A_DAY_AWAY = _SIGMA**2 / (20 * 365)
#: The scale that people see: everyone begins at 1000, and 200 points more than an opponent mean
#: seven wins in ten games, once both ratings are sure.
_FIRST, _POINTS = 1000, 40
#: A rating is within so many deviations nineteen times in twenty.
_SURE = 1.96
#: A rating is shown from so many games on: before that it says little.
SHOWN_FROM = 5
_MOST_CLUBS = 64


class Rating(NamedTuple):
    """The strength of a person at one kind of game."""

    mu: float = _MU
    sigma: float = _SIGMA
    #: The games with a result that it comes from.
    games: int = 0
    #: The day of the latest of them.
    day: date | None = None

    def on(self, day: date) -> "Rating":
        """The same on a later day: less sure for each day away, at most as unsure as a beginner."""
        away = max(0, (day - self.day).days) if self.day else 0
        grown = min(_SIGMA, sqrt(self.sigma**2 + away * _A_DAY_AWAY))
        return self._replace(sigma=max(self.sigma, grown))

    @property
    def points(self) -> int:
        """The rating as people see it: 1000 for a beginner."""
        return round(_FIRST + _POINTS * (self.mu - _MU))

    @property
    def missing(self) -> int:
        """How many games are missing before it is shown."""
        return max(0, SHOWN_FROM - self.games)

    @property
    def give_or_take(self) -> int:
        """How far off it may be, nineteen times in twenty."""
        return round(_SURE * _POINTS * self.sigma)

    @property
    def at_least(self) -> int:
        """The low end of the rating, by which people are ranked: one lucky game is not enough."""
        return self.points - self.give_or_take


#: The ratings of one kind of game, by person.
_Kind = Mapping[int, Rating]


class Ratings(NamedTuple):
    """The ratings of everyone, by kind of game."""

    by_kind: Mapping[str, _Kind] = MappingProxyType({})

    def of(self, kind: str, person: int) -> Rating:
        """The rating of a person, or of a beginner."""
        return self.by_kind.get(kind, {}).get(person, Rating())

    def on(self, day: date) -> "Ratings":
        """The same on a later day."""
        return Ratings(
            {
                kind: {person: rating.on(day) for person, rating in ratings.items()}
                for kind, ratings in self.by_kind.items()
            }
        )

    def table(self, kind: str) -> list[tuple[int, Rating]]:
        """Everyone whose rating at a kind of game is shown, the highest low end first."""
        ratings = self.by_kind.get(kind, {}).items()
        shown = [(person, rating) for person, rating in ratings if not rating.missing]
        return sorted(shown, key=lambda each: (-each[1].at_least, each[0]))

    def after(self, games: Iterable[PlayedGame]) -> "Ratings":
        """The ratings after more games, in order, those without a result aside.

        Raises `SeatedTwice`.
        """
        by_kind = {kind: dict(ratings) for kind, ratings in self.by_kind.items()}
        # The model's own ratings take long to make, so one game's go into the next.
        known: dict[str, dict[int, PlackettLuceRating]] = {}
        for game in games:
            if game.has_result:
                kind = game.figures.kind
                ratings, rated = by_kind.setdefault(kind, {}), known.setdefault(kind, {})
                for person, new in _rated(ratings, rated, game):
                    rated[person], before = new, ratings.get(person, Rating())
                    ratings[person] = Rating(new.mu, new.sigma, before.games + 1, game.day)
        return Ratings(by_kind)


def load_model() -> None:
    """Load the model now: it takes longer than a page may."""
    _model()


def _ranks(game: PlayedGame) -> list[float]:
    """The rank of each side: 0 for the winner, the others by their scores."""
    figures = game.figures
    others = [score for side, score in enumerate(figures.scores) if side != figures.winner]
    return [
        0.0 if side == figures.winner else 1.0 + sum(other > score for other in others)
        for side, score in enumerate(figures.scores)
    ]


def _rated(
    ratings: _Kind, rated: Mapping[int, "PlackettLuceRating"], game: PlayedGame
) -> Iterator[tuple[int, "PlackettLuceRating"]]:
    """The model's ratings of all players after a game; `rated` are those that it gave before."""
    sides, model = game.sides, _model()

    def before(person: int) -> "PlackettLuceRating":
        rating = ratings.get(person, Rating()).on(game.day)
        known = rated.get(person)
        if known is None:
            return model.rating(mu=rating.mu, sigma=rating.sigma)
        known.sigma = rating.sigma
        return known

    teams = [[before(person) for person in side] for side in sides]
    for people, after in zip(sides, model.rate(teams, ranks=_ranks(game)), strict=True):
        yield from zip(people, after, strict=True)


@cache
def _model() -> "PlackettLuce":
    # It loads slowly, so only when ratings are made.
    from openskill.models import PlackettLuce

    return PlackettLuce()


class RatingService:
    """The ratings of the clubs that a process was asked for last."""

    def __init__(self) -> None:
        #: Those that were asked for last, and the games that they come from.
        self._latest: LRUCache[str, tuple[tuple[PlayedGame, ...], Ratings]] = LRUCache(_MOST_CLUBS)
        self._lock = Lock()

    def ratings(self, club_id: str, games: tuple[PlayedGame, ...]) -> Ratings:
        """The ratings after these games, which are all of a club in order."""
        with self._lock:
            before, ratings = self._latest.get(club_id, ((), Ratings()))
        if games is before:
            return ratings
        if games[: len(before)] != before:
            before, ratings = (), Ratings()
        ratings = ratings.after(games[len(before) :])
        with self._lock:
            self._latest[club_id] = games, ratings
        return ratings
