"""A table state: a table as it stands, who is there, what it agreed on, the hand in progress."""

import json
from datetime import datetime
from functools import reduce
from typing import Any, NamedTuple, TypedDict, cast

from companion.db.notify import Revision
from companion.db.table_models import ChangeKind, Role
from companion.i18n import Text, message
from companion.record import statements
from companion.record.header import Header
from companion.record.replay import Entry, LineRefused
from companion.rules.choices import Announce
from companion.rules.game import Game
from companion.rules.seating import Seating
from companion.tables.errors import OnlyKeepers, StaleTap
from companion.tables.older import kept_statement

_SIDE_JOINT = " & "


class OptionsChange(TypedDict, total=False):
    """What is switched of a table's options."""

    counting: frozenset[int]
    muggins: bool
    penalty: bool
    findings: bool
    consent: bool


class TableOptions(NamedTuple):
    """How a table uses the app, beside the rules that it plays by."""

    #: The seats whose players count before they are told the count.
    counting: frozenset[int] = frozenset()
    #: Whether points that were missed go to who claims them first.
    muggins: bool = False
    #: Whether a wrong claim costs the points that it asked for.
    penalty: bool = False
    #: Whether the referee says at the table what passes and draws prove.
    findings: bool = True
    #: Whether another phone has to accept a change further back.
    consent: bool = False

    @classmethod
    def at_first(cls, header: Header, counting: frozenset[int] = frozenset()) -> "TableOptions":
        """How a new table uses it; raises the `Refusal` that its header earns."""
        is_announced = header.rules.announce is Announce.REQUIRED
        return cls(counting, muggins=is_announced and header.preset.says_muggins)

    @classmethod
    def read(cls, kept: str, consent_since: datetime | None) -> "TableOptions":
        """The options as a table's row keeps them."""
        return cls(**read_options(kept))._replace(consent=consent_since is not None)

    @property
    def kept(self) -> str:
        """All of them but consent, as a table's row keeps them."""
        options = self._asdict()
        del options["consent"]
        return written_options(options)

    def change_to(self, wanted: "TableOptions") -> OptionsChange:
        """What makes those options of these."""
        then, now = self._asdict(), wanted._asdict()
        return cast(OptionsChange, {name: now[name] for name in now if now[name] != then[name]})


def read_options(kept: str) -> OptionsChange:
    """Some of a table's options, as a change, a proposal or a table's row keeps them."""
    options: OptionsChange = json.loads(kept)
    if "counting" in options:
        options["counting"] = frozenset(options["counting"])
    return options


def written_options(options: OptionsChange | dict[str, Any]) -> str:
    """Some of a table's options, as they are kept: `{"consent": false}`."""
    return json.dumps(options, default=sorted)


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
        return message("phone.of", name=self.name) if self.name else message("phone.without-name")


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
        raise StaleTap.at(state)


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
    statement: statements.Statement | None


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
    #: The change that only another phone's consent takes back.
    bound: Change | None = None
    #: How often something changed beside the record.
    access: int = 0
    table_options: TableOptions = TableOptions()
    #: The phones that are known there by name, the longest first.
    known: tuple[Member, ...] = ()
    #: The line of the tile whose count nobody claims.
    unclaimed: int = 0
    #: Each side's score before its last points, when this hand began.
    start_backs: tuple[int, ...] = ()

    @property
    def revision(self) -> Revision:
        """What changes with everything that anybody sees of it."""
        return Revision(self.version, self.access)

    @property
    def game(self) -> Game:
        """The game after the last entry that holds."""
        return self.now.game

    @property
    def back_scores(self) -> tuple[int, ...]:
        """Each side's score before the last points it got: where its back peg stands."""
        return self.now.backs

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


def statement_by_seat(statement: statements.Statement, seating: Seating) -> str:
    """A statement as it is stored, its players told by seat (`1: 6-4`), as names may change.

    Raises `BadSyntax` where it could not be read again.
    """
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
    statement = kept_statement(stored)
    if isinstance(statement, statements.PointsRuled):
        names = (players[int(seat) - 1] for seat in statement.side.split(_SIDE_JOINT))
        return statement._replace(side=_SIDE_JOINT.join(names))
    return statement._replace(player=players[int(statement.player) - 1])
