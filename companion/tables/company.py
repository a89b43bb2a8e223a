"""Who is at a table: the phones that are known there by name, seen by one of them."""

from typing import NamedTuple

from companion.tables.rows import Standing


class Guest(NamedTuple):
    """A phone at a table: its device, whose it is, and what it may do."""

    device: str
    name: str
    standing: Standing

    @property
    def keeps(self) -> bool:
        """Whether it keeps score."""
        return self.standing is Standing.KEEPS

    @property
    def told(self) -> str:
        """The phone in words: `Ben's phone`."""
        return f"{self.name}'s phone" if self.name else "a phone without a name"


class Company(NamedTuple):
    """Who is known at a table, the longest first, and which of them looks on now."""

    guests: tuple[Guest, ...]
    device: str
    #: Whether this phone holds a link to watch.
    holds_link: bool = False
    #: How often it changed who may do what here.
    access: int = 0

    @property
    def own(self) -> Guest | None:
        """This phone, if it is known by name."""
        return next((guest for guest in self.guests if guest.device == self.device), None)

    @property
    def standing(self) -> Standing:
        """What this phone may do; one without a name only watches."""
        return self.own.standing if self.own else Standing.WATCHES

    @property
    def keeps(self) -> bool:
        """Whether this phone keeps score."""
        return self.own is not None and self.own.keeps

    @property
    def may_watch(self) -> bool:
        """Whether this phone may see the table at all."""
        return self.own is not None or self.holds_link

    @property
    def other_keepers(self) -> tuple[Guest, ...]:
        """The other phones that keep score."""
        return tuple(g for g in self.guests if g.keeps and g.device != self.device)

    @property
    def asking(self) -> tuple[Guest, ...]:
        """The phones that would like to keep score."""
        return tuple(g for g in self.guests if g.standing is Standing.ASKS)

    def phone_told(self, device: str) -> str:
        """A device in words: `this phone`, `Ben's phone`, `another phone`."""
        if device and device == self.device:
            return "this phone"
        named = (guest.told for guest in self.guests if guest.device == device and guest.name)
        return next(named, "another phone")
