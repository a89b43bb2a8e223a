"""The referee's sentences: what a tile counted, who goes on, how a hand was settled.

The pages and the command line say them alike. Everything is computed from the
game before and after an entry.
"""

from collections.abc import Iterable

from companion.record.replay import Entry
from companion.record.statements import (
    HandLed,
    PipsLeft,
    PointsRuled,
    TilesDrawn,
    TileSet,
    TilesLeft,
    TurnPassed,
)
from companion.rules.choices import Points, Rounding, Settlement
from companion.rules.game import Game
from companion.rules.hand import Ending, Hand, Play
from companion.rules.layout import Layout
from companion.rules.rules import Rules
from companion.rules.settlement import HandResult, hands_taken, round_to_five


def count_written_out(layout: Layout) -> str:
    """The count as players say it: `6 + 8 + 1 = 15`; a covered double is not named."""
    terms = [str(end.counts) for end in layout.ends if end.counts or not end.host.is_double]
    if len(terms) < 2:
        return str(layout.total)
    return f"{' + '.join(terms)} = {layout.total}"


def points_told(rules: Rules, points: int) -> str:
    """Points with their unit: `3 pegs`, `15 points`, `1 chip`."""
    if rules.settlement is Settlement.CHIPS and rules.points is Points.NONE:
        unit = "chip"
    else:
        unit = "peg" if rules.points is Points.FIFTHS else "point"
    return f"{points} {unit}" if abs(points) == 1 else f"{points} {unit}s"


def entry_told(before: Game, entry: Entry) -> str:
    """What an entry came to, in a sentence or two."""
    game = entry.game
    match statement := entry.statement:
        case TileSet():
            return _set_told(game, statement.claim)
        case TilesDrawn(player, tiles):
            assert game.hand is not None
            drawn = "1 tile" if tiles == 1 else f"{tiles} tiles"
            return f"{player} draws {drawn}; {game.hand.boneyard} left in the boneyard."
        case TurnPassed(player):
            blocked = " Everybody passed: the hand is blocked." if not game.hand_is_on else ""
            return f"{player} passes.{blocked or ' ' + what_next(game)}{_settled(game)}"
        case TilesLeft(player, left):
            return f"{player} has {pips_told(sum(t.pips for t in left))} left.{_settled(game)}"
        case PipsLeft(player, pips):
            return f"{player} has {pips_told(pips)} left.{_settled(game)}"
        case PointsRuled(side, points, reason):
            why = f": {reason}" if reason else ""
            return f"By agreement {points_told(game.rules, points)} for {side}{why}.{_won(game)}"
        case HandLed(player):
            return f"{player} leads."


def what_next(game: Game) -> str:
    """Who acts next and how: `Ana goes on.`, `Ben's turn.`, `Settle the hand.`"""
    hand = game.hand
    if game.is_over:
        return _won(game).strip()
    if hand is None or game.result is not None:
        if game.next_leader is None:
            return "Lead the next hand." if hand else "Lead the first hand."
        return f"{game.seating.players[game.next_leader]} leads the next hand."
    if hand.turn is None:
        return "Settle the hand."
    name = game.seating.players[hand.turn]
    if hand.must_draw:
        return f"{name} draws to finish the turn."
    if hand.play is not None and hand.play.again:
        return f"{name} goes on."
    return f"{name}'s turn."


def settlement_told(game: Game) -> str:
    """The arithmetic of the hand just settled, in a line."""
    hand, result = game.hand, game.result
    if hand is None or result is None or result.ending is Ending.TARGET:
        return ""
    names = game.seating.side_names
    if hand.rules.settlement is Settlement.WINNER_TAKES:
        return " ".join(_taking_told(game, hand, result, side) for side in result.winners)
    return " ".join(
        f"{name} {_signed(points)}."
        for name, points in zip(names, result.points, strict=True)
        if points
    )


def _signed(points: int) -> str:
    return f"+{points}" if points > 0 else f"−{-points}"


def _taking_told(game: Game, hand: Hand, result: HandResult, side: int) -> str:
    taken = _taken(hand, hands_taken(hand, side, result.winners))
    points = points_told(game.rules, result.points[side])
    return f"{game.seating.side_names[side]} takes {taken}: {points}."


def _taken(hand: Hand, others: tuple[int, ...]) -> str:
    if not others:
        return "nothing, for nobody holds a tile"
    if hand.rules.rounding is Rounding.EACH_HAND:
        each = ", ".join(f"{pips} → {round_to_five(pips)}" for pips in others)
        return f"the other hands, each rounded ({each})"
    total = sum(others)
    added = " + ".join(map(str, others))
    written = f"{added} = {total}" if len(others) > 1 else str(total)
    rounded = round_to_five(total)
    return f"{written} pips" + (f", rounded to {rounded}" if rounded != total else "")


def earned_told(rules: Rules, play: Play, claim: int | None) -> str:
    """What a tile pegged, or why it pegged nothing: `3 pegs`, `but it was not announced`."""
    if play.points:
        return points_told(rules, play.points)
    if rules.scores(play.total) and not rules.credits(play.total, claim):
        return "but it was not announced" if claim is None else f"but {claim} was announced"
    return ""


def _set_told(game: Game, claim: int | None) -> str:
    hand = game.hand
    assert hand is not None and hand.play is not None
    earned = earned_told(game.rules, hand.play, claim)
    joint = " → " if hand.play.points else ", " if earned else ""
    after = _after_set(game, hand, hand.play)
    return f"{count_written_out(hand.layout)}{joint}{earned}. {after}"


def _after_set(game: Game, hand: Hand, play: Play) -> str:
    name = game.seating.players[play.seat]
    if hand.ending is Ending.DOMINO:
        return f"{name} dominoes.{_settled(game)}"
    if hand.ending is Ending.WASHED_UP:
        return f"{name} is washed up, and so is everybody: the hand ends.{_settled(game)}"
    if play.seat in hand.washed_up:
        return f"{name} is washed up. {what_next(game)}"
    return what_next(game)


def _settled(game: Game) -> str:
    if game.result is None:
        return ""
    settlement = settlement_told(game)
    return f"{' ' + settlement if settlement else ''}{_won(game)}"


def _won(game: Game) -> str:
    if game.winner is None:
        return ""
    name = game.seating.side_names[game.winner]
    verb = "win" if game.seating.has_partners else "wins"
    return f" {name} {verb} the game with {game.scores[game.winner]}."


def pips_told(pips: int) -> str:
    """Pips with their unit: `1 pip`, `5 pips`."""
    return "1 pip" if pips == 1 else f"{pips} pips"


def listed(things: Iterable[object], joint: str = "and") -> str:
    """Several things in a row: `6, 4 and 1`, `6-1 or 6-2`."""
    *first, last = map(str, things)
    return f"{', '.join(first)} {joint} {last}" if first else last


def turn_heading(game: Game) -> str:
    """Whose turn it is, in a word or two: `Ana again`, `Ben`, `Settle the hand`."""
    hand = game.hand
    names = game.seating.players
    if game.winner is not None:
        return game.seating.side_names[game.winner]
    if game.awaits_lead:
        return "The lead" if game.next_leader is None else names[game.next_leader]
    assert hand is not None
    if hand.turn is None:
        return _ENDED[hand.ending or Ending.DOMINO].format(
            name=names[hand.dominoer] if hand.dominoer is not None else "Nobody"
        )
    goes_on = hand.play is not None and hand.play.again
    return f"{names[hand.turn]} again" if goes_on else names[hand.turn]


def turn_reason(game: Game) -> str:
    """What that player can do, or why the turn goes on."""
    hand = game.hand
    if game.winner is not None:
        verb = "win" if game.seating.has_partners else "wins"
        return f"{verb} the game with {game.scores[game.winner]}"
    if game.awaits_lead:
        if game.next_leader is not None:
            return "leads the next hand"
        return "tap who leads, or draw lots"
    assert hand is not None
    if hand.turn is None:
        return "what is left?"
    if hand.must_draw:
        return "draws to finish the turn"
    if hand.has_drawn:
        return "sets it, or draws on" if hand.boneyard else "sets it, or passes"
    if hand.play is not None and hand.play.again:
        scored = game.rules.scores(hand.play.total)
        return "one more, for the score" if scored else "one more, for the double"
    if not hand.layout.tiles:
        return "leads " + ("any tile" if hand.must_lead else "a double, a 5 or a 10")
    if hand.may_draw:
        return "sets a tile, or draws"
    return "sets a tile, or passes"


_ENDED = {
    Ending.DOMINO: "{name} dominoes",
    Ending.BLOCKED: "The hand is blocked",
    Ending.WASHED_UP: "All are washed up",
    Ending.TARGET: "The game is won",
}
