"""The end of a game, or how it stands so far: the result, the race, the best turn."""

from typing import Any

from companion.record.statements import TileSet
from companion.referee.results import best_turn, tallies_of
from companion.referee.words import describe_points
from companion.rules.choices import Points, Settlement
from companion.rules.game import Game
from companion.rules.rules import Rules
from companion.tables.service import ReplayedRecord
from companion.tables.state import TableState
from companion.web.pages.shared.hands import hands_of
from companion.web.pages.shared.race import race_of
from companion.words import Text, message


def finish_page(state: TableState, written: ReplayedRecord) -> dict[str, Any]:
    """The page of a game as its record has it, also of one that is still on."""
    game, hands = written.game, tuple(hands_of(written.start, written.entries))
    tiles = [e.statement.tile for e in written.entries if isinstance(e.statement, TileSet)]
    sides = zip(range(len(game.scores)), game.seating.side_names, game.scores, strict=True)
    best, has_tiles = best_turn(written.entries), not state.is_pegs_only
    return {
        "written": written,
        "headline": _headline(game) if written.entries else message("finish.bare"),
        "last_tile": tiles[-1] if tiles else None,
        # The sides with their names and scores, the best first; the winner before all.
        "standing": sorted(sides, key=lambda side: (side[0] != game.winner, -side[2])),
        "race": race_of(written.start, written.entries, is_pegs_only=state.is_pegs_only),
        "best_turn": best,
        "best_pegged": describe_points(game.rules, best.points) if best else None,
        "points_head": _points_head(game.rules),
        # What each player did.
        "tallies": tallies_of(written.start, written.entries) if has_tiles and hands else (),
        "has_boneyard": game.rules.boneyard_for(len(game.seating.players)) > 0,
        "hands": hands,
        "can_be_reviewed": has_tiles and any(hand.game.result for hand in hands),
    }


def _headline(game: Game) -> Text:
    """Who won, or how it stands."""
    names, people = game.seating.side_names, len(game.seating.sides[0])
    if game.winner is not None:
        return message("finish.wins", name=names[game.winner], count=people)
    first, second = sorted(game.scores, reverse=True)[:2]
    if first == second:
        return message("finish.level", score=first)
    ahead = describe_points(game.rules, first - second)
    return message("finish.leads", name=names[game.scores.index(first)], count=people, ahead=ahead)


def _points_head(rules: Rules) -> Text:
    """What scores are counted in, above the points from counts."""
    if rules.points is Points.FIFTHS:
        return message("finish.head.pegs")
    if rules.points is Points.NONE and rules.settlement is Settlement.CHIPS:
        return message("finish.head.chips")
    return message("finish.head.points")
