"""Where each hand starts: a note that saves replaying the hands before it."""

from typing import NamedTuple

from sqlalchemy import delete
from sqlmodel import Session, col

from companion.record.header import Header
from companion.rules.game import Game
from companion.tables.rows import HandStartRow


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


def remember_start(session: Session, table_id: str, hand: int, start: Start) -> None:
    """Note the game before a hand is led; the first one starts from the header."""
    if hand > 1:
        session.add(
            HandStartRow(
                table_id=table_id,
                hand=hand,
                scores=_written(start.game.scores),
                backs=_written(start.backs),
                leader=start.game.next_leader,
            )
        )


def forget_starts_after(session: Session, table_id: str, hand: int) -> None:
    """Strike the notes of all later hands."""
    session.execute(
        delete(HandStartRow).where(
            col(HandStartRow.table_id) == table_id, col(HandStartRow.hand) > hand
        )
    )


def start_of_hand(session: Session, table_id: str, hand: int, header: Header) -> Start:
    """The game before a hand is led."""
    game = header.start()
    if hand <= 1:
        return Start(game, game.scores)
    row = session.get_one(HandStartRow, (table_id, hand))
    scored = game._replace(scores=_read(row.scores), next_leader=row.leader)
    return Start(scored, _read(row.backs))


def _written(scores: tuple[int, ...]) -> str:
    return " ".join(map(str, scores))


def _read(scores: str) -> tuple[int, ...]:
    return tuple(map(int, scores.split()))
