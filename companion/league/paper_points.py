"""What a card from paper can say: the points of a game, the result of a match."""

from companion.i18n import message
from companion.league.errors import BadScore
from companion.league.match_format import Counts, MatchBoard, MatchFormat, Side
from companion.rules.choices import GameEnds, Points, Settlement, TargetReached
from companion.rules.games import game_named
from companion.rules.tile import ALL_TILES

#: More results than that are no list to choose from.
_MOST_RESULTS = 400
_ALL_PIPS = sum(tile.pips for tile in ALL_TILES)


def check_points(board: MatchBoard, winner: Side, points: tuple[int, int]) -> None:
    """Refuse points that no game of a board ends with, unless nobody wrote any down (0 – 0).

    Raises `BadScore`.
    """
    rules = game_named(board.game).rules.with_settings(board.changes)
    won, lost, target = points[winner], points[winner.other], rules.target
    # More than anyone scores at once: a count of all pips, for its fives and its threes.
    each = (5, 3) if rules.points is Points.FIFTHS else (1, 1)
    most = target - 1 + sum(_ALL_PIPS // by for by in each[: 1 + rules.pays_threes])
    if points == (0, 0):
        return
    if won <= lost:
        raise BadScore(message("league.refused.who-scored-more"))
    # If the target may be passed, a pub may also end a game early, by the clock.
    if rules.target_reached is TargetReached.EXACTLY and won != target:
        raise BadScore(message("league.refused.exactly", target=target))
    if rules.game_ends is GameEnds.AT_ONCE and won > most:
        raise BadScore(message("league.refused.above", target=target, most=most))
    if lost < 0 and rules.settlement is not Settlement.OWN_HAND:
        raise BadScore(message("league.refused.below-zero"))


def possible_results(form: MatchFormat) -> dict[tuple[int, int], tuple[tuple[int, int], ...]]:
    """What a match can end with, each with legs that make it so; none if that is no list."""
    found: dict[tuple[int, int], tuple[tuple[int, int], ...]] = {(0, 0): ()}
    for board in form.boards:
        before, found = found, {}
        # Nobody says more than who won a board: as clearly as can be.
        for leg in sorted(board.endings, key=lambda leg: (-abs(leg[0] - leg[1]), leg)):
            by_boards = form.counts is Counts.BOARDS
            home, away = (leg[0] > leg[1], leg[1] > leg[0]) if by_boards else leg
            for score, legs in before.items():
                found.setdefault((score[0] + home, score[1] + away), (*legs, leg))
        if len(found) > _MOST_RESULTS:
            return {}
    return found
