"""Which question is asked: its key, and the table whose layouts it comes from."""

import re
import secrets
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b
from itertools import islice
from typing import NamedTuple

from flask import session

from companion.coach.drills import question
from companion.coach.positions import Ground, Position, positions_of
from companion.coach.question import Key, Question
from companion.coach.schedule import Practice
from companion.record.header import Header
from companion.record.replay import Entry
from companion.rules.errors import Refusal
from companion.rules.games import GAMES
from companion.tables.errors import NoSuchTable
from companion.web.clock import now
from companion.web.devices import desk, known_tables
from companion.web.guard import company_at
from companion.web.practice.learning import schedule

#: The ground that stands for the tables of this device.
OWN = "own"
_FIRST_GROUND = "race-horse"
#: So many tables are looked through for a layout and no more.
_MOST_LOOKS = 8
#: Of a long evening the layouts of its last hands.
_MOST_POSITIONS = 300
_SEEDS = 10**10
_GAME_NAME = re.compile("[a-z0-9~=-]{1,200}")


class TableWentOn(Refusal):
    """The table of a question is not as it was when the question was asked."""

    code = "table-went-on"


class Own(NamedTuple):
    """What a table of this device gives to practise on: the layouts of its hands that are over."""

    game: str
    positions: tuple[Position, ...]
    #: What tells these positions from any others.
    print: str


class Asked(NamedTuple):
    """A question by what its page keeps of it."""

    key: Key
    #: The table with the print of its positions; empty for random hands.
    source: str = ""

    @property
    def question(self) -> Question:
        """The question itself.

        Raises `NoSuchQuestion`, or `TableWentOn` where the table has no such layouts any more.
        """
        if not self.source:
            return _made(self.key, "", 0)
        table_id, _, mark = self.source.partition(".")
        own = own_of(table_id)
        if own is None or own.print != mark:
            raise TableWentOn("That table went on meanwhile, so here is another question.")
        return _made(self.key, table_id, desk().look(table_id).version)


def chosen_ground() -> str:
    """What this device practises on: a game, or `OWN` for its tables."""
    ground = session.get("ground", _FIRST_GROUND)
    return ground if ground == OWN or ground in GAMES else _FIRST_GROUND


def choose_ground(ground: str) -> None:
    """Practise on another game or on the device's tables from now on."""
    if ground == OWN or ground in GAMES:
        session["ground"] = ground
        session.permanent = True


def next_asked(among: Iterable[Practice]) -> Asked:
    """The next question of these practices, as the schedule has it."""
    seed = secrets.randbelow(_SEEDS)
    ground = chosen_ground()
    game, source = ground, ""
    if ground == OWN:
        game, source = next(islice(_own_grounds(seed), 1), (_FIRST_GROUND, ""))
    return Asked(schedule().next_key(now(), game, seed, among), source)


def has_own() -> bool:
    """Whether a table of this device has a hand that is over."""
    return any(True for _ in _own_grounds(0))


def own_of(table_id: str) -> Own | None:
    """What a table gives to practise on; None where this device may not watch it."""
    try:
        company_at(table_id)
        return _own(table_id, desk().look(table_id).version)
    except NoSuchTable:
        return None


def _own_grounds(seed: int) -> Iterable[tuple[str, str]]:
    """The game and the source of each table of this device, another one first for each seed."""
    tables = known_tables()
    first = seed % max(1, len(tables))
    for table_id in (tables[first:] + tables[:first])[:_MOST_LOOKS]:
        own = own_of(table_id)
        if own is not None and own.positions:
            yield own.game, f"{table_id}.{own.print}"


@lru_cache(maxsize=32)
def _own(table_id: str, _version: int) -> Own:
    written = desk().read(table_id)
    positions = positions_of(_settled(written.entries))[-_MOST_POSITIONS:]
    mark = blake2b(repr([each.placements for each in positions]).encode(), digest_size=6)
    return Own(_game_of(written.header), positions, mark.hexdigest())


def _settled(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """The entries of the hands that are over: nobody studies a hand that is still played."""
    over = [at for at, entry in enumerate(entries) if not entry.game.hand_is_on]
    return entries[: over[-1] + 1] if over else ()


def _game_of(header: Header) -> str:
    """The game with its house rules, as a question's key names it."""
    changes = (f"{name}={value}" for name, value in header.changes if name != "tiles-each")
    text = "~".join((header.game, *changes))
    if _GAME_NAME.fullmatch(text) is None:
        return header.game
    return Ground.named(text).text


@lru_cache(maxsize=256)
def _made(key: Key, table_id: str, version: int) -> Question:
    # The answer comes soon after the question, mostly to the same process.
    return question(key, _own(table_id, version).positions if table_id else ())
