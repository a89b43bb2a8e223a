"""The end of a game, or how it stands so far: the result, the race, the best turn."""

from typing import NamedTuple

from companion.record.statements import TileSet
from companion.referee.results import Tally, Turn, best_turn, tallies_of
from companion.referee.words import describe_points
from companion.rules.choices import Points, Settlement
from companion.rules.game import Game
from companion.rules.rules import Rules
from companion.rules.tile import Tile
from companion.tables.service import ReplayedRecord
from companion.tables.state import TableState
from companion.web.pages.shared.hands import HandStory, hands_of
from companion.web.pages.shared.race import Race, race_of
from companion.words import Text, message


class FinishPage(NamedTuple):
    """Everything that the page of the end shows, also of a game that is still on."""

    written: ReplayedRecord
    headline: Text
    last_tile: Tile | None
    #: The sides with their names and scores, the best first; the winner before all.
    standing: tuple[tuple[int, str, int], ...]
    race: Race | None
    #: The turn with the most points, and what it pegged.
    best_turn: Turn | None
    best_pegged: Text | None
    #: What scores are counted in, above the points from counts.
    points_head: Text
    #: What each player did; nothing where no tiles are entered.
    tallies: tuple[Tally, ...]
    has_boneyard: bool
    hands: tuple[HandStory, ...]
    can_be_reviewed: bool


def finish_page(state: TableState, written: ReplayedRecord) -> FinishPage:
    """The page of a game as its record has it."""
    game, hands = written.game, tuple(hands_of(written.start, written.entries))
    tiles = [e.statement.tile for e in written.entries if isinstance(e.statement, TileSet)]
    sides = zip(range(len(game.scores)), game.seating.side_names, game.scores, strict=True)
    best = best_turn(written.entries)
    return FinishPage(
        written,
        _headline(game) if written.entries else message("finish.bare"),
        tiles[-1] if tiles else None,
        tuple(sorted(sides, key=lambda side: (side[0] != game.winner, -side[2]))),
        race_of(written.start, written.entries, is_pegs_only=state.is_pegs_only),
        best,
        describe_points(game.rules, best.points) if best else None,
        _points_head(game.rules),
        () if state.is_pegs_only or not hands else tallies_of(written.start, written.entries),
        game.rules.boneyard_for(len(game.seating.players)) > 0,
        hands,
        not state.is_pegs_only and any(hand.game.result for hand in hands),
    )


def _headline(game: Game) -> Text:
    """Who won, or how it stands."""
    names = game.seating.side_names
    people = len(game.seating.sides[0])
    if game.winner is not None:
        return message("finish.wins", name=names[game.winner], count=people)
    first, second = sorted(game.scores, reverse=True)[:2]
    if first == second:
        return message("finish.level", score=first)
    ahead = describe_points(game.rules, first - second)
    return message("finish.leads", name=names[game.scores.index(first)], count=people, ahead=ahead)


def _points_head(rules: Rules) -> Text:
    if rules.points is Points.FIFTHS:
        return message("finish.head.pegs")
    if rules.points is Points.NONE and rules.settlement is Settlement.CHIPS:
        return message("finish.head.chips")
    return message("finish.head.points")
