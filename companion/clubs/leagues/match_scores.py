"""What each side scored at the tables of matches, by their records now."""

from contextlib import suppress
from dataclasses import dataclass
from threading import Lock

from cachetools import LRUCache

from companion.clubs.figure_store import FigureStore
from companion.clubs.leagues.club_league import League
from companion.tables.errors import NoSuchTable
from companion.tables.table_service import TableService

#: The most that a process keeps: some bytes each.
_MOST_KEPT = 20_000


@dataclass(eq=False)
class ScoreService:
    """The scores of tables, kept in memory with the version of their record."""

    table_service: TableService

    def __post_init__(self) -> None:
        #: By the id of a table and the version of its record: what each of its own sides scored.
        self._latest: LRUCache[tuple[str, int], tuple[int, ...]] = LRUCache(_MOST_KEPT)
        self._lock, self._store = Lock(), FigureStore(self.table_service.database)

    def counted(self, league: League) -> League:
        """A competition with what was scored at the tables of its matches."""
        keys = {(table.id, table.version) for table in league.tables.values()}
        with self._lock:
            found = {key: self._latest[key] for key in keys if key in self._latest}
        for table_id, (version, figures) in self._store.kept([at for at, _ in keys - found.keys()]):
            found[table_id, version] = figures.scores
        for table_id, _ in keys - found.keys():
            # One that is being deleted now is left out.
            with suppress(NoSuchTable):
                state = self.table_service.look(table_id)
                found[table_id, state.version] = state.game.scores
        with self._lock:
            self._latest.update(found)
        homes = {table.id: table.home_side for table in league.tables.values()}
        return league.counting(
            {each: (told[homes[each]], told[1 - homes[each]]) for (each, _), told in found.items()}
        )
