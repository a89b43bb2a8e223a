"""Headers and statements as rows hold them: players by their seats, since names may change."""

from functools import lru_cache

from companion.i18n import message
from companion.record import statements
from companion.record.header import read_header
from companion.rules.seating import Seating

_SIDE_JOINT = " & "

#: The header that a table's row keeps.
stored_header = lru_cache(maxsize=1024)(read_header)


#: Tables contain the same few thousand statements again and again.
@lru_cache(maxsize=8192)
def stored_statement(text: str) -> statements.Statement:
    """The statement that a change keeps, its players by seat; raises `BadSyntax`."""
    statement = statements.read_statement(text)
    assert not isinstance(statement, statements.HeaderLine)
    return statement


def statement_by_seat(statement: statements.Statement, seating: Seating) -> str:
    """A statement as it is stored, by seat (`1: 6-4`); raises `BadSyntax` if none can read it."""
    if isinstance(statement, statements.PointsRuled):
        seats = seating.sides[seating.side(statement.side)]
        side = _SIDE_JOINT.join(str(seat + 1) for seat in seats)
        stored: statements.Statement = statement._replace(side=side)
    else:
        stored = statement._replace(player=str(seating.seat(statement.player) + 1))
    if statements.read_statement(str(stored)) != stored:
        raise statements.BadSyntax(message("refused.not-writable"))
    return str(stored)


def statement_by_name(stored: str, players: tuple[str, ...]) -> statements.Statement:
    """A stored statement with the names of the players as they are now."""
    statement = stored_statement(stored)
    if isinstance(statement, statements.PointsRuled):
        names = (players[int(seat) - 1] for seat in statement.side.split(_SIDE_JOINT))
        return statement._replace(side=_SIDE_JOINT.join(names))
    return statement._replace(player=players[int(statement.player) - 1])
