"""What a level may show, looked at in the question alone."""

from companion.coach.drills.question import Question
from companion.coach.drills.question_key import QuestionKey
from companion.i18n import Message
from companion.rules.tile import Tile

#: The most tiles that lie there, the one to come among them.
MOST = {0: 4, 1: 8, 2: 8, 3: 28, 4: 28}


def tiles_of(of: Question) -> list[Tile]:
    """The tiles on the table, and the one that the question sets there."""
    tiles = [tile for tile, _ in of.placements]
    if isinstance(of.prompt, Message) and of.prompt.id == "coach.ask.change":
        tiles.append(of.prompt["tile"])
    return tiles


def assert_within(key: QuestionKey, of: Question) -> None:
    """Few tiles at the low levels, and no double at level 0, not even to choose."""
    tiles = tiles_of(of)
    assert len(tiles) <= MOST[key.level], key
    if key.level == 0:
        offered = [choice.tile for choice in of.choices if choice.tile]
        assert not any(tile.is_double for tile in (*tiles, *offered)), key
