"""Reneges: honest players are never accused, and cheats are found at the first line that proves it.

The proof is checked against a second matcher, written from the definition: the
28 tiles must fit the deal, the draws and the boneyard without contradicting a
pass or a draw.
"""

from random import Random
from typing import NamedTuple

from hypothesis import given

from companion.record.replay import replay
from companion.record.statements import (
    PipsLeft,
    PointsRuled,
    TilesDrawn,
    TileSet,
    TilesLeft,
    TurnPassed,
)
from companion.referee.reneges import findings
from companion.rules.tile import ALL_TILES, Tile
from play import (
    CAST,
    Moment,
    Played,
    dishonest_game,
    ends_from_scratch,
    examples,
    hands_of,
    honest_game,
    score,
    seeds,
    sets_of,
)


@given(seeds)
@examples(400)
def test_honest_players_are_never_accused(seed: int) -> None:
    played = honest_game(seed)
    transcript = replay(played.text)
    assert transcript.start is not None
    assert findings(transcript.start, transcript.entries) == []


@given(seeds)
@examples(60)
def test_honest_players_are_never_accused_in_a_crowded_deal(seed: int) -> None:
    random = Random(seed)
    seats = random.choice((2, 3, 4))
    each = 28 // seats - random.randint(0, 1)
    played = honest_game(seed, header=_header("race-horse", seats, each), hands=4)
    transcript = replay(played.text)
    assert transcript.start is not None
    assert findings(transcript.start, transcript.entries) == []


@given(seeds)
@examples(150)
def test_cheats_are_found_at_the_line_that_proves_it_and_no_earlier(seed: int) -> None:
    _is_found_exactly(dishonest_game(seed))


@given(seeds)
@examples(60)
def test_cheats_are_found_exactly_where_there_is_no_boneyard(seed: int) -> None:
    seats = Random(seed).choice((2, 4))
    header = _header("seven-toed-pete", seats, 28 // seats)
    _is_found_exactly(dishonest_game(seed, header=header))


@given(seeds)
@examples(60)
def test_cheats_are_found_exactly_by_small_hands_and_a_large_boneyard(seed: int) -> None:
    header = _header("racehorse-1990", Random(seed).choice((2, 3, 4)), Random(seed).randint(1, 3))
    _is_found_exactly(dishonest_game(seed, header=header))


def _header(game: str, seats: int, each: int) -> str:
    return f"game: {game}\nplayers: {', '.join(CAST[:seats])}\nrule: tiles-each = {each}"


def _is_found_exactly(played: Played) -> None:
    transcript = replay(played.text)
    assert transcript.start is not None
    found = {
        (finding.line, finding.code, finding.player)
        for finding in findings(transcript.start, transcript.entries)
    }
    line_of = {id(entry): at for at, entry in enumerate(played.moments)}
    expected = set()
    for moments in hands_of(played):
        first = first_contradiction(moments)
        if first is not None:
            number, code, player = first
            at = line_of[id(moments[number])]
            expected.add((transcript.entries[at].line, code, player))
    assert found == expected


# ---- The second matcher ------------------------------------------------------------------------


class Could(NamedTuple):
    """A place for a tile: since when it is in a hand, and whether it saw its own draw."""

    player: str
    since: int
    saw_its_draw: bool


def first_contradiction(moments: list[Moment]) -> tuple[int, str, str | None] | None:
    """The first statement of a hand after which no assignment of the tiles exists."""
    for number in range(len(moments)):
        statement = moments[number].statement
        if isinstance(statement, (PipsLeft, PointsRuled)):
            continue
        if not _has_assignment(moments[: number + 1], None):
            own = statement.player
            if _has_assignment(moments[: number + 1], own):
                return number, "impossible", None
            return number, "renege", own
    return None


def _has_assignment(moments: list[Moment], only: str | None) -> bool:
    """Whether tiles fit places; with `only`, that player's own tiles and places."""
    game = moments[0].game
    places = [
        Could(player, -1, True)
        for player in game.seating.players
        for _ in range(game.rules.tiles_for(len(game.seating.players)))
    ]
    known: dict[Tile, tuple[str, int]] = {}
    for number, moment in enumerate(moments):
        match moment.statement:
            case TilesDrawn(player, tiles):
                places += [Could(player, number, True)] * (tiles - 1)
                places.append(Could(player, number, False))
            case TileSet(player, tile):
                known[tile] = (player, number)
            case TilesLeft(player, left):
                known |= {tile: (player, number) for tile in left}
    hand = moments[-1].game.hand
    assert hand is not None
    shut = _shut_at(moments)
    edges: dict[Tile, list[int]] = {}
    for tile in ALL_TILES:
        player, until = known.get(tile, (None, len(moments)))
        if only is not None and player != only:
            continue
        edges[tile] = [
            at
            for at, place in enumerate(places)
            if (player is None or place.player == player)
            and place.since < until
            and not any(_contradicts(shut[number], place, tile) for number in shut if number < until
                        and number >= place.since)
        ]
        if player is None:
            edges[tile] += range(len(places), len(places) + hand.boneyard)
    taken: dict[int, Tile] = {}
    return all(_augments(tile, edges, taken, set()) for tile in edges)


class Shut(NamedTuple):
    """A pass or a draw: its player held none of these tiles."""

    number: int
    player: str
    tiles: frozenset[Tile]


def _contradicts(shut: Shut, place: Could, tile: Tile) -> bool:
    was_there = place.since < shut.number or place.saw_its_draw
    return shut.player == place.player and was_there and tile in shut.tiles


def _shut_at(moments: list[Moment]) -> dict[int, Shut]:
    rules = moments[0].game.rules
    found = {}
    for number, moment in enumerate(moments):
        if isinstance(moment.statement, (TilesDrawn, TurnPassed)):
            sets = sets_of(moments[:number])
            if sets:
                open_pips = {pips for _, pips in ends_from_scratch(sets, rules.spinners)}
                fitting = {tile for tile in ALL_TILES if open_pips & {*tile}}
            else:  # It passed or drew for a lead that must be a double or score.
                fitting = {t for t in ALL_TILES if t.is_double or t.pips in (5, 10)}
            found[number] = Shut(number, moment.statement.player, frozenset(fitting))
    return found


def _augments(
    tile: Tile, edges: dict[Tile, list[int]], taken: dict[int, Tile], tried: set[int]
) -> bool:
    for place in edges[tile]:
        if place in tried:
            continue
        tried.add(place)
        if place not in taken or _augments(taken[place], edges, taken, tried):
            taken[place] = tile
            return True
    return False
