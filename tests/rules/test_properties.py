"""What holds in every game, however it is played."""

from count_from_scratch import ends_from_scratch
from hypothesis import given
from random_play import Played, dishonest_game, hands_of, honest_game, seeds, sets_of

from companion.record.replay import cut_into_hands, replay
from companion.record.statements import PointsRuled, TileSet
from companion.rules.errors import WhichEnd
from companion.rules.layout import Layout
from companion.rules.tile import ALL_PIPS, ALL_TILES, Tile
from tests.thorough import examples


@given(seeds)
@examples(120)
def test_the_count_is_what_a_recount_from_scratch_finds(seed: int) -> None:
    for moments in hands_of(honest_game(seed)):
        sets = sets_of(moments)
        layouts = [
            moment.game.hand.layout
            for moment in moments
            if isinstance(moment.statement, TileSet) and moment.game.hand
        ]
        for number, layout in enumerate(layouts, start=1):
            rules = moments[0].game.rules
            counted = ends_from_scratch(
                sets[:number], rules.spinners, rules.exposed_double, rules.spinner_count
            )
            assert {(end.host, end.pips): end.counts for end in layout.ends} == counted
            assert layout.total == sum(counted.values())


@given(seeds)
@examples(60)
def test_no_tile_and_no_pip_is_ever_lost(seed: int) -> None:
    for moment in honest_game(seed).moments:
        hand = moment.game.hand
        assert hand is not None
        held = [tile for tiles in moment.deal.hands for tile in tiles]
        everywhere = [*hand.layout.tiles, *held, *moment.deal.boneyard]
        assert sorted(everywhere) == sorted(ALL_TILES)
        assert sum(tile.pips for tile in everywhere) == ALL_PIPS == 168
        assert hand.held == tuple(map(len, moment.deal.hands))
        assert hand.boneyard == len(moment.deal.boneyard)
        assert hand.unseen_pips == sum(tile.pips for tile in (*held, *moment.deal.boneyard))


@given(seeds)
@examples(60)
def test_an_open_end_never_counts_below_nothing_and_stands_once(seed: int) -> None:
    for moment in honest_game(seed).moments:
        assert moment.game.hand is not None
        ends = moment.game.hand.layout.ends
        assert all(end.counts >= 0 and end.places >= 1 for end in ends)
        assert len({(end.host, end.pips) for end in ends}) == len(ends)


@given(seeds)
@examples(60)
def test_ends_are_told_in_the_order_in_which_their_hosts_were_set(seed: int) -> None:
    for moment in honest_game(seed).moments:
        assert moment.game.hand is not None
        layout = moment.game.hand.layout
        order = [(layout.tiles.index(end.host), -end.pips) for end in layout.ends]
        assert order == sorted(order)


@given(seeds)
@examples(60)
def test_like_ends_count_the_same_whichever_host_is_named(seed: int) -> None:
    for moment in honest_game(seed, hands=1).moments:
        assert moment.game.hand is not None
        layout = moment.game.hand.layout
        for tile in layout.unset if layout.tiles else ():
            for end in layout.ends_for(tile):
                after = layout.set_tile(tile, end.host)
                for other in layout.ends_for(tile):
                    if end.likeness == other.likeness:
                        assert layout.set_tile(tile, other.host).total == after.total


@given(seeds)
@examples(60)
def test_an_end_is_asked_for_only_where_a_choice_would_show(seed: int) -> None:
    for moment in honest_game(seed, hands=1).moments:
        assert moment.game.hand is not None
        layout = moment.game.hand.layout
        for tile in layout.unset if layout.tiles else ():
            ends = layout.ends_for(tile)
            if not ends:
                continue
            looks = {end.host if end.host.is_double else end.pips for end in ends}
            assert _asks_for_an_end(layout, tile) == (len(looks) > 1)


def _asks_for_an_end(layout: Layout, tile: Tile) -> bool:
    try:
        layout.set_tile(tile)
    except WhichEnd:
        return True
    return False


@given(seeds)
@examples(120)
def test_a_record_replays_to_the_game_that_was_played(seed: int) -> None:
    _replays_to_itself(honest_game(seed))


@given(seeds)
@examples(40)
def test_a_record_of_cheats_replays_too(seed: int) -> None:
    _replays_to_itself(dishonest_game(seed))


def _replays_to_itself(played: Played) -> None:
    transcript = replay(played.text)
    assert transcript.refused is None
    assert [entry.game for entry in transcript.entries] == [m.game for m in played.moments]
    assert [entry.statement for entry in transcript.entries] == [
        m.statement for m in played.moments
    ]


@given(seeds)
@examples(60)
def test_the_scores_are_the_points_of_tiles_rulings_and_settlements(seed: int) -> None:
    played = honest_game(seed)
    transcript = replay(played.text)
    if not played.moments:
        return
    game = played.moments[-1].game
    scores = [0] * len(game.scores)
    for moment in played.moments:
        hand = moment.game.hand
        if isinstance(moment.statement, TileSet) and hand and hand.play:
            scores[game.seating.side_of[hand.play.seat]] += hand.play.points
        elif isinstance(moment.statement, PointsRuled):
            scores[game.seating.side(moment.statement.side)] += moment.statement.points
    for hand in cut_into_hands(transcript.entries):
        result = transcript.entries[hand.stop - 1].game.result
        if result is not None:
            scores = [score + points for score, points in zip(scores, result.points, strict=True)]
    assert tuple(scores) == game.scores


@given(seeds)
@examples(60)
def test_the_turn_stays_with_who_earned_it_and_else_goes_to_the_next_still_in(seed: int) -> None:
    for moments in hands_of(honest_game(seed)):
        for moment in moments:
            hand = moment.game.hand
            if not (isinstance(moment.statement, TileSet) and hand and hand.play):
                continue
            if hand.is_over:
                assert hand.turn is None
                assert not hand.play.again
                continue
            seats = len(hand.held)
            following = [(hand.play.seat + step) % seats for step in range(1, seats + 1)]
            still_in = [seat for seat in following if moment.deal.hands[seat]] or following[-1:]
            assert hand.turn == (hand.play.seat if hand.play.again else still_in[0])
