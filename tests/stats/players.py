"""Simulated players of known strength, and hands that they play.

The perfect one takes the best turn that its tiles have; where a turn is one tile, what that lets
the next player answer counts against it. The greedy one sets whichever tile makes most at once, and
the random one whichever fits.
"""

from collections.abc import Callable, Iterator, Sequence

from companion.coach.analysis.reply_search import replies_to
from companion.coach.analysis.surge import claim_for
from companion.coach.analysis.turn_search import find_surges
from companion.coach.drills.practice_positions import Chance, book_named, start_game
from companion.record.replay import Entry, apply
from companion.record.statements import (
    HandLed,
    Statement,
    TilesDrawn,
    TileSet,
    TilesLeft,
    TurnPassed,
)
from companion.rules.game import Game
from companion.rules.layout import Placement
from companion.rules.tile import ALL_TILES, Tile

Player = Callable[[Game, Sequence[Tile], Chance], Placement]


def perfect(game: Game, held: Sequence[Tile], chance: Chance) -> Placement:
    if game.rules.has_one_tile_turns:
        return max(replies_to(game, held), key=lambda reply: reply.points - reply.leaves).placed
    step = find_surges(game, held).most_points.steps[0]
    return step.tile, step.host


def greedy(game: Game, held: Sequence[Tile], chance: Chance) -> Placement:
    options = [*_placements(game, held)]
    made = [_points(game, placed) for placed in options]
    return chance.one_of(
        [placed for placed, points in zip(options, made, strict=True) if points == max(made)]
    )


def random(game: Game, held: Sequence[Tile], chance: Chance) -> Placement:
    return chance.one_of([*_placements(game, held)])


def _placements(game: Game, held: Sequence[Tile]) -> Iterator[Placement]:
    assert game.hand is not None
    for tile in held:
        if game.hand.layout.tiles:
            yield from ((tile, end.host) for end in game.hand.layout.choices_for(tile))
        elif game.hand.can_lead(tile):
            yield tile, None


def _points(game: Game, placed: Placement) -> int:
    assert game.hand is not None and game.turn is not None
    after = game.hand.set_tile(game.turn, *placed, claim=claim_for(game.hand, *placed))
    assert after.play is not None
    return after.play.points


def deal(game: Game, chance: Chance) -> tuple[list[list[Tile]], list[Tile]]:
    """Hands for all seats, and the boneyard."""
    seats, tiles = len(game.seating.players), chance.shuffled(ALL_TILES)
    each = game.rules.tiles_for(seats)
    return [tiles[seat * each :][:each] for seat in range(seats)], tiles[seats * each :]


def new_game(kind: str, chance: Chance) -> Game:
    """A game without a target, by as few players as it takes."""
    book = book_named(kind)
    return start_game(book, chance, book.preset.seats[0])


def play_hand(
    game: Game,
    hands: Sequence[Sequence[Tile]],
    boneyard: Sequence[Tile],
    players: Sequence[Player],
    chance: Chance,
    leader: int = 0,
) -> tuple[Entry, ...]:
    """One hand, every tile of which is shown in the end where the game asks for it."""
    names, held, lying = game.seating.players, [[*tiles] for tiles in hands], [*boneyard]
    entries: list[Entry] = []
    statement: Statement | None = HandLed(names[leader])
    while statement is not None:
        game = apply(game, statement)
        entries.append(Entry(len(entries) + 1, statement, game))
        statement = _next(game, held, lying, players, chance)
    return tuple(entries)


def _next(
    game: Game,
    held: list[list[Tile]],
    lying: list[Tile],
    players: Sequence[Player],
    chance: Chance,
) -> Statement | None:
    hand, names = game.hand, game.seating.players
    assert hand is not None
    if game.awaits_left:
        return TilesLeft(names[hand.must_show[0]], tuple(held[hand.must_show[0]]))
    if hand.turn is None:
        return None
    seat, name = hand.turn, names[hand.turn]
    if any(map(hand.fits, held[seat])) and not hand.must_draw:
        tile, host = players[seat](game, held[seat], chance)
        held[seat].remove(tile)
        return TileSet(name, tile, host, hand.layout.set_tile(tile, host).total)
    if hand.drawable:
        held[seat].append(lying.pop())
        return TilesDrawn(name, 1)
    return TurnPassed(name)
