"""Why a hand ended, why the game did or did not, and who leads next."""

from collections.abc import Iterator

from companion.record.replay import Entry
from companion.record.statements import PointsRuled
from companion.referee.book import Book
from companion.referee.reason import Reason
from companion.referee.words import describe_points
from companion.rules.choices import GameEnds, NextLead
from companion.rules.game import Game
from companion.rules.hand import Ending, Hand
from companion.words import Text, listed, message


def why_ended(book: Book, before: Game, entry: Entry) -> Iterator[Reason]:
    """The reasons why the hand was over with this entry; none if it was not."""
    hand = entry.game.hand
    if hand is None or hand.ending is None or not before.hand_is_on:
        return
    names = hand.seating.players
    match hand.ending:
        case Ending.DOMINO:
            assert hand.dominoer is not None
            yield book.reason("domino", message("why.dominoes", player=names[hand.dominoer]))
        case Ending.BLOCKED:
            still_in = [name for seat, name in enumerate(names) if seat not in hand.washed_up]
            passed = message("why.blocked", count=len(still_in), players=listed(still_in))
            yield book.reason("blocked", passed)
        case Ending.WASHED_UP:
            yield book.reason("all-washed-up", message("why.all-washed-up", players=listed(names)))
        case Ending.TARGET:
            yield book.reason("game-ends", message("why.ended-unsettled"))
    if hand.ending is not Ending.TARGET and hand.untold:
        left = message("why.must-tell", players=listed(names[seat] for seat in hand.untold))
        yield book.reason("all-told", left)


def why_game(book: Book, before: Game, entry: Entry) -> Iterator[Reason]:
    """The reasons why the game ended, or goes on though somebody has the target."""
    game = entry.game
    if game.winner is not None:
        yield from _why_won(book, entry)
        return
    highest = max(game.scores)
    if highest < book.rules.target or game.scores == before.scores:
        return
    leaders = [side for side, score in enumerate(game.scores) if score == highest]
    names = listed(game.seating.side_names[side] for side in leaders)
    if game.result is not None and len(leaders) > 1:
        tied = message("why.tied", sides=names, score=highest, target=book.rules.target)
        yield book.reason("tied-target", tied, amounts=[highest])
    elif book.rules.game_ends is GameEnds.AFTER_HAND:
        goes_on = message(
            "why.has-target-but-goes-on",
            count=sum(len(game.seating.sides[side]) for side in leaders),
            sides=names,
            score=highest,
            target=book.rules.target,
        )
        yield book.reason("game-ends", goes_on, amounts=[highest])


def _why_won(book: Book, entry: Entry) -> Iterator[Reason]:
    game = entry.game
    assert game.winner is not None
    score, target = game.scores[game.winner], book.rules.target
    has_target = message(
        "why.has-target",
        count=len(game.seating.sides[game.winner]),
        side=game.seating.side_names[game.winner],
        points=describe_points(book.rules, score),
        target=target,
    )
    yield book.reason("target", has_target, amounts=[score, target])
    if game.result is None or game.result.ending is Ending.TARGET:
        return
    if book.rules.game_ends is GameEnds.AFTER_HAND:
        reached = message("why.settled-and-ahead")
    elif isinstance(entry.statement, PointsRuled):
        reached = message("why.agreed-points-reached-it")
    else:
        reached = message("why.settlement-reached-it")
    yield book.reason("game-ends", reached, amounts=[score])


def why_next_lead(book: Book, before: Game, entry: Entry) -> Iterator[Reason]:
    """The reasons for who leads the next hand, once this one is settled."""
    game = entry.game
    if game.result is None or before.result is not None or game.is_over:
        return
    assert game.hand is not None
    yield book.reason("next-lead", _describe_next_lead(book, game, game.hand))


def _describe_next_lead(book: Book, game: Game, hand: Hand) -> Text:
    if game.next_leader is None:
        return message("why.lots-decide-next")
    player = hand.seating.players[game.next_leader]
    if book.rules.next_lead is NextLead.DOMINOER:
        return message("why.dominoer-leads-next", player=player)
    leader = hand.seating.players[hand.leader]
    return message("why.lead-goes-round", player=player, leader=leader)
