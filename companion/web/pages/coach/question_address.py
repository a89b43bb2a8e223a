"""Where a question is found: its key, and the table whose layouts it is about."""

import re
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

from companion.coach.drills import question
from companion.coach.key import Key
from companion.coach.positions import Position, positions_of
from companion.coach.question import Question
from companion.coach.schedule import Practice
from companion.rules.errors import Refusal
from companion.tables.errors import NoSuchTable
from companion.web.clock import now
from companion.web.device import known_tables, table_service
from companion.web.guard import visit
from companion.web.pages.coach.learning import FIRST_GROUND, OWN, chosen_ground, schedule
from companion.words import message

#: So many tables are looked through for a layout and no more.
_MOST_LOOKS = 8
#: Of a long evening the layouts of its last hands.
_MOST_POSITIONS = 300
_SEEDS = 10**10
_GAME_NAME = re.compile("[a-z0-9~=-]{1,200}")


class TableWentOn(Refusal):
    """The table of a question is not as it was when the question was asked."""

    code = "table-went-on"


# Equal only to itself: it is what questions are remembered by, and may be long.
@dataclass(frozen=True, eq=False)
class TablePositions:
    """What a table of this device gives to practise on: the layouts of its hands that are over."""

    game: str
    positions: tuple[Position, ...]
    #: The table with what tells these positions from any others.
    source: str


class QuestionAddress(NamedTuple):
    """A question by what its page keeps of it."""

    key: Key
    #: The source of a table's positions; empty for random hands.
    source: str = ""

    @property
    def question(self) -> Question:
        """The question itself.

        Raises `NoSuchQuestion`, or `TableWentOn` where the table has no such layouts any more.
        """
        own = _own_of(self.source.partition(".")[0]) if self.source else None
        if self.source and (own is None or own.source != self.source):
            raise TableWentOn(message("practise.table-went-on"))
        return _question(self.key, own)


@lru_cache(maxsize=256)
def _question(key: Key, own: TablePositions | None) -> Question:
    # The answer comes soon after the question, mostly to the same process.
    return question(key, own.positions if own else ())


def next_question(among: Iterable[Practice]) -> QuestionAddress:
    """The next question of these practices, as the schedule has it."""
    seed = secrets.randbelow(_SEEDS)
    game, source = chosen_ground(), ""
    if game == OWN:
        own = next(_own_grounds(seed), None)
        game, source = (own.game, own.source) if own else (FIRST_GROUND, "")
    return QuestionAddress(schedule().next_key(now(), game, seed, among), source)


def has_own() -> bool:
    """Whether a table of this device has a hand that is over."""
    return any(_own_grounds(0))


def _own_grounds(seed: int) -> Iterator[TablePositions]:
    """What each table of this device gives, another one first for each seed."""
    tables = known_tables()
    first = seed % max(1, len(tables))
    for table_id in (tables[first:] + tables[:first])[:_MOST_LOOKS]:
        own = _own_of(table_id)
        if own is not None and own.positions:
            yield own


def _own_of(table_id: str) -> TablePositions | None:
    """What a table gives to practise on; None where this device may not watch it."""
    try:
        return _own(table_id, visit(table_id).state.version)
    except NoSuchTable:
        return None


@lru_cache(maxsize=32)
def _own(table_id: str, _version: int) -> TablePositions:
    record = table_service().read(table_id)
    header, entries = record.header, record.entries
    # Nobody studies a hand that is still played.
    over = [number for number, entry in enumerate(entries, 1) if not entry.game.hand_is_on]
    positions = positions_of(entries[: max(over, default=0)])[-_MOST_POSITIONS:]
    mark = blake2b(repr([each.placements for each in positions]).encode(), digest_size=6)
    # The game with its house rules, as a question's key names it.
    changes = (f"{name}={value}" for name, value in header.changes if name != "tiles-each")
    game = "~".join((header.game, *changes))
    if _GAME_NAME.fullmatch(game) is None:
        game = header.game
    return TablePositions(game, positions, f"{table_id}.{mark.hexdigest()}")
