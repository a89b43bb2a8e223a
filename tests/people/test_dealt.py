"""Who held what, told by the tiles set and shown: looked up in the hands of simulated players."""

from hypothesis import given
from play import dishonest_game, honest_game, hands_of, score, seeds

from companion.people.dealt import tiles_as_they_came
from companion.record.replay import cut_into_hands, replay
from companion.record.statements import PipsLeft
from companion.rules.tile import Tile
from tests.thorough import examples

DRAWN = """
    game: five-up
    players: Ana, Ben
    rule: tiles-each = 3
    lead: Ana
    Ana: 6-6
    Ben: draws 3
    Ben: 6-1 on 6-6
    Ana: 6-2 on 6-6
    Ben: 2-0
    Ana: 6-0 on 2-0
    Ben: left 5-5 4-4 3-3 5-4
"""


def came(record: str) -> tuple[list[str], ...] | None:
    found = tiles_as_they_came(score(record).transcript.entries)
    return None if found is None else tuple([*map(str, tiles)] for tiles in found)


def test_a_tile_that_was_set_as_soon_as_it_came_was_the_last_one_drawn() -> None:
    found = came(DRAWN)
    assert found is not None
    ana, ben = found
    assert ana == ["6-6", "6-2", "6-0"]
    assert ben[-1] == "6-1" and len(ben) == 6


def test_a_tile_that_would_have_fitted_before_came_later() -> None:
    # Ben drew where sixes and twos were open, and shows the 6-2 at the end.
    found = came(
        """
        game: five-up
        players: Ana, Ben
        rule: tiles-each = 2
        lead: Ana
        Ana: 6-6
        Ben: draws 1
        Ben: 6-1 on 6-6
        Ana: draws 1
        Ana: 6-2 on 6-6
        Ben: draws 2
        Ben: 4-2
        Ana: 5-4
        Ben: left 5-5 3-3 4-4
        """
        .replace("Ana: 5-4", "Ana: 6-4 on 4-2")
    )
    assert found is not None
    assert found[1][2] == "6-1" and found[1][-1] == "4-2"


def test_while_a_hand_is_on_or_a_tile_was_not_shown_nothing_is_told() -> None:
    lines = DRAWN.rstrip().splitlines()
    assert came("\n".join(lines[:-1])) is None
    assert came("\n".join([*lines[:-1], "    Ben: left 40 pips"])) is None


@given(seed=seeds)
@examples(60)
def test_honest_hands_are_told_rightly_but_for_tiles_that_nothing_tells_apart(seed: int) -> None:
    played = honest_game(seed)
    transcript = replay(played.text)
    for places, moments in zip(
        cut_into_hands(transcript.entries), hands_of(played), strict=True
    ):
        hand = transcript.entries[places.start : places.stop]
        found = tiles_as_they_came(hand)
        if not hand[-1].hand.is_over or _hides_a_tile(hand):
            assert found is None
            continue
        assert found is not None
        each = hand[0].hand.held[0]
        dealt = moments[0].deal.hands
        for seat, tiles in enumerate(found):
            assert len(tiles) == len(set(tiles))
            if len(tiles) == each:
                # Who drew nothing held all from the deal on.
                assert {*tiles} == {*dealt[seat], *_set_first(hand, seat)}


def _hides_a_tile(hand: tuple) -> bool:
    told = [entry.statement for entry in hand]
    last = hand[-1].hand
    return any(isinstance(each, PipsLeft) for each in told) or len(last.untold) > 0


def _set_first(hand: tuple, seat: int) -> set[Tile]:
    return set()
