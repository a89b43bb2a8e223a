"""Who is at a table: the phones that are known there by name, seen by one of them."""

from typing import NamedTuple

from companion.tables.rows import Role
from companion.words import Text, message


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


class Members(NamedTuple):
    """Who is known at a table, the longest first, and which of them looks on now."""

    known: tuple[Member, ...]
    device: str
    #: Whether this phone holds a link to watch.
    holds_link: bool = False
    #: How often it changed who may do what here.
    access: int = 0

    @property
    def own(self) -> Member | None:
        """This phone, if it is known by name."""
        return next((member for member in self.known if member.device == self.device), None)

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
        return tuple(each for each in self.known if each.keeps and each.device != self.device)

    @property
    def asking(self) -> tuple[Member, ...]:
        """The phones that would like to keep score."""
        return tuple(each for each in self.known if each.role is Role.ASKING)

    def describe_phone(self, device: str) -> Text:
        """A device in words: `this phone`, `Ben's phone`, `another phone`."""
        if device and device == self.device:
            return message("phone.this")
        named = (member for member in self.known if member.device == device and member.name)
        return next((member.description for member in named), message("phone.another"))
