"""A second scorekeeper, who sees all hands and writes every point down anew."""

from hypothesis import given
from random_play import Moment, honest_game, seeds

from companion.record.statements import HandLed, PointsRuled, TileSet
from companion.rules.settings import Rules
from tests.thorough import examples


@given(seeds)
@examples(150)
def test_every_point_of_tiles_and_settlements_is_found_again(seed: int) -> None:
    played = honest_game(seed)
    for before, moment in zip([None, *played.moments], played.moments, strict=False):
        if before is None or isinstance(moment.statement, HandLed):
            continue
        wanted = list(before.game.scores)
        if isinstance(moment.statement, PointsRuled):
            wanted[moment.game.seating.side(moment.statement.side)] += moment.statement.points
        else:
            _peg(wanted, moment)
        assert list(moment.game.scores) == wanted, str(moment.statement)


def _peg(scores: list[int], moment: Moment) -> None:
    """Add what this entry is worth: the tile, and the settlement if it settled the hand."""
    game, rules = moment.game, moment.game.rules
    settled = _settlement(moment) if game.result and game.result.ending != "target" else None
    if isinstance(moment.statement, TileSet):
        side = game.seating.side_of[game.seating.seat(moment.statement.player)]
        points = _worth(rules, moment)
        goes_out = rules.settlement == "one-point" and bool(settled and settled[side])
        if points and _passes(rules, scores[side] + points + goes_out):
            # The last tile and the point for going out are one score.
            settled = None if goes_out else settled
        else:
            scores[side] += points
    for side, points in enumerate(settled or ()):
        if points <= 0 or not _passes(rules, scores[side] + points):
            scores[side] += points


def _passes(rules: Rules, score: int) -> bool:
    return rules.target_reached == "exactly" and score > rules.target


def _worth(rules: Rules, moment: Moment) -> int:
    """What the count is worth by itself."""
    assert isinstance(moment.statement, TileSet) and moment.game.hand
    total = moment.game.hand.layout.total
    if rules.announce == "required" and moment.statement.claim != total:
        return 0
    points = 0
    for divisor in (5, 3) if rules.scores_on == "threes-and-fives" else (5,):
        if total % divisor == 0:
            points += {"fifths": total // divisor, "pips": total, "none": 0}[str(rules.points)]
    return points


def _settlement(moment: Moment) -> list[int]:
    """What the hands are worth to each side, from the tiles that are really in them."""
    game, rules, hand = moment.game, moment.game.rules, moment.game.hand
    assert hand is not None
    pips = [sum(tile.pips for tile in tiles) for tiles in moment.deal.hands]
    sides = [list(seats) for seats in game.seating.sides]
    winners = _winners(moment, pips, sides)
    if rules.settlement == "chips":
        return [
            (side in winners) + sum(seat in hand.washed_up for seat in seats)
            for side, seats in enumerate(sides)
        ]
    if rules.settlement == "one-point":
        return [int(side in winners and hand.ending == "domino") for side in range(len(sides))]
    unit = 5 if rules.points == "fifths" else 1
    if rules.settlement == "own-hand":
        return [-sum(_near(pips[seat]) for seat in seats) // unit for seats in sides]
    spares_all = rules.tied_block == "losers-hands"
    found = []
    for side, seats in enumerate(sides):
        others = [
            pips[seat]
            for other, theirs in enumerate(sides)
            if other != side and not (spares_all and other in winners)
            for seat in theirs
        ]
        own = [pips[seat] for seat in seats] if rules.settlement == "difference" else []
        if rules.rounding == "each-hand":
            won = sum(map(_near, others)) - sum(map(_near, own))
        else:
            won = _near(max(0, sum(others) - sum(own)))
        found.append(max(0, won) // unit if side in winners else 0)
    return found


def _winners(moment: Moment, pips: list[int], sides: list[list[int]]) -> set[int]:
    hand, rules = moment.game.hand, moment.game.rules
    assert hand is not None
    if hand.ending == "washed-up":
        return set()
    if hand.ending == "domino":
        return {side for side, seats in enumerate(sides) if hand.dominoer in seats}
    counts = rules.washed_up_in_block == "counts"
    of_side = {}
    for side, seats in enumerate(sides):
        compared = [pips[seat] for seat in seats if counts or seat not in hand.washed_up]
        if compared:
            of_side[side] = sum(compared) if rules.partners_block == "team" else min(compared)
    lowest = {side for side, low in of_side.items() if low == min(of_side.values())}
    return set() if len(lowest) > 1 and rules.tied_block == "nobody" else lowest


def _near(pips: int) -> int:
    """The nearest multiple of five."""
    return min(range(0, 200, 5), key=lambda five: abs(five - pips))
