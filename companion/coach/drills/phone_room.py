"""The felt of a small phone: a question is asked of a layout for which there is room, if one is."""

from typing import Final

from companion.coach.drills.practice_positions import PracticePosition
from companion.pictures.board_drawing import bounds_of
from companion.pictures.layout_crop import Size, crop
from companion.pictures.tableau import lay_out

#: How many px wide a half is at least, and how much felt a phone of 360 by 640 px has then, where
#: the reasons of a wrong answer take most room.
NARROWEST: Final = 18
PHONE: Final = Size(352 / NARROWEST, 164 / NARROWEST)


def has_room(position: PracticePosition, *, shows_all: bool) -> bool:
    """Whether it shows a layout, its long arms cropped unless all tiles are to be seen."""
    spinners, shown = position.layout.rules.spinners, position.placements
    if not shows_all:
        keep = frozenset({position.tile, position.host}) - {None}
        shown = crop(shown, spinners, PHONE, keep)
    tableau = lay_out(shown, spinners)
    return PHONE.scale_of(bounds_of(tableau, (ring for _, ring in tableau.rings))) >= 1
