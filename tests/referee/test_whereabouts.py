"""Who can hold what: proved, impossible or open, checked against all deals that agree."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

from hypothesis import given
from play import CAST
from random_play import honest_game, seeds

from companion.record.replay import Entry, cut_into_hands, replay
from companion.record.statements import TilesDrawn, TileSet, TilesLeft, TurnPassed
from companion.referee.proof.matching import match_places, possible_places
from companion.referee.proof.tile_locations import Held, TileLocations
from companion.rules.tile import ALL_TILES, Tile
from tests.thorough import examples


@given(seeds)
@examples(200)
def test_a_place_is_possible_just_where_a_matching_of_all_has_it(seed: int) -> None:
    random = Random(seed)
    places = {tile: random.getrandbits(7) | 1 << random.randrange(7) for tile in range(7)}
    for tile, bits in possible_places(places).items():
        for place in range(7):
            fixed = places | {tile: places[tile] & 1 << place}
            assert bool(bits >> place & 1) == (len(match_places(fixed)) == 7)


@given(seeds)
@examples(60)
def test_what_a_hand_hides_is_never_called_impossible_and_nothing_else_proved(seed: int) -> None:
    played = honest_game(seed, hands=2)
    entries = replay(played.text).entries
    random = Random(seed)
    for hand in cut_into_hands(entries):
        last = random.choice(hand)
        told = TileLocations(entries[hand.start : last + 1])
        assert not told.is_contradicted
        for at in (last, random.randrange(hand.start, last + 1)):
            before = None if at == last else entries[at + 1].line
            for seat, held in enumerate(played.moments[at].deal.hands):
                for tiles in _questions(random):
                    has_one = any(tile in held for tile in tiles)
                    answer = told.held(seat, tiles, before)
                    assert answer is not (Held.IMPOSSIBLE if has_one else Held.PROVED)


@given(seeds)
@examples(40)
def test_what_is_told_is_what_all_deals_that_agree_have_in_common(seed: int) -> None:
    """Against every way to deal the hidden tiles, tried one by one."""
    random = Random(seed)
    seats = random.choice((2, 3, 4))
    each = 28 // seats - random.randint(0, 1)
    header = f"game: seven-toed-pete\nplayers: {', '.join(CAST[:seats])}\nrule: tiles-each = {each}"
    entries = replay(honest_game(seed, header=header, hands=1).text).entries
    for stop in range(len(entries), 1, -1):
        hand = entries[stop - 1].game.hand
        assert hand is not None
        if len(hand.unseen) > 8:
            return
        _agrees(TileLocations(entries[:stop]), entries[:stop], hand.unseen, random)


def _agrees(
    told: TileLocations, entries: tuple[Entry, ...], unseen: tuple[Tile, ...], random: Random
) -> None:
    hand = entries[-1].hand
    deals = [deal for deal in _deals(unseen, _numbers(entries)) if _fits(deal, entries)]
    assert deals
    for tile in unseen:
        seats = {seat for deal in deals for seat, tiles in enumerate(deal) if tile in tiles}
        assert {*told.holders(tile)} == seats
    for tiles in _questions(random):
        for seat in range(len(hand.held)):
            shown = {tile for e in entries for tile in _left(e, hand.seating.players[seat])}
            have = {bool({*tiles} & ({*deal[seat]} | shown)) for deal in deals}
            answer = Held.OPEN if len(have) > 1 else Held.PROVED
            assert told.held(seat, tiles) is (answer if True in have else Held.IMPOSSIBLE)


def _questions(random: Random) -> list[tuple[Tile, ...]]:
    """A tile, and all tiles of a number."""
    pips = random.randrange(7)
    return [(random.choice(ALL_TILES),), tuple(tile for tile in ALL_TILES if pips in tile)]


def _numbers(entries: tuple[Entry, ...]) -> list[int]:
    """How many hidden tiles each player holds, and the boneyard behind them."""
    hand = entries[-1].hand
    names = hand.seating.players
    shown = [sum(len(_left(entry, name)) for entry in entries) for name in names]
    hidden = [held - seen for held, seen in zip(hand.held, shown, strict=True)]
    return [*hidden, hand.boneyard]


def _left(entry: Entry, player: str) -> tuple[Tile, ...]:
    left = entry.statement
    return left.tiles if isinstance(left, TilesLeft) and left.player == player else ()


def _deals(tiles: tuple[Tile, ...], numbers: list[int]) -> Iterator[list[tuple[Tile, ...]]]:
    if len(numbers) == 1:
        yield [tiles]
        return
    for first in combinations(tiles, numbers[0]):
        rest = tuple(tile for tile in tiles if tile not in first)
        for others in _deals(rest, numbers[1:]):
            yield [first, *others]


def _fits(deal: list[tuple[Tile, ...]], entries: tuple[Entry, ...]) -> bool:
    """Whether the hands, followed back to the deal, held nothing that fitted at a pass or a draw.

    A tile drawn can be any that was held later: which ones, is tried in all ways.
    """
    players = entries[0].hand.seating.players
    return all(_fits_one(player, deal[seat], entries) for seat, player in enumerate(players))


def _fits_one(player: str, held: tuple[Tile, ...], entries: tuple[Entry, ...]) -> bool:
    """One player's hand followed back: before each draw, some of its tiles were in the boneyard."""
    hands = [frozenset(held)]
    was_drawn = False
    for at in range(len(entries) - 1, 0, -1):
        statement, before = entries[at].statement, entries[at - 1].hand
        match statement:
            case TileSet(who, tile) if who == player:
                hands = [hand | {tile} for hand in hands]
                # Only what was just drawn can be set then: it was the last.
                was_drawn, fresh = before.has_drawn, tile
            case TilesLeft(who, tiles) if who == player:
                hands = [hand | {*tiles} for hand in hands]
            case TurnPassed(who) if who == player:
                hands = [hand for hand in hands if not any(map(before.fits, hand))]
            case TilesDrawn(who, number) if who == player:
                # All but the last tile drawn were held while the drawing went on.
                hands = [
                    hand - {*drawn}
                    for hand in hands
                    for drawn in combinations(hand, number)
                    for last in ([fresh] if was_drawn else drawn)
                    if last in drawn and not any(map(before.fits, hand - {last}))
                ]
                hands, was_drawn = list(set(hands)), False
    return bool(hands)
