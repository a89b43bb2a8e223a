"""What the page that invites shows, as ready values."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from ipaddress import ip_address

import segno
from flask import url_for
from markupsafe import Markup

from companion.tables.company import Company
from companion.tables.rows import LeadsTo
from companion.tables.sitting import Sitting

_WORDS = {
    LeadsTo.WATCH: ("Watch", "Sees everything, changes nothing."),
    LeadsTo.KEEP: ("Keep score", "Enters tiles like this phone: for people at the table."),
    LeadsTo.BOARD: ("Big board", "For a television or a tablet across the room."),
}


@dataclass(frozen=True)
class Invite:
    """One of a table's links: what it is for, where it leads, and its QR code."""

    kind: str
    title: str
    meaning: str
    address: str

    @property
    def qr(self) -> Markup:
        """The QR code of the address, as a picture that scales."""
        code = segno.make(self.address, error="m", micro=False)
        return Markup(code.svg_inline(border=2, omitsize=True, svgclass="qr", lineclass="qr-dots"))


@dataclass(frozen=True)
class Invites:
    """All links of a table, and its code."""

    links: tuple[Invite, ...]
    code: str


@dataclass(frozen=True)
class JoinPage:
    """Everything that the page shows."""

    sitting: Sitting
    company: Company
    invites: Invites
    problem: str = ""
    host: str = ""

    @property
    def code(self) -> str:
        """The code in two groups, as it is read aloud."""
        return f"{self.invites.code[:3]} {self.invites.code[3:]}"

    @property
    def players(self) -> tuple[str, ...]:
        """Whose phone it can be."""
        return self.sitting.header.players

    @cached_property
    def is_out_of_reach(self) -> bool:
        """Whether the address names this machine alone, so that no other phone gets there."""
        name = self.host.rsplit(":", 1)[0].strip("[]")
        try:
            return ip_address(name).is_loopback
        except ValueError:
            return name == "localhost"


def invitations(secrets: Mapping[LeadsTo, str]) -> Invites:
    """The links as pages show them."""
    links = tuple(
        Invite(
            str(kind), title, meaning, url_for("join.enter", secret=secrets[kind], _external=True)
        )
        for kind, (title, meaning) in _WORDS.items()
    )
    return Invites(links, secrets[LeadsTo.CODE])


def code_typed(text: str) -> str:
    """A code as it was typed, in capitals and without what people put between its letters."""
    return "".join(character for character in text.upper() if character.isalnum())[:12]
