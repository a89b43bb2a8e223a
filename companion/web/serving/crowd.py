"""Who is connected to this process, and who gives way when there are too many."""

import math
from collections import Counter, defaultdict
from typing import NamedTuple, Protocol

#: In one moment: more than come by themselves, unless all come back together.
_MANY = 50


class Visitor(Protocol):
    """A connection, as the crowd sees it."""

    @property
    def house(self) -> str:
        """Where it comes from."""

    def look(self, now: float) -> None:
        """See whether it keeps its place for too long."""

    def stop(self) -> None:
        """Take leave, but for what is asked already."""

    def drop(self) -> None:
        """Be closed at once."""


class Room(NamedTuple):
    """How many connections there may be, and how many bytes may wait for or from them."""

    connections: float = math.inf
    #: How many of them may come in one moment.
    newcomers: float = math.inf
    waiting_bytes: float = math.inf


class Crowd:
    """The connections, by house. Who has asked for nothing yet gives way to who comes."""

    def __init__(self, for_all: Room, for_one: Room, unlimited: str | None = None) -> None:
        """`unlimited` is a house without a limit of its own: that of a proxy."""
        self._for_all = for_all
        self._for_one = for_one
        self._unlimited = unlimited
        #: Those that are asked and answered; a stream is another matter.
        self.talking: dict[Visitor, None] = {}
        self._of: Counter[str] = Counter()
        self._houses: dict[Visitor, str] = {}
        self._newcomers: Counter[str] = Counter()
        #: Without a whole request, who waits longest first.
        self._waiting: dict[Visitor, None] = {}
        self._waiting_of: defaultdict[str, dict[Visitor, None]] = defaultdict(dict)
        #: What is held for each, longest first.
        self._weights: dict[Visitor, int] = {}
        self._weight_of: Counter[str] = Counter()
        self._weight = 0

    def admit(self, member: Visitor) -> bool:
        """Let another one in, in the place of one that only waits if need be."""
        house = member.house
        self._newcomers[house] += 1
        room = self._room_of(house)
        if self._newcomers[house] > room.newcomers:
            return False
        if self._of[house] >= room.connections:
            if not self._gives_way(self._waiting_of.get(house, {})):
                return False
        elif len(self.talking) >= self._for_all.connections and not self._gives_way(self._waiting):
            return False
        self._of[house] += 1
        self._houses[member] = house
        self.talking[member] = None
        self.waits(member)
        return True

    @property
    def is_pressing(self) -> bool:
        """Whether many come in this moment."""
        return self._newcomers.total() > _MANY

    def next_moment(self) -> None:
        """From now on others may come."""
        self._newcomers.clear()

    def waits(self, member: Visitor) -> None:
        """From now on it is to say what it wants."""
        if member in self._houses:
            self._waiting[member] = None
            self._waiting_of[member.house][member] = None

    def waits_no_more(self, member: Visitor) -> None:
        """It has said what it wants, or is gone."""
        self._waiting.pop(member, None)
        of_house = self._waiting_of.get(member.house, {})
        of_house.pop(member, None)
        if not of_house:
            self._waiting_of.pop(member.house, None)

    def listens(self, member: Visitor) -> None:
        """From now on it holds a stream."""
        self.talking.pop(member, None)

    def forget(self, member: Visitor) -> None:
        """It is gone; may be called again."""
        if self._houses.pop(member, None) is None:
            return
        self.weigh(member, 0)
        self.waits_no_more(member)
        self.talking.pop(member, None)
        self._of[member.house] -= 1
        if not self._of[member.house]:
            del self._of[member.house]

    def weigh(self, member: Visitor, weight: int) -> None:
        """So many bytes wait for it or from it; too many, and whoever holds most longest goes."""
        if member not in self._houses and weight:
            return
        more = weight - self._weights.get(member, 0)
        if not more:
            return
        self._weight += more
        self._weight_of[member.house] += more
        if weight:
            self._weights[member] = weight
        else:
            self._weights.pop(member, None)
        if not self._weight_of[member.house]:
            del self._weight_of[member.house]
        elif self._weight_of[member.house] > self._room_of(member.house).waiting_bytes:
            self._drop_heaviest(member.house)
        elif self._weight > self._for_all.waiting_bytes:
            self._drop_heaviest()

    def _room_of(self, house: str) -> Room:
        return Room() if house == self._unlimited else self._for_one

    def _drop_heaviest(self, house: str | None = None) -> None:
        those = [each for each in self._weights if house in (None, each.house)]
        max(those, key=self._weights.__getitem__).drop()

    @staticmethod
    def _gives_way(waiting: dict[Visitor, None]) -> bool:
        oldest = next(iter(waiting), None)
        if oldest is None:
            return False
        oldest.drop()
        return True
