"""Where each hand starts: a note that saves replaying the hands before it."""

from typing import Any, NamedTuple

from sqlalchemy import Connection, and_, delete, insert, select
from sqlmodel import Session

from companion.record.header import Header
from companion.rules.game import Game
from companion.tables.rows import HAND_STARTS


class Start(NamedTuple):
    """The game before a hand, and each side's score before its last points."""

    game: Game
    backs: tuple[int, ...]

    def after(self, game: Game) -> "Start":
        """The start of what follows when the game has come to this."""
        backs = tuple(
            back if now == before else before
            for back, before, now in zip(self.backs, self.game.scores, game.scores, strict=True)
        )
        return Start(game, backs)


def remember_start(
    connection: Connection | Session, table_id: str, hand: int, start: Start
) -> None:
    """Note the game before a hand is led; the first one starts from the header."""
    if hand > 1:
        noted = {
            "table_id": table_id,
            "hand": hand,
            "scores": _written(start.game.scores),
            "backs": _written(start.backs),
            "leader": start.game.next_leader,
        }
        connection.execute(insert(HAND_STARTS), noted)


def forget_starts_after(connection: Connection, table_id: str, hand: int) -> None:
    """Strike the notes of all later hands."""
    later = and_(HAND_STARTS.c.table_id == table_id, HAND_STARTS.c.hand > hand)
    connection.execute(delete(HAND_STARTS).where(later))


def noted_start(connection: Connection, table_id: str, hand: int) -> Any:
    """The row in which the start of a hand was noted."""
    noted = and_(HAND_STARTS.c.table_id == table_id, HAND_STARTS.c.hand == hand)
    return connection.execute(select(HAND_STARTS).where(noted)).one()


def start_of_hand(header: Header, hand: int, row: Any) -> Start:
    """The game before a hand is led, by the row in which it was noted."""
    game = header.start()
    if hand <= 1:
        return Start(game, game.scores)
    scored = game._replace(scores=_read(row.scores), next_leader=row.leader)
    return Start(scored, _read(row.backs))


def _written(scores: tuple[int, ...]) -> str:
    return " ".join(map(str, scores))


def _read(scores: str) -> tuple[int, ...]:
    return tuple(map(int, scores.split()))
