"""What the referee says of an entry: what a tile counted, who goes on, how a hand was settled.

Everything is computed from the game before and after it.
"""

from collections.abc import Sequence
from typing import Any

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
from companion.words import Signed, Text, message, sentences


def count_written_out(layout: Layout) -> str:
    """The count as players say it: `6 + 8 + 1 = 15`; a covered double is not named."""
    return write_sum([end.counts for end in layout.ends if end.counts or not end.host.is_double])


def write_sum(terms: Sequence[int]) -> str:
    """A sum: `6 + 8 = 14`; of one term or none only what it comes to."""
    return f"{' + '.join(map(str, terms))} = {sum(terms)}" if len(terms) > 1 else str(sum(terms))


def describe_points(rules: Rules, points: int) -> Text:
    """Points with their unit: `3 pegs`, `15 points`, `1 chip`."""
    return message(f"unit.{unit_of(rules)}", count=points)


def unit_of(rules: Rules) -> str:
    """What points are called, by the name of the unit: `pegs`, `points`, `chips`."""
    if rules.settlement is Settlement.CHIPS and rules.points is Points.NONE:
        return "chips"
    return "pegs" if rules.points is Points.FIFTHS else "points"


def describe_entry(before: Game, entry: Entry) -> Text:
    """What an entry came to, in a sentence or two."""
    game = entry.game
    match statement := entry.statement:
        case TileSet():
            return _describe_set(game, statement.claim)
        case TilesDrawn(player, tiles):
            assert game.hand is not None
            drawn = message("unit.tiles", count=tiles)
            return message("entry.draws", player=player, tiles=drawn, left=game.hand.boneyard)
        case TurnPassed(player):
            passes = message("entry.passes", player=player)
            if game.hand_is_on:
                return sentences(passes, what_next(game))
            return sentences(passes, message("entry.blocked"), *_settled(game))
        case TilesLeft(player, left):
            return _describe_left(game, player, sum(tile.pips for tile in left))
        case PipsLeft(player, pips):
            return _describe_left(game, player, pips)
        case PointsRuled(side, points, reason):
            worth = describe_points(game.rules, points)
            if reason:
                ruled = message("entry.ruling-because", points=worth, side=side, why=reason)
            else:
                ruled = message("entry.ruling", points=worth, side=side)
            return sentences(ruled, *_won(game))
        case HandLed(player):
            return message("entry.leads", player=player)


def what_next(game: Game) -> Text:
    """Who acts next and how: `Ana goes on.`, `Ben's turn.`, `Settle the hand.`"""
    hand, players = game.hand, game.seating.players
    if game.winner is not None:
        return describe_victory(game)
    if hand is None or game.result is not None:
        if game.next_leader is not None:
            return message("next.leads", player=players[game.next_leader])
        return message("next.lead" if hand else "next.first-lead")
    if hand.turn is None:
        return message("next.settle")
    player = players[hand.turn]
    if hand.must_draw:
        return message("next.draws", player=player)
    if hand.play is not None and hand.play.again:
        return message("next.goes-on", player=player)
    return message("next.turn", player=player)


def describe_victory(game: Game) -> Text:
    """Who won the game, and with how much."""
    assert game.winner is not None
    return message(
        "next.won",
        count=len(game.seating.sides[game.winner]),
        side=game.seating.side_names[game.winner],
        score=game.scores[game.winner],
    )


def describe_settlement(game: Game) -> Text | None:
    """The arithmetic of the hand just settled; None where nobody gets or loses anything."""
    hand, result = game.hand, game.result
    if hand is None or result is None or result.ending is Ending.TARGET:
        return None
    if hand.rules.settlement is Settlement.WINNER_TAKES:
        parts = [_describe_taking(hand, result, side) for side in result.winners]
    else:
        parts = [
            message("settled.side", side=name, points=Signed(points))
            for name, points in zip(game.seating.side_names, result.points, strict=True)
            if points
        ]
    return sentences(*parts) if parts else None


def describe_earned(rules: Rules, play: Play, claim: int | None) -> Text | None:
    """What a tile pegged, or why it pegged nothing: `3 pegs`, `but it was not announced`."""
    if play.points:
        return describe_points(rules, play.points)
    if not rules.scores(play.total) or rules.credits(play.total, claim):
        return None
    if claim is None:
        return message("earned.not-announced")
    return message("earned.announced-wrongly", claim=claim)


def turn_heading(game: Game) -> Text:
    """Whose turn it is, in a word or two: `Ana again`, `Ben`, `Settle the hand`."""
    hand, names = game.hand, game.seating.players
    if game.winner is not None:
        return _name(game.seating.side_names[game.winner])
    if game.awaits_lead:
        return message("turn.lead") if game.next_leader is None else _name(names[game.next_leader])
    assert hand is not None
    if hand.turn is None:
        return _describe_ending(hand)
    if hand.play is not None and hand.play.again:
        return message("turn.again", player=names[hand.turn])
    return _name(names[hand.turn])


def turn_reason(game: Game) -> Text:
    """What that player can do, or why the turn goes on."""
    hand = game.hand
    if game.winner is not None:
        seats, score = game.seating.sides[game.winner], game.scores[game.winner]
        return message("turn.won", count=len(seats), score=score)
    if game.awaits_lead:
        return message("turn.who-leads" if game.next_leader is None else "turn.leads-next")
    assert hand is not None
    if hand.turn is None:
        return message("turn.what-is-left")
    if hand.must_draw:
        return message("turn.draws-to-finish")
    if hand.has_drawn:
        return message("turn.sets-or-draws-on" if hand.boneyard else "turn.sets-it-or-passes")
    if hand.play is not None and hand.play.again:
        scored = game.rules.scores(hand.play.total)
        return message("turn.again-for-score" if scored else "turn.again-for-double")
    if not hand.layout.tiles:
        return message("turn.leads-any" if hand.must_lead else "turn.leads-some")
    return message("turn.sets-or-draws" if hand.may_draw else "turn.sets-or-passes")


def _name(name: str) -> Text:
    return message("turn.name", name=name)


def _describe_ending(hand: Hand) -> Text:
    match hand.ending:
        case Ending.DOMINO if hand.dominoer is not None:
            return message("turn.dominoes", player=hand.seating.players[hand.dominoer])
        case Ending.BLOCKED:
            return message("turn.blocked")
        case Ending.WASHED_UP:
            return message("turn.washed-up")
    return message("turn.won-game")


def _describe_set(game: Game, claim: int | None) -> Text:
    hand = game.hand
    assert hand is not None and hand.play is not None
    total, earned = count_written_out(hand.layout), describe_earned(game.rules, hand.play, claim)
    if earned is None:
        counted = message("entry.counts", total=total)
    elif hand.play.points:
        counted = message("entry.counts-and-earns", total=total, earned=earned)
    else:
        counted = message("entry.counts-but", total=total, but=earned)
    return sentences(counted, *_after_set(game, hand, hand.play))


def _after_set(game: Game, hand: Hand, play: Play) -> tuple[Text, ...]:
    name = game.seating.players[play.seat]
    if hand.ending is Ending.DOMINO:
        return (message("entry.dominoes", player=name), *_settled(game))
    if hand.ending is Ending.WASHED_UP:
        return (message("entry.all-washed-up", player=name), *_settled(game))
    if play.seat in hand.washed_up:
        return (message("entry.washed-up", player=name), what_next(game))
    return (what_next(game),)


def _describe_left(game: Game, player: str, pips: int) -> Text:
    left = message("entry.left", player=player, pips=message("unit.pips", count=pips))
    return sentences(left, *_settled(game))


def _settled(game: Game) -> tuple[Text, ...]:
    settlement = describe_settlement(game)
    return (*([settlement] if settlement else []), *_won(game))


def _won(game: Game) -> tuple[Text, ...]:
    return () if game.winner is None else (describe_victory(game),)


def _describe_taking(hand: Hand, result: HandResult, side: int) -> Text:
    others = hands_taken(hand, side, result.winners)
    total = sum(others)
    rounded = round_to_five(total)
    parts: dict[str, Any] = {
        "side": hand.seating.side_names[side],
        "points": describe_points(hand.rules, result.points[side]),
    }
    people = len(hand.seating.sides[side])
    if not others:
        return message("settled.takes-nothing", count=people, **parts)
    if hand.rules.rounding is Rounding.EACH_HAND:
        each = ", ".join(f"{pips} → {round_to_five(pips)}" for pips in others)
        return message("settled.takes-each-rounded", count=people, each=each, **parts)
    pips = _sum_of_pips(others)
    if rounded == total:
        return message("settled.takes", count=people, pips=pips, **parts)
    return message("settled.takes-rounded", count=people, pips=pips, rounded=rounded, **parts)


def _sum_of_pips(hands: tuple[int, ...]) -> Text:
    if len(hands) == 1:
        return message("unit.pips", count=hands[0])
    return message("settled.sum-of-pips", count=sum(hands), terms=" + ".join(map(str, hands)))
