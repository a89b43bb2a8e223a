"""Where a question is found: its key, and the table whose layouts it is about."""

import re
import secrets
from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

from companion.coach.drills import question
from companion.coach.key import Key
from companion.coach.positions import Position, positions_of
from companion.coach.question import Question
from companion.coach.schedule import PRACTICES, Practice, practices_of
from companion.coach.skills import Kind
from companion.record.header import Header
from companion.record.replay import Entry
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


class TablePositions(NamedTuple):
    """What a table of this device gives to practise on: the layouts of its hands that are over."""

    game: str
    positions: tuple[Position, ...]
    #: What tells these positions from any others.
    fingerprint: str


class QuestionAddress(NamedTuple):
    """A question by what its page keeps of it."""

    key: Key
    #: The table with the fingerprint of its positions; empty for random hands.
    source: str = ""

    @property
    def question(self) -> Question:
        """The question itself.

        Raises `NoSuchQuestion`, or `TableWentOn` where the table has no such layouts any more.
        """
        if not self.source:
            return _question(self.key, "", 0)
        table_id, _, fingerprint = self.source.partition(".")
        own = _own_of(table_id)
        if own is None or own.fingerprint != fingerprint:
            raise TableWentOn(message("practise.table-went-on"))
        return _question(self.key, table_id, table_service().look(table_id).version)


@lru_cache(maxsize=256)
def _question(key: Key, table_id: str, version: int) -> Question:
    # The answer comes soon after the question, mostly to the same process.
    return question(key, _own(table_id, version).positions if table_id else ())


def practices_for(drill: str) -> tuple[Practice, ...]:
    """What the drill of an address practises; nothing where there is no such drill."""
    if drill == "mixed":
        return PRACTICES
    return practices_of(Kind(drill)) if drill in {*Kind} else ()


def next_question(among: Iterable[Practice]) -> QuestionAddress:
    """The next question of these practices, as the schedule has it."""
    seed = secrets.randbelow(_SEEDS)
    game, source = chosen_ground(), ""
    if game == OWN:
        game, source = next(_own_grounds(seed), (FIRST_GROUND, ""))
    return QuestionAddress(schedule().next_key(now(), game, seed, among), source)


def has_own() -> bool:
    """Whether a table of this device has a hand that is over."""
    return any(_own_grounds(0))


def _own_grounds(seed: int) -> Iterator[tuple[str, str]]:
    """The game and the source of each table of this device, another one first for each seed."""
    tables = known_tables()
    first = seed % max(1, len(tables))
    for table_id in (tables[first:] + tables[:first])[:_MOST_LOOKS]:
        own = _own_of(table_id)
        if own is not None and own.positions:
            yield own.game, f"{table_id}.{own.fingerprint}"


def _own_of(table_id: str) -> TablePositions | None:
    """What a table gives to practise on; None where this device may not watch it."""
    try:
        return _own(table_id, visit(table_id).state.version)
    except NoSuchTable:
        return None


@lru_cache(maxsize=32)
def _own(table_id: str, _version: int) -> TablePositions:
    record = table_service().read(table_id)
    positions = positions_of(_settled(record.entries))[-_MOST_POSITIONS:]
    mark = blake2b(repr([each.placements for each in positions]).encode(), digest_size=6)
    return TablePositions(_game_of(record.header), positions, mark.hexdigest())


def _settled(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """The entries of the hands that are over: nobody studies a hand that is still played."""
    over = [number for number, entry in enumerate(entries, 1) if not entry.game.hand_is_on]
    return entries[: max(over, default=0)]


def _game_of(header: Header) -> str:
    """The game with its house rules, as a question's key names it."""
    changes = (f"{name}={value}" for name, value in header.changes if name != "tiles-each")
    text = "~".join((header.game, *changes))
    return text if _GAME_NAME.fullmatch(text) else header.game
