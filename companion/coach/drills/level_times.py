"""How quick is quick: the time of each drill at each level, in milliseconds."""

from collections.abc import Mapping

from companion.coach.drills.skills import DrillKind

#: Who needs no longer is ready for the next level: a time for each level, from 0 to 4.
_TIMES: Mapping[DrillKind, tuple[int, ...]] = {
    DrillKind.COUNT: (12_000, 12_000, 14_000, 16_000, 18_000),
    DrillKind.SCORE: (12_000, 12_000, 14_000, 16_000, 18_000),
    DrillKind.WORTH: (8_000, 8_000, 8_000, 8_000, 8_000),
    DrillKind.CHANGE: (14_000, 14_000, 15_000, 16_000, 18_000),
    DrillKind.TILES: (20_000, 20_000, 22_000, 25_000, 30_000),
    DrillKind.BEST: (20_000, 20_000, 22_000, 25_000, 30_000),
    DrillKind.NEED: (14_000, 14_000, 16_000, 18_000, 20_000),
    DrillKind.SPINNERS: (12_000, 12_000, 14_000, 16_000, 18_000),
    DrillKind.ROUNDING: (8_000, 8_000, 8_000, 8_000, 8_000),
    DrillKind.SETTLEMENT: (20_000, 20_000, 25_000, 30_000, 30_000),
    DrillKind.TO_GO: (15_000, 15_000, 18_000, 20_000, 25_000),
    DrillKind.EXHAUSTED: (15_000, 15_000, 18_000, 20_000, 25_000),
}
#: Of a drill without a layout: it is done in the head.
_IN_THE_HEAD = (7_000, 6_000, 5_000, 5_000, 5_000)
#: An answer in this part of the level's time was easy.
_EASY = 0.5


def time_for(kind: DrillKind, level: int) -> int:
    """How long an answer may take that shows command of the level, in milliseconds."""
    return _TIMES.get(kind, _IN_THE_HEAD)[level]


def is_in_time(kind: DrillKind, level: int, milliseconds: int | None) -> bool:
    """Whether an answer was quick enough for its level; one that nobody timed was."""
    return milliseconds is None or milliseconds <= time_for(kind, level)


def is_easy(kind: DrillKind, level: int, milliseconds: int | None) -> bool:
    """Whether an answer came so quickly that it must have been easy."""
    return milliseconds is not None and milliseconds <= _EASY * time_for(kind, level)
