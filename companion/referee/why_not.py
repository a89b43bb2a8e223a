"""Why an entry is refused, as reasons; nothing here raises."""

from collections.abc import Callable, Iterator, Mapping

from companion.record.statements import PointsRuled, Statement, TileSet
from companion.referee.allowed import no_boneyard
from companion.referee.book import Book, rule_of_the_record
from companion.referee.explanation import WhyNot
from companion.referee.reason import Reason
from companion.referee.spots import covered_doubles
from companion.referee.turns import washed_up
from companion.rules.errors import Refusal
from companion.rules.game import Game

_Reasons = Callable[[Book, Game, Statement, str], Iterator[Reason]]


def why_not(book: Book, game: Game, statement: Statement, refusal: Refusal) -> WhyNot:
    """Why this statement, refused so, could not be entered in the game as it stood."""
    if refusal.code in _LAW_OF_THE_RECORD:
        return why_unreadable(refusal)
    reasons = _REASONS[refusal.code](book, game, statement, refusal.sentence)
    return WhyNot(refusal.code, tuple(reasons))


def why_unreadable(refusal: Refusal) -> WhyNot:
    """Why a line, or the header as a whole, could not be read."""
    rule = rule_of_the_record(_LAW_OF_THE_RECORD[refusal.code])
    return WhyNot(refusal.code, (Reason(rule, refusal.sentence),))


def _by(rule: str) -> _Reasons:
    """The refusal's own sentence, resting on one rule."""

    def reasons(book: Book, game: Game, statement: Statement, told: str) -> Iterator[Reason]:
        yield book.reason(rule, told)

    return reasons


def _game_over(book: Book, game: Game, statement: Statement, told: str) -> Iterator[Reason]:
    assert game.winner is not None
    yield book.reason("won-game", told)
    score, target = game.scores[game.winner], book.rules.target
    reached = f"The score is {score}, and the target is {target}."
    yield book.reason("target", reached, amounts=[score, target])


def _not_your_turn(book: Book, game: Game, statement: Statement, told: str) -> Iterator[Reason]:
    yield book.reason("in-turn", told)
    hand = game.hand
    assert hand is not None
    if hand.play is not None and hand.play.again:
        earned = f"The {hand.play.tile} earned {hand.seating.players[hand.play.seat]} another turn."
        yield book.reason("another-turn", earned)
    assert not isinstance(statement, PointsRuled)
    if hand.seating.seat(statement.player) in hand.washed_up:
        yield washed_up(book, statement.player)


def _bad_lead(book: Book, game: Game, statement: Statement, told: str) -> Iterator[Reason]:
    assert isinstance(statement, TileSet)
    yield book.reason("lead-tile", told, amounts=[statement.tile.pips])


def _must_lead(book: Book, game: Game, statement: Statement, told: str) -> Iterator[Reason]:
    yield book.reason("free-lead", told)
    yield book.reason("lead-tile", "No particular tile is asked for.")


def _must_draw(book: Book, game: Game, statement: Statement, told: str) -> Iterator[Reason]:
    rule = "last-tile" if isinstance(statement, TileSet) else "draw"
    boneyard = game.hand.boneyard if game.hand else 0
    yield book.reason(rule, told, amounts=[boneyard])


def _boneyard_empty(book: Book, game: Game, statement: Statement, told: str) -> Iterator[Reason]:
    yield book.reason("draw", told)
    if book.rules.boneyard_for(book.seats) == 0:
        yield no_boneyard(book)


def _no_match(book: Book, game: Game, statement: Statement, told: str) -> Iterator[Reason]:
    assert isinstance(statement, TileSet) and game.hand is not None
    layout, host = game.hand.layout, statement.host
    yield book.reason("match", told, ends=layout.ends)
    if host is not None and layout.tiles and host not in layout.tiles:
        yield book.reason("match", f"The {host} is not on the table.")
        return
    for spot in covered_doubles(book, layout):
        # The tile would fit there, were anything open.
        if spot.end.pips in statement.tile and host in (None, spot.end.host):
            yield from spot.reasons


def _which_end(book: Book, game: Game, statement: Statement, told: str) -> Iterator[Reason]:
    assert isinstance(statement, TileSet) and game.hand is not None
    yield book.reason("named-end", told, ends=game.hand.layout.choices_for(statement.tile))


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
