"""What each side scored at the tables of matches, by their records now."""

from collections.abc import Collection
from dataclasses import dataclass
from threading import Lock

from cachetools import LRUCache

from companion.clubs.figure_store import FigureStore
from companion.clubs.leagues.club_league import League, MatchTable
from companion.tables.errors import NoSuchTable
from companion.tables.table_service import TableService

#: The most that a process keeps: some bytes each.
_MOST_KEPT = 20_000

#: By the number of its side at the table, not in the match.
SideScores = tuple[int, ...]


@dataclass(eq=False)
class ScoreService:
    """The scores of tables, kept in memory with the version of their record."""

    table_service: TableService

    def __post_init__(self) -> None:
        #: By the id of a table and the version of its record.
        self._latest: LRUCache[tuple[str, int], SideScores] = LRUCache(_MOST_KEPT)
        self._lock, self._store = Lock(), FigureStore(self.table_service.database)

    def counted(self, league: League) -> League:
        """A competition with what was scored at the tables of its matches."""
        scores = self._scores([*league.tables.values()])
        return league.counting(
            {
                table.id: (told[table.home_side], told[1 - table.home_side])
                for table in league.tables.values()
                if (told := scores.get(table.id)) is not None
            }
        )

    def _scores(self, tables: Collection[MatchTable]) -> dict[str, SideScores]:
        found: dict[str, SideScores] = {}
        with self._lock:
            for table in tables:
                if (known := self._latest.get((table.id, table.version))) is not None:
                    found[table.id] = known
        missing = {table.id: table.version for table in tables if table.id not in found}
        for table_id, (version, figures) in self._store.kept(missing):
            if version == missing[table_id]:
                found[table_id] = figures.scores
                self._keep(table_id, version, figures.scores)
        for table_id in missing.keys() - found.keys():
            try:
                state = self.table_service.look(table_id)
            except NoSuchTable:
                # It is being deleted now.
                continue
            found[table_id] = state.game.scores
            self._keep(table_id, state.version, state.game.scores)
        return found

    def _keep(self, table_id: str, version: int, scores: SideScores) -> None:
        with self._lock:
            self._latest[table_id, version] = scores
