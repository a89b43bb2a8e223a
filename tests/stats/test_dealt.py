"""Who held what, told by the tiles set and shown: looked up in the hands of simulated players."""

from collections.abc import Sequence
from itertools import pairwise

from hypothesis import given
from play import score
from random_play import dishonest_game, honest_game, seeds

from companion.record.replay import Entry, cut_into_hands, replay
from companion.record.statements import TilesDrawn, TileSet, TilesLeft
from companion.rules.tile import Tile
from companion.stats.luck import tiles_as_they_came
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
        Ana: 4-0
        Ben: left 5-5 3-3 4-4
        """
    )
    assert found is not None
    assert found[1][2] == "6-1" and found[1][-1] == "4-2"


def test_while_a_hand_is_on_or_a_tile_was_not_shown_nothing_is_told() -> None:
    lines = DRAWN.rstrip().splitlines()
    assert came("\n".join(lines[:-1])) is None
    assert came("\n".join([*lines[:-1], "    Ben: left 40 pips"])) is None


@given(seed=seeds)
@examples(100)
def test_who_held_what_is_told_as_it_was(seed: int) -> None:
    played = honest_game(seed)
    entries = replay(played.text).entries
    for places in cut_into_hands(entries):
        hand = entries[places.start : places.stop]
        dealt = played.moments[places.start].deal.hands
        left = played.moments[places.stop - 1].deal
        found = tiles_as_they_came(hand)
        last = hand[-1].hand
        shown = [seat for seat, held in enumerate(last.held) if not held or _shows(hand, seat)]
        assert (found is not None) == (last.is_over and len(shown) == len(dealt))
        for seat, tiles in enumerate(found or ()):
            came_in = {*left.hands[seat], *_set_by(hand, seat)}
            assert {*tiles} == came_in and len(tiles) == len(came_in)
            if len(tiles) == len(dealt[seat]):
                assert {*tiles} == {*dealt[seat]}


def _shows(hand: Sequence[Entry], seat: int) -> bool:
    name = hand[0].game.seating.players[seat]
    return any(
        isinstance(entry.statement, TilesLeft) and entry.statement.player == name for entry in hand
    )


def _set_by(hand: Sequence[Entry], seat: int) -> list[Tile]:
    plays = [entry.play for entry in hand if isinstance(entry.statement, TileSet)]
    return [play.tile for play in plays if play.seat == seat]


@given(seed=seeds)
@examples(60)
def test_who_draws_is_said_to_have_held_nothing_that_fitted(seed: int) -> None:
    entries = replay(dishonest_game(seed).text).entries
    for places in cut_into_hands(entries):
        hand = entries[places.start : places.stop]
        came_in = tiles_as_they_came(hand)
        for number, (before, entry) in enumerate(pairwise(hand), start=1):
            seat = before.game.turn
            proves = isinstance(entry.statement, TilesDrawn) and before.hand.rules.draws_prove
            if came_in is None or seat is None or not proves:
                continue
            set_before = _set_by(hand[:number], seat)
            had = came_in[seat][: before.hand.held[seat] + len(set_before)]
            assert not any(before.hand.fits(tile) for tile in {*had} - {*set_before})
