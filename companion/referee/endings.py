"""Why a hand ended, why the game did or did not, and who leads next."""

from collections.abc import Iterator

from companion.record.replay import Entry
from companion.record.statements import PointsRuled
from companion.referee.book import Book
from companion.referee.reason import Reason
from companion.referee.words import listed, points_told
from companion.rules.choices import GameEnds, NextLead
from companion.rules.game import Game
from companion.rules.hand import Ending, Hand


def why_ended(book: Book, before: Game, entry: Entry) -> Iterator[Reason]:
    """The reasons why the hand was over with this entry; none if it was not."""
    hand = entry.game.hand
    if hand is None or hand.ending is None or not before.hand_is_on:
        return
    names = hand.seating.players
    match hand.ending:
        case Ending.DOMINO:
            assert hand.dominoer is not None
            yield book.reason("domino", f"{names[hand.dominoer]} set the last tile and dominoes.")
        case Ending.BLOCKED:
            still_in = [name for seat, name in enumerate(names) if seat not in hand.washed_up]
            told = f"{listed(still_in)} passed one after another."
            if len(still_in) == 1:
                told = f"{still_in[0]} is alone in the hand and passed."
            yield book.reason("blocked", told)
        case Ending.WASHED_UP:
            yield book.reason("all-washed-up", f"{listed(names)} are all washed up.")
        case Ending.TARGET:
            yield book.reason("game-ends", "The game was won, so the hand ended unsettled.")
    if hand.ending is not Ending.TARGET and hand.untold:
        told = f"{listed(names[seat] for seat in hand.untold)} must tell what is left."
        yield book.reason("all-told", told)


def why_game(book: Book, before: Game, entry: Entry) -> Iterator[Reason]:
    """The reasons why the game ended, or goes on though somebody has the target."""
    game = entry.game
    if game.winner is not None:
        yield from _why_won(book, entry)
        return
    highest = max(game.scores)
    if highest < book.rules.target or game.scores == before.scores:
        return
    leaders = [
        name
        for name, score in zip(game.seating.side_names, game.scores, strict=True)
        if score == highest
    ]
    has = "has" if len(leaders) == 1 and not game.seating.has_partners else "have"
    told = f"{listed(leaders)} {has} {highest} of {book.rules.target}"
    if game.result is not None and len(leaders) > 1:
        yield book.reason("tied-target", f"{told} and are tied.", amounts=[highest])
    elif book.rules.game_ends is GameEnds.AFTER_HAND:
        yield book.reason("game-ends", f"{told}, but the hand goes on.", amounts=[highest])


def _why_won(book: Book, entry: Entry) -> Iterator[Reason]:
    game = entry.game
    assert game.winner is not None
    name, score = game.seating.side_names[game.winner], game.scores[game.winner]
    target = book.rules.target
    have = "have" if game.seating.has_partners else "has"
    told = f"{name} {have} {points_told(book.rules, score)}, and the target is {target}."
    yield book.reason("target", told, amounts=[score, target])
    if game.result is None or game.result.ending is Ending.TARGET:
        return
    if book.rules.game_ends is GameEnds.AFTER_HAND:
        told = "The hand is settled, and nobody else has as much."
    elif isinstance(entry.statement, PointsRuled):
        told = "The points agreed on reached it."
    else:
        told = "The settlement reached it."
    yield book.reason("game-ends", told, amounts=[score])


def why_next_lead(book: Book, before: Game, entry: Entry) -> Iterator[Reason]:
    """The reasons for who leads the next hand, once this one is settled."""
    game = entry.game
    if game.result is None or before.result is not None or game.is_over:
        return
    assert game.hand is not None
    yield book.reason("next-lead", _next_lead_told(book, game, game.hand))


def _next_lead_told(book: Book, game: Game, hand: Hand) -> str:
    if game.next_leader is None:
        return "Nobody dominoed, so lots decide who leads next."
    leads = f"{hand.seating.players[game.next_leader]} leads next"
    if book.rules.next_lead is NextLead.DOMINOER:
        return f"{leads}, having dominoed."
    return f"{leads}, sitting after {hand.seating.players[hand.leader]}, whose lead this hand was."
