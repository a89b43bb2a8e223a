"""A table state: a table now, who is there, what it agreed on, the hand; the last ones are kept."""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import reduce
from typing import NamedTuple

from companion.db.notify import Revision
from companion.db.table_models import ChangeKind, Role
from companion.i18n import Text, message
from companion.record import statements
from companion.record.header import Header
from companion.record.replay import Entry, LineRefused, follow, no_search_for_garbage
from companion.record.statements import Statement
from companion.rules.game import Game
from companion.tables.table_options import TableOptions


class Member(NamedTuple):
    """A phone at a table: its device, whose it is, and what it may do."""

    device: str
    name: str
    role: Role

    @property
    def keeps(self) -> bool:
        """Whether it keeps score."""
        return self.role is Role.KEEPER

    @property
    def description(self) -> Text:
        """The phone in words: `Ben's phone`."""
        return describe_phone(self.name)


def describe_phone(name: str) -> Text:
    """A phone in words, by whose it is: `Ben's phone`, even if someone typed all of that."""
    if not name:
        return message("phone.without-name")
    is_said = name.casefold().split()[-1:] == f"{message('phone.of', name='')}".split()[-1:]
    return message("phone.called" if is_said else "phone.of", name=name)


class Start(NamedTuple):
    """The game before a hand, and each side's score before its last points."""

    game: Game
    backs: tuple[int, ...]

    def after(self, game: Game) -> "Start":
        """The start of what follows when the game has reached this state."""
        backs = tuple(
            back if now == before else before
            for back, before, now in zip(self.backs, self.game.scores, game.scores, strict=True)
        )
        return Start(game, backs)


class HandStart(NamedTuple):
    """Where a hand, from 1, begins: the place of its lead, and the game before it."""

    hand: int
    place: int
    start: Start


class RecordChange(NamedTuple):
    """A change that can be undone or redone: what it did, and its statement."""

    seq: int
    kind: ChangeKind
    statement: statements.Statement | None
    #: Whether another phone must accept that.
    is_bound: bool = False


class ClaimedCount(NamedTuple):
    """The ruling on a call, and the count called; or a tile whose count others may call, and 0."""

    ruling: statements.PointsRuled | statements.TileSet
    claim: int


class TableState(NamedTuple):
    """A table now. The `line` of an entry is the number of the change that made it."""

    id: str
    version: int
    header: Header
    is_pegs_only: bool
    #: The number of the hand in progress, from 1; 0 before the first lead.
    hand_number: int
    #: The game before this hand.
    start: Game
    #: The game now, and where the back pegs are.
    now: Start
    #: The lead of this hand and what followed.
    entries: tuple[Entry, ...]
    #: The first entry that doesn't fit any more, after a correction.
    refused: LineRefused | None
    #: The change that undo reverses, and the one that redo makes again.
    undo: RecordChange | None
    redo: RecordChange | None
    #: How often something besides the record changed.
    access: int = 0
    table_options: TableOptions = TableOptions()
    #: The phones that are known there by name, the longest first.
    known: tuple[Member, ...] = ()
    #: The line of the tile whose count nobody calls.
    unclaimed: int = 0
    #: Each side's score before its last points, when this hand began.
    start_backs: tuple[int, ...] = ()
    #: The count called in the last entry, a ruling, or 0 for a tile whose count others may call.
    claim: int | None = None
    opened_at: datetime = datetime.min.replace(tzinfo=UTC)

    @property
    def revision(self) -> Revision:
        """It changes with everything that anyone sees of the table."""
        return Revision(self.version, self.access)

    @property
    def game(self) -> Game:
        """The game after the last entry that fits."""
        return self.now.game

    @property
    def is_untouched(self) -> bool:
        """Whether nothing was ever entered here, except who leads the first hand."""
        has_only_led = all(isinstance(each.statement, statements.HandLed) for each in self.entries)
        return self.version <= 1 and has_only_led

    def seen_by(self, device: str, *, holds_link: bool = False) -> "Members":
        """The table and who is there, seen by one of the phones."""
        return Members(self, device, holds_link)

    @property
    def before_last(self) -> Game:
        """The game before that entry."""
        return self.entries[-2].game if len(self.entries) > 1 else self.start

    @property
    def without_last(self) -> "TableState":
        """The table as it was before that entry."""
        earlier, start = self.entries[:-1], Start(self.start, self.start_backs)
        now = reduce(Start.after, (entry.game for entry in earlier), start)
        return self._replace(entries=earlier, now=now)


class Members(NamedTuple):
    """A table, and who is there, seen by one of the phones."""

    state: TableState
    device: str
    holds_link: bool = False

    @property
    def own(self) -> Member | None:
        """This phone, if it is known by name."""
        return next((member for member in self.state.known if member.device == self.device), None)

    @property
    def role(self) -> Role:
        """What this phone may do; one without a name only watches."""
        return self.own.role if self.own else Role.WATCHER

    @property
    def keeps(self) -> bool:
        """Whether this phone keeps score."""
        return self.role is Role.KEEPER

    @property
    def may_watch(self) -> bool:
        """Whether this phone may see the table at all."""
        return self.own is not None or self.holds_link

    @property
    def other_keepers(self) -> tuple[Member, ...]:
        """The other phones that keep score."""
        return tuple(each for each in self.state.known if each.keeps and each.device != self.device)

    @property
    def asking(self) -> tuple[Member, ...]:
        """The phones that would like to keep score."""
        return tuple(each for each in self.state.known if each.role is Role.ASKING)

    def describe_phone(self, device: str) -> Text:
        """A device in words: `this phone`, `Ben's phone`, `another phone`."""
        if device and device == self.device:
            return message("phone.this")
        named = (member for member in self.state.known if member.device == device and member.name)
        return next((member.description for member in named), message("phone.another"))


#: The most entries in all kept records together, at some kilobytes each.
MOST_ENTRIES = 30_000


class ReplayedRecord(NamedTuple):
    """A whole record: every entry, and the first that doesn't fit any more."""

    header: Header
    start: Game
    entries: tuple[Entry, ...]
    refused: LineRefused | None
    #: The statements from the refused one on, with the numbers of their changes.
    unheard: tuple[tuple[int, Statement], ...]

    @classmethod
    def of(cls, header: Header, statements: Sequence[tuple[int, Statement]]) -> "ReplayedRecord":
        """The record of these statements, each with the number of its change."""
        start = header.start()
        with no_search_for_garbage():
            entries, refused = follow(start, statements)
        return cls(header, start, entries, refused, tuple(statements[len(entries) :]))

    @property
    def game(self) -> Game:
        """The game after the last entry that fits."""
        return self.entries[-1].game if self.entries else self.start


def room_of(record: ReplayedRecord) -> int:
    """How much room a record takes among those that are kept: an empty one has its place too."""
    return len(record.entries) + len(record.unheard) + 1
