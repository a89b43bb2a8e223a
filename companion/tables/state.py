"""A table state: a table as it stands, with the hand in progress replayed."""

from typing import NamedTuple

from companion.record.header import Header
from companion.record.replay import Entry, LineRefused
from companion.record.statements import (
    BadSyntax,
    HeaderLine,
    PointsRuled,
    Statement,
    read_statement,
)
from companion.rules.game import Game
from companion.rules.seating import Seating
from companion.tables.errors import OnlyKeepers, StaleTap
from companion.tables.members import Member, Members
from companion.tables.options import TableOptions
from companion.tables.rows import ChangeKind
from companion.words import message

_SIDE_JOINT = " & "


class RequestStamp(NamedTuple):
    """What comes with every change: the version seen, the tap's own key, the device."""

    seen: int
    key: str
    device: str = ""
    #: Whether the device has to keep score at the table; who runs the server need not.
    is_keepers: bool = False

    def is_counted(self, state: "TableState", *, has_key: bool) -> bool:
        """Whether this very tap was counted already; raises `OnlyKeepers` and `StaleTap`."""
        if self.is_keepers and not state.seen_by(self.device).keeps:
            raise OnlyKeepers(state.id)
        # First the key: a tap whose answer was lost may have looked at the table again since.
        if has_key or self.seen == state.version:
            return has_key
        stale = StaleTap(message("refused.stale"))
        stale.state = state
        raise stale


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


class Change(NamedTuple):
    """A change that can be taken back or brought back: what it did, and its statement."""

    seq: int
    kind: ChangeKind
    statement: Statement | None


class TableState(NamedTuple):
    """A table as it stands. The `line` of an entry is the number of the change that made it."""

    id: str
    version: int
    header: Header
    is_pegs_only: bool
    #: The number of the hand in progress, from 1; 0 before the first lead.
    hand_number: int
    #: The game before this hand.
    start: Game
    #: The game as it is now, and where the back pegs stand.
    now: Start
    #: The lead of this hand and what followed.
    entries: tuple[Entry, ...]
    #: The first entry that no longer holds, after a correction.
    refused: LineRefused | None
    undo: Change | None
    redo: Change | None
    #: How often something changed beside the record.
    access: int = 0
    #: How the table uses the app.
    table_options: TableOptions = TableOptions()
    #: The phones that are known there by name.
    known: tuple[Member, ...] = ()

    @property
    def game(self) -> Game:
        """The game after the last entry that holds."""
        return self.now.game

    @property
    def back_scores(self) -> tuple[int, ...]:
        """Each side's score before the last points it got: where its back peg stands."""
        return self.now.backs

    def seen_by(self, device: str, *, holds_link: bool = False) -> Members:
        """Who is at the table, seen by one of the phones."""
        return Members(self.known, device, holds_link, self.access)

    @property
    def before_last(self) -> Game:
        """The game before that entry."""
        return self.entries[-2].game if len(self.entries) > 1 else self.start


def statement_by_seat(statement: Statement, seating: Seating) -> str:
    """A statement as it is stored: its players told by seat, `1: 6-4`.

    So a name can be changed without touching what was played. Raises `BadSyntax`
    where it could not be read again.
    """
    if isinstance(statement, PointsRuled):
        seats = seating.sides[seating.side(statement.side)]
        side = _SIDE_JOINT.join(str(seat + 1) for seat in seats)
        stored: Statement = statement._replace(side=side)
    else:
        stored = statement._replace(player=str(seating.seat(statement.player) + 1))
    if read_statement(str(stored)) != stored:
        raise BadSyntax(message("refused.not-writable"))
    return str(stored)


def statement_by_name(stored: str, players: tuple[str, ...]) -> Statement:
    """A stored statement with the names of the players as they are now."""
    statement = read_statement(stored)
    assert not isinstance(statement, HeaderLine)
    if isinstance(statement, PointsRuled):
        names = (players[int(seat) - 1] for seat in statement.side.split(_SIDE_JOINT))
        return statement._replace(side=_SIDE_JOINT.join(names))
    return statement._replace(player=players[int(statement.player) - 1])
