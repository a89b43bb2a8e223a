"""A club: its players, which of them are the same person, what each is called, and its days."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from datetime import date, datetime, tzinfo
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from companion.clubs.errors import NoSuchPlayer
from companion.db.club_models import ClubRole
from companion.i18n import Text, message
from companion.rules.player_names import LONGEST_NAME, name_key
from companion.stats.evening import clock_of, day_of
from companion.tables.table_state import describe_phone


class Player(NamedTuple):
    """Someone who plays in a club, by their number there."""

    number: int
    #: Empty if the name was removed.
    name: str
    nicknames: tuple[str, ...] = ()
    #: One of `COLOURS`.
    colour: int = 0
    #: The player that this one was merged with.
    same_as: int | None = None
    has_left: bool = False


class ClubMember(NamedTuple):
    """A phone that has joined a club: its device, whose it is, and what it may do."""

    device: str
    name: str
    role: ClubRole
    #: The teams of which it is a captain's, each by its competition and its number there.
    teams: frozenset[tuple[str, int]] = frozenset()
    #: The learner whose storms it shows the club, if it does.
    storms_of: str | None = None

    @property
    def manages(self) -> bool:
        """Whether it is a manager's."""
        return self.role is ClubRole.MANAGER

    @property
    def scores(self) -> bool:
        """Whether it keeps score of every match and table: a manager's or a scorer's."""
        return self.role in (ClubRole.MANAGER, ClubRole.SCORER)

    @property
    def description(self) -> Text:
        """The phone in words: `Ben's phone`."""
        return describe_phone(self.name)


class _Told(NamedTuple):
    """What a club is made of."""

    id: str
    name: str
    #: Its time zone, by its IANA name: where its days begin and end.
    zone: str
    shows_ratings: bool
    players: tuple[Player, ...] = ()
    members: tuple[ClubMember, ...] = ()
    #: The phone that others can't remove; empty if there is none.
    founder: str = ""
    #: When it is closed for good; None unless a manager is closing it.
    closes_at: datetime | None = None


class Club(_Told):
    """A club as it is now: its players by number, and the phones that joined it.

    What follows from that is computed once: a page asks it of each of a thousand players.
    """

    def player(self, number: int) -> Player:
        """The player with that number; raises `NoSuchPlayer`."""
        player = self._by_number.get(number)
        if player is None:
            raise NoSuchPlayer(number)
        return player

    def person(self, number: int) -> int:
        """The number that stands for everyone who is the same person; raises `NoSuchPlayer`."""
        player = self.player(number)
        # Nobody is merged with a player who was merged with another: `PlayerService` sees to it.
        return number if player.same_as is None else player.same_as

    @property
    def persons(self) -> tuple[Player, ...]:
        """One player for each person, by number."""
        return tuple(player for player in self.players if player.same_as is None)

    @property
    def present(self) -> tuple[Player, ...]:
        """The persons who still play here and have a name."""
        return tuple(each for each in self.persons if each.name and not each.has_left)

    @property
    def named(self) -> tuple[Player, ...]:
        """The persons who have a name, sorted by what they are called."""
        names = self.names
        named = (each for each in self.persons if each.name)
        return tuple(sorted(named, key=lambda each: names[each.number].casefold()))

    def with_names(self, numbers: Iterable[int]) -> tuple[int, ...]:
        """Those of these players who have a name: nobody proposes one whose name was removed."""
        return tuple(each for each in numbers if self.player(self.person(each)).name)

    def same_as(self, number: int) -> tuple[Player, ...]:
        """The other players who are the same person, by number."""
        person = self.person(number)
        others = (each for each in self.players if each.number != number)
        return tuple(each for each in others if self.person(each.number) == person)

    def called(self, number: int) -> str:
        """What a person is called here, different from everyone else, by any of their numbers."""
        return self.names[self.person(number)]

    @cached_property
    def _by_number(self) -> Mapping[int, Player]:
        # If two have one number, which no club has, the first.
        return {player.number: player for player in reversed(self.players)}

    @cached_property
    def _known(self) -> Mapping[str, tuple[int, ...]]:
        """The persons with each name or nickname, by its key."""
        found: defaultdict[str, list[int]] = defaultdict(list)
        for number, called in self.names.items():
            found[name_key(called)].append(number)
        for each in sorted(self.players, key=lambda each: each.has_left):
            if each.name:
                for name in (each.name, *each.nicknames):
                    found[name_key(name)].append(self.person(each.number))
        return {key: tuple(dict.fromkeys(numbers)) for key, numbers in found.items()}

    @cached_property
    def names(self) -> Mapping[int, str]:
        """What each person is called, by number: two with one name by what tells them apart."""
        found: dict[int, str] = {}
        taken: set[str] = set()
        #: How far each beginning of a name has been numbered: a thousand may share one.
        counts: dict[str, int] = {}
        shared = Counter(name_key(each.name) for each in self.persons)

        def is_late(player: Player) -> tuple[bool, bool]:
            # First the names that nobody shares: a second Ana never gets the name of another.
            return not player.name, shared[name_key(player.name)] > 1

        for player in sorted(self.persons, key=is_late):
            wanted = player.name or str(message("club.player-without-name"))
            name = wanted
            if name_key(wanted) in taken or (shared[name_key(wanted)] > 1 and player.nicknames):
                name = next(
                    (each for each in player.nicknames if name_key(each) not in taken), wanted
                )
            count = 2
            while name_key(name) in taken:
                count = max(count, counts.get(_cut(wanted, count), 2))
                base = _cut(wanted, count)
                # In brackets: many a name is followed by a score.
                name = f"{base} ({count})"
                count += 1
                counts[base] = max(count, counts.get(base, 2))
            taken.add(name_key(name))
            found[player.number] = name
        return MappingProxyType(dict(sorted(found.items())))

    def known_as(self, name: str) -> tuple[int, ...]:
        """The persons with that label, name or nickname; those who still play come first."""
        return self._known.get(name_key(name), ())

    @property
    def clock(self) -> tzinfo | None:
        """Its time zone; None, this machine's own, where Python knows no zones: on a phone."""
        return clock_of(self.zone)

    def day_of(self, moment: datetime) -> date:
        """The club's day that a moment belongs to: days begin at five in the morning."""
        return day_of(moment, self.clock)

    def seen_by(self, device: str) -> ClubMember | None:
        """The phone with that id, if it has joined."""
        return next((member for member in self.members if member.device == device), None)

    def captains_of(self, league_id: str, team: int) -> tuple[ClubMember, ...]:
        """The phones of a team's captains."""
        return tuple(member for member in self.members if (league_id, team) in member.teams)

    @property
    def managers(self) -> tuple[ClubMember, ...]:
        """The phones of the club's managers."""
        return tuple(member for member in self.members if member.manages)


def _cut(name: str, number: int) -> str:
    """A name with room for a number after it."""
    return name[: LONGEST_NAME - len(f" ({number})")].rstrip()


class ClubVisit(NamedTuple):
    """A club, as a phone that joined it sees it."""

    club: Club
    own: ClubMember

    def scores_for(self, league_id: str, entrants: Iterable[int | None]) -> bool:
        """Whether it keeps score of a match of these entrants: also a captain's of one of them."""
        return self.own.scores or any((league_id, each) in self.own.teams for each in entrants)


def is_nameless(name: str) -> bool:
    """Whether a record calls someone so whose name was removed: `Deleted player (2)`."""
    now = re.escape(str(message("club.player-without-name")))
    before = re.escape(str(message("club.player-numbered", number="#"))).replace(r"\#", r"\d+")
    return re.fullmatch(rf"{now}( \(\d+\))?|{before}’*", name) is not None
