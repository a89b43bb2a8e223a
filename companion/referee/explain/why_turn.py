"""Why a turn went on or ended, and who is next."""

from collections.abc import Iterator

from companion.i18n import Text, listed, message
from companion.record.replay import Entry
from companion.record.statements import TilesDrawn, TileSet, TurnPassed
from companion.referee.explain.why_allowed import nothing_to_draw, what_is_drawn
from companion.referee.rule_book import Book, Reason
from companion.referee.scoring_text import seats_out
from companion.rules.choices import AnotherTurn, DrawnTile, LastTile
from companion.rules.game import Game
from companion.rules.hand import Ending, Hand, Play


def why_turn(book: Book, before: Game, entry: Entry) -> Iterator[Reason]:
    """Why it is someone's turn after a tile, a draw or a pass."""
    hand = entry.hand
    if before.hand is None or hand.ending is Ending.TARGET:
        return
    match entry.statement:
        case TileSet(claim=claim):
            yield from _after_set(book, before.hand, entry, claim)
        case TilesDrawn(player):
            sentence = message(
                "why.sets-or-draws-on" if hand.drawable else "why.sets-or-passes", player=player
            )
            yield book.reason("draw", sentence)
        case TurnPassed() if hand.turn is not None:
            yield _next_in_turn(book, before.hand, hand)


def out_of_hand(book: Book, hand: Hand, seat: int) -> Iterator[Reason]:
    """Why a player gets no more turns; no reasons if they are still in the hand."""
    if seat in hand.washed_up:
        washed_up = message("why.washed-up", player=hand.seating.players[seat])
        yield book.reason("last-tile", washed_up)
    elif seat in seats_out(hand):
        yield _out(book, hand, seat)


def _after_set(book: Book, before: Hand, entry: Entry, claim: int | None) -> Iterator[Reason]:
    rules, hand, play = book.rules, entry.hand, entry.play
    scored = rules.credits(play.total, claim)
    earns = (scored and rules.pays_scores) or (play.tile.is_double and rules.pays_doubles)
    ends_turn = before.has_drawn and rules.drawn_tile is DrawnTile.ENDS_TURN
    yield book.reason("another-turn", _describe_earned(book, play, scored=scored))
    if earns and before.has_drawn:
        yield book.reason("drawn-tile", _describe_drawn(before, play, ends_turn=ends_turn))
    if earns and not ends_turn:
        if hand.held[play.seat] == 0:
            yield from _last_tile(book, hand, play.seat)
        else:
            player = hand.seating.players[play.seat]
            yield book.reason("in-turn", message("why.still-in-turn", player=player))
    if play.seat in seats_out(hand) and not hand.is_over:
        yield _out(book, hand, play.seat)
    if hand.turn not in (None, play.seat):
        yield _next_in_turn(book, before, hand)


def _describe_drawn(before: Hand, play: Play, *, ends_turn: bool) -> Text:
    """What it means that a tile was drawn, or that its player drew before playing it."""
    if not before.rules.draws_prove:
        # If drawing is free, nobody knows which tiles were drawn.
        player = before.seating.players[play.seat]
        return message(
            "why.drew-so-turn-ends" if ends_turn else "why.drew-all-the-same",
            player=player,
            tile=play.tile,
        )
    return message("why.drawn-ends-turn" if ends_turn else "why.drawn-all-the-same", tile=play.tile)


def _out(book: Book, hand: Hand, seat: int) -> Reason:
    """Why a hand goes on although someone played their last tile."""
    names = hand.seating.players
    partners = hand.seating.sides[hand.seating.side_of[seat]]
    still = listed(names[each] for each in partners if hand.held[each])
    sentence = message("why.out-but-partner-plays", player=names[seat], partner=still)
    return book.reason("partners-out", sentence)


def _describe_earned(book: Book, play: Play, *, scored: bool) -> Text:
    """Say what kind of tile it is, and if it earns another turn."""
    tile, rules = play.tile, book.rules
    match tile.is_double and rules.pays_doubles, scored and rules.pays_scores:
        case True, True:
            return message("why.double-and-score-earn", tile=tile)
        case True, False:
            return message("why.double-earns", tile=tile)
        case False, True if play.disregarded:
            return message("why.disregarded-score-earns", tile=tile)
        case False, True:
            return message("why.score-earns", tile=tile)
    if rules.another_turn is AnotherTurn.NONE:
        return message("why.earns-no-turn", tile=tile)
    if scored or tile.is_double:
        return message("why.only-a-double-earns" if scored else "why.only-a-score-earns", tile=tile)
    if rules.pays_scores and rules.scores(play.total):
        return message("why.not-credited", tile=tile)
    if rules.pays_scores and rules.pays_doubles:
        return message("why.neither-score-nor-double", tile=tile)
    return message("why.no-score" if rules.pays_scores else "why.no-double", tile=tile)


def _last_tile(book: Book, hand: Hand, seat: int) -> Iterator[Reason]:
    """What happens to a player whose last tile earned another turn."""
    player = hand.seating.players[seat]
    if seat in hand.washed_up:
        yield book.reason("last-tile", message("why.washed-up", player=player))
        yield from nothing_to_draw(book, hand)
    elif hand.turn == seat:
        yield book.reason("last-tile", message("why.draws-what-is-owed", player=player))
        yield from what_is_drawn(book, hand.boneyard)
    elif book.rules.last_tile is not LastTile.GOES_OUT:
        nothing = message(
            "why.out-with-nothing-to-draw" if hand.is_over else "why.nothing-to-draw-for-it",
            player=player,
        )
        yield book.reason("last-tile", nothing)
        yield from nothing_to_draw(book, hand)
    else:
        out = message("why.out" if hand.is_over else "why.goes-out", player=player)
        yield book.reason("last-tile", out)


def _next_in_turn(book: Book, before: Hand, hand: Hand) -> Reason:
    """Say whose turn is next, and who was skipped."""
    assert before.turn is not None and hand.turn is not None
    players = hand.seating.players
    # Once around the table, from the player who acted.
    following = (*players[before.turn + 1 :], *players[: before.turn + 1])
    player = players[hand.turn]
    passed_over = following[: following.index(player)]
    if not passed_over:
        return book.reason("in-turn", message("why.next", player=player))
    are_washed_up = {seat in hand.washed_up for seat in map(players.index, passed_over)}
    names, count = listed(passed_over), len(passed_over)
    if are_washed_up == {True, False}:
        return book.reason("in-turn", message("why.next-after-both", names=names, player=player))
    if are_washed_up == {True}:
        after = message("why.next-after", count=count, washed_up=names, player=player)
        return book.reason("in-turn", after)
    after = message("why.next-after-out", count=count, out=names, player=player)
    return book.reason("partners-out", after)
