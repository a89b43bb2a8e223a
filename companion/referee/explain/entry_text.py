"""What an entry did, in a sentence or two, and who acts next."""

from companion.i18n import Text, message, sentences
from companion.record import statements
from companion.record.replay import Entry
from companion.referee import scoring_text
from companion.referee.explain.why_settled import describe_settlement
from companion.rules.game import Game
from companion.rules.hand import Ending, Hand


def describe_entry(entry: Entry) -> Text:
    """What an entry did, in a sentence or two."""
    game = entry.game
    match statement := entry.statement:
        case statements.TileSet():
            return _describe_set(entry, statement.claim)
        case statements.TilesDrawn(player, tiles):
            return _describe_drawn(entry.hand, player, tiles)
        case statements.TurnPassed(player):
            return _describe_passed(game, entry.hand, player)
        case statements.TilesLeft(player) | statements.PipsLeft(player):
            pips = message("unit.pips", count=statement.pips)
            left = message("entry.left", player=player, pips=pips)
            return sentences(left, describe_settlement(game), _won(game))
        case statements.PointsRuled(side, points, reason):
            worth = scoring_text.describe_points(game.rules, points)
            if reason:
                ruled = message("entry.ruling-because", points=worth, side=side, why=reason)
            else:
                ruled = message("entry.ruling", points=worth, side=side)
            return sentences(ruled, _won(game))
        case statements.HandLed(player):
            return message("entry.leads", player=player)


def what_next(game: Game) -> Text:
    """Who acts next and how: `Ana goes on.`, `Ben's turn.`, `Settle the hand.`"""
    hand, players = game.hand, game.seating.players
    if won := _won(game):
        return won
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


def _describe_drawn(hand: Hand, player: str, tiles: int) -> Text:
    drawn, left, drawable = message("unit.tiles", count=tiles), hand.boneyard, hand.drawable
    if left == drawable:
        return message("entry.draws", player=player, tiles=drawn, left=left)
    return message("entry.draws-some", player=player, tiles=drawn, left=left, drawable=drawable)


def _describe_passed(game: Game, hand: Hand, player: str) -> Text:
    is_knock = scoring_text.passes_as(hand) == "knock"
    passes = message("entry.knocks" if is_knock else "entry.passes", player=player)
    if game.hand_is_on:
        return sentences(passes, what_next(game))
    blocked = message("entry.blocked-by-knocks" if is_knock else "entry.blocked")
    return sentences(passes, blocked, describe_settlement(game), _won(game))


def _describe_set(entry: Entry, claim: int | None) -> Text:
    game, hand, play = entry.game, entry.hand, entry.play
    total = scoring_text.count_written_out(hand.layout)
    earned = scoring_text.describe_earned(game, play, claim)
    if earned is None:
        counted = message("entry.counts", total=total)
    elif play.points:
        counted = message("entry.counts-and-earns", total=total, earned=earned)
    else:
        counted = message("entry.counts-but", total=total, but=earned)
    name = game.seating.players[play.seat]
    if hand.ending in (Ending.DOMINO, Ending.WASHED_UP):
        ended = _describe_ended(hand, play.seat)
        return sentences(counted, ended, describe_settlement(game), _won(game))
    out = None
    if play.seat in hand.washed_up:
        out = message("entry.washed-up", player=name)
    elif play.seat not in hand.playing and not hand.is_over:
        out = message("entry.out", player=name)
    return sentences(counted, out, what_next(game))


def _describe_ended(hand: Hand, seat: int) -> Text:
    player = hand.seating.players[seat]
    if hand.ending is Ending.DOMINO:
        return message("entry.dominoes", player=player)
    if scoring_text.seats_out(hand):
        return message("entry.washed-up-last", player=player)
    return message("entry.all-washed-up", player=player)


def _won(game: Game) -> Text | None:
    if game.winner is None:
        return None
    seating, score = game.seating, game.scores[game.winner]
    people, side = len(seating.sides[game.winner]), seating.side_names[game.winner]
    return message("next.won", count=people, side=side, score=score)
