"""What a change leaves behind that doesn't fit any more, each entry with its own reason."""

from collections.abc import Iterable, Iterator

from companion.record.replay import LineRefused, apply
from companion.record.statements import HandLed, PointsRuled, Statement
from companion.rules.errors import NotYourTurn, Refusal
from companion.rules.game import Game
from companion.tables.record_rewriting import RecordLine


def misfits_from(game: Game, lines: Iterable[RecordLine]) -> Iterator[LineRefused]:
    """The entries that don't fit after a game: of these lines, the first of which is refused.

    Those of later hands wait until this hand is over. What comes only of an entry before it is no
    reason: whose turn it is.
    """
    is_first = True
    for line in lines:
        if isinstance(line.statement, HandLed) and not is_first:
            return
        try:
            game = apply(game, line.statement)
        except Refusal as refusal:
            reason: Refusal | None = refusal
            if isinstance(refusal, NotYourTurn):
                game, otherwise = _out_of_turn(game, line.statement)
                reason = refusal if is_first else otherwise
            if reason is not None:
                yield LineRefused(line.seq, reason)
        is_first = False


def _out_of_turn(game: Game, statement: Statement) -> tuple[Game, Refusal | None]:
    """The game after an entry, as if it were its player's turn, or why it would not fit then."""
    assert game.hand is not None and not isinstance(statement, PointsRuled)
    hand = game.hand._replace(turn=game.seating.seat(statement.player))
    try:
        return apply(game._replace(hand=hand), statement), None
    except Refusal as refusal:
        return game, refusal
