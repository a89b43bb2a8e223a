"""Why the turn went on, or passed to somebody else."""

from collections.abc import Iterator

from companion.record.replay import Entry
from companion.record.statements import TilesDrawn, TileSet, TurnPassed
from companion.referee.book import Book
from companion.referee.reason import Reason
from companion.referee.words import listed
from companion.rules.choices import AnotherTurn, DrawnTile, LastTile
from companion.rules.game import Game
from companion.rules.hand import Ending, Hand, Play


def why_turn(book: Book, before: Game, entry: Entry) -> Iterator[Reason]:
    """The reasons for whose turn it is after a tile, a draw or a pass."""
    statement, hand = entry.statement, entry.game.hand
    if hand is None or before.hand is None or hand.ending is Ending.TARGET:
        return
    match statement:
        case TileSet(player, _, _, claim):
            assert hand.play is not None
            scored = book.rules.credits(hand.play.total, claim)
            yield from _after_set(book, before.hand, hand, player, scored=scored)
        case TilesDrawn(player):
            done = "draws on" if hand.boneyard else "passes"
            told = f"The turn is still {player}'s, who sets a tile that fits or {done}."
            yield book.reason("draw", told)
        case TurnPassed(player) if hand.turn is not None:
            yield _next_in_turn(book, before.hand, hand)


def washed_up(book: Book, player: str) -> Reason:
    """Why a player is out of the hand."""
    return book.reason("last-tile", f"{player} owes a tile, holds none and has nothing to draw.")


def _after_set(
    book: Book, before: Hand, hand: Hand, player: str, *, scored: bool
) -> Iterator[Reason]:
    assert hand.play is not None
    rules, play = book.rules, hand.play
    earns = (scored and rules.pays_scores) or (play.tile.is_double and rules.pays_doubles)
    goes_on = earns and not (before.has_drawn and rules.drawn_tile is DrawnTile.ENDS_TURN)
    yield book.reason("another-turn", _earned_told(book, play, scored=scored))
    if earns and before.has_drawn:
        yield _drawn(book, play)
    if goes_on and hand.held[play.seat] == 0:
        yield _last_tile(book, hand, player)
    elif goes_on:
        yield book.reason("in-turn", f"The turn is still {player}'s.")
    if hand.turn not in (None, play.seat):
        yield _next_in_turn(book, before, hand)


def _earned_told(book: Book, play: Play, *, scored: bool) -> str:
    """What the tile is, and whether that earns another turn."""
    is_double = play.tile.is_double
    merits = [
        *(["is a double"] if is_double and book.rules.pays_doubles else []),
        *(["scored"] if scored and book.rules.pays_scores else []),
    ]
    if merits:
        return f"The {play.tile} {' and '.join(merits)}, which earns another turn."
    if book.rules.another_turn is AnotherTurn.NONE:
        return f"The {play.tile} earns no other turn."
    if scored:
        return f"The {play.tile} scored, but only a double would earn another turn."
    if is_double:
        return f"The {play.tile} is a double, but only a score would earn another turn."
    wanted = [
        *(["scored"] if book.rules.pays_scores else []),
        *(["is a double"] if book.rules.pays_doubles else []),
    ]
    if len(wanted) == 1:
        return f"The {play.tile} {_denied(wanted[0])}, so it earns no other turn."
    return f"The {play.tile} neither {' nor '.join(wanted)}, so it earns no other turn."


def _denied(merit: str) -> str:
    return "did not score" if merit == "scored" else "is no double"


def _drawn(book: Book, play: Play) -> Reason:
    if book.rules.drawn_tile is DrawnTile.ENDS_TURN:
        told = f"But the {play.tile} was drawn, so the turn ends with it."
    else:
        told = f"That the {play.tile} was drawn makes no difference."
    return book.reason("drawn-tile", told)


def _last_tile(book: Book, hand: Hand, player: str) -> Reason:
    assert hand.play is not None
    if hand.play.seat in hand.washed_up:
        return washed_up(book, player)
    if hand.turn == hand.play.seat:
        told = f"{player} holds nothing more and draws for the tile that is owed."
    elif book.rules.last_tile is LastTile.DRAWS:
        told = f"{player} holds nothing more and has nothing to draw, so the hand is over."
    else:
        told = f"{player} holds nothing more, so the hand is over."
    return book.reason("last-tile", told)


def _next_in_turn(book: Book, before: Hand, hand: Hand) -> Reason:
    """Who follows, and who was left out on the way."""
    assert before.turn is not None and hand.turn is not None
    names = hand.seating.players
    seats = len(names)
    steps = (hand.turn - before.turn - 1) % seats
    passed_over = [names[(before.turn + step) % seats] for step in range(1, steps + 1)]
    if not passed_over:
        return book.reason("in-turn", f"{names[hand.turn]} is next.")
    verb = "is" if len(passed_over) == 1 else "are"
    told = f"{listed(passed_over)} {verb} washed up, so {names[hand.turn]} is next."
    return book.reason("in-turn", told)
