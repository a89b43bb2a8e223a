"""Why a hand ended, why the game did or did not, and who leads next."""

from collections.abc import Iterator

from companion.i18n import Text, listed, message
from companion.record.replay import Entry
from companion.record.statements import PointsRuled
from companion.referee.rule_book import Book, Reason
from companion.referee.scoring_text import describe_points, passes_as, seats_out
from companion.rules import choices
from companion.rules.game import Game
from companion.rules.hand import Ending, Hand


def why_ended(book: Book, before: Game, entry: Entry) -> Iterator[Reason]:
    """Why this entry ended the hand; no reasons if it did not."""
    hand = entry.hand
    if hand.ending is None or not before.hand_is_on:
        return
    yield from how_ended(book, hand)
    if hand.must_show and hand.ending is not Ending.TARGET:
        names = hand.seating.players
        left = message("why.must-tell", players=listed(names[seat] for seat in hand.must_show))
        yield book.reason("all-told", left)


def how_ended(book: Book, hand: Hand) -> Iterator[Reason]:
    """How a hand ended; no reasons while it goes on."""
    match hand.ending:
        case Ending.DOMINO:
            assert hand.dominoer is not None
            yield from _why_domino(book, hand, hand.dominoer)
        case Ending.BLOCKED:
            yield book.reason("blocked", _describe_block(hand))
        case Ending.WASHED_UP:
            yield from _why_washed_up(book, hand)
        case Ending.TARGET:
            yield book.reason("game-ends", message("why.ended-unsettled"))


def _why_domino(book: Book, hand: Hand, seat: int) -> Iterator[Reason]:
    name = hand.seating.players[seat]
    yield book.reason("domino", message("why.dominoes", player=name))
    partners = [each for each in hand.seating.sides[hand.seating.side_of[seat]] if each != seat]
    if not partners:
        return
    partner = listed(hand.seating.players[each] for each in partners)
    needs_both = book.rules.partners_out is choices.PartnersOut.BOTH
    out = message("why.both-out" if needs_both else "why.one-out", player=name, partner=partner)
    yield book.reason("partners-out", out)


def _describe_block(hand: Hand) -> Text:
    players = [hand.seating.players[seat] for seat in hand.playing]
    return message(
        "why.blocked-by-knocks" if passes_as(hand) == "knock" else "why.blocked",
        count=len(players),
        players=listed(players),
    )


def _why_washed_up(book: Book, hand: Hand) -> Iterator[Reason]:
    names, out = hand.seating.players, seats_out(hand)
    washed_up = [names[seat] for seat in sorted(hand.washed_up)]
    sentence = message("why.all-washed-up", players=listed(washed_up))
    if out:
        sentence = message(
            "why.washed-up-and-out",
            count=len(washed_up),
            washed_up=listed(washed_up),
            out=listed(names[seat] for seat in out),
        )
    yield book.reason("all-washed-up", sentence)


def why_game(book: Book, before: Game, entry: Entry) -> Iterator[Reason]:
    """Why the game ended, or goes on although someone has reached the target."""
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
    elif book.rules.game_ends is choices.GameEnds.AFTER_HAND:
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
    if score > target and book.rules.target_reached is choices.TargetReached.EXACTLY:
        yield book.reason("target-reached", message("why.agreed-points-may-pass"))
    if game.result is None or game.result.ending is Ending.TARGET:
        return
    if book.rules.game_ends is choices.GameEnds.AFTER_HAND:
        reached = message("why.settled-and-ahead")
    elif isinstance(entry.statement, PointsRuled):
        reached = message("why.agreed-points-reached-it")
    else:
        reached = message("why.settlement-reached-it")
    yield book.reason("game-ends", reached, amounts=[score])


def why_next_lead(book: Book, before: Game, entry: Entry) -> Iterator[Reason]:
    """The player who leads the next hand and why, once this one is settled."""
    game = entry.game
    if game.result is None or before.result is not None or game.is_over:
        return
    if game.next_leader is None:
        sentence = message("why.lots-decide-next")
    else:
        player = game.seating.players[game.next_leader]
        if book.rules.next_lead is choices.NextLead.DOMINOER:
            sentence = message("why.dominoer-leads-next", player=player)
        else:
            leader = game.seating.players[entry.hand.leader]
            sentence = message("why.lead-goes-round", player=player, leader=leader)
    yield book.reason("next-lead", sentence)
