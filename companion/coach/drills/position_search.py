"""How a position is found that suits a question: by what it has to be, and about how hard it is."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from companion.coach.drills.practice_positions import (
    Chance,
    PracticePosition,
    play_hand,
    positions_of,
    start_game,
)
from companion.pictures.board_drawing import bounds_of
from companion.pictures.layout_crop import Size, crop
from companion.pictures.tableau import lay_out
from companion.referee.rule_book import Book
from companion.rules.choices import LeadTile

#: How many px wide a half is at least, and how much felt a phone of 360 by 640 px has then, where
#: the reasons of a wrong answer take most room.
NARROWEST: Final = 18
PHONE: Final = Size(352 / NARROWEST, 164 / NARROWEST)
#: The most tiles on the table at levels 0, 1 and 2; later as many as there are.
_MOST_TILES = (4, 8, 8)
#: From this level on there may be more than a small phone has room for.
_CROWDED = len(_MOST_TILES)
#: After so many hands the nearest level will do.
_MOST_HANDS = 12
#: After so many there is none that suits.
_MOST_AT_ALL = 1000


class NoSuchPosition(LookupError):
    """No play by these rules comes to a position that suits."""


def most_tiles(level: int) -> int | None:
    """How many tiles may lie on the table at a level; None where any number may."""
    return _MOST_TILES[level] if level < len(_MOST_TILES) else None


def is_within(position: PracticePosition, level: int) -> bool:
    """Whether a layout is small enough for a level, and at level 0 without a double."""
    most = most_tiles(level)
    is_small = most is None or len(position.placements) <= most
    return is_small and (level > 0 or not position.doubles)


def find_position(
    book: Book,
    level: int,
    chance: Chance,
    suits: Callable[[PracticePosition], bool],
    own: tuple[PracticePosition, ...] = (),
    *,
    any_effort: bool = False,
    shows_all: bool = False,
) -> PracticePosition:
    """A position that suits and is within its level, of a table's `own` if one does.

    How hard it is comes as near to the level as a few hands have it, unless any effort will do,
    and a small phone has room for it, if it can be, with all its tiles where `shows_all` asks so.
    Raises `NoSuchPosition`.
    """
    found: dict[int, list[PracticePosition]] = {}
    for hands, positions in enumerate(_hands(book, level, chance, own)):
        near: list[PracticePosition] = []
        for position in positions:
            if is_within(position, level) and suits(position):
                distance = 0 if any_effort or not level else abs(position.level - level)
                found.setdefault(distance, []).append(position)
                near += [] if distance else [position]
        if level >= _CROWDED:
            near = [each for each in near if _has_room(each, shows_all=shows_all)]
        if near:
            return chance.one_of(near)
        if found and (hands >= _MOST_HANDS or (own and not hands)):
            break
    if not found:
        raise NoSuchPosition(book.preset.id)
    return chance.one_of(found[min(found)])


def _hands(
    book: Book, level: int, chance: Chance, own: tuple[PracticePosition, ...]
) -> Iterator[tuple[PracticePosition, ...]]:
    """The positions of a table's own, if there are any, and of one hand after another."""
    if own:
        yield own
    if not level and book.rules.lead_tile is LeadTile.DOUBLE:
        # Who begins with counting meets no double, not even as the lead.
        book = book._replace(rules=replace(book.rules, lead_tile=LeadTile.ANY))
    for _ in range(_MOST_AT_ALL):
        # What lies beyond the bound of the level need not be played.
        yield positions_of(play_hand(start_game(book, chance), chance, most_tiles(level)))


def _has_room(position: PracticePosition, *, shows_all: bool) -> bool:
    """Whether it shows a layout, its long arms cropped unless all tiles are to be seen."""
    spinners, shown = position.layout.rules.spinners, position.placements
    if not shows_all:
        keep = frozenset({position.tile, position.host}) - {None}
        shown = crop(shown, spinners, PHONE, keep)
    tableau = lay_out(shown, spinners)
    return PHONE.scale_of(bounds_of(tableau, (ring for _, ring in tableau.rings))) >= 1
