"""The review where a turn is one tile: the best one, and the one that leaves least to answer."""

from companion.coach.analysis.hand_review import Review, review_hand
from companion.i18n import Text, message
from companion.rules.tile import Tile
from tests.play import score

#: Ana holds the 6-3 beside the 5-0 that she leads.
FIVES_AND_THREES = """
game: fives-and-threes
players: Ana, Ben
rule: tiles-each = 2
lead: Ana
Ana: 5-0
Ben: 6-5
Ana: 6-3
"""
#: Ana holds the 6-4, the 6-1 and the 3-1; the 4-4 is nowhere to be seen.
FIVE_UP = """
game: five-up
players: Ana, Ben
rule: tiles-each = 3
lead: Ben
Ben: 6-6
Ana: 6-4 on 6-6
Ben: draws 3
Ben: 4-0
Ana: 6-1 on 6-6
Ben: 2-0 on 4-0
Ana: 3-1 on 6-1
Ben: left 3-2 2-1 0-0
"""
#: Ana needs 3 more: the 6-3 would have won, and the 6-4 counts 10 for 2.
EXACTLY = """
game: fives-and-threes
players: Ana, Ben
rule: tiles-each = 2
lead: Ana
ruling: Ana +58
Ana: 6-4
Ben: 4-1
Ana: 6-3 on 6-4
"""


def review_of(record: str) -> Review:
    found = review_hand(score(record).transcript.entries)
    assert found is not None
    return found


def pegs(number: int) -> Text:
    return message("unit.pegs", count=number)


def test_the_tile_that_would_have_scored_more_is_named() -> None:
    first, *others = review_of(FIVES_AND_THREES).turns
    could = message("review.better-tile", name="Ana", tile=Tile(6, 3), points=pegs(3))
    assert first.sentence == could
    assert first.missed == 2
    assert [turn.sentence for turn in others] == [None, None]


def test_a_tile_that_pegs_as_much_and_leaves_far_less_is_named() -> None:
    review = review_of(FIVE_UP)
    told = message(
        "review.could-have-left-less",
        name="Ana",
        tile=Tile(6, 1),
        left=pegs(4),
        less=pegs(0),
    )
    assert [turn.sentence for turn in review.better] == [told]
    (better,) = review.better
    assert [step.tile for step in better.best.steps] == [Tile(6, 1)]
    assert better.left is not None and better.left.by == Tile(4, 4)


def test_what_is_left_costs_nobody_a_peg() -> None:
    review = review_of(FIVE_UP)
    assert not review.missed["Ana"]
    assert not review.practice


def test_a_score_past_an_exact_target_is_no_better_tile() -> None:
    first, *_ = review_of(EXACTLY).turns
    assert first.most_points.points == 3
    assert [step.tile for step in first.most_points.steps] == [Tile(6, 3)]
