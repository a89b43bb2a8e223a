"""Why an entry is refused, as reasons; nothing here raises."""

from collections.abc import Callable, Iterator, Mapping

from companion.record.statements import PointsRuled, Statement, TileSet
from companion.referee.allowed import no_boneyard
from companion.referee.book import Book, rule_of_the_record
from companion.referee.reason import Reason
from companion.referee.spots import covered_doubles
from companion.referee.turns import washed_up
from companion.rules.errors import Refusal
from companion.rules.game import Game
from companion.words import Text, message

_Found = Iterator[Reason]
_Reasons = Callable[[Book, Game, Statement, Text], _Found]


def reasons_against(
    book: Book, game: Game, statement: Statement, refusal: Refusal
) -> tuple[Reason, ...]:
    """Why this statement, refused so, could not be entered in the game as it stood.

    The first reason says what the refusal says, the others what lies behind it.
    """
    if refusal.code in _LAW_OF_THE_RECORD:
        return (why_unreadable(refusal),)
    return tuple(_REASONS[refusal.code](book, game, statement, refusal.message))


def why_unreadable(refusal: Refusal) -> Reason:
    """Why a line, or the header as a whole, could not be read."""
    return Reason(rule_of_the_record(_LAW_OF_THE_RECORD[refusal.code]), refusal.message)


def _by(rule: str) -> _Reasons:
    """The refusal's own sentence, resting on one rule."""

    def reasons(book: Book, game: Game, statement: Statement, refused: Text) -> _Found:
        yield book.reason(rule, refused)

    return reasons


def _game_over(book: Book, game: Game, statement: Statement, refused: Text) -> _Found:
    assert game.winner is not None
    yield book.reason("won-game", refused)
    score, target = game.scores[game.winner], book.rules.target
    reached = message("why.score-and-target", score=score, target=target)
    yield book.reason("target", reached, amounts=[score, target])


def _not_your_turn(book: Book, game: Game, statement: Statement, refused: Text) -> _Found:
    yield book.reason("in-turn", refused)
    hand = game.hand
    assert hand is not None
    if hand.play is not None and hand.play.again:
        player = hand.seating.players[hand.play.seat]
        earned = message("why.earned-another-turn", tile=hand.play.tile, player=player)
        yield book.reason("another-turn", earned)
    assert not isinstance(statement, PointsRuled)
    if hand.seating.seat(statement.player) in hand.washed_up:
        yield washed_up(book, statement.player)


def _bad_lead(book: Book, game: Game, statement: Statement, refused: Text) -> _Found:
    assert isinstance(statement, TileSet)
    yield book.reason("lead-tile", refused, amounts=[statement.tile.pips])


def _must_lead(book: Book, game: Game, statement: Statement, refused: Text) -> _Found:
    yield book.reason("free-lead", refused)
    yield book.reason("lead-tile", message("why.no-tile-asked-for"))


def _must_draw(book: Book, game: Game, statement: Statement, refused: Text) -> _Found:
    rule = "last-tile" if isinstance(statement, TileSet) else "draw"
    boneyard = game.hand.boneyard if game.hand else 0
    yield book.reason(rule, refused, amounts=[boneyard])


def _boneyard_empty(
    book: Book, game: Game, statement: Statement, refused: Text
) -> Iterator[Reason]:
    yield book.reason("draw", refused)
    if book.rules.boneyard_for(book.seats) == 0:
        yield no_boneyard(book)


def _no_match(book: Book, game: Game, statement: Statement, refused: Text) -> _Found:
    assert isinstance(statement, TileSet) and game.hand is not None
    layout, host = game.hand.layout, statement.host
    yield book.reason("match", refused, ends=layout.ends)
    if host is not None and layout.tiles and host not in layout.tiles:
        yield book.reason("match", message("why.not-on-the-table", tile=host))
        return
    for spot in covered_doubles(book, layout):
        # The tile would fit there, were anything open.
        if spot.end.pips in statement.tile and host in (None, spot.end.host):
            yield from spot.reasons


def _which_end(book: Book, game: Game, statement: Statement, refused: Text) -> _Found:
    assert isinstance(statement, TileSet) and game.hand is not None
    yield book.reason("named-end", refused, ends=game.hand.layout.choices_for(statement.tile))


_LAW_OF_THE_RECORD: Mapping[str, str] = {
    "syntax": "one-fact-a-line",
    "unknown-game": "known-names",
    "unknown-rule": "known-names",
    "unknown-player": "known-names",
    "players": "seats",
}
_REASONS: Mapping[str, _Reasons] = {
    "game-over": _game_over,
    "hand-over": _by("hand-by-hand"),
    "hand-not-over": _by("hand-by-hand"),
    "wrong-leader": _by("next-lead"),
    "not-your-turn": _not_your_turn,
    "left-count": _by("all-told"),
    "already-set": _by("each-once"),
    "bad-lead": _bad_lead,
    "must-lead": _must_lead,
    "must-draw": _must_draw,
    "no-match": _no_match,
    "which-end": _which_end,
    "boneyard-empty": _boneyard_empty,
    "left-pips": _by("all-pips"),
    "left-total": _by("all-pips"),
}
