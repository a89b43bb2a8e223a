"""The sources of layouts to practise on: a game, or the tables of this device."""

import re
from collections.abc import Iterator
from functools import lru_cache
from hashlib import blake2b

from companion.coach.drills.practice_positions import TablePositions, book_named, positions_of
from companion.coach.drills.skills import PRACTICES, Practice, practices_by
from companion.coach.learning.practice_rounds import page_practices
from companion.i18n import Text, message
from companion.rules.games import GAMES
from companion.tables.errors import NoSuchTable
from companion.web.security.table_guard import known_tables, table_service, visit
from companion.web.ui.practice_session import FIRST_GROUND, OWN, chosen_ground

#: So many tables are looked through for a layout or a mistake and no more.
MOST_LOOKS = 8
#: Of a long evening the layouts of its last hands.
_MOST_POSITIONS = 300
_GAME_NAME = re.compile("[a-z0-9~=-]{1,200}")


def practices_here() -> tuple[Practice, ...]:
    """What can be practised on the chosen ground."""
    books = [book_named(game) for game, _ in chosen_grounds(0)]
    found = {practice for book in books for practice in practices_by(book.rules)}
    return tuple(practice for practice in PRACTICES if practice in found)


def practices_on(drill: str) -> tuple[Practice, ...]:
    """What a page of practice asks on the chosen ground."""
    return page_practices(drill, practices_here())


def describe_game(game: str, *, is_own: bool = False) -> Text:
    """A game by its title, whether house rules are its own, and whether the layouts are."""
    name, *house_rules = game.split("~")
    of = "own" if is_own else "random"
    rules = "house-rules" if house_rules else "plain"
    return message(f"practise.under.{of}.{rules}", game=GAMES[name].title)


def chosen_grounds(seed: int) -> Iterator[tuple[str, str]]:
    """The game that is practised, or those of this device's tables, each with its source."""
    game = chosen_ground()
    if game != OWN:
        yield game, ""
    elif has_own():
        yield from ((own.game, own.source) for own in _own_grounds(seed))
    else:
        yield FIRST_GROUND, ""


def has_own() -> bool:
    """Whether a table of this device has a hand that is over."""
    return any(_own_grounds(0))


def _own_grounds(seed: int) -> Iterator[TablePositions]:
    """What each table of this device gives, another one first for each seed."""
    tables = known_tables()
    first = seed % max(1, len(tables))
    for table_id in (tables[first:] + tables[:first])[:MOST_LOOKS]:
        own = own_of(table_id)
        if own is not None and own.positions:
            yield own


def own_of(table_id: str) -> TablePositions | None:
    """What a table gives to practise on; None if this device may not watch it."""
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
