"""The ratings of a club, a fold over its games in order: the next game costs one game.

A process keeps those of the clubs that it was asked for last. Whoever corrects a game makes all
after it anew, which takes some hundredths of a second for a thousand games.
"""

from threading import Lock

from cachetools import LRUCache

from companion.stats.played_game import PlayedGame
from companion.stats.ratings import Ratings

_MOST_CLUBS = 64


class RatingService:
    """The ratings of clubs."""

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
