"""The ratings of a club, a fold over its games in order, kept so that the next game costs one game.

What is kept says from which games it was made: whoever corrects one of them makes all after it
anew, from the last point that still holds.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from threading import Lock

from sqlalchemy import delete, select
from sqlalchemy.dialects import postgresql, sqlite

from companion.db.club_models import CLUBS, KEPT_FOLDS
from companion.db.database import Database
from companion.stats.played_game import PlayedGame
from companion.stats.ratings import Ratings

#: What it is called among the folds of a club; grows with the method.
_NAME = "ratings 1"
#: After so many games each a point is kept from which to go on.
_STEP = 500
_MOST_CLUBS = 64


@dataclass(eq=False)
class RatingService:
    """The ratings of clubs."""

    database: Database

    def __post_init__(self) -> None:
        self._insert = sqlite.insert if self.database.is_sqlite else postgresql.insert
        #: Those that were asked for last, and the very games that they come from.
        self._latest: dict[str, tuple[Sequence[PlayedGame], Ratings]] = {}
        self._lock = Lock()

    def ratings(self, club_id: str, games: Sequence[PlayedGame]) -> Ratings:
        """The ratings after these games, which are all of a club in order."""
        latest = self._latest.get(club_id)
        if latest is not None and latest[0] is games:
            return latest[1]
        points = dict(_points(games))
        done, ratings = self._kept(club_id, points)
        made: dict[int, Ratings] = {}
        for point in (each for each in points if each > done):
            made[point] = ratings = ratings.after(games[done:point])
            done = point
        if made:
            self._keep(club_id, points, made)
        self._know(club_id, games, ratings)
        return ratings

    def forget(self, club_id: str) -> None:
        """Let this process ask the database again."""
        with self._lock:
            self._latest.pop(club_id, None)

    def _kept(self, club_id: str, points: dict[int, str]) -> tuple[int, Ratings]:
        """The latest point that still holds, and the ratings there; none is before any game."""
        of_club = KEPT_FOLDS.c.club_id == club_id, KEPT_FOLDS.c.name == _NAME
        columns = (KEPT_FOLDS.c.games, KEPT_FOLDS.c.made_from)
        query = select(*columns).where(*of_club).order_by(KEPT_FOLDS.c.games.desc())
        with self.database.snapshot() as connection:
            for row in connection.execute(query).all():
                if points.get(row.games) == row.made_from:
                    kept = select(KEPT_FOLDS.c.value).where(
                        *of_club,
                        KEPT_FOLDS.c.games == row.games,
                        KEPT_FOLDS.c.made_from == row.made_from,
                    )
                    value = connection.scalar(kept)
                    # What cannot be read is as good as nothing: it is made anew.
                    with suppress(ValueError):
                        return row.games, Ratings.read(value or "")
        return 0, Ratings()

    def _keep(self, club_id: str, points: dict[int, str], made: dict[int, Ratings]) -> None:
        of_club = KEPT_FOLDS.c.club_id == club_id, KEPT_FOLDS.c.name == _NAME
        is_there = select(CLUBS.c.id).where(CLUBS.c.id == club_id)
        is_there = is_there.with_for_update(read=True, key_share=True)
        with self.database.transaction() as connection:
            if connection.execute(is_there).first() is None:
                return
            # Where they ended before is no point to go on from, but by chance.
            connection.execute(
                delete(KEPT_FOLDS).where(*of_club, KEPT_FOLDS.c.games.not_in(points))
            )
            for number, ratings in made.items():
                new = self._insert(KEPT_FOLDS).values(
                    club_id=club_id,
                    name=_NAME,
                    games=number,
                    made_from=points[number],
                    value=ratings.kept,
                )
                told = {name: new.excluded[name] for name in ("made_from", "value")}
                key = ["club_id", "name", "games"]
                connection.execute(new.on_conflict_do_update(index_elements=key, set_=told))

    def _know(self, club_id: str, games: Sequence[PlayedGame], ratings: Ratings) -> None:
        with self._lock:
            self._latest.pop(club_id, None)
            self._latest[club_id] = games, ratings
            while len(self._latest) > _MOST_CLUBS:
                del self._latest[next(iter(self._latest))]


def _points(games: Sequence[PlayedGame]) -> Iterator[tuple[int, str]]:
    """The points at which ratings are kept, each with a digest of the games before it."""
    digest = sha256()
    for number, game in enumerate(games, 1):
        figures = game.figures
        # What ratings are made from, and nothing else: a name put right changes none.
        told = (figures.kind, figures.sides, figures.scores, figures.winner, game.people)
        digest.update(repr((game.table_id, *told)).encode())
        if number % _STEP == 0 and number < len(games):
            yield number, digest.copy().hexdigest()
    yield len(games), digest.hexdigest()
